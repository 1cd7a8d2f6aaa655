//! [`Phrase`]: what people at a table can say to each other.

use serde::{Deserialize, Serialize};

/// One of six phrases. There is no chat: nobody has to read what strangers write, and each client has the phrases in
/// its own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// "Hello!"
    Hello,
    /// "Good luck!"
    GoodLuck,
    /// "Well played!"
    WellPlayed,
    /// "One moment, please."
    OneMoment,
    /// "Thank you!"
    Thanks,
    /// "Good game!"
    GoodGame,
}

impl Phrase {
    /// Every phrase.
    pub const ALL: [Phrase; 6] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::OneMoment,
        Phrase::Thanks,
        Phrase::GoodGame,
    ];

    /// Its name in messages.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good_luck",
            Phrase::WellPlayed => "well_played",
            Phrase::OneMoment => "one_moment",
            Phrase::Thanks => "thanks",
            Phrase::GoodGame => "good_game",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_name_in_messages() {
        for phrase in Phrase::ALL {
            assert_eq!(serde_json::to_value(phrase).unwrap(), phrase.code());
        }
    }
}
