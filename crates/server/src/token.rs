//! Tokens: whoever shows one may do what it stands for.

use std::fmt;
use std::io;
use subtle::ConstantTimeEq as _;

/// The shortest that one may choose oneself, in bytes: 16 random hexadecimal digits are 64 bits.
const SHORTEST: usize = 16;
/// The longest.
const LONGEST: usize = 256;

/// 128 bits from the system, as 32 hexadecimal digits: it cannot be guessed, and a comparison
/// takes equally long wherever the first difference is.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new() -> io::Result<Token> {
        Ok(Token(random_hex::<16>()?))
    }

    /// One that somebody has chosen: 16 to 256 visible characters of ASCII.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn chosen(text: &str) -> Result<Token, String> {
        if !(SHORTEST..=LONGEST).contains(&text.len()) {
            return Err(format!(
                "a token has {SHORTEST} to {LONGEST} characters that nobody guesses, and this one has {}",
                text.len()
            ));
        }
        match text.bytes().all(|letter| letter.is_ascii_graphic()) {
            true => Ok(Token(text.to_owned())),
            false => {
                Err("a token has letters, digits and signs of ASCII, and no spaces".to_owned())
            }
        }
    }

    /// Whether this is what was shown.
    pub(crate) fn is(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }

    /// The digits, for the one it is given to.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.is(&other.0)
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    /// Shows no digit: what is printed may be kept in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// So many bytes from the system in hexadecimal digits.
///
/// # Errors
/// When the system gives no random numbers.
pub(crate) fn random_hex<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_what_it_reveals_and_nothing_else() {
        let token = Token::new().unwrap();
        assert_eq!(token.reveal().len(), 32);
        assert!(token.is(token.reveal()));
        assert!(!token.is("") && !token.is(&token.reveal()[..31]));
        assert!(!token.is(Token::new().unwrap().reveal()));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn a_chosen_token_cannot_be_short_or_strange() {
        let token = Token::chosen("0123456789abcdef").unwrap();
        assert!(token.is("0123456789abcdef") && !token.is("0123456789abcdeg"));
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
