//! The rules of Modern Art for players.

use crate::platform::locale::{text, texts};
use parlour_games::modern_art::Auction;

texts! {
    "modern_art_rules";
    /// Title of the page.
    title,
    /// Text under the title.
    lede,
    /// Link to a new game.
    play,
    /// Heading of the goal.
    head_goal,
    /// Heading of the paintings.
    head_paintings,
    /// Heading of the start of a game.
    head_start,
    /// Heading of a turn.
    head_turn,
    /// Heading of the auctions.
    head_auctions,
    /// Heading of the double auction.
    head_double,
    /// Heading of the end of a round.
    head_end,
    /// Heading of what paintings pay.
    head_worth,
    /// Heading of the end of the game.
    head_winning,
    /// Heading of the advice.
    head_advice,
    /// Goal of the game.
    goal [list],
    /// The paintings.
    paintings [list],
    /// Caption of the picture of all artists.
    paintings_caption,
    /// Start of a game.
    start [list],
    /// Caption of the table of paintings dealt.
    dealt_caption,
    /// Columns of the table of paintings dealt.
    dealt_columns [list],
    /// A turn.
    turn [list],
    /// Text before the list of auctions.
    auctions [list],
}

/// Rule of an auction.
pub(crate) fn auction(auction: Auction) -> &'static str {
    match auction {
        Auction::Open => text("modern_art_rules.auction_open"),
        Auction::Once => text("modern_art_rules.auction_once"),
        Auction::Sealed => text("modern_art_rules.auction_sealed"),
        Auction::Fixed => text("modern_art_rules.auction_fixed"),
        Auction::Double => text("modern_art_rules.auction_double"),
    }
}

texts! {
    "modern_art_rules";
    /// The double auction.
    double [list],
    /// Caption of the picture of a double auction.
    double_caption,
    /// The end of a round.
    end [list],
    /// What paintings pay.
    worth [list],
    /// Caption of the example of what paintings pay.
    worth_caption,
}

/// Rows of that example.
pub(crate) fn worth_rows() -> [&'static str; 3] {
    [
        text("modern_art_rules.worth_round_1"),
        text("modern_art_rules.worth_round_2"),
        text("modern_art_rules.worth_pays"),
    ]
}

texts! {
    "modern_art_rules";
    /// The end of the game.
    winning [list],
    /// Advice for beginners.
    advice [list],
}
