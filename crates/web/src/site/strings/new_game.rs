//! Texts of the form for a new game that all games share.

use crate::platform::locale::texts;

texts! {
    "site_new_game";
    /// Legend: the number of players.
    players,
    /// Legend: people or AIs.
    who,
    /// Choice: a person against an AI.
    against_ai,
    /// Choice: two people at the same device.
    against_person,
    /// Choice: two AIs.
    watch,
    /// Legend: the strength of the AI.
    level,
    /// Label of the first AI.
    first_ai,
    /// Label of the second AI.
    second_ai,
    /// Label of the field for one's own name.
    your_name,
    /// Legend: the player who starts.
    starter,
    /// Choice: a random player starts.
    by_chance,
    /// The person at this device, and their name when they give none.
    you,
    /// The AI as the player who starts.
    the_ai,
    /// Heading of the rarely used part of the form.
    more,
    /// Label of the seed.
    seed,
    /// Link to the position editor.
    position,
    /// Explanation of a seed.
    seed_hint,
    /// Starts the game.
    start,
    /// Starts a game between AIs.
    start_watching,
    /// Error: the seed is not a number.
    seed_not_number,
    /// Error: the seed is too large.
    seed_too_large,
    /// Error: two people have the same name.
    same_name,
    /// Error: people at a table of more than two have the same name.
    same_names,
    /// Explanation of two people at one device.
    person_hint,
    /// Explanation of watching two AIs.
    watch_hint,
    /// Explanation of a table of more than two.
    places_hint,
    /// Choice for a seat: a person.
    person,
    /// The name of a player who gives none, from 1.
    player(number: usize),
    /// The label of the field for a player's name.
    name_of(number: usize),
}
