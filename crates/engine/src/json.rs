//! Reading types from JSON by way of a [`Value`].
//!
//! serde compiles the code that reads a type once for each deserializer that it is read by. A text is therefore parsed to
//! a [`Value`] first, and every type is read from values: in the browser the bytes of the code count.

use crate::json_reader::ValueReader;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};

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
    serde_json::from_str(text)
}

/// Reads a value.
///
/// # Errors
/// When it is not of this type.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Error> {
    T::deserialize(ValueReader(value))
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
        let fields = value.as_object();
        fields
            .map(Fields)
            .ok_or_else(|| de::Error::custom("it is no object"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, PartialEq)]
    struct Named {
        name: String,
        rest: (u8, Option<bool>),
    }

    impl<'de> Deserialize<'de> for Named {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named, D::Error> {
            deserialize_fields(deserializer, |_, fields| {
                Ok(Named {
                    name: fields.required("name")?,
                    rest: (fields.required("a")?, fields.optional("b")?),
                })
            })
        }
    }

    #[test]
    fn fields_are_read_by_name() {
        let named = Named {
            name: "n".to_owned(),
            rest: (7, None),
        };
        let text = r#"{"a": 7, "name": "n", "more": [1]}"#;
        assert_eq!(from_str::<Named>(text).unwrap(), named);
        assert_eq!(serde_json::from_str::<Named>(text).unwrap(), named);
    }

    #[test]
    fn errors_are_one_line() {
        for (text, reason) in [
            ("{", "EOF while parsing an object at line 1 column 1"),
            ("[]", "it is no object"),
            (r#"{"name": "n"}"#, "missing field `a`"),
            (
                r#"{"name": 1, "a": 1}"#,
                "invalid type: integer `1`, expected a string",
            ),
            (
                r#"{"name": "n", "a": 300}"#,
                "invalid value: integer `300`, expected u8",
            ),
        ] {
            let error = from_str::<Named>(text).unwrap_err();
            assert_eq!(error.to_string(), reason, "{text}");
        }
        let fields = json!({"a": 1});
        assert!(
            Fields::of(&fields)
                .unwrap()
                .optional::<String>("a")
                .is_err()
        );
        assert!(Fields::of(&Value::Null).is_err());
    }
}
