//! The trait of types that can be read from a document.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

/// A type that people write as a document.
pub trait Written: DeserializeOwned + JsonSchema {
    /// The generated schema that is checked in, without what is only for people. In the browser it replaces generation,
    /// because the generator would make up a tenth of the engine's download.
    const CHECKED_IN: Option<&'static str> = None;

    /// The schema of what may be written.
    fn schema() -> Schema {
        match Self::CHECKED_IN {
            Some(schema) if cfg!(target_family = "wasm") => {
                serde_json::from_str(schema).expect("a checked-in schema is one")
            }
            _ => SchemaGenerator::default().into_root_schema_for::<Self>(),
        }
    }
}
