//! Certificates: altered ones are refused, and what a forger signs anew proves nothing false.

use super::super::case::Case;
use super::super::deadline::Deadline;
use super::super::leaves::{LeafProof, LeafSearch, Outcome, Tree};
use super::super::model::{Model, Question, QuestionError};
use super::super::rankings::Space;
use super::super::relaxation::{Column, POINT, ROWS, Trait};
use super::super::verify::{self, CertificateError, MAGIC, Proved};
use super::super::{GameRecord, Objective, Options, certificate, optimise, random_restarts};
use super::{question, quick};
use parlour_engine::{DealSource, Game as _};
use proptest::prelude::*;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A bound that is soon proven.
const WEAK_BOUND: i32 = 1200;

/// A certificate taken apart.
#[derive(Clone, Debug, PartialEq)]
struct Parts {
    claim: String,
    record: String,
    proof: Vec<u8>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Parts {
        let body = bytes.strip_prefix(MAGIC).unwrap();
        let mut lines = body[..body.len() - 8].splitn(3, |&byte| byte == b'\n');
        let mut text = || String::from_utf8(lines.next().unwrap().to_vec()).unwrap();
        let (claim, record) = (text(), text());
        let proof = &lines.next().unwrap()[4..];
        Parts {
            claim,
            record,
            proof: miniz_oxide::inflate::decompress_to_vec_zlib(proof).unwrap(),
        }
    }

    /// With a length and a hash that fit.
    fn signed(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for line in [&self.claim, &self.record] {
            bytes.extend(line.as_bytes());
            bytes.push(b'\n');
        }
        let body = miniz_oxide::deflate::compress_to_vec_zlib(&self.proof, 6);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes.extend(verify::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// A certificate with all kinds of splits would take minutes; these take a second: two and three players without
/// symbols.
fn originals() -> &'static [(Vec<u8>, Parts, Proved)] {
    static ALL: OnceLock<Vec<(Vec<u8>, Parts, Proved)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let three = optimise(
            &question(3, "seed-base", Objective::Max),
            Options::default(),
            &|_| (),
        )
        .unwrap();
        [quick().certificate.clone(), three.certificate]
            .map(Option::unwrap)
            .into_iter()
            .chain([by_leaves()])
            .map(|bytes| {
                let proved = verify::check(&bytes).unwrap();
                let parts = Parts::of(&bytes);
                assert_eq!(parts.signed(), bytes);
                (bytes, parts, proved)
            })
            .collect()
    })
}

/// The optimum of two players without symbols once more, proven by leaves.
fn by_leaves() -> Vec<u8> {
    let question = question(2, "seed-base", Objective::Max);
    let model = Model::new(&question).unwrap();
    let space = Space::new(&model);
    let nothing = |_: usize, _: &[Column]| -1;
    let mut search = LeafSearch::new(
        &model,
        &space,
        Case::ALL,
        &[],
        Deadline::default(),
        &nothing,
        &|_, _| (),
    );
    let Outcome::Proven(proof) = search.run(209) else {
        panic!("208 is the best");
    };
    let body = certificate::leaves(&[(Case::ALL, 209, proof)]);
    certificate::write(&question, quick().record.as_ref().unwrap(), 208, 208, &body)
}

const AT_ONCE: Options<'_> = Options {
    time: Some(Duration::ZERO),
    stop: None,
    from: None,
};

/// A bound of `full`, far above its best games: with a case for each kind of proof by leaves.
fn bounded() -> Vec<u8> {
    let question = question(2, "full", Objective::Max);
    let (rules, model) = (question.rules().unwrap(), Model::new(&question).unwrap());
    // One walk.
    let at_once = Deadline {
        at: Some(Instant::now()),
        stop: None,
    };
    let (game, _) = random_restarts::run(&rules, &model, None, at_once, &|_, _| ());
    let game = game.unwrap();
    let space = Space::new(&model);
    let nothing = |_: usize, _: &[Column]| -1;
    // Tokens are told apart where all rounds are closed, and where the third is not.
    let cases = Case::cover(&model, 0b10001);
    // Of all the maximised player's cards.
    let mut prices = [0; ROWS];
    prices[model.rounds - 1] = 12 * POINT;
    let proofs = cases.into_iter().map(|case| {
        let sets = [prices];
        let mut search = LeafSearch::new(
            &model,
            &space,
            case,
            &sets,
            Deadline::default(),
            &nothing,
            &|_, _| (),
        );
        match search.run(WEAK_BOUND + 1) {
            Outcome::Proven(proof) => (case, WEAK_BOUND + 1, proof),
            _ => panic!("no game has as many points"),
        }
    });
    let body = certificate::leaves(&proofs.collect::<Vec<_>>());
    certificate::write(&question, &game.game, game.score.score, WEAK_BOUND, &body)
}

/// One clear line.
fn is_one_line(error: &CertificateError) -> bool {
    let text = error.to_string();
    !text.is_empty() && !text.contains('\n') && text.len() < 300
}

/// Swaps the numbers at two places of a text for others, or one.
fn with_number(text: &str, which: usize, add: u32) -> Option<String> {
    let digits: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(at, _)| at)
        .collect();
    let at = *digits.get(which % digits.len().max(1))?;
    let digit = u32::from(text.as_bytes()[at] - b'0');
    let other = char::from_digit((digit + 1 + add % 9) % 10, 10)?;
    Some(format!("{}{other}{}", &text[..at], &text[at + 1..]))
}

/// The usual number of cases, or the one that `PROPTEST_CASES` says.
fn cases(usual: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(usual),
    }
}

/// One test: the certificates take longest, and each test is a process of its own.
#[test]
fn altered_and_forged_certificates_are_refused() {
    every_altered_file_is_refused();
    another_claim_is_refused();
    another_game_proves_nothing_else();
    another_proof_proves_nothing_else();
    a_proof_of_something_else_is_refused();
    a_lower_score_with_a_game_is_refused();
}

proptest! {
    #![proptest_config(cases(2000))]

    /// Whatever is done to the file: a bit changed, cut off, bytes left out, doubled, swapped, or added.
    fn every_altered_file_is_refused(
        which in 0..3usize,
        how in 0..6u8,
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        bits in 1..=255u8,
    ) {
        let (bytes, _, _) = &originals()[which];
        let (at, other) = (at.index(bytes.len()), other.index(bytes.len()));
        let (from, to) = (at.min(other), at.max(other));
        let mut bad = bytes.clone();
        match how {
            0 => bad[at] ^= bits,
            1 => bad.truncate(at),
            2 => drop(bad.drain(from..to)),
            3 => drop(bad.splice(from..from, bytes[from..to].iter().copied())),
            4 => bad.swap(from, to),
            _ => bad.extend(&bytes[from..to]),
        }
        prop_assume!(bad != *bytes);
        let error = verify::check(&bad).unwrap_err();
        prop_assert!(is_one_line(&error), "{}", error);
    }
}

proptest! {
    // Some of these are checked to the end.
    #![proptest_config(cases(8))]

    /// A claim with another number, signed anew.
    fn another_claim_is_refused(which in 0..3usize, number in 0..64usize, add in 0..9u32) {
        let (_, parts, _) = &originals()[which];
        let claim = with_number(&parts.claim, number, add).unwrap();
        let error = verify::check(&Parts { claim, ..parts.clone() }.signed()).unwrap_err();
        prop_assert!(is_one_line(&error), "{}", error);
    }

    /// A game with one number changed, or an action left out, doubled or swapped with another; signed anew. It is
    /// refused unless it is a game of the same score.
    fn another_game_proves_nothing_else(
        which in 0..3usize,
        how in 0..4u8,
        number in 0..4000usize,
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        let (_, parts, proved) = &originals()[which];
        let mut record: serde_json::Value = serde_json::from_str(&parts.record).unwrap();
        let actions = record["actions"].as_array_mut().unwrap();
        let (at, other) = (at.index(actions.len()), other.index(actions.len()));
        match how {
            0 => drop(actions.remove(at)),
            1 => actions.insert(at, actions[at].clone()),
            2 => actions.swap(at, other),
            _ => {
                let text = with_number(&parts.record, number, number as u32).unwrap();
                prop_assume!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
                record = serde_json::from_str(&text).unwrap();
            }
        }
        let bad = Parts { record: record.to_string(), ..parts.clone() };
        match verify::check(&bad.signed()) {
            Ok(other) => prop_assert_eq!(&other, proved),
            Err(error) => prop_assert!(is_one_line(&error), "{}", error),
        }
    }

    /// A proof with bytes changed, left out, doubled or swapped, signed anew: either it is a proof still (any prices
    /// that are not negative give a bound) and of nothing but the same claim, or it is refused.
    fn another_proof_proves_nothing_else(
        which in 0..3usize,
        how in 0..5u8,
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        bits in 1..=255u8,
    ) {
        let (_, parts, proved) = &originals()[which];
        let mut proof = parts.proof.clone();
        let (at, other) = (at.index(proof.len()), other.index(proof.len()));
        let (from, to) = (at.min(other), at.max(other));
        match how {
            0 => proof[at] ^= bits,
            1 => proof.truncate(at),
            2 => drop(proof.drain(from..to)),
            3 => drop(proof.splice(from..from, parts.proof[from..to].iter().copied())),
            _ => proof.swap(from, to),
        }
        let same = proof == parts.proof;
        let longer = proof.len() != parts.proof.len();
        match verify::check(&Parts { proof, ..parts.clone() }.signed()) {
            Ok(other) => {
                prop_assert_eq!(&Proved { parts: proved.parts, ..other }, proved);
                prop_assert!(same || !longer || how == 2 || how == 3);
            }
            Err(error) => prop_assert!(is_one_line(&error), "{}", error),
        }
    }
}

/// The proof of one question does not prove another: other players, rules, or a lower score.
fn a_proof_of_something_else_is_refused() {
    let [(_, two, _), (_, three, _), ..] = originals() else {
        panic!("three certificates");
    };
    for (claim, record, proof) in [
        (&two.claim, &two.record, &three.proof),
        (&three.claim, &three.record, &two.proof),
        (&two.claim, &three.record, &two.proof),
        (&three.claim, &two.record, &three.proof),
        (&three.claim, &two.record, &two.proof),
    ] {
        let mixed = Parts {
            claim: claim.clone(),
            record: record.clone(),
            proof: proof.clone(),
        };
        verify::check(&mixed.signed()).unwrap_err();
    }
    for (from, to) in [
        ("seed-base", "seed-draw"),
        ("seed-base", "seed-base-3"),
        ("seed-base", "full"),
        (r#""seat":null"#, r#""seat":7"#),
        ("max", "max-total"),
        ("max", "min-winner"),
        ("208", "207"),
        ("208", "209"),
        ("208", "-1"),
        ("208", "4000000000"),
        (r#""players":2"#, r#""players":1"#),
        (r#""players":2"#, r#""players":6"#),
        (r#""players":2"#, r#""players":2,"players":2"#),
    ] {
        let claim = two.claim.replace(from, to);
        assert_ne!(claim, two.claim);
        let bad = Parts {
            claim,
            ..two.clone()
        };
        let error = verify::check(&bad.signed()).expect_err(to);
        assert!(is_one_line(&error), "{error}");
    }
}

/// A game with a lower score and the proof of the optimum: the claim is that the lower is the best.
fn a_lower_score_with_a_game_is_refused() {
    let (_, parts, _) = &originals()[0];
    let mut search = question(2, "seed-base", Objective::Max);
    search.objective = Objective::MinWinner;
    let lower = optimise(&search, Options::default(), &|_| ()).unwrap();
    let bytes = certificate::write(
        &question(2, "seed-base", Objective::Max),
        lower.record.as_ref().unwrap(),
        lower.score.unwrap(),
        lower.score.unwrap(),
        &parts.proof,
    );
    assert!(matches!(
        verify::check(&bytes),
        Err(CertificateError::Gap(_))
    ));
}

#[test]
fn a_proof_without_prices_has_a_gap() {
    let question = question(2, "seed-base", Objective::Max);
    let record = quick().record.as_ref().unwrap();
    let bytes = certificate::write(&question, record, 208, 208, &[0, 0]);
    assert_eq!(
        verify::check(&bytes),
        Err(CertificateError::Gap("prices leave something over"))
    );
}

/// Checks a certificate with another proof.
fn check_with(parts: &Parts, proof: Vec<u8>) -> Result<Proved, CertificateError> {
    let parts = Parts {
        proof,
        ..parts.clone()
    };
    verify::check(&parts.signed())
}

/// The certificate of two players without symbols.
fn smallest() -> Parts {
    Parts::of(quick().certificate.as_ref().unwrap())
}

/// Without a price there is no limit: nothing is left of a part only if it holds no game at all.
#[test]
fn a_split_by_seat_has_a_part_for_each_seat() {
    // Five artists, two hands in four rounds, and second cards.
    let priceless = [&[0, 1][..], &[0; 5 + 2 * 4 + 1]].concat();
    let gap = Err(CertificateError::Gap("prices leave something over"));
    // No part of a split by seat is empty, but no round has fewer than no cards of an artist.
    let parts = smallest();
    let by_seat = [&[6, 0], &priceless[..]].concat();
    assert_eq!(check_with(&parts, by_seat), gap);
    let by_cards = [&[8, 0, 0, 0, 0], &priceless[..]].concat();
    assert_eq!(
        check_with(&parts, by_cards),
        Err(CertificateError::Damaged),
        "the second part is missing"
    );
    let by_size = [7, 0, 0, 9, 0, 0].to_vec();
    assert_eq!(check_with(&parts, by_size), gap);
}

/// Rules without awards are not split by awards, no round follows the last one, and other kinds do not exist.
#[test]
fn splits_that_do_not_exist_are_refused() {
    let splits: [&[u8]; 8] = [
        &[2, 0, 1],
        &[3, 0, 1],
        &[4, 0, 4, 1, 0],
        &[5, 0, 4, 1, 0],
        &[7, 0, 4, 9],
        &[8, 0, 4, 2, 3],
        &[8, 0, 1, 5, 3],
        &[10, 0],
    ];
    for split in splits {
        assert_eq!(
            check_with(&smallest(), split.to_vec()),
            Err(CertificateError::Gap("a split that does not exist")),
            "{split:?}"
        );
    }
}

/// The first part of each split by seat is split by seat again, and the last has no prices.
#[test]
fn a_tree_has_a_greatest_depth() {
    let parts = smallest();
    let of_depth = |depth| check_with(&parts, [[6, 0].repeat(depth), vec![0, 0]].concat());
    let gap = |words| Err(CertificateError::Gap(words));
    assert_eq!(of_depth(400), gap("prices leave something over"));
    assert_eq!(of_depth(401), gap("it is too deep"));
}

/// What a certificate of a bound says is no more than its proof shows.
#[test]
fn a_bound_is_no_lower_than_its_proof() {
    let bytes = bounded();
    let (parts, proved) = (Parts::of(&bytes), verify::check(&bytes).unwrap());
    assert_eq!((proved.bound, proved.rules.as_str()), (WEAK_BOUND, "full"));
    assert!(proved.score < WEAK_BOUND);
    let score = proved.score;
    let with = |to: &str| {
        let claim = parts.claim.replace(r#""bound":1200"#, to);
        assert_ne!(claim, parts.claim);
        verify::check(
            &Parts {
                claim,
                ..parts.clone()
            }
            .signed(),
        )
    };
    // The score of the game would be the best, the bound a point lower, or lower than the score.
    with(&format!(r#""bound":{score}"#)).unwrap_err();
    with(r#""bound":1199"#).unwrap_err();
    with(r#""bound":1"#).unwrap_err();
    with(r#""bound":null"#).unwrap_err();
    with(r#""bound":-1"#).unwrap_err();
    for (from, to) in [("\"full\"", "\"seed-double\""), ("max", "no-award-max")] {
        let claim = parts.claim.replace(from, to);
        verify::check(
            &Parts {
                claim,
                ..parts.clone()
            }
            .signed(),
        )
        .unwrap_err();
    }
    // Another cover, one with cases that no game is of, fewer sets of prices, or something after the end; and any bit of
    // the file.
    for (at, byte) in [(1, 0), (1, 2), (2, 0b1001), (2, 0b10011), (5, 0)] {
        let mut proof = parts.proof.clone();
        assert_ne!(std::mem::replace(&mut proof[at], byte), byte);
        verify::check(
            &Parts {
                proof,
                ..parts.clone()
            }
            .signed(),
        )
        .unwrap_err();
    }
    // The cover of an older version.
    let mut older = parts.clone();
    older.proof[1] = 5;
    let refused = verify::check(&older.signed()).unwrap_err().to_string();
    assert!(
        refused.contains("`parlour optimise --certificate` writes it again"),
        "{refused}"
    );
    let proof = [&parts.proof[..], &[0]].concat();
    verify::check(
        &Parts {
            proof,
            ..parts.clone()
        }
        .signed(),
    )
    .unwrap_err();
    for at in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[at] ^= 1 << (at % 8);
        verify::check(&bad).unwrap_err();
    }
}

#[test]
fn a_search_goes_on_from_a_certificate() {
    let bytes = bounded();
    let from = |bytes| Options {
        from: Some(bytes),
        ..AT_ONCE
    };
    let ask = |question: &Question, bytes| optimise(question, from(bytes), &|_| ());
    let full = question(2, "full", Objective::Max);
    let known = verify::check(&bytes).unwrap();
    let answer = ask(&full, &bytes).unwrap();
    assert!(answer.bound <= WEAK_BOUND && answer.score >= Some(known.score));
    let again = verify::check(&answer.certificate.unwrap()).unwrap();
    assert_eq!(again.bound, answer.bound);

    let other = ask(&question(3, "full", Objective::Max), &bytes).unwrap_err();
    assert_eq!(
        other.to_string(),
        "the certificate to go on from is about full, 2 players, max, any seat"
    );
    let tree = quick().certificate.clone().unwrap();
    let base = question(2, "seed-base", Objective::Max);
    assert_eq!(ask(&base, &tree).unwrap_err(), QuestionError::FromTree);
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    let error = ask(&full, &damaged).unwrap_err();
    assert_eq!(error, QuestionError::From(CertificateError::Damaged));
}

#[test]
fn a_search_goes_on_from_the_record_of_a_game() {
    let record = quick().record.as_ref().unwrap().to_line();
    let base = question(2, "seed-base", Objective::Max);
    let read = certificate::read(record.as_bytes(), &base).unwrap();
    assert_eq!((read.score, read.proofs.len()), (208, 0));
    for (players, rules) in [(3, "seed-base"), (2, "full")] {
        let other = question(players, rules, Objective::Max);
        assert!(matches!(
            certificate::read(record.as_bytes(), &other),
            Err(QuestionError::FromGame(_))
        ));
    }
    let from = Options {
        from: Some(record.as_bytes()),
        ..AT_ONCE
    };
    let error = optimise(&base, from, &|_| ()).unwrap_err();
    assert_eq!(error, QuestionError::FromTree);
}

/// A position can hold any awards and scores, so that a game from there on shows nothing.
#[test]
fn a_game_that_begins_with_a_position_shows_no_score() {
    let record = quick().record.as_ref().unwrap();
    let position = record.replay().unwrap().start().position();
    let from_position = GameRecord {
        parlour: 2,
        deal: DealSource::Seed(0),
        position,
        ..record.clone()
    };
    assert!(from_position.position.is_some());
    let words = "it begins with a position, not with a deal";
    let base = question(2, "seed-base", Objective::Max);
    let line = from_position.to_line();
    let error = certificate::read(line.as_bytes(), &base)
        .map(|_| ())
        .unwrap_err();
    assert_eq!(error, QuestionError::FromGame(words.to_owned()));
    let certificate = quick().certificate.as_ref().unwrap();
    let parts = Parts {
        record: line,
        ..Parts::of(certificate)
    };
    let refused = CertificateError::Game(words.to_owned());
    assert_eq!(verify::check(&parts.signed()), Err(refused));
}

#[test]
fn splits_of_full_rules_are_read_as_they_were_written() {
    let question = question(2, "full", Objective::Max);
    let model = Model::new(&question).unwrap();
    let rows = LeafSearch::rows(&model, &Space::new(&model), Case::cover(&model, 1)[0]);
    let mut prices = [0; ROWS];
    let ends = [7, 9].map(|price| {
        prices[rows[0]] = price;
        Tree::Cut(Box::new(prices))
    });
    let alone = Tree::Variants(Trait::Alone, 0, Box::new(ends.clone()));
    let few = Tree::Variants(
        Trait::FewUntil,
        3,
        Box::new([alone, Tree::Cut(Box::new(prices))]),
    );
    let proof = LeafProof {
        rows: rows.clone(),
        sets: vec![prices],
        trees: vec![few, Tree::Variants(Trait::OtherSkip, 2, Box::new(ends))],
    };
    let mut written = Vec::new();
    proof.write(&mut written);
    let mut bytes = verify::read::Bytes::new(&written);
    let read = LeafProof::read(&rows, &mut bytes).unwrap();
    bytes.end().unwrap();
    let mut again = Vec::new();
    read.write(&mut again);
    assert_eq!(again, written);
    // There are six traits.
    let at = written.len() - 2 * rows.len() - 4;
    assert_eq!(written[at - 1..at + 2], [3, 2, 2]);
    written[at] = 6;
    let mut bytes = verify::read::Bytes::new(&written);
    assert!(LeafProof::read(&rows, &mut bytes).is_err());
}

/// What is written is read again: sets of prices, and trees of all kinds.
#[test]
fn a_proof_is_read_as_it_was_written() {
    let question = question(2, "seed-base", Objective::Max);
    let (_, proof) = verify::leaves_of(&by_leaves()).unwrap().unwrap();
    let model = Model::new(&question).unwrap();
    let space = Space::new(&model);
    let rows = LeafSearch::rows(&model, &space, Case::ALL);
    let mut bytes = verify::read::Bytes::new(&proof);
    assert_eq!((bytes.byte().unwrap(), bytes.number().unwrap()), (0, 209));
    let read = LeafProof::read(&rows, &mut bytes).unwrap();
    bytes.end().unwrap();
    assert_eq!(certificate::leaves(&[(Case::ALL, 209, read)])[1..], proof);
}
