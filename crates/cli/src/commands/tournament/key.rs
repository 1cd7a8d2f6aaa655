//! [`Key`]: the key of an endpoint, which is shown nowhere.

use std::fmt;

/// A key from the environment.
#[derive(Clone)]
pub(super) struct Key(String);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// The key in an environment variable.
    ///
    /// # Errors
    /// If there is none, or it cannot be sent; the line names the variable only.
    pub(super) fn from_env(variable: &str) -> Result<Key, String> {
        let key = std::env::var(variable)
            .map_err(|_| format!("the environment variable {variable} holds no key"))?;
        let key = key.trim();
        match !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok(Key(key.to_owned())),
            false => Err(format!(
                "the key in the environment variable {variable} is invalid"
            )),
        }
    }

    /// The value of the header `Authorization`.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// The text without the key.
    pub(super) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}
