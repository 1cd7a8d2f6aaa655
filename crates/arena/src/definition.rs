//! Tournament definitions: the TOML file that people write.

use crate::outcome::ModelUsage;
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// A tournament's TOML file. `docs/tournaments.md` documents every field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Its name in the store.
    pub name: String,
    /// The game, e.g. `jaipur`.
    pub game: String,
    /// A named rule set, or the fields that differ from the default rules.
    #[serde(default)]
    pub rules: Option<RulesChoice>,
    /// The number of seats, in games where it varies.
    #[serde(default)]
    pub seats: Option<usize>,
    /// The pairings.
    #[serde(default)]
    pub format: Format,
    /// The pairings, by names of players, if the format is `pairings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Vec<Vec<String>>>,
    /// Number of stages of a Swiss tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<u64>,
    /// The number of deals for each pairing.
    pub rounds: u64,
    /// All deals and all random choices follow from it, for experiments. From a secret of the operating system if
    /// missing.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether every deal is played once in each rotation of the seats.
    #[serde(default = "yes")]
    pub duplicate: bool,
    /// Rounds between two points of the rating curves; the rating period of Glicko-2.
    #[serde(default = "ten")]
    pub rating_period: u64,
    /// Stop as soon as this test decides.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerSpec>,
}

fn yes() -> bool {
    true
}

fn ten() -> u64 {
    10
}

/// The rules asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RulesChoice {
    /// A named rule set.
    Named(String),
    /// Fields, as records have them; the others are those of the first set.
    Fields(serde_json::Map<String, serde_json::Value>),
}

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TournamentFormat))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every set of players that fills a table.
    #[default]
    RoundRobin,
    /// The first player against each of the others, which takes all remaining seats.
    Gauntlet,
    /// A round robin that never ends: players may be added at the end of the file later, and then play
    /// all who are there.
    League,
    /// The pairings of the definition.
    Pairings,
    /// Stages in which players of equal points meet ([`stages`](crate::stages)).
    Swiss,
    /// Stages whose winners go on.
    Knockout,
}

/// A player as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSpec {
    /// Its name in results; the policy's when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A built-in policy, e.g. `ismcts:2000`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// A program that speaks the Parlour dialect on its stdin and stdout, and its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// The token of a remote program, which must have a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// A language model that answers requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<EndpointSpec>,
    /// A server of the Model Context Protocol with a tool that chooses actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp: Option<McpSpec>,
    /// A program's time for each answer, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub think_ms: Option<u64>,
    /// A program's time for all answers of a game, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_ms: Option<u64>,
    /// What is added to that time after each answer, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// When a program that the tournament starts is started anew.
    #[serde(default, skip_serializing_if = "Restart::is_default")]
    pub restart: Restart,
}

/// A language model behind an endpoint of the OpenAI kind (`/chat/completions`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndpointSpec {
    /// The address that `/chat/completions` is appended to, e.g. `http://127.0.0.1:8000/v1`.
    pub url: String,
    /// The model, as the endpoint names it.
    pub model: String,
    /// The environment variable that holds the key; without it no key is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// The price of a million input tokens, in any currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_input: Option<f64>,
    /// The price of a million output tokens, in the same currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_output: Option<f64>,
    /// How often one action is asked again: after answers that are no legal action, and as often after errors that may
    /// pass.
    #[serde(default = "three")]
    pub max_retries: u32,
    /// Further fields of each request, e.g. `temperature`.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// Whether the model reads and writes neutral names, so that it cannot remember the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral_names: bool,
}

fn three() -> u32 {
    3
}

/// A server of the Model Context Protocol with a tool that chooses actions: a program that is started, or an address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct McpSpec {
    /// The server's program and its arguments. It speaks on its stdin and stdout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// The server's address for streamable HTTP, e.g. `http://127.0.0.1:8000/mcp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The tool that chooses actions.
    #[serde(default = "choose_action")]
    pub tool: String,
    /// Whether the tool receives the legal actions.
    #[serde(default = "yes")]
    pub legal_actions: bool,
    /// The environment variable that holds the key; without it no key is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// The price of a million input tokens, in any currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_input: Option<f64>,
    /// The price of a million output tokens, in the same currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_output: Option<f64>,
    /// How often one action is asked again: after answers that are no legal action, and as often after errors that may
    /// pass.
    #[serde(default = "three")]
    pub max_retries: u32,
    /// Whether the tool reads and writes neutral names, so that a model behind it cannot remember the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral_names: bool,
}

fn choose_action() -> String {
    "choose_action".to_owned()
}

/// What is asked for the actions of a player that is a language model.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelSpec {
    /// An endpoint of the OpenAI kind.
    Endpoint(EndpointSpec),
    /// A tool of an MCP server.
    Mcp(McpSpec),
}

impl ModelSpec {
    /// The environment variable that holds the key.
    pub fn key_env(&self) -> Option<&str> {
        match self {
            ModelSpec::Endpoint(spec) => spec.key_env.as_deref(),
            ModelSpec::Mcp(spec) => spec.key_env.as_deref(),
        }
    }

    /// How often one action is asked again.
    pub fn max_retries(&self) -> u32 {
        match self {
            ModelSpec::Endpoint(spec) => spec.max_retries,
            ModelSpec::Mcp(spec) => spec.max_retries,
        }
    }

    /// Whether the model reads and writes neutral names.
    pub fn neutral_names(&self) -> bool {
        match self {
            ModelSpec::Endpoint(spec) => spec.neutral_names,
            ModelSpec::Mcp(spec) => spec.neutral_names,
        }
    }

    /// The prices of a million input and of a million output tokens.
    pub(crate) fn prices(&self) -> [Option<f64>; 2] {
        match self {
            ModelSpec::Endpoint(spec) => [spec.price_input, spec.price_output],
            ModelSpec::Mcp(spec) => [spec.price_input, spec.price_output],
        }
    }

    /// The cost of these tokens by the prices; `None` without prices.
    pub fn cost(&self, usage: &ModelUsage) -> Option<f64> {
        let of = |tokens: u64, price: f64| tokens as f64 * price / 1e6;
        let [input, output] = self.prices();
        Some(of(usage.input_tokens, input?) + of(usage.output_tokens, output?))
    }
}

/// Whether an address is one of this machine.
pub fn is_local_address(url: &str) -> bool {
    let url = Url::parse(url);
    match url.as_ref().ok().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// When a program that the tournament starts is started anew, besides after its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// Never: it plays many games.
    #[default]
    Never,
    /// For each game, so that it remembers none.
    Game,
}

impl Restart {
    /// Whether it is the default.
    pub fn is_default(&self) -> bool {
        *self == Restart::default()
    }
}

impl Definition {
    /// Reads a file's text.
    ///
    /// # Errors
    /// What is wrong and where, in one line.
    pub fn read(text: &str) -> Result<Definition, String> {
        toml::from_str(text).map_err(|error| {
            let message = error.message().replace('\n', " ");
            match error.span() {
                None => message,
                Some(span) => {
                    let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                    format!("line {line}: {message}")
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: &str = "name = 'a'\ngame = 'jaipur'\nrounds = 3\n\
        [[player]]\npolicy = 'random'\n[[player]]\nname = 'b'\ncommand = ['b', '-v']\n";

    #[test]
    fn missing_fields_have_defaults() {
        let read = Definition::read(SHORT).unwrap();
        assert_eq!(read.format, Format::RoundRobin);
        assert!(read.duplicate && read.sprt.is_none());
        assert_eq!(
            (read.seed, read.rating_period, read.players.len()),
            (None, 10, 2)
        );
    }

    #[test]
    fn errors_name_their_line() {
        let error = Definition::read(&SHORT.replace("rounds = 3", "round = 3")).unwrap_err();
        assert!(
            error.starts_with("line 3: unknown field `round`"),
            "{error}"
        );
        let error = Definition::read("name = 'a'\ngame = ").unwrap_err();
        assert!(error.starts_with("line 2: "), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }

    #[test]
    fn rules_are_a_name_or_fields() {
        let with = |line: &str| Definition::read(&format!("{line}\n{SHORT}")).unwrap().rules;
        assert_eq!(
            with("rules = 'match'"),
            Some(RulesChoice::Named("match".to_owned()))
        );
        assert!(matches!(
            with("rules = { best_of = 3 }"),
            Some(RulesChoice::Fields(_))
        ));
    }
}
