//! Daily deals: the same deal for everybody on a day in UTC, one attempt for each visitor.
//!
//! Everything about a day follows by HMAC from a secret in the database: the deal, the choices of the policies, the id
//! and the first token of each visitor's table. So nobody can know a deal before they play it, and a request that is
//! sent again leads to the same table. The attempt is an ordinary table that is not listed, without undo and rematch;
//! its result is stored with it. A visitor is a token that their browser has chosen. Who throws it away plays again,
//! and knows the deal then: therefore only the first attempt of each network address counts.

use crate::api_response::{
    ErrorResponse, NO_STORE, bearer_token, check_origin, invalid_request, unknown_game,
};
use crate::connection_limit::network_of;
use crate::rooms::api::Peer;
use crate::rooms::{RoomRegistry, SeatRequest, TableRequest, unix_ms};
use crate::token::{Token, TokenHash};
use crate::tournaments::DatabaseConnection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use parlour_arena::store::daily::DailyStart;
use parlour_protocol::ApiError;
use parlour_protocol::daily::{
    DAY_MS, DailyAttempt, DailyCount, DailyDeal, DailyGame, DailySeat, daily_game,
};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The name of the secret in the database.
const SECRET: &str = "daily deals";
/// The length of a visitor's token, in hexadecimal digits.
const VISITOR_LENGTH: usize = 32;

/// What is fixed at the table of a daily deal.
pub(crate) struct DailyTable {
    /// Days since 1970 in UTC.
    pub(crate) day: u64,
    /// Its id.
    pub(crate) id: String,
    /// The first token of seat 0.
    pub(crate) token: Token,
    /// The seed of the deal.
    pub(crate) deal: u64,
    /// The seed of the policies' choices.
    pub(crate) choices: u64,
}

#[derive(Clone)]
struct Api {
    rooms: Arc<RoomRegistry>,
    database: Option<Arc<DatabaseConnection>>,
}

/// The routes of the API. Without a database they respond with an error.
pub(crate) fn router(
    rooms: Arc<RoomRegistry>,
    database: Option<Arc<DatabaseConnection>>,
) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(show, begin))
        .with_state(Api { rooms, database })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DayQuery {
    /// Days since 1970 in UTC; today if missing.
    day: Option<u32>,
}

/// The results of a day. With the token of a visitor also their attempt.
#[utoipa::path(
    get,
    path = "/daily/{game}",
    tag = "daily",
    params(("game" = String, Path, description = "The game"), DayQuery),
    responses((status = 200, body = DailyDeal)),
    security((), ("token" = []))
)]
async fn show(
    State(api): State<Api>,
    Path(game): Path<String>,
    Query(query): Query<DayQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    let game = find(&game)?.game;
    let day = query.day.map_or_else(today, u64::from);
    let visitor = TokenHash::of(bearer_token(&headers)).to_hex();
    let read = api.database()?.read(async |store| {
        let own = store.daily_attempt(game, day, &visitor).await?;
        Ok((own, store.daily_results(game, day).await?))
    });
    let (own, results) = read.await?.ok_or(ApiError::NoDatabase)?;
    let results = results.into_iter();
    let deal = DailyDeal {
        day,
        results: results
            .map(|(margin, count)| DailyCount { margin, count })
            .collect(),
        own: own.map(|own| DailyAttempt {
            table: own.table,
            margin: own.margin,
            live: own.is_live,
            counts: own.counts,
        }),
    };
    Ok((NO_STORE, Json(deal)))
}

/// Begins the attempt of a visitor at today's deal. Sent again, it leads to the same table. The token of the visitor is
/// chosen by the client: 32 hexadecimal digits.
#[utoipa::path(
    post,
    path = "/daily/{game}",
    tag = "daily",
    params(("game" = String, Path, description = "The game")),
    responses((status = 200, description = "The seat of the visitor", body = DailySeat)),
    security(("token" = []))
)]
async fn begin(
    State(api): State<Api>,
    Path(game): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ErrorResponse> {
    check_origin(&headers)?;
    let game = find(&game)?;
    let visitor = bearer_token(&headers);
    if visitor.len() != VISITOR_LENGTH || !visitor.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        let reason = "the bearer token of a visitor has 32 hexadecimal digits";
        return Err(invalid_request(reason).into());
    }
    let visitor = visitor.to_owned();
    // A client that disconnects does not leave an attempt without a table.
    let begun = tokio::spawn(async move { api.begin(game, &visitor, peer.address).await });
    let seat = begun.await.map_err(|_| ApiError::Internal)??;
    Ok((StatusCode::OK, NO_STORE, Json(seat)))
}

impl Api {
    fn database(&self) -> Result<&DatabaseConnection, ApiError> {
        self.database.as_deref().ok_or(ApiError::NoDatabase)
    }

    /// The seat of a visitor at today's deal. The first request makes the table.
    async fn begin(
        &self,
        game: &DailyGame,
        visitor: &str,
        address: IpAddr,
    ) -> Result<DailySeat, ApiError> {
        let database = self.database()?;
        let fresh = Token::new()?;
        let secret = database
            .read(async |store| store.server_secret(SECRET, fresh.reveal()).await)
            .await?
            .ok_or(ApiError::NoDatabase)?;
        let secret = Token::chosen(&secret).map_err(|_| ApiError::DatabaseDamaged)?;
        let day = today();
        let of_day = secret.derive(&format!("{} {day}", game.game));
        let of_visitor = |purpose: &str| of_day.derive(&format!("{purpose} {visitor}"));
        let table = DailyTable {
            day,
            id: of_visitor("table").reveal()[..16].to_owned(),
            token: of_visitor("seat"),
            deal: seed(&of_day.derive("deal")),
            choices: seed(&of_day.derive("choices")),
        };
        let seat = DailySeat {
            day,
            table: table.id.clone(),
            token: table.token.reveal().to_owned(),
        };
        let network = of_day.derive(&format!("network {}", network_of(address)));
        let start = DailyStart {
            game: game.game,
            day,
            visitor: &TokenHash::of(visitor).to_hex(),
            network: network.reveal(),
            begun: unix_ms(),
            table: &seat.table,
        };
        // Of two requests at the same time only one makes the table.
        let begun = database.read(async |store| store.begin_daily(&start).await);
        if begun.await?.ok_or(ApiError::NoDatabase)? {
            let made = self.rooms.open_daily(request(game), table, address);
            if let Err(error) = made.await {
                // Without a table there was no attempt.
                let cancelled = database.read(async |store| store.cancel_daily(&seat.table).await);
                cancelled.await?;
                return Err(error);
            }
        }
        Ok(seat)
    }
}

fn find(game: &str) -> Result<&'static DailyGame, ApiError> {
    daily_game(game).ok_or_else(|| unknown_game(game))
}

fn request(game: &DailyGame) -> TableRequest {
    let mut seats = vec![SeatRequest::Person];
    seats.resize(
        game.seats,
        SeatRequest::Policy {
            policy: game.policy.to_owned(),
        },
    );
    TableRequest {
        game: game.game.to_owned(),
        rules: game.rules.to_owned(),
        seats,
        clock: None,
        bank: None,
        seed: None,
        cards: None,
        listed: false,
    }
}

/// Days since 1970 in UTC.
fn today() -> u64 {
    unix_ms() / DAY_MS
}

/// The first 53 bits: seeds are below 2^53, because many JSON readers use doubles.
fn seed(token: &Token) -> u64 {
    let number = u64::from_str_radix(&token.reveal()[..16], 16);
    number.expect("a derived token has hexadecimal digits") >> 11
}
