//! From the cards that are chosen to an action, or to what is still missing.

use super::layout::{Layout, Slot};
use super::strings::table as words;
use parlour_engine::{Game as _, Seat};
use parlour_games::jaipur::{Action, Card, Cards, Jaipur};

/// What the player is about to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Take or exchange.
    #[default]
    Take,
    /// Sell.
    Sell,
}

/// Where a card can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Among the five in the middle.
    Market,
    /// Among one's own goods.
    Hand,
    /// Among one's own camels.
    Herd,
}

impl Zone {
    /// As in `data-zone`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Zone::Market => "market",
            Zone::Hand => "hand",
            Zone::Herd => "herd",
        }
    }
}

/// The cards that are chosen, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    /// What it is for.
    pub(crate) mode: Mode,
    market: Vec<u32>,
    hand: Vec<u32>,
    herd: Vec<u32>,
}

/// What the chosen cards amount to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guidance {
    /// What would happen, or what is missing, in one line.
    pub(crate) line: String,
    /// The action, if it is legal.
    pub(crate) action: Option<Action>,
}

/// The chosen cards by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chosen {
    /// From the market.
    take: Cards,
    /// From hand and herd.
    give: Cards,
}

impl Selection {
    /// Nothing chosen, in this mode.
    pub(crate) fn in_mode(mode: Mode) -> Selection {
        Selection {
            mode,
            ..Selection::default()
        }
    }

    /// Whether nothing is chosen.
    pub(crate) fn is_empty(&self) -> bool {
        self.market.is_empty() && self.hand.is_empty() && self.herd.is_empty()
    }

    /// Whether this card is chosen.
    pub(crate) fn holds(&self, id: u32) -> bool {
        [&self.market, &self.hand, &self.herd]
            .iter()
            .any(|ids| ids.contains(&id))
    }

    /// The player points at a card: it is chosen, or no longer. A camel in the
    /// market stands for all of them. While goods are sold, only the hand can be chosen
    /// from; if nothing is chosen yet, pointing elsewhere means to take.
    pub(crate) fn toggle(&mut self, zone: Zone, slot: Slot, layout: &Layout) {
        if self.mode == Mode::Sell && zone != Zone::Hand {
            if !self.is_empty() {
                return;
            }
            self.mode = Mode::Take;
        }
        let on = !self.holds(slot.id);
        let ids: Vec<u32> = if zone == Zone::Market && slot.card == Card::Camel {
            let camels = layout.market.iter().filter(|s| s.card == Card::Camel);
            camels.map(|slot| slot.id).collect()
        } else {
            vec![slot.id]
        };
        let chosen = match zone {
            Zone::Market => &mut self.market,
            Zone::Hand => &mut self.hand,
            Zone::Herd => &mut self.herd,
        };
        chosen.retain(|id| !ids.contains(id));
        if on {
            chosen.extend(ids);
        }
    }

    /// The chosen cards are laid on the other side of the table: goods of the hand alone are for sale.
    pub(crate) fn lay_out(&mut self) {
        if self.market.is_empty() && self.herd.is_empty() && !self.hand.is_empty() {
            self.mode = Mode::Sell;
        }
    }

    /// The cards of an action, chosen.
    pub(crate) fn of_action(action: Action, seat: Seat, layout: &Layout) -> Selection {
        let (mode, take, give) = match action {
            Action::Take(good) => (Mode::Take, Cards::one(good), Cards::NONE),
            Action::Camels => {
                let camels = layout.market.iter().filter(|s| s.card == Card::Camel);
                let camels = Cards::of(Card::Camel, camels.count() as u8);
                (Mode::Take, camels, Cards::NONE)
            }
            Action::Exchange { take, give } => (Mode::Take, take, give),
            Action::Sell(good, count) => (Mode::Sell, Cards::NONE, Cards::of(good, count)),
        };
        Selection {
            mode,
            market: pick(&layout.market, take),
            hand: pick(&layout.sorted_hand(seat), give.goods()),
            herd: pick(
                &layout.herds[seat.index()],
                Cards::of(Card::Camel, give.camels()),
            ),
        }
    }

    fn chosen(&self, seat: Seat, layout: &Layout) -> Chosen {
        let among = |slots: &[Slot], ids: &[u32]| -> Cards {
            let found = slots.iter().filter(|slot| ids.contains(&slot.id));
            found.map(|slot| slot.card).collect()
        };
        Chosen {
            take: among(&layout.market, &self.market),
            give: among(&layout.hands[seat.index()], &self.hand)
                .plus(among(&layout.herds[seat.index()], &self.herd)),
        }
    }

    /// What the chosen cards amount to for a seat that is to move.
    pub(crate) fn guidance(&self, state: &Jaipur, seat: Seat, layout: &Layout) -> Guidance {
        let Chosen { take, give } = self.chosen(seat, layout);
        let missing = |line: String| Guidance { line, action: None };
        let action = match self.mode {
            Mode::Sell => {
                let mut kinds = give.iter();
                match (kinds.next(), kinds.next()) {
                    (None, _) => return missing(words::choose_sale().to_owned()),
                    (Some((good, count)), None) => Action::Sell(good, count),
                    (Some(_), Some(_)) => return missing(words::one_kind().to_owned()),
                }
            }
            Mode::Take => match (take.goods().len(), take.camels(), give.len()) {
                (0, 0, 0) => return missing(words::choose_take(state, seat)),
                (0, 0, _) => return missing(words::choose_goods().to_owned()),
                (0, _, 0) => Action::Camels,
                (0, _, _) => return missing(words::camels_for_nothing().to_owned()),
                (1, 0, 0) => match take.each().next() {
                    Some(good) => Action::Take(good),
                    None => return missing(String::new()),
                },
                _ => match self.unfinished_exchange(state, seat, take, give) {
                    Some(line) => return missing(line),
                    None => Action::Exchange { take, give },
                },
            },
        };
        match state.check(seat, action) {
            Ok(()) => Guidance {
                line: words::proposal(state, action),
                action: Some(action),
            },
            Err(refusal) => missing(words::refusal(&refusal)),
        }
    }

    /// What is missing before an exchange is worth a look at the rules. What can
    /// never become right is left to the rules to say.
    fn unfinished_exchange(
        &self,
        state: &Jaipur,
        seat: Seat,
        take: Cards,
        give: Cards,
    ) -> Option<String> {
        let hopeless = take.camels() > 0
            || !take.common(give).is_empty()
            || state.hand(seat).len() + give.camels() > parlour_games::jaipur::rules::HAND_LIMIT;
        if hopeless {
            return if take.camels() == 0 && take.common(give).is_empty() {
                // The rules would first name the uneven sides, which is not what is wrong.
                Some(words::refusal(
                    &parlour_games::jaipur::IllegalMove::HandOverLimit,
                ))
            } else {
                None
            };
        }
        match (take.len(), give.len()) {
            (1, 1) => Some(words::exchange_of_one().to_owned()),
            (taken, given) if taken > given => Some(words::give_more(taken - given)),
            (taken, given) if taken < given => Some(words::take_more(given - taken)),
            _ => None,
        }
    }

    /// The cards that can still be part of a legal action together with those chosen.
    pub(crate) fn legal_cards(&self, state: &Jaipur, seat: Seat, layout: &Layout) -> Vec<u32> {
        let chosen = self.chosen(seat, layout);
        let sides = |action: Action| match action {
            Action::Take(good) => (Mode::Take, Cards::one(good), Cards::NONE),
            Action::Camels => (
                Mode::Take,
                Cards::of(Card::Camel, state.market().camels()),
                Cards::NONE,
            ),
            Action::Exchange { take, give } => (Mode::Take, take, give),
            Action::Sell(good, count) => (Mode::Sell, Cards::NONE, Cards::of(good, count)),
        };
        let (mut may_take, mut may_give) = ([false; 7], [false; 7]);
        for action in state.legal_actions(seat) {
            let (mode, take, give) = sides(action);
            if mode != self.mode || !take.holds(chosen.take) || !give.holds(chosen.give) {
                continue;
            }
            for (card, _) in take.minus(chosen.take).iter() {
                may_take[card.index()] = true;
            }
            for (card, _) in give.minus(chosen.give).iter() {
                may_give[card.index()] = true;
            }
        }
        let fits = |slots: &[Slot], may: [bool; 7]| -> Vec<u32> {
            slots
                .iter()
                .filter(|slot| may[slot.card.index()] && !self.holds(slot.id))
                .map(|slot| slot.id)
                .collect()
        };
        let mut legal = fits(&layout.market, may_take);
        legal.extend(fits(&layout.hands[seat.index()], may_give));
        legal.extend(fits(&layout.herds[seat.index()], may_give));
        legal
    }
}

/// The ids of the first cards of each kind.
fn pick(slots: &[Slot], cards: Cards) -> Vec<u32> {
    let mut left = cards;
    let mut ids = Vec::new();
    for slot in slots {
        if left.count(slot.card) > 0 {
            left = left.minus(Cards::one(slot.card));
            ids.push(slot.id);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Streams, Table};
    use parlour_games::jaipur::Rules;
    use rand::RngExt as _;

    fn table(seed: u64, plies: usize) -> Table<Jaipur> {
        let names = vec!["a".to_owned(), "b".to_owned()];
        let mut table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(seed), names).unwrap();
        let mut rng = Streams::new(seed).task(1);
        while table.actions().len() < plies {
            let Some(seat) = table.to_move().first() else {
                break;
            };
            let legal = table.state().legal_actions(seat);
            let action = legal[rng.random_range(0..legal.len() as u32) as usize];
            table.play(seat, action).unwrap();
        }
        table
    }

    /// Whatever is legal can be chosen card by card, each of them marked as legal on the way.
    #[test]
    fn every_legal_action_can_be_chosen() {
        for seed in 0..25 {
            let table = table(seed, seed as usize * 2);
            let Some(seat) = table.to_move().first() else {
                continue;
            };
            let (state, layout) = (table.state(), Layout::at(&table, table.actions().len()));
            for action in state.legal_actions(seat) {
                let whole = Selection::of_action(action, seat, &layout);
                let mut selection = Selection::in_mode(whole.mode);
                let zones = [
                    (Zone::Market, layout.market.clone(), whole.market.clone()),
                    (Zone::Hand, layout.sorted_hand(seat), whole.hand.clone()),
                    (
                        Zone::Herd,
                        layout.herds[seat.index()].clone(),
                        whole.herd.clone(),
                    ),
                ];
                for (zone, slots, ids) in zones {
                    for slot in slots {
                        if ids.contains(&slot.id) && !selection.holds(slot.id) {
                            let legal = selection.legal_cards(state, seat, &layout);
                            assert!(legal.contains(&slot.id), "{action}: {slot:?}");
                            selection.toggle(zone, slot, &layout);
                        }
                    }
                }
                let guidance = selection.guidance(state, seat, &layout);
                assert_eq!(guidance.action, Some(action), "{}", guidance.line);
            }
        }
    }

    /// Whatever is chosen, the line says something, and an action is offered only when it is legal.
    #[test]
    fn every_selection_has_a_line() {
        let mut rng = Streams::new(5).task(0);
        for seed in 0..40 {
            let table = table(seed, seed as usize);
            let Some(seat) = table.to_move().first() else {
                continue;
            };
            let (state, layout) = (table.state(), Layout::at(&table, table.actions().len()));
            let legal = state.legal_actions(seat);
            let places: Vec<(Zone, Slot)> = [
                (Zone::Market, layout.market.clone()),
                (Zone::Hand, layout.hands[seat.index()].clone()),
                (Zone::Herd, layout.herds[seat.index()].clone()),
            ]
            .into_iter()
            .flat_map(|(zone, slots)| slots.into_iter().map(move |slot| (zone, slot)))
            .collect();
            for _ in 0..60 {
                let mode = [Mode::Take, Mode::Sell][rng.random_range(0..2u32) as usize];
                let mut selection = Selection::in_mode(mode);
                for _ in 0..rng.random_range(0..6u32) {
                    let at = rng.random_range(0..places.len() as u32) as usize;
                    let (zone, slot) = places[at];
                    selection.toggle(zone, slot, &layout);
                }
                let guidance = selection.guidance(state, seat, &layout);
                assert!(!guidance.line.is_empty());
                if let Some(action) = guidance.action {
                    assert!(legal.contains(&action));
                }
            }
        }
    }

    #[test]
    fn a_camel_in_the_market_stands_for_all() {
        let table = table(1, 0);
        let layout = Layout::at(&table, 0);
        let mut selection = Selection::default();
        selection.toggle(Zone::Market, layout.market[1], &layout);
        let camels = table.state().market().camels();
        assert!(camels >= 3);
        assert_eq!(selection.market.len(), usize::from(camels));
        let guidance = selection.guidance(table.state(), Seat(0), &layout);
        assert_eq!(guidance.action, Some(Action::Camels));
        selection.toggle(Zone::Market, layout.market[0], &layout);
        assert!(selection.is_empty());
    }

    #[test]
    fn pointing_at_the_market_means_to_take() {
        let table = table(1, 0);
        let layout = Layout::at(&table, 0);
        let mut selection = Selection::in_mode(Mode::Sell);
        selection.toggle(Zone::Market, layout.market[0], &layout);
        assert_eq!(selection.mode, Mode::Take);
        let mut selection = Selection::in_mode(Mode::Sell);
        selection.toggle(Zone::Hand, layout.hands[0][0], &layout);
        let before = selection.clone();
        selection.toggle(Zone::Market, layout.market[0], &layout);
        assert_eq!(selection, before);
    }
}
