//! What a network reads of a position: [`Inputs`] of Masters Gallery. A row is an artist.

use super::heuristics::MastersGalleryHeuristics;
use super::situation::Situation;
use crate::network::{ActionInput, Guided, Inputs, Network, NetworkInputs, Shape};
use parlour_engine::{Game, Rng, Rules as _, Seat};
use parlour_games::masters_gallery::rules::{Cards, MAX_PLAYERS, ROUNDS, Rules};
use parlour_games::masters_gallery::{Action, Artist, Card, MastersGallery, Phase, Symbol};
use rand::RngExt as _;
use std::sync::{Arc, LazyLock};

/// The network that `cargo xtask train masters-gallery` made; `models/masters-gallery.md` describes it.
static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let file = include_bytes!("../../models/masters-gallery.weights");
    let network = Network::read(file, MastersGallery::SHAPE);
    Arc::new(network.expect("the file is that of a network of the game"))
});

/// The kinds of an artist's actions: five by the symbol of a card, and an award.
const ROW_KINDS: usize = 5 * Symbol::ALL.len() + 1;
const AWARD: u8 = ROW_KINDS as u8 - 1;
/// Inputs of each other seat, in the order of turns.
const OTHER_INPUTS: usize = 5;
/// The kinds of turns.
const TURNS: usize = 7;

/// Points, and points of an artist's value, that are an input of 1.
const POINTS: f32 = 15.0;
const CLOSE_POINTS: f32 = 4.0;
const VALUE: f32 = 8.0;

impl Inputs for MastersGallery {
    const SHAPE: Shape = Shape {
        rows: Artist::ALL.len(),
        row_inputs: 36,
        common_inputs: ROUNDS
            + TURNS
            + 1
            + OTHER_INPUTS * (MAX_PLAYERS - 1)
            + 4
            + MAX_PLAYERS
            + 4
            + 2
            + 7
            + 1,
        row_kinds: ROW_KINDS,
        common_kinds: 1,
    };

    fn inputs(state: &MastersGallery, seat: Seat, legal: &[Action], inputs: &mut NetworkInputs) {
        let situation = Situation::of(state, seat);
        let worth = situation.worth();
        inputs.clear();
        let seen = seen(state, seat);
        let ranks = situation.ranks();
        for artist in Artist::ALL {
            let chances = [0, 1, 2].map(|rank| ranks[rank][artist.index()]);
            add_row(
                state,
                seat,
                &situation,
                worth,
                seen,
                artist,
                chances,
                &mut inputs.rows,
            );
        }
        add_common(state, seat, &situation, worth, &mut inputs.common);
        let actions = situation.scores(legal);
        inputs.actions.extend(actions.map(|(action, score)| {
            let (row, kind) = place(action);
            ActionInput {
                row,
                kind,
                prior: score - worth,
            }
        }));
    }
}

/// The cards that a seat sees or has seen.
fn seen(state: &MastersGallery, seat: Seat) -> Cards {
    let mut seen = state.discard().plus(state.hand(seat));
    for other in Seat::all(state.rules().seats()) {
        seen = seen.plus(state.display(other));
    }
    let laid = state.hidden(seat).iter().copied();
    laid.chain(state.extra()).for_each(|card| seen.add(card));
    seen
}

/// The other seats in the order of turns; `None` where there are fewer players.
fn others(state: &MastersGallery, seat: Seat) -> impl Iterator<Item = Option<Seat>> {
    let seats = state.rules().seats();
    (1..MAX_PLAYERS).map(move |steps| {
        let other = Seat(((seat.index() + steps) % seats) as u8);
        (steps < seats).then_some(other)
    })
}

fn flag(is_set: bool) -> f32 {
    f32::from(u8::from(is_set))
}

/// What is known of an artist.
#[expect(clippy::too_many_arguments, reason = "computed once for all artists")]
fn add_row(
    state: &MastersGallery,
    seat: Seat,
    situation: &Situation,
    worth: f32,
    seen: Cards,
    artist: Artist,
    chances: [f32; 3],
    row: &mut Vec<f32>,
) {
    let index = artist.index();
    let rules = state.rules();
    let hand = state.hand(seat);
    let held = hand.of_artist(artist);
    let face_up = situation.face_up[index];
    let value = situation.values[index] as f32;
    row.extend(Artist::ALL.map(|other| flag(other == artist)));
    // Cards on display, and what lacks to close the round.
    row.push(f32::from(situation.own[index]) / 3.0);
    row.extend(others(state, seat).map(|other| {
        other.map_or(0.0, |other| {
            f32::from(state.display(other).of_artist(artist)) / 3.0
        })
    }));
    row.push(f32::from(face_up) / 5.0);
    row.extend([1, 2].map(|cards| flag(face_up + cards >= situation.closing)));
    // Cards in hand.
    row.extend([f32::from(held) / 4.0, flag(held > 0), flag(held > 1)]);
    row.extend(Symbol::ALL.map(|symbol| {
        let cards = f32::from(hand.count(Card { artist, symbol }));
        if symbol == Symbol::Plain {
            cards / 3.0
        } else {
            cards
        }
    }));
    row.push(f32::from(situation.laid[index]) / 2.0);
    // What cards pay, where they are, and what they carry.
    row.push(value / VALUE);
    row.push(f32::from(state.discard().of_artist(artist)) / 8.0);
    let all: u8 = Symbol::ALL
        .map(|symbol| rules.count(Card { artist, symbol }))
        .iter()
        .sum();
    row.push(f32::from(all - seen.of_artist(artist)) / 8.0);
    row.extend(Symbol::ALL[1..].iter().map(|&symbol| {
        let card = Card { artist, symbol };
        f32::from(rules.count(card) - seen.count(card))
    }));
    // What the rule of thumb expects.
    let [first, second, third] = chances;
    row.extend(chances);
    let gain = 3.0 * first + 2.0 * second + third;
    row.push(((first + second + third) * value + gain) / VALUE);
    row.push(match held {
        0 => 0.0,
        _ => ((situation.displayed(artist).worth() - worth) / 5.0).clamp(-3.0, 3.0),
    });
}

/// What does not concern an artist.
fn add_common(
    state: &MastersGallery,
    seat: Seat,
    situation: &Situation,
    worth: f32,
    common: &mut Vec<f32>,
) {
    let rules = state.rules();
    common.extend((0..ROUNDS).map(|round| flag(situation.round == round)));
    let turn = match state.phase() {
        Phase::Play => 0,
        Phase::Second(_) => 1,
        Phase::Hidden => 2,
        Phase::Together => 3,
        Phase::Award { closing: false } => 4,
        Phase::Award { closing: true } => 5,
        Phase::Add { .. } | Phase::Over => 6,
    };
    common.extend((0..TURNS).map(|other| flag(other == turn)));
    common.push(f32::from(state.hand(seat).len()) / 10.0);
    let points = state.score(seat);
    let mut lead = i32::MIN;
    for other in others(state, seat) {
        common.extend(match other {
            None => [0.0; OTHER_INPUTS],
            Some(other) => {
                let ahead = state.score(other) - points;
                lead = lead.max(ahead);
                let hand = state.hand(other).len();
                [
                    1.0,
                    f32::from(hand) / 10.0,
                    flag(hand == 0),
                    state.hidden(other).len() as f32,
                    (ahead as f32 / POINTS).clamp(-4.0, 4.0),
                ]
            }
        });
    }
    common.push((lead as f32 / POINTS).clamp(-4.0, 4.0));
    common.push((lead as f32 / CLOSE_POINTS).clamp(-2.0, 2.0));
    common.push(state.deck_len() as f32 / 40.0);
    let highest = situation.face_up.iter().copied().max().unwrap_or(0);
    common.push((f32::from(situation.closing) - f32::from(highest)) / 5.0);
    common.push(flag(state.active() == seat));
    common.extend(others(state, seat).map(|other| flag(other == Some(state.active()))));
    common.extend((2..=MAX_PLAYERS).map(|players| flag(rules.seats() == players)));
    common.push(flag(situation.closed));
    common.push(worth / 10.0);
    common.push(flag(rules.extra_card));
    common.push(flag(rules.additional_cards));
    common.extend(
        Symbol::ALL[1..]
            .iter()
            .map(|&symbol| flag(rules.symbols.count(symbol) > 0)),
    );
    common.push(1.0);
}

/// The row and the kind of an action.
fn place(action: Action) -> (Option<u8>, u8) {
    let of = |step: u8, card: Card| {
        let kind = step * Symbol::ALL.len() as u8 + card.symbol as u8;
        (Some(card.artist as u8), kind)
    };
    match action {
        Action::Play(card) => of(0, card),
        Action::Second(card) => of(1, card),
        Action::Lay(card) => of(2, card),
        Action::Show(card) => of(3, card),
        Action::Add(card) => of(4, card),
        Action::Award(artist) => (Some(artist as u8), AWARD),
        Action::Pass => (None, 0),
    }
}

impl Guided for MastersGallery {
    fn network() -> Arc<Network> {
        NETWORK.clone()
    }

    fn guided_by(network: Arc<Network>) -> MastersGalleryHeuristics {
        MastersGalleryHeuristics::new(network)
    }

    /// Mostly `full` with four players, but also all other rules and numbers of players.
    fn training_rules(rng: &mut Rng) -> Rules {
        let name = match rng.random_bool(0.85) {
            true => "full",
            false => Rules::names()[rng.random_range(0..Rules::names().len() as u32) as usize],
        };
        let players = match rng.random_bool(0.5) {
            true => 4,
            false => rng.random_range(2..=MAX_PLAYERS as u8),
        };
        Rules {
            players,
            ..Rules::named(name).expect("the name is in the list")
        }
    }

    fn opponent(
        state: &MastersGallery,
        seat: Seat,
        legal: &[Action],
        error: f32,
        rng: &mut Rng,
    ) -> Action {
        Situation::of(state, seat).choose(legal, error, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Resample as _, Streams, Viewer};

    /// In random games of all rules: the inputs have their shape and are not great, and hidden cards do not matter.
    #[test]
    fn inputs_are_what_a_seat_knows() {
        let mut rng = Streams::new(1).task(0);
        let [mut inputs, mut other] = [NetworkInputs::default(), NetworkInputs::default()];
        let mut greatest: f32 = 0.0;
        for seed in 0..40 {
            let rules = MastersGallery::training_rules(&mut rng);
            let mut state: MastersGallery = DealSource::Seed(seed).start(rules).unwrap();
            while let Some(seat) = state.to_move().first() {
                let legal = state.legal_actions(seat);
                MastersGallery::inputs(&state, seat, &legal, &mut inputs);
                let Shape {
                    rows,
                    row_inputs,
                    common_inputs,
                    row_kinds,
                    common_kinds,
                } = MastersGallery::SHAPE;
                assert_eq!(inputs.rows.len(), rows * row_inputs);
                assert_eq!(inputs.common.len(), common_inputs);
                assert_eq!(inputs.common.last(), Some(&1.0));
                assert_eq!(inputs.actions.len(), legal.len());
                for action in &inputs.actions {
                    let kinds = action.row.map_or(common_kinds, |_| row_kinds);
                    assert!(usize::from(action.kind) < kinds);
                    assert!(action.row.is_none_or(|row| usize::from(row) < rows));
                }
                let numbers = inputs.rows.iter().chain(&inputs.common);
                greatest = numbers.fold(greatest, |greatest, input| greatest.max(input.abs()));
                let view = state.view(Viewer::Seat(seat));
                let dealt_again = MastersGallery::resample(&view, &mut rng);
                MastersGallery::inputs(&dealt_again, seat, &legal, &mut other);
                assert_eq!(inputs, other);
                let action = crate::random::any(&legal, &mut rng);
                state.play_unchecked(seat, action);
            }
        }
        assert!((2.0..10.0).contains(&greatest), "{greatest}");
    }

    /// Different actions of a position are different to the network.
    #[test]
    fn every_action_has_a_place_of_its_own() {
        let cards = || (0..Card::KINDS).map(Card::from_index);
        let steps = [
            Action::Play,
            Action::Second,
            Action::Lay,
            Action::Show,
            Action::Add,
        ];
        let mut places: Vec<_> = steps
            .into_iter()
            .flat_map(|step| cards().map(step))
            .collect();
        places.extend(Artist::ALL.map(Action::Award));
        places.push(Action::Pass);
        let mut places: Vec<_> = places.into_iter().map(place).collect();
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), count);
    }
}
