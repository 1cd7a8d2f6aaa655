//! The rules of Primi Composti, as people read them.

/// Title.
pub(crate) const TITLE: &str = "The rules of Primi Composti";
/// Under it.
pub(crate) const LEDE: &str =
    "Everything there is to know, in two minutes. A game by Luciano Murrone.";
/// Starts a game.
pub(crate) const PLAY: &str = "Play a game";

/// Headings of the sections.
pub(crate) mod heads {
    pub(crate) const GOAL: &str = "What you are after";
    pub(crate) const CARDS: &str = "The cards";
    pub(crate) const TURN: &str = "Your turn";
    pub(crate) const OPERATIONS: &str = "Operations";
    pub(crate) const SCORING: &str = "Scoring";
    pub(crate) const STEALING: &str = "Stealing";
    pub(crate) const PLAYERS: &str = "Two players, or more";
    pub(crate) const LEVELS: &str = "The AI, and perfect play";
    pub(crate) const ADVICE: &str = "Three pieces of advice";
}

pub(crate) const GOAL: &[&str] = &[
    "Everybody lays down his twelve numbers, one a turn. A number that two others on the table make is worth much more. Whoever has most points in the end wins.",
];

pub(crate) const CARDS: &[&str] = &[
    "Two players use the numbers from 2 to 25, three those to 37, four those to 49; each is there once. Everybody is dealt twelve.",
    "A prime is worth 2, a composite 1. The dots show what a number is made of: a prime is one ring, a composite consists of groups.",
];
/// Caption of the picture of some cards.
pub(crate) const CARDS_CAPTION: &str =
    "2 and 7 are primes; 12 is 2 × 2 × 3 and 15 is 3 × 5, composites both.";

pub(crate) const TURN: &[&str] = &[
    "Whoever holds the 2 begins; then it goes round. On your turn you lay one card on one of your own two stacks, primes on the one, composites on the other. Only the card on top of a stack is visible.",
    "When all hands are empty, the game is over.",
];

pub(crate) const OPERATIONS: &[&str] = &[
    "What counts are operations: your card is the sum, the difference, the product or the exact quotient of two visible cards, no matter whose. It is the board before you lay your card that counts, so even the card you are about to cover can be used.",
];
pub(crate) const NO_OPERATION: &[&str] = &[
    "The three numbers must be three different cards. With a 9 alone on the table, a 3 is no operation.",
];

pub(crate) const SCORING: &[&str] = &[
    "In this version there is a scoreboard. A card scores its own value, and with an operation also the values of both operands. If there are several, the best counts by itself.",
];
/// What cards score.
pub(crate) const SCORES: [&str; 3] = [
    "2 and 3 are visible, you play 5: 2 + 2 + 2 = 6 points, the most there are.",
    "3 and 8 are visible, you play 24: 1 + 2 + 1 = 4 points.",
    "Nothing makes your 7: 2 points.",
];

pub(crate) const STEALING: &[&str] = &[
    "In these versions there is no scoreboard: what lies on your stacks in the end is yours. An operation steals those of its two cards that lie on others’ stacks. They go onto your own stacks, then your card on top; what lay below them becomes visible.",
];
/// How stealing goes.
pub(crate) const STEALS: [&str; 3] = [
    "In ‘Stealing’ the best steal happens by itself: of two players first both of the other’s cards, then his prime, then his composite.",
    "In ‘Free stealing’ you choose the operation, or none.",
    "An operation on two cards of your own steals nothing.",
];

pub(crate) const PLAYERS: &[&str] = &[
    "Of two players each knows the other’s hand: it is what he does not hold himself. So nothing is hidden, and the better head wins. With three or four the hands stay hidden. With more than two the largest steal counts, and of equals the one nearest clockwise.",
];

pub(crate) const LEVELS: &[&str] = &[
    "The levels for two are the policies of the study of this game: any card; the greedy card; searches of 2, 4, 8 and 12 cards ahead. ‘Perfect’ plays the exact best card where this page can compute it: in Scoring always, in Stealing once 18 cards are left in the hands, in Free stealing once 16 are. Before that it searches as deep as it can in a second.",
    "Exact values can also be shown while you play, and every replay of two players is analysed: the value after every move, what each mistake cost, and the best line.",
];

pub(crate) const ADVICE: [&str; 3] = [
    "Before you lay a card, look what it makes possible for the next.",
    "Primes are worth double, and as operands too: do not leave two of them visible.",
    "Cover a dangerous pair with a card of your own, even if it scores little.",
];
