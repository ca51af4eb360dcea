//! Deserialises values into Rust types and keeps the path of what a type refuses.
//!
//! The schema cannot express everything: the card type's own `Deserialize` refuses an invalid card
//! code, for example. serde's errors have no path, so this deserialiser, which otherwise works like
//! serde_json's, collects the steps while an error propagates upwards.

use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::path::{Path, Step};

/// An error from a type's `Deserialize`, and the steps from the value back to the root.
#[derive(Debug)]
pub(crate) struct Refusal {
    message: String,
    back: Vec<Step>,
}

impl Refusal {
    fn under(mut self, step: Step) -> Self {
        self.back.push(step);
        self
    }

    pub(crate) fn into_parts(mut self) -> (Path, String) {
        self.back.reverse();
        (Path(self.back), self.message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Refusal { message: message.to_string(), back: Vec::new() }
    }
}

/// Deserialises one value.
#[derive(Clone, Copy)]
pub(crate) struct Node<'de>(pub(crate) &'de Value);

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Number(number) => {
                number.deserialize_any(visitor).map_err(|error: serde_json::Error| Refusal::custom(error))
            }
            Value::Array(list) => visitor.visit_seq(Items { items: list.iter(), number: 0 }),
            Value::Object(table) => visitor.visit_map(Entries { entries: table.iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.0 {
            Value::String(variant) => visitor.visit_enum(Variant { variant, inner: None }),
            Value::Object(table) => visitor.visit_enum(only_entry(table)?),
            _ => Err(Refusal::invalid_type(Unexpected::Other("value"), &"a word or a table with one key")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

fn only_entry(table: &Map<String, Value>) -> Result<Variant<'_>, Refusal> {
    let mut entries = table.iter();
    match (entries.next(), entries.next()) {
        (Some((variant, inner)), None) => Ok(Variant { variant, inner: Some(inner) }),
        _ => Err(Refusal::custom("a table with exactly one key is expected")),
    }
}

struct Items<'de> {
    items: std::slice::Iter<'de, Value>,
    number: usize,
}

impl<'de> de::SeqAccess<'de> for Items<'de> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let step = Step::Item(self.number);
        self.number += 1;
        seed.deserialize(Node(item)).map(Some).map_err(|refusal| refusal.under(step))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Entries<'de> {
    entries: serde_json::map::Iter<'de>,
    value: Option<(&'de String, &'de Value)>,
}

impl<'de> de::MapAccess<'de> for Entries<'de> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        self.value = self.entries.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        seed.deserialize(Key(key)).map(Some).map_err(|refusal| refusal.under(Step::Key(key.clone())))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Refusal> {
        let (key, value) = self.value.take().ok_or_else(|| Refusal::custom("a value without a key"))?;
        seed.deserialize(Node(value)).map_err(|refusal| refusal.under(Step::Key(key.clone())))
    }
}

/// Deserialises a key; numbers and booleans as keys are parsed from text.
struct Key<'de>(&'de str);

macro_rules! keys_parsed_as {
    ($($method:ident => $visit:ident,)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
            match self.0.parse() {
                Ok(parsed) => visitor.$visit(parsed),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Refusal;

    keys_parsed_as! {
        deserialize_bool => visit_bool,
        deserialize_i8 => visit_i64, deserialize_i16 => visit_i64,
        deserialize_i32 => visit_i64, deserialize_i64 => visit_i64, deserialize_i128 => visit_i128,
        deserialize_u8 => visit_u64, deserialize_u16 => visit_u64,
        deserialize_u32 => visit_u64, deserialize_u64 => visit_u64, deserialize_u128 => visit_u128,
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0))
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an enum, with the value written for it.
struct Variant<'de> {
    variant: &'de str,
    inner: Option<&'de Value>,
}

impl<'de> de::EnumAccess<'de> for Variant<'de> {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Refusal> {
        let name: de::value::StrDeserializer<'_, Refusal> = self.variant.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> Variant<'de> {
    /// Deserialises the value of the variant, which must exist.
    fn read<T>(self, read: impl FnOnce(Node<'de>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        match self.inner {
            Some(inner) => {
                read(Node(inner)).map_err(|refusal| refusal.under(Step::Key(self.variant.to_owned())))
            }
            None => Err(Refusal::custom(format_args!("\"{}\" needs a value", self.variant))),
        }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'de> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        match self.inner {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(Refusal::custom(format_args!("\"{}\" takes no value", self.variant))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refusal> {
        self.read(|node| seed.deserialize(node))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.read(|node| node.deserialize_any(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.read(|node| node.deserialize_any(visitor))
    }
}
