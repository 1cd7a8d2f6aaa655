//! The rules of Modern Art, as people read them.

use parlour_games::modern_art::Auction;

/// Title.
pub(crate) const TITLE: &str = "The rules of Modern Art";
/// Under it.
pub(crate) const LEDE: &str = "Everything there is to know, in five minutes.";
/// Starts a game.
pub(crate) const PLAY: &str = "Play a game";

/// Headings of the sections.
pub(crate) mod heads {
    pub(crate) const GOAL: &str = "What you are after";
    pub(crate) const PAINTINGS: &str = "The paintings";
    pub(crate) const START: &str = "How it begins";
    pub(crate) const TURN: &str = "A turn";
    pub(crate) const AUCTIONS: &str = "The auctions";
    pub(crate) const DOUBLE: &str = "The double auction";
    pub(crate) const END: &str = "The end of a round";
    pub(crate) const WORTH: &str = "What paintings pay";
    pub(crate) const WINNING: &str = "Winning";
    pub(crate) const ADVICE: &str = "Three pieces of advice";
}

pub(crate) const GOAL: &[&str] = &[
    "You run a gallery. You sell paintings to the others, and buy theirs. At the end of each of four rounds the bank buys what was bought in it. Whoever has the most cash in the end wins.",
    "Nothing has a price of its own: an artist is worth much when many of his paintings come to the market. So each painting that is offered, and each bid, makes the market that all of you bet on.",
];

pub(crate) const PAINTINGS: &[&str] = &[
    "There are 70 paintings by five artists. Each artist has his colour, his letter, his emblem and his style. No two paintings are alike, but only the artist counts.",
];
/// Caption of the picture of all artists.
pub(crate) const PAINTINGS_CAPTION: &str = "From left to right: Abel, Bogen, Corda, Dotti, Ezra, and how many paintings there are of each.";

pub(crate) const START: &[&str] = &[
    "Everybody has 100 in cash; all amounts are in thousands. At the start of rounds 1, 2 and 3 paintings are dealt. Nothing is dealt for round 4: keep some.",
];
/// Caption of the table of hands.
pub(crate) const DEALT_CAPTION: &str = "Paintings dealt to each";
/// Its columns.
pub(crate) const DEALT_COLUMNS: [&str; 5] = ["Players", "Round 1", "Round 2", "Round 3", "Round 4"];

pub(crate) const TURN: &[&str] = &[
    "When it is your turn you offer a painting from your hand. It is sold in an auction in which you bid too. The buyer pays the seller; if you buy your own painting, you pay the bank. Bought paintings lie open before their buyer.",
    "Then the player to your left offers. Who has no painting left is skipped. Nobody may bid more than he has.",
    "With the rules ‘sealed bids only’ paintings name no auction: all are sold by sealed bids.",
];

pub(crate) const AUCTIONS: &[&str] = &["Each painting says how it is sold."];
/// How an auction goes.
pub(crate) const fn auction(auction: Auction) -> &'static str {
    match auction {
        Auction::Open => {
            "You are asked in turn, again and again: raise or pass. It ends when all others have passed after a bid. Who passed may come back as long as it lasts. No bid: the seller has it for nothing."
        }
        Auction::Once => {
            "From the seller’s left each raises or passes once; the seller is the last. No bid: he has it for nothing."
        }
        Auction::Sealed => {
            "All bid at the same time, unseen. The highest bid wins; among equal bids the first to the seller’s left, the seller last. All bid 0: the seller has it for nothing."
        }
        Auction::Fixed => {
            "The seller names a price that he can pay himself. From his left, each takes it or passes. If nobody does, he must buy it from the bank."
        }
        Auction::Double => "The seller may add a second painting, see below.",
    }
}

pub(crate) const DOUBLE: &[&str] = &[
    "With a double painting the seller may add a second painting of the same artist that is not double itself. Its auction is held, for both together.",
    "If he adds none, the next to the left may, and so on. Who adds it is the seller from then on: the money is his, and the turn goes on from his left. If nobody does, the first seller has the double painting for nothing.",
];
/// Caption of the picture of a double auction.
pub(crate) const DOUBLE_CAPTION: &str = "Two Corda, sold together once around.";

pub(crate) const END: &[&str] = &[
    "The fifth painting of an artist that is offered in a round ends it at once. It is not sold and belongs to nobody, but it counts for the artist. If it is the second painting of a double auction, neither of the two is sold.",
    "A round also ends when all hands are empty.",
];

pub(crate) const WORTH: &[&str] = &[
    "The artists are ranked by how many of their paintings were offered in the round, sold or not; ties go to the left in the row. The first gains 30, the second 20, the third 10.",
    "A painting of one of these three pays all that its artist has gained so far, in this and in earlier rounds. Any other painting pays nothing, whatever its artist gained before. Bought paintings are handed in: they never stay for the next round.",
];
/// Caption of the example.
pub(crate) const WORTH_CAPTION: &str = "Bogen is first in round 2 and was third in round 1: a Bogen pays 30 + 10 = 40. Ezra is not among the first three: an Ezra pays nothing, though he gained 30 before.";
/// Its rows.
pub(crate) const WORTH_ROWS: [&str; 3] = ["Round 1", "Round 2", "Pays"];

pub(crate) const WINNING: &[&str] =
    &["After four rounds whoever has the most cash wins. Equal cash shares the win."];

pub(crate) const ADVICE: [&str; 3] = [
    "What you pay goes to a rival. A painting that will pay 40, bought for 38, earns you 2 and the seller 38.",
    "Selling earns as surely as buying: offer what the others have already bought, they want it to count.",
    "Keep paintings for the last round: the artists are worth most then, and nothing is dealt.",
];
