//! `/openapi.json` is a valid OpenAPI 3.1 document, as far as its structure can be checked without its
//! schema: what every object must have, names that must be unique, references that must lead somewhere.

mod common;

use std::collections::BTreeSet;

use common::{Person, serve};
use serde_json::Value;

/// The document and everything that is wrong with it.
struct Check<'a> {
    document: &'a Value,
    mistakes: Vec<String>,
    operation_ids: BTreeSet<&'a str>,
}

impl<'a> Check<'a> {
    fn of(document: &'a Value) -> Vec<String> {
        let mut check = Check { document, mistakes: Vec::new(), operation_ids: BTreeSet::new() };
        check.expect(document["openapi"].as_str().is_some_and(|it| it.starts_with("3.1.")), "openapi", "3.1");
        for field in ["title", "version"] {
            check.expect(document["info"][field].is_string(), "info", field);
        }
        let license = &document["info"]["license"];
        let both = license.get("identifier").is_some() && license.get("url").is_some();
        check.expect(license.is_null() || (license["name"].is_string() && !both), "info.license", "name");
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            check.expect(path.starts_with('/'), path, "a slash at its beginning");
            for (method, operation) in item.as_object().into_iter().flatten() {
                check.operation(path, &format!("{method} {path}"), operation);
            }
        }
        check.references(document, "#");
        check.mistakes
    }

    fn expect(&mut self, holds: bool, place: &str, what: &str) {
        if !holds {
            self.mistakes.push(format!("{place}: {what}"));
        }
    }

    fn operation(&mut self, path: &str, place: &str, operation: &'a Value) {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let is_new = self.operation_ids.insert(id);
        self.expect(!id.is_empty() && is_new, place, "an operationId that no other operation has");
        self.parameters(path, place, operation);
        if let Some(body) = operation.get("requestBody") {
            self.content(&format!("{place} requestBody"), &body["content"], true);
        }
        let responses = operation["responses"].as_object();
        self.expect(responses.is_some_and(|it| !it.is_empty()), place, "responses");
        for (status, response) in responses.into_iter().flatten() {
            let place = format!("{place} {status}");
            let is_status =
                status.len() == 3 && status.parse::<u16>().is_ok_and(|it| (100..600).contains(&it));
            self.expect(is_status, &place, "a status");
            let description = response["description"].as_str().unwrap_or_default();
            self.expect(!description.is_empty(), &place, "a description");
            self.content(&place, &response["content"], false);
        }
    }

    fn content(&mut self, place: &str, content: &Value, required: bool) {
        self.expect(content.is_object() || !required, place, "content");
        for (media, value) in content.as_object().into_iter().flatten() {
            self.expect(media.contains('/'), place, "a media type");
            self.expect(value["schema"].is_object(), place, "a schema");
        }
    }

    /// The parameters in the path are those that the path names, all of them required.
    fn parameters(&mut self, path: &str, place: &str, operation: &Value) {
        let named: BTreeSet<&str> =
            path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        let mut seen = BTreeSet::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let within = parameter["in"].as_str().unwrap_or_default();
            let place = format!("{place} parameter {name:?}");
            self.expect(["path", "query", "header", "cookie"].contains(&within), &place, "in");
            self.expect(seen.insert((within, name)), &place, "once");
            self.expect(parameter["schema"].is_object(), &place, "a schema");
            if within == "path" {
                self.expect(named.contains(name), &place, "a place in the path");
                self.expect(parameter["required"] == true, &place, "required");
            }
        }
        for name in named {
            self.expect(seen.contains(&("path", name)), place, &format!("a description of {{{name}}}"));
        }
    }

    /// Every `$ref` leads to something in the document, and every schema has a type that JSON knows.
    fn references(&mut self, value: &Value, place: &str) {
        const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                    let target = reference.strip_prefix('#').and_then(|path| self.document.pointer(path));
                    self.expect(target.is_some(), place, &format!("{reference} leads nowhere"));
                }
                let types = fields.get("type").into_iter().flat_map(|types| match types {
                    Value::Array(types) => types.iter().map(Value::as_str).collect(),
                    one => vec![one.as_str()],
                });
                // A property may be called `type` as well; then its value is a schema.
                for name in types.filter(|_| !place.ends_with("/properties")) {
                    self.expect(name.is_some_and(|name| TYPES.contains(&name)), place, "a type of JSON");
                }
                for (key, value) in fields {
                    self.references(value, &format!("{place}/{key}"));
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.references(value, place)),
            _ => (),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_valid() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let document = ada.get("/openapi.json").await.json();
    assert_eq!(Check::of(&document), [""; 0]);
    server.shut_down().await;
}

/// The check sees each of the mistakes that the document once had.
#[test]
fn mistakes_are_found() {
    let fine = serde_json::json!({
        "openapi": "3.1.0",
        "info": {"title": "x", "version": "1"},
        "paths": {"/a/{b}": {"get": {
            "operationId": "a",
            "parameters": [{"name": "b", "in": "path", "required": true, "schema": {"type": "string"}}],
            "responses": {"200": {"description": "x", "content": {"text/plain": {"schema": {"type": "string"}}}}},
        }}},
    });
    assert_eq!(Check::of(&fine), [""; 0]);
    let with = |at: &str, value: Value| {
        let mut document = fine.clone();
        *document.pointer_mut(at).unwrap() = value;
        Check::of(&document).len()
    };
    let get = "/paths/~1a~1{b}/get";
    assert_eq!(with(&format!("{get}/responses/200"), serde_json::json!({})), 1, "no description");
    assert_eq!(
        with(&format!("{get}/parameters/0/name"), "c".into()),
        2,
        "not in the path, and the path's own"
    );
    assert_eq!(with(&format!("{get}/parameters/0/required"), false.into()), 1);
    assert_eq!(with(&format!("{get}/operationId"), Value::Null), 1);
    assert_eq!(with(&format!("{get}/responses/200/content/text~1plain/schema/type"), "text".into()), 1);
    let nowhere = serde_json::json!({"$ref": "#/components/schemas/None"});
    assert_eq!(with(&format!("{get}/parameters/0/schema"), nowhere), 1);
    let mut twice = fine.clone();
    twice["paths"]["/c"]["get"] = serde_json::json!({
        "operationId": "a", "responses": {"200": {"description": "x"}},
    });
    assert_eq!(Check::of(&twice).len(), 1, "the same operationId twice");
}
