//! The tables that this browser made or has a seat at: kept, so that a reload or a later visit
//! comes back to them.

use crate::platform::route::Route;
use crate::platform::sort::sort_short;
use crate::platform::storage;
use parlour_engine::{Seat, json};
use serde::{Deserialize, Serialize};

const KEY: &str = "parlour/tables";
/// Before a table's id: the token of the seat that this tab has there.
const SEAT: &str = "parlour/seat/";
/// The most that are kept; the oldest go first.
const MAX_TABLES: usize = 40;

/// A table that this browser has something to do with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwnTable {
    /// What it is found by.
    pub(crate) id: String,
    /// The game.
    pub(crate) game: String,
    /// The token of the seat one has taken.
    #[serde(default)]
    pub(crate) token: Option<String>,
    /// The token of the link one came by, which the server has replaced.
    #[serde(default)]
    pub(crate) invitation: Option<String>,
    /// Which seat that is.
    #[serde(default)]
    pub(crate) seat: Option<Seat>,
    /// The name under which.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Ends the table; known to its creator.
    #[serde(default)]
    pub(crate) keeper: Option<String>,
    /// The tokens of its seats; known to its creator.
    #[serde(default)]
    pub(crate) tokens: Vec<Option<String>>,
    /// Milliseconds since 1970.
    pub(crate) since: f64,
}

impl OwnTable {
    /// A table that is new to this browser.
    pub(crate) fn new(id: &str, game: &str) -> OwnTable {
        OwnTable {
            id: id.to_owned(),
            game: game.to_owned(),
            token: None,
            invitation: None,
            name: None,
            keeper: None,
            seat: None,
            tokens: Vec::new(),
            since: js_sys::Date::now(),
        }
    }
}

/// All of them, the latest first. What cannot be read is forgotten.
pub(crate) fn all() -> Vec<OwnTable> {
    let mut tables: Vec<OwnTable> = storage::text(KEY)
        .and_then(|raw| json::from_str(&raw).ok())
        .unwrap_or_default();
    sort_short(&mut tables, |table| -table.since);
    tables
}

/// One of them.
pub(crate) fn one(id: &str) -> Option<OwnTable> {
    all().into_iter().find(|table| table.id == id)
}

/// Keeps a table, instead of what was kept of it before.
pub(crate) fn keep(table: OwnTable) {
    let mut tables = all();
    tables.retain(|other| other.id != table.id);
    tables.insert(0, table);
    tables.truncate(MAX_TABLES);
    write(&tables);
}

/// Forgets a table.
pub(crate) fn forget(id: &str) {
    let mut tables = all();
    tables.retain(|table| table.id != id);
    write(&tables);
}

fn write(tables: &[OwnTable]) {
    let raw = serde_json::to_string(tables).expect("tables have string keys");
    // Where the browser keeps nothing it lasts as long as the page.
    let _ = storage::put_text(KEY, raw);
}

/// The token of the seat that this tab has at a table, else of the one that this browser has.
pub(crate) fn token(id: &str) -> Option<String> {
    storage::tab_text(&format!("{SEAT}{id}")).or_else(|| one(id)?.token)
}

/// Forgets the token of this tab's seat, which the server has refused.
pub(crate) fn forget_token(id: &str) {
    storage::put_tab_text(&format!("{SEAT}{id}"), None);
}

/// The way to a seat with its token, or to look on without one.
pub(crate) fn way(id: &str, token: Option<&str>) -> Route {
    let id = id.to_owned();
    match token {
        Some(token) if keep_token(&id, token) => Route::Seat(id),
        // Where the browser keeps nothing the address has to.
        Some(token) => Route::SeatLink(id, token.to_owned()),
        None => Route::Table(id),
    }
}

/// Keeps the token of this tab's seat, so that it need not stand in the address; false where
/// the browser keeps nothing. A link that this browser has used before leads to the same seat.
pub(crate) fn keep_token(id: &str, token: &str) -> bool {
    let used = one(id).filter(|yours| yours.invitation.as_deref() == Some(token));
    let own = used.and_then(|yours| yours.token);
    let token = own.as_deref().unwrap_or(token);
    storage::put_tab_text(&format!("{SEAT}{id}"), Some(token))
}
