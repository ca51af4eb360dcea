//! Serializes views and events as JSON, with exactly the bytes that `serde_json` writes.
//!
//! Every guest of a table receives the whole view after every move, so writing views is most of
//! a server's work. `serde_json` scans every key for characters to escape; this writer copies
//! the names of fields and variants unchecked, and scans only the other strings. For 64 views of a
//! game with four players it takes 194,000 instructions where `serde_json` takes 553,000 (`make
//! counts`, `benches/counts.rs`).

use std::{fmt, io::Write};

use serde::{
    Serialize, Serializer,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use serde_json::{Error, Value};

/// Appends a value to `out`.
///
/// # Errors
///
/// If the value's own `Serialize` implementation fails.
pub fn write(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
    value.serialize(Json(out))
}

/// A view or event as a JSON value. It is written and parsed again, since a second serializer would
/// make the engine for the browser larger.
pub(crate) fn to_value(value: &impl Serialize) -> Value {
    let mut bytes = Vec::new();
    write(&mut bytes, value).expect("views and events always serialize");
    serde_json::from_slice(&bytes).expect("this writes JSON")
}

struct Json<'a>(&'a mut Vec<u8>);

/// The state of a list, a struct or a map while its parts are being written.
struct Parts<'a> {
    out: &'a mut Vec<u8>,
    first: bool,
    close: &'static [u8],
}

impl<'a> Json<'a> {
    fn parts(self, open: u8, close: &'static [u8]) -> Parts<'a> {
        self.0.push(open);
        Parts { out: self.0, first: true, close }
    }

    /// Writes `{"variant":`. The caller writes the value and the closing brace.
    fn tag(self, variant: &'static str) -> Json<'a> {
        name(self.0, b"{", variant);
        Json(self.0)
    }

    fn plainly(self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        serde_json::to_writer(self.0, value)
    }
}

/// Writes text in quotation marks. Most texts are seats or cards with one to three letters: the
/// fixed sizes compile to a single store, where a variable length calls `memcpy`.
#[inline(always)]
fn quoted(out: &mut Vec<u8>, text: &[u8]) {
    match *text {
        [a] => out.extend_from_slice(&[b'"', a, b'"']),
        [a, b] => out.extend_from_slice(&[b'"', a, b, b'"']),
        [a, b, c] => out.extend_from_slice(&[b'"', a, b, c, b'"']),
        _ => quoted_long(out, text),
    }
}

fn quoted_long(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

/// Size of the buffer in which a key is assembled before it is copied.
const PIECE: usize = 32;

/// Writes the name of a field or variant, with the punctuation around it. Always inlined:
/// where the name is a constant, the compiler assembles the whole piece at compile time and
/// copies it at once.
#[inline(always)]
fn name(out: &mut Vec<u8>, before: &[u8], name: &'static str) {
    let (from, to) = (before.len() + 1, before.len() + 1 + name.len());
    if to + 2 > PIECE {
        return long_name(out, before, name);
    }
    let mut piece = [b'"'; PIECE];
    piece[..from - 1].copy_from_slice(before);
    piece[from..to].copy_from_slice(name.as_bytes());
    piece[to + 1] = b':';
    out.extend_from_slice(&piece[..to + 2]);
}

#[cold]
fn long_name(out: &mut Vec<u8>, before: &[u8], name: &'static str) {
    out.extend_from_slice(before);
    quoted(out, name.as_bytes());
    out.push(b':');
}

#[inline]
fn must_escape(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| *byte < b' ' || *byte == b'"' || *byte == b'\\')
}

impl Parts<'_> {
    #[inline(always)]
    fn comma(&mut self) {
        if !std::mem::replace(&mut self.first, false) {
            self.out.push(b',');
        }
    }

    #[inline(always)]
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.comma();
        value.serialize(Json(self.out))
    }

    #[inline(always)]
    fn field(&mut self, key: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        let before: &[u8] = if std::mem::replace(&mut self.first, false) { b"" } else { b"," };
        name(self.out, before, key);
        value.serialize(Json(self.out))
    }

    fn close(self) -> Result<(), Error> {
        self.out.extend_from_slice(self.close);
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty),*) => {
        $(#[inline]
        fn $method(self, n: $number) -> Result<(), Error> {
            // Most numbers in a view have one digit.
            if (0..10).contains(&n) {
                self.0.push(b'0' + n as u8);
                return Ok(());
            }
            self.0.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
            Ok(())
        })*
    };
}

impl<'a> Serializer for Json<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    );

    fn serialize_bool(self, flag: bool) -> Result<(), Error> {
        self.0.extend_from_slice(if flag { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, n: f32) -> Result<(), Error> {
        self.plainly(&n)
    }

    fn serialize_f64(self, n: f64) -> Result<(), Error> {
        self.plainly(&n)
    }

    #[inline(always)]
    fn serialize_char(self, c: char) -> Result<(), Error> {
        if c.is_ascii_alphanumeric() {
            quoted(self.0, &[c as u8]);
            return Ok(());
        }
        self.serialize_str(c.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), Error> {
        if must_escape(text.as_bytes()) {
            return self.plainly(text);
        }
        quoted(self.0, text.as_bytes());
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        let from = self.0.len();
        self.0.push(b'"');
        write!(self.0, "{value}").map_err(Error::io)?;
        if must_escape(&self.0[from + 1..]) {
            self.0.truncate(from);
            return self.plainly(&value.to_string());
        }
        self.0.push(b'"');
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.plainly(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        quoted(self.0, variant.as_bytes());
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let inner = self.tag(variant);
        value.serialize(Json(&mut *inner.0))?;
        inner.0.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        Ok(self.tag(variant).parts(b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'{', b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        Ok(self.tag(variant).parts(b'{', b"}}"))
    }
}

macro_rules! items {
    ($($kind:ident $method:ident),*) => {
        $(impl $kind for Parts<'_> {
            type Ok = ();
            type Error = Error;
            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }
            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })*
    };
}

macro_rules! fields {
    ($($kind:ident),*) => {
        $(impl $kind for Parts<'_> {
            type Ok = ();
            type Error = Error;
            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.field(key, value)
            }
            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })*
    };
}

items!(SerializeSeq serialize_element, SerializeTuple serialize_element);
items!(SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);
fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.comma();
        let from = self.out.len();
        key.serialize(Json(self.out))?;
        // JSON keys are strings: a number gets quotation marks.
        if self.out.get(from) != Some(&b'"') {
            self.out.insert(from, b'"');
            self.out.push(b'"');
        }
        self.out.push(b':');
        Ok(())
    }

    #[inline(always)]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Json(self.out))
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}
