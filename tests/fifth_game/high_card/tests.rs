use super::rules::CARDS;
use super::*;
use parlour_engine::conformance::{Options, Pool, Probe, battery};
use parlour_engine::{Rng, Seat};
use rand::RngExt as _;

impl Probe for HighCard {
    fn max_plies(_: &Rules) -> usize {
        6
    }

    fn probe(&self, rng: &mut Rng) -> Action {
        Action(rng.random_range(0..u32::from(CARDS) + 2) as u8)
    }

    fn hidden(&self, seat: Seat) -> Vec<Pool> {
        let places = [&self.hands[seat.other().index()], &self.deck];
        vec![places.map(|cards| cards.iter().copied().map(u32::from).collect()).to_vec()]
    }
}

#[test]
fn conformance() {
    battery::<HighCard>(&Rules::default(), Options::default()).unwrap();
}
