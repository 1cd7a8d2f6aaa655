//! The statistics: every number against one that is computed here from what the browser stores.

use crate::analysis;
use crate::harness::{Page, Setup, visit};
use crate::pictures::inspect_and_picture;
use crate::table::{self, Game};
use crate::watch::{finished_round, load};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Names of policies and rule sets on the page.
const NAMES: [(&str, &str); 5] = [
    ("utility", "Merchant"),
    ("random", "Novice"),
    ("ismcts:30", "Expert"),
    ("round", "One round"),
    ("match", "A match"),
];

fn name(known: &Value) -> &'static str {
    let found = NAMES.iter().find(|(name, _)| known == name);
    found.map(|(_, shown)| *shown).expect("a known name")
}

/// The saved games that can be read.
fn saved(page: &Page) -> Vec<Value> {
    let games = page.eval(
        "return Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/'))
           .map((key) => { try { return JSON.parse(localStorage.getItem(key)) } catch { return null } })
           .filter((game) => game)",
    );
    games.as_array().cloned().expect("a list")
}

/// What a game is for its person: their seat, and the policy of the AI.
fn seats(game: &Value) -> (usize, &Value) {
    let seats = game["seats"].as_array().expect("a list");
    let own = seats.iter().position(|seat| seat["person"].is_object());
    let ai = seats.iter().find(|seat| seat["ai"].is_object());
    (
        own.expect("a person plays"),
        &ai.expect("an AI plays")["ai"]["policy"],
    )
}

/// Whether a game counts: one person, against an AI, to the end, from the start, here.
fn counts(game: &Value) -> bool {
    let seats = game["seats"].as_array().expect("a list");
    let people = seats.iter().filter(|seat| seat["person"].is_object());
    people.count() == 1
        && game["summary"]["winners"].is_array()
        && game["origin"].is_null()
        && game["branch"].is_null()
}

/// The cells of a row, as they should be shown for these games.
fn expected_row(games: &[&Value], has_margin: bool) -> Vec<String> {
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    let mut margins = Vec::new();
    let mut times = Vec::new();
    for game in games {
        let (own, _) = seats(game);
        let summary = &game["summary"];
        let winners = summary["winners"].as_array().expect("a list");
        *match (winners.contains(&json!(own)), winners.len()) {
            (true, 1) => &mut won,
            (true, _) => &mut drawn,
            (false, _) => &mut lost,
        } += 1;
        if summary["resigned"].is_null() {
            let score = |seat: usize| summary["scores"][seat].as_f64().expect("a number");
            margins.push(score(own) - score(1 - own));
        }
        times.extend(game["active"].as_f64());
    }
    let share = |count: usize| {
        let share = 100.0 * count as f64 / games.len() as f64;
        format!("{count} {share:.0}\u{a0}%")
    };
    let margin = match margins.is_empty() || !has_margin {
        true => "–".to_owned(),
        false => signed(margins.iter().sum::<f64>() / margins.len() as f64),
    };
    let time = match times.is_empty() {
        true => "–".to_owned(),
        false => duration(times.iter().sum()),
    };
    let counts = [
        games.len().to_string(),
        share(won),
        share(drawn),
        share(lost),
    ];
    counts.into_iter().chain([margin, time]).collect()
}

fn signed(number: f64) -> String {
    let written = format!("{:.1}", number.abs());
    match number {
        _ if written == "0.0" => written,
        number if number < 0.0 => format!("−{written}"),
        _ => format!("+{written}"),
    }
}

fn duration(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).round() as u64;
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds}\u{a0}s"),
        (0, minutes) => format!("{minutes}\u{a0}min"),
        (hours, minutes) => format!("{hours}\u{a0}h {minutes}\u{a0}min"),
    }
}

/// The rows of a table: their heads and cells.
fn rows(page: &Page, table: &str) -> BTreeMap<String, Vec<String>> {
    let rows = page.eval_with(
        "const said = (element) => element.innerText.replace(/[ \\n\\t]+/g, ' ').trim();
         return [...document.querySelectorAll(`[data-testid=${arguments[0]}] tbody tr`)].map((row) =>
           [said(row.querySelector('th')), [...row.querySelectorAll('td')].map(said)])",
        vec![json!(table)],
    );
    serde_json::from_value::<Vec<(String, Vec<String>)>>(rows)
        .expect("rows of text")
        .into_iter()
        .collect()
}

/// Terms and their values.
fn terms(page: &Page, list: &str) -> BTreeMap<String, String> {
    let terms = page.eval_with(
        "return [...document.querySelectorAll(`[data-testid=${arguments[0]}] > div`)].map((line) =>
           [line.querySelector('dt').innerText, line.querySelector('dd').innerText])",
        vec![json!(list)],
    );
    serde_json::from_value::<Vec<(String, String)>>(terms)
        .expect("lines of text")
        .into_iter()
        .collect()
}

/// Compares everything that the page shows of these games.
#[track_caller]
fn check(page: &Page, games: &[&Value]) {
    page.until("the number of games", || {
        page.text("[data-testid=all-games]") == games.len().to_string()
    });
    let all = expected_row(games, true);
    for (tile, cell) in [("won", 1), ("drawn", 2), ("lost", 3)] {
        assert_eq!(page.text(&format!("[data-testid=all-{tile}]")), all[cell]);
    }
    let time = page.text("[data-testid=all-time]");
    let timed = games
        .iter()
        .filter(|game| game["active"].is_number())
        .count();
    match timed {
        0 => assert_eq!(time, ""),
        _ if timed == games.len() => assert_eq!(time, all[5]),
        1 => assert_eq!(time, format!("{} in 1 game", all[5])),
        _ => assert_eq!(time, format!("{} in {timed} games", all[5])),
    }
    let mut kinds: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for game in games {
        let (_, policy) = seats(game);
        let head = format!("{} {}", name(policy), name(&game["rules"]));
        kinds.entry(head).or_default().push(game);
    }
    let mut expected: BTreeMap<String, Vec<String>> = kinds
        .iter()
        .map(|(head, games)| (head.clone(), expected_row(games, true)))
        .collect();
    if kinds.len() > 1 {
        let same_rules = games.iter().all(|game| game["rules"] == games[0]["rules"]);
        expected.insert("All".to_owned(), expected_row(games, same_rules));
    }
    assert_eq!(rows(page, "results"), expected);
    check_analyses(page, games);
}

/// Compares what the page shows of the analyses.
#[track_caller]
fn check_analyses(page: &Page, games: &[&Value]) {
    let (mut analysed, mut moves, mut loss, mut judged) = (0, 0, 0.0, [0; 3]);
    let mut losses = Vec::new();
    for game in games {
        let stored = analysis::stored(page, game["id"].as_str().expect("text"));
        if stored["done"] != game["summary"]["actions"] {
            continue;
        }
        let (own, _) = seats(game);
        let own: Vec<&Value> = (stored["moves"].as_array().expect("a list").iter())
            .map(|numbered| &numbered["move"])
            .filter(|judged| judged["seat"] == json!(own) && judged["options"] != json!(1))
            .collect();
        let cost = |judged: &&Value| judged["cost"]["mean"].as_f64().expect("a number");
        let sum: f64 = own.iter().map(cost).sum();
        analysed += 1;
        moves += own.len();
        loss += sum;
        losses.push(format!("{:.1}\u{a0}%", 100.0 * sum / own.len() as f64));
        for (count, kind) in judged.iter_mut().zip(["inaccuracy", "mistake", "blunder"]) {
            *count += own
                .iter()
                .filter(|one| one["judgement"] == json!(kind))
                .count();
        }
    }
    let shown = terms(page, "analysis");
    if analysed == 0 {
        assert!(shown.is_empty(), "{shown:?}");
        assert!(
            page.text("[data-testid=not-analysed]")
                .contains("None of these games")
        );
        return;
    }
    let rate = |count: usize| format!("{:.1}", 10.0 * count as f64 / moves as f64);
    let expected = [
        ("Games analysed to the end", analysed.to_string()),
        ("Moves with a choice", moves.to_string()),
        (
            "Average loss per move",
            format!("{:.1}\u{a0}%", 100.0 * loss / moves as f64),
        ),
        ("Inaccuracies per 10 moves", rate(judged[0])),
        ("Mistakes per 10 moves", rate(judged[1])),
        ("Blunders per 10 moves", rate(judged[2])),
    ];
    let expected: BTreeMap<String, String> = expected
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    assert_eq!(shown, expected);
    let dots = page.eval("return document.querySelectorAll('.loss-chart circle').length");
    assert_eq!(dots, json!(analysed));
    page.eval("document.querySelector('.stat-analysis details').open = true");
    let cells = page.eval(
        "return [...document.querySelectorAll('[data-testid=losses] tbody tr')]
           .map((row) => row.querySelectorAll('td')[2].innerText)",
    );
    let mut cells: Vec<String> = serde_json::from_value(cells).expect("a list of text");
    cells.sort();
    losses.sort();
    assert_eq!(cells, losses);
    page.eval("document.querySelector('.stat-analysis details').open = false");
}

/// Plays a round to its end and analyses it; tells how long it took by the clock of the page, in milliseconds.
fn play_and_analyse(page: &Page) -> f64 {
    let now = || page.eval("return Date.now()").as_f64().expect("a number");
    let start = now();
    table::start(page, &Game::default());
    table::play_to_the_end(page);
    let took = now() - start;
    page.click("link", "Analyse");
    analysis::wait(page);
    took
}

/// Saves changed copies of the only game that was played to its end here, with its analysis: games of all kinds.
fn add_copies(page: &Page) {
    page.eval(
        "const games = Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/'))
           .map((key) => JSON.parse(localStorage.getItem(key)));
         const game = games.find((game) => game.summary.resigned === null && !game.origin);
         const analysis = localStorage.getItem(`parlour/analysis/${game.id}`);
         const own = game.seats.findIndex((seat) => seat.person);
         let count = 0;
         const add = (change, factor) => {
           const copy = structuredClone(game);
           copy.id = `copy${count += 1}`;
           change(copy);
           localStorage.setItem(`parlour/game/${copy.id}`, JSON.stringify(copy));
           if (factor === undefined) return;
           const own = JSON.parse(analysis);
           for (const { move } of own.moves) move.cost.mean *= factor;
           localStorage.setItem(`parlour/analysis/${copy.id}`, JSON.stringify(own));
         };
         const DAY = 86400000;
         const ago = (days) => (copy) => { copy.updated -= days * DAY; };
         const against = (policy) => (copy) => { copy.seats[1 - own].ai = { policy }; };
         const ends = (scores, winners) => (copy) => {
           copy.summary.scores = own ? [...scores].reverse() : scores;
           copy.summary.winners = winners.map((seat) => seat ? 1 - own : own);
         };
         const all = (...changes) => (copy) => { for (const change of changes) change(copy); };
         add(all(ago(3), ends([61, 60], [0])), 0.5);
         add(all(ago(10), ends([40, 82], [1])), 2);
         add(all(ago(20), ends([50, 50], [0, 1])), 1.5);
         add(all(ago(90), against('random'), ends([91, 30], [0])), 0.25);
         add(all(ago(40), against('random'), ends([80, 44], [0]), (copy) => { delete copy.active; }));
         add(all(ago(5), against('ismcts:30'), ends([33, 71], [1])), 1.2);
         add(all(ago(400), against('ismcts:30'), ends([0, 2], [1]), (copy) => { copy.rules = 'match'; }));
         // None of these counts.
         add((copy) => { copy.seats[1 - own] = { person: { name: 'Ben' } }; });
         add((copy) => { copy.origin = 'server'; });
         add((copy) => { copy.branch = { parent: game.id, ply: 2, redealt: false }; });
         add((copy) => { copy.seats[own] = { ai: { policy: 'random' } }; });
         add((copy) => { copy.summary.winners = null; });
         add((copy) => { copy.summary.winners = [7]; });
         localStorage.setItem('parlour/game/broken', '{');",
    );
}

#[test]
fn every_number_is_that_of_the_saved_games() {
    visit(&Setup::default(), |page| {
        analysis::make_short(page);
        page.open("#/statistics");
        assert!(
            page.text("[data-testid=no-games]")
                .contains("No finished game against an AI yet")
        );
        inspect_and_picture(page, "statistics-empty");

        let took = play_and_analyse(page);
        let games = saved(page);
        let active = games[0]["active"].as_f64().expect("the time is measured");
        assert!(active > 0.0 && active <= took, "{active} of {took}");
        page.open("#/statistics");
        check(page, &games.iter().collect::<Vec<_>>());

        table::start(page, &Game::default());
        page.click("button", "Resign");
        page.click("button", "Resign");
        page.find("button", "Rematch");
        load(page, &finished_round(page));
        add_copies(page);
        let games = saved(page);
        let counted: Vec<&Value> = games.iter().filter(|game| counts(game)).collect();
        // The one whose winner does not exist is damaged.
        let counted: Vec<&Value> = counted
            .into_iter()
            .filter(|game| game["summary"]["winners"] != json!([7]))
            .collect();
        assert_eq!(counted.len(), 9);
        page.open("#/");
        page.click("link", "Your statistics");
        check(page, &counted);
        let uncounted = terms(page, "uncounted");
        let expected = [
            ("In progress", "1"),
            ("Several people at one device", "1"),
            ("Online, at a server’s table", "1"),
            ("Loaded from a record or a link", "1"),
            ("Played on from another game", "1"),
            ("AIs among themselves", "1"),
            ("Damaged", "2"),
        ];
        let expected: BTreeMap<String, String> = expected
            .into_iter()
            .map(|(name, count)| (name.to_owned(), count.to_owned()))
            .collect();
        assert_eq!(uncounted, expected);
        inspect_and_picture(page, "statistics");

        // The filters, by keyboard, and in the address.
        let since = |days: f64| {
            let now = page.eval("return Date.now()").as_f64().expect("a number");
            let updated = |game: &Value| game["updated"].as_f64().expect("a number");
            let late = |game: &&&Value| updated(game) >= now - days * 86_400_000.0;
            counted.iter().filter(late).copied().collect::<Vec<_>>()
        };
        page.choose("Period", "The last 30 days");
        check(page, &since(30.0));
        assert_eq!(page.route(), "#/statistics?days=30");
        page.choose("Period", "The last 7 days");
        check(page, &since(7.0));
        page.reload();
        check(page, &since(7.0));
        page.choose("Game", "Modern Art");
        page.until_text("[data-testid=no-games]", "No game fits");
        page.choose("Game", "Jaipur");
        page.choose("Period", "All");
        check(page, &counted);
    });
}

#[test]
fn the_statistics_fit_a_phone() {
    visit(&Setup::phone(), |page| {
        analysis::make_short(page);
        play_and_analyse(page);
        add_copies(page);
        page.open("#/statistics");
        page.find("heading", "What your moves cost");
        inspect_and_picture(page, "statistics");
        page.eval("document.querySelector('.stat-analysis details').open = true");
        page.assert_no_sideways_scroll("the table of losses");
    });
}

#[test]
fn one_file_takes_everything_to_another_device_and_adds_nothing_twice() {
    visit(&Setup::default(), |page| {
        analysis::make_short(page);
        play_and_analyse(page);
        add_copies(page);
        page.open("#/settings");
        page.click("radio", "Dark");
        let before = saved(page);
        let analyses = "return Object.entries(localStorage)
            .filter(([key]) => key.startsWith('parlour/analysis/')).sort()";
        let analysed = page.eval(analyses);
        let file = page.download(|| page.click("button", "Save everything to a file"));
        page.eval("localStorage.clear()");

        page.open("#/settings");
        assert!(!page.find("radio", "Dark").on);
        let wrong = page.file("wrong.json", "{\"parlour\":1}");
        page.upload("Load such a file", &wrong);
        page.until_alert("not a file with saved data");
        // The copies share a record: one of them is enough.
        page.upload("Load such a file", &file);
        page.until("it is loaded", || page.text(".toasts").contains("1 new"));
        assert!(page.find("radio", "Dark").on);
        assert_eq!(saved(page).len(), 1);
        page.upload("Load such a file", &file);
        page.until("it is loaded again", || {
            page.text(".toasts").contains("0 new")
        });
        assert_eq!(saved(page).len(), 1);
        assert!(before.len() > 1 && analysed.as_array().is_some_and(|all| !all.is_empty()));
        let kept = page.eval(analyses);
        assert_eq!(kept.as_array().map(Vec::len), Some(1));
        let id = saved(page)[0]["id"].clone();
        let id = id.as_str().expect("text");
        assert!(!analysis::stored(page, id)["moves"].is_null());
    });
}
