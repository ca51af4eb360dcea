//! Deserialises a type from a parsed document.
//!
//! Unlike serde_json's own deserializer this one makes structs of tables only, not of lists as well. A
//! sheet as a list of values is never what an author means, and the code for it was 1 % of the page's
//! engine.

use serde::de::{
    Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor,
    value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer},
};
use serde_json::{Error, Map, Value};

/// Methods that all do the same.
macro_rules! same {
    ($($method:ident)* => $by:ident) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$by(visitor)
        })*
    };
}

#[derive(Clone, Copy)]
pub(crate) struct Parsed<'a>(pub(crate) &'a Value);

impl<'de> Parsed<'de> {
    fn wrong<T>(self, visitor: &impl Visitor<'de>) -> Result<T, Error> {
        Err(Error::invalid_type(unexpected(self.0), visitor))
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (_, Some(number), _) => visitor.visit_i64(number),
                (.., number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            _ => self.wrong(&visitor),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => self.wrong(&visitor),
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(list) => {
                let mut items = SeqDeserializer::new(list.iter().map(Parsed));
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            _ => self.wrong(&visitor),
        }
    }

    fn table<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(table) => visitor.visit_map(entries(table)),
            _ => self.wrong(&visitor),
        }
    }
}

type Entries<'a, I> = MapDeserializer<'a, I, Error>;

fn entries(table: &Map<String, Value>) -> Entries<'_, impl Iterator<Item = (Key<'_>, Parsed<'_>)>> {
    MapDeserializer::new(table.iter().map(|(key, value)| (Key(key), Parsed(value))))
}

/// A key of a table. Where a number is expected, it is written as text.
#[derive(Clone, Copy)]
struct Key<'a>(&'a str);

impl<'de> IntoDeserializer<'de, Error> for Key<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Key<'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_i64(number),
            Err(_) => visitor.visit_borrowed_str(self.0),
        }
    }
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    same! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 => number
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, Error> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(is) => Unexpected::Bool(*is),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Unexpected::Unsigned(number),
            (_, Some(number)) => Unexpected::Signed(number),
            _ => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

impl<'de> IntoDeserializer<'de, Error> for Parsed<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Parsed<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(_) => self.number(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.list(visitor),
            Value::Object(_) => self.table(visitor),
        }
    }

    same! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64 => number
    }
    same! { deserialize_char deserialize_str deserialize_string deserialize_identifier => text }
    same! { deserialize_seq => list }
    same! { deserialize_map => table }
    same! { deserialize_bool deserialize_bytes deserialize_byte_buf deserialize_unit => deserialize_any }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, Error> {
        self.table(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(variant) => visitor.visit_enum(variant.as_str().into_deserializer()),
            Value::Object(table) if table.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(entries(table)))
            }
            Value::Object(_) => Err(Error::invalid_value(Unexpected::Map, &"a table with one key")),
            _ => self.wrong(&visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}
