//! `/openapi.json` is a valid OpenAPI 3.1 document: it fits the schema of the OpenAPI Initiative, its
//! own schemas are JSON Schemas, and the rules hold that a schema cannot express.

use std::collections::BTreeSet;

use crate::common::{Person, described, serve};
use serde_json::{Value, json};

/// <https://spec.openapis.org/oas/3.1/schema/2022-10-07>, by the OpenAPI Initiative (Apache-2.0).
const OPENAPI_SCHEMA: &str = include_str!("openapi/schema-3.1.json");

/// All violations of a schema by a document.
fn mistakes(document: &Value) -> Vec<String> {
    let schema: Value = serde_json::from_str(OPENAPI_SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut mistakes: Vec<String> =
        validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        if let Err(error) = jsonschema::meta::validate(schema) {
            mistakes.push(format!("schema {name}: {error}"));
        }
    }
    operations(document, &mut mistakes);
    references(document, document, &mut mistakes);
    mistakes
}

/// Operation ids are unique, and the parameters in a path are those that the path names.
fn operations(document: &Value, mistakes: &mut Vec<String>) {
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let named: BTreeSet<&str> =
            path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        for (method, operation) in item.as_object().into_iter().flatten() {
            let id = operation["operationId"].as_str().unwrap_or_default();
            if id.is_empty() || !ids.insert(id) {
                mistakes.push(format!("{method} {path}: operationId {id:?} is missing or used twice"));
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let in_path = parameters.filter(|parameter| parameter["in"] == "path");
            let described: BTreeSet<&str> =
                in_path.filter_map(|parameter| parameter["name"].as_str()).collect();
            if described != named {
                mistakes.push(format!("{method} {path}: the parameters described are {described:?}"));
            }
        }
    }
}

/// Every `$ref` resolves within the document.
fn references(document: &Value, value: &Value, mistakes: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref").and_then(Value::as_str)
                && reference.strip_prefix('#').and_then(|path| document.pointer(path)).is_none()
            {
                mistakes.push(format!("{reference} leads nowhere"));
            }
            fields.values().for_each(|value| references(document, value, mistakes));
        }
        Value::Array(values) => values.iter().for_each(|value| references(document, value, mistakes)),
        _ => (),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_valid() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let document = ada.get("/openapi.json").await.json();
    assert_eq!(mistakes(&document), [""; 0]);
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_have_the_form_that_the_document_describes() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    // `Person` compares each of these answers with the document.
    for path in ["/api/me", "/api/games", "/api/levels", "/api/tables", "/api/matches", "/api/stats"] {
        assert_eq!(ada.get(path).await.status, 200, "{path}");
    }
    assert_eq!(ada.get("/api/rules/crazy-eights/basic").await.status, 200);
    assert_eq!(ada.get("/api/rules/crazy-eights/none").await.status, 404);
    assert_eq!(ada.post("/api/me/link", "{}").await.status, 200);
    assert_eq!(ada.post("/api/rules/crazy-eights/check", r#"{"text":"deal = 1"}"#).await.status, 200);
    assert_eq!(ada.post("/api/rules/crazy-eights", r#"{"text":"deal = 1"}"#).await.status, 422);
    let table = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    let code = table["code"].as_str().unwrap();
    assert_eq!(ada.get(&format!("/api/tables/{code}")).await.status, 200);
    server.shut_down().await;

    let profile = json!({"$ref": "#/components/schemas/Profile"});
    assert_eq!(described::mistakes(&profile, &json!({"id": "x", "name": "Ada", "token-age": 1})), [""; 0]);
    for wrong in
        [json!({"id": "x", "name": "Ada"}), json!({"id": "x", "name": "Ada", "token-age": 1, "more": 1})]
    {
        assert_eq!(described::mistakes(&profile, &wrong).len(), 1, "{wrong}");
    }
}

/// Checks the checks: they find mistakes of each kind.
#[test]
fn mistakes_are_found() {
    let operation = "/paths/~1a~1{b}/get";
    let fine = json!({
        "openapi": "3.1.0",
        "info": {"title": "x", "version": "1"},
        "paths": {"/a/{b}": {"get": {
            "operationId": "a",
            "parameters": [{"name": "b", "in": "path", "required": true, "schema": {"type": "string"}}],
            "responses": {"200": {"description": "x", "content": {"text/plain": {"schema": {"type": "string"}}}}},
        }}},
        "components": {"schemas": {"Name": {"type": "string"}}},
    });
    assert_eq!(mistakes(&fine), [""; 0]);
    for (at, wrong) in [
        ("/openapi", json!("2.0")),
        ("/info", json!({"title": "x"})),
        (&format!("{operation}/responses/200"), json!({})),
        (&format!("{operation}/responses"), json!({"ok": {"description": "x"}})),
        (&format!("{operation}/parameters/0/name"), json!("c")),
        (&format!("{operation}/parameters/0/required"), json!(false)),
        (&format!("{operation}/parameters"), json!([])),
        (&format!("{operation}/parameters/0/schema"), json!({"$ref": "#/components/schemas/None"})),
        (&format!("{operation}/operationId"), json!(null)),
        ("/components/schemas/Name/type", json!("text")),
    ] {
        let mut document = fine.clone();
        *document.pointer_mut(at).unwrap() = wrong.clone();
        assert!(!mistakes(&document).is_empty(), "{at} = {wrong}");
    }
    let mut twice = fine.clone();
    twice["paths"]["/c"]["get"] = json!({"operationId": "a", "responses": {"200": {"description": "x"}}});
    assert_eq!(mistakes(&twice).len(), 1, "the same operationId twice");
}
