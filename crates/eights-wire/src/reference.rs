//! Generates the message reference in docs/protocol.md for `cargo xtask fresh`.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

use crate::{
    ByeCode, Chair, Clock, Door, HandOver, Offer, Over, Pause, Permission, Phase, RefusalCode, Room,
    RulesBrief, Settings, Setup, ShuffleProof, ToClient, ToServer, Update, Verb, Watcher, Who,
};

/// The reference of all messages and their parts, in Markdown.
pub fn tables() -> String {
    let mut out = String::new();
    messages("Messages to the server", &schema_of::<ToServer>(READ), &mut out);
    messages("Messages from the server", &schema_of::<ToClient>(WRITTEN), &mut out);
    out.push_str("### What they are made of\n");
    macro_rules! parts {
        ($how:ident: $($name:ident),*) => {
            $( part(stringify!($name), &schema_of::<$name>($how), &mut out); )*
        };
    }
    parts!(WRITTEN: Room, Chair, Who, Watcher, Phase, Pause, Permission, RulesBrief, ShuffleProof);
    parts!(WRITTEN: Update, Offer, Verb, HandOver, Over, Clock, RefusalCode, ByeCode);
    parts!(READ: Settings, Door, Setup);
    out
}

/// For types that clients read: what the server may leave out is optional.
const WRITTEN: fn(SchemaSettings) -> SchemaSettings = SchemaSettings::for_serialize;
/// For types that clients write: what has a default is optional.
const READ: fn(SchemaSettings) -> SchemaSettings = SchemaSettings::for_deserialize;

/// The schema of a type, with references to other types.
fn schema_of<T: JsonSchema>(how: fn(SchemaSettings) -> SchemaSettings) -> Value {
    let mut generator = SchemaGenerator::new(how(SchemaSettings::draft2020_12()));
    T::json_schema(&mut generator).to_value()
}

fn messages(title: &str, schema: &Value, out: &mut String) {
    out.push_str(&format!("### {title}\n"));
    for variant in schema["oneOf"].as_array().into_iter().flatten() {
        let Some((name, body)) =
            variant["properties"].as_object().and_then(|properties| properties.iter().next())
        else {
            continue;
        };
        out.push_str(&format!("\n**`{name}`** – {}", words(variant)));
        match body.get("properties") {
            Some(_) => {
                out.push_str("\n\n");
                fields(body, out);
            }
            None if body.get("$ref").is_some() => out.push_str(&format!(" Its body is {}.\n", kind(body))),
            None => out.push_str(" No fields.\n"),
        }
    }
    out.push('\n');
}

fn part(name: &str, schema: &Value, out: &mut String) {
    out.push_str(&format!("\n#### {name}\n\n{}\n\n", words(schema)));
    if schema.get("properties").is_some() {
        return fields(schema, out);
    }
    out.push_str("| value | meaning |\n|---|---|\n");
    for variant in schema["oneOf"].as_array().into_iter().flatten() {
        let value = match variant["const"].as_str() {
            Some(text) => format!("`\"{text}\"`"),
            None => object(variant),
        };
        out.push_str(&format!("| {value} | {} |\n", words(variant)));
    }
}

/// A variant with a body, on one line: `{"bot": {"name": text, "level": text}}`.
fn object(variant: &Value) -> String {
    let Some((name, body)) =
        variant["properties"].as_object().and_then(|properties| properties.iter().next())
    else {
        return String::new();
    };
    let field = |(name, schema): (&String, &Value)| format!("`{name}`: {} ({})", kind(schema), words(schema));
    let fields: Vec<String> = body["properties"].as_object().into_iter().flatten().map(field).collect();
    if fields.is_empty() {
        format!("`{{\"{name}\": {{}}}}`")
    } else {
        format!("`{{\"{name}\": {{…}}}}` with {}", fields.join("; "))
    }
}

fn fields(schema: &Value, out: &mut String) {
    out.push_str("| field | type | meaning |\n|---|---|---|\n");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let kind = match (required.contains(&name.as_str()), kind(field)) {
            (true, kind) => kind,
            (false, kind) => format!("{}, may be left out", kind.trim_end_matches(" or null")),
        };
        out.push_str(&format!("| `{name}` | {kind} | {} |\n", words(field)));
    }
}

/// The type of a field in a word or two.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(options) = schema["anyOf"].as_array() {
        return options.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    let word = |name: &str| match name {
        "string" => "text".to_owned(),
        "integer" => "number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => format!("list of {}", kind(&schema["items"])),
        "object" => match schema.get("additionalProperties").filter(|value| value.is_object()) {
            Some(value) => format!("object, each value a {}", kind(value)),
            None => "object".to_owned(),
        },
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(name) => word(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(word).collect::<Vec<_>>().join(" or ")
        }
        _ => "any JSON".to_owned(),
    }
}

/// The doc comment on one line.
fn words(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_document_lists_all_messages_and_refusal_codes() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        assert!(page.contains(&super::tables()), "run cargo xtask fresh --write");
        for code in ["\"not-your-turn\"", "\"illegal\"", "\"no-such-table\"", "\"other\""] {
            assert!(super::tables().contains(&format!("| `{code}` |")), "{code}");
        }
    }
}
