//! The agent's side of the Parlour dialect: reads a table's messages and answers with a built-in policy.

use crate::Hosted;
use crate::lines::{FromAgent, Hello, Listing, VERSION};
use parlour_agents::PolicyError;
use parlour_engine::{Game, InformationState, Policy, Rng, Seat, Streams};
use serde::Deserialize;
use serde::de::Error as _;

/// Why a line from a table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HearError {
    /// It is no message of the dialect, or not one of this game.
    #[error("the table does not speak the Parlour dialect of this game")]
    Unreadable(#[from] serde_json::Error),
    /// A turn that belongs to no game.
    #[error("the table asks before it has told which game begins")]
    NoGame,
    /// A turn with nothing to choose from.
    #[error("the table asks, and allows no action")]
    NoChoice,
}

/// What a table asks.
#[derive(Debug)]
pub struct Question<'a, G: Game> {
    /// Its number.
    pub id: u64,
    /// What the seat knows, as a policy in process receives it.
    pub known: InformationState<'a, G>,
    /// The legal actions, in the order of the game. There is at least one.
    pub legal: Vec<G::Action>,
}

/// What was heard.
#[derive(Debug)]
pub enum Heard<'a, G: Game> {
    /// A game begins.
    Game {
        /// Its number, from 1.
        number: u64,
        /// The agent's seat.
        seat: Seat,
    },
    /// The agent is to move.
    Turn(Question<'a, G>),
    /// The last line.
    Bye,
    /// Anything else: nothing has to be done about it.
    Other,
}

/// The fields that matter, of all messages.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Message<G: Hosted> {
    #[serde(rename = "type")]
    kind: Kind,
    id: Option<u64>,
    number: Option<u64>,
    seat: Option<Seat>,
    #[serde(default)]
    legal: Vec<G::Action>,
    #[serde(default)]
    events: Vec<G::Event>,
    view: Option<G::View>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Game,
    Turn,
    Bye,
    #[serde(other)]
    Other,
}

/// Reads the lines of a table, and keeps the events of the game.
#[derive(Debug)]
pub struct Listener<G: Hosted> {
    events: Vec<G::Event>,
}

impl<G: Hosted> Default for Listener<G> {
    fn default() -> Listener<G> {
        let events = Vec::new();
        Listener { events }
    }
}

impl<G: Hosted> Listener<G> {
    /// Reads a line. The legal actions must be listed as [`Listing::All`].
    ///
    /// # Errors
    /// [`HearError`].
    pub fn hear(&mut self, line: &[u8]) -> Result<Heard<'_, G>, HearError> {
        let message: Message<G> = serde_json::from_slice(line)?;
        if let Kind::Game = message.kind {
            self.events.clear();
        }
        self.events.extend(message.events);
        let missing = |field| HearError::Unreadable(serde_json::Error::missing_field(field));
        Ok(match message.kind {
            Kind::Game => match message.seat {
                Some(seat) => Heard::Game {
                    number: message.number.ok_or_else(|| missing("number"))?,
                    seat,
                },
                // Spectators are never asked.
                None => Heard::Other,
            },
            Kind::Turn => {
                let view = message.view.ok_or_else(|| missing("view"))?;
                if message.legal.is_empty() {
                    return Err(HearError::NoChoice);
                }
                Heard::Turn(Question {
                    id: message.id.ok_or_else(|| missing("id"))?,
                    known: InformationState::new(view, &self.events),
                    legal: message.legal,
                })
            }
            Kind::Bye => Heard::Bye,
            Kind::Other => Heard::Other,
        })
    }
}

/// What an agent does about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// It waits for the next.
    Listen,
    /// It says this.
    Say(FromAgent),
    /// It leaves: that was the last line.
    Leave,
}

/// A built-in policy that plays as an agent.
///
/// Each game opens a stream of random numbers by its number and its seat, so that the choices in a
/// game do not depend on the games before it.
pub struct Player<G: Hosted> {
    policy: String,
    streams: Streams,
    listener: Listener<G>,
    /// Who plays the game that has begun.
    sitting: Option<(Box<dyn Policy<G>>, Rng)>,
}

impl<G: Hosted> Player<G> {
    /// An agent that plays a policy; all its random choices follow from the seed.
    ///
    /// # Errors
    /// When the game has no such policy.
    pub fn new(policy: &str, seed: u64) -> Result<Player<G>, PolicyError> {
        G::policy(policy)?;
        Ok(Player {
            policy: policy.to_owned(),
            streams: Streams::new(seed),
            listener: Listener::default(),
            sitting: None,
        })
    }

    /// The first line it says: named as its policy, for this game only.
    pub fn hello(&self) -> FromAgent {
        FromAgent::Hello(Hello {
            version: VERSION,
            name: Some(self.policy.clone()),
            game: Some(G::NAME.to_owned()),
            table: None,
            token: None,
            legal: Listing::All,
            watch: false,
            again: false,
            sit: false,
        })
    }

    /// Hears a line of the table.
    ///
    /// # Errors
    /// [`HearError`].
    pub fn hear(&mut self, line: &[u8]) -> Result<Next, HearError> {
        match self.listener.hear(line)? {
            Heard::Game { number, seat } => {
                let policy = G::policy(&self.policy).expect("it was looked up before");
                let streams = Streams::new(self.streams.game_seed(number));
                self.sitting = Some((policy, streams.seat(seat)));
                Ok(Next::Listen)
            }
            Heard::Turn(Question { id, known, legal }) => {
                let (policy, rng) = self.sitting.as_mut().ok_or(HearError::NoGame)?;
                let action = policy.choose(&known, &legal, rng).to_string();
                Ok(Next::Say(FromAgent::Action {
                    id: Some(id),
                    action,
                }))
            }
            Heard::Bye => Ok(Next::Leave),
            Heard::Other => Ok(Next::Listen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catch_up;
    use crate::legal::Legal;
    use crate::lines::ToAgent;
    use parlour_engine::{DealSource, Rules as _, Table, Viewer};
    use parlour_games::jaipur::Jaipur;
    use parlour_games::masters_gallery::MastersGallery;
    use parlour_games::modern_art::ModernArt;
    use parlour_games::primi_composti::PrimiComposti;

    const SEED: u64 = 5;

    /// The question as a line; `told` is how many events were told before.
    fn ask<G: Hosted>(table: &Table<G>, seat: Seat, id: u64, told: &mut usize) -> Vec<u8> {
        let (view, events) = catch_up(table, Viewer::Seat(seat), told);
        let turn: ToAgent<'_, G> = ToAgent::Turn {
            id,
            seat,
            time: None,
            legal: Legal {
                actions: &table.state().legal_actions(seat),
                listing: Listing::All,
            },
            events,
            view: &view,
        };
        turn.line()
    }

    fn table<G: Hosted>(rules: &G::Rules, seed: u64) -> Table<G> {
        let names = vec![String::new(); rules.seats()];
        Table::new(rules.clone(), DealSource::Seed(seed), names).unwrap()
    }

    fn begin<G: Hosted>(number: u64, seat: Seat) -> Vec<u8> {
        let game: ToAgent<'_, G> = ToAgent::Game {
            number,
            seat: Some(seat),
            names: &[],
        };
        game.line()
    }

    /// Over whole games by every rule set, the view that is heard is the one that is seen in process, and a policy
    /// chooses the same.
    fn hears_what_there_is<G: Hosted>(policy: &str) {
        for name in G::Rules::names() {
            let rules = G::Rules::named(name).unwrap();
            let seats: Vec<Seat> = Seat::all(rules.seats()).collect();
            let mut listener = Listener::<G>::default();
            let mut players: Vec<Player<G>> = (seats.iter())
                .map(|_| Player::new(policy, SEED).unwrap())
                .collect();
            for number in 1..3 {
                let mut table = table::<G>(&rules, number);
                let streams = Streams::new(Streams::new(SEED).game_seed(number));
                let mut twins: Vec<_> = (seats.iter())
                    .map(|&seat| (G::policy(policy).unwrap(), streams.seat(seat)))
                    .collect();
                let mut told = vec![0; seats.len()];
                for (player, &seat) in players.iter_mut().zip(&seats) {
                    let next = player.hear(&begin::<G>(number, seat)).unwrap();
                    assert_eq!(next, Next::Listen);
                }
                let mut id = 0;
                while let Some(seat) = table.to_move().first() {
                    id += 1;
                    let known = table.information_state(Viewer::Seat(seat));
                    let legal = table.state().legal_actions(seat);
                    // One that has come back is told everything.
                    listener.hear(&begin::<G>(number, seat)).unwrap();
                    let line = ask(&table, seat, id, &mut 0);
                    let all = listener.hear(&line);
                    let Heard::Turn(heard) = all.unwrap() else {
                        panic!("a turn was told")
                    };
                    assert_eq!((heard.id, &heard.known, &heard.legal), (id, &known, &legal));
                    let at = seat.index();
                    let (twin, rng) = &mut twins[at];
                    let action = twin.choose(&known, &legal, rng);
                    let question = ask(&table, seat, id, &mut told[at]);
                    assert_eq!(
                        players[at].hear(&question).unwrap(),
                        Next::Say(FromAgent::Action {
                            id: Some(id),
                            action: action.to_string()
                        })
                    );
                    table.play(seat, action).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_policy_hears_what_it_would_see() {
        hears_what_there_is::<Jaipur>("ismcts:5");
        hears_what_there_is::<PrimiComposti>("rand");
        hears_what_there_is::<ModernArt>("appraiser");
        hears_what_there_is::<MastersGallery>("ismcts:5");
    }

    #[test]
    fn lines_that_cannot_be_used_say_why() {
        let mut player = Player::<Jaipur>::new("utility", 1).unwrap();
        let mut told = |line: &str| player.hear(line.as_bytes()).map_err(|e| e.to_string());
        for line in ["", "7", "{}", r#"{"type":"turn","id":1,"legal":["x"]}"#] {
            let error = told(line).unwrap_err();
            assert!(error.contains("does not speak"), "{line}: {error}");
        }
        assert_eq!(told(r#"{"type":"dance","id":null}"#), Ok(Next::Listen));
        assert_eq!(told(r#"{"type":"bye","reason":"over"}"#), Ok(Next::Leave));
        let viewless = player.hear(br#"{"type":"turn","id":1,"legal":["camels"]}"#);
        let cause = std::error::Error::source(&viewless.unwrap_err()).map(ToString::to_string);
        assert!(cause.unwrap().contains("missing field `view`"));
        let rules = <Jaipur as Game>::Rules::default();
        let table = table::<Jaipur>(&rules, 1);
        let seat = table.to_move().first().unwrap();
        let question = ask(&table, seat, 1, &mut 0);
        let early = player.hear(&question).unwrap_err();
        assert!(matches!(early, HearError::NoGame), "{early}");
        player.hear(&begin::<Jaipur>(1, seat)).unwrap();
        assert!(matches!(player.hear(&question), Ok(Next::Say(_))));
        assert!(Player::<Jaipur>::new("wise", 1).is_err());
    }
}
