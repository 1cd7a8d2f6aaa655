//! The text form of actions: `play 5`.

use super::state::Action;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.0)
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Action, String> {
        let card = text.strip_prefix("play ").and_then(|card| card.parse().ok());
        card.map(Action).ok_or_else(|| format!("'{text}' is not 'play CARD'"))
    }
}

parlour_engine::serde_as_text!(Action);
