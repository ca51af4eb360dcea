//! Writes TypeScript types from JSON Schemas, and from the OpenAPI document of the HTTP API.
//!
//! Only what our own schemas contain is understood; anything else becomes `unknown`.

use serde_json::{Map, Value};

/// The declarations of all types in `$defs` of a JSON Schema.
pub(crate) fn from_schema(schema: &Value) -> String {
    schema["$defs"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, schema)| declaration(name, schema))
        .collect()
}

/// The declarations of all types in an OpenAPI document, and of its operations: what each takes and answers.
pub(crate) fn from_openapi(document: &Value) -> String {
    let mut out = String::new();
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        out.push_str(&declaration(name, schema));
    }
    out.push_str("/** Every operation, by its id. */\nexport interface Operations {\n");
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let about = comment(&operation["summary"], 1);
            let id = operation["operationId"].as_str().unwrap_or_default();
            let body =
                content(&operation["requestBody"]).map_or("undefined".into(), |schema| kind(schema, 1));
            let answer =
                content(&operation["responses"]["200"]).map_or("undefined".into(), |schema| kind(schema, 1));
            let method = method.to_uppercase();
            out.push_str(&format!(
                "{about}  {id}: {{ method: \"{method}\"; path: \"{path}\"; body: {body}; answer: {answer} }};\n"
            ));
        }
    }
    out.push_str("}\n");
    out
}

/// The schema of the first kind of content of a request or response.
fn content(message: &Value) -> Option<&Value> {
    message["content"].as_object()?.values().next().map(|content| &content["schema"])
}

fn declaration(name: &str, schema: &Value) -> String {
    let about = comment(&schema["description"], 0);
    match schema.get("properties").and_then(Value::as_object).filter(|_| schema.get("oneOf").is_none()) {
        Some(properties) => {
            format!("{about}export interface {name} {}\n\n", object(schema, properties, 0))
        }
        None => {
            let kind = kind(schema, 0);
            let space = if kind.starts_with('\n') { "" } else { " " };
            format!("{about}export type {name} ={space}{kind};\n\n")
        }
    }
}

/// The type that a schema describes. `depth` is how deep the text around it is indented.
fn kind(schema: &Value, depth: usize) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return name.to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(Value::to_string), depth);
    }
    if let Some(options) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let union = union(options.iter().map(|option| kind(option, depth + 1)), depth);
        // An enum whose variants share fields has these beside its `oneOf`.
        return match schema["properties"].as_object() {
            Some(properties) => format!("{} & ({union})", object(schema, properties, depth)),
            None => union,
        };
    }
    match &schema["type"] {
        Value::String(name) => one_kind(name, schema, depth),
        Value::Array(names) => {
            union(names.iter().filter_map(Value::as_str).map(|name| one_kind(name, schema, depth)), depth)
        }
        _ => "unknown".into(),
    }
}

fn one_kind(name: &str, schema: &Value, depth: usize) -> String {
    match name {
        "integer" | "number" => "number".into(),
        "array" => array(schema, depth),
        "object" => match (schema["properties"].as_object(), schema.get("additionalProperties")) {
            (Some(properties), _) => object(schema, properties, depth),
            (None, Some(value @ Value::Object(_))) => {
                let key = schema.get("propertyNames").map_or("string".into(), |key| kind(key, depth));
                format!("Record<{key}, {}>", kind(value, depth))
            }
            (None, Some(Value::Bool(false))) => "Record<string, never>".into(),
            _ => "Record<string, unknown>".into(),
        },
        other => other.to_owned(),
    }
}

fn array(schema: &Value, depth: usize) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| kind(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = kind(&schema["items"], depth);
    let fixed = schema["minItems"].as_u64().filter(|least| schema["maxItems"].as_u64() == Some(*least));
    match fixed {
        Some(n @ 1..=4) => format!("[{}]", vec![item; n as usize].join(", ")),
        _ if item.contains(' ') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, properties: &Map<String, Value>, depth: usize) -> String {
    if properties.is_empty() {
        return "Record<string, never>".into();
    }
    let required = schema["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|required| required == name));
    let fields = properties.iter().map(|(name, field)| {
        let about = comment(&field["description"], depth + 1);
        let optional = if is_required(name) { "" } else { "?" };
        format!("{about}{}{}{optional}: {};\n", indent(depth + 1), key(name), kind(field, depth + 1))
    });
    format!("{{\n{}{}}}", fields.collect::<String>(), indent(depth))
}

/// A union; one option a line if it is long.
fn union(options: impl Iterator<Item = String>, depth: usize) -> String {
    let mut options: Vec<String> = options.collect();
    options.dedup();
    let line = options.join(" | ");
    if options.len() < 2 || (line.len() < 90 && !line.contains('\n')) {
        return line;
    }
    let indent = indent(depth + 1);
    options.iter().map(|option| format!("\n{indent}| {option}")).collect()
}

fn key(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name.to_owned() } else { format!("\"{name}\"") }
}

fn comment(text: &Value, depth: usize) -> String {
    let words: Vec<&str> = text.as_str().unwrap_or_default().split_whitespace().collect();
    if words.is_empty() { String::new() } else { format!("{}/** {} */\n", indent(depth), words.join(" ")) }
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_unions_and_lists_become_types() {
        let schema = json!({ "$defs": {
            "Seat": { "type": "string", "description": "A\n letter." },
            "View": {
                "type": "object",
                "properties": {
                    "turn": { "$ref": "#/$defs/Seat" },
                    "this-turn": { "type": "object", "additionalProperties": { "type": "integer" } },
                    "teams": { "type": "array", "items": { "type": "array", "items": { "$ref": "#/$defs/Seat" } } },
                    "named": { "type": ["string", "null"], "description": "What was named." },
                },
                "required": ["turn", "this-turn", "named"],
            },
            "Top": { "oneOf": [
                { "enum": ["nothing", "something"] },
                { "type": "object", "properties": { "ball": { "type": "array", "prefixItems": [
                    { "$ref": "#/$defs/Seat" }, { "type": "string" }
                ] } }, "required": ["ball"] },
            ] },
        } });
        assert_eq!(
            from_schema(&schema),
            "/** A letter. */\nexport type Seat = string;\n\n\
             export type Top = \n  | \"nothing\" | \"something\"\n  | {\n    ball: [Seat, string];\n  };\n\n\
             export interface View {\n  /** What was named. */\n  named: string | null;\n  teams?: Seat[][];\n  \
             \"this-turn\": Record<string, number>;\n  turn: Seat;\n}\n\n"
                .replace("= \n", "=\n")
        );
    }

    #[test]
    fn operations_say_what_they_take_and_answer() {
        let document = json!({
            "paths": { "/api/me": { "put": {
                "operationId": "rename",
                "summary": "Changes the name.",
                "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Name" } } } },
                "responses": { "200": { "description": "x" } },
            } } },
            "components": { "schemas": { "Name": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } } },
        });
        assert_eq!(
            from_openapi(&document),
            "export interface Name {\n  name: string;\n}\n\n\
             /** Every operation, by its id. */\nexport interface Operations {\n  /** Changes the name. */\n  \
             rename: { method: \"PUT\"; path: \"/api/me\"; body: Name; answer: undefined };\n}\n"
        );
    }
}
