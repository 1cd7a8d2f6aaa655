//! The tournament API over HTTP, documented in `docs/tournaments.md`.

use super::TournamentRunner;
use super::database::{Database, DatabaseConnection};
use super::error::TournamentError;
use super::report_cache::ReportCache;
use super::responses::{
    AgentSummary, AgentTournament, GameFault, Page, Settings, State as Stage, TournamentDetails,
    TournamentSummary,
};
use crate::api_response::{NO_STORE, bearer_token};
use crate::rooms::is_same_origin;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use parlour_arena::store::export::ExportError;
use parlour_arena::store::{GameFilter, Lease, PlayerLine, Tournament};
use parlour_arena::{Definition, StoredDefinition, StoredTournament};
use parlour_engine::Seat;
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::{Instant, timeout};

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
/// Number of CSV exports at a time, as each reads the database.
const MAX_EXPORTS: usize = 2;

/// How long the list of agents is cached.
const PLAYERS_CACHE_TIME: Duration = Duration::from_secs(1);

#[derive(Clone)]
struct Api {
    connection: Option<Arc<DatabaseConnection>>,
    reports: Arc<ReportCache>,
    runner: Arc<TournamentRunner>,
    downloads: Arc<Semaphore>,
    players: Arc<Mutex<Option<Players>>>,
}

/// The current activity.
#[derive(Default)]
struct Activity {
    /// The time of the last game of each tournament.
    last: Vec<(i64, i64)>,
    /// The leases of the tournaments in progress.
    leases: Vec<Lease>,
}

impl Activity {
    fn lease(&self, id: i64) -> Option<&Lease> {
        self.leases.iter().find(|lease| lease.tournament == id)
    }
}

/// The totals of all agents, and when they were read. Cached because every seat of every game is counted.
type Players = (Instant, Arc<Vec<PlayerLine>>);

/// The routes below `/api`. Without a database they respond with an error.
pub(crate) fn router(database: Option<Database>, runner: Arc<TournamentRunner>) -> Router {
    let api = Api {
        connection: database.map(|database| Arc::new(DatabaseConnection::new(database))),
        reports: Arc::default(),
        runner,
        downloads: Arc::new(Semaphore::new(MAX_EXPORTS)),
        players: Arc::default(),
    };
    Router::new()
        .route("/keeper", get(check_token))
        .route("/tournaments", get(list).post(begin))
        .route("/tournaments/{id}", get(show))
        .route("/tournaments/{id}/ratings", get(ratings))
        .route("/tournaments/{id}/games", get(games))
        .route("/tournaments/{id}/games/{number}/record", get(record))
        .route("/tournaments/{id}/games.csv", get(csv))
        .route("/tournaments/{id}/pause", post(pause))
        .route("/tournaments/{id}/resume", post(resume))
        .route("/agents", get(agents))
        .route("/agents/{name}", get(agent))
        .with_state(api)
}

impl Api {
    fn connection(&self) -> Result<&Arc<DatabaseConnection>, TournamentError> {
        self.connection.as_ref().ok_or(TournamentError::NoDatabase)
    }

    /// The tournament with this key in digits.
    async fn tournament(&self, id: &str) -> Result<Tournament, TournamentError> {
        let connection = self.connection()?;
        let id: i64 = id.parse().map_err(|_| TournamentError::Tournament)?;
        let found = connection.read(async |store| store.tournament_by_id(id).await);
        found.await?.flatten().ok_or(TournamentError::Tournament)
    }

    /// The current activity. Read before the tournaments: one whose lease has just ended because it is finished is then
    /// seen as finished.
    async fn activity(&self) -> Result<Activity, TournamentError> {
        let read = (self.connection()?).read(async |store| {
            Ok(Activity {
                last: store.last_played().await?,
                leases: store.leases().await?,
            })
        });
        Ok(read.await?.unwrap_or_default())
    }

    async fn players(&self) -> Result<Arc<Vec<PlayerLine>>, TournamentError> {
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

    /// The number of games from number 0 on that may be shown; `None` for all.
    async fn public_games(&self, tournament: &Tournament) -> Result<Option<u64>, TournamentError> {
        let stored = StoredTournament::read(tournament).map_err(TournamentError::Unreadable)?;
        match stored.public_games(tournament, 0) {
            Some(_) if tournament.finished.is_none() => {
                let shown = self.reports.of(self.connection()?, tournament).await?;
                Ok(stored.public_games(tournament, shown.counted))
            }
            end => Ok(end),
        }
    }

    fn summary(&self, tournament: &Tournament, activity: &Activity) -> TournamentSummary {
        let last = activity.last.iter().find(|(id, _)| *id == tournament.id);
        let here = self.runner.here(tournament.id);
        let last = last.map(|&(_, time)| time);
        TournamentSummary::new(tournament, last, activity.lease(tournament.id), here)
    }

    /// Checks the origin and the token of a request.
    fn authorize(&self, headers: &HeaderMap) -> Result<(), TournamentError> {
        if !is_same_origin(headers) {
            return Err(TournamentError::Origin);
        }
        match self.runner.is_token(bearer_token(headers)) {
            true => Ok(()),
            false => Err(TournamentError::Token),
        }
    }
}

/// A page of a list.
fn paginate<T>(all: Vec<T>, page: u64, size: u64) -> Page<T> {
    let total = all.len() as u64;
    let skip = (page - 1) * size;
    let items = all.into_iter().skip(skip as usize).take(size as usize);
    Page {
        total,
        page,
        size,
        items: items.collect(),
    }
}

async fn check_token(
    State(api): State<Api>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, TournamentError> {
    api.authorize(&headers)?;
    Ok((NO_STORE, StatusCode::NO_CONTENT))
}

/// The requested page, from 1; invalid numbers mean the first.
fn page_number(page: Option<&str>) -> u64 {
    let page = page.and_then(|page| page.parse().ok());
    page.unwrap_or(1).clamp(1, 1 << 32)
}

#[derive(Deserialize)]
struct ListQuery {
    game: Option<String>,
    state: Option<String>,
    agent: Option<String>,
    page: Option<String>,
}

async fn list(
    State(api): State<Api>,
    Query(query): Query<ListQuery>,
) -> Result<impl IntoResponse, TournamentError> {
    let activity = api.activity().await?;
    let read = (api.connection()?).read(async |store| store.tournaments().await);
    let all = read.await?.unwrap_or_default();
    let fits = |summary: &TournamentSummary| {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == found)
        };
        let state = serde_json::to_value(summary.state).unwrap_or_default();
        is(&query.game, &summary.game)
            && is(&query.state, state.as_str().unwrap_or_default())
            && (query.agent.as_ref()).is_none_or(|agent| summary.players.contains(agent))
    };
    let summaries = all
        .iter()
        .map(|tournament| api.summary(tournament, &activity));
    let page = paginate(
        summaries.filter(fits).collect(),
        page_number(query.page.as_deref()),
        PAGE_SIZE,
    );
    Ok((NO_STORE, Json(page)))
}

async fn show(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, TournamentError> {
    let activity = api.activity().await?;
    let tournament = api.tournament(&id).await?;
    let outline = StoredDefinition::read(&tournament).map_err(TournamentError::Unreadable)?;
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

async fn ratings(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, TournamentError> {
    let tournament = api.tournament(&id).await?;
    let shown = api.reports.of(api.connection()?, &tournament).await?;
    Ok((NO_STORE, Json(&shown.curves)).into_response())
}

#[derive(Deserialize)]
struct GamesQuery {
    agent: Option<String>,
    seat: Option<String>,
    opponent: Option<String>,
    winner: Option<String>,
    faults: Option<String>,
    page: Option<String>,
}

impl GamesQuery {
    fn filter(
        &self,
        outline: &StoredDefinition,
        end: Option<u64>,
    ) -> Result<GameFilter, TournamentError> {
        let player = |name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => match outline
                .players
                .iter()
                .position(|player| player.name == *name)
            {
                Some(player) => Ok(Some(player)),
                None => Err(TournamentError::Filter(format!(
                    "'{name}' does not play here"
                ))),
            },
        };
        let seat = match self.seat.as_deref().map(str::parse) {
            None => None,
            Some(Ok(seat @ 0..=31)) => Some(Seat(seat)),
            Some(_) => {
                return Err(TournamentError::Filter(
                    "seat must be a number from 0 to 31".to_owned(),
                ));
            }
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

async fn games(
    State(api): State<Api>,
    Path(id): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<impl IntoResponse, TournamentError> {
    let tournament = api.tournament(&id).await?;
    let outline = StoredDefinition::read(&tournament).map_err(TournamentError::Unreadable)?;
    let filter = query.filter(&outline, api.public_games(&tournament).await?)?;
    let page = page_number(query.page.as_deref());
    let skip = (page - 1) * PAGE_SIZE;
    let read = (api.connection()?).read(async |store| {
        let total = store.count_games(tournament.id, &filter).await?;
        let items = store.games(tournament.id, &filter, skip, PAGE_SIZE).await?;
        Ok((total, items))
    });
    let (total, items) = read.await?.unwrap_or_default();
    let page = Page {
        total,
        page,
        size: PAGE_SIZE,
        items,
    };
    Ok((NO_STORE, Json(page)))
}

async fn record(
    State(api): State<Api>,
    Path((id, number)): Path<(String, String)>,
) -> Result<impl IntoResponse, TournamentError> {
    let tournament = api.tournament(&id).await?;
    let number: u64 = number.parse().map_err(|_| TournamentError::Game)?;
    let number = i64::try_from(number).map_err(|_| TournamentError::Game)? as u64;
    let end = api.public_games(&tournament).await?;
    if end.is_some_and(|end| (end..tournament.planned).contains(&number)) {
        return Err(TournamentError::Conflict(
            "this game is not public yet, because its deal may still be played".to_owned(),
        ));
    }
    let read = (api.connection()?).read(async |store| store.record(tournament.id, number).await);
    let record = read.await?.flatten().ok_or(TournamentError::Game)?;
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((NO_STORE, kind, record + "\n"))
}

async fn csv(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, TournamentError> {
    let tournament = api.tournament(&id).await?;
    let busy = |_| TournamentError::System;
    let downloads = Arc::clone(&api.downloads);
    let place = downloads.acquire_owned().await.map_err(busy)?;
    let end = api.public_games(&tournament).await?;
    let read = (api.connection()?).read(async |store| match store.csv(tournament.id, end).await {
        Ok(parts) => Ok(Ok(parts)),
        Err(ExportError::Store(error)) => Err(error),
        Err(error) => Ok(Err(TournamentError::Unreadable(error.to_string()))),
    });
    let parts = read.await?.ok_or(TournamentError::Tournament)??;
    // The client sets the pace: a part is read when the one before has been sent.
    let table = stream::unfold((parts, place), async |(mut parts, place)| {
        let part = parts.next().await.transpose()?;
        Some((part.map_err(io::Error::other), (parts, place)))
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

#[derive(Serialize)]
struct Begun {
    id: i64,
}

async fn begin(
    State(api): State<Api>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, TournamentError> {
    api.authorize(&headers)?;
    let connection = api.connection()?;
    let body = timeout(BODY_TIMEOUT, axum::body::to_bytes(body, MAX_BODY_BYTES)).await;
    let body = (body.ok().and_then(Result::ok)).ok_or(TournamentError::Length(MAX_BODY_BYTES))?;
    let text = std::str::from_utf8(&body)
        .map_err(|_| TournamentError::Definition("the definition is not text".to_owned()))?;
    let definition = Definition::read(text).map_err(TournamentError::Definition)?;
    let id = (api.runner.start(&connection.database, definition, false)).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(Begun { id })))
}

async fn pause(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, TournamentError> {
    api.authorize(&headers)?;
    let tournament = api.tournament(&id).await?;
    match api.runner.pause(tournament.id) {
        true => Ok((StatusCode::ACCEPTED, NO_STORE)),
        false => Err(TournamentError::Conflict(
            "this tournament is not in progress on this server".to_owned(),
        )),
    }
}

async fn resume(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, TournamentError> {
    api.authorize(&headers)?;
    let activity = api.activity().await?;
    let tournament = api.tournament(&id).await?;
    match (
        api.summary(&tournament, &activity).state,
        activity.lease(tournament.id),
    ) {
        (Stage::Open, _) => {}
        (Stage::Over, _) => {
            return Err(TournamentError::Conflict(
                "this tournament is finished".to_owned(),
            ));
        }
        (Stage::Running | Stage::Pausing, Some(lease)) => return Err(TournamentError::held(lease)),
        (Stage::Running | Stage::Pausing, None) => {
            return Err(TournamentError::Conflict(
                "this tournament is in progress on this server".to_owned(),
            ));
        }
    }
    let outline = StoredDefinition::read(&tournament).map_err(TournamentError::Unreadable)?;
    let definition = outline
        .definition(&tournament.name)
        .map_err(TournamentError::Definition)?;
    let connection = api.connection()?;
    (api.runner.start(&connection.database, definition, true)).await?;
    Ok((StatusCode::ACCEPTED, NO_STORE))
}

#[derive(Deserialize)]
struct AgentsQuery {
    game: Option<String>,
    page: Option<String>,
}

async fn agents(
    State(api): State<Api>,
    Query(query): Query<AgentsQuery>,
) -> Result<impl IntoResponse, TournamentError> {
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

async fn agent(
    State(api): State<Api>,
    Path(name): Path<String>,
    Query(query): Query<AgentsQuery>,
) -> Result<impl IntoResponse, TournamentError> {
    let connection = api.connection()?;
    let activity = api.activity().await?;
    let read = connection.read(async |store| store.tournaments_of(&name).await);
    let mut all = read.await?.unwrap_or_default();
    if all.is_empty() {
        return Err(TournamentError::Agent(name));
    }
    all.retain(|tournament| {
        query
            .game
            .as_ref()
            .is_none_or(|game| *game == tournament.game)
    });
    let page = page_number(query.page.as_deref());
    let page = paginate(all, page, AGENT_PAGE_SIZE);
    let mut items = Vec::new();
    for tournament in &page.items {
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
    let page = Page {
        total: page.total,
        page: page.page,
        size: page.size,
        items,
    };
    Ok((NO_STORE, Json(page)))
}
