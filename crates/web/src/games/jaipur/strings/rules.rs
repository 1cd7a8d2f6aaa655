//! Texts of the rules page of Jaipur.

use crate::platform::locale::{lists, message, text, texts};
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
}

lists! {
    "jaipur_rules";
    /// Goal of the game.
    goal,
    /// Kinds of cards.
    cards,
}

texts! {
    "jaipur_rules";
    /// Caption of the picture of all kinds.
    cards_caption,
}

lists! {
    "jaipur_rules";
    /// Set-up of a round.
    start,
    /// Introduction to the four moves.
    turn,
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

lists! {
    "jaipur_rules";
    /// Rules of taking one good.
    take,
    /// Rules of taking camels.
    camels,
    /// Rules of exchanging.
    exchange,
}

texts! {
    "jaipur_rules";
    /// Caption of the example of an exchange.
    exchange_example,
    /// Label of the cards taken in the example.
    you_take,
    /// Label of the cards given in the example.
    you_give,
}

lists! {
    "jaipur_rules";
    /// Rules of selling.
    sell,
}

/// Caption of the example of a sale, with the sum of its goods tokens.
pub(crate) fn sell_example(sum: u8) -> String {
    message!("jaipur_rules.sell_example", sum)
}

lists! {
    "jaipur_rules";
    /// Introduction to the table of tokens.
    tokens,
    /// Columns of the table of goods tokens.
    columns,
}

texts! {
    "jaipur_rules";
    /// Caption of the table of goods tokens.
    tokens_caption,
}

lists! {
    "jaipur_rules";
    /// Columns of the table of bonus tokens.
    bonus_columns,
}

texts! {
    "jaipur_rules";
    /// Caption of the table of bonus tokens.
    bonus_caption,
}

/// Number of cards of a sale that earns a bonus token.
pub(crate) fn bonus_for(cards: u8) -> String {
    message!("jaipur_rules.bonus_for", cards)
}

/// Range of the values of a pile of bonus tokens.
pub(crate) fn bonus_worth(least: u8, most: u8) -> String {
    message!("jaipur_rules.bonus_worth", least, most)
}

lists! {
    "jaipur_rules";
    /// Rules of bonus tokens.
    bonus,
    /// Introduction to the ends of a round.
    end,
    /// Events that end a round.
    ends,
    /// Rules of the camel token.
    camel_token,
    /// Rules of winning a round and a match.
    match_text,
    /// Advice for a first game.
    advice,
}
