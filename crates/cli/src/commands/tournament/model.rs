//! [`EndpointModels`]: language models that play tournaments.

use super::endpoint::Endpoint;
use super::key::Key;
use super::mcp_client::{ClientRuntime, McpClient};
use super::model_client::{ModelClient, Question, RejectedAnswer, RequestError};
use crate::games::Terminal;
use crate::seat_text::{self, MAX_ACTION_BYTES, Names, SeatText};
use parlour_arena::definition::ModelSpec;
use parlour_arena::plan::Kind;
use parlour_arena::{Hosted, ModelError, ModelExchange, ModelPlayer, ModelPlayers, Plan};
use parlour_engine::Rules as _;
use parlour_protocol::{ActionRequest, AgentFault};
use serde_json::json;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait before the first repetition of a request that has failed, if the endpoint does not say; twice as
/// long before the next.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The language models of a tournament, with their keys.
#[derive(Debug)]
pub(super) struct EndpointModels {
    clients: Vec<(ModelSpec, Arc<dyn ModelClient>)>,
}

impl EndpointModels {
    /// The language models of a plan. The keys are read from the environment.
    ///
    /// # Errors
    /// Which key is missing, in one line.
    pub(super) fn new<G: Hosted>(plan: &Plan<G>) -> Result<EndpointModels, String> {
        let mut clients = Vec::new();
        let mut runtime = None;
        for player in &plan.players {
            let Kind::Model { model, control } = &player.kind else {
                continue;
            };
            let key = model.key_env().map(Key::from_env).transpose();
            let key = key.map_err(|error| format!("player '{}': {error}", player.name))?;
            let client: Arc<dyn ModelClient> = match model {
                ModelSpec::Endpoint(endpoint) => Arc::new(Endpoint::new(endpoint, key)),
                ModelSpec::Mcp(mcp) => {
                    let runtime = match &runtime {
                        Some(runtime) => Arc::clone(runtime),
                        None => Arc::clone(runtime.insert(Arc::new(ClientRuntime::new()?))),
                    };
                    Arc::new(McpClient::new(mcp, key, control.per_answer, runtime))
                }
            };
            clients.push((model.clone(), client));
        }
        Ok(EndpointModels { clients })
    }

    fn client(&self, model: &ModelSpec) -> &Arc<dyn ModelClient> {
        let found = self.clients.iter().find(|(known, _)| known == model);
        &found.expect("the players are those of the plan").1
    }
}

impl<G: Terminal> ModelPlayers<G> for EndpointModels {
    fn check(&self, model: &ModelSpec) -> Result<(), String> {
        self.client(model).check()
    }

    fn player(&self, model: &ModelSpec) -> Box<dyn ModelPlayer<G>> {
        let client = Arc::clone(self.client(model));
        Box::new(SeatedModel::new(client, model.clone()))
    }
}

/// A language model in one seat of one game.
struct SeatedModel {
    client: Arc<dyn ModelClient>,
    spec: ModelSpec,
    /// The name of the game in questions.
    game: String,
    /// `None` before the first question.
    text: Option<SeatText>,
}

impl SeatedModel {
    fn new(client: Arc<dyn ModelClient>, spec: ModelSpec) -> SeatedModel {
        SeatedModel {
            client,
            spec,
            game: format!("{:016x}", RandomState::new().hash_one(0_u8)),
            text: None,
        }
    }

    fn names(&self) -> Names {
        match self.spec.neutral_names() {
            true => Names::Neutral,
            false => Names::Own,
        }
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
            let (problem, wait) = match self.client.complete(request, until) {
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
            if repetitions == self.spec.max_retries() {
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
        let receives_legal = matches!(&self.spec, ModelSpec::Mcp(mcp) if mcp.legal_actions);
        let legal_actions = receives_legal.then(|| {
            let legal = state.legal_actions(request.seat).into_iter();
            legal.map(|action| text.write_action::<G>(action)).collect()
        });
        let mut question = Question {
            game: self.game.clone(),
            seat: request.seat.index(),
            rules: rules::<G>(state.rules(), names),
            position,
            legal_actions,
            rejected: Vec::new(),
        };
        loop {
            let answer = self.complete(&self.client.request(&question), until, exchange)?;
            let said = last_line(&answer);
            let invalid = match text.read_action(state, said) {
                Ok(action) => return Ok(action),
                Err(invalid) => invalid,
            };
            if question.rejected.len() == self.spec.max_retries() as usize {
                let fault = AgentFault::invalid(said.as_bytes(), &invalid.reason, invalid.cause);
                return Err(ModelError::Fault(fault));
            }
            exchange.usage.retries += 1;
            question.rejected.push(RejectedAnswer {
                answer: shortened(said),
                reason: text.with_help::<G>(&invalid.reason),
            });
        }
    }
}

/// The rules, and which of their variants is played.
fn rules<G: Terminal>(rules: &G::Rules, names: Names) -> String {
    let mut sets = G::Rules::names().iter();
    let name = sets.find(|name| G::Rules::named(name).as_ref() == Some(rules));
    let chosen = match name {
        Some(name) => format!("The rule set of this game is `{name}`."),
        None => {
            let fields = names.hide::<G>(&json!(rules).to_string());
            format!("The rules of this game have these fields: {fields}")
        }
    };
    format!("{}\n\n{chosen}", seat_text::rules::<G>(names))
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
    use crate::commands::tournament::model_client::Completion;
    use crate::games::{self, Task};
    use crate::seat_text::tests::random_answer;
    use parlour_arena::definition::McpSpec;
    use parlour_arena::outcome::ModelUsage;
    use parlour_engine::{DealSource, Rng, Seat, Streams, Table};
    use rand::RngExt as _;
    use std::sync::Mutex;

    /// A model that gives these answers, the last first.
    #[derive(Debug, Default)]
    struct Script(Mutex<Vec<String>>);

    impl ModelClient for Script {
        fn check(&self) -> Result<(), String> {
            Ok(())
        }

        fn request(&self, _: &Question) -> Vec<u8> {
            b"{}".to_vec()
        }

        fn complete(&self, _: &[u8], _: Instant) -> Result<Completion, RequestError> {
            let text = self.0.lock().unwrap().pop();
            let text = text.ok_or(RequestError::Timeout)?;
            let tokens = Some((3, 2));
            Ok(Completion { text, tokens })
        }
    }

    fn spec(max_retries: u32) -> ModelSpec {
        ModelSpec::Mcp(McpSpec {
            command: Some(vec!["script".to_owned()]),
            url: None,
            tool: "choose_action".to_owned(),
            legal_actions: true,
            key_env: None,
            price_input: None,
            price_output: None,
            max_retries,
            neutral_names: false,
        })
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
                let script = Arc::new(Script::default());
                let client = Arc::clone(&script);
                let mut model = SeatedModel::new(client, spec(RETRIES as u32));
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
    #[derive(Debug)]
    struct Overloaded;

    impl ModelClient for Overloaded {
        fn check(&self) -> Result<(), String> {
            Ok(())
        }

        fn request(&self, _: &Question) -> Vec<u8> {
            b"{}".to_vec()
        }

        fn complete(&self, _: &[u8], _: Instant) -> Result<Completion, RequestError> {
            let problem = "answers 503".to_owned();
            Err(RequestError::Temporary(problem, Some(Duration::ZERO)))
        }
    }

    #[test]
    fn an_endpoint_that_stays_overloaded_is_a_fault() {
        let model = SeatedModel::new(Arc::new(Overloaded), spec(100));
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
