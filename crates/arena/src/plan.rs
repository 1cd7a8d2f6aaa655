//! Plans: tournament definitions checked against their game.

use crate::deals::{DealProof, Deals};
use crate::definition::{
    Definition, EndpointSpec, Format, McpSpec, ModelSpec, PlayerSpec, Restart, RulesChoice,
    is_local_address,
};
use crate::players::logs::ProgramLogs;
use crate::players::model::ModelPlayers;
use crate::schedule::Schedule;
use parlour_engine::Rules as _;
use parlour_protocol::lines::tidy_name;
use parlour_protocol::{Hosted, TimeBank, TimeControl};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Why a definition is invalid, as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(pub String);

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Its name in results; no other has it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A built-in policy.
    Policy(String),
    /// A local program, started by the tournament.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
        /// Its time limits.
        control: TimeControl,
        /// When it is started anew.
        restart: Restart,
    },
    /// A remote program, which connects to the tournament.
    Remote {
        /// The token in its hello.
        token: String,
        /// Its time limits.
        control: TimeControl,
    },
    /// A language model, which is asked over a network or through a program.
    Model {
        /// What is asked.
        model: ModelSpec,
        /// Its time limits.
        control: TimeControl,
    },
}

/// The time for each answer if the file does not say.
const THINK_MS: u64 = 5000;
/// The same for a language model.
const MODEL_THINK_MS: u64 = 60_000;
/// The most retries for one action.
const MAX_RETRIES: u32 = 100;
/// Fields of a request that are not parameters.
const OWN_FIELDS: [&str; 4] = ["messages", "model", "n", "stream"];
/// How long a token is, in bytes: 16 random hexadecimal digits are 64 bits.
const MIN_TOKEN_CHARS: usize = 16;
const MAX_TOKEN_CHARS: usize = 256;

/// A tournament that can be played.
#[derive(Clone, Debug)]
pub struct Plan<G: Hosted> {
    /// Its definition.
    pub definition: Definition,
    /// The rules in full.
    pub rules: G::Rules,
    /// The players, in the order of the file.
    pub players: Vec<Player>,
    /// The schedule.
    pub schedule: Schedule,
    /// Where the programs are logged, if they are. Changes no game.
    pub logs: Option<Arc<ProgramLogs>>,
    /// Who asks the language models; without it they cannot play.
    pub models: Option<Arc<dyn ModelPlayers<G>>>,
}

impl<G: Hosted> Plan<G> {
    /// Checks a definition against the game.
    ///
    /// # Errors
    /// Why the definition is invalid.
    pub fn new(definition: Definition) -> Result<Plan<G>, PlanError> {
        if definition.game != G::NAME {
            return Err(PlanError(format!(
                "the tournament is one of {}, not of {}",
                definition.game,
                G::NAME
            )));
        }
        check_name(&definition.name).map_err(PlanError)?;
        if definition.rating_period == 0 {
            return Err(PlanError("rating_period is 0: it is 1 or more".to_owned()));
        }
        let rules =
            rules_of::<G>(definition.rules.as_ref(), definition.seats).map_err(PlanError)?;
        let players = players::<G>(&definition.players).map_err(PlanError)?;
        let schedule = schedule(&definition, &players, rules.seats()).map_err(PlanError)?;
        // That the rules can be played at all is known only by dealing.
        let deal = G::deal(&rules, 0);
        G::new(rules.clone(), deal).map_err(|error| PlanError(error.to_string()))?;
        if let Some(sprt) = &definition.sprt {
            sprt.check().map_err(PlanError)?;
            if schedule.pairings().len() != 1 || definition.format == Format::League {
                return Err(PlanError(
                    "sprt tests the first player against one other, and ends the tournament: name two \
                     players, and no league"
                        .to_owned(),
                ));
            }
        }
        Ok(Plan {
            definition,
            rules,
            players,
            schedule,
            logs: None,
            models: None,
        })
    }

    /// Everything that determines the games, as JSON: equal texts are the same tournament.
    pub fn canonical(&self) -> String {
        let definition = &self.definition;
        let kind = |player: &Player| match &player.kind {
            Kind::Policy(policy) => json!({"name": player.name, "policy": policy}),
            Kind::Program {
                command,
                control,
                restart,
            } => {
                let mut program = json!({"name": player.name, "command": command});
                add_control(&mut program, control);
                if !restart.is_default() {
                    program["restart"] = json!(restart);
                }
                program
            }
            // Without the token, which is secret and changes no game.
            Kind::Remote { control, .. } => {
                let mut program = json!({"name": player.name, "visitor": true});
                add_control(&mut program, control);
                program
            }
            // Without address, key and prices, which change no game.
            Kind::Model {
                model: spec,
                control,
            } => {
                let mut model = match spec {
                    ModelSpec::Endpoint(endpoint) => json!({
                        "name": player.name,
                        "model": endpoint.model,
                        "max_retries": endpoint.max_retries,
                        "parameters": endpoint.parameters,
                    }),
                    ModelSpec::Mcp(mcp) => json!({
                        "name": player.name,
                        "mcp": {
                            "command": mcp.command,
                            "tool": mcp.tool,
                            "legal_actions": mcp.legal_actions,
                        },
                        "max_retries": mcp.max_retries,
                    }),
                };
                add_control(&mut model, control);
                if spec.neutral_names() {
                    model["neutral_names"] = json!(true);
                }
                model
            }
        };
        let mut canonical = json!({
            "game": definition.game,
            "rules": self.rules,
            "format": definition.format,
            "rounds": definition.rounds,
            "seed": definition.seed,
            "duplicate": definition.duplicate,
            "rating_period": definition.rating_period,
            "sprt": definition.sprt,
            "players": self.players.iter().map(kind).collect::<Vec<_>>(),
        });
        if definition.format == Format::Pairings {
            canonical["pairings"] = json!(self.schedule.pairings());
        }
        canonical.to_string()
    }

    /// The deals of a seed that the definition names; `None` if they follow from a secret in the store.
    pub fn public_deals(&self) -> Option<Deals> {
        self.definition.seed.map(Deals::Seed)
    }

    /// What is public about the deals. `finished` is the number of games, once the tournament is over.
    pub fn proof(&self, deals: &Deals, finished: Option<u64>) -> DealProof {
        let mut players = self.players.iter();
        let programs = players.any(|player| !matches!(player.kind, Kind::Policy(_)));
        DealProof {
            public_seed: programs && !deals.are_secret(),
            ..self.schedule.proof(deals, finished)
        }
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players
            .iter()
            .map(|player| player.name.clone())
            .collect()
    }
}

/// Checks that a tournament can be printed and stored under a name: PostgreSQL stores no text with a zero byte.
///
/// # Errors
/// One line.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err("the tournament has no name".to_owned());
    }
    match name.chars().find(|letter| letter.is_control()) {
        Some(letter) => Err(format!(
            "the name of the tournament has a control character (U+{:04X}): leave it out",
            u32::from(letter)
        )),
        None => Ok(()),
    }
}

/// The schedule of a definition.
fn schedule(definition: &Definition, players: &[Player], seats: usize) -> Result<Schedule, String> {
    let (rounds, duplicate) = (definition.rounds, definition.duplicate);
    let Some(pairings) = &definition.pairings else {
        return Schedule::new(definition.format, players.len(), seats, rounds, duplicate);
    };
    if definition.format != Format::Pairings {
        return Err("pairings needs format = \"pairings\"".to_owned());
    }
    let player = |name: &String| {
        let found = players.iter().position(|player| player.name == *name);
        found.ok_or_else(|| format!("a pairing names '{name}', who is no player"))
    };
    let pairing = |names: &Vec<String>| names.iter().map(player).collect::<Result<Vec<_>, _>>();
    let pairings = pairings
        .iter()
        .map(pairing)
        .collect::<Result<Vec<_>, _>>()?;
    Schedule::of_pairings(pairings, seats, rounds, duplicate, false)
}

/// Adds the time limits to a player. Without a bank as they have always been, so that older tournaments can be resumed.
fn add_control(player: &mut Value, control: &TimeControl) {
    player["think_ms"] = json!(control.per_answer.as_millis() as u64);
    if let Some(bank) = control.bank {
        player["base_ms"] = json!(bank.base_ms);
        player["increment_ms"] = json!(bank.increment_ms);
    }
}

/// The rules of a game by name or fields, for this number of seats if given.
///
/// # Errors
/// Why they are invalid, as one line.
pub fn rules_of<G: Hosted>(
    choice: Option<&RulesChoice>,
    seats: Option<usize>,
) -> Result<G::Rules, String> {
    let rules = match choice {
        None => G::Rules::default(),
        Some(RulesChoice::Named(name)) => G::Rules::named(name).ok_or_else(|| {
            let names = G::Rules::names().join(", ");
            format!("{} has no rules '{name}': it has {names}", G::NAME)
        })?,
        Some(RulesChoice::Fields(fields)) => {
            let wrong = |error: serde_json::Error| format!("rules: {error}");
            let mut all = serde_json::to_value(G::Rules::default()).map_err(wrong)?;
            for (field, value) in fields {
                match all.get_mut(field) {
                    Some(place) => *place = value.clone(),
                    None => {
                        let known = all.as_object().map_or_else(String::new, |all| {
                            all.keys().cloned().collect::<Vec<_>>().join(", ")
                        });
                        return Err(format!(
                            "the rules of {} have no field '{field}': they have {known}",
                            G::NAME
                        ));
                    }
                }
            }
            serde_json::from_value(all).map_err(wrong)?
        }
    };
    match seats {
        None => Ok(rules),
        Some(seats) => G::with_seats(rules, seats)
            .ok_or_else(|| format!("{} has no table for {seats} by these rules", G::NAME)),
    }
}

fn players<G: Hosted>(specs: &[PlayerSpec]) -> Result<Vec<Player>, String> {
    let mut players: Vec<Player> = Vec::new();
    for spec in specs {
        let player = player::<G>(spec)?;
        let same = |other: &&PlayerSpec| other.token.is_some() && other.token == spec.token;
        if specs.iter().filter(same).count() > 1 {
            return Err(format!("'{}' has the token of another player", player.name));
        }
        if players.iter().any(|other| other.name == player.name) {
            return Err(format!(
                "two players are called '{}': give one another name",
                player.name
            ));
        }
        players.push(player);
    }
    Ok(players)
}

fn player<G: Hosted>(spec: &PlayerSpec) -> Result<Player, String> {
    let time = |per_answer: u64| {
        let bank = match (spec.base_ms, spec.increment_ms) {
            (None, None) => None,
            (None, Some(_)) => {
                return Err("a player's increment_ms needs a base_ms".to_owned());
            }
            (Some(0), _) => return Err("a player's base_ms is 0: give it at least 1".to_owned()),
            (Some(base_ms), increment) => Some(TimeBank {
                base_ms,
                increment_ms: increment.unwrap_or(0),
            }),
        };
        // A clock alone may be used up by one answer.
        let default = bank.map_or(per_answer, |bank| {
            bank.base_ms.saturating_add(bank.increment_ms)
        });
        match spec.think_ms.unwrap_or(default) {
            0 => Err("a player's think_ms is 0: give it at least 1".to_owned()),
            think => Ok(TimeControl {
                per_answer: Duration::from_millis(think),
                bank,
            }),
        }
    };
    let (kind, name) = match (
        &spec.policy,
        &spec.command,
        &spec.token,
        &spec.endpoint,
        &spec.mcp,
    ) {
        (Some(policy), None, None, None, None) => {
            G::policy(policy).map_err(|error| error.to_string())?;
            if spec
                .think_ms
                .or(spec.base_ms)
                .or(spec.increment_ms)
                .is_some()
            {
                return Err(format!(
                    "player '{policy}': a time limit is for programs; a policy has its budget behind its name"
                ));
            }
            (Kind::Policy(policy.clone()), policy)
        }
        (None, Some(command), None, None, None) => {
            let Some(program) = command.first() else {
                return Err("a player's command is empty".to_owned());
            };
            let kind = Kind::Program {
                command: command.clone(),
                control: time(THINK_MS)?,
                restart: spec.restart,
            };
            (kind, program)
        }
        (None, None, Some(token), None, None) => {
            let Some(name) = &spec.name else {
                return Err("a player with a token needs a name".to_owned());
            };
            if !(MIN_TOKEN_CHARS..=MAX_TOKEN_CHARS).contains(&token.len()) {
                return Err(format!(
                    "the token of '{name}' has {} characters: {MIN_TOKEN_CHARS} to {MAX_TOKEN_CHARS} that nobody can guess",
                    token.len()
                ));
            }
            let kind = Kind::Remote {
                token: token.clone(),
                control: time(THINK_MS)?,
            };
            (kind, name)
        }
        (None, None, None, Some(endpoint), None) => {
            let model = ModelSpec::Endpoint(endpoint.clone());
            (check_endpoint(endpoint).and_then(|()| check_model(&model)))
                .map_err(|error| format!("the endpoint of '{}': {error}", endpoint.model))?;
            let control = time(MODEL_THINK_MS)?;
            (Kind::Model { model, control }, &endpoint.model)
        }
        (None, None, None, None, Some(mcp)) => {
            let Some(name) = &spec.name else {
                return Err("a player with mcp needs a name".to_owned());
            };
            let model = ModelSpec::Mcp(mcp.clone());
            (check_mcp(mcp).and_then(|()| check_model(&model)))
                .map_err(|error| format!("the mcp of '{name}': {error}"))?;
            let control = time(MODEL_THINK_MS)?;
            (Kind::Model { model, control }, name)
        }
        _ => {
            return Err(
                "a player has either a policy, a command, a token, an endpoint or mcp".to_owned(),
            );
        }
    };
    let name = tidy_name(spec.name.as_ref().unwrap_or(name));
    if !spec.restart.is_default() && spec.command.is_none() {
        return Err(format!(
            "player '{name}': restart is for programs with a command"
        ));
    }
    Ok(Player { name, kind })
}

/// Checks what only endpoints of the OpenAI kind have.
///
/// # Errors
/// What is wrong, in one line.
fn check_endpoint(endpoint: &EndpointSpec) -> Result<(), String> {
    check_address(&endpoint.url, endpoint.key_env.is_some())?;
    if endpoint.model.trim().is_empty() {
        return Err("model is empty".to_owned());
    }
    let own = OWN_FIELDS
        .iter()
        .find(|field| endpoint.parameters.contains_key(**field));
    own.map_or(Ok(()), |field| Err(format!("'{field}' is not a parameter")))
}

/// Checks what only MCP servers have.
///
/// # Errors
/// What is wrong, in one line.
fn check_mcp(mcp: &McpSpec) -> Result<(), String> {
    if mcp.tool.trim().is_empty() {
        return Err("tool is empty".to_owned());
    }
    match (&mcp.command, &mcp.url) {
        (Some(command), None) if command.is_empty() => Err("command is empty".to_owned()),
        (Some(_), None) => Ok(()),
        (None, Some(url)) => check_address(url, mcp.key_env.is_some()),
        _ => Err("it has either a command or a url".to_owned()),
    }
}

/// Checks an address. Nothing in it may be secret: errors and logs show it.
///
/// # Errors
/// What is wrong, in one line.
fn check_address(text: &str, has_key: bool) -> Result<(), String> {
    let url = Url::parse(text).map_err(|error| format!("invalid url: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!(
            "the url begins with {}:, not with http: or https:",
            url.scheme()
        ));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the url holds a password: name the variable of a key with key_env".to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("the url has a '?' or '#': only an address and a path are used".to_owned());
    }
    if has_key && url.scheme() == "http" && !is_local_address(text) {
        return Err("a key is sent only with https, or to this machine".to_owned());
    }
    Ok(())
}

/// Checks what all language models have.
///
/// # Errors
/// What is wrong, in one line.
fn check_model(model: &ModelSpec) -> Result<(), String> {
    if let Some(name) = model.key_env()
        && (name.is_empty() || name.contains(['=', '\0']))
    {
        return Err("key_env is not the name of an environment variable".to_owned());
    }
    let prices = model.prices();
    if prices
        .iter()
        .flatten()
        .any(|price| !price.is_finite() || *price < 0.0)
    {
        return Err("a price is 0 or more".to_owned());
    }
    if prices[0].is_some() != prices[1].is_some() {
        return Err("price_input and price_output need each other".to_owned());
    }
    if model.max_retries() > MAX_RETRIES {
        return Err(format!("max_retries is at most {MAX_RETRIES}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_games::jaipur::Jaipur;
    use parlour_games::modern_art::ModernArt;

    fn plan<G: Hosted>(text: &str) -> Result<Plan<G>, String> {
        let definition = Definition::read(&format!("name = 'a'\nrounds = 3\n{text}"))?;
        Plan::new(definition).map_err(|error| error.to_string())
    }

    const TWO: &str = "[[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n";

    #[test]
    fn a_plan_knows_rules_players_and_games() {
        let plan = plan::<Jaipur>(&format!(
            "game = 'jaipur'\nrules = {{ best_of = 3 }}\n{TWO}"
        ));
        let plan = plan.unwrap();
        assert_eq!(plan.rules.best_of, 3);
        assert_eq!(plan.names(), ["random", "utility"]);
        assert_eq!(plan.schedule.games(), 6);
    }

    #[test]
    fn the_same_tournament_has_the_same_text() {
        let one = plan::<Jaipur>(&format!("seed = 1\ngame = 'jaipur'\n{TWO}")).unwrap();
        let same = plan::<Jaipur>(&format!("game = 'jaipur'\nseed = 1\n{TWO}")).unwrap();
        let other = plan::<Jaipur>(&format!("game = 'jaipur'\nseed = 2\n{TWO}")).unwrap();
        let secret = plan::<Jaipur>(&format!("game = 'jaipur'\n{TWO}")).unwrap();
        assert_eq!(one.canonical(), same.canonical());
        assert_ne!(one.canonical(), secret.canonical());
        assert_ne!(one.canonical(), other.canonical());
    }

    #[test]
    fn an_endpoint_is_checked_and_its_secrets_are_no_part_of_the_tournament() {
        let two = |endpoint: &str| {
            plan::<Jaipur>(&format!(
                "game = 'jaipur'\n[[player]]\npolicy = 'random'\n[[player]]\nendpoint = {{ {endpoint} }}\n"
            ))
        };
        let with = |rest: &str| {
            two(&format!(
                "url = 'https://example.com/v1', model = 'm'{rest}"
            ))
        };
        let plain = with("").unwrap();
        assert_eq!(plain.names(), ["random", "m"]);
        let moved = two(
            "url = 'http://127.0.0.1:1/v1', model = 'm', key_env = 'KEY', price_input = 1, price_output = 2.5",
        );
        assert_eq!(plain.canonical(), moved.unwrap().canonical());
        assert_ne!(
            plain.canonical(),
            with(", max_retries = 4").unwrap().canonical()
        );
        assert_ne!(
            plain.canonical(),
            with(", parameters = { seed = 1 }").unwrap().canonical()
        );
        let neutral = with(", neutral_names = true").unwrap();
        assert_ne!(plain.canonical(), neutral.canonical());
        for (url, part) in [
            ("ftp://example.com", "not with http"),
            ("https://user:secret@example.com/v1", "holds a password"),
            ("https://example.com/v1?key=secret", "has a '?'"),
            ("example.com", "invalid url"),
        ] {
            let error = two(&format!("url = '{url}', model = 'm'")).unwrap_err();
            assert!(error.contains(part) && !error.contains("secret"), "{error}");
        }
        let error = two("url = 'http://example.com/v1', model = 'm', key_env = 'KEY'").unwrap_err();
        assert!(error.contains("only with https"), "{error}");
        for (rest, part) in [
            (", key_env = ''", "key_env"),
            (", price_input = 1", "need each other"),
            (", price_input = -1, price_output = 1", "0 or more"),
            (", max_retries = 101", "at most 100"),
            (
                ", parameters = { stream = true }",
                "'stream' is not a parameter",
            ),
            (", password = 'x'", "unknown field"),
        ] {
            let error = with(rest).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn an_mcp_server_is_checked_and_its_address_is_no_part_of_the_tournament() {
        let two = |mcp: &str| {
            plan::<Jaipur>(&format!(
                "game = 'jaipur'\n[[player]]\npolicy = 'random'\n[[player]]\nname = 'm'\nmcp = {{ {mcp} }}\n"
            ))
        };
        let here = two("url = 'http://127.0.0.1:1/mcp', key_env = 'KEY'").unwrap();
        let there = two("url = 'https://example.com/mcp', price_input = 1, price_output = 2");
        assert_eq!(here.canonical(), there.unwrap().canonical());
        let program = two("command = ['player', '--fast']").unwrap();
        for other in [
            here.canonical(),
            two("command = ['player']").unwrap().canonical(),
            two("command = ['player', '--fast'], tool = 'move'")
                .unwrap()
                .canonical(),
            two("command = ['player', '--fast'], legal_actions = false")
                .unwrap()
                .canonical(),
        ] {
            assert_ne!(program.canonical(), other);
        }
        for (mcp, part) in [
            ("", "either a command or a url"),
            (
                "command = ['a'], url = 'http://localhost/'",
                "either a command or a url",
            ),
            ("command = []", "command is empty"),
            ("command = ['a'], tool = ' '", "tool is empty"),
            (
                "url = 'http://example.com/mcp', key_env = 'KEY'",
                "only with https",
            ),
            ("command = ['a'], key_env = 'A=B'", "key_env"),
            ("command = ['a'], max_retries = 101", "at most 100"),
            ("command = ['a'], model = 'm'", "unknown field"),
        ] {
            let error = two(mcp).unwrap_err();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
        let unnamed = "game = 'jaipur'\n[[player]]\npolicy = 'random'\n[[player]]\nmcp = { command = ['a'] }\n";
        assert!(
            plan::<Jaipur>(unnamed)
                .unwrap_err()
                .contains("needs a name")
        );
    }

    #[test]
    fn invalid_definitions_are_one_error_line() {
        let jaipur = |text: &str| plan::<Jaipur>(&format!("game = 'jaipur'\n{text}")).unwrap_err();
        for (text, part) in [
            (
                "rules = 'long'\n[[player]]\npolicy = 'random'",
                "no rules 'long'",
            ),
            (
                "rules = { rounds = 3 }\n[[player]]\npolicy = 'random'",
                "no field 'rounds'",
            ),
            (
                "rules = { best_of = 4 }\n[[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'",
                "cannot be played",
            ),
            ("[[player]]\npolicy = 'clever'", "has no policy 'clever'"),
            (
                "[[player]]\nname = 'x'",
                "either a policy, a command, a token, an endpoint or mcp",
            ),
            ("[[player]]\nname = 'x'\ntoken = 'short'", "16 to 256"),
            ("[[player]]\ntoken = '0123456789abcdef'", "needs a name"),
            (
                "[[player]]\nname = 'a'\ntoken = '0123456789abcdef'\n\
                 [[player]]\nname = 'b'\ntoken = '0123456789abcdef'",
                "the token of another",
            ),
            ("[[player]]\ncommand = []", "is empty"),
            (
                "[[player]]\ncommand = ['x']\nincrement_ms = 5",
                "needs a base_ms",
            ),
            ("[[player]]\ncommand = ['x']\nbase_ms = 0", "base_ms is 0"),
            (
                "[[player]]\npolicy = 'random'\nbase_ms = 100",
                "is for programs",
            ),
            (
                "[[player]]\nname = 'x'\ntoken = '0123456789abcdef'\nrestart = 'game'",
                "restart is for programs",
            ),
            (
                "[[player]]\npolicy = 'random'\n[[player]]\npolicy = 'random'",
                "two players",
            ),
            ("[[player]]\npolicy = 'random'", "needs 2 players"),
            ("seats = 3\n[[player]]\npolicy = 'random'", "no table for 3"),
        ] {
            let error = jaipur(text);
            assert!(
                error.contains(part) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
        let sprt = format!(
            "game = 'jaipur'\nsprt = {{ elo0 = 0, elo1 = 5 }}\n{TWO}[[player]]\npolicy = 'ismcts:1'\n"
        );
        assert!(plan::<Jaipur>(&sprt).unwrap_err().contains("name two"));
        let art =
            plan::<ModernArt>("game = 'modern-art'\nseats = 9\n[[player]]\npolicy = 'random'");
        assert!(art.unwrap_err().contains("no table for 9"));
    }
}
