use super::*;
use crate::Policies;
use crate::random::any;
use crate::testing::new_table;
use parlour_engine::{Game, Outcome, Policy, Rules as _};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::{Action, ModernArt, Phase};
use parlour_games::primi_composti::{self, PrimiComposti, Version};
use parlour_solvers::primi_composti::{Limit, Position, solve};
use rand::RngExt as _;

/// Playouts behind the judgement of an action by a policy.
const PLAYOUTS: u32 = 60;

fn settings(simulations: u32) -> Settings {
    Settings {
        simulations,
        seed: 1,
    }
}

/// The next seat and its legal actions.
fn next<G: Game>(table: &Table<G>) -> Option<(Seat, Vec<G::Action>)> {
    let seat = table.to_move().first()?;
    Some((seat, table.state().legal_actions(seat)))
}

/// How the game ends on average for `seat` when `policy` plays on for all, from what the seat knows.
fn by_playouts<G: Analyse>(
    table: &Table<G>,
    seat: Seat,
    action: G::Action,
    policy: &mut dyn Policy<G>,
    rng: &mut Rng,
) -> f64 {
    let view = table.state().view(Viewer::Seat(seat));
    let mut sum = 0.0;
    for _ in 0..PLAYOUTS {
        let mut state = G::resample(&view, rng);
        let mut events = table.events().to_vec();
        state.apply(seat, action, &mut events);
        while let Some(mover) = state.to_move().first() {
            let known = InformationState::new(state.view(Viewer::Seat(mover)), &events[..]);
            let chosen = policy.choose(&known, &state.legal_actions(mover), rng);
            state.apply(mover, chosen, &mut events);
        }
        sum += G::SCALE.result(&state.outcome().unwrap(), seat);
    }
    sum / f64::from(PLAYOUTS)
}

/// Plays `policy` against itself until an action is by far worse than another one, as playouts of that policy show,
/// and plants it: the analysis has to find it, and to leave the better one in peace.
fn finds_a_planted_blunder<G: Analyse + Policies>(rules: &str, policy: &str) {
    let rules = G::Rules::named(rules).unwrap();
    let mut policy = G::policy(policy).unwrap();
    let mut rng = Streams::new(3).task(0);
    let mut found = 0;
    for seed in 0.. {
        let mut table = new_table::<G>(rules.clone(), seed);
        let length = {
            let mut whole = table.clone();
            while let Some((seat, legal)) = next(&whole) {
                let known = whole.information_state(Viewer::Seat(seat));
                let chosen = policy.choose(&known, &legal, &mut rng);
                whole.play(seat, chosen).unwrap();
            }
            whole.actions().len()
        };
        while let Some((seat, legal)) = next(&table) {
            // Late in the game playouts are short, and mistakes are dear.
            if table.actions().len() * 4 > length * 3 && (2..12).contains(&legal.len()) {
                let worth: Vec<f64> = (legal.iter())
                    .map(|&action| by_playouts(&table, seat, action, &mut *policy, &mut rng))
                    .collect();
                let order = |a: &&usize, b: &&usize| worth[**a].total_cmp(&worth[**b]);
                let indices: Vec<usize> = (0..legal.len()).collect();
                let worst = *indices.iter().min_by(order).unwrap();
                let best = *indices.iter().max_by(order).unwrap();
                if worth[best] - worth[worst] > 0.5 {
                    let known = table.information_state(Viewer::Seat(seat));
                    let blunder =
                        analyse_move(&known, &legal, legal[worst], settings(400)).unwrap();
                    assert_eq!(blunder.judgement, Some(Judgement::Blunder), "{blunder:?}");
                    assert_ne!(blunder.best, blunder.played);
                    assert!(blunder.cost.mean > NOISE * blunder.cost.error);
                    let good = analyse_move(&known, &legal, legal[best], settings(400)).unwrap();
                    assert!(good.cost.mean < blunder.cost.mean / 2.0, "{good:?}");
                    found += 1;
                    break;
                }
            }
            let known = table.information_state(Viewer::Seat(seat));
            let chosen = policy.choose(&known, &legal, &mut rng);
            table.play(seat, chosen).unwrap();
        }
        if found == 3 {
            return;
        }
    }
}

#[test]
fn a_blunder_is_found_in_jaipur() {
    finds_a_planted_blunder::<Jaipur>("round", "weighted");
}

#[test]
fn a_blunder_is_found_in_modern_art() {
    finds_a_planted_blunder::<ModernArt>("simple-3", "simple");
}

#[test]
fn a_blunder_is_found_in_masters_gallery() {
    let rules = <MastersGallery as Game>::Rules::names()[0];
    finds_a_planted_blunder::<MastersGallery>(rules, "greedy");
}

/// Everything that two players could lose is found, to the point; with three players by search.
#[test]
fn primi_composti_is_judged_by_exact_values() {
    for version in Version::ALL {
        let rules = primi_composti::Rules {
            cards: 6,
            ..primi_composti::Rules::two(version)
        };
        let mut table = new_table::<PrimiComposti>(rules, 5);
        let mut rng = Streams::new(5).task(0);
        while let Some((seat, legal)) = next(&table) {
            table.play(seat, any(&legal, &mut rng)).unwrap();
        }
        let first = table.state().first();
        let value = |ply: usize, seat: Seat| {
            let position = Position::of(&table.at(ply)).unwrap();
            let value = solve(&position, 1, Limit::default()).unwrap().value;
            f64::from(if seat == first { value } else { -value })
        };
        let mut lost = [0.0; 2];
        for ply in 0..table.actions().len() {
            let judged = analyse_ply(&table, ply, settings(1)).unwrap();
            assert_eq!(judged.simulations, 0);
            assert_eq!(judged.value, Estimate::exact(value(ply, judged.seat)));
            let after = value(ply + 1, judged.seat);
            assert_eq!(judged.cost, Estimate::exact(judged.value.mean - after));
            assert_eq!(judged.best == judged.played, judged.cost.mean == 0.0);
            assert_eq!(judged.line.len(), table.actions().len() - ply);
            lost[judged.seat.index()] += judged.cost.mean;
        }
        // What both have lost is the difference between the deal's value and the result.
        let result = Scale::Points.result(&table.outcome().unwrap(), first);
        let [own, other] = [lost[first.index()], lost[first.other().index()]];
        assert_eq!(value(0, first) - own + other, result);
        assert!(own + other > 0.0, "random play loses points");
    }
    let rules = primi_composti::Rules {
        players: 3,
        ..Default::default()
    };
    let table = new_table::<PrimiComposti>(rules, 1);
    let (seat, legal) = next(&table).unwrap();
    let known = table.information_state(Viewer::Seat(seat));
    let judged = analyse_move(&known, &legal, legal[0], settings(50)).unwrap();
    assert!(judged.simulations >= 50 && judged.value.error > 0.0);
}

/// The numbers of an explanation are means over the states in which the simulations of a comparison ended.
#[test]
fn every_number_of_a_comparison_can_be_recomputed() {
    let rules = primi_composti::Rules {
        players: 3,
        ..Default::default()
    };
    let mut found = 0;
    for seed in 0..20 {
        let mut table = new_table::<PrimiComposti>(rules.clone(), seed);
        let mut rng = Streams::new(seed).task(0);
        for _ in 0..18 {
            let (seat, legal) = next(&table).unwrap();
            table.play(seat, any(&legal, &mut rng)).unwrap();
        }
        let (seat, legal) = next(&table).unwrap();
        let known = table.information_state(Viewer::Seat(seat));
        for &played in &legal {
            let judged = analyse_move(&known, &legal, played, settings(100)).unwrap();
            let Some(scores) = judged.scores else {
                continue;
            };
            found += 1;
            // The same simulations again, and their plain means.
            let streams = Streams::new(Streams::new(1).game_seed(table.events().len() as u64));
            let mut rng = streams.seat(seat);
            let mut search = Search::guided(&known, PrimiComposti::heuristics());
            for _ in 0..100 {
                let start = search.determinization(&mut rng);
                search.sample(start, None, &mut rng);
            }
            let lead = |end: &PrimiComposti| {
                let scores = end.scores();
                let others = (0..3).filter(|&other| other != seat.index());
                [
                    scores[seat.index()],
                    others.map(|other| scores[other]).max().unwrap(),
                ]
            };
            let mut sums = [0; 2];
            for _ in 0..scores.pairs {
                let start = search.determinization(&mut rng);
                let (_, better) = search.sample(start.clone(), Some(judged.best), &mut rng);
                let (_, worse) = search.sample(start, Some(played), &mut rng);
                for (sum, (better, worse)) in sums
                    .iter_mut()
                    .zip(lead(&better).into_iter().zip(lead(&worse)))
                {
                    *sum += better - worse;
                }
            }
            let [own, others] = sums.map(|sum| f64::from(sum) / f64::from(scores.pairs));
            assert!(
                (scores.own.mean - own).abs() < 1e-9 && (scores.others.mean - others).abs() < 1e-9
            );
            assert!(
                (judged.cost.mean - (own - others)).abs() < 1e-9,
                "points are a lead"
            );
            assert_eq!(judged.simulations, 100 + 2 * scores.pairs);
        }
    }
    assert!(found > 10, "{found}");
}

/// A sealed bid is judged the same whatever the others have bid, and whether they have bid already.
#[test]
fn the_judgement_of_a_sealed_bid_does_not_depend_on_the_others() {
    let rules = <ModernArt as Game>::Rules::named("full").unwrap();
    let mut policy = ModernArt::policy("simple").unwrap();
    let mut compared = 0;
    for seed in 0..4 {
        let mut table = new_table::<ModernArt>(rules.clone(), seed);
        let mut rng = Streams::new(seed).task(0);
        while let Some((seat, legal)) = next(&table) {
            let bidders: Vec<Seat> = table.to_move().iter().collect();
            if matches!(table.state().phase(), Phase::Sealed { .. }) && bidders.len() > 2 {
                let own = bidders[1];
                let legal = table.state().legal_actions(own);
                let bid = any(&legal, &mut rng);
                let judge = |table: &Table<ModernArt>| {
                    let known = table.information_state(Viewer::Seat(own));
                    let judged = analyse_move(&known, &legal, bid, settings(30));
                    serde_json::to_string(&judged).unwrap()
                };
                let alone = judge(&table);
                for _ in 0..3 {
                    let mut other = table.clone();
                    for &seat in bidders.iter().filter(|&&seat| seat != own) {
                        if other.to_move().contains(seat) && rng.random_bool(0.7) {
                            let bid = any(&other.state().legal_actions(seat), &mut rng);
                            other.play(seat, bid).unwrap();
                        }
                    }
                    assert_eq!(judge(&other), alone);
                    compared += 1;
                }
            }
            let known = table.information_state(Viewer::Seat(seat));
            let chosen = policy.choose(&known, &legal, &mut rng);
            table.play(seat, chosen).unwrap();
        }
    }
    assert!(compared > 30, "{compared}");
}

/// Hidden cards make no difference either: only what the seat knows is looked at.
#[test]
fn the_judgement_follows_from_knowledge_and_seed() {
    let mut table = new_table::<Jaipur>(parlour_games::jaipur::Rules::ROUND, 4);
    let mut rng = Streams::new(4).task(0);
    for _ in 0..6 {
        let (seat, legal) = next(&table).unwrap();
        table.play(seat, any(&legal, &mut rng)).unwrap();
    }
    let (seat, legal) = next(&table).unwrap();
    let judge = |state: &Jaipur, seed| {
        let view = state.view(Viewer::Seat(seat));
        let known = InformationState::<Jaipur>::new(view, table.events());
        let settings = Settings {
            simulations: 60,
            seed,
        };
        analyse_move(&known, &legal, legal[0], settings).unwrap()
    };
    let judged = judge(table.state(), 1);
    let other = Jaipur::resample(&table.state().view(Viewer::Seat(seat)), &mut rng);
    assert_ne!(&other, table.state());
    assert_eq!(judge(&other, 1), judged);
    assert_ne!(judge(&other, 2).value, judged.value);
}

/// Modern Art's auctions end a round long before the game: values stay shares of the win.
#[test]
fn values_are_shares_of_the_win() {
    let rules = <ModernArt as Game>::Rules::named("simple-3").unwrap();
    let mut table = new_table::<ModernArt>(rules, 2);
    let mut policy = ModernArt::policy("simple").unwrap();
    let mut rng = Streams::new(2).task(0);
    let mut offers = Vec::new();
    while let Some((seat, legal)) = next(&table) {
        let known = table.information_state(Viewer::Seat(seat));
        let chosen = policy.choose(&known, &legal, &mut rng);
        if matches!(chosen, Action::Offer(_)) && legal.len() > 1 {
            offers.push(table.actions().len());
        }
        table.play(seat, chosen).unwrap();
    }
    for &ply in offers.iter().step_by(4) {
        let judged = analyse_ply(&table, ply, settings(40)).unwrap();
        let [value, cost] = [judged.value.mean, judged.cost.mean];
        assert!((0.0..=1.0).contains(&value) && (0.0..=value).contains(&cost));
    }
    assert_eq!(
        analyse_ply(&table, table.actions().len(), settings(1)),
        None
    );
}

#[test]
fn a_summary_counts_the_moves_of_one_seat() {
    let judged = |seat, options, cost: f64| AnalysedMove {
        seat: Seat(seat),
        played: 0,
        best: 0,
        options,
        simulations: 0,
        value: Estimate::exact(0.0),
        cost: Estimate::exact(cost),
        judgement: Scale::Points.judge(cost),
        line: Vec::new(),
        scores: None,
    };
    let moves = [
        judged(0, 5, 0.0),
        judged(1, 5, 7.0),
        judged(0, 4, 5.0),
        judged(0, 3, 1.0),
        // Nothing to choose is no merit.
        judged(0, 1, 0.0),
    ];
    let summary = Summary::of(Seat(0), &moves);
    assert_eq!((summary.moves, summary.average_loss), (3, 2.0));
    assert_eq!(
        (summary.inaccuracies, summary.mistakes, summary.blunders),
        (1, 0, 1)
    );
    assert_eq!(Summary::of(Seat(3), &moves), Summary::default());
    let outcome = Outcome::highest_score_wins(vec![3, 3]);
    assert_eq!(Scale::WinShare.result(&outcome, Seat(0)), 0.5);
}
