//! The AI's thread: what the page and the worker say to each other, and what the worker does.
//!
//! Messages are JSON. The worker receives a seat's information state and its legal actions, never a game state.

mod client;

pub(crate) use client::{SeatKnowledge, Workers, analysts, provide, workers};

use parlour_agents::analysis::{AnalysedMove, Settings, analyse_move};
use parlour_agents::{Analyse, Policies, Search};
use parlour_engine::{InformationState, Policy, Rng, Seat, Streams, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
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
    /// Every public event so far.
    pub(crate) events: Value,
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
    /// What the action that was played here cost.
    Judge {
        /// The action, as text.
        played: String,
        /// How much is searched.
        settings: Settings,
    },
    /// Something that only this game is asked.
    Study(Value),
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
    /// What the action cost; `None` if there was nothing to choose.
    Judged(Option<AnalysedMove<String>>),
    /// The answer to a [`Question::Study`].
    Studied(Value),
}

/// The best actions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ranking {
    /// What it rests on.
    pub(crate) basis: Basis,
    /// The best first.
    pub(crate) moves: Vec<Ranked>,
}

/// What a [`Ranking`] rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Basis {
    /// A number of simulated games.
    Simulations(u64),
    /// Everything that can still happen.
    Exact,
}

/// One action of a [`Ranking`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ranked {
    /// The action, as text.
    pub(crate) action: String,
    /// How good it is for the seat, 0 to 1.
    pub(crate) value: f64,
    /// That as it is written: `62`, `+3`.
    pub(crate) written: String,
    /// What else there is to say of it in few signs: the share of the simulations that tried it.
    pub(crate) note: String,
}

/// Games that the worker knows.
pub(crate) trait Thinks: Policies + Analyse {
    /// The policy of this name. It may be another than the one of the terminal where a browser has less memory or time.
    ///
    /// # Errors
    /// Why there is none.
    fn policy_here(name: &str) -> Result<Box<dyn Policy<Self>>, String> {
        Self::policy(name).map_err(|error| error.to_string())
    }

    /// How good the actions of the seat to move are, the best first.
    fn rank(known: &InformationState<'_, Self>, rng: &mut Rng) -> Ranking {
        searched(known, rng)
    }

    /// The answer to a question that only this game is asked.
    ///
    /// # Errors
    /// Why there is none.
    fn study(_view: &Self::View, question: &Value) -> Result<Value, String> {
        Err(format!("there is no answer to {question}"))
    }
}

/// How a game answers a request: [`think`].
pub(crate) type Think = fn(&Request) -> Result<Reply, String>;

/// The JSON answer to a JSON question; `find` returns how the game of a name answers, or why it does not.
pub(crate) async fn answer(
    message: &str,
    find: impl AsyncFn(&str) -> Result<Think, String>,
) -> String {
    let answer = match json::from_str::<Request>(message) {
        Ok(request) => Answer {
            ticket: request.ticket,
            result: match find(&request.game).await {
                Ok(think) => think(&request),
                Err(reason) => Err(reason),
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

/// Answers a question about a game.
///
/// # Errors
/// Why there is no answer.
pub(crate) fn think<G: Thinks>(request: &Request) -> Result<Reply, String> {
    let events: Vec<G::Event> = read(&request.events)?;
    let known = InformationState::<G>::new(read(&request.view)?, events);
    let seat = known.viewer().seat();
    let seat = seat.ok_or("the information state is not that of a seat")?;
    let mut rng = stream(request.stream, seat);
    match &request.question {
        Question::Choose { policy } => {
            let legal = legal::<G>(request)?;
            let mut policy = G::policy_here(policy)?;
            let action = policy.choose(&known, &legal, &mut rng);
            Ok(Reply::Choice(action.to_string()))
        }
        Question::Judge { played, settings } => {
            let legal = legal::<G>(request)?;
            let played = action::<G>(played)?;
            if !legal.contains(&played) {
                return Err(format!("{played} is not legal"));
            }
            let judged = analyse_move(&known, &legal, played, *settings);
            Ok(Reply::Judged(
                judged.map(|judged| judged.map(|action| action.to_string())),
            ))
        }
        Question::Rank => Ok(Reply::Ranking(G::rank(&known, &mut rng))),
        Question::Study(question) => G::study(known.view(), question).map(Reply::Studied),
    }
}

fn action<G: Thinks>(text: &str) -> Result<G::Action, String> {
    text.parse()
        .map_err(|error: <G::Action as std::str::FromStr>::Err| error.to_string())
}

/// The legal actions; there is one at least.
fn legal<G: Thinks>(request: &Request) -> Result<Vec<G::Action>, String> {
    let mut legal = Vec::with_capacity(request.legal.len());
    for text in &request.legal {
        legal.push(action::<G>(text)?);
    }
    match legal.is_empty() {
        true => Err("there is no legal action".to_owned()),
        false => Ok(legal),
    }
}

/// The best actions by tree search, as [`Thinks::rank`] tells them.
pub(crate) fn searched<G: Thinks>(known: &InformationState<'_, G>, rng: &mut Rng) -> Ranking {
    let mut search = Search::<G, G::Heuristics>::new(known);
    search.run(HINT_SIMULATIONS, rng);
    let analysis = search.analysis();
    let total = analysis.simulations as f64;
    let moves = analysis
        .actions
        .iter()
        .take(HINT_MOVES)
        .map(|stats| Ranked {
            action: stats.action.to_string(),
            value: stats.value,
            written: format!("{:.0}", stats.value * 100.0),
            note: format!("{:.0} %", f64::from(stats.visits) * 100.0 / total),
        });
    Ranking {
        basis: Basis::Simulations(analysis.simulations),
        moves: moves.collect(),
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    json::from_value(value).map_err(|error| error.to_string())
}

/// A seat's random numbers for one choice.
fn stream(start: u64, seat: Seat) -> Rng {
    Streams::new(start).seat(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::later::at_once;
    use parlour_engine::{DealSource, Game as _, Table, Viewer};
    use parlour_games::jaipur::{Action, Jaipur, Rules};
    use std::pin::pin;

    fn request(question: Question, stream: u64) -> Request {
        let names = vec![String::new(); 2];
        let table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(7), names).unwrap();
        let legal = table.state().legal_actions(Seat(0));
        let view = table.state().view(Viewer::Seat(Seat(0)));
        Request {
            ticket: 3,
            game: "jaipur".to_owned(),
            question,
            view: serde_json::to_value(view).unwrap(),
            events: serde_json::to_value(table.events()).unwrap(),
            legal: legal.iter().map(Action::to_string).collect(),
            stream,
        }
    }

    async fn find(name: &str) -> Result<Think, String> {
        match name {
            "jaipur" => Ok(think::<Jaipur>),
            _ => Err(format!("unknown game '{name}'")),
        }
    }

    fn answer_at_once(message: &str) -> Answer {
        let answer = at_once(&mut pin!(answer(message, find))).unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    fn ask(request: &Request) -> Answer {
        answer_at_once(&serde_json::to_string(request).unwrap())
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
        let simulations = u64::from(HINT_SIMULATIONS);
        assert_eq!(ranking.basis, Basis::Simulations(simulations));
        assert!((1..=HINT_MOVES).contains(&ranking.moves.len()));
        for ranked in &ranking.moves {
            assert!(request.legal.contains(&ranked.action));
            assert!((0.0..=1.0).contains(&ranked.value));
            assert!(ranked.note.ends_with(" %"), "{ranked:?}");
        }
    }

    #[test]
    fn a_move_is_judged_by_what_the_seat_knew() {
        let settings = Settings {
            simulations: 50,
            seed: 3,
        };
        let judge = |played: &str| Question::Judge {
            played: played.to_owned(),
            settings,
        };
        let mut asked = request(Question::Rank, 11);
        let played = asked.legal[0].clone();
        asked.question = judge(&played);
        let first = ask(&asked);
        // Random numbers follow from the settings alone.
        asked.stream = 12;
        assert_eq!(ask(&asked), first);
        let Ok(Reply::Judged(Some(judged))) = first.result else {
            panic!("no judgement");
        };
        assert_eq!(
            (&judged.played, judged.options),
            (&played, asked.legal.len())
        );
        assert!(asked.legal.contains(&judged.best));
        for wrong in ["sell 7 diamond", "nonsense"] {
            asked.question = judge(wrong);
            assert!(ask(&asked).result.is_err(), "{wrong}");
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
        let nonsense = answer_at_once("nonsense");
        assert_eq!(nonsense.ticket, 0);
        assert!(nonsense.result.is_err());
    }
}
