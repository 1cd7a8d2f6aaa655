//! Which seat a connection gets: by its token, by the order of arrival, or by the name of a classic agent.

use crate::token::Token;

/// A seat as far as remote agents may take it.
pub(crate) struct SeatOffer<'a> {
    /// Whether it is for agents, and nobody has taken it.
    pub(crate) is_free: bool,
    /// The token that takes it.
    pub(crate) token: Option<&'a Token>,
    /// The name of its classic agent, if that has disconnected and may come back.
    pub(crate) awaited: Option<&'a str>,
    /// Number of connections that were offered this seat and asked for their name.
    pub(crate) pending_names: usize,
}

/// What becomes of a classic agent that has told its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// It takes this seat, the one that it was offered.
    Seated(usize),
    /// Another agent has taken that seat; this one is offered another.
    Offered(usize),
    /// There is no seat for it.
    Nothing,
}

/// The seat with a token.
pub(crate) fn with_token(seats: &[SeatOffer<'_>], shown: &str) -> Option<usize> {
    let has = |seat: &SeatOffer<'_>| seat.token.is_some_and(|token| token.matches(shown));
    seats.iter().position(has)
}

/// The free seat that was offered to the fewest connections.
pub(crate) fn free_seat(seats: &[SeatOffer<'_>]) -> Option<usize> {
    least_offered(seats, |seat| seat.is_free)
}

/// The seat that a classic agent is offered, whose name is not known yet: a free one, or one whose classic agent has
/// disconnected.
pub(crate) fn classic_offer(seats: &[SeatOffer<'_>]) -> Option<usize> {
    least_offered(seats, |seat| seat.is_free || seat.awaited.is_some())
}

fn least_offered(seats: &[SeatOffer<'_>], open: impl Fn(&SeatOffer<'_>) -> bool) -> Option<usize> {
    let open = (0..seats.len()).filter(|&index| open(&seats[index]));
    open.min_by_key(|&index| seats[index].pending_names)
}

/// The seat of a classic agent that was `offered` a seat and has told its name.
pub(crate) fn named(seats: &[SeatOffer<'_>], offered: usize, name: &str) -> Named {
    let fits = |seat: &SeatOffer<'_>| seat.is_free || seat.awaited == Some(name);
    match fits(&seats[offered]) {
        true => Named::Seated(offered),
        false => (seats.iter().position(fits)).map_or(Named::Nothing, Named::Offered),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(is_free: bool, awaited: Option<&str>, pending_names: usize) -> SeatOffer<'_> {
        SeatOffer {
            is_free,
            token: None,
            awaited,
            pending_names,
        }
    }

    #[test]
    fn classic_agents_are_spread_over_open_seats() {
        let seats = [
            seat(true, None, 1),
            seat(false, None, 0),
            seat(false, Some("old"), 0),
            seat(true, None, 0),
        ];
        assert_eq!(classic_offer(&seats), Some(2));
        assert_eq!(free_seat(&seats), Some(3));
        assert_eq!(named(&seats, 2, "old"), Named::Seated(2));
        assert_eq!(named(&seats, 2, "new"), Named::Offered(0));
        assert_eq!(named(&seats[1..3], 0, "new"), Named::Nothing);
        assert_eq!(classic_offer(&seats[1..2]), None);
    }

    #[test]
    fn a_token_takes_its_seat_only() {
        let tokens = [Token::new().unwrap(), Token::new().unwrap()];
        let seats = tokens.each_ref().map(|token| SeatOffer {
            token: Some(token),
            ..seat(false, None, 0)
        });
        assert_eq!(with_token(&seats, tokens[1].reveal()), Some(1));
        assert_eq!(with_token(&seats, ""), None);
    }
}
