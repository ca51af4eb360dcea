//! What can be read from a paper.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

/// A type that people write down.
pub trait Written: DeserializeOwned + JsonSchema {
    /// The schema as generated and checked in, which the page reads instead of generating
    /// it: the generator is a tenth of the engine that a browser loads.
    const CHECKED_IN: Option<&'static str> = None;

    /// What may be written.
    fn schema() -> Schema {
        match Self::CHECKED_IN {
            Some(schema) if cfg!(target_family = "wasm") => {
                serde_json::from_str(schema).expect("a checked-in schema is one")
            }
            _ => SchemaGenerator::default().into_root_schema_for::<Self>(),
        }
    }
}
