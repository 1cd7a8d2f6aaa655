//! Masters Gallery: whole games by mouse and keyboard, cards shown together at one device, replay, every width and theme.

use crate::galleries::{self, FRIENDS, Gallery, Place, answered, legal_cards};
use crate::harness::{Page, Setup, inspect, visit};
use crate::table::{self, Waits};
use fantoccini::key::Key;
use parlour_games::masters_gallery::MastersGallery;

const GAME: Gallery = Gallery {
    name: "masters-gallery",
    noun: "card",
    standing: "Points so far",
    count: "score",
    first: 0,
};

const THREE: [Place; 3] = [
    Place::Person("Ada"),
    Place::Ai("Curator"),
    Place::Ai("Novice"),
];

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
        page.until("Confirm lights up", || table::may_confirm(page));
        page.press('c');
    } else if !GAME.play_by_keyboard(page) {
        page.press('p');
    }
}

#[test]
fn the_tutorial_leads_to_a_first_game() {
    visit(&Setup::default(), |page| {
        let looks = |place: &str| {
            // The artists of an award, and the end.
            if ["Step 7 of 10", "the last step"].contains(&place) {
                inspect(page, place);
            }
        };
        assert_eq!(GAME.learn(page, &looks), 13);
        assert!(page.text(".learn-board .seat:not(.rival)").contains("38"));
        page.click("link", "Play your first game");
        page.find("button", "Start the game");
    });
}

#[test]
fn the_whole_game_by_mouse() {
    visit(&Setup::default().with_motion(), |page| {
        GAME.start(page, "The whole game", &THREE, 7);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(GAME.hand(page).len(), 13);
        assert!(GAME.play(page, answer, |_| false));
        GAME.look_at_the_end::<MastersGallery>(page);
    });
}

#[test]
fn without_symbols_by_keyboard_alone() {
    visit(&Setup::default(), |page| {
        GAME.start(
            page,
            "Without symbols",
            &[Place::Person("Ada"), Place::Ai("Curator")],
            3,
        );
        assert!(GAME.play(page, answer_by_keyboard, |_| false));
        GAME.look_at_the_end::<MastersGallery>(page);
    });
}

#[test]
fn symbols_by_keyboard_at_one_device() {
    visit(&Setup::default(), |page| {
        GAME.start(page, "The whole game", &FRIENDS, 5);
        assert!(GAME.play(page, answer_by_keyboard, |_| false));
        let log = table::log(page).join(" ");
        assert!(log.contains("awarded"), "{log}");
    });
}

/// What one chose to show is not told before the last has chosen.
#[test]
fn cards_shown_together_stay_hidden_until_all_have_chosen() {
    visit(&Setup::default(), |page| {
        for seed in 1..30 {
            GAME.start(page, "The whole game", &FRIENDS, seed);
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
            GAME.start(page, "The whole game", &FRIENDS, seed);
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
            GAME.start(page, "The whole game", &THREE, seed);
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
                answered(page, answer, turn);
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
        assert_eq!(cells.len(), 20);
        let told = page.eval("return document.querySelector('.optimum p').innerText");
        assert_eq!(
            told,
            "Proven: no game that the rules allow has more than 208 points."
        );
        // Of the full rules with extra cards, cards laid face down and cards added too.
        for (at, score) in [
            (0, &cells[0]),
            (7, &cells[7]),
            (15, &cells[15]),
            (16, &cells[16]),
        ] {
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
            assert!(GAME.counts(page).iter().all(|&points| points == 0));
            page.click("button", "To the end");
            let most = GAME.counts(page).into_iter().max();
            assert_eq!(most.map(i64::from), score.as_i64());
        }
        // Looking again fills no shelf.
        page.open("#/replays");
        assert_eq!(
            page.all("button")
                .iter()
                .filter(|one| one.name.starts_with("Delete"))
                .count(),
            4
        );
    });
}

fn every_screen(page: &Page, look: &dyn Fn(&Page, &str)) {
    page.open("#/optima/masters-gallery");
    page.find("button", "Step through the game");
    look(page, "how high it can go");
    page.eval("document.querySelectorAll('.optima table:first-of-type button')[3].click()");
    look(page, "how high it can go for five");
    page.eval("document.querySelectorAll('.optima table:first-of-type button')[18].click()");
    look(page, "how high it can go with all rules");
    page.open("#/new/masters-gallery");
    look(page, "the form for two");
    page.click("radio", "5");
    look(page, "the form");
    page.open("#/rules/masters-gallery");
    look(page, "the rules");
    let long = [
        Place::Person("Maximiliana Wolkenkratze"),
        Place::Person("WWWWWWWWWWWWWWWWWWWWWWWW"),
        Place::Ai("Novice"),
        Place::Ai("Curator"),
        Place::Ai("Novice"),
    ];
    GAME.start(page, "The whole game", &long, 2);
    page.find("button", "I am …");
    look(page, "the turn screen");
    page.click("button", "I am …");
    look(page, "long names");
    GAME.start(page, "The whole game", &THREE, 7);
    let mut titles = Vec::new();
    for turn in 0..60 {
        match table::wait(page) {
            Waits::ForMove => {
                let title = page.text("[data-testid=title]");
                if !titles.contains(&title) {
                    look(page, &title);
                    titles.push(title);
                }
                answered(page, answer, turn);
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
    let watched = [Place::Ai("Novice"), Place::Ai("Curator")].repeat(2);
    GAME.start(page, "The whole game", &watched, 3);
    page.click("button", "Pause");
    look(page, "watching");
    page.open("#/");
    look(page, "home with a game in progress");
}

#[test]
fn every_screen_can_be_used_by_all_in_both_themes_at_every_width() {
    galleries::inspect_all(every_screen);
}

#[test]
fn pictures_of_masters_gallery() {
    GAME.pictures(every_screen);
}
