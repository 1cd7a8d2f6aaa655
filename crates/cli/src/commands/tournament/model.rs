//! [`EndpointModels`]: language models that play tournaments.

use super::endpoint::{Completions, Endpoint, RequestError};
use super::key::Key;
use crate::games::Terminal;
use crate::seat_text::{self, MAX_ACTION_BYTES, Names, SeatText};
use parlour_arena::definition::EndpointSpec;
use parlour_arena::plan::Kind;
use parlour_arena::{Hosted, ModelError, ModelExchange, ModelPlayer, ModelPlayers, Plan};
use parlour_engine::Rules as _;
use parlour_protocol::{ActionRequest, AgentFault};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long to wait before the first repetition of a request that has failed, if the endpoint does not say; twice as
/// long before the next.
const FIRST_WAIT: Duration = Duration::from_millis(500);

const INSTRUCTIONS: &str = "You are a player of the card game whose rules follow. You are asked for one action at a \
    time. You may think first. The last line of your answer must be the action, in full and alone, written as the rules \
    say. Only that line is read. If it is no legal action, nothing is played, and you are asked again.";

/// The endpoints of a tournament, with their keys.
#[derive(Debug)]
pub(super) struct EndpointModels {
    endpoints: Vec<(EndpointSpec, Endpoint)>,
}

impl EndpointModels {
    /// The endpoints of a plan. The keys are read from the environment.
    ///
    /// # Errors
    /// Which key is missing, in one line.
    pub(super) fn new<G: Hosted>(plan: &Plan<G>) -> Result<EndpointModels, String> {
        let mut endpoints = Vec::new();
        for player in &plan.players {
            if let Kind::Model { endpoint: spec, .. } = &player.kind {
                let key = spec.key_env.as_deref().map(Key::from_env).transpose();
                let key = key.map_err(|error| format!("player '{}': {error}", player.name))?;
                endpoints.push((spec.clone(), Endpoint::new(spec, key)));
            }
        }
        Ok(EndpointModels { endpoints })
    }

    fn endpoint(&self, spec: &EndpointSpec) -> &Endpoint {
        let found = self.endpoints.iter().find(|(known, _)| known == spec);
        &found.expect("the players are those of the plan").1
    }
}

impl<G: Terminal> ModelPlayers<G> for EndpointModels {
    fn check(&self, endpoint: &EndpointSpec) -> Result<(), String> {
        self.endpoint(endpoint).check()
    }

    fn player(&self, endpoint: &EndpointSpec) -> Box<dyn ModelPlayer<G>> {
        Box::new(SeatedModel {
            completions: Box::new(self.endpoint(endpoint).clone()),
            spec: endpoint.clone(),
            text: None,
        })
    }
}

/// A language model in one seat of one game.
struct SeatedModel {
    completions: Box<dyn Completions>,
    spec: EndpointSpec,
    /// `None` before the first question.
    text: Option<SeatText>,
}

impl SeatedModel {
    fn names(&self) -> Names {
        match self.spec.neutral_names {
            true => Names::Neutral,
            false => Names::Own,
        }
    }

    /// The request for an answer to these messages.
    fn request(&self, messages: &[Value]) -> Vec<u8> {
        let mut request = self.spec.parameters.clone();
        request.insert("model".to_owned(), json!(self.spec.model));
        request.insert("messages".to_owned(), json!(messages));
        Value::Object(request).to_string().into_bytes()
    }

    /// Sends a request, again after errors that may pass.
    fn complete(
        &self,
        request: &[u8],
        until: Instant,
        exchange: &mut ModelExchange<'_>,
    ) -> Result<String, ModelError> {
        let fault = |fault| Err(ModelError::Fault(fault));
        let mut default_wait = FIRST_WAIT;
        let mut repetitions = 0;
        loop {
            exchange.sent(request);
            let (problem, wait) = match self.completions.complete(request, until) {
                Ok(completion) => {
                    if let Some((input, output)) = completion.tokens {
                        exchange.usage.metered += 1;
                        exchange.usage.input_tokens += input;
                        exchange.usage.output_tokens += output;
                    }
                    exchange.received(completion.text.as_bytes());
                    return Ok(completion.text);
                }
                Err(RequestError::Timeout) => return fault(AgentFault::Timeout),
                Err(RequestError::TooLong) => return fault(AgentFault::TooLong),
                Err(RequestError::Refused(problem)) => {
                    return fault(AgentFault::Endpoint { reason: problem });
                }
                Err(RequestError::Rejected(problem)) => {
                    return Err(ModelError::Rejected(format!("the endpoint {problem}")));
                }
                Err(RequestError::Temporary(problem, wait)) => (problem, wait),
            };
            if repetitions == self.spec.max_retries {
                return fault(AgentFault::Endpoint { reason: problem });
            }
            let left = until.saturating_duration_since(Instant::now());
            let pause = wait.unwrap_or(default_wait);
            if pause >= left {
                let asks = wait.map_or_else(String::new, |wait| {
                    format!(", and asks to wait for {} s: too long", wait.as_secs())
                });
                let reason = format!("{problem}{asks}");
                return fault(AgentFault::Endpoint { reason });
            }
            std::thread::sleep(pause);
            repetitions += 1;
            default_wait = default_wait.saturating_mul(2);
        }
    }
}

impl<G: Terminal> ModelPlayer<G> for SeatedModel {
    fn choose(
        &mut self,
        request: &ActionRequest<'_, G>,
        exchange: &mut ModelExchange<'_>,
    ) -> Result<G::Action, ModelError> {
        let until = Instant::now() + request.think;
        let state = request.table.state();
        let names = self.names();
        let text = self.text.get_or_insert(SeatText::new(request.seat, names));
        let position = text.position(request.table);
        let text = *text;
        let mut messages = vec![
            json!({ "role": "system", "content": instructions::<G>(state.rules(), names) }),
            json!({ "role": "user", "content": format!("{position}\n\nWhat do you play?") }),
        ];
        let mut retries = 0;
        loop {
            let answer = self.complete(&self.request(&messages), until, exchange)?;
            let said = last_line(&answer);
            let reason = match text.read_action(state, said) {
                Ok(action) => return Ok(action),
                Err(reason) => reason,
            };
            if retries == self.spec.max_retries {
                let fault = AgentFault::invalid(said.as_bytes(), &reason);
                return Err(ModelError::Fault(fault));
            }
            retries += 1;
            exchange.usage.retries += 1;
            messages.push(json!({ "role": "assistant", "content": shortened(said) }));
            let reason = text.with_help::<G>(&reason);
            let again = format!("{reason}\n\nWhat do you play instead?");
            messages.push(json!({ "role": "user", "content": again }));
        }
    }
}

/// What the model has to know before the first position.
fn instructions<G: Terminal>(rules: &G::Rules, names: Names) -> String {
    let mut sets = G::Rules::names().iter();
    let name = sets.find(|name| G::Rules::named(name).as_ref() == Some(rules));
    let chosen = match name {
        Some(name) => format!("The rule set of this game is `{name}`."),
        None => {
            let fields = names.hide::<G>(&json!(rules).to_string());
            format!("The rules of this game have these fields: {fields}")
        }
    };
    format!(
        "{INSTRUCTIONS}\n\n{}\n\n{chosen}",
        seat_text::rules::<G>(names)
    )
}

/// The last line of an answer that is not empty.
fn last_line(answer: &str) -> &str {
    let mut lines = answer.lines().rev().map(str::trim);
    lines.find(|line| !line.is_empty()).unwrap_or_default()
}

/// An answer as it is sent back; endpoints refuse empty ones.
fn shortened(said: &str) -> String {
    match said {
        "" => "(no answer)".to_owned(),
        _ => said.chars().take(MAX_ACTION_BYTES).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::tournament::endpoint::Completion;
    use crate::games::{self, Task};
    use crate::seat_text::tests::random_answer;
    use parlour_arena::outcome::ModelUsage;
    use parlour_engine::{DealSource, Rng, Seat, Streams, Table};
    use rand::RngExt as _;
    use std::sync::{Arc, Mutex};

    /// A model that gives these answers, the last first.
    #[derive(Clone, Default)]
    struct Script(Arc<Mutex<Vec<String>>>);

    impl Completions for Script {
        fn complete(&self, _: &[u8], _: Instant) -> Result<Completion, RequestError> {
            let text = self.0.lock().unwrap().pop();
            let text = text.ok_or(RequestError::Timeout)?;
            let tokens = Some((3, 2));
            Ok(Completion { text, tokens })
        }
    }

    fn spec(max_retries: u32) -> EndpointSpec {
        EndpointSpec {
            url: "http://127.0.0.1:1".to_owned(),
            model: "script".to_owned(),
            key_env: None,
            price_input: None,
            price_output: None,
            max_retries,
            parameters: serde_json::Map::new(),
            neutral_names: false,
        }
    }

    /// Lets a model with random answers play, and checks that the action of one answer is played, or none.
    struct Fuzz {
        answers: usize,
    }

    impl Task for Fuzz {
        type Output = ();

        fn run<G: Terminal>(self) {
            const RETRIES: usize = 2;
            let mut rng = Streams::new(6).task(1);
            let (mut given, mut played, mut faults, mut seed) = (0, 0, 0, 0);
            while given < self.answers {
                seed += 1;
                let rules = G::Rules::default();
                let names = vec!["m".to_owned(); rules.seats()];
                let mut table = Table::<G>::new(rules, DealSource::Seed(seed), names).unwrap();
                let script = Script::default();
                let mut model = SeatedModel {
                    completions: Box::new(script.clone()),
                    spec: spec(RETRIES as u32),
                    text: None,
                };
                let mut usage = ModelUsage::default();
                while let Some(seat) = table.to_move().first() {
                    let legal = table.state().legal_actions(seat);
                    let any =
                        |rng: &mut Rng| legal[rng.random_range(0..legal.len() as u32) as usize];
                    if seat != Seat(0) {
                        let action = any(&mut rng);
                        table.play(seat, action).unwrap();
                        continue;
                    }
                    let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
                    let answers: Vec<String> = (0..=RETRIES)
                        .map(|_| random_answer(&texts, &mut rng))
                        .collect();
                    *script.0.lock().unwrap() = answers.iter().rev().cloned().collect();
                    let before = usage;
                    let request = ActionRequest {
                        table: &table,
                        seat,
                        id: 1,
                        think: Duration::from_secs(60),
                    };
                    let chosen = model.choose(&request, &mut ModelExchange::new(&mut usage));
                    let asked = answers.len() - script.0.lock().unwrap().len();
                    given += asked;
                    let meaning = |answer: &String| -> Option<G::Action> {
                        let action = last_line(answer).parse().ok()?;
                        legal.contains(&action).then_some(action)
                    };
                    assert!(
                        answers[..asked - 1]
                            .iter()
                            .all(|answer| meaning(answer).is_none())
                    );
                    assert_eq!(usage.requests - before.requests, asked as u64);
                    assert_eq!(usage.retries - before.retries, asked as u64 - 1);
                    assert_eq!(usage.output_tokens, 2 * usage.requests);
                    let action = match chosen {
                        Ok(action) => {
                            played += 1;
                            assert_eq!(Some(action), meaning(&answers[asked - 1]), "{answers:?}");
                            action
                        }
                        Err(ModelError::Fault(AgentFault::Invalid { .. })) => {
                            faults += 1;
                            assert_eq!((asked, meaning(&answers[RETRIES])), (RETRIES + 1, None));
                            any(&mut rng)
                        }
                        Err(error) => panic!("{error:?}"),
                    };
                    table.play(seat, action).unwrap();
                }
            }
            assert!(
                played > self.answers / 20 && faults > self.answers / 60,
                "{played}, {faults}"
            );
        }
    }

    #[test]
    fn only_the_action_of_an_answer_is_played() {
        for game in games::NAMES {
            let answers = 25_000;
            games::with(game, Fuzz { answers }).unwrap();
        }
        assert_eq!(games::NAMES.len(), 4, "100,000 answers in all");
    }

    /// An endpoint that is always overloaded, and asks to be asked again at once.
    struct Overloaded;

    impl Completions for Overloaded {
        fn complete(&self, _: &[u8], _: Instant) -> Result<Completion, RequestError> {
            let problem = "answers 503".to_owned();
            Err(RequestError::Temporary(problem, Some(Duration::ZERO)))
        }
    }

    #[test]
    fn an_endpoint_that_stays_overloaded_is_a_fault() {
        let model = SeatedModel {
            completions: Box::new(Overloaded),
            spec: spec(100),
            text: None,
        };
        let mut usage = ModelUsage::default();
        let until = Instant::now() + Duration::from_mins(1);
        let answer = model.complete(b"{}", until, &mut ModelExchange::new(&mut usage));
        let reason = "answers 503".to_owned();
        let fault = AgentFault::Endpoint { reason };
        assert_eq!(answer, Err(ModelError::Fault(fault)));
        assert_eq!(usage.requests, 101);
    }

    #[test]
    fn the_last_line_is_the_answer() {
        for (answer, last) in [
            ("take gold", "take gold"),
            ("I could sell.\n\n  take gold \r\n\n", "take gold"),
            ("take gold\nThat is my move.", "That is my move."),
            ("", ""),
            (" \n\n", ""),
        ] {
            assert_eq!(last_line(answer), last);
        }
    }
}
