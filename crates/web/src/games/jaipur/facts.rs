//! What a sale yields, now or after a card was taken: the numbers behind a mistake.

use super::strings::table as words;
use parlour_games::jaipur::rules::{BONUS_TOKENS, Bonus, tokens_of_sale};
use parlour_games::jaipur::{Action, Card, View};

/// What the rules say in numbers about an action of the viewer.
pub(super) fn fact(view: &View, action: Action) -> Option<String> {
    let seat = view.viewer.seat()?;
    let hand = view.players[seat.index()].hand?;
    match action {
        // What a single card yields stands in the action itself.
        Action::Sell(_, 1) => None,
        Action::Sell(good, count) => Some(words::fact_sale(
            good,
            count,
            tokens(view, good, count),
            bonus(view, count),
        )),
        Action::Take(good) => holding(view, good, hand.count(good) + 1),
        // Of several kinds the one of which a sale would yield most.
        Action::Exchange { take, give } => {
            let after = hand.plus(take).minus(give.goods());
            let yields = |good: Card| -> u32 {
                let tokens = tokens(view, good, after.count(good)).iter();
                tokens.map(|&value| u32::from(value)).sum()
            };
            let kinds = take.iter().map(|(good, _)| good);
            let best = kinds.max_by_key(|&good| yields(good))?;
            holding(view, best, after.count(best))
        }
        Action::Camels => None,
    }
}

/// What a sale of all cards of a kind would yield, if they can be sold.
fn holding(view: &View, good: Card, count: u8) -> Option<String> {
    let tokens = tokens(view, good, count);
    (count >= good.least_sale() && !tokens.is_empty())
        .then(|| words::fact_holding(good, count, tokens, bonus(view, count)))
}

/// The goods tokens that a sale brings now.
fn tokens(view: &View, good: Card, count: u8) -> &'static [u8] {
    tokens_of_sale(good, count, view.tokens_taken[good.index()])
}

/// What the bonus token of a sale is worth on average: one of those of its pile that the viewer has not seen.
fn bonus(view: &View, count: u8) -> Option<f64> {
    let pile = Bonus::for_sale(count)?.index();
    if view.bonus_left[pile] == 0 {
        return None;
    }
    let sum = |values: &[u8]| values.iter().map(|&value| f64::from(value)).sum::<f64>();
    let seen = view
        .players
        .iter()
        .filter_map(|player| player.bonus_values.as_ref());
    let seen = seen.map(|values| &values[pile]);
    let (count, worth) = seen.fold((0, 0.0), |(count, worth), values| {
        (count + values.len(), worth + sum(values))
    });
    let all = BONUS_TOKENS[pile];
    Some((sum(all) - worth) / (all.len() - count) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game as _, Resample as _, Streams, Table, Viewer};
    use parlour_games::jaipur::{Jaipur, Rules};
    use rand::RngExt as _;

    /// The numbers of a sentence, in their order.
    fn numbers(text: &str) -> Vec<f64> {
        let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.');
        let trimmed = parts.map(|part| part.trim_end_matches('.'));
        trimmed.filter_map(|part| part.parse().ok()).collect()
    }

    /// What selling this number of cards brings in this state, by the rulebook: the seat's rupees on goods tokens, one card
    /// more at a time, and the bonus token on average over hidden orders.
    fn by_the_rules(table: &Table<Jaipur>, good: Card, count: u8) -> (Vec<f64>, Option<f64>) {
        let seat = table.to_move().first().unwrap();
        let rupees = |count: u8| {
            let mut state = table.state().clone();
            let before = state.view(Viewer::Everything).players[seat.index()].rupees;
            state.play_unchecked(seat, Action::Sell(good, count));
            let after = match state.last_result() {
                Some(result) => {
                    return f64::from(result.goods[seat.index()])
                        - f64::from(before.iter().map(|&it| u16::from(it)).sum::<u16>());
                }
                None => state.view(Viewer::Everything).players[seat.index()].rupees,
            };
            f64::from(after[good.index()]) - f64::from(before[good.index()])
        };
        let least = good.least_sale();
        let mut tokens = Vec::new();
        let mut before = 0.0;
        for part in least..=count {
            let sum = rupees(part);
            tokens.push(sum - before);
            before = sum;
        }
        let view = table.state().view(Viewer::Seat(seat));
        let mut rng = Streams::new(1).task(0);
        let mut sum = 0.0;
        const DEALS: u32 = 3000;
        for _ in 0..DEALS {
            let mut state = Jaipur::resample(&view, &mut rng);
            let bonus = |state: &Jaipur| -> f64 {
                let players = state.view(Viewer::Everything).players;
                let values = players[seat.index()]
                    .bonus_values
                    .iter()
                    .flatten()
                    .flatten();
                values.map(|&value| f64::from(value)).sum()
            };
            let before = bonus(&state);
            state.play_unchecked(seat, Action::Sell(good, count));
            sum += bonus(&state) - before;
        }
        let mean = sum / f64::from(DEALS);
        (tokens, (mean > 0.0).then_some(mean))
    }

    #[test]
    fn every_number_of_a_sale_is_what_the_rules_pay() {
        let mut checked = 0;
        let mut with_bonus = 0;
        for seed in 0..12 {
            let names = vec![String::new(); 2];
            let mut table =
                Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(seed), names).unwrap();
            let mut rng = Streams::new(seed).task(0);
            while let Some(seat) = table.to_move().first() {
                let legal = table.state().legal_actions(seat);
                let view = table.state().view(Viewer::Seat(seat));
                let sales = legal.iter().filter_map(|&action| match action {
                    Action::Sell(good, count) if count > 1 => Some((action, good, count)),
                    _ => None,
                });
                for (action, good, count) in sales {
                    let told = fact(&view, action).unwrap();
                    let mut said = numbers(&told);
                    assert_eq!(said.remove(0), f64::from(count), "{told}");
                    let (tokens, bonus) = by_the_rules(&table, good, count);
                    if let Some(bonus) = bonus {
                        let mean = said.pop().unwrap();
                        assert!((mean - bonus).abs() < 0.2, "{told}: {bonus}");
                        with_bonus += 1;
                    }
                    // The least sale of valuable goods is of two: their tokens are known together.
                    let least = usize::from(good.least_sale());
                    let missing = usize::from(count) - said.len();
                    let together = least.min(said.len());
                    assert_eq!(said[..together].iter().sum::<f64>(), tokens[0], "{told}");
                    let rest = &tokens[1..];
                    assert_eq!(
                        said[together..],
                        rest[..rest.len() - missing.min(rest.len())],
                        "{told}"
                    );
                    checked += 1;
                }
                let pick = rng.random_range(0..legal.len() as u32) as usize;
                let action = legal[pick];
                // What a take or an exchange leads to is what a sale says then, as long as nothing was sold between.
                if let (Action::Take(_) | Action::Exchange { .. }, Some(told)) =
                    (action, fact(&view, action))
                {
                    let mut after = table.state().clone();
                    after.play_unchecked(seat, action);
                    let hand = after.hand(seat);
                    let said = numbers(&told);
                    let held = |&good: &Card| {
                        let count = hand.count(good);
                        count > 0 && told.contains(&format!(": {};", words::counted(good, count)))
                    };
                    let good = Card::GOODS.into_iter().find(held).unwrap();
                    let count = hand.count(good);
                    let sold = words::fact_sale(
                        good,
                        count,
                        tokens(&view, good, count),
                        bonus(&view, count),
                    );
                    assert_eq!(numbers(&sold), said, "{told}");
                }
                table.play(seat, action).unwrap();
            }
        }
        assert!(checked > 60 && with_bonus > 10, "{checked} {with_bonus}");
    }
}
