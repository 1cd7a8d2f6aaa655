//! One person against an AI.

use crate::harness::{Page, Server, Setup, Thing, visit, visit_at};
use crate::table::{self, Game, Move, Waits};
use fantoccini::key::Key;
use parlour_engine::{DealSource, Game as _, Rules as _, Table};
use parlour_games::primi_composti::PrimiComposti;
use serde_json::json;

#[test]
fn a_whole_match_against_the_ai() {
    visit(&Setup::default().with_motion(), |page| {
        let game = Game {
            length: "A match",
            ..Game::default()
        };
        table::start(page, &game);
        let exchanges = table::play_to_the_end(page);
        assert!(exchanges > 0, "no exchange was played");
        let sums = table::check_sums(page);
        page.click("button", "Look at the table");
        let moves = table::moves(page);
        let replayed = table::replayed(&table::record(page));
        assert_eq!(replayed["actions"], json!(moves));
        assert_eq!(replayed["scores"], json!(sums["Seals"]));
        assert_eq!(*sums["Seals"].iter().max().expect("there are two"), 2);
    });
}

#[test]
fn the_sums_of_a_round_are_those_of_the_record() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        table::play_to_the_end(page);
        let sums = table::check_sums(page);
        page.click("button", "Look at the table");
        let replayed = table::replayed(&table::record(page));
        assert_eq!(replayed["scores"], json!(sums["Sum"]));
        page.click("button", "Result");
        page.find("button", "Rematch");
    });
}

#[test]
fn what_is_not_a_move_cannot_be_confirmed_and_the_page_says_why() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        let before = table::moves(page);
        assert!(!table::may_confirm(page), "nothing is chosen");
        let nothing = table::guidance(page);
        assert!(nothing.contains("Choose"), "{nothing}");

        // Two goods for nothing.
        let market = table::cards(page, "the market");
        let camels_and_goods: (Vec<_>, Vec<_>) =
            market.iter().partition(|card| table::kind(card) == "Camel");
        let (camels, goods) = camels_and_goods;
        assert!(goods.len() >= 2, "the deal of this seed has two goods");
        page.click_on(goods[0]);
        assert!(table::may_confirm(page), "one good can be taken");
        page.click_on(goods[1]);
        page.until("the reason is another", || table::guidance(page) != nothing);
        refused(page, "as many cards to give");

        // Camels and goods together.
        page.press(fantoccini::key::Key::Escape);
        page.click_on(goods[0]);
        page.click_on(camels[0]);
        refused(page, "amel");

        // Two kinds at once.
        page.click("radio", "Sell");
        let hand = table::kinds(&table::cards(page, "your hand"));
        assert!(hand.len() >= 2, "the deal of this seed has two kinds");
        for cards in hand.values().take(2) {
            page.click_on(&cards[0]);
        }
        refused(page, "one kind");
        assert_eq!(table::moves(page), before, "nothing was played");
    });
}

/// The selection is refused, for this reason, and neither click nor key plays it.
#[track_caller]
fn refused(page: &Page, reason: &str) {
    let line = table::guidance(page);
    assert!(line.contains(reason), "{line}");
    let confirm = page.find("button", "Confirm");
    assert!(confirm.disabled, "Confirm is lit: {line}");
    page.click_on(&confirm);
    page.press('c');
    assert_eq!(table::guidance(page), line);
}

#[test]
fn another_mode_begins_with_nothing_chosen() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        let chosen = || {
            let buttons = page.all("button");
            buttons.into_iter().filter(|button| button.on).count()
        };
        let market = table::cards(page, "the market");
        page.click_on(&market[0]);
        assert!(chosen() > 0, "a chosen card is marked");
        page.click("radio", "Sell");
        page.until("nothing is chosen", || chosen() == 0);
        let hand = table::cards(page, "your hand");
        page.click_on(&hand[0]);
        assert_eq!(chosen(), 1);
        page.click("radio", "Take");
        page.until("nothing is chosen", || chosen() == 0);
        assert!(!table::may_confirm(page));
    });
}

#[test]
fn a_hint_can_be_read_and_played() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        page.click("button", "Hint");
        page.find("button", "Play it");
        let hint = page.text("[data-testid=hint-text]");
        assert!(hint.starts_with("The AI would: "), "{hint}");
        assert_eq!(table::moves(page), 0, "a hint is no move");
        page.click("button", "Play it");
        page.until("the hint is played", || table::moves(page) > 0);
        page.until("the hint is gone", || !page.has("button", "Play it"));
    });
}

/// The first move of this deal that shows nothing hidden: an exchange.
fn exchange(page: &Page) -> Move {
    let wanted = table::think(page, false);
    let Move::Take(_, give) = &wanted else {
        panic!("the deal of this seed begins with an exchange, not {wanted:?}");
    };
    assert!(
        !give.is_empty(),
        "the deal of this seed begins with an exchange"
    );
    wanted
}

#[test]
fn what_showed_nothing_hidden_can_be_taken_back() {
    // At their fastest the AIs leave no time to take a move back.
    visit(&Setup::untouched(), |page| {
        table::start(
            page,
            &Game {
                seed: EXCHANGE,
                ..Game::default()
            },
        );
        let hand = page.names("button");
        table::choose(page, &exchange(page));
        page.click("button", "Confirm");
        page.click("button", "Undo");
        page.until("the move is gone", || table::moves(page) == 0);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(page.names("button"), hand);

        // A good that is taken turns a card up: that cannot be unseen.
        let market = table::cards(page, "the market");
        let good = market.iter().find(|card| table::kind(card) != "Camel");
        page.click_on(good.expect("there is a good"));
        page.click("button", "Confirm");
        page.until("the move is played", || table::moves(page) > 0);
        assert!(page.find("button", "Undo").disabled);
    });
}

/// A seed whose first market holds two goods, and whose first player owns two camels.
pub(crate) const EXCHANGE: u32 = 2;

#[test]
fn resigning_is_asked_twice_and_in_a_rematch_the_loser_starts() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        page.click("button", "Resign");
        page.click("button", "Play on");
        assert_eq!(table::wait(page), Waits::ForMove);
        page.click("button", "Resign");
        page.find("heading", "Resign this game?");
        page.click("button", "Resign");
        page.find("heading", "Merchant wins");
        let first = page.route();
        let record = {
            page.click("button", "Look at the table");
            table::record(page)
        };
        table::replayed(&record);
        page.click("button", "Result");
        let text = page.text("dialog[open]");
        assert!(text.contains("In a rematch you start."), "{text}");
        page.click("button", "Rematch");
        page.until("another game", || page.route() != first);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(table::moves(page), 0, "the loser starts");
    });
}

#[test]
fn a_reload_goes_on_where_the_game_was() {
    let setup = Setup {
        settings: json!({"pace": "slow"}),
        ..Setup::default()
    };
    visit(&setup, |page| {
        table::start(
            page,
            &Game {
                level: "Master",
                ..Game::default()
            },
        );
        let cards = page.names("button");
        page.reload();
        assert_eq!(page.names("button"), cards, "before the first move");

        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        page.until("the AI thinks", || table::guidance(page).contains("thinks"));
        let mine = table::log(page);
        page.reload();
        page.until("the log is there", || table::moves(page) >= 1);
        assert_eq!(table::log(page)[..mine.len()], mine[..]);
        page.until("the AI plays all the same", || table::moves(page) == 2);
        assert_eq!(table::wait(page), Waits::ForMove);

        // And from the home page.
        let (cards, log) = (page.names("button"), table::log(page));
        page.open("#/");
        page.click("link", "Resume…");
        page.until("the table is there", || table::moves(page) == 2);
        assert_eq!(table::log(page), log);
        assert_eq!(page.names("button"), cards);
    });
}

#[test]
fn two_tabs_do_not_overwrite_each_other() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        let [first, second] = page.second_tab(&page.route());
        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        page.until("the AI has answered", || table::moves(page) == 2);
        let log = table::log(page);

        page.tab(&first);
        page.find("button", "Load that position");
        assert!(
            page.find("button", "Hint").disabled,
            "nothing can be played here"
        );
        page.click("button", "Load that position");
        page.until("the position is that of the other tab", || {
            table::log(page) == log
        });
        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        page.until("the AI has answered", || table::moves(page) == 4);

        page.tab(&second);
        page.find("button", "Load that position");
    });
}

#[test]
fn a_game_that_is_over_is_not_taken_up_again() {
    visit(&Setup::default(), |page| {
        // A game whose last action could be taken back if it were not the last.
        let (record, rules) = undoable();
        page.open("#/settings");
        page.eval_with(
            "const [record, rules] = arguments;
             const person = (name) => ({ person: { name } });
             localStorage.setItem('parlour/game/over', JSON.stringify({
               version: 1, id: 'over', game: 'primi-composti', rules, seats: [person('Ada'), person('Ben')],
               record, acknowledged: 0, started: 0, updated: 0, revision: 1,
               summary: { actions: 1, scores: [0, 0], winners: [0], resigned: null },
             }))",
            vec![json!(record), json!(rules)],
        );
        page.open("#/play/over");
        page.click("button", "Look at the table");
        let moves = table::moves(page);
        assert!(page.find("button", "Undo").disabled, "it can be taken back");
        page.press('u');
        page.eval_async("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");
        assert_eq!(table::moves(page), moves);
        page.find("button", "Result");
    });
}

/// The record of a finished game whose last action shows nothing that was hidden, and the name of its rules.
fn undoable() -> (String, &'static str) {
    let name = <PrimiComposti as parlour_engine::Game>::Rules::names()[0];
    let rules = <PrimiComposti as parlour_engine::Game>::Rules::named(name)
        .expect("there is such a rule set");
    let names = vec!["Ada".to_owned(), "Ben".to_owned()];
    let mut table =
        Table::<PrimiComposti>::new(rules, DealSource::Seed(1), names).expect("it can be dealt");
    while let Some(seat) = table.to_move().first() {
        let action = table.state().legal_actions(seat)[0];
        table.play(seat, action).expect("it is legal");
    }
    assert!(table.may_undo().is_some());
    (table.record().to_line(), name)
}

#[test]
fn a_game_goes_on_when_its_ai_fails() {
    visit(&Setup::default(), |page| {
        page.before_every_page(
            "window.failing = true;
             const Own = window.Worker;
             window.Worker = class extends Own {
               set onmessage(hear) {
                 super.onmessage = hear && ((event) => {
                   if (event.data === 'ready' || !window.failing) return hear(event);
                   const { ticket } = JSON.parse(event.data);
                   const data = JSON.stringify({ ticket, result: { Err: 'It has no idea.' } });
                   hear(new MessageEvent('message', { data }));
                 });
               }
             };",
        );
        table::start(page, &Game::default());
        let confirm = || {
            let wanted = table::think(page, true);
            table::choose(page, &wanted);
            page.click("button", "Confirm");
        };
        confirm();
        page.click("button", "Ask the AI again");
        page.find("button", "Ask the AI again");
        assert!(page.text("main").contains("It has no idea."));
        let before = table::moves(page);
        page.click("button", "Play any move for it");
        page.until("it is played", || table::moves(page) == before + 1);
        assert_eq!(table::wait(page), Waits::ForMove);
        confirm();
        page.find("button", "Ask the AI again");
        page.eval("window.failing = false");
        page.click("button", "Ask the AI again");
        page.until("it is played", || table::moves(page) == before + 3);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert!(!page.text("main").contains("It has no idea."));
    });
}

#[test]
fn the_first_game_is_one_click_away() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        page.click("button", "Play Jaipur");
        assert_eq!(table::wait(page), Waits::ForMove);
        // And the next is like the last.
        page.click("link", "Parlour, home");
        page.click("link", "More options Jaipur");
        page.click("radio", "Two people");
        page.click("button", "Start the game");
        page.find("button", "I am Player…");
        page.click("link", "Parlour, home");
        page.click("button", "Play Jaipur");
        page.find("button", "I am Player…");
        for game in ["Primi Composti", "Modern Art", "Masters Gallery"] {
            page.click("link", "Parlour, home");
            page.click("button", &format!("Play {game}"));
            page.until("its table", || page.route().starts_with("#/play/"));
            page.find("button", "Confirm");
        }
    });
}

#[test]
fn a_first_game_transfers_at_most_680_kilobytes() {
    let server = Server::start();
    for game in ["Jaipur", "Primi Composti", "Modern Art", "Masters Gallery"] {
        visit_at(&server.url, &Setup::default(), |page| {
            // What comes from the cache of the service worker is counted as if it were not compressed.
            page.before_every_page("delete Navigator.prototype.serviceWorker");
            page.open("#/");
            page.click("button", &format!("Play {game}"));
            page.until("its table", || page.route().starts_with("#/play/"));
            page.find("button", "Confirm");
            let transferred = page.eval(
                "const entries = performance.getEntries().filter((entry) => 'encodedBodySize' in entry);
                 // A preloaded file has two entries.
                 return [...new Map(entries.map((entry) => [entry.name, entry.encodedBodySize]))]",
            );
            let files: Vec<(String, u64)> =
                serde_json::from_value(transferred).expect("names with sizes");
            let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
            assert!((100_000..680_000).contains(&bytes), "{game}: {files:?}");
        });
    }
}

/// Notes the frequencies of the tones that the page plays.
const LISTEN: &str = "
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) {
      window.heard.push(Math.round(this.frequency.value));
      return start.apply(this, at);
    };";

/// The first good of the market.
fn first_good(page: &Page) -> Thing {
    let market = table::cards(page, "the market");
    let good = market.iter().find(|card| table::kind(card) != "Camel");
    good.expect("there is a good").clone()
}

/// The width of the first card of one's hand, in pixels.
fn card_width(page: &Page) -> f64 {
    let width =
        page.eval("return document.querySelector('.hand .card').getBoundingClientRect().width");
    width.as_f64().expect("it is a number")
}

/// A finger that rests on a card picks it up and carries it to another place; one that moves at once scrolls the page.
#[test]
fn cards_are_dragged_with_a_finger() {
    let held = Some(".card-ghost");
    visit(&Setup::phone(), |page| {
        table::start(page, &Game::default());
        assert_eq!(table::wait(page), Waits::ForMove);
        page.eval(
            "addEventListener('pointercancel', () => { window.cancelled = true; });
             new MutationObserver((changes) => {
               if (changes.some((one) => [...one.addedNodes].some((node) => node.matches?.('.card-ghost')))) {
                 window.picked = true;
               }
             }).observe(document.body, { childList: true });
             // A busy machine may take longer for the first movement than a finger that rests.
             const wait = setTimeout;
             window.setTimeout = (call, delay, ...more) => wait(call, 100 * delay, ...more);
             window.wait_as_usual = () => { window.setTimeout = wait; };",
        );
        page.drag_with_finger(&first_good(page), "[data-place=you]", None);
        page.until("the page is scrolled", || {
            page.eval("return window.cancelled") == json!(true)
        });
        page.eval("window.wait_as_usual()");
        assert_eq!(page.eval("return window.picked ?? false"), json!(false));
        assert_eq!(table::moves(page), 0);
        page.drag_with_finger(&first_good(page), "[data-place=common]", held);
        page.until("the card is chosen", || table::may_confirm(page));
        assert_eq!(table::moves(page), 0, "it was let go where it came from");
        page.press(Key::Escape);
        let name = first_good(page).name;
        page.drag_with_finger(&first_good(page), "[data-place=you]", held);
        page.until("it is taken", || table::moves(page) > 0);
        let taken = name.split(',').next().expect("it has a kind");
        let log = table::log(page).join(" ").to_lowercase();
        assert!(log.contains(&taken.to_lowercase()), "{taken}: {log}");
    });
}

/// Cards are dragged with the mouse, moves are heard, and cards have the size that is chosen. The
/// setting is that of an earlier version, which had one sound.
#[test]
fn cards_are_dragged_and_heard_and_have_a_size() {
    let setup = Setup {
        settings: json!({"pace": "fast", "turn_sound": true}),
        ..Setup::default()
    };
    visit(&setup, |page| {
        page.before_every_page(LISTEN);
        table::start(page, &Game::default());
        assert_eq!(table::wait(page), Waits::ForMove);
        // Let go where it came from, a card is chosen and nothing more.
        page.drag(&first_good(page), "[data-place=common]");
        page.until("the card is chosen", || table::may_confirm(page));
        assert_eq!(table::moves(page), 0);
        page.press(Key::Escape);
        for played in [0, 2] {
            assert_eq!(table::wait(page), Waits::ForMove);
            let name = first_good(page).name;
            page.drag(&first_good(page), "[data-place=you]");
            page.until("it is taken", || table::moves(page) > played);
            let log = table::log(page).join(" ");
            let taken = name
                .split(',')
                .next()
                .expect("it has a kind")
                .to_lowercase();
            assert!(
                log.to_lowercase().contains(&taken),
                "{taken} is not in: {log}"
            );
        }
        assert_eq!(table::wait(page), Waits::ForMove);
        let heard = page.eval("return window.heard");
        for tone in [210, 660] {
            let heard = heard.as_array().expect("it is a list");
            assert!(
                heard.contains(&json!(tone)),
                "{tone} Hz is not in {heard:?}"
            );
        }
        let width = card_width(page);
        page.open("#/settings");
        page.click("radio", "Large");
        page.open("#/");
        page.click("link", "Resume…");
        assert_eq!(table::wait(page), Waits::ForMove);
        assert!(card_width(page) > width * 1.1);
    });
}
