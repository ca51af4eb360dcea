//! Checks that answers over HTTP have the form that the OpenAPI document describes.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

static DOCUMENT: LazyLock<Value> = LazyLock::new(eights_server::openapi);

/// Panics if the document does not describe this response. Paths outside of the document may respond with
/// anything.
pub(crate) fn check(method: &str, path: &str, status: u16, text: &str) {
    let path = path.split('?').next().unwrap_or_default();
    let Some(item) = path_item(path) else { return };
    let Some(operation) = item.get(&method.to_ascii_lowercase()) else { return };
    let response = &operation["responses"][status.to_string()];
    assert!(response.is_object(), "{method} {path} answers {status}, which is not described: {text}");
    let Some(schema) = response.pointer("/content/application~1json/schema") else { return };
    let answer: Value =
        serde_json::from_str(text).unwrap_or_else(|_| panic!("{method} {path}: not JSON: {text}"));
    let errors = mistakes(schema, &answer);
    assert!(errors.is_empty(), "{method} {path} {status}: {errors:#?} in {text}");
}

/// All violations of a schema by a response. Fields that the schema does not list are violations too.
pub(crate) fn mistakes(schema: &Value, answer: &Value) -> Vec<String> {
    // Building a validator takes longer than most requests, so there is one for each schema.
    static VALIDATORS: Mutex<Option<HashMap<String, Validator>>> = Mutex::new(None);
    let mut validators = VALIDATORS.lock().unwrap();
    let validator = validators.get_or_insert_default().entry(schema.to_string()).or_insert_with(|| {
        let mut whole = json!({ "allOf": [schema], "components": DOCUMENT["components"] });
        close(&mut whole);
        jsonschema::validator_for(&whole).unwrap()
    });
    validator.iter_errors(answer).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// The operations at a path, whose template has the same segments but for those in braces.
fn path_item(path: &str) -> Option<&'static Map<String, Value>> {
    let fits = |template: &str| {
        template.split('/').count() == path.split('/').count()
            && template
                .split('/')
                .zip(path.split('/'))
                .all(|(want, have)| want.starts_with('{') || want == have)
    };
    let paths = DOCUMENT["paths"].as_object()?;
    // A path without parameters goes before one with them.
    let exact =
        paths.get(path).or_else(|| paths.iter().find(|(template, _)| fits(template)).map(|(_, item)| item));
    exact?.as_object()
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) && fields.contains_key("type") {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => (),
    }
}
