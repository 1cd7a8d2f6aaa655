//! Numbers of the deals to two players: the rank of the cards that the holder of the 2 has besides it, in
//! colexicographic order.

/// The lowest card that the other player can hold.
const LOWEST: u8 = 3;

/// The number of different deals of two hands of this size.
pub fn count(cards: u8) -> u64 {
    let cards = u64::from(cards);
    choose((2 * cards).saturating_sub(1), cards.saturating_sub(1))
}

/// The hand with the 2 in a deal, in ascending order. `number` is less than [`count`].
pub fn hand(number: u64, cards: u8) -> Vec<u8> {
    let others = 2 * u64::from(cards) - 1;
    let (mut rank, mut hand) = (number, Vec::with_capacity(cards.into()));
    for size in (1..u64::from(cards)).rev() {
        // The largest place whose combinations below come before the rank.
        let place = (size..others)
            .rev()
            .find(|&place| choose(place, size) <= rank)
            .unwrap_or(size - 1);
        rank -= choose(place, size);
        hand.push(place as u8 + LOWEST);
    }
    hand.push(LOWEST - 1);
    hand.reverse();
    hand
}

/// The number of the deal with this hand, which is in ascending order and begins with the 2.
pub fn number(hand: impl IntoIterator<Item = u8>) -> u64 {
    let places = hand
        .into_iter()
        .skip(1)
        .map(|card| u64::from(card - LOWEST));
    (places.zip(1..).map(|(place, size)| choose(place, size))).sum()
}

/// Binomial coefficient; 0 when there are too few to choose from.
fn choose(from: u64, size: u64) -> u64 {
    (0..size).fold(1, |product, at| {
        (product * from.saturating_sub(at)) / (at + 1)
    })
}
