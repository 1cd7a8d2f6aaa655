//! The legal actions of a turn as text.

use crate::Hosted;
use crate::lines::Listing;
use serde::ser::{Serialize, SerializeSeq as _, Serializer};
use std::fmt::Write as _;

/// The minimum number of actions that are joined to a run.
const MIN_RUN: usize = 3;

/// Legal actions, to be written as a list of texts.
#[derive(Debug)]
pub struct Legal<'a, G: Hosted> {
    /// The actions, in the order of the game.
    pub actions: &'a [G::Action],
    /// How they are listed.
    pub listing: Listing,
}

impl<G: Hosted> Serialize for Legal<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        match self.listing {
            Listing::All => {
                for action in self.actions {
                    list.serialize_element(action)?;
                }
            }
            Listing::Ranges => {
                let mut rest = self.actions;
                let mut text = String::new();
                while let Some(&first) = rest.first() {
                    let run = run::<G>(rest);
                    text.clear();
                    write!(text, "{first}").map_err(serde::ser::Error::custom)?;
                    if run >= MIN_RUN {
                        let last = rest[run - 1].to_string();
                        let number = last.rfind(' ').map_or(0, |at| at + 1);
                        write!(text, "..{}", &last[number..]).map_err(serde::ser::Error::custom)?;
                        rest = &rest[run..];
                    } else {
                        rest = &rest[1..];
                    }
                    list.serialize_element(&text)?;
                }
            }
        }
        list.end()
    }
}

/// How many actions at the beginning of a list, at least one, differ only in the number at their end,
/// each one above the last.
fn run<G: Hosted>(actions: &[G::Action]) -> usize {
    if let Some((stem, first)) = G::numbered(actions[0]) {
        let follows = |(step, &action): (usize, &G::Action)| {
            let next = first + step as u32;
            // Mostly it is the very same text, which need not be compared.
            G::numbered(action).is_some_and(|(other, number)| {
                number == next && (std::ptr::eq(other, stem) || other == stem)
            })
        };
        return count(actions, follows);
    }
    let text = actions[0].to_string();
    let Some((stem, first)) = numbered(&text) else {
        return 1;
    };
    count(actions, |(step, action)| {
        numbered(&action.to_string()) == Some((stem, first + step as u64))
    })
}

fn count<A>(actions: &[A], follows: impl FnMut((usize, &A)) -> bool) -> usize {
    let mut follows = follows;
    (actions.iter().enumerate())
        .take_while(|&item| follows(item))
        .count()
}

/// A text with a number at its end, apart.
fn numbered(text: &str) -> Option<(&str, u64)> {
    let (stem, number) = text.split_at(text.rfind(' ')? + 1);
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((stem, number.parse().ok().filter(|_| plain)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{Rules as _, Streams};
    use parlour_games::jaipur::Jaipur;
    use parlour_games::masters_gallery::MastersGallery;
    use parlour_games::modern_art::{Action, ModernArt};
    use parlour_games::primi_composti::PrimiComposti;
    use rand::RngExt as _;

    fn list<G: Hosted>(actions: &[G::Action], listing: Listing) -> Vec<String> {
        let legal = Legal::<G> { actions, listing };
        serde_json::from_value(serde_json::to_value(legal).unwrap()).unwrap()
    }

    #[test]
    fn runs_of_numbers_are_joined() {
        let list = |texts: &[&str]| {
            let actions: Vec<Action> = texts.iter().map(|text| text.parse().unwrap()).collect();
            list::<ModernArt>(&actions, Listing::Ranges)
        };
        assert_eq!(
            list(&["bid 0", "bid 1", "bid 2", "pass"]),
            ["bid 0..2", "pass"]
        );
        assert_eq!(
            list(&["offer 0", "offer 2", "offer 3", "offer 4"]),
            ["offer 0", "offer 2..4"]
        );
        assert_eq!(list(&["price 7", "price 8"]), ["price 7", "price 8"]);
        assert_eq!(
            list(&["offer 1 open", "offer 2 open", "offer 3 open"]),
            ["offer 1 open", "offer 2 open", "offer 3 open"]
        );
    }

    /// What a run stands for, spelt out.
    fn spelt_out(listed: &str) -> Vec<String> {
        match listed.split_once("..") {
            None => vec![listed.to_owned()],
            Some((first, last)) => {
                let (stem, first) = numbered(first).unwrap();
                (first..=last.parse().unwrap())
                    .map(|number| format!("{stem}{number}"))
                    .collect()
            }
        }
    }

    /// In whole games by every rule set, runs stand for exactly the legal actions, and are as long as they can be.
    fn runs_are_right<G: Hosted>() {
        for name in G::Rules::names() {
            for seed in 0..3 {
                let rules = G::Rules::named(name).unwrap();
                let deal = G::deal(&rules, seed);
                let mut state = G::new(rules, deal).unwrap();
                let mut rng = Streams::new(seed).task(0);
                while let Some(seat) = state.to_move().first() {
                    let actions = state.legal_actions(seat);
                    let all = list::<G>(&actions, Listing::All);
                    assert_eq!(
                        all,
                        actions.iter().map(|a| a.to_string()).collect::<Vec<_>>()
                    );
                    let ranges = list::<G>(&actions, Listing::Ranges);
                    let spelt: Vec<String> =
                        ranges.iter().flat_map(|listed| spelt_out(listed)).collect();
                    assert_eq!(spelt, all);
                    let alone = ranges.windows(MIN_RUN).filter(|texts| {
                        let numbers: Vec<_> = texts.iter().map(|text| numbered(text)).collect();
                        numbers.windows(2).all(|pair| match (pair[0], pair[1]) {
                            (Some((a, n)), Some((b, m))) => a == b && n + 1 == m,
                            _ => false,
                        })
                    });
                    assert_eq!(alone.count(), 0, "{ranges:?}");
                    let choice = rng.random_range(0..actions.len() as u32) as usize;
                    state.play(seat, actions[choice]).unwrap();
                }
            }
        }
    }

    #[test]
    fn runs_stand_for_the_legal_actions_of_every_game() {
        runs_are_right::<Jaipur>();
        runs_are_right::<MastersGallery>();
        runs_are_right::<ModernArt>();
        runs_are_right::<PrimiComposti>();
    }

    #[test]
    fn numbered_actions_are_their_text() {
        for text in ["bid 0", "bid 113", "price 7", "offer 3", "pass"] {
            let action: Action = text.parse().unwrap();
            if let Some((stem, number)) = ModernArt::numbered(action) {
                assert_eq!(format!("{stem}{number}"), text);
            }
        }
    }
}
