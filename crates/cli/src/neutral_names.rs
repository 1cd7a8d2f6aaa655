//! [`NeutralNames`]: invented names in place of those of a game, so that a language model has to read the rules and
//! cannot remember the game.

/// The neutral names of a game. Own and neutral names are one to one, and no name of one side is on the other.
#[derive(Debug)]
pub(crate) struct NeutralNames {
    /// Passages of the rules that name people, files or the game, and what stands there instead.
    pub(crate) passages: &'static [(&'static str, &'static str)],
    /// Sections of the rules that are left out, by their headings.
    pub(crate) omitted: &'static [&'static str],
    /// Own names in small letters, each with its neutral name. An own name also matches with a capital letter and with
    /// an `s` at its end. A name that contains another stands before it.
    pub(crate) names: &'static [(&'static str, &'static str)],
    /// The words of actions that are not names.
    pub(crate) action_words: &'static [&'static str],
}

impl NeutralNames {
    /// The rules with neutral names.
    pub(crate) fn hide_rules(&self, rules: &str) -> String {
        let mut text = rules.to_owned();
        for (own, neutral) in self.passages {
            text = text.replace(own, neutral);
        }
        let mut lines = Vec::new();
        let mut omitted = false;
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                omitted = self.omitted.contains(&heading);
            }
            if !omitted {
                lines.push(line);
            }
        }
        self.hide(&lines.join("\n"))
    }

    /// The text with neutral names.
    pub(crate) fn hide(&self, text: &str) -> String {
        let mut hidden = String::with_capacity(text.len());
        let mut rest = text;
        let mut in_word = false;
        while let Some(letter) = rest.chars().next() {
            if !in_word && let Some((length, neutral)) = self.name_at(rest) {
                hidden += &neutral;
                rest = &rest[length..];
                in_word = true;
                continue;
            }
            in_word = letter.is_alphanumeric();
            hidden.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
        hidden
    }

    /// The length of the own name with which a text begins, and its neutral name.
    fn name_at(&self, text: &str) -> Option<(usize, String)> {
        let found = self.names.iter().find_map(|(own, neutral)| {
            let start = text.get(..own.len())?;
            let rest = &text[own.len()..];
            let plural = rest.starts_with('s') && !starts_word(&rest[1..]);
            let fits = start.eq_ignore_ascii_case(own) && (plural || !starts_word(rest));
            let ending = if plural { "s" } else { "" };
            fits.then(|| (start.len() + ending.len(), format!("{neutral}{ending}")))
        });
        let (length, neutral) = found?;
        let capital = text.starts_with(|c: char| c.is_ascii_uppercase());
        let mut letters = neutral.chars();
        match (capital, letters.next()) {
            (true, Some(first)) => Some((length, first.to_uppercase().chain(letters).collect())),
            _ => Some((length, neutral)),
        }
    }

    /// The own text of an action that is written with neutral names; `None` if it has a word that no action with neutral
    /// names has. So an own name is never understood.
    pub(crate) fn reveal_action(&self, text: &str) -> Option<String> {
        let mut own = String::new();
        for part in text.trim().split_inclusive(|c: char| !c.is_alphabetic()) {
            let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
            own += &self.reveal_word(word)?;
            own += &part[word.len()..];
        }
        Some(own)
    }

    fn reveal_word(&self, word: &str) -> Option<String> {
        let small = word.to_lowercase();
        if word.is_empty() || self.action_words.contains(&small.as_str()) {
            return Some(word.to_owned());
        }
        self.names.iter().find_map(|(own, neutral)| {
            let ending = small.strip_prefix(neutral)?;
            matches!(ending, "" | "s").then(|| format!("{own}{ending}"))
        })
    }
}

/// Whether a text goes on with a letter or a digit.
fn starts_word(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::games::{self, Task, Terminal};
    use crate::seat_text::{self, Names, SeatText};
    use parlour_engine::{DealSource, Rng, Rules as _, Seat, Streams, Table};
    use rand::RngExt as _;

    /// Names that no text may hold, in small letters.
    const FORBIDDEN: &[&str] = &[
        "jaipur",
        "primi",
        "composti",
        "modern",
        "masters",
        "gallery",
        "pauchon",
        "murrone",
        "knizia",
        "parlour",
        "crates/",
        "diamond",
        "gold",
        "silver",
        "cloth",
        "spice",
        "leather",
        "camel",
        "rupee",
        "herd",
        "merchant",
        "excellence",
        "painting",
        "artist",
    ];

    /// Checks that a text holds none of the names.
    pub(crate) fn assert_neutral(text: &str) {
        let small = text.to_lowercase();
        for name in FORBIDDEN {
            assert!(!small.contains(name), "'{name}' in: {text}");
        }
    }

    struct Check;

    impl Task for Check {
        type Output = ();

        fn run<G: Terminal>(self) {
            let neutral = G::NEUTRAL;
            for (passage, _) in neutral.passages {
                assert!(G::RULES.contains(passage), "{passage}");
            }
            for heading in neutral.omitted {
                assert!(G::RULES.contains(&format!("## {heading}\n")), "{heading}");
            }
            for (at, (own, other)) in neutral.names.iter().enumerate() {
                assert_eq!(neutral.hide(own), *other);
                for (later, next) in &neutral.names[at + 1..] {
                    assert!(
                        own != later && other != next && !later.starts_with(own),
                        "{own} {later}"
                    );
                }
                assert!(neutral.names.iter().all(|(own, _)| own != other), "{other}");
                assert!(
                    !neutral.action_words.contains(own) && !neutral.action_words.contains(other),
                    "{own}"
                );
                assert_eq!(
                    neutral.reveal_action(own),
                    None,
                    "an own name is not understood"
                );
            }
            assert_neutral(&seat_text::rules::<G>(Names::Neutral));
            let mut rng = Streams::new(8).task(1);
            for name in G::Rules::names() {
                play::<G>(G::Rules::named(name).unwrap(), &mut rng);
            }
        }
    }

    /// Plays a random game, whose texts hold no name, with actions that are written with neutral names.
    fn play<G: Terminal>(rules: G::Rules, rng: &mut Rng) {
        let names = vec![format!("{}-player", G::NAME); rules.seats()];
        let mut table = Table::<G>::new(rules, DealSource::Seed(3), names).unwrap();
        let seats = Seat::all(table.seats().len());
        let mut texts: Vec<SeatText> = seats
            .map(|seat| SeatText::new(seat, Names::Neutral))
            .collect();
        while let Some(seat) = table.to_move().first() {
            for text in &mut texts {
                assert_neutral(&text.position(&table));
            }
            let legal = table.state().legal_actions(seat);
            let text = texts[seat.index()];
            for _ in 0..3 {
                let other =
                    text.write_action::<G>(legal[rng.random_range(0..legal.len() as u32) as usize]);
                let broken = other.replacen(' ', " 9 ", 1);
                for answer in [&broken, "xyz", "take nothing", "play 99", "sell"] {
                    if let Err(error) = text.read_action(table.state(), answer) {
                        assert_neutral(&error.reason);
                    }
                }
            }
            let action = legal[rng.random_range(0..legal.len() as u32) as usize];
            let written = text.write_action::<G>(action);
            assert_neutral(&written);
            assert_eq!(text.read_action(table.state(), &written), Ok(action));
            let own = action.to_string();
            if own != written {
                assert!(text.read_action(table.state(), &own).is_err(), "{own}");
            }
            table.play(seat, action).unwrap();
        }
        for text in &mut texts {
            assert_neutral(&text.position(&table));
        }
    }

    #[test]
    fn no_name_of_a_game_is_told_or_understood() {
        for game in games::NAMES {
            games::with(game, Check).unwrap();
        }
    }

    #[test]
    fn names_are_whole_words() {
        let names = NeutralNames {
            passages: &[],
            omitted: &[],
            names: &[("old town", "x"), ("old", "new"), ("gold", "bel")],
            action_words: &["take"],
        };
        let hidden = names.hide("Old gold, golden Golds: told in the Old Town.");
        assert_eq!(hidden, "New bel, golden Bels: told in the X.");
        assert_eq!(
            names.reveal_action("take 2 BEL").as_deref(),
            Some("take 2 gold")
        );
        assert_eq!(names.reveal_action("take 2 gold"), None);
        assert_eq!(names.reveal_action("take belt"), None);
    }
}
