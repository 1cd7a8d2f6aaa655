//! Positions: every position of random games is set up again, and what is altered is refused or playable.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_engine::{
    DealSource, Game, Position, PositionFault, Record, RecordLink, Redeal, Rng, RowKind,
    Rules as _, Seat, Streams, Table, View, Viewer,
};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

fn play_random<G: Game>(state: &mut G, rng: &mut Rng) {
    let movers: Vec<Seat> = state.to_move().iter().collect();
    let seat = movers[rng.random_range(0..movers.len() as u32) as usize];
    let legal = state.legal_actions(seat);
    let action = legal[rng.random_range(0..legal.len() as u32) as usize];
    state.play(seat, action).unwrap();
}

fn play_out<G: Game>(mut state: G, rng: &mut Rng) {
    while !state.to_move().is_empty() {
        play_random(&mut state, rng);
        state.audit().unwrap();
    }
    assert!(state.outcome().is_some());
}

/// Changes some numbers of a position: at most the range of the rows is left.
fn altered<G: Game>(rules: &G::Rules, position: &Position, rng: &mut Rng) -> Position {
    let mut altered = position.clone();
    for _ in 0..rng.random_range(1..4) {
        let rows = G::position_rows(rules, &altered);
        let mut pick = |below: usize| rng.random_range(0..below as u32) as usize;
        let row = rows[pick(rows.len())];
        let at = pick(row.len);
        let step = [-1, 1, pick(row.most as usize + 2) as i32][pick(3)];
        let number = altered.get(row.name, at) + step;
        altered.set(row.name, at, number);
        if row.kind == RowKind::Cards && pick(2) == 0 {
            let others: Vec<_> = rows
                .iter()
                .filter(|row| row.kind == RowKind::Cards)
                .collect();
            let other = others[pick(others.len())];
            let at = pick(other.len);
            altered.set(other.name, at, altered.get(other.name, at) - step);
        }
    }
    altered
}

/// What was met in random games: how many altered positions were refused and how many set up, the rows of the
/// positions, and how often each fault was found, its numbers left out.
#[derive(Default)]
struct Tally {
    refused: u32,
    playable: u32,
    rows: BTreeSet<String>,
    faults: BTreeMap<String, u32>,
}

impl Tally {
    fn count_rows<G: Game>(&mut self, rules: &G::Rules, position: &Position) {
        for row in G::position_rows(rules, position) {
            let (name, kind) = (row.name, row.kind);
            let line = format!("{name}: {kind:?}, {} up to {}", row.len, row.most);
            self.rows.insert(line);
        }
    }

    fn count_faults(&mut self, faults: &[PositionFault]) {
        assert!(!faults.is_empty());
        self.refused += 1;
        for fault in faults {
            // One fault for all places of a row, and for all it could be.
            let mut words = String::new();
            for letter in fault.to_string().chars() {
                match letter {
                    '0'..='9' | '-' if words.ends_with('#') => {}
                    '0'..='9' | '-' => words.push('#'),
                    _ => words.push(letter),
                }
            }
            *self.faults.entry(words).or_default() += 1;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))?;
        writeln!(f, "{} refused, {} playable", self.refused, self.playable)?;
        let mut faults = self.faults.iter();
        faults.try_for_each(|(fault, count)| writeln!(f, "{count} {fault}"))
    }
}

fn check_game<G: Redeal>(rules: &G::Rules, seed: u64, tally: &mut Tally) {
    let mut rng = Streams::new(seed).task(0);
    let mut state: G = DealSource::Seed(seed).start(rules.clone()).unwrap();
    while !state.to_move().is_empty() {
        let position = state.position().unwrap();
        tally.count_rows::<G>(rules, &position);
        let again = G::set_up(rules.clone(), &position, seed)
            .unwrap_or_else(|faults| panic!("{faults:?}\n{position:?}"));
        again.audit().unwrap();
        assert_eq!(again.position().as_ref(), Some(&position));
        let whole = state.view(Viewer::Everything);
        if whole.at_turn_start() == whole {
            assert_eq!(again.to_move(), state.to_move());
            let mut legal = state.to_move().iter().map(|seat| state.legal_actions(seat));
            let mut found = again.to_move().iter().map(|seat| again.legal_actions(seat));
            assert!(legal.by_ref().eq(found.by_ref()));
        }
        for _ in 0..10 {
            let altered = altered::<G>(rules, &position, &mut rng);
            match G::set_up(rules.clone(), &altered, seed) {
                Err(faults) => tally.count_faults(&faults),
                Ok(state) => {
                    state
                        .audit()
                        .unwrap_or_else(|fault| panic!("{fault}\n{altered:?}"));
                    let position = state.position().unwrap();
                    assert!(G::set_up(rules.clone(), &position, 0).is_ok());
                    tally.playable += 1;
                    play_out(state, &mut rng);
                }
            }
        }
        play_random(&mut state, &mut rng);
    }
    assert_eq!(state.position(), None);
}

/// Plays games by all named rules. What was met is golden: a limit that moves by one shows.
fn check<G: Redeal>(games: u64) {
    let mut met = String::new();
    for name in G::Rules::names() {
        let rules = G::Rules::named(name).unwrap();
        let mut tally = Tally::default();
        for seed in 0..games {
            check_game::<G>(&rules, seed, &mut tally);
        }
        met += &format!("# {name}\n{tally}\n");
    }
    insta::assert_snapshot!(G::NAME, met);
}

#[test]
fn jaipur() {
    check::<Jaipur>(20);
}

#[test]
fn primi_composti() {
    check::<PrimiComposti>(10);
}

#[test]
fn modern_art() {
    check::<ModernArt>(4);
}

#[test]
fn masters_gallery() {
    check::<MastersGallery>(10);
}

/// A game that begins with a position is a record and a link like others, and its hidden cards can be dealt again.
fn begins_in_the_middle<G: Redeal>(seed: u64) {
    let rules = G::Rules::default();
    let mut rng = Streams::new(seed).task(0);
    let mut state: G = DealSource::Seed(seed).start(rules.clone()).unwrap();
    for _ in 0..10 {
        play_random(&mut state, &mut rng);
    }
    let names = vec!["Ada".to_owned(); rules.seats()];
    let position = state.position().unwrap();
    let mut table = Table::<G>::set_up(rules, position.clone(), 5, names).unwrap();
    for _ in 0..3 {
        let seat = table.to_move().first().unwrap();
        let action = table.state().legal_actions(seat)[0];
        table.play(seat, action).unwrap();
    }
    let record = table.record();
    assert_eq!(
        (record.parlour, record.position.as_ref()),
        (2, Some(&position))
    );
    let line = record.to_line();
    let read = Record::<G>::read(&line).unwrap();
    assert_eq!(read.replay().unwrap(), table);
    let link = RecordLink::write(&table);
    let length = link.len();
    assert!(length < 2000, "{length}");
    assert_eq!(
        RecordLink::read(&link).unwrap().table::<G>().unwrap(),
        table
    );

    let again = table.redealt(3, Seat(1), &mut rng).unwrap();
    let again = again.replay().unwrap();
    let turn = table.state().view(Viewer::Seat(Seat(1))).at_turn_start();
    assert!(again.actions().is_empty());
    assert_eq!(again.state().view(Viewer::Public).viewer(), Viewer::Public);
    assert_eq!(again.state().view(Viewer::Seat(Seat(1))), turn);

    let with = |edit: &dyn Fn(&mut serde_json::Value)| {
        let mut json: serde_json::Value = serde_json::from_str(&line).unwrap();
        edit(&mut json);
        let record = Record::<G>::read(&json.to_string());
        record
            .and_then(|record| record.replay())
            .unwrap_err()
            .to_string()
    };
    assert!(with(&|json| json["parlour"] = 1.into()).contains("has version 2"));
    assert!(with(&|json| json["position"] = serde_json::Value::Null).contains("has version 1"));
    assert!(
        with(&|json| json["position"]["nonsense"] = vec![1].into()).contains("no row 'nonsense'")
    );
    assert!(
        with(&|json| json["deal"] =
            serde_json::json!({"cards": table.deal().cards::<G>(table.start().rules())}))
        .contains("seed")
    );
}

#[test]
fn games_begin_in_the_middle() {
    begins_in_the_middle::<Jaipur>(3);
    begins_in_the_middle::<PrimiComposti>(3);
    begins_in_the_middle::<ModernArt>(3);
    begins_in_the_middle::<MastersGallery>(3);
}
