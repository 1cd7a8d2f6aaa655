//! The AI's thread: what the page and the worker say to each other, and what the worker does.
//!
//! Messages are JSON. The worker is handed a seat's view and its legal actions, never a state.

mod client;

pub(crate) use client::{provide, workers};

use parlour_agents::jaipur::JaipurGuide;
use parlour_agents::{Guide, Policies, Search};
use parlour_engine::{Game, Resample, Rng, Seat, Streams, View};
use parlour_games::jaipur::Jaipur;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Simulations behind a hint: a good half second in the browser.
const HINT_SIMULATIONS: u32 = 2000;
/// Moves that a hint tells about.
const HINT_MOVES: usize = 5;

/// A question to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// Comes back with the answer.
    pub(crate) ticket: u64,
    /// The game's name.
    pub(crate) game: String,
    /// What is asked.
    pub(crate) question: Question,
    /// The view of the seat that is to move.
    pub(crate) view: Value,
    /// What it may do.
    pub(crate) legal: Vec<String>,
    /// Where the seat's random numbers start.
    pub(crate) stream: u64,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Question {
    /// Which action this policy plays.
    Choose {
        /// The policy, e.g. `ismcts:2000`.
        policy: String,
    },
    /// How good each action is.
    Rank,
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The ticket of the question.
    pub(crate) ticket: u64,
    /// The answer, or why there is none.
    pub(crate) result: Result<Reply, String>,
}

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// The action, as text.
    Choice(String),
    /// The best actions, the best first.
    Ranking(Ranking),
}

/// The best actions by a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ranking {
    /// Simulations that it rests on.
    pub(crate) simulations: u64,
    /// The best first.
    pub(crate) moves: Vec<Ranked>,
}

/// One action of a [`Ranking`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ranked {
    /// The action, as text.
    pub(crate) action: String,
    /// The share of the simulations that tried it, 0 to 1.
    pub(crate) share: f64,
    /// The expected result for the seat, 0 to 1.
    pub(crate) value: f64,
}

/// Games whose worker knows them.
pub(crate) trait Thinks: Policies + Resample {
    /// What the search is told about the game.
    type Guide: Guide<Self>;
}

impl Thinks for Jaipur {
    type Guide = JaipurGuide;
}

/// The JSON answer to a JSON question.
pub(crate) fn answer(message: &str) -> String {
    let answer = match serde_json::from_str::<Request>(message) {
        Ok(request) => Answer {
            ticket: request.ticket,
            result: match request.game.as_str() {
                Jaipur::NAME => think::<Jaipur>(&request),
                other => Err(format!("the worker does not know '{other}'")),
            },
        },
        // Nobody waits for ticket 0; the page reports it all the same.
        Err(error) => Answer {
            ticket: 0,
            result: Err(error.to_string()),
        },
    };
    serde_json::to_string(&answer).expect("an answer has string keys and finite numbers only")
}

fn think<G: Thinks>(request: &Request) -> Result<Reply, String> {
    let view: G::View = read(&request.view)?;
    let seat = view
        .viewer()
        .seat()
        .ok_or("the view is not that of a seat")?;
    let mut rng = stream(request.stream, seat);
    match &request.question {
        Question::Choose { policy } => {
            let mut legal = Vec::with_capacity(request.legal.len());
            for text in &request.legal {
                let action = text.parse::<G::Action>();
                legal.push(action.map_err(|error| error.to_string())?);
            }
            if legal.is_empty() {
                return Err("there is no legal action".to_owned());
            }
            let mut policy = G::policy(policy).map_err(|error| error.to_string())?;
            let action = policy.choose(&view, &legal, &mut rng);
            Ok(Reply::Choice(action.to_string()))
        }
        Question::Rank => {
            let mut search = Search::<G, G::Guide>::new(view);
            search.run(HINT_SIMULATIONS, &mut rng);
            let analysis = search.analysis();
            let total = analysis.simulations as f64;
            let moves = analysis
                .actions
                .iter()
                .take(HINT_MOVES)
                .map(|stats| Ranked {
                    action: stats.action.to_string(),
                    share: f64::from(stats.visits) / total,
                    value: stats.value,
                });
            Ok(Reply::Ranking(Ranking {
                simulations: analysis.simulations,
                moves: moves.collect(),
            }))
        }
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| error.to_string())
}

/// A seat's random numbers for one choice.
fn stream(start: u64, seat: Seat) -> Rng {
    Streams::new(start).seat(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::Viewer;
    use parlour_games::jaipur::{Action, Rules};

    fn request(question: Question, stream: u64) -> Request {
        let state = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, 7)).unwrap();
        let legal = state.legal_actions(Seat(0));
        Request {
            ticket: 3,
            game: "jaipur".to_owned(),
            question,
            view: serde_json::to_value(state.view(Viewer::Seat(Seat(0)))).unwrap(),
            legal: legal.iter().map(Action::to_string).collect(),
            stream,
        }
    }

    fn ask(request: &Request) -> Answer {
        serde_json::from_str(&answer(&serde_json::to_string(request).unwrap())).unwrap()
    }

    #[test]
    fn every_policy_chooses_a_legal_action_and_always_the_same() {
        for policy in ["random", "weighted", "utility", "ismcts:50"] {
            let question = Question::Choose {
                policy: policy.to_owned(),
            };
            let request = request(question, 11);
            let first = ask(&request);
            assert_eq!(first, ask(&request));
            assert_eq!(first.ticket, 3);
            match first.result {
                Ok(Reply::Choice(action)) => assert!(request.legal.contains(&action)),
                other => panic!("{policy}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_hint_ranks_legal_actions() {
        let request = request(Question::Rank, 11);
        let Ok(Reply::Ranking(ranking)) = ask(&request).result else {
            panic!("no ranking");
        };
        assert_eq!(ranking.simulations, u64::from(HINT_SIMULATIONS));
        assert!((1..=HINT_MOVES).contains(&ranking.moves.len()));
        for ranked in &ranking.moves {
            assert!(request.legal.contains(&ranked.action));
            assert!((0.0..=1.0).contains(&ranked.value) && (0.0..=1.0).contains(&ranked.share));
        }
    }

    #[test]
    fn what_cannot_be_answered_is_said() {
        let mut wrong = request(
            Question::Choose {
                policy: "oracle".to_owned(),
            },
            1,
        );
        assert!(ask(&wrong).result.is_err());
        wrong.game = "chess".to_owned();
        assert!(ask(&wrong).result.is_err());
        wrong.game = "jaipur".to_owned();
        wrong.view = Value::Null;
        assert!(ask(&wrong).result.is_err());
        let nonsense: Answer = serde_json::from_str(&answer("nonsense")).unwrap();
        assert_eq!(nonsense.ticket, 0);
        assert!(nonsense.result.is_err());
    }
}
