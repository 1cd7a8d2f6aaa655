//! Games from their first to their last move.

use super::{
    is_asked, is_over, made, person, play_a_move, play_on, server, sit, take_one, together,
    two_at_a_table,
};
use crate::harness::{Page, Setup, inspect, visit};
use crate::table;
use fantoccini::key::Key;
use serde_json::{Value, json};

/// The link that stands in a field.
fn link(page: &Page, label: &str) -> String {
    page.find("textbox", label);
    let value = page.eval(&format!(
        "const fields = [...document.querySelectorAll('.copy input')];
         return fields.find((field) => field.labels[0].innerText.trim() === {label:?}).value"
    ));
    value.as_str().expect("it has a value").to_owned()
}

fn route(link: &str) -> String {
    let (_, route) = link.split_once('#').expect("a link has a route");
    format!("#{route}")
}

#[test]
fn two_people_play_a_round_and_a_third_watches() {
    let server = server();
    let one = person().with_motion();
    together(&server.url, [&one, &one, &one], &mut |[ada, ben, eve]| {
        ada.open("#/tables");
        ada.write("Your name", "Ada");
        ada.click("radio", "One round");
        ada.click("radio", "Everybody");
        ada.click("button", "Make the table");
        ada.find("heading", "Waiting for the others");
        let invitation = link(ada, "Link for seat 2");
        assert!(invitation.starts_with(&server.url), "{invitation}");
        // It stands in the list, and is watched from there.
        eve.open("#/tables");
        eve.click("link", "Watch Jaipur, One round");
        eve.find("heading", "The game has not begun");
        ben.open(&route(&invitation));
        ben.find("heading", "Take your seat");
        ben.write("Your name", "Ben");
        ben.click("button", "Sit down");
        for page in [ada, ben] {
            page.until("the table", || page.has("button", "Confirm"));
            assert!(!page.has("button", "Hint") && !page.has("button", "Undo"));
        }
        eve.until_text("[data-testid=look-on]", "watching");
        // A hidden hand shows its backs only; of six cards of one's own some differ.
        for turn in 0..6 {
            let (mover, other) = if turn % 2 == 0 {
                (ada, ben)
            } else {
                (ben, ada)
            };
            mover.until("the turn comes", || is_asked(mover));
            assert!(!is_asked(other), "only one is to move");
            play_a_move(mover, true);
            assert_eq!(table::cards(eve, "your hand").len(), 0);
            let hidden = eve.eval(
                "const [his, own] = ['[data-testid=opponent] .seat-cards ul:first-child', '.table-you .hand'];
                 const cards = document.querySelectorAll(`${his} .card, ${own} .card`);
                 return [...cards].filter((card) => card.dataset.card).length",
            );
            assert_eq!(hidden, json!(0), "a hidden card can be read");
        }
        let hand = ben.text("[data-testid=opponent]");
        assert!(hand.contains("Ada"), "{hand}");
        play_on(&[ada, ben], 100);
        let sums = table::check_sums(ada);
        assert_eq!(sums, table::check_sums(ben));
        eve.until("the spectator sees the end", || is_over(eve));
        // The whole game is on the shelf of each who played.
        for page in [ada, ben] {
            page.click("link", "Replay");
            page.find("button", "One move back");
            page.open("#/");
            page.find("heading", "Finished games");
        }
    });
}

/// Who sits where in the only saved game.
fn saved_seats(page: &Page) -> Value {
    page.until("the game is saved", || page.has("link", "Replay"));
    page.eval(
        "const key = Object.keys(localStorage).find((key) => key.startsWith('parlour/game/'));
         return JSON.parse(localStorage.getItem(key)).seats",
    )
}

/// The server numbers equal policies: `greedy-2`.
#[test]
fn equal_ais_have_the_names_of_their_level() {
    visit(&person(), |page| {
        page.open("#/tables");
        let ai = json!({"kind": "policy", "policy": "greedy"});
        let request = json!({
            "game": "masters-gallery", "rules": "seed-base-5", "seed": 1,
            "seats": [{"kind": "person"}, ai, ai, ai, ai],
        });
        let (id, tokens) = made(page, &request);
        sit(page, &id, &tokens[0], "Ada");
        page.find("button", "Confirm");
        let who = page.text("[data-testid=who]");
        assert!(
            who.contains("Curator 1") && who.contains("Curator 4"),
            "{who}"
        );
        assert!(!page.text("main").contains("greedy"));
        page.open("#/tables");
        page.find("link", "Back to your seat…");
        let entry = page.text("[data-testid=your-table]");
        assert!(
            entry.contains("Curator") && !entry.contains("greedy"),
            "{entry}"
        );
        page.click("link", "Back to your seat…");
        page.click("button", "Resign");
        page.click("button", "Resign");
        let ai = json!({"ai": {"policy": "greedy"}});
        let ada = json!({"person": {"name": "Ada"}});
        assert_eq!(saved_seats(page), json!([ada, ai, ai, ai, ai]));
        page.click("link", "Replay");
        page.find("button", "One move back");
        assert!(page.text("main").contains("Curator 4"));
    });
}

/// Two strangers meet at an open seat, greet each other, and take a move back together.
#[test]
fn strangers_find_each_other_and_agree() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        ada.open("#/tables");
        ada.write("Your name", "Ada");
        ada.click("radio", "One round");
        ada.choose("Seat 2", "Anyone");
        ada.click("radio", "3 min + 5 s");
        ada.click("button", "Make the table");
        ada.find("heading", "Waiting for the others");
        ben.open("#/tables");
        inspect(ben, "a table that looks for players");
        ben.click("link", "Sit down Jaipur, One round");
        ben.find("heading", "Take your seat");
        ben.find("button", "Just watch");
        ben.write("Your name", "Ben");
        ben.click("button", "Sit down");
        for page in [ada, ben] {
            page.until("the table", || page.has("button", "Confirm"));
        }
        assert!(ben.route().ends_with("/seat"), "{}", ben.route());
        ben.click("button", "Good luck!");
        for page in [ada, ben] {
            page.until_text(".toasts", "Ben: Good luck!");
        }
        take_one(ada);
        // 3 minutes, less the time of the move, and 5 seconds.
        ada.until("the clock tells what is left", || {
            ada.text("[data-testid=clock]").contains("3:0")
        });
        ada.click("button", "Ask to take back");
        ben.until_alert("Ada wants to take");
        inspect(ben, "a request for an undo");
        ben.click("button", "Decline");
        ada.until("it is declined", || ada.has("button", "Ask to take back"));
        assert_eq!(table::moves(ada), 1);
        ada.click("button", "Ask to take back");
        ben.click("button", "Agree");
        ada.until("the move is asked for again", || is_asked(ada));
        for page in [ada, ben] {
            page.until("nothing is played", || table::moves(page) == 0);
        }
        take_one(ada);
        ben.reload();
        ben.until("the turn is back", || is_asked(ben));
    });
}

#[test]
fn a_seat_is_come_back_to_after_a_reload_and_from_home() {
    visit(&person(), |page| {
        page.open("#/tables");
        page.write("Your name", "Ada");
        page.click("radio", "One round");
        page.choose("Seat 2", "Merchant");
        page.click("button", "Make the table");
        for _ in 0..2 {
            page.until("the turn comes", || is_asked(page));
            play_a_move(page, true);
        }
        page.until("the turn comes", || is_asked(page));
        let log = table::log(page);
        let hand: Vec<String> = table::cards(page, "your hand")
            .into_iter()
            .map(|card| card.name)
            .collect();
        page.reload();
        page.until("the turn is back", || is_asked(page));
        assert_eq!(table::log(page), log);
        let now: Vec<String> = table::cards(page, "your hand")
            .into_iter()
            .map(|card| card.name)
            .collect();
        assert_eq!(now, hand);
        page.open("#/");
        page.click("link", "Back to your seat Jaipur, One round");
        page.until("the turn is back", || is_asked(page));
        assert_eq!(table::log(page), log);
        play_on(&[page], 100);
        table::check_sums(page);
    });
}

#[test]
fn whoever_resigns_ends_the_game_for_both() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        two_at_a_table(ada, ben, None);
        take_one(ada);
        ben.until("the turn comes", || is_asked(ben));
        ada.click("button", "Resign");
        ada.click("button", "Resign");
        for (page, won) in [(ada, "Ben wins"), (ben, "You win")] {
            page.until("the result", || is_over(page));
            page.until("who won", || page.text("[data-testid=result]") == won);
        }
        assert!(ben.text("dialog[open]").contains("Ada resigned."));
        // Only one's own seat is that of a person at this device.
        let seats = |first: &str, second: &str| json!([{first: {"name": "Ada"}}, {second: {"name": "Ben"}}]);
        assert_eq!(saved_seats(ada), seats("person", "away"));
        assert_eq!(saved_seats(ben), seats("away", "person"));
    });
}

/// What stands below the result about a rematch.
fn rematch_line(page: &Page) -> String {
    page.text("[data-testid=rematch-line]")
}

#[test]
fn two_people_play_a_rematch_and_then_one_has_had_enough() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one, &one], &mut |[ada, ben, eve]| {
        let (id, _) = two_at_a_table(ada, ben, None);
        eve.open(&format!("#/table/{id}"));
        ada.click("button", "Resign");
        ada.click("button", "Resign");
        for page in [ada, ben, eve] {
            page.until("the result", || is_over(page));
        }
        ben.click("button", "Rematch");
        ben.until("it waits", || rematch_line(ben) == "Waiting for Ada.");
        ada.until("she is asked", || {
            rematch_line(ada) == "Ben wants a rematch."
        });
        assert!(ada.has("button", "No, thanks"));
        // A reload loses nothing but what was asked.
        ben.reload();
        ben.until("the result is back", || is_over(ben));
        ada.until("nobody asks", || rematch_line(ada).is_empty());
        ada.click("button", "Rematch");
        ben.until("he is asked", || {
            rematch_line(ben) == "Ada wants a rematch."
        });
        ben.click("button", "Rematch");
        for page in [ada, ben] {
            page.until("the next table", || page.has("button", "Confirm"));
            assert!(!is_over(page));
        }
        // Who sat second begins.
        ben.until("he begins", || is_asked(ben));
        assert!(!is_asked(ada));
        eve.click("link", "Watch the next game");
        eve.until("the next table", || {
            !is_over(eve) && eve.has("heading", "At the table")
        });
        take_one(ben);
        ada.until("the turn comes", || is_asked(ada));
        // The way back leads to the old result, and from there to the game.
        ada.open(&format!("#/table/{id}"));
        ada.click("link", "Watch the next game");
        ada.until("the next table", || ada.has("heading", "At the table"));
        ada.open("#/");
        ada.click("link", "Back to your seat Jaipur, One round");
        ada.until("the turn is back", || is_asked(ada));
        ada.click("button", "Resign");
        ada.click("button", "Resign");
        for page in [ada, ben] {
            page.until("the result", || is_over(page));
        }
        ada.click("button", "Rematch");
        ben.click("button", "No, thanks");
        ada.until("the answer", || {
            rematch_line(ada) == "No rematch: Ben does not want another game."
        });
    });
}

#[test]
fn a_default_move_is_made_when_the_time_is_up() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        two_at_a_table(ada, ben, Some(3000));
        ada.until("the clock", || !ada.text("[data-testid=clock]").is_empty());
        ada.until_text("[data-testid=announcement]", "seconds left");
        ada.until_text("[data-testid=fault]", "made for you");
        let notice = ada.text("[data-testid=fault]");
        assert!(notice.contains("(no answer in time)"), "{notice}");
        // The move in words, not as an action of the protocol.
        assert!(!notice.contains("take "), "{notice}");
        ben.until("the other is to move", || table::moves(ben) >= 1);
    });
}

#[test]
fn a_table_is_made_and_played_at_by_keyboard() {
    visit(&person(), |page| {
        page.open("#/tables");
        page.find("button", "Make the table");
        let tab_to = |name: &str| {
            for _ in 0..80 {
                if page.focused() == name {
                    return;
                }
                page.press(Key::Tab);
            }
            panic!("Tab does not get to '{name}' from '{}'", page.focused());
        };
        tab_to("Seat 2");
        // From the second of the list (you, a person, anyone, the first AI) to the fourth.
        page.press(Key::Down);
        page.press(Key::Down);
        tab_to("Make the table");
        page.press(Key::Enter);
        page.until("the turn comes", || is_asked(page));
        let before = table::moves(page);
        page.until("the focus is on the table", || {
            page.eval("return document.activeElement.tagName !== 'BODY'") == json!(true)
        });
        for _ in 0..60 {
            if page.focused().ends_with(" in the market") {
                break;
            }
            page.press(Key::Tab);
        }
        page.press(Key::Home);
        page.press(' ');
        page.until("a card is chosen", || table::may_confirm(page));
        page.press('c');
        page.until("the move is played", || table::moves(page) > before);
    });
}

/// Perfect play of a stealing version would take minutes: at a table it has a second for a move.
#[test]
fn perfect_sits_at_a_table_of_every_version() {
    visit(&person(), |page| {
        for rules in ["Scoring", "Stealing", "Free stealing"] {
            page.open("#/tables");
            page.click("radio", "Primi Composti");
            page.click("radio", rules);
            page.choose("Seat 2", "You");
            page.choose("Seat 1", "Perfect");
            page.click("button", "Make the table");
            page.until("the turn comes", || is_asked(page));
            assert!(page.text("main").contains("Perfect"), "{rules}");
        }
    });
}

#[test]
fn sealed_bids_of_two_people_stay_sealed_until_all_are_in() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        ada.open("#/tables");
        let request = json!({
            "game": "modern-art", "rules": "simple-3", "seed": 1,
            "seats": [{"kind": "policy", "policy": "simple"}, {"kind": "person"}, {"kind": "person"}],
        });
        let (id, tokens) = made(ada, &request);
        sit(ada, &id, &tokens[1], "Ada");
        sit(ben, &id, &tokens[2], "Ben");
        for page in [ada, ben] {
            page.until("the bid is asked for", || page.has("textbox", "Bid…"));
        }
        // What one types stays when another has bid.
        ben.write("Bid…", "3");
        ada.write("Bid…", "37");
        ada.click("button", "Confirm");
        ada.until("the bid is in", || !ada.has("textbox", "Bid…"));
        ben.until("it shows that she has bid", || {
            ben.text("[data-testid=auction]")
                .contains("2 of 3 bids are in")
        });
        assert!(
            !ben.text("#main").contains("37"),
            "a sealed bid can be read"
        );
        ben.click("button", "Confirm");
        for page in [ada, ben] {
            page.until("the bids are shown", || page.text("#main").contains("37"));
        }
    });
}

/// The title of the tab tells whose turn it is; a sound and a notification do so if that is wanted.
#[test]
fn ones_turn_is_signalled() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        ada.cdp(
            "Browser.grantPermissions",
            json!({"permissions": ["notifications"]}),
        );
        // Notes what is played and shown, which then happens as usual.
        ada.before_every_page(
            "window.signals = [];
             const { start } = OscillatorNode.prototype;
             OscillatorNode.prototype.start = function (...at) {
               window.signals.push('tone');
               return start.apply(this, at);
             };
             window.Notification = class extends Notification {
               constructor(title, options) {
                 super(title, options);
                 window.signals.push(`${title}: ${options.body}`);
               }
             }",
        );
        ada.open("#/settings");
        ada.click(
            "checkbox",
            "Play sounds: for each move, my turn and the end of a game",
        );
        assert_eq!(ada.eval("return signals"), json!(["tone", "tone"]));
        ada.click(
            "checkbox",
            "Show a notification when it is my turn and I look elsewhere",
        );
        two_at_a_table(ada, ben, None);
        let title = |page: &Page, wanted: &str| {
            page.until(wanted, || {
                page.eval("return document.title") == json!(wanted)
            });
        };
        title(ada, "Your turn: Jaipur · Parlour");
        title(ben, "Jaipur · Parlour");
        let notices = "return signals.filter((signal) => signal !== 'tone')";
        assert_eq!(ada.eval(notices), json!([]));
        ada.eval("window.signals = []");
        take_one(ada);
        title(ada, "Jaipur · Parlour");
        title(ben, "Your turn: Jaipur · Parlour");
        // The sound of her move. She was at the page when the game began, and is elsewhere now.
        assert_eq!(ada.eval("return signals"), json!(["tone", "tone"]));
        ada.eval("document.hasFocus = () => false");
        take_one(ben);
        title(ada, "Your turn: Jaipur · Parlour");
        ada.until("the signals", || {
            let notice = "Jaipur: It is your turn.";
            ada.eval("return [...signals].sort()")
                == json!([notice, "tone", "tone", "tone", "tone"])
        });
    });
}

/// Without the permission the setting is turned off again, and the page says why.
#[test]
fn notifications_need_a_permission() {
    visit(&Setup::default(), |page| {
        page.cdp(
            "Browser.setPermission",
            json!({"permission": {"name": "notifications"}, "setting": "denied"}),
        );
        page.open("#/settings");
        let wanted = "Show a notification when it is my turn and I look elsewhere";
        page.click("checkbox", wanted);
        page.until("the reason", || {
            page.eval("return document.body.innerText.includes('does not allow notifications')")
                == json!(true)
        });
        page.until("it is off", || !page.find("checkbox", wanted).on);
    });
}
