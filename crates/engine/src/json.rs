//! Reading types from JSON by way of a [`Value`].
//!
//! serde compiles the code that reads a type once for each deserializer it is read by. A text is therefore parsed to a
//! [`Value`] first, and every type is read from values by the one deserializer of this module. It leaves out what JSON
//! of Parlour never needs (structs as arrays, keys other than strings), so that in the browser, where the bytes of the
//! code count, a type takes less than half of what `serde_json::from_str` takes.

use serde::Deserialize;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, Visitor};
use serde_json::{Map, Value, map};
use std::fmt;
use std::slice;

/// Why JSON cannot be read as a type, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(Box<str>);

impl de::Error for Error {
    #[inline(never)]
    fn custom<T: fmt::Display>(reason: T) -> Error {
        Error(reason.to_string().into())
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        de::Error::custom(error)
    }
}

/// Reads a text.
///
/// # Errors
/// When it is no JSON, or not of this type.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    from_value(&parse(text)?)
}

/// Parses a text of any type.
///
/// # Errors
/// When it is no JSON.
#[inline(never)]
pub fn parse(text: &str) -> Result<Value, Error> {
    Ok(serde_json::from_str(text)?)
}

/// Reads a value.
///
/// # Errors
/// When it is not of this type.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Error> {
    T::deserialize(Reader(value))
}

/// Reads a type without derived code, from any deserializer: `read` is given the whole value and its fields. What serde
/// derives for fields of several types in one object (`flatten`) and for enums with a field that names the variant
/// (`tag`) copies the object and takes far more code.
///
/// # Errors
/// When `read` fails, or for no object.
pub fn deserialize_fields<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&Value, Fields<'_>) -> Result<T, Error>,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let read = Fields::of(&value).and_then(|fields| read(&value, fields));
    read.map_err(de::Error::custom)
}

/// The fields of an object by their names.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'de>(&'de Map<String, Value>);

impl<'de> Fields<'de> {
    /// The fields of a value.
    ///
    /// # Errors
    /// When it is no object.
    pub fn of(value: &'de Value) -> Result<Fields<'de>, Error> {
        match value {
            Value::Object(fields) => Ok(Fields(fields)),
            other => Err(wrong(other, "an object")),
        }
    }

    /// The value of a field.
    ///
    /// # Errors
    /// When it is missing or not of this type.
    pub fn required<T: Deserialize<'de>>(self, name: &'static str) -> Result<T, Error> {
        match self.0.get(name) {
            Some(value) => from_value(value),
            None => Err(de::Error::missing_field(name)),
        }
    }

    /// The value of a field; its default if it is missing.
    ///
    /// # Errors
    /// When it is not of this type.
    pub fn optional<T: Deserialize<'de> + Default>(self, name: &str) -> Result<T, Error> {
        self.0
            .get(name)
            .map_or_else(|| Ok(T::default()), from_value)
    }
}

/// A value as a deserializer.
#[derive(Clone, Copy)]
struct Reader<'de>(&'de Value);

// What follows is compiled for each type: all that does not depend on it is in these functions.

#[inline(never)]
fn wrong(value: &Value, expected: &str) -> Error {
    let found = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) => {
            return de::Error::custom(format_args!("{number} is not {expected}"));
        }
        Value::String(text) => {
            return de::Error::custom(format_args!("{text:?} is not {expected}"));
        }
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    de::Error::custom(format_args!("{found} is not {expected}"))
}

impl<'de> Reader<'de> {
    #[inline(never)]
    fn entries(self) -> Result<Entries<'de>, Error> {
        let entries = Fields::of(self.0)?.0.iter();
        Ok(Entries {
            entries,
            value: &Value::Null,
        })
    }

    #[inline(never)]
    fn elements(self) -> Result<Elements<'de>, Error> {
        match self.0 {
            Value::Array(elements) => Ok(Elements(elements.iter())),
            other => Err(wrong(other, "an array")),
        }
    }

    #[inline(never)]
    fn text(self) -> Result<&'de str, Error> {
        match self.0 {
            Value::String(text) => Ok(text),
            other => Err(wrong(other, "a string")),
        }
    }

    #[inline(never)]
    fn unsigned(self) -> Result<u64, Error> {
        (self.0.as_u64()).ok_or_else(|| wrong(self.0, "a whole number from 0"))
    }

    #[inline(never)]
    fn signed(self) -> Result<i64, Error> {
        (self.0.as_i64()).ok_or_else(|| wrong(self.0, "a whole number"))
    }

    #[inline(never)]
    fn float(self) -> Result<f64, Error> {
        (self.0.as_f64()).ok_or_else(|| wrong(self.0, "a number"))
    }

    #[inline(never)]
    fn variant(self) -> Result<Variant<'de>, Error> {
        match self.0 {
            Value::String(name) => {
                return Ok(Variant {
                    name,
                    content: None,
                });
            }
            Value::Object(fields) => {
                let mut fields = fields.iter();
                if let (Some((name, content)), None) = (fields.next(), fields.next()) {
                    let content = Some(content);
                    return Ok(Variant { name, content });
                }
            }
            _ => {}
        }
        Err(wrong(self.0, "a name or an object with one field"))
    }
}

/// Methods that read numbers of several types alike.
macro_rules! numbers {
    ($read:ident, $visit:ident: $($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.$read()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Error;

    numbers!(unsigned, visit_u64: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64);
    numbers!(signed, visit_i64: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64);
    numbers!(float, visit_f64: deserialize_f32 deserialize_f64);
    numbers!(text, visit_borrowed_str: deserialize_char deserialize_str deserialize_string deserialize_identifier);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (None, Some(value)) => visitor.visit_i64(value),
                (None, None) => visitor.visit_f64(self.float()?),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            other => Err(wrong(other, "a boolean")),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            other => Err(wrong(other, "null")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.elements()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        let elements = self.elements()?;
        let found = elements.0.len();
        if found != len {
            return Err(de::Error::invalid_length(found, &"a tuple"));
        }
        visitor.visit_seq(elements)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self.entries()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(self.entries()?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

/// The elements of an array.
struct Elements<'de>(slice::Iter<'de, Value>);

impl<'de> de::SeqAccess<'de> for Elements<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        match self.0.next() {
            Some(element) => seed.deserialize(Reader(element)).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The fields of an object.
struct Entries<'de> {
    entries: map::Iter<'de>,
    /// That of the key that was read last.
    value: &'de Value,
}

impl<'de> Entries<'de> {
    #[inline(never)]
    fn next_name(&mut self) -> Option<&'de str> {
        let (name, value) = self.entries.next()?;
        self.value = value;
        Some(name)
    }
}

impl<'de> de::MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.next_name() {
            Some(name) => seed
                .deserialize(BorrowedStrDeserializer::new(name))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Reader(self.value))
    }
}

/// A variant of an enum: its name, and what it holds if it is no name alone.
struct Variant<'de> {
    name: &'de str,
    content: Option<&'de Value>,
}

impl<'de> de::EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name = seed.deserialize(BorrowedStrDeserializer::<Error>::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> Variant<'de> {
    /// What it holds; `null` for a name alone, which no variant with a content is read from unless it is optional.
    fn content(self) -> Reader<'de> {
        Reader(self.content.unwrap_or(&Value::Null))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            None | Some(Value::Null) => Ok(()),
            Some(other) => Err(wrong(other, "null")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.content())
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.content().deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.content().deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        small: u8,
        large: u64,
        signed: i32,
        float: f64,
        flag: bool,
        letter: char,
        text: String,
        none: Option<u32>,
        some: Option<Box<Everything>>,
        list: Vec<(u8, String)>,
        array: [i8; 2],
        map: BTreeMap<String, Kind>,
        any: Value,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Unit,
        New(i64),
        Tuple(u8, bool),
        Struct { field: Wrapped },
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Wrapped(u8);

    fn everything() -> Everything {
        let kinds = [
            Kind::Unit,
            Kind::New(i64::MIN),
            Kind::Tuple(255, true),
            Kind::Struct { field: Wrapped(7) },
        ];
        let any = serde_json::json!({"a": [null, true, -1, u64::MAX, 1.5, "b", {}]});
        let inner = Everything {
            small: 0,
            large: u64::MAX,
            signed: i32::MIN,
            float: 2.0,
            flag: true,
            letter: 'é',
            text: "\"".to_owned(),
            none: None,
            some: None,
            list: vec![(1, "one".to_owned())],
            array: [-1, 1],
            map: ('a'..).map(String::from).zip(kinds).collect(),
            any,
        };
        Everything {
            float: -0.1,
            some: Some(Box::new(inner.clone())),
            list: Vec::new(),
            ..inner
        }
    }

    #[test]
    fn what_serde_writes_is_read_back() {
        let text = serde_json::to_string(&everything()).unwrap();
        assert_eq!(from_str::<Everything>(&text).unwrap(), everything());
    }

    /// Every change of the type of one value, at any depth, is refused as `serde_json` refuses it.
    #[test]
    fn other_types_are_refused() {
        fn places(value: &Value, path: &str, found: &mut Vec<String>) {
            found.push(path.to_owned());
            match value {
                Value::Array(list) => {
                    for (index, element) in list.iter().enumerate() {
                        places(element, &format!("{path}/{index}"), found);
                    }
                }
                Value::Object(fields) => {
                    for (name, field) in fields {
                        places(field, &format!("{path}/{name}"), found);
                    }
                }
                _ => {}
            }
        }
        let whole = serde_json::to_value(everything()).unwrap();
        let mut found = Vec::new();
        places(&whole, "", &mut found);
        let others = serde_json::json!([null, true, -1, 300, 1.5, "Unit", "bc", [1], [1, 2, 3], {}, {"a": 1, "b": 2}]);
        let mut refused = 0;
        for place in found {
            for other in others.as_array().unwrap() {
                let mut changed = whole.clone();
                *changed.pointer_mut(&place).unwrap() = other.clone();
                // A struct is no array here.
                if place.ends_with("/Struct") && other.is_array() {
                    continue;
                }
                let expected = Everything::deserialize(&changed);
                let read = from_value::<Everything>(&changed);
                assert_eq!(read.is_ok(), expected.is_ok(), "{other} at {place}");
                refused += usize::from(read.is_err());
                if let (Ok(read), Ok(expected)) = (read, expected) {
                    assert_eq!(read, expected, "{other} at {place}");
                }
            }
        }
        assert!(refused > 100);
    }

    #[test]
    fn errors_are_one_line() {
        let error = |text: &str| from_str::<Kind>(text).unwrap_err().to_string();
        assert_eq!(error("7"), "7 is not a name or an object with one field");
        assert_eq!(error(r#"{"New":"x"}"#), "\"x\" is not a whole number");
        assert_eq!(error(r#"{"Struct":{}}"#), "missing field `field`");
        assert!(error("{").contains("line 1 column 1"));
        assert!(error("\"None\"").contains("unknown variant `None`"));
    }

    #[test]
    fn fields_are_read_by_name() {
        let value = serde_json::json!({"a": 1});
        let fields = Fields::of(&value).unwrap();
        assert_eq!(fields.required::<u8>("a"), Ok(1));
        assert_eq!(fields.optional::<u8>("b"), Ok(0));
        assert!(fields.required::<u8>("b").is_err());
        assert!(fields.optional::<String>("a").is_err());
        assert!(Fields::of(&Value::Null).is_err());
    }
}
