//! [`StoredTable`]: a table of a server as it is stored between restarts, as one JSON object.
//!
//! It holds the deal, the actions and the secret of the deal, but of tokens only hashes. No error quotes its content,
//! because errors are logged.

use crate::hosted::Hosted;
use crate::summary::{SeatKind, State, Summary};
use parlour_engine::record::DealSource;
use parlour_engine::{Rules as _, Seat, SeatSet, Table};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use std::net::IpAddr;
use std::sync::Arc;

/// The version of the format that this crate writes.
pub const VERSION: u32 = 1;

/// A table of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct StoredTable<G: Hosted> {
    /// The version of the format: [`VERSION`].
    pub version: u32,
    /// Its public state. Nobody is connected, and no seat is to move: both follow from the rest.
    pub summary: Summary,
    /// The rules in full.
    pub rules: G::Rules,
    /// The deal.
    pub deal: DealSource<G::Deal>,
    /// The seed of random choices.
    pub seed: u64,
    /// What the deal follows from, as hexadecimal digits, if it was not chosen.
    pub secret: Option<String>,
    /// The hash of the token with which it can be ended.
    pub keeper: String,
    /// The network from which it was made.
    pub owner: IpAddr,
    /// The seats in order.
    pub seats: Vec<StoredSeat>,
    /// The game, once it has begun.
    pub game: Option<StoredGame<G>>,
    /// The id of the table of the rematch.
    pub next: Option<String>,
}

/// A seat, as far as the public state does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSeat {
    /// The hash of the token that gives access to it.
    pub token: Option<String>,
    /// The hash of the token before that, until its owner has received the new one.
    pub invitation: Option<String>,
    /// The policy that plays it.
    pub policy: Option<String>,
    /// The name that a classic agent asked for.
    pub classic: Option<String>,
    /// The end of the time for the pending answer, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// The time that it has left for all answers, before the pending one, in milliseconds.
    #[serde(default)]
    pub bank_left: Option<u64>,
}

/// A game, as far as it has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct StoredGame<G: Hosted> {
    /// Every action in the order played, with who played it.
    pub actions: Vec<(Seat, G::Action)>,
    /// The seat that has resigned, if any.
    pub resigned: Option<Seat>,
}

/// A game that goes on.
#[derive(Clone, Debug)]
pub struct ResumedGame<G: Hosted> {
    /// The game now.
    pub table: Table<G>,
    /// The game at the beginning of this turn.
    pub before: Arc<Table<G>>,
    /// The seats that have not answered in this turn.
    pub awaited: SeatSet,
}

/// Why a stored table cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredTableError {
    /// It cannot be read.
    #[error("it is damaged: {what} at line {line}, column {column}")]
    Format {
        /// The kind of error.
        what: &'static str,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// Written by a later version.
    #[error("it has format version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A part contradicts another.
    #[error("it is damaged: {0}")]
    Inconsistent(&'static str),
    /// An action is against the rules.
    #[error("it is damaged: action {0} is against the rules")]
    Action(usize),
}

use StoredTableError::Inconsistent;

fn format(error: &serde_json::Error) -> StoredTableError {
    StoredTableError::Format {
        what: match error.classify() {
            Category::Data => "an invalid value",
            Category::Eof => "it ends",
            Category::Io | Category::Syntax => "invalid JSON",
        },
        line: error.line(),
        column: error.column(),
    }
}

impl<G: Hosted> StoredTable<G> {
    /// Reads a table and checks it. [`resume`](Self::resume) checks the game.
    ///
    /// # Errors
    /// [`StoredTableError`].
    pub fn read(text: &str) -> Result<StoredTable<G>, StoredTableError> {
        #[derive(Deserialize)]
        struct Header {
            version: u32,
        }
        let header: Header = serde_json::from_str(text).map_err(|error| format(&error))?;
        if header.version != VERSION {
            return Err(StoredTableError::Version(header.version));
        }
        let table: StoredTable<G> = serde_json::from_str(text).map_err(|error| format(&error))?;
        table.check()?;
        Ok(table)
    }

    /// The table as one line of JSON.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a table has string keys and finite numbers only")
    }

    fn check(&self) -> Result<(), StoredTableError> {
        let summary = &self.summary;
        if summary.game != G::NAME {
            return Err(Inconsistent("it is a table of another game"));
        }
        let count = self.seats.len();
        if count != summary.seats.len() || count != self.rules.seats() {
            return Err(Inconsistent("the number of its seats"));
        }
        for (seat, public) in self.seats.iter().zip(&summary.seats) {
            let is_policy = public.kind == SeatKind::Policy;
            if seat.policy.is_some() != is_policy || seat.token.is_none() != is_policy {
                return Err(Inconsistent("a seat does not fit its player"));
            }
            if public.taken != public.name.is_some() || public.here && !is_policy {
                return Err(Inconsistent("a seat does not fit its name"));
            }
            if public.name.is_none() && self.game.is_some() {
                return Err(Inconsistent("a game in progress has a free seat"));
            }
        }
        let begun = self.game.is_some();
        let fits = match summary.state {
            State::Waiting => !begun,
            State::Playing | State::Over => begun,
            State::Abandoned => true,
        };
        match fits {
            true => Ok(()),
            false => Err(Inconsistent("its state does not fit its game")),
        }
    }

    /// Plays the stored actions; `None` if the game has not begun.
    ///
    /// # Errors
    /// [`StoredTableError`] if the deal or an action is invalid, or the game does not end as stored.
    pub fn resume(&self) -> Result<Option<ResumedGame<G>>, StoredTableError> {
        let names = (self.summary.seats.iter())
            .map(|seat| seat.name.clone().unwrap_or_default())
            .collect();
        let start = Table::<G>::new(self.rules.clone(), self.deal.clone(), names)
            .map_err(|_| Inconsistent("its rules or its deal cannot be played"))?;
        let Some(stored) = &self.game else {
            return Ok(None);
        };
        let mut table = start.clone();
        let (mut awaited, mut turn) = (table.to_move(), 0);
        for (number, &(seat, action)) in stored.actions.iter().enumerate() {
            let refused = |_| StoredTableError::Action(number + 1);
            table.play(seat, action).map_err(refused)?;
            awaited = awaited.without(seat);
            if awaited.is_empty() {
                (awaited, turn) = (table.to_move(), number + 1);
            }
        }
        let mut before = start;
        for (number, &(seat, action)) in stored.actions[..turn].iter().enumerate() {
            let refused = |_| StoredTableError::Action(number + 1);
            before.play(seat, action).map_err(refused)?;
        }
        if let Some(seat) = stored.resigned {
            if seat.index() >= self.seats.len() || table.outcome().is_some() {
                return Err(Inconsistent("its resignation"));
            }
            table.resign(seat);
        }
        let outcome = table.outcome();
        let (scores, winners) = match (self.summary.state, &outcome) {
            (State::Over, Some(outcome)) => (Some(&outcome.scores), Some(outcome.winners)),
            (State::Playing | State::Abandoned, None) => (None, None),
            _ => return Err(Inconsistent("its state does not fit its game")),
        };
        if self.summary.scores.as_ref() != scores || self.summary.winners != winners {
            return Err(Inconsistent("its result is not that of its game"));
        }
        if outcome.is_some() {
            awaited = SeatSet::EMPTY;
        }
        Ok(Some(ResumedGame {
            table,
            before: Arc::new(before),
            awaited,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::SeatSummary;
    use parlour_engine::Game as _;
    use parlour_games::modern_art::{ModernArt, Rules};

    fn stored(actions: usize) -> StoredTable<ModernArt> {
        let rules = Rules::named("simple").unwrap();
        let rules = ModernArt::with_seats(rules, 3).unwrap();
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        let deal = DealSource::Seed(7);
        let mut table = Table::<ModernArt>::new(rules.clone(), deal.clone(), names).unwrap();
        for _ in 0..actions {
            let seat = table.to_move().iter().last().unwrap();
            let action = table.state().legal_actions(seat)[0];
            table.play(seat, action).unwrap();
        }
        let seats = table.seats().iter().map(|name| SeatSummary {
            kind: SeatKind::Person,
            name: Some(name.clone()),
            taken: true,
            open: false,
            here: false,
        });
        let outcome = table.outcome();
        StoredTable {
            version: VERSION,
            summary: Summary {
                id: "0123456789abcdef".to_owned(),
                game: "modern-art".to_owned(),
                rules: "simple".to_owned(),
                listed: false,
                seeded: true,
                commitment: None,
                secret: None,
                clock: Some(5000),
                bank: None,
                state: match outcome {
                    Some(_) => State::Over,
                    None => State::Playing,
                },
                seats: seats.collect(),
                to_move: SeatSet::EMPTY,
                scores: outcome.as_ref().map(|outcome| outcome.scores.clone()),
                winners: outcome.as_ref().map(|outcome| outcome.winners),
                again: None,
                undo: None,
                daily: None,
                created: 1,
                updated: 2,
            },
            rules,
            deal,
            seed: 7,
            secret: Some("5ec7e7".to_owned()),
            keeper: "ab".to_owned(),
            owner: IpAddr::from([127, 0, 0, 1]),
            seats: vec![
                StoredSeat {
                    token: Some("cd".to_owned()),
                    ..StoredSeat::default()
                };
                3
            ],
            game: Some(StoredGame {
                actions: table.actions().to_vec(),
                resigned: None,
            }),
            next: None,
        }
    }

    #[test]
    fn a_game_resumes_in_the_middle_of_a_simultaneous_turn() {
        // The offer, then one of three sealed bids.
        let resumed = stored(2).resume().unwrap().unwrap();
        assert_eq!(resumed.table.actions().len(), 2);
        assert_eq!(resumed.before.actions().len(), 1);
        assert_eq!(resumed.awaited, resumed.table.to_move());
        assert_eq!(resumed.awaited.iter().count(), 2);
        let again = StoredTable::<ModernArt>::read(&stored(2).to_line()).unwrap();
        assert_eq!(again, stored(2));
    }

    #[test]
    fn what_contradicts_itself_is_damaged() {
        type Damage = fn(&mut StoredTable<ModernArt>);
        let damages: [Damage; 9] = [
            |table| table.summary.state = State::Over,
            |table| table.summary.state = State::Waiting,
            |table| table.summary.game = "jaipur".to_owned(),
            |table| table.seats.truncate(2),
            |table| table.seats[0].token = None,
            |table| table.summary.seats[0].name = None,
            |table| table.summary.scores = Some(vec![1, 2, 3]),
            |table| {
                if let Some(game) = &mut table.game {
                    game.resigned = Some(Seat(9));
                }
            },
            |table| {
                if let Some(game) = &mut table.game {
                    game.actions.swap(0, 1);
                }
            },
        ];
        for (number, damage) in damages.iter().enumerate() {
            let mut table = stored(3);
            damage(&mut table);
            let read = StoredTable::<ModernArt>::read(&table.to_line());
            let restored = read.and_then(|table| table.resume());
            assert!(restored.is_err(), "damage {number}");
        }
    }

    #[test]
    fn an_error_says_where_and_quotes_nothing() {
        let line = stored(3).to_line();
        for damaged in [
            line.replace("\"5ec7e7\"", "[\"5ec7e7\"]"),
            line[..line.len() / 2].to_owned(),
            line.replace("\"version\":1", "\"version\":2"),
            "5ec7e7".to_owned(),
        ] {
            let error = StoredTable::<ModernArt>::read(&damaged).unwrap_err();
            assert!(!error.to_string().contains("5ec7e7"), "{error}");
        }
    }
}
