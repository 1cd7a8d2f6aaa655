//! The tournament API over HTTP, documented in `docs/tournaments.md`.

use super::TournamentRunner;
use super::database::DatabaseConnection;
use super::report_cache::{ReportCache, unreadable};
use super::responses::{
    AgentSummary, AgentTournament, GameFault, Settings, TournamentDetails, TournamentSummary,
};
use super::runner::{held, invalid_definition};
use crate::api_response::{ErrorResponse, NO_STORE, bearer_token, check_origin, read_body};
use crate::connection_limit::ConnectionLimit;
use crate::rooms::api::Peer;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use futures_util::stream;
use parlour_arena::store::export::ExportError;
use parlour_arena::store::{GameFilter, GameRow, Lease, PlayerLine, Tournament, TournamentFilter};
use parlour_arena::{Definition, Store, StoreError, StoredDefinition, StoredTournament};
use parlour_engine::Seat;
use parlour_protocol::ApiError;
use parlour_protocol::tournaments::{Page, RatingCurves, State as Stage};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum length of a definition, in bytes.
const MAX_BODY_BYTES: usize = 16 << 10;
/// The time limit for receiving a definition.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Number of items on a page of a list.
const PAGE_SIZE: u64 = 50;
/// Number of tournaments on the page of an agent; each needs a report.
const AGENT_PAGE_SIZE: u64 = 20;
/// Number of latest faults sent with a tournament; the others are found by filtering games.
const MAX_FAULTS: u64 = 20;
/// Number of CSV exports at a time, as each reads the database; in total and for one address.
const MAX_EXPORTS: usize = 16;
const MAX_EXPORTS_PER_ADDRESS: usize = 2;

/// Number of cached totals of filtered lists.
const MAX_COUNTS: usize = 1024;
/// How long the list of agents is cached.
const PLAYERS_CACHE_TIME: Duration = Duration::from_secs(1);

#[derive(Clone)]
struct Api {
    connection: Option<Arc<DatabaseConnection>>,
    reports: Arc<ReportCache>,
    runner: Arc<TournamentRunner>,
    exports: ConnectionLimit,
    players: Arc<Mutex<Option<Players>>>,
    counts: Arc<std::sync::Mutex<HashMap<CountKey, u64>>>,
}

/// A list of games: its tournament by key and time of creation, the number of games in the store, and the filter.
type CountKey = (i64, i64, u64, GameFilter);

/// The current activity: the leases of the tournaments in progress.
#[derive(Default)]
struct Activity {
    leases: Vec<Lease>,
}

impl Activity {
    fn lease(&self, id: i64) -> Option<&Lease> {
        self.leases.iter().find(|lease| lease.tournament == id)
    }
}

/// The totals of all agents, and when they were read. Cached because every seat of every game is counted.
type Players = (Instant, Arc<Vec<PlayerLine>>);

/// The routes of the API. Without a database they respond with an error.
pub(crate) fn router(
    connection: Option<Arc<DatabaseConnection>>,
    runner: Arc<TournamentRunner>,
) -> OpenApiRouter {
    let api = Api {
        connection,
        reports: Arc::default(),
        runner,
        exports: ConnectionLimit::new(MAX_EXPORTS, MAX_EXPORTS_PER_ADDRESS, 0),
        players: Arc::default(),
        counts: Arc::default(),
    };
    OpenApiRouter::new()
        .routes(routes!(check_token))
        .routes(routes!(list, begin))
        .routes(routes!(show))
        .routes(routes!(ratings))
        .routes(routes!(games))
        .routes(routes!(record))
        .routes(routes!(csv))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(agents))
        .routes(routes!(agent))
        .with_state(api)
}

impl Api {
    fn connection(&self) -> Result<&Arc<DatabaseConnection>, ApiError> {
        self.connection.as_ref().ok_or(ApiError::NoDatabase)
    }

    /// The tournament with this key in digits.
    async fn tournament(&self, id: &str) -> Result<Tournament, ApiError> {
        let connection = self.connection()?;
        let id: i64 = id.parse().map_err(|_| ApiError::TournamentNotFound)?;
        let found = connection.read(async |store| store.tournament_by_id(id).await);
        found.await?.flatten().ok_or(ApiError::TournamentNotFound)
    }

    /// The current activity. Read before the tournaments: one whose lease has just ended because it is finished is then
    /// seen as finished.
    async fn activity(&self) -> Result<Activity, ApiError> {
        let read = (self.connection()?).read(async |store| {
            Ok(Activity {
                leases: store.leases().await?,
            })
        });
        Ok(read.await?.unwrap_or_default())
    }

    async fn players(&self) -> Result<Arc<Vec<PlayerLine>>, ApiError> {
        let mut known = self.players.lock().await;
        if let Some((when, lines)) = &*known
            && when.elapsed() < PLAYERS_CACHE_TIME
        {
            return Ok(Arc::clone(lines));
        }
        let read = self
            .connection()?
            .read(async |store| store.player_lines().await);
        let lines = Arc::new(read.await?.unwrap_or_default());
        *known = Some((Instant::now(), Arc::clone(&lines)));
        Ok(lines)
    }

    /// The number of games that match a filter. Cached for the next page, because all of them are counted.
    async fn count(
        &self,
        store: &Store,
        tournament: &Tournament,
        filter: &GameFilter,
    ) -> Result<u64, StoreError> {
        let Tournament {
            id,
            created,
            played,
            ..
        } = *tournament;
        let key = (id, created, played, filter.clone());
        let lock = || self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&key).copied();
        if let Some(count) = known {
            return Ok(count);
        }
        let count = store.count_games(id, filter).await?;
        let mut counts = lock();
        if counts.len() >= MAX_COUNTS {
            counts.clear();
        }
        counts.insert(key, count);
        Ok(count)
    }

    /// The number of games from number 0 on that may be shown; `None` for all.
    async fn public_games(&self, tournament: &Tournament) -> Result<Option<u64>, ApiError> {
        let stored = StoredTournament::read(tournament).map_err(unreadable)?;
        match stored.public_games(tournament, 0) {
            Some(_) if tournament.finished.is_none() => {
                let shown = self.reports.of(self.connection()?, tournament).await?;
                Ok(stored.public_games(tournament, shown.counted))
            }
            end => Ok(end),
        }
    }

    fn summary(&self, tournament: &Tournament, activity: &Activity) -> TournamentSummary {
        let here = self.runner.here(tournament.id);
        TournamentSummary::new(tournament, activity.lease(tournament.id), here)
    }

    /// Limits a filter to the tournaments in a state, as [`TournamentSummary::new`] defines it.
    fn filter_state(&self, filter: &mut TournamentFilter, state: &str, activity: &Activity) {
        let (running, pausing) = match self.runner.current() {
            Some((id, true)) => (None, Some(id)),
            Some((id, false)) => (Some(id), None),
            None => (None, None),
        };
        let leased = activity.leases.iter().map(|lease| lease.tournament);
        let mut active: Vec<i64> = leased.chain(running).collect();
        active.retain(|id| Some(*id) != pausing);
        match state {
            "over" => {
                filter.finished = Some(true);
                filter.except = running.into_iter().chain(pausing).collect();
            }
            "running" => filter.among = Some(active),
            "pausing" => filter.among = Some(pausing.into_iter().collect()),
            "open" => {
                filter.finished = Some(false);
                filter.except = active.into_iter().chain(pausing).collect();
            }
            // The state is unknown.
            _ => filter.among = Some(Vec::new()),
        }
    }

    /// Checks the origin and the token of a request.
    fn authorize(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        check_origin(headers)?;
        match self.runner.is_token(bearer_token(headers)) {
            true => Ok(()),
            false => Err(ApiError::ServerToken),
        }
    }
}

/// A page of a list.
fn paginate<T>(all: Vec<T>, page: u64, size: u64) -> Page<T> {
    let total = all.len() as u64;
    let skip = (page - 1) * size;
    let items = all.into_iter().skip(skip as usize).take(size as usize);
    Page::new(total, page, size, items.collect())
}

/// Checks the server's token.
#[utoipa::path(
    get,
    path = "/keeper",
    tag = "tournaments",
    responses((status = 204, description = "It is the token")),
    security(("token" = []))
)]
async fn check_token(
    State(api): State<Api>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    api.authorize(&headers)?;
    Ok((NO_STORE, StatusCode::NO_CONTENT))
}

/// The requested page, from 1; invalid numbers mean the first.
fn page_number(page: Option<&str>) -> u64 {
    let page = page.and_then(|page| page.parse().ok());
    page.unwrap_or(1).clamp(1, 1 << 32)
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// The game.
    game: Option<String>,
    /// The state.
    #[param(value_type = Option<Stage>)]
    state: Option<String>,
    /// The name of an agent that takes part.
    agent: Option<String>,
    /// The number of the page, from 1.
    #[param(value_type = Option<u64>)]
    page: Option<String>,
}

/// Tournaments, the latest first.
#[utoipa::path(
    get,
    path = "/tournaments",
    tag = "tournaments",
    params(ListQuery),
    responses((status = 200, body = Page<TournamentSummary>))
)]
async fn list(
    State(api): State<Api>,
    Query(query): Query<ListQuery>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let activity = api.activity().await?;
    let page = page_number(query.page.as_deref());
    let mut filter = TournamentFilter {
        game: query.game,
        player: query.agent,
        ..TournamentFilter::default()
    };
    if let Some(state) = &query.state {
        api.filter_state(&mut filter, state, &activity);
    }
    let skip = (page - 1) * PAGE_SIZE;
    let read = (api.connection()?)
        .read(async |store| store.tournament_page(&filter, skip, PAGE_SIZE).await);
    let (total, found) = read.await?.unwrap_or_default();
    let items = (found.iter())
        .map(|tournament| api.summary(tournament, &activity))
        .collect();
    let page = Page::new(total, page, PAGE_SIZE, items);
    Ok((NO_STORE, Json(page)))
}

/// One tournament: its settings, its report, its latest faults.
#[utoipa::path(
    get,
    path = "/tournaments/{id}",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament")),
    responses((status = 200, body = TournamentDetails))
)]
async fn show(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let activity = api.activity().await?;
    let tournament = api.tournament(&id).await?;
    let outline = StoredDefinition::read(&tournament).map_err(unreadable)?;
    let shown = api.reports.of(api.connection()?, &tournament).await?;
    let key = tournament.id;
    let end = shown.stored.public_games(&tournament, shown.counted);
    let read = (api.connection()?).read(async |store| {
        let secrets = store.secrets(key).await?;
        Ok((secrets, store.last_faults(key, MAX_FAULTS, end).await?))
    });
    let (secrets, faults) = read.await?.unwrap_or_default();
    let mut summary = api.summary(&tournament, &activity);
    // Games may have been recorded since they were counted.
    summary.played = summary.played.max(shown.report.games);
    let details = TournamentDetails {
        summary,
        terms: Settings {
            rules: outline.rules,
            rounds: outline.rounds,
            duplicate: outline.duplicate,
            rating_period: outline.rating_period,
            seed: outline.seed.map(|seed| seed.to_string()),
            policies: (outline.players.into_iter())
                .map(|player| player.policy)
                .collect(),
        },
        deals: shown.stored.proof(secrets, tournament.finished),
        report: &shown.report,
        faults: (faults.into_iter())
            .map(|(game, note)| GameFault { game, note })
            .collect(),
    };
    Ok((NO_STORE, Json(&details)).into_response())
}

/// The rating curves, at most 200 points.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/ratings",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament")),
    responses((status = 200, body = RatingCurves))
)]
async fn ratings(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let tournament = api.tournament(&id).await?;
    let shown = api.reports.of(api.connection()?, &tournament).await?;
    Ok((NO_STORE, Json(&shown.curves)).into_response())
}

#[derive(Deserialize, IntoParams)]
struct GamesQuery {
    /// The name of a player.
    agent: Option<String>,
    /// The seat of that player, from 0.
    #[param(value_type = Option<u8>, maximum = 31)]
    seat: Option<String>,
    /// The name of another player of the game.
    opponent: Option<String>,
    /// The name of a winner.
    winner: Option<String>,
    /// With any value: only games with faults.
    faults: Option<String>,
    /// The number of the page, from 1.
    #[param(value_type = Option<u64>)]
    page: Option<String>,
}

impl GamesQuery {
    fn filter(&self, outline: &StoredDefinition, end: Option<u64>) -> Result<GameFilter, ApiError> {
        let player = |name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => match outline
                .players
                .iter()
                .position(|player| player.name == *name)
            {
                Some(player) => Ok(Some(player)),
                None => Err(ApiError::PlayerNotInTournament {
                    player: name.clone(),
                }),
            },
        };
        let seat = match self.seat.as_deref().map(str::parse) {
            None => None,
            Some(Ok(seat @ 0..=31)) => Some(Seat(seat)),
            Some(_) => return Err(ApiError::InvalidSeat),
        };
        Ok(GameFilter {
            player: player(&self.agent)?,
            seat,
            opponent: player(&self.opponent)?,
            winner: player(&self.winner)?,
            faults: self.faults.is_some(),
            end,
        })
    }
}

/// Games of a tournament in the order of the schedule.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/games",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament"), GamesQuery),
    responses((status = 200, body = Page<GameRow>))
)]
async fn games(
    State(api): State<Api>,
    Path(id): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let tournament = api.tournament(&id).await?;
    let outline = StoredDefinition::read(&tournament).map_err(unreadable)?;
    let filter = query.filter(&outline, api.public_games(&tournament).await?)?;
    let page = page_number(query.page.as_deref());
    let skip = (page - 1) * PAGE_SIZE;
    let read = (api.connection()?).read(async |store| {
        let total = api.count(&store, &tournament, &filter).await?;
        let games = store.games(tournament.id, &filter, total, skip, PAGE_SIZE);
        let items = games.await?;
        Ok((total, items))
    });
    let (total, items) = read.await?.unwrap_or_default();
    let page = Page::new(total, page, PAGE_SIZE, items);
    Ok((NO_STORE, Json(page)))
}

/// The record of a game, one line of JSON.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/games/{number}/record",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament"), ("number" = u64, Path, description = "The number of the game in the schedule")),
    responses((status = 200, body = Object))
)]
async fn record(
    State(api): State<Api>,
    Path((id, number)): Path<(String, String)>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let tournament = api.tournament(&id).await?;
    let number: u64 = number.parse().map_err(|_| ApiError::GameNotFound)?;
    let number = i64::try_from(number).map_err(|_| ApiError::GameNotFound)? as u64;
    let end = api.public_games(&tournament).await?;
    if end.is_some_and(|end| (end..tournament.planned).contains(&number)) {
        return Err(ApiError::GameNotPublic.into());
    }
    let read = (api.connection()?).read(async |store| store.record(tournament.id, number).await);
    let record = read.await?.flatten().ok_or(ApiError::GameNotFound)?;
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((NO_STORE, kind, record + "\n"))
}

/// All games as a table, which is streamed.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/games.csv",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament")),
    responses((status = 200, content_type = "text/csv", body = String))
)]
async fn csv(
    State(api): State<Api>,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let tournament = api.tournament(&id).await?;
    let permit = (api.exports.acquire(peer.address)).ok_or(ApiError::TooManyDownloads)?;
    let end = api.public_games(&tournament).await?;
    let read = (api.connection()?).read(async |store| match store.csv(tournament.id, end).await {
        Ok(parts) => Ok(Ok(parts)),
        Err(ExportError::Store(error)) => Err(error),
        Err(error) => Ok(Err(unreadable(error.to_string()))),
    });
    let mut parts = read.await?.ok_or(ApiError::TournamentNotFound)??;
    // The client sets the pace: a part is read when the one before has been taken. It is read here, not on the thread
    // that sends it.
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        while let Some(part) = parts.next().await.transpose() {
            // Fails if the client has disconnected.
            if sender.send(part.map_err(io::Error::other)).await.is_err() {
                break;
            }
        }
        drop(permit);
    });
    let table = stream::unfold(receiver, async |mut receiver| {
        Some((receiver.recv().await?, receiver))
    });
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}\"", file_name(&tournament.name)),
        ),
    ];
    Ok((NO_STORE, headers, Body::from_stream(table)))
}

/// A file name that is valid on every system.
fn file_name(name: &str) -> String {
    let plain = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => letter,
        _ => '-',
    };
    let name: String = name.chars().take(80).map(plain).collect();
    format!("{name}.csv")
}

/// A tournament that was started.
#[derive(Serialize, ToSchema)]
struct Begun {
    /// Its key.
    id: i64,
}

/// Starts a tournament of built-in policies.
#[utoipa::path(
    post,
    path = "/tournaments",
    tag = "tournaments",
    request_body(content = String, content_type = "application/toml", description = "The definition, as `parlour tournament` reads it"),
    responses((status = 201, description = "It is in the store", body = Begun)),
    security(("token" = []))
)]
async fn begin(
    State(api): State<Api>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, ErrorResponse> {
    api.authorize(&headers)?;
    let connection = api.connection()?;
    let body = read_body(body, MAX_BODY_BYTES, BODY_TIMEOUT).await?;
    let text = std::str::from_utf8(&body)
        .map_err(|_| invalid_definition("the definition is not text".to_owned()))?;
    let definition = Definition::read(text).map_err(invalid_definition)?;
    let id = (api.runner.start(&connection.database, definition, false)).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(Begun { id })))
}

/// Pauses the tournament that this server plays.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/pause",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament")),
    responses((status = 202, description = "It pauses when the games in progress are over")),
    security(("token" = []))
)]
async fn pause(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    api.authorize(&headers)?;
    let tournament = api.tournament(&id).await?;
    match api.runner.pause(tournament.id) {
        true => Ok((StatusCode::ACCEPTED, NO_STORE)),
        false => Err(ApiError::TournamentNotRunning.into()),
    }
}

/// Resumes a tournament on this server.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/resume",
    tag = "tournaments",
    params(("id" = i64, Path, description = "The key of the tournament")),
    responses((status = 202, description = "It is in progress")),
    security(("token" = []))
)]
async fn resume(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    api.authorize(&headers)?;
    let activity = api.activity().await?;
    let tournament = api.tournament(&id).await?;
    match (
        api.summary(&tournament, &activity).state,
        activity.lease(tournament.id),
    ) {
        (Stage::Open, _) => {}
        (Stage::Over, _) => return Err(ApiError::TournamentOver.into()),
        (Stage::Running | Stage::Pausing, Some(lease)) => return Err(held(lease).into()),
        (Stage::Running | Stage::Pausing, None) => return Err(ApiError::TournamentRuns.into()),
    }
    let outline = StoredDefinition::read(&tournament).map_err(unreadable)?;
    let definition = outline
        .definition(&tournament.name)
        .map_err(invalid_definition)?;
    let connection = api.connection()?;
    (api.runner.start(&connection.database, definition, true)).await?;
    Ok((StatusCode::ACCEPTED, NO_STORE))
}

#[derive(Deserialize, IntoParams)]
struct AgentsQuery {
    /// The game.
    game: Option<String>,
    /// The number of the page, from 1.
    #[param(value_type = Option<u64>)]
    page: Option<String>,
}

/// All players with their totals for each game.
#[utoipa::path(
    get,
    path = "/agents",
    tag = "tournaments",
    params(AgentsQuery),
    responses((status = 200, body = Page<AgentSummary>))
)]
async fn agents(
    State(api): State<Api>,
    Query(query): Query<AgentsQuery>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let lines = api.players().await?;
    let wanted = |game: &str| query.game.as_deref().is_none_or(|wanted| wanted == game);
    let mut agents: Vec<AgentSummary> = Vec::new();
    for line in lines.iter().filter(|line| wanted(&line.game)) {
        let line = line.clone();
        match agents.last_mut().filter(|agent| agent.name == line.name) {
            Some(agent) => agent.games.push(line),
            None => agents.push(AgentSummary {
                name: line.name.clone(),
                games: vec![line],
            }),
        }
    }
    let page = page_number(query.page.as_deref());
    Ok((NO_STORE, Json(paginate(agents, page, PAGE_SIZE))))
}

/// The tournaments of a player, the latest first.
#[utoipa::path(
    get,
    path = "/agents/{name}",
    tag = "tournaments",
    params(("name" = String, Path, description = "The name of the agent"), AgentsQuery),
    responses((status = 200, body = Page<AgentTournament>))
)]
async fn agent(
    State(api): State<Api>,
    Path(name): Path<String>,
    Query(query): Query<AgentsQuery>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let connection = api.connection()?;
    let activity = api.activity().await?;
    let page = page_number(query.page.as_deref());
    let skip = (page - 1) * AGENT_PAGE_SIZE;
    let filter = |game: Option<String>| TournamentFilter {
        player: Some(name.clone()),
        game,
        ..TournamentFilter::default()
    };
    let of_game = filter(query.game.clone());
    let read =
        connection.read(async |store| store.tournament_page(&of_game, skip, AGENT_PAGE_SIZE).await);
    let (total, found) = read.await?.unwrap_or_default();
    if total == 0 {
        // It may have played other games.
        let any = filter(None);
        let read = connection.read(async |store| store.tournament_page(&any, 0, 1).await);
        if read.await?.unwrap_or_default().0 == 0 {
            return Err(ApiError::PlayerNotFound { player: name }.into());
        }
    }
    let mut items = Vec::new();
    for tournament in &found {
        // Unreadable tournaments are skipped.
        let Ok(outline) = StoredDefinition::read(tournament) else {
            continue;
        };
        let Ok(shown) = api.reports.of(connection, tournament).await else {
            continue;
        };
        let report = &shown.report;
        let Some(result) = report.players.iter().find(|player| player.name == name) else {
            continue;
        };
        let better = |score: f64| score > result.score;
        let policy = (outline.players.into_iter())
            .find(|player| player.name == name)
            .and_then(|player| player.policy);
        items.push(AgentTournament {
            summary: api.summary(tournament, &activity),
            policy,
            system: report.system,
            seats: report.seats,
            place: 1
                + (report.players.iter())
                    .filter(|player| better(player.score))
                    .count(),
            result: result.clone(),
        });
    }
    let page = Page::new(total, page, AGENT_PAGE_SIZE, items);
    Ok((NO_STORE, Json(page)))
}
