//! Bearer tokens.

use std::fmt;
use std::io;
use subtle::ConstantTimeEq as _;

/// The length of a chosen token, in bytes. 16 random hexadecimal digits are 64 bits.
const MIN_LENGTH: usize = 16;
const MAX_LENGTH: usize = 256;

/// A secret of 128 random bits, as 32 hexadecimal digits, or a chosen text. Compared in constant time.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A random token.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn new() -> io::Result<Token> {
        Ok(Token(random_hex::<16>()?))
    }

    /// A chosen token: 16 to 256 visible ASCII characters.
    ///
    /// # Errors
    /// A one-line message.
    pub fn chosen(text: &str) -> Result<Token, String> {
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&text.len()) {
            return Err(format!(
                "a token must have {MIN_LENGTH} to {MAX_LENGTH} characters and be hard to guess; this one has {}",
                text.len()
            ));
        }
        match text.bytes().all(|letter| letter.is_ascii_graphic()) {
            true => Ok(Token(text.to_owned())),
            false => {
                Err("a token must consist of visible ASCII characters, without spaces".to_owned())
            }
        }
    }

    /// Whether it equals `presented`.
    pub(crate) fn matches(&self, presented: &str) -> bool {
        self.0.as_bytes().ct_eq(presented.as_bytes()).into()
    }

    /// The text, to be sent to its owner.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.matches(&other.0)
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    /// Hides the token from logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Random bytes as hexadecimal digits.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn random_hex<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_only_its_text() {
        let token = Token::new().unwrap();
        assert_eq!(token.reveal().len(), 32);
        assert!(token.matches(token.reveal()));
        assert!(!token.matches("") && !token.matches(&token.reveal()[..31]));
        assert!(!token.matches(Token::new().unwrap().reveal()));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn a_chosen_token_has_visible_characters_within_the_limits() {
        let token = Token::chosen("0123456789abcdef").unwrap();
        assert!(token.matches("0123456789abcdef") && !token.matches("0123456789abcdeg"));
        for text in [
            "",
            "0123456789abcde",
            "0123456789 abcdef",
            "0123456789abcdefé",
        ] {
            assert!(Token::chosen(text).is_err(), "{text}");
        }
        assert!(Token::chosen(&"x".repeat(257)).is_err());
    }
}
