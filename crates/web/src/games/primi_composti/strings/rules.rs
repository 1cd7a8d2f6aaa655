//! Texts of the rules page of Primi Composti.

use crate::platform::locale::texts;

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
    /// Goal of the game.
    goal [list],
    /// Cards and their values.
    cards [list],
    /// Caption of the picture of some cards.
    cards_caption,
    /// Rules of a turn.
    turn [list],
    /// Rules of operations.
    operations [list],
    /// Cards that are no operands.
    no_operation [list],
    /// Rules of version 1.
    scoring [list],
    /// Examples of what cards score.
    scores [list],
    /// Rules of version 2.
    stealing [list],
    /// Details of stealing.
    steals [list],
    /// Differences between two players and more.
    players [list],
    /// Levels of the AI, and exact values.
    levels [list],
    /// Advice for a first game.
    advice [list],
}
