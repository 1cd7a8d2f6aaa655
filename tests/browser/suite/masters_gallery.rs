//! Masters Gallery: whole games by mouse and keyboard, cards shown together at one device, replay, every width and theme.

use crate::harness::{Page, Setup, at_all_widths, check_accessibility as check, visit};
use crate::modern_art::looks;
use crate::table::{self, Waits};
use fantoccini::key::Key;
use parlour_engine::{Record, Table};
use parlour_games::masters_gallery::MastersGallery;
use std::path::Path;

/// A table of one person and so many AIs, or of as many people.
fn start(page: &Page, rules: &str, people: &[&str], ais: usize, seed: u32) {
    page.open("#/new/masters-gallery");
    let players = people.len() + ais;
    page.click("radio", &players.to_string());
    if players > 2 {
        for at in 1..=players {
            let seat = format!("Player {at}");
            match people.get(at - 1) {
                Some(name) => {
                    page.choose(&seat, "A person");
                    page.write(&format!("Name of player {at}"), name);
                }
                None => page.choose(&seat, if at % 2 == 0 { "Curator" } else { "Novice" }),
            }
        }
    } else if ais == 1 {
        page.click("radio", "You and an AI");
        page.click("radio", "Curator");
    }
    page.click("radio", rules);
    page.click("button", "Play a certain deal");
    page.write("Seed", &seed.to_string());
    let label = if people.is_empty() {
        "Start watching"
    } else {
        "Start the game"
    };
    page.click("button", label);
}

fn legal_cards(page: &Page) -> Vec<String> {
    let buttons = page.all("button");
    let legal = buttons.iter().filter(|button| button.legal);
    legal.map(|button| button.name.clone()).collect()
}

/// Answers whatever is asked, by mouse. Symbols first, so that all of them come up.
fn answer(page: &Page, turn: usize) {
    if page.has("radio", "Yoko") {
        page.click("radio", "Yoko");
    } else {
        let cards = legal_cards(page);
        let symbol = cards.iter().find(|name| name.matches(',').count() > 1);
        match symbol.or_else(|| cards.get(turn % cards.len().max(1))) {
            Some(card) => page.click("button", card),
            None => {
                page.click("button", "Pass");
                return;
            }
        }
    }
    page.until("Confirm lights up", || table::may_confirm(page));
    page.click("button", "Confirm");
}

/// The same by keyboard alone.
fn answer_by_keyboard(page: &Page, _: usize) {
    if page.has("radio", "Yoko") {
        page.press('2');
    } else {
        let legal = legal_cards(page);
        if legal.is_empty() {
            page.press('p');
            return;
        }
        for _ in 0..60 {
            if legal.contains(&page.focused()) {
                break;
            }
            let at_hand = page.focused().contains(", card ");
            page.press(if at_hand { Key::Right } else { Key::Tab });
            if at_hand && page.focused() == hand(page).last().cloned().unwrap_or_default() {
                if legal.contains(&page.focused()) {
                    break;
                }
                page.press(Key::Home);
            }
        }
        page.press(Key::Enter);
    }
    page.until("Confirm lights up", || table::may_confirm(page));
    page.press('c');
}

fn hand(page: &Page) -> Vec<String> {
    let names = page.names("button").into_iter();
    names.filter(|name| name.contains(", card ")).collect()
}

/// What would tell that something has happened.
fn seen(page: &Page) -> (String, usize, Vec<String>) {
    (
        table::guidance(page),
        table::log(page).len(),
        page.names("heading"),
    )
}

fn play(page: &Page, by: fn(&Page, usize), enough: impl Fn(usize) -> bool) -> bool {
    for turn in 0..600 {
        if enough(turn) {
            return false;
        }
        match table::wait(page) {
            Waits::Over => return true,
            Waits::BetweenRounds => page.click("button", "Next round"),
            Waits::ForPerson(name) => page.click("button", &format!("I am {name}: show my cards")),
            Waits::ForMove => {
                let asked = seen(page);
                by(page, turn);
                page.until("something has happened", || {
                    table::wait(page) != Waits::ForMove || seen(page) != asked
                });
            }
        }
    }
    panic!("the game does not end");
}

fn replayed(page: &Page) -> Table<MastersGallery> {
    let line = std::fs::read_to_string(table::record(page)).expect("it can be read");
    let record = Record::<MastersGallery>::read(line.trim()).expect("it is a record");
    record.replay().expect("it can be replayed")
}

/// Points as the page shows them, the others clockwise first, then one's own.
fn points(page: &Page) -> Vec<i32> {
    let shown = page.eval(
        "return [...document.querySelectorAll('[data-testid=score] b')].map((score) => Number(score.innerText))",
    );
    let shown = shown.as_array().expect("a list").iter();
    shown
        .map(|score| score.as_i64().expect("a number") as i32)
        .collect()
}

fn look_at_the_end(page: &Page) {
    page.click("button", "Look at the table");
    let table = replayed(page);
    let mut scores = table.outcome().expect("it is over").scores;
    let seats = scores.len();
    scores.rotate_left(1);
    assert_eq!(points(page), scores);
    let log = table::log(page);
    page.reload();
    page.click("button", "Look at the table");
    assert_eq!(table::log(page), log);
    page.click("link", "Replay");
    page.find("button", "One move back");
    page.click("button", "To the start");
    assert_eq!(points(page), vec![0; seats]);
    page.click("button", "One move forward");
    page.click("button", "To the end");
    assert_eq!(points(page), scores);
}

#[test]
fn the_whole_game_by_mouse() {
    visit(&Setup::default(), |page| {
        start(page, "The whole game", &["Ada"], 2, 7);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(hand(page).len(), 13);
        assert!(play(page, answer, |_| false));
        look_at_the_end(page);
    });
}

#[test]
fn without_symbols_by_keyboard_alone() {
    visit(&Setup::default(), |page| {
        start(page, "Without symbols", &["Ada"], 1, 3);
        assert!(play(page, answer_by_keyboard, |_| false));
        look_at_the_end(page);
    });
}

#[test]
fn symbols_by_keyboard_at_one_device() {
    visit(&Setup::default(), |page| {
        start(page, "The whole game", &["Ada", "Ben", "Cleo"], 0, 5);
        assert!(play(page, answer_by_keyboard, |_| false));
        let log = table::log(page).join(" ");
        assert!(log.contains("awarded"), "{log}");
    });
}

/// What one chose to show is not told before the last has chosen.
#[test]
fn cards_shown_together_stay_hidden_until_all_have_chosen() {
    visit(&Setup::default(), |page| {
        for seed in 1..30 {
            start(page, "The whole game", &["Ada", "Ben", "Cleo"], 0, seed);
            page.click("button", "I am Ada: show my cards");
            page.find("button", "Confirm");
            let cards = legal_cards(page);
            let Some(card) = cards.iter().find(|name| name.contains("all together")) else {
                continue;
            };
            page.click("button", card);
            page.click("button", "Confirm");
            page.until("all choose", || {
                page.text("[data-testid=title]") == "Everybody chooses a card"
            });
            let shown = legal_cards(page).remove(0);
            page.click("button", &shown);
            page.click("button", "Confirm");
            for name in ["Ben", "Cleo"] {
                page.click("button", &format!("I am {name}: show my cards"));
                page.find("button", "Confirm");
                let log = table::log(page).join(" ");
                assert!(!log.contains("showed"), "{log}");
                let card = legal_cards(page).remove(0);
                page.click("button", &card);
                page.click("button", "Confirm");
            }
            // Whoever is next takes the device, and reads the log.
            page.click("button", "I am …");
            page.until("all cards are shown", || {
                let log = table::log(page).join(" ");
                ["Ada", "Ben", "Cleo"]
                    .iter()
                    .all(|name| log.contains(&format!("{name} showed")))
            });
            return;
        }
        panic!("no deal gives Ada such a card");
    });
}

/// What shows of a seat's cards on display: by card its name for ears, and whether anything else could tell which it is.
fn on_display(page: &Page, seat: usize) -> Vec<(String, bool)> {
    let cards = page.eval_with(
        "const [seat] = arguments;
         const drawn = (card) => [...card.children].map((child) => child.outerHTML).join();
         const back = drawn(document.querySelector('.card[data-travel=deck]'));
         return [...document.querySelectorAll(`[data-seat='${seat}'] [data-testid=display] .card`)].map((card) => [
           card.ariaLabel,
           drawn(card) !== back || card.getAttributeNames().some((name) => name.startsWith('data-') || name === 'title'),
         ])",
        vec![seat.into()],
    );
    let cards = cards.as_array().expect("a list").iter();
    cards
        .map(|card| {
            (
                card[0].as_str().unwrap_or_default().to_owned(),
                card[1] == true,
            )
        })
        .collect()
}

const FACE_DOWN: &str = "A card face down";

/// Of a card that lies face down nobody but its owner is told which it is: not behind the turn screen, and not after it.
#[test]
fn what_one_laid_face_down_is_not_told_to_the_others_at_the_device() {
    visit(&Setup::default(), |page| {
        let ada_with = |seed: u32, symbol: &str| -> Option<String> {
            start(page, "The whole game", &["Ada", "Ben", "Cleo"], 0, seed);
            page.click("button", "I am Ada: show my cards");
            page.find("button", "Confirm");
            let mut cards = legal_cards(page).into_iter();
            cards.find(|name| name.contains(symbol))
        };
        let card = (1..30).find_map(|seed| ada_with(seed, "second card face down"));
        page.click("button", &card.expect("a deal gives Ada such a card"));
        page.click("button", "Confirm");
        page.until("Ada may lay one face down", || {
            page.text("[data-testid=title]").contains("face down")
        });
        // Her own eyes see which it is.
        let laid = legal_cards(page).remove(0);
        page.click("button", &laid);
        page.click("button", "Confirm");
        page.find("button", "I am Ben: show my cards");
        let curtain = page.everything_said();
        assert!(!curtain.contains("data-card") && !curtain.contains("data-travel"));
        assert!(curtain.contains("laid a card face down"));
        page.click("button", "I am Ben: show my cards");
        page.find("button", "Confirm");
        let shown = on_display(page, 0);
        assert_eq!(shown.len(), 2, "{shown:?}");
        assert_eq!(shown[1], (FACE_DOWN.to_owned(), false));
        // A reload knows no more, and hers is told to her alone.
        page.reload();
        page.click("button", "I am Ben: show my cards");
        page.find("button", "Confirm");
        assert_eq!(on_display(page, 0), shown);
        for name in ["Ben", "Cleo"] {
            let card = legal_cards(page);
            let plain = card.iter().find(|name| name.matches(',').count() == 1);
            page.click("button", plain.unwrap_or(&card[0]));
            page.click("button", "Confirm");
            // A symbol may ask for more; without it the next is asked.
            page.until("the next is asked", || {
                if page.has("button", "Pass") {
                    page.click("button", "Pass");
                }
                matches!(table::wait(page), Waits::ForPerson(other) if other != name)
            });
            if name == "Ben" {
                page.click("button", "I am Cleo: show my cards");
                page.find("button", "Confirm");
                assert_eq!(on_display(page, 0)[1], (FACE_DOWN.to_owned(), false));
            }
        }
        page.click("button", "I am Ada: show my cards");
        page.find("button", "Confirm");
        let (kind, _) = laid.split_once(", card ").expect("a card has a number");
        assert_eq!(
            on_display(page, 0)[1].0,
            format!("Your card face down: {kind}")
        );
    });
}

/// The same of AIs against whom one plays, whatever they do in a round.
#[test]
fn what_an_ai_laid_face_down_is_not_told() {
    visit(&Setup::default(), |page| {
        for seed in 1..20 {
            start(page, "The whole game", &["Ada"], 2, seed);
            for turn in 0..40 {
                if table::wait(page) != Waits::ForMove {
                    break;
                }
                let down: Vec<(String, bool)> = [1, 2]
                    .into_iter()
                    .flat_map(|seat| on_display(page, seat))
                    .filter(|(name, _)| {
                        name == FACE_DOWN || name.starts_with("Your card face down")
                    })
                    .collect();
                if !down.is_empty() {
                    let told = |(name, told): &(String, bool)| name != FACE_DOWN || *told;
                    assert!(!down.iter().any(told), "{down:?}");
                    return;
                }
                answered(page, turn);
            }
        }
        panic!("no AI lays a card face down");
    });
}

/// The highest scores: chosen by keyboard, told round by round, and stepped through with the points as they grow.
#[test]
fn the_highest_scores_can_be_stepped_through() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        page.click("link", "How high can it go?");
        page.find("heading", "How high can it go?");
        let cells = page.eval(
            "return [...document.querySelectorAll('.optima table:first-of-type button')].map((cell) => Number(cell.innerText))",
        );
        let cells = cells.as_array().expect("a list").clone();
        assert_eq!(cells.len(), 12);
        for (at, score) in [(0, &cells[0]), (7, &cells[7]), (11, &cells[11])] {
            page.open("#/optima/masters-gallery");
            page.find("button", "Step through the game");
            page.eval_with(
                "document.querySelectorAll('.optima table:first-of-type button')[arguments[0]].focus()",
                vec![at.into()],
            );
            page.press(Key::Enter);
            page.until("the game is told", || {
                page.eval(
                    "return Number(document.querySelectorAll('.optima table')[1].querySelector('tfoot .is-best').innerText.split('=').pop())",
                ) == *score
            });
            page.click("button", "Step through the game");
            page.find("button", "One move back");
            page.click("button", "To the start");
            assert!(points(page).iter().all(|&points| points == 0));
            page.click("button", "To the end");
            let most = points(page).into_iter().max();
            assert_eq!(most.map(i64::from), score.as_i64());
        }
        // Looking again fills no shelf.
        page.open("#/replays");
        assert_eq!(
            page.all("button")
                .iter()
                .filter(|one| one.name.starts_with("Delete"))
                .count(),
            3
        );
    });
}

/// Answers, and waits until the page has taken it.
fn answered(page: &Page, turn: usize) {
    let asked = seen(page);
    answer(page, turn);
    page.until("something has happened", || {
        table::wait(page) != Waits::ForMove || seen(page) != asked
    });
}

fn every_screen(page: &Page, look: &dyn Fn(&Page, &str)) {
    page.open("#/optima/masters-gallery");
    page.find("button", "Step through the game");
    look(page, "how high it can go");
    page.eval("document.querySelectorAll('.optima table:first-of-type button')[3].click()");
    look(page, "how high it can go for five");
    page.open("#/new/masters-gallery");
    look(page, "the form for two");
    page.click("radio", "5");
    look(page, "the form");
    page.open("#/rules/masters-gallery");
    look(page, "the rules");
    let long = ["Maximiliana Wolkenkratze", "WWWWWWWWWWWWWWWWWWWWWWWW"];
    start(page, "The whole game", &long, 3, 2);
    page.find("button", "I am …");
    look(page, "the turn screen");
    page.click("button", "I am …");
    look(page, "long names");
    start(page, "The whole game", &["Ada"], 2, 7);
    let mut titles = Vec::new();
    for turn in 0..60 {
        match table::wait(page) {
            Waits::ForMove => {
                let title = page.text("[data-testid=title]");
                if !titles.contains(&title) {
                    look(page, &title);
                    titles.push(title);
                }
                answered(page, turn);
            }
            _ => break,
        }
    }
    assert_eq!(table::wait(page), Waits::BetweenRounds);
    look(page, "the sums of a round");
    page.click("button", "Next round");
    if table::wait(page) == Waits::ForMove {
        page.click("button", "Hint");
        page.find("button", "Play it");
        look(page, "a hint");
    }
    start(page, "The whole game", &[], 4, 3);
    page.click("button", "Pause");
    look(page, "watching");
    page.open("#/");
    look(page, "home with a game in progress");
}

#[test]
fn every_screen_is_accessible() {
    for dark in [false, true] {
        let setup = Setup {
            dark,
            ..Setup::default()
        };
        visit(&setup, |page| every_screen(page, &check));
    }
}

#[test]
fn no_screen_scrolls_sideways() {
    visit(&Setup::phone(), |page| every_screen(page, &at_all_widths));
}

/// Pictures of every screen, when they are wanted.
#[test]
fn pictures_of_masters_gallery() {
    if std::env::var_os("PARLOUR_SCREENSHOTS").is_none() {
        return;
    }
    for (name, setup) in looks() {
        visit(&setup, |page| {
            every_screen(page, &|page, screen| {
                let file = format!(
                    "pictures/masters-gallery-{name}-{}.png",
                    screen.to_lowercase().replace(' ', "-")
                );
                page.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(file));
            });
        });
    }
}
