//! [`ApiError`]: why a server refuses a request over HTTP, as a code with arguments.
//!
//! The one table below holds all codes: what they mean, their arguments with an example, the HTTP status and the English
//! sentence. `docs/api.md` lists them, and the web app has the sentences in its languages.

use parlour_agents::PolicyError;
use parlour_engine::{SetupError, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::io;

/// The body of a response with an error status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// One English sentence, without a full stop.
    pub error: String,
    /// The same as a code with arguments.
    #[serde(flatten)]
    pub reason: ApiError,
}

impl From<ApiError> for ErrorBody {
    fn from(reason: ApiError) -> ErrorBody {
        ErrorBody {
            error: reason.to_string(),
            reason,
        }
    }
}

/// The same as a client reads it. A later version of the server may have codes that the client does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct ReceivedError {
    /// One English sentence, without a full stop.
    pub error: String,
    /// The same as a code with arguments; an unknown code if it is missing.
    pub reason: ReceivedReason,
}

impl<'de> Deserialize<'de> for ReceivedError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ReceivedError, D::Error> {
        json::deserialize_fields(deserializer, |value, fields| {
            Ok(ReceivedError {
                reason: json::from_value(value)?,
                error: fields.required("error")?,
            })
        })
    }
}

/// A code with arguments as a client reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReceivedReason {
    /// The code.
    pub code: String,
    /// The arguments by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub args: Map<String, Value>,
}

impl ReceivedReason {
    /// The code with its arguments, if this version knows it.
    pub fn known<T: DeserializeOwned>(&self) -> Option<T> {
        let code = serde_json::to_value(self).ok()?;
        json::from_value(&code).ok()
    }
}

macro_rules! api_errors {
    ($(
        #[doc = $about:literal]
        $name:ident $({ $($field:ident: $type:ty = $example:expr),+ $(,)? })? => $status:literal, $sentence:literal;
    )+) => {
        /// Why a request is refused. `code` is the name, `args` holds the arguments and is missing where there are none.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(tag = "code", content = "args", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "arguments are named by the sentences")]
        pub enum ApiError {
            $(#[doc = $about] $name $({ $($field: $type),+ })?,)+
        }

        impl ApiError {
            /// The HTTP status of the response.
            pub fn status(&self) -> u16 {
                match self {
                    $(ApiError::$name { .. } => $status,)+
                }
            }

            /// What the code means, in one sentence.
            pub fn about(&self) -> &'static str {
                match self {
                    $(ApiError::$name { .. } => $about.trim_ascii(),)+
                }
            }

            /// Every code once, with arguments.
            pub fn examples() -> Vec<ApiError> {
                vec![$(ApiError::$name $({ $($field: <$type>::from($example)),+ })?,)+]
            }
        }

        impl fmt::Display for ApiError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(ApiError::$name $({ $($field),+ })? => write!(f, $sentence $($(, $field = $field)+)?),)+
                }
            }
        }
    };
}

api_errors! {
    // Every request.
    /// Unknown path.
    NotFound => 404, "unknown address: api/v1/openapi.json describes all";
    /// The path has no such method.
    MethodNotAllowed => 405, "this address does not have that method";
    /// The path, the query or the body cannot be read.
    InvalidRequest { reason: String = "missing field `game`" } => 400, "invalid request: {reason}";
    /// The body is too long, or arrived too slowly.
    TooLong { limit: u64 = 16_384u32 } => 413, "the request is longer than {limit} bytes, or arrived too slowly";
    /// The request comes from a page of another site.
    OtherSite => 403, "only pages of this server may do that";
    /// The request names a host that this server is not.
    UnknownHost => 421, "this server is not known by that name; its administrator can add it to `hosts`";
    /// The address has too many connections.
    TooManyConnections => 429, "too many connections at once";
    /// The address sends requests too fast.
    TooManyRequests { seconds: u64 = 3u32 } => 429, "too many requests; try again in {seconds} s";
    /// The request is no valid WebSocket upgrade.
    UpgradeRequired { reason: String = "Connection header did not include 'upgrade'" } => 426,
        "this address requires a WebSocket: {reason}";
    /// The server is being stopped.
    Stopping => 503, "the server restarts; try again in a moment";
    /// The system provided no thread or no random numbers, or the server has a bug.
    Internal => 500, "the server cannot do that now";

    // The database.
    /// The server was started without a database.
    NoDatabase => 404, "this server has no database of tournaments";
    /// The database is damaged.
    DatabaseDamaged => 503,
        "the database of this server is damaged: its administrator has to restore it from a copy";
    /// The database was written by a later version.
    DatabaseNewer => 503,
        "the database of this server was written by a later version of Parlour, which its administrator has to install";
    /// Another program has locked the database.
    DatabaseLocked => 503, "the database of this server is locked by another program; try again in a moment";
    /// There is no space left.
    DatabaseFull => 503,
        "the disk of this server's database is full: its administrator has to free some space";
    /// The database cannot be reached.
    DatabaseUnreachable => 503, "the database of this server does not answer; try again in a moment";
    /// Any other error of the database.
    DatabaseFailed => 503,
        "the database of this server failed: its administrator finds the reason in the server's output";

    // Tables, and games in general.
    /// Unknown game.
    UnknownGame { game: String = "chess", known: String = "jaipur, modern-art" } => 400,
        "unknown game '{game}'; the games are {known}";
    /// The game has no rules of this name.
    UnknownRules { game: String = "jaipur", rules: String = "long", known: String = "round, match" } => 400,
        "{game} has no rules '{rules}': it has {known}";
    /// The game cannot be played with this number of seats.
    SeatCount { game: String = "jaipur", seats: u64 = 3u32 } => 400, "{game} cannot be played with {seats} seats";
    /// The rules or the deal are invalid.
    InvalidDeal { reason: String = "this deal cannot be played: the deck is short" } => 400, "{reason}";
    /// The policy is unknown, or its settings are invalid.
    InvalidPolicy { reason: String = "jaipur has no policy 'clever': it has random" } => 400, "{reason}";
    /// The policy exceeds the limits of the server.
    SlowPolicy { policy: String = "ismcts:10s" } => 400,
        "'{policy}' is too slow for a server: at most 2s or 20000 simulations per move, on one thread";
    /// The clock is too short or too long.
    InvalidClock { shortest: u64 = 1000u32, longest: u64 = 3_600_000u32 } => 400,
        "the clock must be {shortest} to {longest} ms for each answer";
    /// The time bank is too small or too large.
    InvalidTimeBank { shortest: u64 = 10_000u32, longest: u64 = 10_800_000u32, increment: u64 = 300_000u32 } => 400,
        "the time bank must be {shortest} to {longest} ms with an increment of at most {increment} ms";
    /// The seed is too large.
    InvalidSeed => 400, "the seed must be below 2^53";
    /// All seats are for policies.
    OnlyPolicies => 400, "at least one seat must be for a person or a remote agent";
    /// Unknown table.
    TableNotFound => 404, "unknown table; ended tables are removed after a while";
    /// The stored tables are not known yet.
    TablesLoading => 503, "the server is reading its tables; try again in a moment";
    /// The token of the table's owner is missing or wrong.
    TableToken => 401, "ending a table requires the token of its owner: Authorization: Bearer TOKEN";
    /// The game is not over.
    GameNotOver => 409, "the game is not over: there is no record yet";
    /// The address has too many tables.
    TooManyTables { count: u64 = 50u32 } => 429, "you have {count} tables that have not ended; end one of them first";
    /// The address makes tables too fast.
    TablesTooFast { seconds: u64 = 2u32 } => 429, "you make tables too fast; try again in {seconds} s";
    /// The server has too many tables.
    TablesFull => 503, "this server has no room for more tables; try again later";

    // Shared replays.
    /// Unknown shared replay.
    SharedReplayNotFound => 404, "unknown shared replay: it may have ended";
    /// The token of the creator or the leader is missing or wrong.
    SharedReplayToken => 401, "ending a shared replay requires the token of its leader: Authorization: Bearer TOKEN";
    /// The record cannot be replayed.
    InvalidRecord { reason: String = "action 3 cannot be played: not your turn" } => 400,
        "the record cannot be replayed: {reason}";
    /// The address has too many shared replays.
    TooManySharedReplays { count: u64 = 10u32 } => 429, "you have {count} shared replays; end one of them first";
    /// The server has too many shared replays.
    SharedReplaysFull => 503, "this server has no room for more shared replays; try again later";

    // Tournaments.
    /// Unknown tournament.
    TournamentNotFound => 404, "unknown tournament";
    /// The stored tournament cannot be read.
    TournamentUnreadable { reason: String = "its definition has no players" } => 500, "{reason}";
    /// Unknown game of a tournament.
    GameNotFound => 404, "this tournament has no game of this number, or it has not been played yet";
    /// The deal of the game may still be played.
    GameNotPublic => 409, "this game is not public yet, because its deal may still be played";
    /// Unknown player.
    PlayerNotFound { player: String = "Ada" } => 404, "unknown agent '{player}'";
    /// A filter names somebody who does not play in the tournament.
    PlayerNotInTournament { player: String = "Ada" } => 400, "'{player}' does not play here";
    /// A filter names a seat that cannot exist.
    InvalidSeat => 400, "seat must be a number from 0 to 31";
    /// The server's token is missing or wrong.
    ServerToken => 401, "this requires the server's token, which `parlour serve` prints when it starts";
    /// The definition is invalid.
    InvalidDefinition { reason: String = "rounds is 0" } => 400, "{reason}";
    /// A player of the definition is a program.
    ProgramPlayer { player: String = "mine" } => 400,
        "'{player}' is a program: only `parlour tournament` runs programs, a server runs policies";
    /// The tournament is too large.
    TooManyGames { games: u64 = 200_000u32, limit: u64 = 100_000u32 } => 400,
        "{games} games are too many for a server: at most {limit}; `parlour tournament` has no limit";
    /// The run in the server has ended by a bug.
    RunFailed => 500, "the run has failed";
    /// The server plays a tournament already.
    TournamentInProgress => 409, "a tournament is in progress already: pause it first";
    /// There is a tournament of that name.
    TournamentExists { reason: String = "a tournament 'first' exists" } => 409, "{reason}";
    /// Another process plays the tournament.
    TournamentHeld { program: String = "parlour tournament", process: u64 = 4711u32, seconds: u64 = 20u32 } => 409,
        "this tournament is being played by `{program}` (process {process}): pause it there; if that process has died, \
         it can be resumed here in {seconds} s";
    /// The tournament is finished.
    TournamentOver => 409, "this tournament is finished";
    /// The server plays the tournament already.
    TournamentRuns => 409, "this tournament is in progress on this server";
    /// The server does not play the tournament.
    TournamentNotRunning => 409, "this tournament is not in progress on this server";
    /// The address has too many downloads in progress.
    TooManyDownloads => 429,
        "too many downloads at once: at most two from one address; wait for one to finish";

    // The ladder.
    /// The server was started without a ladder.
    NoLadder => 404, "this server has no ladder: its administrator starts it with --ladder";
    /// Unknown board.
    BoardNotFound => 404, "the ladder of this server has no board of that name";
    /// Unknown season.
    SeasonNotFound => 404, "the ladder of this server has no season of that number";
    /// Unknown agent.
    AgentNotFound => 404, "the ladder of this server has no agent of that number";
    /// Unknown game, or one that has not ended.
    LadderGameNotFound => 404, "the season has no finished game of that number";
    /// The agent's token is missing or wrong.
    AgentToken => 401, "this requires the token of this agent";
    /// The name is empty.
    NameMissing => 400, "an agent needs a name";
    /// Another agent of the board has the name.
    NameTaken { name: String = "Ada" } => 409,
        "an agent named '{name}' is on this board already: choose another name";
    /// The contact is too long.
    InvalidContact { limit: u64 = 200u32 } => 400, "a contact is one line of at most {limit} characters";
    /// The address has registered too many agents.
    TooManyRegistrations { count: u64 = 20u32 } => 429,
        "{count} agents were registered from your address within an hour: try again later";
    /// The board has too many agents.
    BoardFull => 409, "this board is full: register again when another agent has withdrawn";
}

impl ApiError {
    /// Another agent of a board has this name.
    pub fn name_taken(name: &str) -> ApiError {
        let name = name.to_owned();
        ApiError::NameTaken { name }
    }

    /// The name of the code.
    pub fn code(&self) -> String {
        let json = serde_json::to_value(self).unwrap_or_default();
        json["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The time after which the client may try again, in seconds, if the server knows it.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            ApiError::TooManyRequests { seconds } | ApiError::TablesTooFast { seconds } => {
                Some(*seconds)
            }
            _ => None,
        }
    }
}

impl std::error::Error for ApiError {}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> ApiError {
        let reason = error.to_string();
        ApiError::InvalidDeal { reason }
    }
}

impl From<PolicyError> for ApiError {
    fn from(error: PolicyError) -> ApiError {
        let reason = error.to_string();
        ApiError::InvalidPolicy { reason }
    }
}

impl From<io::Error> for ApiError {
    /// The details are not public.
    fn from(_: io::Error) -> ApiError {
        ApiError::Internal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::HashSet;

    #[test]
    fn the_form_is_a_sentence_a_code_and_arguments() {
        let body = |error: ApiError| serde_json::to_value(ErrorBody::from(error)).unwrap();
        let name = "Ada".to_owned();
        assert_eq!(
            body(ApiError::NameTaken { name }),
            json!({
                "error": "an agent named 'Ada' is on this board already: choose another name",
                "code": "name_taken",
                "args": {"name": "Ada"},
            })
        );
        let full = json!({
            "error": "this board is full: register again when another agent has withdrawn",
            "code": "board_full",
        });
        assert_eq!(body(ApiError::BoardFull), full);
    }

    #[test]
    fn every_error_is_read_back_and_has_a_status_and_one_line() {
        let mut codes = HashSet::new();
        for error in ApiError::examples() {
            assert!((400..600).contains(&error.status()), "{error:?}");
            let line = error.to_string();
            assert!(!line.is_empty() && !line.contains(['\n', '{']), "{line}");
            let body = ErrorBody::from(error);
            let value: Value = serde_json::to_value(&body).unwrap();
            assert!(codes.insert(value["code"].as_str().unwrap().to_owned()));
            assert_eq!(serde_json::from_value::<ErrorBody>(value).unwrap(), body);
        }
    }
}
