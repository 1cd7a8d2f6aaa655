//! [`ValueReader`]: the deserializer that types are read from a parsed value by.

use serde::Deserializer;
use serde::de::{
    self, DeserializeSeed, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Number, Value, map};
use std::slice;

/// A value as serde_json's own deserializer reads it, except that a struct is read from an object only, not from an array
/// of its fields: what serde derives for arrays is then not part of the web app.
#[derive(Clone, Copy)]
pub(crate) struct ValueReader<'de>(pub(crate) &'de Value);

impl ValueReader<'_> {
    #[cold]
    fn invalid_type(self, expected: &dyn Expected) -> Error {
        let unexpected = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => Unexpected::Unsigned(value),
                (None, Some(value)) => Unexpected::Signed(value),
                (None, None) => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        de::Error::invalid_type(unexpected, expected)
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    match (number.as_u64(), number.as_i64()) {
        (Some(value), _) => visitor.visit_u64(value),
        (None, Some(value)) => visitor.visit_i64(value),
        (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
    }
}

fn visit_array<'de, V: Visitor<'de>>(array: &'de [Value], visitor: V) -> Result<V::Value, Error> {
    let mut items = Items(array.iter());
    let value = visitor.visit_seq(&mut items)?;
    match items.0.len() {
        0 => Ok(value),
        _ => Err(too_long(array.len())),
    }
}

#[cold]
fn too_long(length: usize) -> Error {
    de::Error::invalid_length(length, &"fewer elements in array")
}

fn visit_object<'de, V: Visitor<'de>>(
    object: &'de map::Map<String, Value>,
    visitor: V,
) -> Result<V::Value, Error> {
    visitor.visit_map(Entries {
        entries: object.iter(),
        value: &Value::Null,
    })
}

macro_rules! deserialize_numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0 {
                Value::Number(number) => visit_number(number, visitor),
                _ => Err(self.invalid_type(&visitor)),
            }
        })*
    };
}

macro_rules! deserialize_texts {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0 {
                Value::String(text) => visitor.visit_borrowed_str(text),
                _ => Err(self.invalid_type(&visitor)),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for ValueReader<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => visit_number(number, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(array) => visit_array(array, visitor),
            Value::Object(object) => visit_object(object, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            _ => Err(self.invalid_type(&visitor)),
        }
    }

    deserialize_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    deserialize_texts! {
        deserialize_char deserialize_str deserialize_string deserialize_identifier
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
            _ => Err(self.invalid_type(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(array) => visit_array(array, visitor),
            _ => Err(self.invalid_type(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(object) => visit_object(object, visitor),
            _ => Err(self.invalid_type(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (variant, value) = match self.0 {
            Value::String(variant) => (variant, None),
            Value::Object(object) => {
                let mut entries = object.iter();
                match (entries.next(), entries.next()) {
                    (Some((variant, value)), None) => (variant, Some(value)),
                    _ => return Err(not_one_key()),
                }
            }
            _ => return Err(not_a_variant(self)),
        };
        visitor.visit_enum(Variant { variant, value })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }
}

#[cold]
fn not_one_key() -> Error {
    de::Error::invalid_value(Unexpected::Map, &"map with a single key")
}

#[cold]
fn not_a_variant(value: ValueReader<'_>) -> Error {
    value.invalid_type(&"string or map")
}

/// The items of an array.
struct Items<'de>(slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let item = self.0.next();
        item.map(|item| seed.deserialize(ValueReader(item)))
            .transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of an object, and the value that belongs to the last key.
struct Entries<'de> {
    entries: map::Iter<'de>,
    value: &'de Value,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = value;
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(ValueReader(self.value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key of an object: a text, also where the type is a number or an enum.
struct Key<'de>(&'de str);

macro_rules! deserialize_number_keys {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match (self.0.parse(), self.0.parse()) {
                (Ok(value), _) => visitor.visit_u64(value),
                (Err(_), Ok(value)) => visitor.visit_i64(value),
                (Err(_), Err(_)) => visitor.visit_borrowed_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    deserialize_number_keys! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(Variant {
            variant: self.0,
            value: None,
        })
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an enum, and what it holds.
struct Variant<'de> {
    variant: &'de str,
    value: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Held<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Held<'de>), Error> {
        Ok((seed.deserialize(Key(self.variant))?, Held(self.value)))
    }
}

/// What a variant of an enum holds.
struct Held<'de>(Option<&'de Value>);

#[cold]
fn holds_nothing(expected: &'static str) -> Error {
    de::Error::invalid_type(Unexpected::UnitVariant, &expected)
}

impl<'de> VariantAccess<'de> for Held<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(value) => Err(ValueReader(value).invalid_type(&"unit")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        match self.0 {
            Some(value) => seed.deserialize(ValueReader(value)),
            None => Err(holds_nothing("newtype variant")),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Some(Value::Array(array)) => visit_array(array, visitor),
            Some(value) => Err(ValueReader(value).invalid_type(&"tuple variant")),
            None => Err(holds_nothing("tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Some(Value::Object(object)) => visit_object(object, visitor),
            Some(value) => Err(ValueReader(value).invalid_type(&"struct variant")),
            None => Err(holds_nothing("struct variant")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::from_value;
    use serde::{Deserialize, Serialize, de::DeserializeOwned};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Plain,
        Held(u8),
        Pair(i8, bool),
        Named { a: u64, b: Option<char> },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Unit;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Wrapped(String);

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        kinds: Vec<Kind>,
        by_number: BTreeMap<i32, f64>,
        by_kind: BTreeMap<Kind, ()>,
        fixed: [u16; 2],
        unit: Unit,
        wrapped: Wrapped,
        nested: Option<Box<Everything>>,
        any: Value,
        #[serde(default)]
        missing: u32,
    }

    fn everything() -> Value {
        json!({
            "kinds": ["plain", {"held": 7}, {"pair": [-3, true]}, {"named": {"a": 5, "b": "x"}}, {"plain": null}],
            "by_number": {"-4": 0.5, "12": 3},
            "by_kind": {"plain": null},
            "fixed": [1, 2],
            "unit": null,
            "wrapped": "text",
            "nested": null,
            "any": {"a": [1, -1, 2.5, "b", null, true]},
            "unknown": [{}],
        })
    }

    fn same<T: DeserializeOwned + PartialEq + Debug>(value: &Value) {
        let (read, expected) = (from_value::<T>(value), T::deserialize(value));
        assert_eq!(read.ok(), expected.ok(), "{value}");
    }

    #[test]
    fn values_are_read_as_serde_json_reads_them() {
        let mut value = everything();
        value["nested"] = everything();
        assert!(from_value::<Everything>(&value).is_ok());
        same::<Everything>(&value);
        // Every field with something else in it, and without it.
        let others = [
            json!(null),
            json!(-1),
            json!(2.5),
            json!(300),
            json!("plain"),
            json!([1, 2, 3]),
            json!([[]]),
            json!({"plain": 1}),
            json!({"held": null, "pair": 1}),
            json!(["held"]),
            json!([{"pair": [1]}]),
            json!([{"pair": [1, true, 2]}]),
            json!([{"named": {"a": 1}}]),
            json!([{"named": 1}]),
            json!(["nonsense"]),
        ];
        for field in everything().as_object().unwrap().keys() {
            for other in &others {
                let mut changed = everything();
                changed[field] = other.clone();
                same::<Everything>(&changed);
            }
            let mut changed = everything();
            changed.as_object_mut().unwrap().remove(field);
            same::<Everything>(&changed);
        }
        for other in &others {
            same::<Option<bool>>(other);
            same::<(u8, String)>(other);
            same::<Kind>(other);
            same::<char>(other);
        }
    }

    #[test]
    fn a_struct_is_no_array() {
        assert!(from_value::<Unit>(&json!([])).is_err());
        assert!(from_value::<Everything>(&json!([1, 2])).is_err());
        assert!(from_value::<Kind>(&json!({"named": [1, null]})).is_err());
    }
}
