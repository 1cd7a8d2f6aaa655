//! The form for a new game, whatever the game.

/// How many play.
pub(crate) const PLAYERS: &str = "Players";
/// Who plays.
pub(crate) const WHO: &str = "Who plays";
/// Against an AI.
pub(crate) const AGAINST_AI: &str = "You and an AI";
/// Against a person at the same device.
pub(crate) const AGAINST_PERSON: &str = "Two people";
/// Two AIs.
pub(crate) const WATCH: &str = "Two AIs";
/// How well the AI plays.
pub(crate) const LEVEL: &str = "How well the AI plays";
/// The first AI.
pub(crate) const FIRST_AI: &str = "The first AI";
/// The second AI.
pub(crate) const SECOND_AI: &str = "The second AI";
/// One's name.
pub(crate) const YOUR_NAME: &str = "Your name";
/// Who starts.
pub(crate) const STARTER: &str = "Who starts";
/// By chance.
pub(crate) const BY_CHANCE: &str = "By chance";
/// The person at this device.
pub(crate) const YOU: &str = "You";
/// The AI.
pub(crate) const THE_AI: &str = "The AI";
/// What is seldom wanted.
pub(crate) const MORE: &str = "Play a certain deal";
/// The seed.
pub(crate) const SEED: &str = "Seed";
/// What a seed is.
pub(crate) const SEED_HINT: &str = "A number. The same seed deals the same cards, so that others can play your deal. Leave it empty for any.";
/// Starts the game.
pub(crate) const START: &str = "Start the game";
/// Starts watching.
pub(crate) const START_WATCHING: &str = "Start watching";

/// Why a seed is refused.
pub(crate) const SEED_NOT_NUMBER: &str = "A seed is a whole number, like 42.";
/// Why a seed is refused.
pub(crate) const SEED_TOO_LARGE: &str = "This seed is too large: the largest is 9007199254740991.";
/// Why two names are refused.
pub(crate) const SAME_NAME: &str = "Give player 2 another name than player 1.";
/// Why names are refused at a table of more than two.
pub(crate) const SAME_NAMES: &str = "Give each player a name of his own.";
/// What it means to play at one device.
pub(crate) const PERSON_HINT: &str =
    "You share this device. Between turns a screen hides the hand.";
/// What it means to watch.
pub(crate) const WATCH_HINT: &str = "Lean back and watch, with both hands open, at your own pace.";
/// What it means to sit down with more than two.
pub(crate) const PLACES_HINT: &str = "People share this device: between their turns a screen hides the hand. With AIs alone you watch.";
/// A person in a list of who can sit in a place.
pub(crate) const PERSON: &str = "A person";

/// A player who has no name.
pub(crate) fn player(number: usize) -> String {
    format!("Player {number}")
}

/// The label of a player's name.
pub(crate) fn name_of(number: usize) -> String {
    format!("Name of player {number}")
}
