//! Which card lies where: a name for every card that is on the table, so that
//! it can be seen to travel.
//!
//! The rulebook counts cards; of one kind, no card differs from another. Here
//! each gets an id when it first appears, and keeps it and its place as long as
//! it lies there. The ids follow from the moves alone, in the order in which cards
//! appear, and tell nothing about what a hidden card is.

use crate::platform::sort::sort_short;
use parlour_engine::{DealSource, Game as _, Seat, Streams, Table, Viewer};
use parlour_games::jaipur::{Action, Card, Cards, Event, Jaipur};
use rand::seq::SliceRandom as _;

/// The first id of a game that is only heard of: once the whole of it is known, every card is a new one.
const HEARD: u32 = 1 << 20;
/// More cards than come to be seen in a round.
const ROUND: u32 = 1000;

/// A card and its id, which is unique in the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    /// The id.
    pub(crate) id: u32,
    /// What it is.
    pub(crate) card: Card,
}

/// Where the cards lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The market, from left to right.
    pub(crate) market: Vec<Slot>,
    /// The hands, in the order in which the cards came.
    pub(crate) hands: [Vec<Slot>; 2],
    /// The herds.
    pub(crate) herds: [Vec<Slot>; 2],
    /// The card on top of the discard pile.
    pub(crate) discard: Option<Slot>,
    next: u32,
    seed: u64,
}

impl Layout {
    /// After the first `ply` actions.
    pub(crate) fn at(table: &Table<Jaipur>, ply: usize) -> Layout {
        let mut state = table.start().clone();
        let mut layout = Layout {
            seed: match table.deal() {
                DealSource::Seed(seed) => *seed,
                DealSource::Cards(_) => 0,
            },
            ..Layout::default()
        };
        layout.deal(&state);
        for &(seat, action) in table.actions().iter().take(ply) {
            let mut events = Vec::new();
            state.apply(seat, action, &mut events);
            layout.play(seat, action, &events);
            if events
                .iter()
                .any(|event| matches!(event, Event::Deal { .. }))
            {
                layout.deal(&state);
            }
        }
        layout
    }

    /// As somebody knows it who was only told what happened in the open. A card that they have not
    /// seen keeps its place whatever `state` takes it for.
    pub(crate) fn heard(state: &Jaipur, events: &[Event], viewer: Viewer) -> Layout {
        let dealt = |event: &Event| matches!(event, Event::Deal { .. });
        let start = events.iter().rposition(dealt);
        let Some((
            start,
            Event::Deal {
                round,
                market,
                herds,
                ..
            },
        )) = start.map(|start| (start, &events[start]))
        else {
            return Layout::default();
        };
        let events = &events[start + 1..];
        let mut layout = Layout {
            next: HEARD + u32::from(*round) * ROUND,
            ..Layout::default()
        };
        layout.market = layout.slots(Cards::of(Card::Camel, market.camels()));
        let goods = layout.slots(market.goods());
        layout.market.extend(goods);
        let mut unseen: [Vec<u32>; 2] = Default::default();
        for seat in [Seat(0), Seat(1)] {
            let at = seat.index();
            layout.hands[at] = layout.slots(first_hand(state.hand(seat), seat, events));
            layout.herds[at] = layout.slots(Cards::of(Card::Camel, herds[at]));
            if !viewer.sees(seat) {
                unseen[at] = layout.hands[at].iter().map(|slot| slot.id).collect();
            }
        }
        for event in events {
            let Some((seat, action)) = action(event) else {
                continue;
            };
            let leaves = match action {
                Action::Exchange { give, .. } => give.goods(),
                Action::Sell(good, count) => Cards::of(good, count),
                Action::Take(_) | Action::Camels => Cards::NONE,
            };
            show(
                &mut layout.hands[seat.index()],
                &mut unseen[seat.index()],
                leaves,
            );
            layout.play(seat, action, std::slice::from_ref(event));
        }
        for seat in [Seat(0), Seat(1)] {
            let (hand, unseen) = (&mut layout.hands[seat.index()], &unseen[seat.index()]);
            let seen = hand.iter().filter(|slot| !unseen.contains(&slot.id));
            let left = state.hand(seat).minus(seen.map(|slot| slot.card).collect());
            let hidden = hand.iter_mut().filter(|slot| unseen.contains(&slot.id));
            for (slot, card) in hidden.zip(left.each()) {
                slot.card = card;
            }
        }
        layout
    }

    /// A hand in the order of the kinds.
    pub(crate) fn sorted_hand(&self, seat: Seat) -> Vec<Slot> {
        let mut hand = self.hands[seat.index()].clone();
        sort_short(&mut hand, |slot| slot.card);
        hand
    }

    fn slot(&mut self, card: Card) -> Slot {
        self.next += 1;
        Slot {
            id: self.next,
            card,
        }
    }

    fn slots(&mut self, cards: Cards) -> Vec<Slot> {
        cards.each().map(|card| self.slot(card)).collect()
    }

    fn deal(&mut self, state: &Jaipur) {
        self.discard = None;
        // The camels lie there before anything is turned up.
        self.market = self.slots(Cards::of(Card::Camel, state.market().camels()));
        let goods = self.slots(state.market().goods());
        self.market.extend(goods);
        for seat in [Seat(0), Seat(1)] {
            let mut hand: Vec<Card> = state.hand(seat).each().collect();
            // A hand whose cards are hidden must not lie in the order of the kinds.
            hand.shuffle(&mut Streams::new(self.seed).task(self.next.into()));
            self.hands[seat.index()] = hand.into_iter().map(|card| self.slot(card)).collect();
            self.herds[seat.index()] = self.slots(Cards::of(Card::Camel, state.herd(seat)));
        }
    }

    fn play(&mut self, seat: Seat, action: Action, events: &[Event]) {
        let me = seat.index();
        let refill = events.iter().find_map(|event| match event {
            Event::Take { refill, .. } | Event::Camels { refill, .. } => Some(*refill),
            _ => None,
        });
        let come = self.slots(refill.unwrap_or_default());
        match action {
            Action::Take(good) => {
                let taken = self.swap_market(Cards::one(good), come);
                self.hands[me].extend(taken);
            }
            Action::Camels => {
                let camels = self.market.iter().filter(|slot| slot.card == Card::Camel);
                let camels = Cards::of(Card::Camel, camels.count() as u8);
                let taken = self.swap_market(camels, come);
                self.herds[me].extend(taken);
            }
            Action::Exchange { take, give } => {
                let mut given = remove(&mut self.hands[me], give.goods());
                given.extend(remove(
                    &mut self.herds[me],
                    Cards::of(Card::Camel, give.camels()),
                ));
                let taken = self.swap_market(take, given);
                self.hands[me].extend(taken);
            }
            Action::Sell(good, count) => {
                let sold = remove(&mut self.hands[me], Cards::of(good, count));
                self.discard = sold.last().copied();
            }
        }
    }

    /// Takes cards out of the market; others come into their places as far as there are any.
    fn swap_market(&mut self, take: Cards, come: Vec<Slot>) -> Vec<Slot> {
        let mut left = take;
        let mut come = come.into_iter();
        let mut taken = Vec::new();
        let mut market = Vec::with_capacity(self.market.len());
        for slot in self.market.drain(..) {
            if left.count(slot.card) > 0 {
                left = left.minus(Cards::one(slot.card));
                taken.push(slot);
                market.extend(come.next());
            } else {
                market.push(slot);
            }
        }
        market.extend(come);
        self.market = market;
        taken
    }
}

/// The action that an event tells of.
fn action(event: &Event) -> Option<(Seat, Action)> {
    Some(match *event {
        Event::Take { seat, good, .. } => (seat, Action::Take(good)),
        Event::Camels { seat, .. } => (seat, Action::Camels),
        Event::Exchange {
            seat, take, give, ..
        } => (seat, Action::Exchange { take, give }),
        Event::Sell {
            seat, good, count, ..
        } => (seat, Action::Sell(good, count)),
        Event::Deal { .. } | Event::RoundEnd(_) => return None,
    })
}

/// The hand from which these events led to `hand`.
fn first_hand(hand: Cards, whose: Seat, events: &[Event]) -> Cards {
    let moves = events.iter().rev().filter_map(action);
    let own = moves.filter(|(seat, _)| *seat == whose);
    own.fold(hand, |hand, (_, action)| match action {
        Action::Take(good) => hand.minus(Cards::one(good)),
        Action::Camels => hand,
        Action::Exchange { take, give } => hand.minus(take).plus(give.goods()),
        Action::Sell(good, count) => hand.plus(Cards::of(good, count)),
    })
}

/// Cards that leave a hand are seen: what was not known to be there was among the unseen ones.
fn show(hand: &mut [Slot], unseen: &mut Vec<u32>, leaves: Cards) {
    for card in leaves.each().collect::<Vec<_>>() {
        let seen = |slot: &&Slot| slot.card == card && !unseen.contains(&slot.id);
        if hand.iter().filter(seen).count() < usize::from(leaves.count(card)) && !unseen.is_empty()
        {
            let id = unseen.remove(0);
            if let Some(slot) = hand.iter_mut().find(|slot| slot.id == id) {
                slot.card = card;
            }
        }
    }
    // What stays hidden is not taken for a card that leaves.
    for slot in hand.iter_mut().filter(|slot| unseen.contains(&slot.id)) {
        slot.card = Card::Camel;
    }
}

/// Takes these cards out, the last that came first.
fn remove(slots: &mut Vec<Slot>, cards: Cards) -> Vec<Slot> {
    let mut left = cards;
    let mut removed = Vec::new();
    for index in (0..slots.len()).rev() {
        if left.count(slots[index].card) > 0 {
            left = left.minus(Cards::one(slots[index].card));
            removed.push(slots.remove(index));
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::Resample as _;
    use parlour_games::jaipur::Rules;
    use rand::RngExt as _;
    use std::collections::HashSet;

    fn cards(slots: &[Slot]) -> Cards {
        slots.iter().map(|slot| slot.card).collect()
    }

    #[test]
    fn what_was_heard_lies_where_it_was_seen_to_go() {
        for seed in 0..20 {
            let rules = Rules::MATCH;
            let names = vec![String::new(); 2];
            let mut table = Table::<Jaipur>::new(rules, DealSource::Seed(seed), names).unwrap();
            let mut rng = Streams::new(seed).task(0);
            let mut before: Option<[Layout; 3]> = None;
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                table.play(seat, action).unwrap();
                let (state, events) = (table.state(), table.events());
                let viewers = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public];
                let after = viewers.map(|viewer| {
                    let known = Jaipur::resample(&state.view(viewer), &mut rng);
                    let layout = Layout::heard(&known, events, viewer);
                    assert_eq!(cards(&layout.market), known.market());
                    for seat in [Seat(0), Seat(1)] {
                        assert_eq!(cards(&layout.hands[seat.index()]), known.hand(seat));
                        let herd = layout.herds[seat.index()].len();
                        assert_eq!(herd, usize::from(known.herd(seat)));
                    }
                    layout
                });
                let ids = |layout: &Layout, seat: Seat| -> Vec<u32> {
                    layout.hands[seat.index()]
                        .iter()
                        .map(|slot| slot.id)
                        .collect()
                };
                let dealt = matches!(events.last(), Some(Event::Deal { .. }));
                if let Some(before) = before.filter(|_| !dealt) {
                    for (before, after) in before.iter().zip(&after) {
                        let other = seat.other();
                        assert_eq!(ids(before, other), ids(after, other));
                    }
                }
                before = Some(after);
            }
        }
    }

    #[test]
    fn the_layout_holds_what_the_state_counts() {
        for seed in 0..20 {
            let names = vec!["a".to_owned(), "b".to_owned()];
            let mut table =
                Table::<Jaipur>::new(Rules::MATCH, DealSource::Seed(seed), names).unwrap();
            let mut rng = Streams::new(seed).task(0);
            let mut before = Layout::at(&table, 0);
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let action = legal[rng.random_range(0..legal.len() as u32) as usize];
                let round = table.state().view(parlour_engine::Viewer::Public).round;
                table.play(seat, action).unwrap();
                let state = table.state();
                let after = Layout::at(&table, table.actions().len());
                let over = state.outcome().is_some();
                assert_eq!(cards(&after.market), state.market());
                for seat in [Seat(0), Seat(1)] {
                    assert_eq!(cards(&after.hands[seat.index()]), state.hand(seat));
                    let herd = after.herds[seat.index()].len();
                    assert_eq!(herd, usize::from(state.herd(seat)));
                }
                let all: Vec<&Slot> = [&after.market, &after.hands[0], &after.hands[1]]
                    .into_iter()
                    .chain(&after.herds)
                    .flatten()
                    .collect();
                let ids: HashSet<u32> = all.iter().map(|slot| slot.id).collect();
                assert_eq!(ids.len(), all.len());
                // The cards of a player who does nothing stay as they lie.
                let same_round = over || state.view(parlour_engine::Viewer::Public).round == round;
                if same_round {
                    let other = seat.other().index();
                    assert_eq!(before.hands[other], after.hands[other]);
                }
                before = after;
            }
        }
    }
}
