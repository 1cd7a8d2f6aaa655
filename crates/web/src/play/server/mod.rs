//! Tables of a server: what the browser and `parlour serve` send each other.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | requests over HTTP: create a table, list, look up, end, the record |
//! | `link` | a seat at a table, or a spectator: reconnects, keeps what was received |
//! | `links` | links to a table and its seats, and the button that ends it |
//! | `own_tables` | the tables at which this browser has a seat, in local storage |
//!
//! Games know nothing of this: a table page that has a [`Link`] sends its actions there.

pub(crate) mod api;
mod link;
pub(crate) mod links;
pub(crate) mod own_tables;

pub(crate) use link::{LOW, Line, Link, Notice, Offers, Refusal};

use super::saved_game::{self, unnumbered};
use parlour_engine::Seat;
use parlour_protocol::summary::{SeatKind, Summary};

/// Who sits at the table, seen from `own`.
pub(crate) fn seats(summary: &Summary, own: Option<Seat>) -> Vec<saved_game::SeatKind> {
    let seats = summary.seats.iter().enumerate();
    seats
        .map(|(at, seat)| {
            let name = seat.name.clone().unwrap_or_default();
            match seat.kind {
                _ if own.is_some_and(|own| own.index() == at) => {
                    saved_game::SeatKind::Person { name }
                }
                SeatKind::Policy => saved_game::SeatKind::Ai {
                    policy: unnumbered(&name).to_owned(),
                },
                SeatKind::Person | SeatKind::Agent => saved_game::SeatKind::Away { name },
            }
        })
        .collect()
}
