//! From what a person types to an action.

use crate::style::Style;
use parlour_engine::Action;

/// A list up to this length is shown whole.
const SHORT_LIST: usize = 24;
/// Of a longer list, kinds of action up to this length are shown whole.
const SHORT_KIND: usize = 8;
/// Candidates named when an answer fits several.
const CANDIDATES: usize = 8;

/// The legal actions, numbered from 1.
pub(super) struct Menu<A> {
    actions: Vec<A>,
    texts: Vec<String>,
}

/// What an answer means.
#[derive(Debug, PartialEq)]
pub(super) enum Choice<A> {
    /// This legal action.
    Action(A),
    /// An action, but not a legal one.
    Illegal(A),
    /// Any of these.
    Several(Vec<String>),
    /// Nothing, and why.
    None(String),
}

impl<A: Action> Menu<A> {
    pub(super) fn new(actions: Vec<A>) -> Menu<A> {
        let texts = actions.iter().map(A::to_string).collect();
        Menu { actions, texts }
    }

    /// The list for the screen. Without a prefix a long list is cut short, kind
    /// by kind; with one all actions are listed that begin so.
    pub(super) fn list(&self, prefix: Option<&str>, style: Style) -> String {
        let line = |index: usize| format!("{:>4}  {}\n", index + 1, self.texts[index]);
        match prefix {
            Some(prefix) => (0..self.texts.len())
                .filter(|&index| fits(prefix, &self.texts[index]))
                .map(line)
                .collect(),
            None if self.texts.len() <= SHORT_LIST => (0..self.texts.len()).map(line).collect(),
            None => {
                let mut text = String::new();
                let mut first = 0;
                for kind in self.texts.chunk_by(|a, b| first_word(a) == first_word(b)) {
                    let last = first + kind.len();
                    if kind.len() <= SHORT_KIND {
                        text.extend((first..last).map(line));
                    } else {
                        let verb = first_word(&kind[0]);
                        let more = format!(
                            "{} ways to {verb}, e.g. '{}': 'moves {verb}' lists them",
                            kind.len(),
                            kind[0]
                        );
                        text += &format!("   …  {}\n", style.faint(more));
                    }
                    first = last;
                }
                text
            }
        }
    }

    /// What an answer means: a number of the list, an action in full, or the
    /// beginning of one, where every word may be cut short.
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
                let shown = several.iter().take(CANDIDATES);
                let mut names: Vec<String> =
                    shown.map(|&index| self.texts[index].clone()).collect();
                if several.len() > CANDIDATES {
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

/// Whether each typed word begins the action's word in the same place.
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
