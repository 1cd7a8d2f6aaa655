//! [`Key`]: the key of an endpoint, which is shown nowhere.

use std::fmt;

/// The part of a text of an endpoint that is quoted, in characters.
const MAX_QUOTED_CHARS: usize = 200;

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
}

/// The text without the key, if there is one.
pub(super) fn redact(key: Option<&Key>, text: &str) -> String {
    match key {
        Some(Key(key)) => text.replace(key, "[key]"),
        None => text.to_owned(),
    }
}

/// A text of an endpoint as part of a line, without the key.
pub(super) fn quote(key: Option<&Key>, text: &str) -> String {
    let text = redact(key, text);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.chars().filter(|c| !c.is_control());
    line.take(MAX_QUOTED_CHARS).collect()
}
