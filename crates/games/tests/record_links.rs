//! Links hold every game, however it stands, and nothing else reads as one.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_engine::{
    DealSource, Game, Record, RecordLink, RecordLinkError, Rules as _, Seat, Streams, Table,
};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use proptest::prelude::*;

/// A random game of at most `plies` actions.
fn random_game<G: Game>(rules: &str, seed: u64, plies: usize, cards: bool) -> Table<G> {
    let rules = G::Rules::named(rules).unwrap();
    let deal = match cards {
        true => DealSource::Cards(G::deal(&rules, seed)),
        false => DealSource::Seed(seed),
    };
    let names = (0..rules.seats())
        .map(|seat| ["You", "ismcts:2000", "Zoë, \"Z\"", "", "random"][seat % 5].to_owned());
    let mut table = Table::<G>::new(rules.clone(), deal, names.collect()).unwrap();
    let mut rng = Streams::new(seed).task(0);
    while table.actions().len() < plies && !table.to_move().is_empty() {
        let movers: Vec<Seat> = table.to_move().iter().collect();
        let seat = movers[rng.random_range(0..movers.len() as u32) as usize];
        let legal = table.state().legal_actions(seat);
        let action = legal[rng.random_range(0..legal.len() as u32) as usize];
        table.play(seat, action).unwrap();
    }
    table
}

fn comes_back<G: Game>(table: &Table<G>) -> String {
    let link = RecordLink::write(table);
    let read = RecordLink::read(&format!(
        "https://example.org/parlour/#/replay/link/{link}\n"
    ))
    .unwrap();
    assert_eq!(read.game(), G::NAME);
    let start = Record {
        actions: Vec::new(),
        result: None,
        ..table.record()
    };
    assert_eq!(read.beginning(), start.to_line());
    assert_eq!(read.table::<G>().as_ref(), Ok(table));
    link
}

fn check<G: Game>(rules: usize, seed: u64, plies: usize, cards: bool, resigns: bool) {
    let names = G::Rules::names();
    let mut table = random_game::<G>(names[rules % names.len()], seed, plies, cards);
    if resigns {
        table.resign(Seat(1));
    }
    comes_back(&table);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_game_comes_back(
        rules in 0..30_usize,
        seed: u64,
        plies in prop_oneof![Just(usize::MAX), 0..200_usize],
        cards: bool,
        resigns: bool,
    ) {
        check::<Jaipur>(rules, seed, plies, cards, resigns);
        check::<PrimiComposti>(rules, seed, plies, cards, resigns);
        check::<ModernArt>(rules, seed, plies, cards, resigns);
        check::<MastersGallery>(rules, seed, plies, cards, resigns);
    }

    #[test]
    fn a_changed_link_is_refused(seed: u64, at: prop::sample::Index, letter in "[A-Za-z0-9_-]") {
        let table = random_game::<Jaipur>("round", seed, usize::MAX, false);
        let link = RecordLink::write(&table);
        let at = at.index(link.len());
        let changed = format!("{}{letter}{}", &link[..at], &link[at + 1..]);
        prop_assume!(changed != link);
        if let Ok(read) = RecordLink::read(&changed) {
            prop_assert!(read.table::<Jaipur>().is_err());
        }
        let cut = RecordLink::read(&link[..at]).and_then(RecordLink::table::<Jaipur>);
        prop_assert_eq!(cut.err(), Some(RecordLinkError::Damaged));
    }

    #[test]
    fn no_text_panics(text in "[A-Za-z0-9_-]{0,400}") {
        for text in [format!("AQ{text}"), text] {
            if let Ok(link) = RecordLink::read(&text) {
                let _ = link.table::<Jaipur>();
            }
        }
    }
}

/// A text has one link only, although the dictionary of the format has some tokens twice.
#[test]
fn a_changed_beginning_is_refused() {
    let link = RecordLink::write(&random_game::<Jaipur>(
        "round",
        221290391069333895,
        9,
        false,
    ));
    let letters = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['-', '_']);
    for letter in letters {
        for at in 0..link.len().min(24) {
            let changed = format!("{}{letter}{}", &link[..at], &link[at + 1..]);
            let read = RecordLink::read(&changed).and_then(|read| read.table::<Jaipur>());
            assert!(changed == link || read.is_err(), "{changed}");
        }
    }
}

#[test]
fn a_link_of_another_game_is_refused() {
    let link = RecordLink::write(&random_game::<Jaipur>("round", 1, 9, false));
    let read = RecordLink::read(&link).unwrap();
    assert_eq!(
        read.table::<ModernArt>().err(),
        Some(RecordLinkError::Damaged)
    );
}

/// Links that were shared must be read for ever. A change of the order of legal actions, of the texts of actions or
/// of the known tokens breaks them.
#[test]
fn links_of_version_1_can_be_read() {
    fn golden<G: Game>(rules: &str, cards: bool, link: &str) {
        let table = random_game::<G>(rules, 2026, usize::MAX, cards);
        let read = RecordLink::read(link).and_then(RecordLink::table::<G>);
        assert!(
            read.as_ref() == Ok(&table),
            "now it is {}",
            RecordLink::write(&table)
        );
    }
    golden::<Jaipur>("round", true, JAIPUR);
    golden::<PrimiComposti>("2-free", false, PRIMI_COMPOSTI);
    golden::<ModernArt>("full", false, MODERN_ART);
    golden::<MastersGallery>("full", false, MASTERS_GALLERY);
}

const JAIPUR: &str = "Ac_h0ezGq0FtoSu_FLZTdrd1WxCGwxgQbwYx8Jb3Nq1bF0W3ceO2uTu98X6fkR_F-K_CUEeKuO6Mf6NtERJj_rWuCT-kc4g5vZAAWn9BI4NqYDPdCIYXgMJRtGc1xPkAM7sLhbgP2d95vAhtEyp2T4nOZNxKkRVMfDWzt8jTj1G5_jel_LUK3lCndFLki2LKhT9Y01bSsWhmHOesg9qRavo3fnX0N27563TVudcExPijRnP1drhFgGo5AI-VwboceIRUfWDcZhHaSWaWkSGbPcUd0w";
const PRIMI_COMPOSTI: &str =
    "AT2r3d_9XroTTR6VPCS5SN93ubPIFD3WsSpYjzVFux4Y8D0o_LF4jtNI36ukHULhHUO5OqKlyOHlXuwJ1KOLXbR7DQ";
const MODERN_ART: &str = "AT8LAueUpSTiQ8-4ZAci8KWFnPzUSwuzHVpSumqpO9I2yf17Mn38uim7R1HibIE9UlIinfZekUTIBct5nEla-BfZbWoQrs5jW9Tbrvtpvvjh-Snbusg6G74_cQzL0WSDy1tt-MDrIVnj3rSXpJxfF0IxyEswtJ1PWfsWjpBJV9QXuMTpaZQDPveiufrz3UjiwFNlgojf5Uj1_EXLMW0fi0RoWhuKb1wKfcRomBDbxN0DEQn6w7e8cnFvsiekoR9bThHCgKiWGrXsNTsfJ5Cz13dan1J8fK_hp9RcaDzfL72J5RI";
const MASTERS_GALLERY: &str = "AVj7onDq4xXtD9WSnqI5N8uKhfZQ7AbDOLVCatr0SbOI7sjWYVe7Fb24Tne1LmmAVbrK4CnjinJN1i_-mrh6VTv2t9SnGPv7JKhjgCHzuXQGVTkf0ppYohrlqMfRB_44oTeusuznEw";

/// The mean and maximum length of the links of random games, printed with `--no-capture`.
fn lengths<G: Game>(rules: &str, games: u64, cards: bool) -> (usize, usize) {
    let links = (0..games).map(|seed| {
        let table = random_game::<G>(rules, seed, usize::MAX, cards);
        RecordLink::write(&table).len()
    });
    let lengths: Vec<usize> = links.collect();
    let mean = lengths.iter().sum::<usize>() / lengths.len();
    let longest = lengths.into_iter().max().unwrap();
    println!("{} {rules}: mean {mean}, longest {longest}", G::NAME);
    (mean, longest)
}

#[test]
fn links_have_the_sizes_that_the_docs_state() {
    assert_eq!(lengths::<Jaipur>("round", 200, false), (103, 183));
    assert_eq!(lengths::<Jaipur>("match", 200, false), (176, 315));
    assert_eq!(lengths::<PrimiComposti>("1", 200, false), (72, 74));
    assert_eq!(lengths::<ModernArt>("simple-3", 200, false), (279, 322));
    assert_eq!(lengths::<ModernArt>("simple", 200, false), (463, 572));
    assert_eq!(lengths::<MastersGallery>("full", 200, false), (135, 140));
}

#[test]
fn links_of_explicit_cards_are_short_too() {
    fn check<G: Game>() {
        for name in G::Rules::names() {
            let (_, longest) = lengths::<G>(name, 5, true);
            assert!(longest < 2000, "{name}: {longest}");
        }
    }
    check::<Jaipur>();
    check::<PrimiComposti>();
    check::<ModernArt>();
    check::<MastersGallery>();
}
