//! Texts of the rules page of Primi Composti.

use crate::platform::locale::{lists, texts};

texts! {
    "primi_composti_rules";
    /// Title of the page.
    title,
    /// Introduction below the title.
    lede,
    /// Link to a new game.
    play,
    /// Heading of the section about the goal.
    head_goal,
    /// Heading of the section about the cards.
    head_cards,
    /// Heading of the section about a turn.
    head_turn,
    /// Heading of the section about operations.
    head_operations,
    /// Heading of the section about version 1.
    head_scoring,
    /// Heading of the section about version 2.
    head_stealing,
    /// Heading of the section about the number of players.
    head_players,
    /// Heading of the section about the AI.
    head_levels,
    /// Heading of the advice.
    head_advice,
}

lists! {
    "primi_composti_rules";
    /// Goal of the game.
    goal,
    /// Cards and their values.
    cards,
}

texts! {
    "primi_composti_rules";
    /// Caption of the picture of some cards.
    cards_caption,
}

lists! {
    "primi_composti_rules";
    /// Rules of a turn.
    turn,
    /// Rules of operations.
    operations,
    /// Cards that are no operands.
    no_operation,
    /// Rules of version 1.
    scoring,
    /// Examples of what cards score.
    scores,
    /// Rules of version 2.
    stealing,
    /// Details of stealing.
    steals,
    /// Differences between two players and more.
    players,
    /// Levels of the AI, and exact values.
    levels,
    /// Advice for a first game.
    advice,
}
