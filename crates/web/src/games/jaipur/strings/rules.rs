//! Texts of the rules page of Jaipur.

use crate::platform::locale::{text, texts};
use parlour_games::jaipur::Card;

texts! {
    "jaipur_rules";
    /// Title of the page.
    title,
    /// Introduction below the title.
    lede,
    /// Link to a new game.
    play,
}

/// Plural of a kind of card, as a heading.
pub(crate) fn good(card: Card) -> &'static str {
    match card {
        Card::Diamond => text("jaipur_rules.good_diamond"),
        Card::Gold => text("jaipur_rules.good_gold"),
        Card::Silver => text("jaipur_rules.good_silver"),
        Card::Cloth => text("jaipur_rules.good_cloth"),
        Card::Spice => text("jaipur_rules.good_spice"),
        Card::Leather => text("jaipur_rules.good_leather"),
        Card::Camel => text("jaipur_rules.good_camel"),
    }
}

texts! {
    "jaipur_rules";
    /// Heading of the section about the goal.
    head_goal,
    /// Heading of the section about the cards.
    head_cards,
    /// Heading of the section about the set-up.
    head_start,
    /// Heading of the section about a turn.
    head_turn,
    /// Heading of the section about taking one good.
    head_take,
    /// Heading of the section about taking camels.
    head_camels,
    /// Heading of the section about exchanging.
    head_exchange,
    /// Heading of the section about selling.
    head_sell,
    /// Heading of the section about tokens.
    head_tokens,
    /// Heading of the section about the end of a round.
    head_end,
    /// Heading of the section about winning.
    head_match,
    /// Heading of the advice.
    head_advice,
    /// Goal of the game.
    goal [list],
    /// Kinds of cards.
    cards [list],
    /// Caption of the picture of all kinds.
    cards_caption,
    /// Set-up of a round.
    start [list],
    /// Introduction to the four moves.
    turn [list],
}

/// The four moves: the section that explains each, its name, its description.
pub(crate) fn moves() -> [(&'static str, &'static str, &'static str); 4] {
    [
        ("take", head_take(), text("jaipur_rules.move_take")),
        ("camels", head_camels(), text("jaipur_rules.move_camels")),
        (
            "exchange",
            head_exchange(),
            text("jaipur_rules.move_exchange"),
        ),
        ("sell", head_sell(), text("jaipur_rules.move_sell")),
    ]
}

texts! {
    "jaipur_rules";
    /// Rules of taking one good.
    take [list],
    /// Rules of taking camels.
    camels [list],
    /// Rules of exchanging.
    exchange [list],
    /// Caption of the example of an exchange.
    exchange_example,
    /// Label of the cards taken in the example.
    you_take,
    /// Label of the cards given in the example.
    you_give,
    /// Rules of selling.
    sell [list],
    /// Caption of the example of a sale, with the sum of its goods tokens.
    sell_example(sum: u8),
    /// Introduction to the table of tokens.
    tokens [list],
    /// Columns of the table of goods tokens.
    columns [list],
    /// Caption of the table of goods tokens.
    tokens_caption,
    /// Columns of the table of bonus tokens.
    bonus_columns [list],
    /// Caption of the table of bonus tokens.
    bonus_caption,
    /// Number of cards of a sale that earns a bonus token.
    bonus_for(cards: u8),
    /// Range of the values of a pile of bonus tokens.
    bonus_worth(least: u8, most: u8),
    /// Rules of bonus tokens.
    bonus [list],
    /// Introduction to the ends of a round.
    end [list],
    /// Events that end a round.
    ends [list],
    /// Rules of the camel token.
    camel_token [list],
    /// Rules of winning a round and a match.
    match_text [list],
    /// Advice for a first game.
    advice [list],
}
