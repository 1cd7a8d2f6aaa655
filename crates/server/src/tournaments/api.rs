//! Tournaments over HTTP: `/api/tournaments`, `/api/agents`. `docs/tournaments.md` tells all of it.

use super::Keeper;
use super::answers::{Agent, Chapter, Details, Fault, Page, State as Stage, Summary, Terms};
use super::archive::{Archive, Database};
use super::books::Books;
use super::refusal::Refusal;
use crate::rooms::is_own;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use parlour_arena::store::export::ExportError;
use parlour_arena::store::{GameFilter, Lease, PlayerLine, Tournament};
use parlour_arena::{Definition, StoreError, StoredDefinition};
use parlour_engine::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::{Instant, timeout};

/// The longest definition, in bytes.
const MAX_BODY_BYTES: usize = 16 << 10;
/// How long it may take to come.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many stand on a page of a list.
const SIZE: u64 = 50;
/// How many tournaments of an agent stand on a page: each has a report to be made.
const CHAPTERS: u64 = 20;
/// The latest faults that are told with a tournament; the others are found by their games.
const FAULTS: u64 = 20;
/// Tables that are made for download at the same time: each is held in memory.
const DOWNLOADS: usize = 2;

/// For so long the list of agents is not read again.
const RECENT: Duration = Duration::from_secs(1);

/// What changes all the time.
const FRESH: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

#[derive(Clone)]
struct Api {
    archive: Option<Arc<Archive>>,
    books: Arc<Books>,
    keeper: Arc<Keeper>,
    downloads: Arc<Semaphore>,
    players: Arc<Mutex<Option<Players>>>,
}

/// What is going on.
#[derive(Default)]
struct Pulse {
    /// When the last game of a tournament was played.
    last: Vec<(i64, i64)>,
    /// Who plays.
    leases: Vec<Lease>,
}

impl Pulse {
    fn lease(&self, id: i64) -> Option<&Lease> {
        self.leases.iter().find(|lease| lease.tournament == id)
    }
}

/// Everybody who has played, and when that was read: every seat of every game is counted for it.
type Players = (Instant, Arc<Vec<PlayerLine>>);

/// The routes below `/api`. Without a database they say so.
pub(crate) fn router(database: Option<Database>, keeper: Arc<Keeper>) -> Router {
    let api = Api {
        archive: database.map(|database| Arc::new(Archive::new(database))),
        books: Arc::default(),
        keeper,
        downloads: Arc::new(Semaphore::new(DOWNLOADS)),
        players: Arc::default(),
    };
    Router::new()
        .route("/keeper", get(is_keeper))
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
    fn archive(&self) -> Result<&Arc<Archive>, Refusal> {
        self.archive.as_ref().ok_or(Refusal::NoDatabase)
    }

    /// The tournament of an address: its key in digits.
    async fn tournament(&self, id: &str) -> Result<Tournament, Refusal> {
        let archive = self.archive()?;
        let id: i64 = id.parse().map_err(|_| Refusal::Tournament)?;
        let found = archive.read(async |store| store.tournament_by_id(id).await);
        found.await?.flatten().ok_or(Refusal::Tournament)
    }

    /// What is going on in all tournaments. Asked before the tournaments themselves: then one that nobody plays
    /// any more is known to be over, if that is why.
    async fn pulse(&self) -> Result<Pulse, Refusal> {
        let read = (self.archive()?).read(async |store| {
            Ok(Pulse {
                last: store.last_played().await?,
                leases: store.leases().await?,
            })
        });
        Ok(read.await?.unwrap_or_default())
    }

    async fn players(&self) -> Result<Arc<Vec<PlayerLine>>, Refusal> {
        let mut known = self.players.lock().await;
        if let Some((when, lines)) = &*known
            && when.elapsed() < RECENT
        {
            return Ok(Arc::clone(lines));
        }
        let read = self
            .archive()?
            .read(async |store| store.player_lines().await);
        let lines = Arc::new(read.await?.unwrap_or_default());
        *known = Some((Instant::now(), Arc::clone(&lines)));
        Ok(lines)
    }

    fn summary(&self, tournament: &Tournament, pulse: &Pulse) -> Summary {
        let last = pulse.last.iter().find(|(id, _)| *id == tournament.id);
        let here = self.keeper.here(tournament.id);
        let last = last.map(|&(_, time)| time);
        Summary::new(tournament, last, pulse.lease(tournament.id), here)
    }

    /// Whether the request comes from a page of ours, with the token.
    fn may_change(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if !is_own(headers) {
            return Err(Refusal::Origin);
        }
        let shown = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
        match self.keeper.knows(shown.unwrap_or_default()) {
            true => Ok(()),
            false => Err(Refusal::Token),
        }
    }
}

/// One page of what is all in memory.
fn cut<T>(all: Vec<T>, page: u64, size: u64) -> Page<T> {
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

async fn is_keeper(
    State(api): State<Api>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    api.may_change(&headers)?;
    Ok((FRESH, StatusCode::NO_CONTENT))
}

/// The page of a list that is asked for, from 1; the first where it means nothing.
fn paged(page: Option<&str>) -> u64 {
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
) -> Result<impl IntoResponse, Refusal> {
    let pulse = api.pulse().await?;
    let read = (api.archive()?).read(async |store| store.tournaments().await);
    let all = read.await?.unwrap_or_default();
    let fits = |summary: &Summary| {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == found)
        };
        let state = serde_json::to_value(summary.state).unwrap_or_default();
        is(&query.game, &summary.game)
            && is(&query.state, state.as_str().unwrap_or_default())
            && (query.agent.as_ref()).is_none_or(|agent| summary.players.contains(agent))
    };
    let summaries = all.iter().map(|tournament| api.summary(tournament, &pulse));
    let page = cut(
        summaries.filter(fits).collect(),
        paged(query.page.as_deref()),
        SIZE,
    );
    Ok((FRESH, Json(page)))
}

async fn show(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let pulse = api.pulse().await?;
    let tournament = api.tournament(&id).await?;
    let outline = StoredDefinition::read(&tournament).map_err(Refusal::Unreadable)?;
    let shown = api.books.of(api.archive()?, &tournament).await?;
    let key = tournament.id;
    let faults = (api.archive()?).read(async |store| store.last_faults(key, FAULTS).await);
    let faults = faults.await?.unwrap_or_default();
    let mut summary = api.summary(&tournament, &pulse);
    // Games may have come since they were counted.
    summary.played = summary.played.max(shown.report.games);
    let details = Details {
        summary,
        terms: Terms {
            rules: outline.rules,
            rounds: outline.rounds,
            duplicate: outline.duplicate,
            rating_period: outline.rating_period,
            seed: outline.seed.to_string(),
            policies: (outline.players.into_iter())
                .map(|player| player.policy)
                .collect(),
        },
        report: &shown.report,
        faults: (faults.into_iter())
            .map(|(game, note)| Fault { game, note })
            .collect(),
    };
    Ok((FRESH, Json(&details)).into_response())
}

async fn ratings(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let tournament = api.tournament(&id).await?;
    let shown = api.books.of(api.archive()?, &tournament).await?;
    Ok((FRESH, Json(&shown.curves)).into_response())
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
    fn filter(&self, outline: &StoredDefinition) -> Result<GameFilter, Refusal> {
        let player = |name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => match outline
                .players
                .iter()
                .position(|player| player.name == *name)
            {
                Some(player) => Ok(Some(player)),
                None => Err(Refusal::Filter(format!("'{name}' does not play here"))),
            },
        };
        let seat = match self.seat.as_deref().map(str::parse) {
            None => None,
            Some(Ok(seat @ 0..=31)) => Some(Seat(seat)),
            Some(_) => return Err(Refusal::Filter("a seat is a number from 0".to_owned())),
        };
        Ok(GameFilter {
            player: player(&self.agent)?,
            seat,
            opponent: player(&self.opponent)?,
            winner: player(&self.winner)?,
            faults: self.faults.is_some(),
        })
    }
}

async fn games(
    State(api): State<Api>,
    Path(id): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let tournament = api.tournament(&id).await?;
    let outline = StoredDefinition::read(&tournament).map_err(Refusal::Unreadable)?;
    let filter = query.filter(&outline)?;
    let page = paged(query.page.as_deref());
    let skip = (page - 1) * SIZE;
    let read = (api.archive()?).read(async |store| {
        let total = store.count_games(tournament.id, &filter).await?;
        let items = store.games(tournament.id, &filter, skip, SIZE).await?;
        Ok((total, items))
    });
    let (total, items) = read.await?.unwrap_or_default();
    let page = Page {
        total,
        page,
        size: SIZE,
        items,
    };
    Ok((FRESH, Json(page)))
}

async fn record(
    State(api): State<Api>,
    Path((id, number)): Path<(String, String)>,
) -> Result<impl IntoResponse, Refusal> {
    let tournament = api.tournament(&id).await?;
    let number: u64 = number.parse().map_err(|_| Refusal::Game)?;
    let number = i64::try_from(number).map_err(|_| Refusal::Game)? as u64;
    let read = (api.archive()?).read(async |store| store.record(tournament.id, number).await);
    let record = read.await?.flatten().ok_or(Refusal::Game)?;
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((FRESH, kind, record + "\n"))
}

async fn csv(State(api): State<Api>, Path(id): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let tournament = api.tournament(&id).await?;
    let busy = |_| Refusal::System;
    let _place = api.downloads.acquire().await.map_err(busy)?;
    let read = (api.archive()?).read(async |store| {
        let mut table = Vec::new();
        match store.export_csv(tournament.id, &mut table).await {
            Ok(_) => Ok(table),
            Err(ExportError::Store(error)) => Err(error),
            Err(ExportError::Write(error)) => Err(StoreError::Other {
                place: store.place().to_owned(),
                reason: error.to_string(),
            }),
        }
    });
    let table = read.await?.ok_or(Refusal::Tournament)?;
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}\"", file_name(&tournament.name)),
        ),
    ];
    Ok((FRESH, headers, table))
}

/// A name that every system takes for a file.
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
) -> Result<impl IntoResponse, Refusal> {
    api.may_change(&headers)?;
    let archive = api.archive()?;
    let body = timeout(PATIENCE, axum::body::to_bytes(body, MAX_BODY_BYTES)).await;
    let body = (body.ok().and_then(Result::ok)).ok_or(Refusal::Length(MAX_BODY_BYTES))?;
    let text = std::str::from_utf8(&body)
        .map_err(|_| Refusal::Definition("the definition is not text".to_owned()))?;
    let definition = Definition::read(text).map_err(Refusal::Definition)?;
    let id = (api.keeper.begin(&archive.database, definition, false)).await?;
    Ok((StatusCode::CREATED, FRESH, Json(Begun { id })))
}

async fn pause(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    api.may_change(&headers)?;
    let tournament = api.tournament(&id).await?;
    match api.keeper.pause(tournament.id) {
        true => Ok((StatusCode::ACCEPTED, FRESH)),
        false => Err(Refusal::Conflict(
            "this tournament is not played by this server".to_owned(),
        )),
    }
}

async fn resume(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    api.may_change(&headers)?;
    let pulse = api.pulse().await?;
    let tournament = api.tournament(&id).await?;
    match (
        api.summary(&tournament, &pulse).state,
        pulse.lease(tournament.id),
    ) {
        (Stage::Open, _) => {}
        (Stage::Over, _) => {
            return Err(Refusal::Conflict("this tournament is over".to_owned()));
        }
        (Stage::Running | Stage::Pausing, Some(lease)) => return Err(Refusal::held(lease)),
        (Stage::Running | Stage::Pausing, None) => {
            return Err(Refusal::Conflict(
                "this tournament is being played by this server".to_owned(),
            ));
        }
    }
    let outline = StoredDefinition::read(&tournament).map_err(Refusal::Unreadable)?;
    let definition = outline
        .definition(&tournament.name)
        .map_err(Refusal::Definition)?;
    let archive = api.archive()?;
    (api.keeper.begin(&archive.database, definition, true)).await?;
    Ok((StatusCode::ACCEPTED, FRESH))
}

#[derive(Deserialize)]
struct AgentsQuery {
    game: Option<String>,
    page: Option<String>,
}

async fn agents(
    State(api): State<Api>,
    Query(query): Query<AgentsQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let lines = api.players().await?;
    let wanted = |game: &str| query.game.as_deref().is_none_or(|wanted| wanted == game);
    let mut agents: Vec<Agent> = Vec::new();
    for line in lines.iter().filter(|line| wanted(&line.game)) {
        let line = line.clone();
        match agents.last_mut().filter(|agent| agent.name == line.name) {
            Some(agent) => agent.games.push(line),
            None => agents.push(Agent {
                name: line.name.clone(),
                games: vec![line],
            }),
        }
    }
    let page = paged(query.page.as_deref());
    Ok((FRESH, Json(cut(agents, page, SIZE))))
}

async fn agent(
    State(api): State<Api>,
    Path(name): Path<String>,
    Query(query): Query<AgentsQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let archive = api.archive()?;
    let pulse = api.pulse().await?;
    let read = archive.read(async |store| store.tournaments_of(&name).await);
    let mut all = read.await?.unwrap_or_default();
    if all.is_empty() {
        return Err(Refusal::Agent(name));
    }
    all.retain(|tournament| {
        query
            .game
            .as_ref()
            .is_none_or(|game| *game == tournament.game)
    });
    let page = paged(query.page.as_deref());
    let page = cut(all, page, CHAPTERS);
    let mut items = Vec::new();
    for tournament in &page.items {
        // One that cannot be read hinders no other.
        let Ok(outline) = StoredDefinition::read(tournament) else {
            continue;
        };
        let Ok(shown) = api.books.of(archive, tournament).await else {
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
        items.push(Chapter {
            summary: api.summary(tournament, &pulse),
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
    Ok((FRESH, Json(page)))
}
