//! The analysis of a whole game: from one click to the last mistake, in every game.

use crate::harness::{Page, Setup, inspect_all, parlour, visit};
use crate::pictures;
use crate::table::{self, Game};
use crate::watch::load;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A finished game of each kind, with a player who makes mistakes.
const GAMES: [(&str, &str); 4] = [
    ("jaipur", "random,utility"),
    ("primi-composti", "greedy_asc,rand"),
    ("modern-art", "random,simple,simple"),
    ("masters-gallery", "random,greedy"),
];

/// What a command of the terminal prints.
fn printed(args: &[&str], file: &Path) -> String {
    let output = Command::new(parlour())
        .args(args)
        .arg(file)
        .output()
        .expect("parlour runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// A record that the terminal writes.
pub(crate) fn recorded(page: &Page, game: &str, seats: &str, more: &[&str]) -> String {
    let file = page.file("recorded.jsonl", "");
    let args = [
        "match", game, "--seats", seats, "--games", "1", "--seed", "6",
    ];
    printed(&[&args[..], more, &["--record"]].concat(), &file);
    std::fs::read_to_string(file).expect("the record is written")
}

/// The id of the game on the page.
fn id(page: &Page) -> String {
    let route = page.route();
    route.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The analysis that is stored for a game.
pub(crate) fn stored(page: &Page, id: &str) -> Value {
    let text = page.eval_with(
        "return localStorage.getItem('parlour/analysis/' + arguments[0])",
        vec![json!(id)],
    );
    text.as_str().map_or(Value::Null, |text| {
        serde_json::from_str(text).expect("it is JSON")
    })
}

/// Waits until everything is analysed, however long that takes as long as it goes on.
#[track_caller]
pub(crate) fn wait(page: &Page) {
    let done = || {
        page.eval("return document.querySelector('[data-testid=analysis]')?.dataset.done ?? null")
            == json!("")
    };
    let progress = || page.text("[data-testid=analysis-progress]");
    while !done() {
        let before = progress();
        page.until("the analysis goes on", || done() || progress() != before);
    }
}

/// In pages opened from now on, an analysis searches little, for tests of what is done with it. It compares by 11 pairs
/// of simulations, so that no mean of costs lies halfway between two numbers that are shown.
pub(crate) fn make_short(page: &Page) {
    page.before_every_page(
        "const post = Worker.prototype.postMessage;
         Worker.prototype.postMessage = function (question) {
           post.call(this, question.includes('\"judge\"')
             ? question.replace(/\"simulations\":\\d+/, '\"simulations\":22') : question);
         };",
    );
}

fn position(page: &Page) -> String {
    page.text("[data-testid=position]")
}

fn rows(page: &Page) -> usize {
    let rows = page.eval("return document.querySelectorAll('[data-testid=mistakes] li').length");
    rows.as_u64().expect("a number") as usize
}

fn drawn(page: &Page, what: &str) -> u64 {
    let count = page.eval_with(
        "return document.querySelectorAll('.analysis-chart ' + arguments[0]).length",
        vec![json!(what)],
    );
    count.as_u64().expect("a number")
}

/// In pages opened from now on, an analysis can be [limited](limit), so that no test depends on how fast it is.
fn prepare_limit(page: &Page) {
    page.before_every_page(
        "const post = Worker.prototype.postMessage;
         const held = [];
         Worker.prototype.postMessage = function (question) {
           if (question.includes('\"judge\"') && window.judged-- === 0) held.push([this, question]);
           else post.call(this, question);
         };
         window.lift = () => {
           window.judged = undefined;
           for (const [worker, question] of held.splice(0)) post.call(worker, question);
         };",
    );
}

/// The next analysis comes to this number of moves and waits there until [`lift_limit`].
fn limit(page: &Page, moves: u32) {
    page.eval(&format!("window.judged = {moves}"));
}

fn lift_limit(page: &Page) {
    page.eval("window.lift()");
}

/// The plies of the mistakes of a stored analysis.
fn mistakes(analysis: &Value) -> Vec<u64> {
    let moves = analysis["moves"].as_array().expect("a list");
    let marked = moves.iter().filter(|it| !it["move"]["judgement"].is_null());
    marked
        .map(|judged| judged["ply"].as_u64().expect("a number"))
        .collect()
}

/// One click, and every mistake can be visited; after a reload it is all there. The browser finds what the
/// terminal finds.
fn a_game_is_analysed(page: &Page, game: &str, seats: &str) {
    let record = recorded(page, game, seats, &[]);
    let file = load(page, &record);
    let id = id(page);
    assert!(!page.has("button", "Next mistake"));
    page.click("button", "Analyse the game");
    wait(page);
    let analysis = stored(page, &id);
    let report = printed(&["analyse", "--json"], &file);
    let report: Value = serde_json::from_str(&report).expect("a line of JSON");
    assert_eq!(analysis["done"], report["actions"]);
    let (ours, theirs) = (&analysis["moves"], &report["moves"]);
    assert_eq!(
        ours.as_array().map(Vec::len),
        theirs.as_array().map(Vec::len)
    );
    for (ours, theirs) in ours.as_array().into_iter().zip(theirs.as_array()) {
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert_eq!(ours["ply"], theirs["ply"], "{game}");
            let ours = &ours["move"];
            for same in ["seat", "played", "best", "judgement", "line"] {
                assert_eq!(ours[same], theirs[same], "{game}: {ours} {theirs}");
            }
            let [ours, theirs] = [ours, theirs].map(|it| it["value"]["mean"].as_f64());
            assert!((ours.expect("a number") - theirs.expect("a number")).abs() < 1e-4);
        }
    }
    let wrong = mistakes(&analysis);
    assert!(!wrong.is_empty(), "{game}");
    assert_eq!(rows(page), wrong.len());
    assert_eq!(drawn(page, "circle"), wrong.len() as u64);
    let seats = seats.split(',').count() as u64;
    assert_eq!(drawn(page, "path[class^='curve ']"), seats);
    // From mistake to mistake, by the button and the key, and round again.
    page.click("button", "To the start");
    let of = &analysis["done"];
    let at = |ply: u64| format!("Move {ply} of {of}");
    let start = u64::from(wrong[0] == 0);
    for (step, ply) in wrong.iter().skip(start as usize).enumerate() {
        match step % 2 {
            0 => page.click("button", "Next mistake"),
            _ => page.press('n'),
        }
        page.until("the next mistake is shown", || position(page) == at(*ply));
        let verdict = page.text("[data-testid=verdict]");
        assert!(verdict.contains("Better: "), "{verdict}");
        let here = page.text("[data-testid=analysis-here]");
        assert!(here.contains(&format!("Move {}:", ply + 1)), "{here}");
    }
    page.click("button", "Next mistake");
    page.until("the first again", || position(page) == at(wrong[0]));
    let last = wrong[wrong.len() - 1];
    page.click(
        "button",
        &format!("Go to the position before move {}", last + 1),
    );
    page.until("the last mistake", || position(page) == at(last));

    page.reload();
    wait(page);
    assert!(!page.has("button", "Analyse the game"));
    assert_eq!(rows(page), wrong.len());
    assert_eq!(stored(page, &id), analysis);
    // What is deleted is deleted with its analysis.
    page.open("#/replays");
    page.click("button", "Delete…");
    page.click("button", "Delete");
    page.until("it is gone", || stored(page, &id).is_null());
}

#[test]
fn a_round_of_jaipur_is_analysed() {
    let (game, seats) = GAMES[0];
    visit(&Setup::default(), |page| {
        a_game_is_analysed(page, game, seats)
    });
}

#[test]
fn a_game_of_primi_composti_is_analysed() {
    let (game, seats) = GAMES[1];
    visit(&Setup::default(), |page| {
        a_game_is_analysed(page, game, seats)
    });
}

#[test]
fn a_game_of_modern_art_is_analysed() {
    let (game, seats) = GAMES[2];
    visit(&Setup::default(), |page| {
        a_game_is_analysed(page, game, seats)
    });
}

#[test]
fn a_game_of_masters_gallery_is_analysed_on_a_phone() {
    let (game, seats) = GAMES[3];
    visit(&Setup::phone(), |page| {
        a_game_is_analysed(page, game, seats)
    });
}

/// After a game that one has played: the link begins the analysis, which is about one's own mistakes first.
#[test]
fn the_result_leads_to_the_analysis() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        table::play_to_the_end(page);
        page.click("link", "Analyse");
        wait(page);
        assert!(page.route().starts_with("#/analysis/"));
        let analysis = stored(page, &id(page));
        let own = (analysis["moves"].as_array().into_iter().flatten())
            .map(|it| &it["move"])
            .filter(|judged| judged["seat"] == 0 && !judged["judgement"].is_null());
        let own = own.count();
        assert_eq!(rows(page), own);
        page.choose("Mistakes of", "everybody");
        let all = mistakes(&analysis).len();
        page.until("those of both", || rows(page) == all);
    });
}

/// Whoever leaves stops the search; what was found is there when they come back, and it goes on from there.
#[test]
fn leaving_stops_the_analysis() {
    visit(&Setup::default(), |page| {
        page.count_what_is_under_way();
        prepare_limit(page);
        let (game, seats) = GAMES[2];
        load(page, &recorded(page, game, seats, &[]));
        let (id, route) = (id(page), page.route());
        limit(page, 12);
        page.click("button", "Analyse the game");
        page.until("a part is done", || !stored(page, &id).is_null());
        page.click("link", "Replays");
        page.find("heading", "Replays");
        lift_limit(page);
        page.wait_until_idle();
        let part = stored(page, &id);
        page.open(&route);
        page.find("button", "Go on with the analysis");
        let shown = part["moves"].as_array().map_or(0, Vec::len) as u64;
        assert!(shown > 0 && part["done"].as_u64() < Some(100), "{part}");
        limit(page, 12);
        page.click("button", "Go on with the analysis");
        page.click("button", "Stop");
        page.find("button", "Go on with the analysis");
        lift_limit(page);
        page.wait_until_idle();
        let more = stored(page, &id);
        assert!(more["done"].as_u64() >= part["done"].as_u64());
        assert_eq!(more["moves"][0], part["moves"][0]);
    });
}

#[test]
fn an_analysis_that_cannot_begin_or_go_on_says_why() {
    visit(&Setup::default(), |page| {
        page.before_every_page(
            "const post = Worker.prototype.postMessage;
             Worker.prototype.postMessage = function (question) {
               if (!window.broken || !question.includes('\"judge\"')) return post.call(this, question);
               const { ticket } = JSON.parse(question);
               const answer = JSON.stringify({ ticket, result: { Err: 'out of order' } });
               setTimeout(() => this.onmessage(new MessageEvent('message', { data: answer })));
             };",
        );
        let record = recorded(page, "jaipur", "random,random", &[]);
        let mut nothing: Value = serde_json::from_str(&record).expect("a record is JSON");
        load(page, &record);
        page.eval("window.broken = true");
        page.click("button", "Analyse the game");
        page.until_alert("out of order");
        page.eval("window.broken = false");
        page.click("button", "Analyse the game");
        page.until("it goes on", || drawn(page, "path") > 0);

        nothing["actions"] = json!([]);
        nothing.as_object_mut().expect("an object").remove("result");
        load(page, &format!("{nothing}\n"));
        page.until_text("[data-testid=analysis]", "nothing to analyse");
        assert!(!page.has("button", "Analyse the game"));
    });
}

/// Every state of the panel, to be looked at by a checker.
fn screens(page: &Page, look: &dyn Fn(&str)) {
    prepare_limit(page);
    for (game, seats) in GAMES {
        load(page, &recorded(page, game, seats, &[]));
        if game == "jaipur" {
            look("before the analysis");
            limit(page, 20);
            page.click("button", "Analyse the game");
            page.until("a part is done", || drawn(page, "path") > 0);
            page.click("button", "Stop");
            page.find("button", "Go on with the analysis");
            look("a part of the analysis");
            lift_limit(page);
            page.click("button", "Go on with the analysis");
        } else {
            page.click("button", "Analyse the game");
        }
        wait(page);
        page.click("button", "To the start");
        page.click("button", "Next mistake");
        page.until("the verdict", || {
            !page.text("[data-testid=verdict]").is_empty()
        });
        look(&format!("the analysis of {game}"));
    }
}

#[test]
fn every_screen_can_be_used_by_all_in_both_themes_at_every_width() {
    inspect_all(screens);
}

/// Pictures of every screen, made only when `PARLOUR_SCREENSHOTS` is set.
#[test]
fn pictures_of_every_screen() {
    pictures::of_every_screen("analysis", screens, &|page, _, take| {
        if page.setup.phone {
            page.eval("document.querySelector('.analysis-panel').scrollIntoView()");
            take("-panel");
            page.eval("document.querySelector('.analysis-panel').scrollIntoView(false)");
            take("-panel-end");
            page.eval("scrollTo(0, 0)");
        } else {
            page.eval("document.querySelector('.table-side').scrollTo(0, 500)");
            take("-below");
        }
    });
}

/// How long an analysis takes, and the longest task of the page.
#[test]
#[ignore = "measures times: cargo xtask bench web"]
fn measured_times_of_an_analysis() {
    let wanted = [
        ("jaipur", "ismcts:100,utility", None),
        ("primi-composti", "greedy_asc,rand", Some("1")),
        ("primi-composti", "greedy_asc,rand", Some("2-greedy")),
        ("primi-composti", "greedy_asc,rand", Some("2-free")),
        ("modern-art", "simple,simple,simple", None),
        ("modern-art", "simple,simple,simple,simple,simple", None),
        ("masters-gallery", "greedy,greedy", None),
    ];
    for (game, seats, rules) in wanted {
        visit(&Setup::default(), |page| {
            let rules: Vec<&str> = rules
                .into_iter()
                .flat_map(|rules| ["--rules", rules])
                .collect();
            load(page, &recorded(page, game, seats, &rules));
            page.eval(
                "window.long = [];
                 new PerformanceObserver((list) => {
                   window.long.push(...list.getEntries().map((entry) => Math.round(entry.duration)));
                 }).observe({ type: 'longtask' });",
            );
            let begun = Instant::now();
            page.click("button", "Analyse the game");
            wait(page);
            let took = begun.elapsed().as_secs_f64();
            let analysis = stored(page, &id(page));
            println!(
                "{game} {}: {} moves in {took:.1} s; tasks of the page over 50 ms: {}",
                rules.join(" "),
                analysis["done"],
                page.eval("return window.long")
            );
        });
    }
}
