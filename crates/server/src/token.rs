//! Tokens: whoever shows one may do what it stands for.

use std::fmt;
use std::io;
use subtle::ConstantTimeEq as _;

/// 128 bits from the system, as 32 hexadecimal digits: it cannot be guessed, and a comparison
/// takes equally long wherever the first difference is.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub(crate) fn new() -> io::Result<Token> {
        Ok(Token(random_hex::<16>()?))
    }

    /// Whether this is what was shown.
    pub(crate) fn is(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }

    /// The digits, for the one it is given to.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

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
}
