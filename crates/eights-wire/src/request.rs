//! Deserialises a request: a message with an optional `id` beside it.
//!
//! `#[serde(flatten)]` would silently ignore unknown keys and a second message; both are mistakes
//! of the client that should be reported.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, Unexpected, VariantAccess, Visitor,
        value::CowStrDeserializer,
    },
    forward_to_deserialize_any,
};

use crate::to_server::{Request, ToServer};

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Request, D::Error> {
        deserializer.deserialize_map(RequestVisitor)
    }
}

struct RequestVisitor;

impl<'de> Visitor<'de> for RequestVisitor {
    type Value = Request;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with one message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request, A::Error> {
        let (mut id, mut message) = (None, None);
        while let Some(key) = map.next_key::<Cow<str>>()? {
            if key == "id" {
                if id.replace(map.next_value::<u32>()?).is_some() {
                    return Err(A::Error::duplicate_field("id"));
                }
            } else if message.replace(map.next_value_seed(Body(key))?).is_some() {
                return Err(A::Error::custom("an object holds one message, not two"));
            }
        }
        let message = message.ok_or_else(|| A::Error::custom("there is no message in the object"))?;
        Ok(Request { id, message })
    }
}

/// Deserialises the value of a message's key.
struct Body<'a>(Cow<'a, str>);

impl<'de> DeserializeSeed<'de> for Body<'_> {
    type Value = ToServer;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<ToServer, D::Error> {
        ToServer::deserialize(Variant { name: self.0, value })
    }
}

/// Presents a key and its value as an externally tagged enum.
struct Variant<'a, D> {
    name: Cow<'a, str>,
    value: D,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Variant<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, 'a, D: Deserializer<'de>> EnumAccess<'de> for Variant<'a, D> {
    type Error = D::Error;
    type Variant = Value<D>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Value<D>), D::Error> {
        let name: CowStrDeserializer<'a, D::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, Value(self.value)))
    }
}

/// The content of a variant. All messages are objects.
struct Value<D>(D);

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for Value<D> {
    type Error = D::Error;

    fn unit_variant(self) -> Result<(), D::Error> {
        Err(D::Error::invalid_type(Unexpected::UnitVariant, &"an object"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, D::Error> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, D::Error> {
        Err(D::Error::invalid_type(Unexpected::TupleVariant, &"an object"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id_of, read, write};

    #[test]
    fn the_id_may_come_before_or_after_the_message_or_be_missing() {
        let ping = |id| Request { id, message: ToServer::Ping { n: 5 } };
        assert_eq!(read(r#"{"id":7,"ping":{"n":5}}"#), Ok(ping(Some(7))));
        assert_eq!(read(r#"{"ping":{"n":5},"id":7}"#), Ok(ping(Some(7))));
        assert_eq!(read(r#"{"ping":{"n":5}}"#), Ok(ping(None)));
        for request in [ping(None), ping(Some(0)), ToServer::Start {}.into()] {
            assert_eq!(read(&write(&request)), Ok(request));
        }
    }

    #[test]
    fn extra_keys_and_second_messages_are_refused() {
        for text in [
            r#"{}"#,
            r#"{"id":7}"#,
            r#"{"id":7,"id":7,"start":{}}"#,
            r#"{"id":-1,"start":{}}"#,
            r#"{"id":4294967296,"start":{}}"#,
            r#"{"id":"7","start":{}}"#,
            r#"{"start":{},"hint":{}}"#,
            r#"{"start":{},"start":{}}"#,
            r#"{"start":{},"other":1}"#,
            r#"{"start":{"now":true}}"#,
            r#"{"start":null}"#,
            r#"{"say":{"step":1,"say":"draw"}}"#,
            r#"["start"]"#,
            r#""start""#,
        ] {
            assert!(read::<Request>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_refusal_can_name_the_id_of_a_message_that_cannot_be_read() {
        assert_eq!(id_of(r#"{"id":9,"start":{"now":true}}"#), Some(9));
        assert_eq!(id_of(r#"{"start":{}}"#), None);
        assert_eq!(id_of("{"), None);
    }
}
