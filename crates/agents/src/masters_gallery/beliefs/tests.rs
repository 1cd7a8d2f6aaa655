use super::history::{NEVER, Received};
use super::*;
use crate::Policies as _;
use crate::masters_gallery::situation::PublicBoard;
use parlour_engine::{DealSource, Game as _, Rules as _, Seat, Streams, Table, View as _, Viewer};
use parlour_games::masters_gallery::{Phase, Rules};
use std::collections::HashMap;

/// Plays a game, and calls for what each seat knows when it is to move.
fn each_turn(
    rules: &Rules,
    policy: &str,
    seed: u64,
    mut each: impl FnMut(&Table<MastersGallery>, Seat, &mut Rng),
) {
    let names = vec![policy.to_owned(); rules.players.into()];
    let mut table =
        Table::<MastersGallery>::new(rules.clone(), DealSource::Seed(seed), names).unwrap();
    let mut policy = MastersGallery::policy(policy).unwrap();
    let mut rng = Streams::new(seed).task(0);
    while let Some(seat) = table.to_move().first() {
        each(&table, seat, &mut rng);
        let legal = table.state().legal_actions(seat);
        let known = table.information_state(Viewer::Seat(seat));
        let action = policy.choose(&known, &legal, &mut rng);
        table.play(seat, action).unwrap();
    }
}

#[test]
fn what_is_believed_agrees_with_what_is_seen() {
    for name in Rules::names() {
        for players in 2..=5 {
            let rules = Rules {
                players,
                ..Rules::named(name).unwrap()
            };
            for policy in ["greedy", "random"] {
                let mut beliefs = Beliefs::default();
                let mut told = 0;
                each_turn(&rules, policy, players.into(), |table, seat, rng| {
                    let known = table.information_state(Viewer::Seat(seat));
                    beliefs.start(&known);
                    assert!(History::read(&known).is_some());
                    told += u32::from(beliefs.chain.is_some());
                    let view = known.view().at_turn_start();
                    for _ in 0..3 {
                        let state = beliefs.determinize(&view, rng);
                        state.audit().unwrap();
                        assert_eq!(state.view(Viewer::Seat(seat)), view);
                    }
                });
                assert!(told > 20);
            }
        }
    }
}

/// Of every choice but awards, what its player saw is read from the events.
#[test]
fn events_tell_what_the_others_saw() {
    let watcher = Seat(0);
    let in_public = |situation: Situation| format!("{:?}", situation.with_cards([0; 5], [0; 5]));
    for seed in 0..5 {
        let mut seen = vec![Vec::new(); 4];
        let mut last = None;
        each_turn(&Rules::default(), "random", seed, |table, seat, _| {
            let state = table.state();
            if !matches!(state.phase(), Phase::Award { .. }) && seat != watcher {
                seen[seat.index()].push(in_public(Situation::of(state, seat)));
            }
            last = Some(table.clone());
        });
        let mut table = last.unwrap();
        let seat = table.to_move().first().unwrap();
        let action = table.state().legal_actions(seat)[0];
        table.play(seat, action).unwrap();
        let known = table.information_state(Viewer::Seat(watcher));
        let history = History::read(&known).unwrap();
        for (player, seen) in history.players.iter().zip(&seen) {
            let boards = player
                .decisions
                .iter()
                .map(|decision| in_public(decision.before));
            assert!(boards.eq(seen.iter().cloned()));
        }
        let choices: usize = seen.iter().map(Vec::len).sum();
        assert!(choices > 40, "{choices}");
    }
}

/// Cards of artists that `greedy` has not played, though it could have, are found less in its hand.
#[test]
fn beliefs_come_closer_to_the_truth() {
    let (mut believed, mut resampled) = (0, 0);
    for seed in 0..3 {
        each_turn(&Rules::default(), "greedy", seed, |table, seat, rng| {
            let known = table.information_state(Viewer::Seat(seat));
            let view = known.view().at_turn_start();
            let mut beliefs = Beliefs::default();
            beliefs.start(&known);
            let distance = |state: MastersGallery| -> u32 {
                let others = Seat::all(4).filter(|&other| other != seat);
                let artists = others.flat_map(|other| Artist::ALL.map(|artist| (other, artist)));
                let difference = |(other, artist): (Seat, Artist)| {
                    let hands =
                        [&state, table.state()].map(|state| state.hand(other).of_artist(artist));
                    u32::from(hands[0].abs_diff(hands[1]))
                };
                artists.map(difference).sum()
            };
            for _ in 0..20 {
                believed += distance(beliefs.determinize(&view, rng));
                resampled += distance(MastersGallery::resample(&view, rng));
            }
        });
    }
    assert!(10 * believed < 9 * resampled, "{believed} of {resampled}");
}

/// A chain comes to each hand as often as the likelihoods of all ways to receive it say.
#[test]
fn a_chain_has_the_enumerated_distribution() {
    let card = |artist: usize| Card::from_index(6 * artist);
    let received = |artist: usize, received, left| Received {
        card: card(artist),
        received,
        left,
        laid: false,
        hidden: left == NEVER,
    };
    // A card was played before and after the last one was received.
    let cards = vec![
        received(0, 0, 2),
        received(2, 0, 6),
        received(0, 0, NEVER),
        received(0, 4, NEVER),
    ];
    let mut board = PublicBoard::new(&Rules::default());
    board.begin_round(0, Some(card(4)));
    let decision = |board: &PublicBoard, moment, artist| Decision {
        moment,
        round: 0,
        before: board.of(Seat(1)),
        choice: Choice::Display(artist),
    };
    let first = decision(&board, 2, Artist::A);
    board.display(Seat(1), Artist::A);
    let decisions = vec![first, decision(&board, 6, Artist::C)];
    let player = Player { cards, decisions };
    let unseen = [0, 0, 1, 2, 2, 3].map(card).to_vec();

    // By the artists of the two hidden cards, whichever was received first.
    let mut expected = HashMap::<[usize; 2], f64>::new();
    let mut believed = Believed::new(player.clone());
    for one in 0..unseen.len() {
        for other in (0..unseen.len()).filter(|&other| other != one) {
            // The moments of the four cards: the last may be that of any card that was still to leave.
            for late in 1..4 {
                believed.is.cards[2].card = unseen[one];
                believed.is.cards[3].card = unseen[other];
                for (number, held) in believed.is.cards.iter_mut().enumerate() {
                    held.received = if number == late { 4 } else { 0 };
                }
                let log: f32 = (0..2).map(|at| believed.log(at)).sum();
                let mut hand = [one, other].map(|at| unseen[at].artist.index());
                hand.sort_unstable();
                *expected.entry(hand).or_default() += f64::from(log).exp();
            }
        }
    }
    let sum: f64 = expected.values().sum();

    let history = History {
        players: vec![Player::default(), player],
        unseen,
    };
    let mut chain = Chain::new(history).unwrap();
    let mut rng = Streams::new(1).task(0);
    chain.shuffle(&mut rng);
    let mut found = HashMap::<[usize; 2], u32>::new();
    let samples = 40_000;
    for _ in 0..samples {
        chain.walk(10, &mut rng);
        let mut hand = [2, 3].map(|number| chain.players[1].is.cards[number].card.artist.index());
        hand.sort_unstable();
        *found.entry(hand).or_default() += 1;
    }
    for (hand, weight) in expected {
        let share = weight / sum;
        let found = f64::from(found.get(&hand).copied().unwrap_or(0)) / f64::from(samples);
        assert!(
            (found - share).abs() < 0.01,
            "{hand:?}: {found} instead of {share}"
        );
    }
}

/// A position that is set up has no history.
#[test]
fn without_history_all_deals_are_equally_likely() {
    each_turn(&Rules::default(), "random", 1, |table, seat, _| {
        let known = InformationState::new(table.state().view(Viewer::Seat(seat)), Vec::new());
        let mut beliefs = Beliefs::default();
        beliefs.start(&known);
        assert!(beliefs.chain.is_none());
    });
}
