//! Text forms: one for people, records, the protocol and tests.

/// Serialises a type as its text form, through `Display` and `FromStr`.
///
/// ```
/// # use std::{fmt, str::FromStr};
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Card(u8);
/// impl fmt::Display for Card {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "card {}", self.0) }
/// }
/// impl FromStr for Card {
///     type Err = std::num::ParseIntError;
///     fn from_str(text: &str) -> Result<Card, Self::Err> {
///         Ok(Card(text.trim_start_matches("card ").parse()?))
///     }
/// }
/// parlour_engine::serde_as_text!(Card);
/// assert_eq!(serde_json::to_string(&Card(7)).unwrap(), "\"card 7\"");
/// assert_eq!(serde_json::from_str::<Card>("\"card 7\"").unwrap(), Card(7));
/// ```
#[macro_export]
macro_rules! serde_as_text {
    ($type:ty) => {
        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let text =
                    <::std::borrow::Cow<'de, str> as $crate::serde::Deserialize>::deserialize(
                        deserializer,
                    )?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    };
}
