//! The ladder API over HTTP and WebSocket: `/api/v1/ladder/…`, documented in `docs/ladder.md`.

use super::published::BoardView;
use super::registry::{AgentRef, BoardHandle, Ladder};
use crate::agents::accept::{read_hello, reject};
use crate::agents::link::{Link, WebLink};
use crate::api_response::{
    ErrorResponse, NO_STORE, bearer_token, check_origin, invalid_request, read_body,
};
use crate::rooms::api::{Peer, upgrade};
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::stream;
use parlour_arena::DealProof;
use parlour_arena::ladder::totals::final_scores;
use parlour_arena::ladder::{Agent, GameQuery, Season, Standing};
use parlour_protocol::ApiError;
use parlour_protocol::ladder::{
    AgentDetails, BoardDetails, BoardSummary, GameKind, GameRow, LadderOverview, Registered,
    Registration, Renaming, SeasonState, SeasonSummary, StandingRow,
};
use parlour_protocol::tournaments::{Page, RatingEstimate};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum length of a request body, in bytes.
const MAX_BODY_BYTES: usize = 4 << 10;
/// Number of games on a page.
const PAGE_SIZE: u64 = 50;
/// Records that are read at a time.
const RECORDS: u64 = 100;

#[derive(Clone)]
struct Api {
    /// `None` if the server has no ladder.
    ladder: Option<Arc<Ladder>>,
    agents: Option<SocketAddr>,
}

/// The WebSocket for agents.
pub(crate) fn socket_router(ladder: Option<Arc<Ladder>>) -> OpenApiRouter {
    let agents = None;
    (OpenApiRouter::new().routes(routes!(socket))).with_state(Api { ladder, agents })
}

/// The routes that read the store. Without a ladder they respond with an error.
pub(crate) fn router(ladder: Option<Arc<Ladder>>, agents: Option<SocketAddr>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(overview))
        .routes(routes!(board))
        .routes(routes!(games))
        .routes(routes!(season))
        .routes(routes!(records))
        .routes(routes!(record))
        .routes(routes!(register))
        .routes(routes!(agent))
        .routes(routes!(log))
        .routes(routes!(change))
        .routes(routes!(rename))
        .routes(routes!(replace_token))
        .with_state(Api { ladder, agents })
}

impl Api {
    fn ladder(&self) -> Result<&Arc<Ladder>, ApiError> {
        self.ladder.as_ref().ok_or(ApiError::NoLadder)
    }

    /// The agent of the path, if the request has its token.
    fn owned(&self, id: &str, headers: &HeaderMap) -> Result<AgentRef, ApiError> {
        check_origin(headers)?;
        let owned = self.ladder()?.agent_of(bearer_token(headers));
        owned
            .filter(|owned| owned.agent.to_string() == id)
            .ok_or(ApiError::AgentToken)
    }

    /// The body of a request that changes something, from a page of this server or from no page at all.
    async fn body<T: DeserializeOwned>(
        &self,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<T, ApiError> {
        check_origin(headers)?;
        let body = read_body(body, MAX_BODY_BYTES, self.ladder()?.message_timeout).await?;
        serde_json::from_slice(&body).map_err(invalid_request)
    }
}

fn season_summary(season: &Season) -> SeasonSummary {
    SeasonSummary {
        id: season.id,
        number: season.number,
        state: season.state,
        opened: season.opened,
        frozen: season.frozen,
        commitment: season.secret.commitment(),
    }
}

fn board_summary(handle: &BoardHandle, view: &BoardView) -> BoardSummary {
    let takes_part = |agent: &&Arc<Agent>| agent.policy.is_none() && agent.token.is_some();
    BoardSummary {
        board: handle.board.to_string(),
        game: handle.board.game.clone(),
        rules: handle.board.rules.clone(),
        seats: handle.seats as u64,
        classic: handle.classic.is_some(),
        season: season_summary(&view.season),
        agents: view.agents.values().filter(takes_part).count() as u64,
        connected: view.connected.len() as u64,
        games: view.games,
    }
}

/// A row of a table. `scores` are those of the final.
fn standing_row(
    view: &BoardView,
    row: &Standing,
    scores: &HashMap<i64, (u64, f64)>,
) -> Option<StandingRow> {
    let agent = view.agents.get(&row.agent)?;
    let last = scores.get(&row.agent);
    Some(StandingRow {
        games: row.games,
        score: row.score,
        faults: row.faults,
        rating: Some(RatingEstimate {
            rating: row.rating,
            interval: row.interval.into(),
        }),
        final_score: last.map(|(_, score)| *score),
        final_place: last.map(|(place, _)| *place),
        ..new_row(view, agent)
    })
}

/// The row of an agent without rated games.
fn new_row(view: &BoardView, agent: &Agent) -> StandingRow {
    StandingRow {
        agent: agent.id,
        name: agent.name.clone(),
        policy: agent.policy.clone(),
        state: agent.state,
        connected: agent.policy.is_some() || view.connected.contains(&agent.id),
        games: 0,
        score: 0.0,
        faults: 0,
        rating: None,
        final_score: None,
        final_place: None,
    }
}

/// The table of the season that is open: agents with games by rating, then those without.
fn current_table(view: &BoardView) -> Vec<StandingRow> {
    let none = HashMap::new();
    let mut table: Vec<StandingRow> = (view.standings.iter())
        .filter_map(|row| standing_row(view, row, &none))
        .collect();
    let rated: HashSet<i64> = table.iter().map(|row| row.agent).collect();
    let mut rest: Vec<&Arc<Agent>> = (view.agents.values())
        .filter(|agent| !rated.contains(&agent.id))
        .filter(|agent| agent.policy.is_some() || agent.token.is_some())
        .collect();
    rest.sort_by_key(|agent| agent.id);
    table.extend(rest.into_iter().map(|agent| new_row(view, agent)));
    table
}

/// The ladder: the address for agents, time limits, boards.
#[utoipa::path(
    get,
    path = "/ladder",
    tag = "ladder",
    responses((status = 200, body = LadderOverview))
)]
async fn overview(State(api): State<Api>) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let control = ladder.options.control;
    let boards = ladder.boards.iter();
    let overview = LadderOverview {
        agents: api.agents.map(|address| address.to_string()),
        think: control.per_answer.as_millis() as u64,
        base: control.bank.map_or(0, |bank| bank.base_ms),
        increment: control.bank.map_or(0, |bank| bank.increment_ms),
        boards: boards
            .map(|handle| board_summary(handle, &handle.view()))
            .collect(),
    };
    Ok((NO_STORE, Json(overview)))
}

#[derive(Deserialize, IntoParams)]
struct BoardQuery {
    /// The key of a season; the present one without.
    season: Option<i64>,
}

#[derive(Deserialize, IntoParams)]
struct GamesQuery {
    /// The key of a season; all without.
    season: Option<i64>,
    /// The key of an agent that has played.
    agent: Option<i64>,
    /// The number of the page, from 1.
    page: Option<u64>,
}

/// A board: its table and its seasons.
#[utoipa::path(
    get,
    path = "/ladder/boards/{board}",
    tag = "ladder",
    params(("board" = String, Path, description = "The name of the board, e.g. `jaipur:round`"), BoardQuery),
    responses((status = 200, body = BoardDetails))
)]
async fn board(
    State(api): State<Api>,
    Path(name): Path<String>,
    Query(query): Query<BoardQuery>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let (_, handle) = ladder.board(&name)?;
    let seasons = ladder.store.ladder_seasons(&handle.board).await?;
    let view = handle.view();
    let shown = match query.season {
        None => &view.season,
        Some(id) => (seasons.iter())
            .find(|season| season.id == id)
            .ok_or(ApiError::SeasonNotFound)?,
    };
    let table = match shown.id == view.season.id {
        true => current_table(&view),
        false => frozen_table(ladder, &view, shown).await?,
    };
    let details = BoardDetails {
        summary: board_summary(handle, &view),
        shown: season_summary(shown),
        table,
        seasons: seasons.iter().map(season_summary).collect(),
    };
    Ok((NO_STORE, Json(details)))
}

/// The table of an earlier season, with the scores of its final.
async fn frozen_table(
    ladder: &Ladder,
    view: &BoardView,
    season: &Season,
) -> Result<Vec<StandingRow>, ErrorResponse> {
    let (table, finalists) = ladder.store.ladder_standings(season.id).await?;
    let games = ladder.store.ladder_results(season.id, GameKind::Final);
    let games: Vec<Vec<_>> = (games.await?.into_iter())
        .map(|seats| seats.into_iter().map(|seat| seat.totals).collect())
        .collect();
    let scores = (final_scores(&games).into_iter())
        .filter(|(agent, _)| finalists.contains(agent))
        .zip(1..)
        .map(|((agent, score), place)| (agent, (place, score)))
        .collect();
    let rows = table.iter();
    Ok(rows
        .filter_map(|row| standing_row(view, row, &scores))
        .collect())
}

/// Finished games of a board, the latest first.
#[utoipa::path(
    get,
    path = "/ladder/boards/{board}/games",
    tag = "ladder",
    params(("board" = String, Path, description = "The name of the board, e.g. `jaipur:round`"), GamesQuery),
    responses((status = 200, body = Page<GameRow>))
)]
async fn games(
    State(api): State<Api>,
    Path(name): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let (_, handle) = ladder.board(&name)?;
    let page = query.page.unwrap_or(1).clamp(1, 1 << 32);
    let wanted = GameQuery {
        board: handle.board.to_string(),
        season: query.season,
        agent: query.agent,
    };
    let skip = (page - 1) * PAGE_SIZE;
    let (total, items) = ladder.store.ladder_games(&wanted, skip, PAGE_SIZE).await?;
    let page = Page::new(total, page, PAGE_SIZE, items);
    Ok((NO_STORE, Json(page)))
}

/// A season, and what is public about its deals.
#[derive(Serialize, ToSchema)]
struct SeasonDetails {
    board: String,
    #[serde(flatten)]
    summary: SeasonSummary,
    deals: DealProof,
}

/// The season of a key on a board of this server.
async fn find_season(ladder: &Ladder, id: &str) -> Result<(String, Season), ErrorResponse> {
    let id: i64 = id.parse().map_err(|_| ApiError::SeasonNotFound)?;
    let found = ladder.store.ladder_season(id).await?;
    let (board, season) = found.ok_or(ApiError::SeasonNotFound)?;
    let name = board.to_string();
    ladder.board(&name).map_err(|_| ApiError::SeasonNotFound)?;
    Ok((name, season))
}

/// A season, and what is public about its deals.
#[utoipa::path(
    get,
    path = "/ladder/seasons/{season}",
    tag = "ladder",
    params(("season" = i64, Path, description = "The key of the season")),
    responses((status = 200, body = SeasonDetails))
)]
async fn season(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let (board, season) = find_season(ladder, &id).await?;
    // The records of a season in progress change all the time.
    let numbers = match season.state {
        SeasonState::Closed => ladder.store.ladder_numbers(season.id).await?,
        SeasonState::Open | SeasonState::Final => Vec::new(),
    };
    let details = SeasonDetails {
        board,
        summary: season_summary(&season),
        deals: season.proof(numbers),
    };
    Ok((NO_STORE, Json(details)))
}

/// The records of all finished games of a season, one a line.
#[utoipa::path(
    get,
    path = "/ladder/seasons/{season}/records",
    tag = "ladder",
    params(("season" = i64, Path, description = "The key of the season")),
    responses((status = 200, content_type = "application/x-ndjson", body = String))
)]
async fn records(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let (_, season) = find_season(ladder, &id).await?;
    let store = ladder.store.clone();
    // The client sets the pace: some records are read when those before have been sent.
    let lines = stream::unfold(Some(0), move |from| {
        let store = store.clone();
        async move {
            let read = store.ladder_records(season.id, from?, RECORDS).await;
            let records = match read {
                Ok(records) => records,
                Err(error) => return Some((Err(io::Error::other(error)), None)),
            };
            let next = records.last()?.0 + 1;
            let lines: String = (records.into_iter())
                .flat_map(|(_, record)| [record, "\n".to_owned()])
                .collect();
            Some((Ok(lines), Some(next)))
        }
    });
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"records.jsonl\"",
        ),
    ];
    Ok((NO_STORE, headers, Body::from_stream(lines)))
}

/// The record of a finished game, one line of JSON.
#[utoipa::path(
    get,
    path = "/ladder/seasons/{season}/games/{number}/record",
    tag = "ladder",
    params(("season" = i64, Path, description = "The key of the season"), ("number" = u64, Path, description = "The number of the game in the season")),
    responses((status = 200, body = Object))
)]
async fn record(
    State(api): State<Api>,
    Path((id, number)): Path<(String, String)>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let (_, season) = find_season(ladder, &id).await?;
    let number: u64 = number.parse().map_err(|_| ApiError::LadderGameNotFound)?;
    let number = i64::try_from(number).map_err(|_| ApiError::LadderGameNotFound)? as u64;
    let found = ladder.store.ladder_records(season.id, number, 1).await?;
    let (_, record) = (found.into_iter())
        .find(|(found, _)| *found == number)
        .ok_or(ApiError::LadderGameNotFound)?;
    Ok((
        NO_STORE,
        [(CONTENT_TYPE, "application/json")],
        record + "\n",
    ))
}

/// An agent: its state, its row in the table, its opponents.
#[utoipa::path(
    get,
    path = "/ladder/agents/{id}",
    tag = "ladder",
    params(("id" = i64, Path, description = "The key of the agent")),
    responses((status = 200, body = AgentDetails))
)]
async fn agent(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let id: i64 = id.parse().map_err(|_| ApiError::AgentNotFound)?;
    let agent = (ladder.store.ladder_agent(id).await?).ok_or(ApiError::AgentNotFound)?;
    let (_, handle) = ladder
        .board(&agent.board)
        .map_err(|_| ApiError::AgentNotFound)?;
    let view = handle.view();
    let opponents = ladder.store.ladder_opponents(view.season.id, id).await?;
    let table = current_table(&view);
    let standing = (1..).zip(table).find(|(_, row)| row.agent == id);
    let details = AgentDetails {
        id,
        board: agent.board,
        name: agent.name,
        policy: agent.policy,
        state: agent.state,
        reason: Some(agent.reason).filter(|reason| !reason.is_empty()),
        pause: serde_json::json!(agent.pause),
        created: agent.created,
        standing,
        opponents,
    };
    Ok((NO_STORE, Json(details)))
}

/// Registers an agent.
#[utoipa::path(
    post,
    path = "/ladder/agents",
    tag = "ladder",
    request_body = Registration,
    responses((status = 201, description = "The agent and its token, which is shown once", body = Registered))
)]
async fn register(
    State(api): State<Api>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, ErrorResponse> {
    let ladder = api.ladder()?;
    let request: Registration = api.body(&headers, body).await?;
    let registered = ladder.register(&request, peer.address).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(registered)))
}

#[derive(Serialize)]
struct LoggedGame {
    season: i64,
    number: u64,
}

/// The log of an agent: the lines that it has sent and received, by game.
#[utoipa::path(
    get,
    path = "/ladder/agents/{id}/log",
    tag = "ladder",
    params(("id" = i64, Path, description = "The key of the agent")),
    responses((status = 200, content_type = "application/x-ndjson", body = String)),
    security(("token" = []))
)]
async fn log(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    let owned = api.owned(&id, &headers)?;
    let logs = api.ladder()?.store.ladder_logs(owned.agent).await?;
    let mut text = String::new();
    for (season, number, lines) in logs {
        let game = LoggedGame { season, number };
        // Numbers can always be written.
        text += &serde_json::to_string(&game).unwrap_or_default();
        text.push('\n');
        text += &lines;
    }
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"agent-{}.jsonl\"", owned.agent),
        ),
    ];
    Ok((NO_STORE, headers, text))
}

/// A change of an agent that needs nothing else.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Change {
    Pause,
    Resume,
    Withdraw,
}

/// Pauses, resumes or withdraws an agent.
#[utoipa::path(
    post,
    path = "/ladder/agents/{id}/{change}",
    tag = "ladder",
    params(("id" = i64, Path, description = "The key of the agent"), ("change" = Change, Path, description = "What to do")),
    responses((status = 204, description = "It is done")),
    security(("token" = []))
)]
async fn change(
    State(api): State<Api>,
    Path((id, change)): Path<(String, Change)>,
    headers: HeaderMap,
) -> Result<StatusCode, ErrorResponse> {
    let owned = api.owned(&id, &headers)?;
    let ladder = api.ladder()?;
    match change {
        Change::Pause => ladder.set_paused(owned, true).await?,
        Change::Resume => ladder.set_paused(owned, false).await?,
        Change::Withdraw => ladder.withdraw(owned).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Gives an agent another name.
#[utoipa::path(
    post,
    path = "/ladder/agents/{id}/rename",
    tag = "ladder",
    params(("id" = i64, Path, description = "The key of the agent")),
    request_body = Renaming,
    responses((status = 204, description = "It is done")),
    security(("token" = []))
)]
async fn rename(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ErrorResponse> {
    let owned = api.owned(&id, &headers)?;
    let Renaming { name } = api.body(&headers, body).await?;
    api.ladder()?.rename(owned, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the token of an agent.
#[utoipa::path(
    post,
    path = "/ladder/agents/{id}/token",
    tag = "ladder",
    params(("id" = i64, Path, description = "The key of the agent")),
    responses((status = 200, body = Registered)),
    security(("token" = []))
)]
async fn replace_token(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    let owned = api.owned(&id, &headers)?;
    let replaced = api.ladder()?.replace_token(owned).await?;
    Ok((NO_STORE, Json(replaced)))
}

/// A WebSocket for an agent of the Parlour dialect.
#[utoipa::path(
    get,
    path = "/ladder/socket",
    tag = "ladder",
    responses((status = 101, description = "A WebSocket"))
)]
async fn socket(
    State(api): State<Api>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ErrorResponse> {
    let ladder = Arc::clone(api.ladder()?);
    let upgraded = upgrade(request).await?;
    let message_timeout = ladder.message_timeout;
    Ok(upgraded.on_upgrade(async move |socket| {
        let mut link = Link::from(WebLink::new(socket)).with_permit(peer.permit);
        let Some(hello) = read_hello(&mut link, message_timeout).await else {
            return link.close(Instant::now() + message_timeout).await;
        };
        match ladder.agent_of(hello.token.as_deref().unwrap_or_default()) {
            Some(at) => ladder.join(at, link, Some(hello)).await,
            None => {
                let reason = "no agent of the ladder has that token";
                reject(&mut link, reason, None, message_timeout).await;
                link.close(Instant::now() + message_timeout).await;
            }
        }
    }))
}
