//! Bearer tokens.

use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
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

    /// Whether a text has the form of a random token.
    pub(crate) fn has_form_of(text: &str) -> bool {
        text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
    }

    /// The token of the same owner for `purpose`. Who knows this one can compute it, and nobody else.
    pub(crate) fn derive(&self, purpose: &str) -> Token {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes())
            .expect("HMAC takes keys of any length");
        mac.update(purpose.as_bytes());
        Token(hex(&mac.finalize().into_bytes()[..16]))
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

/// The SHA-256 of a token: all that is stored of it. Looking it up in a map takes a time that depends on the hash, which
/// tells nothing of the token; comparing takes always the same time.
#[derive(Clone, Copy)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(crate) fn of(token: &str) -> TokenHash {
        TokenHash(Sha256::digest(token).into())
    }

    /// A hash of 64 hexadecimal digits; `None` for any other text.
    pub(crate) fn from_hex(text: &str) -> Option<TokenHash> {
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
        }
        Some(TokenHash(bytes))
    }

    /// The hash as 64 hexadecimal digits.
    pub(crate) fn to_hex(self) -> String {
        hex(&self.0)
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &TokenHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

impl Hash for TokenHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The token of a seat. Its text is unknown after a restart, until its owner shows it.
#[derive(Clone)]
pub(crate) struct SeatToken {
    pub(crate) hash: TokenHash,
    pub(crate) text: Option<Token>,
}

impl From<Token> for SeatToken {
    fn from(token: Token) -> SeatToken {
        SeatToken {
            hash: TokenHash::of(&token.0),
            text: Some(token),
        }
    }
}

impl From<TokenHash> for SeatToken {
    fn from(hash: TokenHash) -> SeatToken {
        SeatToken { hash, text: None }
    }
}

impl SeatToken {
    /// Whether `presented` is the token, whose text is known from then on.
    pub(crate) fn accepts(&mut self, presented: &str) -> bool {
        let accepted = self.hash == TokenHash::of(presented);
        if accepted && self.text.is_none() {
            self.text = Some(Token(presented.to_owned()));
        }
        accepted
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Random bytes as hexadecimal digits.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn random_hex<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(hex(&bytes))
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
    fn a_stored_token_is_known_again_when_it_is_shown() {
        let token = Token::new().unwrap();
        let stored = TokenHash::of(token.reveal()).to_hex();
        assert!(!stored.contains(token.reveal()));
        let mut seat = SeatToken::from(TokenHash::from_hex(&stored).unwrap());
        assert!(!seat.accepts(&stored) && seat.text.is_none());
        assert!(seat.accepts(token.reveal()) && seat.text == Some(token.clone()));
        assert_eq!(token.derive("a"), token.derive("a"));
        assert_ne!(token.derive("a"), token.derive("b"));
        assert!(TokenHash::from_hex(&stored[1..]).is_none());
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
