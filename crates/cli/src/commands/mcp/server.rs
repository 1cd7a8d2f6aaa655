//! [`McpServer`]: the tools and resources that a client of the Model Context Protocol sees.

use super::joined_game::JoinedGame;
use super::local_game::{self, Setup};
use super::seated_game::SeatedGame;
use super::table_link::TableLink;
use crate::games::{self, Task, Terminal};
use crate::seat_text::{self, Names};
use parlour_engine::{Rules as _, Streams};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    ErrorData, Implementation, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::schemars::{self, JsonSchema};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use url::Url;

/// A game that is unused for this time is removed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60 * 60);
/// The most simulations per move of an analysis.
const MAX_SIMULATIONS: u32 = 10_000;
/// The address of the rules of a game.
const RULES: &str = "parlour://rules/";
/// The address of the record of a finished game.
const RECORDS: &str = "parlour://records/";

const INSTRUCTIONS: &str = "Card games by their exact rules. Read the rules with read_rules, start a game with \
    start_game, then answer every position with play until the game is over. An illegal action is answered with the \
    rule that forbids it, and nothing is played: choose another one. Hidden cards are never shown.";

struct Entry {
    game: Arc<Mutex<Box<dyn SeatedGame>>>,
    used: Instant,
}

/// Every session of a client has a clone, and they share the games: an id cannot be guessed.
#[derive(Clone)]
pub(super) struct McpServer {
    games: Arc<Mutex<HashMap<String, Entry>>>,
    max_games: usize,
    names: Names,
    /// The server at which tables can be joined.
    server: Option<Url>,
    tools: ToolRouter<McpServer>,
}

#[derive(Deserialize, JsonSchema)]
struct GameName {
    /// The name of the game, as list_games returns it
    game: String,
}

#[derive(Deserialize, JsonSchema)]
struct StartGame {
    /// The name of the game, as list_games returns it
    game: String,
    /// The name of the rules, as list_games shows them; the first by default
    rules: Option<String>,
    /// The policies of the other seats: one for all of them, or one for each; `ismcts` by default
    opponents: Option<Vec<String>>,
    /// Your seat, from 0; 0 by default
    seat: Option<u8>,
    /// The seed of the deal; random by default
    seed: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
struct JoinTable {
    /// The link of a seat, as the maker of the table passes it on: http://HOST/#/table/ID/TOKEN
    link: String,
    /// Your name at the table; `model` by default
    name: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct GameId {
    /// The id that start_game or join_table gave
    id: String,
}

#[derive(Deserialize, JsonSchema)]
struct LegalActions {
    /// The id that start_game or join_table gave
    id: String,
    /// Only actions that begin with this text
    prefix: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Play {
    /// The id that start_game or join_table gave
    id: String,
    /// The action as the rules write it, in full
    action: String,
}

#[derive(Deserialize, JsonSchema)]
struct AnalyseGame {
    /// The id that start_game or join_table gave
    id: String,
    /// Simulations for each move, at most 10,000; 500 by default
    simulations: Option<u32>,
}

#[tool_router]
impl McpServer {
    pub(super) fn new(
        max_games: usize,
        offers_legal: bool,
        names: Names,
        server: Option<Url>,
    ) -> McpServer {
        let mut tools = Self::tool_router();
        if server.is_none() {
            tools.remove_route("join_table");
        }
        if !offers_legal {
            tools.remove_route("legal_actions");
        }
        McpServer {
            games: Arc::default(),
            max_games,
            names,
            server,
            tools,
        }
    }

    /// The games with their rules and the policies that can be opponents
    #[tool(annotations(read_only_hint = true))]
    async fn list_games(&self) -> String {
        let about = |name: &&str| games::with_known(name, About(self.names));
        games::NAMES
            .iter()
            .map(about)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The rules of a game, and how actions are written
    #[tool(annotations(read_only_hint = true))]
    async fn read_rules(
        &self,
        Parameters(GameName { game }): Parameters<GameName>,
    ) -> Result<String, String> {
        Ok(games::with_known(
            self.own_name(&game)?,
            RulesText(self.names),
        ))
    }

    /// Starts a game against policies, and shows the position when it is your turn
    #[tool]
    async fn start_game(
        &self,
        Parameters(request): Parameters<StartGame>,
    ) -> Result<String, String> {
        let name = self.own_name(&request.game)?;
        let random = || RandomState::new().hash_one(0_u8);
        let setup = Setup {
            rules: request.rules,
            opponents: request
                .opponents
                .unwrap_or_else(|| vec!["ismcts".to_owned()]),
            seat: request.seat.unwrap_or(0),
            seed: request
                .seed
                .map_or_else(|| Streams::new(random()).game_seed(0), u64::from),
            names: self.names,
        };
        let id = format!("{:016x}", random());
        let started = blocking(move || {
            let mut game = games::with_known(name, Start(&setup))?;
            let position = game.position();
            Ok((game, position))
        });
        let (game, position) = started.await?;
        self.admit(id, game, &position)
    }

    /// Takes the seat of a link at a table of the Parlour server, against people and programs, and shows the position when
    /// it is your turn
    #[tool]
    async fn join_table(
        &self,
        Parameters(request): Parameters<JoinTable>,
    ) -> Result<String, String> {
        let server = self.server.clone().ok_or("no server is named")?;
        let names = self.names;
        let joined = blocking(move || {
            let link = TableLink::read(&request.link, &server)?;
            let game = link.summary()?.game;
            let name = request.name.unwrap_or_else(|| "model".to_owned());
            let join = Join { link, name, names };
            let mut game = games::with(&game, join)
                .unwrap_or_else(|| Err("this version does not know the game".to_owned()))?;
            let position = game.position();
            Ok((game, position))
        });
        let (game, position) = joined.await?;
        let id = format!("{:016x}", RandomState::new().hash_one(0_u8));
        self.admit(id, game, &position)
    }

    /// The position as your seat may know it, and what happened since it was last shown
    #[tool]
    async fn view(&self, Parameters(GameId { id }): Parameters<GameId>) -> Result<String, String> {
        self.with_game(&id, |game| Ok(game.position())).await
    }

    /// Your legal actions
    #[tool(annotations(read_only_hint = true))]
    async fn legal_actions(
        &self,
        Parameters(request): Parameters<LegalActions>,
    ) -> Result<String, String> {
        let prefix = request.prefix.unwrap_or_default();
        self.with_game(&request.id, move |game| game.legal(&prefix))
            .await
    }

    /// Plays an action, and shows the position when it is your turn again; an illegal action plays nothing
    #[tool]
    async fn play(
        &self,
        Parameters(Play { id, action }): Parameters<Play>,
    ) -> Result<String, String> {
        let play = move |game: &mut dyn SeatedGame| {
            game.play(&action)?;
            Ok(game.position())
        };
        self.with_game(&id, play).await
    }

    /// Resigns: the game is over, and the others win
    #[tool(annotations(destructive_hint = true))]
    async fn resign(
        &self,
        Parameters(GameId { id }): Parameters<GameId>,
    ) -> Result<String, String> {
        let resign = |game: &mut dyn SeatedGame| {
            game.resign()?;
            Ok(game.position())
        };
        self.with_game(&id, resign).await
    }

    /// What each move of a finished game cost, and which would have been better
    #[tool(annotations(read_only_hint = true))]
    async fn analyse(
        &self,
        Parameters(request): Parameters<AnalyseGame>,
    ) -> Result<String, String> {
        let simulations = request.simulations.unwrap_or(500);
        if !(1..=MAX_SIMULATIONS).contains(&simulations) {
            return Err(format!("simulations are 1 to {MAX_SIMULATIONS}"));
        }
        self.with_game(&request.id, move |game| game.analyse(simulations))
            .await
    }
}

impl McpServer {
    /// Adds a game under an id, which is told with the position.
    fn admit(
        &self,
        id: String,
        game: Box<dyn SeatedGame>,
        position: &str,
    ) -> Result<String, String> {
        let entry = Entry {
            game: Arc::new(Mutex::new(game)),
            used: Instant::now(),
        };
        self.insert(id.clone(), entry)?;
        Ok(format!("The id of the game is {id}.\n\n{position}"))
    }

    /// The name of a game as the client knows it.
    fn shown_name(&self, own: &str) -> String {
        games::with_known(own, ShownName(self.names))
    }

    /// The own name of a game, by the name that the client knows.
    fn own_name(&self, shown: &str) -> Result<&'static str, String> {
        let mut names = games::NAMES.iter();
        let found = names.find(|own| self.shown_name(own) == shown);
        found.copied().ok_or_else(|| {
            let known: Vec<String> = games::NAMES
                .iter()
                .map(|own| self.shown_name(own))
                .collect();
            format!("unknown game '{shown}'; the games are {}", known.join(", "))
        })
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, HashMap<String, Entry>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game. Unused games are removed; if there are too many all the same, the oldest finished one is.
    ///
    /// # Errors
    /// If there are too many games, and all are in progress.
    fn insert(&self, id: String, new: Entry) -> Result<(), String> {
        let mut entries = self.entries();
        entries.retain(|_, entry| entry.used.elapsed() < IDLE_TIMEOUT);
        if entries.len() < self.max_games {
            entries.insert(id, new);
            return Ok(());
        }
        // A game in which somebody thinks is in progress.
        let is_over = |entry: &Entry| entry.game.try_lock().is_ok_and(|game| game.is_over());
        let over = entries.iter().filter(|(_, entry)| is_over(entry));
        let oldest = over.min_by_key(|(_, entry)| entry.used);
        let Some(oldest) = oldest.map(|(id, _)| id.clone()) else {
            return Err(format!(
                "{} games are in progress: play one to its end, or resign",
                entries.len()
            ));
        };
        entries.remove(&oldest);
        entries.insert(id, new);
        Ok(())
    }

    /// Uses a game, on a thread where a policy may think.
    async fn with_game(
        &self,
        id: &str,
        task: impl FnOnce(&mut dyn SeatedGame) -> Result<String, String> + Send + 'static,
    ) -> Result<String, String> {
        let game = {
            let mut entries = self.entries();
            let entry = entries.get_mut(id);
            let entry =
                entry.ok_or_else(|| format!("unknown game '{id}': start_game gives an id"))?;
            entry.used = Instant::now();
            Arc::clone(&entry.game)
        };
        blocking(move || task(&mut **game.lock().unwrap_or_else(PoisonError::into_inner))).await
    }

    fn resources(&self) -> Vec<Resource> {
        let rules = games::NAMES.iter().map(|own| {
            let game = self.shown_name(own);
            Resource::new(format!("{RULES}{game}"), format!("Rules of {game}"))
                .with_mime_type("text/markdown")
        });
        let entries = self.entries();
        let over = entries
            .iter()
            .filter(|(_, entry)| entry.game.try_lock().is_ok_and(|game| game.is_over()))
            .filter(|_| self.names == Names::Own);
        let records = over.map(|(id, _)| {
            Resource::new(format!("{RECORDS}{id}"), format!("Record of game {id}"))
                .with_mime_type("application/json")
        });
        rules.chain(records).collect()
    }

    async fn resource(&self, uri: &str) -> Result<ResourceContents, String> {
        if let Some(game) = uri.strip_prefix(RULES) {
            let rules = games::with_known(self.own_name(game)?, RulesText(self.names));
            return Ok(ResourceContents::text(rules, uri).with_mime_type("text/markdown"));
        }
        let id = uri
            .strip_prefix(RECORDS)
            .ok_or_else(|| format!("unknown resource '{uri}'"))?;
        if self.names == Names::Neutral {
            return Err("there are no records with neutral names".to_owned());
        }
        let record = self.with_game(id, |game| game.record()).await?;
        Ok(ResourceContents::text(record, uri).with_mime_type("application/json"))
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("parlour", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(self.resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let found = self.resource(&request.uri).await;
        let contents = found.map_err(|reason| ErrorData::resource_not_found(reason, None))?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// Runs a task on a thread that may block.
async fn blocking<T: Send + 'static>(
    task: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let done = tokio::task::spawn_blocking(task).await;
    done.unwrap_or_else(|_| {
        Err("internal error: the game cannot continue; please report it".to_owned())
    })
}

struct Join {
    link: TableLink,
    name: String,
    names: Names,
}

impl Task for Join {
    type Output = Result<Box<dyn SeatedGame>, String>;

    fn run<G: Terminal>(self) -> Self::Output {
        let game = JoinedGame::<G>::join(self.link, &self.name, self.names)?;
        Ok(Box::new(game))
    }
}

struct Start<'a>(&'a Setup);

impl Task for Start<'_> {
    type Output = Result<Box<dyn SeatedGame>, String>;

    fn run<G: Terminal>(self) -> Self::Output {
        local_game::start::<G>(self.0)
    }
}

struct RulesText(Names);

impl Task for RulesText {
    type Output = String;

    fn run<G: Terminal>(self) -> String {
        seat_text::rules::<G>(self.0)
    }
}

struct ShownName(Names);

impl Task for ShownName {
    type Output = String;

    fn run<G: Terminal>(self) -> String {
        self.0.hide::<G>(G::NAME)
    }
}

struct About(Names);

impl Task for About {
    type Output = String;

    fn run<G: Terminal>(self) -> String {
        let mut lines = vec![
            G::NAME.to_owned(),
            format!("  rules: {}", G::Rules::names().join(", ")),
        ];
        lines.push("  policies:".to_owned());
        lines.extend(
            G::POLICIES
                .iter()
                .map(|entry| format!("    {}: {}", entry.name, entry.about)),
        );
        self.0.hide::<G>(&lines.join("\n"))
    }
}
