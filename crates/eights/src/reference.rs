//! JSON Schemas of what is sent to clients. Documents, the page's types and tests are made from them.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema, transform};
use serde_json::{Map, Value, json};

use crate::{
    seat::{BySeat, Seat, Seats},
    table::{Sight, Table},
};

/// Collects the schemas of types as they are serialised, each under its name in `$defs`.
pub struct Schemas(SchemaGenerator);

impl Schemas {
    /// No type yet.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Schemas {
        let left_out = transform::RecursiveTransform(never_null_when_left_out);
        Schemas(SchemaSettings::draft2020_12().for_serialize().with_transform(left_out).into_generator())
    }

    /// Adds a type and everything that it is made of.
    #[must_use]
    pub fn with<T: JsonSchema>(mut self) -> Schemas {
        self.0.subschema_for::<T>();
        self
    }

    /// The document with all of them.
    pub fn into_value(mut self) -> Value {
        let definitions: Map<String, Value> = self.0.take_definitions(true);
        json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions })
    }
}

/// A field that is left out when it is `None` is never `null`, though its `Option` could be.
fn never_null_when_left_out(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        required.as_array().is_some_and(|names| names.iter().any(|required| required.as_str() == Some(name)))
    };
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        let Some(fields) = property.as_object_mut() else { continue };
        if let Some(Value::Array(types)) = fields.get_mut("type") {
            types.retain(|name| name != "null");
            if let [only] = &types[..] {
                let only = only.clone();
                fields.insert("type".into(), only);
            }
        }
        if let Some(Value::Array(options)) = fields.get_mut("anyOf") {
            options.retain(|option| option["type"] != "null");
            if let [Value::Object(only)] = &options[..] {
                let only = only.clone();
                fields.remove("anyOf");
                fields.extend(only);
            }
        }
    }
}

/// Describes a type that is serialised as text: its name, a pattern for the texts, and what they mean.
#[macro_export]
macro_rules! text_schema {
    ($type:ty, $name:literal, $pattern:expr, $meaning:literal) => {
        impl ::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", $name).into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!({ "type": "string", "pattern": $pattern, "description": $meaning })
            }
        }
    };
}

text_schema!(Seat, "Seat", "^[A-P]$", "The letter of a seat; `A` is the first, the others follow clockwise.");

impl JsonSchema for Seats {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Seat>>::json_schema(generator)
    }
}

impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("BySeat_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (seat, item) = (generator.subschema_for::<Seat>(), generator.subschema_for::<T>());
        json_schema!({ "type": "object", "propertyNames": seat, "additionalProperties": item })
    }
}

impl<F: JsonSchema> JsonSchema for Sight<F> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Card".into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        format!("{}::Sight<{}>", module_path!(), F::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let face = generator.subschema_for::<F>();
        let back = json!({ "const": "??" });
        json_schema!({ "anyOf": [face, back], "description": "A card; `??` where the viewer does not know its face." })
    }
}

impl<P: JsonSchema, F: JsonSchema, const PLACES: usize> JsonSchema for Table<P, Sight<F>, PLACES> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Table".into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        format!("{}::Table<{}, {}>", module_path!(), P::schema_id(), F::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (place, card) = (generator.subschema_for::<P>(), generator.subschema_for::<Sight<F>>());
        json_schema!({
            "type": "object",
            "description": "Every place that has cards: its cards, bottom first, or just their number where the viewer knows none of them.",
            "propertyNames": place,
            "additionalProperties": { "anyOf": [{ "type": "integer", "minimum": 1 }, { "type": "array", "items": card }] },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_is_left_out_is_not_described_as_null() {
        #[derive(JsonSchema)]
        #[schemars(rename = "Example")]
        #[allow(dead_code)]
        struct Example {
            always: Option<u8>,
            #[schemars(skip_serializing_if = "Option::is_none")]
            number: Option<u8>,
            #[schemars(skip_serializing_if = "Option::is_none")]
            seat: Option<Seat>,
        }
        let schemas = Schemas::new().with::<Example>().into_value();
        let example = &schemas["$defs"]["Example"];
        assert_eq!(example["required"], json!(["always"]));
        assert_eq!(example["properties"]["always"]["type"], json!(["integer", "null"]));
        assert_eq!(example["properties"]["number"]["type"], json!("integer"));
        assert_eq!(example["properties"]["seat"]["$ref"], json!("#/$defs/Seat"));
    }
}
