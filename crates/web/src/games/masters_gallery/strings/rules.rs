//! The rules of Masters Gallery for players.

use crate::platform::locale::{text, texts};
use parlour_games::masters_gallery::rules::Symbol;

texts! {
    "masters_gallery_rules";
    /// Title of the page.
    title,
    /// Text under the title.
    lede,
    /// Link to a new game.
    play,
    /// Heading of the goal.
    head_goal,
    /// Heading of the cards.
    head_cards,
    /// Heading of the start of a round.
    head_start,
    /// Heading of a turn.
    head_turn,
    /// Heading of the symbols.
    head_symbols,
    /// Heading of the end of a round.
    head_end,
    /// Heading of what cards pay.
    head_worth,
    /// Heading of the end of the game.
    head_winning,
    /// Heading of the other rules.
    head_sets,
    /// Heading of the advice.
    head_advice,
    /// Goal of the game.
    goal [list],
    /// The cards.
    cards [list],
    /// Caption of the picture of all artists.
    cards_caption,
    /// Start of a round.
    start [list],
    /// Caption of the table of cards dealt.
    dealt_caption,
    /// Columns of the table of cards dealt.
    dealt_columns [list],
    /// A turn.
    turn [list],
    /// Text before the list of symbols.
    symbols [list],
}

/// Rule of a symbol; empty for a plain card.
pub(crate) fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Plain => "",
        Symbol::Draw => text("masters_gallery_rules.symbol_draw"),
        Symbol::Second => text("masters_gallery_rules.symbol_second"),
        Symbol::Hidden => text("masters_gallery_rules.symbol_hidden"),
        Symbol::Together => text("masters_gallery_rules.symbol_together"),
        Symbol::Award => text("masters_gallery_rules.symbol_award"),
    }
}

texts! {
    "masters_gallery_rules";
    /// The end of a round.
    end [list],
    /// What cards pay.
    worth [list],
    /// Caption of the example of what cards pay.
    worth_caption,
}

/// Rows of that example.
pub(crate) fn worth_rows() -> [&'static str; 4] {
    [
        text("masters_gallery_rules.worth_round_1"),
        text("masters_gallery_rules.worth_awards"),
        text("masters_gallery_rules.worth_round_2"),
        text("masters_gallery_rules.worth_pays"),
    ]
}

texts! {
    "masters_gallery_rules";
    /// The end of the game.
    winning [list],
    /// Other rules.
    sets [list],
    /// Advice for beginners.
    advice [list],
}
