//! The rules of Masters Gallery, as people read them.

use parlour_games::masters_gallery::rules::Symbol;

/// Title.
pub(crate) const TITLE: &str = "The rules of Masters Gallery";
/// Under it.
pub(crate) const LEDE: &str = "Everything there is to know, in four minutes.";
/// Starts a game.
pub(crate) const PLAY: &str = "Play a game";

/// Headings of the sections.
pub(crate) mod heads {
    pub(crate) const GOAL: &str = "What you are after";
    pub(crate) const CARDS: &str = "The cards";
    pub(crate) const START: &str = "How a round begins";
    pub(crate) const TURN: &str = "Your turn";
    pub(crate) const SYMBOLS: &str = "The symbols";
    pub(crate) const END: &str = "The end of a round";
    pub(crate) const WORTH: &str = "What cards pay";
    pub(crate) const WINNING: &str = "Winning";
    pub(crate) const SETS: &str = "Other rules";
    pub(crate) const ADVICE: &str = "Three pieces of advice";
}

pub(crate) const GOAL: &[&str] = &[
    "You hang paintings by five artists. The artist who hangs most often in a round gains most, and every painting of his pays whoever shows it. The gains stay: an artist grows dearer from round to round.",
];

pub(crate) const CARDS: &[&str] = &[
    "There are 95 cards by five artists. They stand in a row, A to E; where two have equally many cards, the one to the left comes first. Of each artist five cards carry one of five symbols.",
];
/// Caption of the picture of all artists.
pub(crate) const CARDS_CAPTION: &str = "The row, and how many cards there are of each artist.";

pub(crate) const START: &[&str] = &[
    "Cards are dealt at the start of every round. What you have not played stays in your hand. A deck that has run out deals no more.",
    "Before the deal the top card of the deck is turned up: the extra card. It belongs to nobody, its symbol does nothing, and it counts for its artist in this round.",
    "The first in the list of players opens round 1; later rounds are opened by the player to the left of whoever closed the one before.",
];
/// Caption of the table of hands.
pub(crate) const DEALT_CAPTION: &str = "Cards dealt to each";
/// Its columns.
pub(crate) const DEALT_COLUMNS: [&str; 5] = ["Players", "Round 1", "Round 2", "Round 3", "Round 4"];

pub(crate) const TURN: &[&str] = &[
    "Display one card from your hand, face up. If it carries a symbol, do what it says. Then it is the turn of the player to your left. Who has no card is skipped.",
];

pub(crate) const SYMBOLS: &[&str] =
    &["Only the symbol of the card that you display first in your turn is carried out."];
/// What a symbol does.
pub(crate) const fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Plain => "",
        Symbol::Draw => "Draw a card from the deck into your hand.",
        Symbol::Second => "You may display a second card of the same artist.",
        Symbol::Hidden => {
            "You may lay a second card of any artist face down. It is turned up at the end of the round; until then it does not count."
        }
        Symbol::Together => {
            "Everybody who has a card, you too, chooses one. All are shown at the same time."
        }
        Symbol::Award => {
            "Put an award on any artist. It is worth 2, in this round and in all that follow. An artist may have several."
        }
    }
}

pub(crate) const END: &[&str] = &[
    "The round closes at once when six cards of an artist lie face up (five with two players), those of all players and the extra card together. If the card that closes it carries ‘draw one’ or ‘award’, that is still carried out; other symbols are not.",
    "Cards that lie face down are turned up. Then, from the left of whoever closed the round and him last, each may add one card from his hand for every artist that he has on display.",
    "If nobody has a card left, the round ends without that.",
];

pub(crate) const WORTH: &[&str] = &[
    "The artist with the most cards on display gains 3, the second 2, the third 1. A card of one of these three pays all that its artist has gained so far, in all rounds and by awards. Any other card pays nothing in this round, but its artist keeps what he has gained.",
    "Everybody scores the cards on his own display. Then all displays are put away.",
];
/// Caption of the example.
pub(crate) const WORTH_CAPTION: &str = "Yoko gained 2 in round 1, has an award, and is first in round 2: a Yoko pays 2 + 2 + 3 = 7. Lite Metal gained 3 in round 1, but is not among the first three in round 2: it pays nothing now.";
/// Its rows.
pub(crate) const WORTH_ROWS: [&str; 4] = ["Round 1", "Awards", "Round 2", "Pays"];

pub(crate) const WINNING: &[&str] =
    &["After four rounds the highest total wins. Equal totals share the win."];

pub(crate) const SETS: &[&str] = &[
    "‘Without symbols’ is played without the symbols, without the extra card and without additions.",
];

pub(crate) const ADVICE: [&str; 3] = [
    "Look at the others’ displays before you play: a card that makes an artist first pays everybody who shows him.",
    "Who closes a round opens nothing more in it: keep the closing card until your own wall pays best.",
    "Cards that you do not play stay: in the last round an artist may pay ten and more.",
];
