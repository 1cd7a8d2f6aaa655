//! The menu of legal actions, and how typed text selects one of them.

use crate::style::Style;
use parlour_engine::Action;

/// Longer lists are abbreviated.
const MAX_SHORT_LIST: usize = 24;
/// In abbreviated lists, kinds with more actions are summarised.
const MAX_SHORT_KIND: usize = 8;
/// Candidates named for an ambiguous answer.
const MAX_CANDIDATES: usize = 8;

/// The legal actions, numbered from 1.
pub(super) struct Menu<A> {
    actions: Vec<A>,
    texts: Vec<String>,
}

/// The meaning of an answer.
#[derive(Debug, PartialEq)]
pub(super) enum Choice<A> {
    /// A legal action.
    Action(A),
    /// An action, but not a legal one.
    Illegal(A),
    /// Ambiguous: any of these.
    Several(Vec<String>),
    /// Not an action, and why.
    None(String),
}

impl<A: Action> Menu<A> {
    pub(super) fn new(actions: Vec<A>) -> Menu<A> {
        let texts = actions.iter().map(A::to_string).collect();
        Menu { actions, texts }
    }

    /// The list as text. Without a prefix a long list is abbreviated by kind; with one, all actions that match it are
    /// listed.
    pub(super) fn list(&self, prefix: Option<&str>, style: Style) -> String {
        let line = |index: usize| format!("{:>4}  {}\n", index + 1, self.texts[index]);
        match prefix {
            Some(prefix) => (0..self.texts.len())
                .filter(|&index| fits(prefix, &self.texts[index]))
                .map(line)
                .collect(),
            None if self.texts.len() <= MAX_SHORT_LIST => (0..self.texts.len()).map(line).collect(),
            None => {
                let mut text = String::new();
                let mut first = 0;
                for kind in self.texts.chunk_by(|a, b| first_word(a) == first_word(b)) {
                    let last = first + kind.len();
                    if kind.len() <= MAX_SHORT_KIND {
                        text.extend((first..last).map(line));
                    } else {
                        let verb = first_word(&kind[0]);
                        let more =
                            format!("{} ways to {verb}: 'moves {verb}' lists them", kind.len());
                        text += &format!("   …  {}\n", style.faint(more));
                    }
                    first = last;
                }
                text
            }
        }
    }

    /// The meaning of an answer: a number of the list, an action in full, or an abbreviation of one, where every word
    /// may be a prefix.
    pub(super) fn choose(&self, answer: &str) -> Choice<A> {
        if answer.bytes().all(|byte| byte.is_ascii_digit()) {
            let number: Option<usize> = answer.parse().ok();
            return number
                .and_then(|number| self.actions.get(number.checked_sub(1)?))
                .map_or_else(
                    || Choice::None(format!("The list has 1 to {}", self.actions.len())),
                    |&action| Choice::Action(action),
                );
        }
        let parsed = answer.parse::<A>();
        if let Ok(action) = &parsed
            && self.actions.contains(action)
        {
            return Choice::Action(*action);
        }
        let candidates: Vec<usize> = (0..self.texts.len())
            .filter(|&index| fits(answer, &self.texts[index]))
            .collect();
        match (candidates.as_slice(), parsed) {
            (&[only], _) => Choice::Action(self.actions[only]),
            ([], Ok(action)) => Choice::Illegal(action),
            ([], Err(error)) => Choice::None(error.to_string()),
            (several, _) => {
                let shown = several.iter().take(MAX_CANDIDATES);
                let mut names: Vec<String> =
                    shown.map(|&index| self.texts[index].clone()).collect();
                if several.len() > MAX_CANDIDATES {
                    names.push(format!("… ({} in all)", several.len()));
                }
                Choice::Several(names)
            }
        }
    }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Whether each typed word is a prefix of the action's word at the same position.
fn fits(typed: &str, text: &str) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split([' ', ',']).filter(|word| !word.is_empty())
    }
    let mut own = words(text);
    words(&typed.to_lowercase()).all(|typed| {
        own.next()
            .is_some_and(|word| word.to_lowercase().starts_with(typed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_games::jaipur::{Action, Card};

    fn menu() -> Menu<Action> {
        let texts = [
            "take gold",
            "take camels",
            "sell 1 leather",
            "sell 2 leather",
            "sell 2 gold",
            "exchange 2 gold for camel, cloth",
        ];
        Menu::new(texts.map(|text| text.parse().unwrap()).to_vec())
    }

    #[test]
    fn numbers_and_beginnings_choose() {
        let menu = menu();
        for (answer, text) in [
            ("1", "take gold"),
            ("6", "exchange 2 gold for camel, cloth"),
            ("take gold", "take gold"),
            ("T G", "take gold"),
            ("take c", "take camels"),
            ("e", "exchange 2 gold for camel, cloth"),
            ("sell 2 l", "sell 2 leather"),
            ("sell leather", "sell 1 leather"),
        ] {
            let action = text.parse().unwrap();
            assert_eq!(menu.choose(answer), Choice::Action(action), "{answer}");
        }
    }

    #[test]
    fn ambiguous_and_wrong_answers_are_reported() {
        let menu = menu();
        assert_eq!(
            menu.choose("sell 2"),
            Choice::Several(vec!["sell 2 leather".to_owned(), "sell 2 gold".to_owned()])
        );
        assert_eq!(
            menu.choose("take spice"),
            Choice::Illegal(Action::Take(Card::Spice))
        );
        for answer in [
            "0",
            "7",
            "99999999999999999999",
            "dance",
            "sell 2 wool",
            "\u{fffd}",
        ] {
            assert!(matches!(menu.choose(answer), Choice::None(_)), "{answer}");
        }
    }

    #[test]
    fn long_lists_are_abbreviated_by_kind() {
        let style = Style::of_stdout();
        let short = menu().list(None, style);
        assert_eq!(short.lines().count(), 6);
        let mut actions = menu().actions;
        for count in 3..30 {
            actions.insert(3, Action::Sell(Card::Cloth, count));
        }
        let long = Menu::new(actions);
        let shown = long.list(None, style);
        assert_eq!(shown.lines().count(), 4, "{shown}");
        assert!(shown.contains("30 ways to sell"), "{shown}");
        assert!(shown.contains("  33  exchange"), "{shown}");
        assert_eq!(long.list(Some("sell 1"), style).lines().count(), 11);
    }
}
