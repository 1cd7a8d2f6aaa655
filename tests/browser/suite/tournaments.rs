//! Tournaments on the web, of real ones in a real database.

use crate::harness::{Page, PlainServer, Process, Server, Setup, TOKEN, inspect, visit_at};
use crate::languages::{LANGUAGES, in_language, text_in};
use crate::pictures::inspect_and_picture;
use fantoccini::key::Key;
use serde_json::{Value, json};

/// Four policies, one of them with a long name, and one with a name that markup could be made of.
fn definition(name: &str, rounds: u32) -> String {
    format!(
        "name = '{name}'\ngame = 'jaipur'\nrounds = {rounds}\nseed = 1\nrating_period = 2\n\
         [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n\
         [[player]]\nname = 'a very long name of an agent that nobody has shortened'\npolicy = 'weighted'\n\
         [[player]]\nname = '<b>a/b&c</b>'\npolicy = 'random'\n"
    )
}

/// A server whose database holds a finished tournament of 120 games.
fn server() -> Server {
    let server = Server::start();
    play(&server, &definition("ladder", 10));
    server
}

#[track_caller]
fn play(server: &Server, definition: &str) {
    let played = server.tournament(definition).status();
    assert!(played.expect("it starts").success(), "it is not played");
}

/// More ticks than any page lets pass before it asks again.
const TICKS: usize = 12;

/// What the server answers, without the page.
fn asked(page: &Page, path: &str) -> Value {
    page.eval_async(&format!(
        "const done = arguments[0];
         fetch('api/v1/{path}').then((answer) => answer.json()).then(done, (error) => done(String(error)))"
    ))
}

fn every_page(setup: &Setup) {
    let server = server();
    // A table of four, where even is a quarter and ratings are those of Weng and Lin.
    play(
        &server,
        "name = 'four'\ngame = 'modern-art'\nseats = 4\nrounds = 3\nrating_period = 1\n\
         format = 'gauntlet'\n[[player]]\npolicy = 'simple'\n[[player]]\npolicy = 'random'\n",
    );
    visit_at(&server.url, setup, |page| {
        page.open("#/tournaments");
        page.find("link", "ladder");
        inspect_and_picture(page, "tournaments-list");
        page.open("#/tournaments/1");
        page.find("heading", "ladder");
        page.until("the curves", || page.shows(".chart"));
        page.click("button", "Ratings as a table");
        inspect_and_picture(page, "tournaments-one");
        page.open("#/tournaments/2");
        page.until("the curves", || page.shows(".chart"));
        inspect_and_picture(page, "tournaments-four");
        page.open("#/tournaments/1/games");
        page.find("link", "Replay Game 0");
        inspect_and_picture(page, "tournaments-games");
        page.open("#/tournaments/1/games/7");
        page.find("button", "One move back");
        inspect_and_picture(page, "tournaments-replay");
        page.open("#/agents");
        page.find("link", "utility");
        inspect_and_picture(page, "tournaments-agents");
        page.open("#/agents/utility");
        page.find("link", "Games ladder");
        inspect_and_picture(page, "tournaments-agent");
        page.open("#/tournaments");
        page.write("The server’s token", TOKEN);
        page.click("button", "Use this token");
        page.find("textbox", "The tournament, in TOML");
        inspect_and_picture(page, "tournaments-start");
    });
}

#[test]
fn pages_can_be_used_by_all_in_both_themes() {
    every_page(&Setup::default());
}

#[test]
fn pages_on_a_phone() {
    every_page(&Setup::phone());
}

/// A program that always answers with an illegal action.
const SELLS_CAMELS: &str = r#"
    echo '{"type":"hello","version":1}'
    while read -r line; do
        case "$line" in
            *'"type":"turn"'*) echo '{"type":"action","action":"sell 2 camel"}' ;;
        esac
    done"#;

#[test]
fn faults_are_told_in_the_language_of_the_page() {
    let server = Server::start();
    play(
        &server,
        &format!(
            "name = 'faults'\ngame = 'jaipur'\nrounds = 1\n[[player]]\npolicy = 'random'\n\
             [[player]]\nname = 'seller'\ncommand = ['sh', '-c', '''{SELLS_CAMELS}''']\n"
        ),
    );
    for language in LANGUAGES {
        let fault = text_in(language, "server_errors", "fault_invalid")
            .replace("{answer}", "sell 2 camel")
            .replace(
                "{reason}",
                &text_in(language, "jaipur_table", "illegal_camels_unsold"),
            );
        visit_at(
            &server.url,
            &in_language(language, Setup::phone()),
            |page| {
                page.open("#/tournaments/1");
                page.until_text("[data-testid=faults]", &fault);
                page.assert_no_sideways_scroll(&format!("a tournament in {language}"));
            },
        );
    }
}

/// Colour is never the only carrier: each cell says its number, its interval and whether that is sure.
#[test]
fn the_cross_table_says_what_the_report_says() {
    let server = server();
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/tournaments/1");
        page.find("heading", "ladder");
        let report = asked(page, "tournaments/1")["report"].clone();
        let cells = page.eval(
            "return Object.fromEntries([...document.querySelectorAll('[data-testid=cross] a')]
               .map((link) => [link.getAttribute('href'), link.textContent.replace(/\\s+/g, ' ').trim()]))",
        );
        let cross = report["cross"].as_array().expect("there is one");
        assert_eq!(
            cells.as_object().map(serde_json::Map::len),
            Some(cross.len())
        );
        let number = |value: &Value| 100.0 * value.as_f64().expect("a number");
        let mut signs = 0;
        for met in cross {
            let encode = |name: &Value| {
                let script = "return encodeURIComponent(arguments[0])";
                let name = page.eval_with(script, vec![name.clone()]);
                name.as_str().expect("it is text").to_owned()
            };
            let route = format!(
                "#/tournaments/1/games?agent={}&opponent={}",
                encode(&met["player"]),
                encode(&met["opponent"])
            );
            let said = cells[&route]
                .as_str()
                .unwrap_or_else(|| panic!("no cell {route}: {cells}"));
            let interval = &met["score_interval"];
            let (low, high) = (number(&interval["low"]), number(&interval["high"]));
            let numbers = format!("{:.1} {low:.1} to {high:.1}", number(&met["score"]));
            assert!(said.ends_with(&numbers), "{said}: {numbers}");
            assert_eq!(said.contains("better"), low > 50.0, "{said}");
            assert_eq!(said.contains("worse"), high < 50.0, "{said}");
            signs += usize::from(said.contains('▲') || said.contains('▼'));
        }
        assert!(signs > 0, "nobody is surely better: {cells}");
        // The strengths, which do not depend on the order of the games, stand in the standings.
        let strengths = page.eval(
            "return Object.fromEntries([...document.querySelectorAll('[data-testid=standings] tbody tr')]
               .map((row) => [row.querySelector('th').textContent, row.querySelectorAll('td')[3].textContent])
               .map((texts) => texts.map((text) => text.replace(/\\s+/g, ' ').trim())))",
        );
        let players = report["players"].as_array().expect("there are some");
        for player in players {
            let strength = &player["strength"];
            let elo = |value: &Value| format!("{:.0}", value.as_f64().expect("a number"));
            let interval = &strength["interval"];
            let (low, high) = (elo(&interval["low"]), elo(&interval["high"]));
            let numbers = format!("{} {low} to {high}", elo(&strength["elo"]));
            let name = player["name"].as_str().expect("it is text");
            assert_eq!(strengths[name], json!(numbers), "{strengths}");
        }
        // The best stand first, with a link to their history.
        let best = page.text("[data-testid=standings] tbody tr:first-child th");
        assert_eq!(best, "utility");
        page.click("link", "utility");
        page.find("heading", "utility");
        assert_eq!(page.route(), "#/agents/utility");
        let csv = asked(page, "tournaments/1")["planned"].clone();
        assert_eq!(csv, 120);
        page.open("#/tournaments/1");
        page.find("heading", "ladder");
        let file = page.download(|| page.click("link", "Download as CSV"));
        let text = std::fs::read_to_string(&file).expect("it can be read");
        assert_eq!(text.lines().count(), 1 + 2 * 120);
    });
}

/// A filter stands in the address: whoever opens it sees the same list.
#[test]
fn filters_are_links() {
    let server = server();
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/tournaments/1/games");
        let found = |page: &Page| page.text("[data-testid=found]");
        page.until("all games", || found(page) == "120 games");
        assert!(page.text("nav.pager").starts_with("Page 1 of 3"));
        page.click("link", "Next");
        page.until("page 2", || page.has("link", "Replay Game 50"));
        assert_eq!(page.route(), "#/tournaments/1/games?page=2");
        page.choose("Won by", "<b>a/b&c</b>");
        page.until("fewer games", || found(page) != "120 games");
        page.choose("Against", "random");
        let few = || {
            let count = found(page);
            count
                .split(' ')
                .next()
                .and_then(|count| count.parse::<u32>().ok())
        };
        page.until("those of the two", || {
            few().is_some_and(|count| count <= 20)
        });
        let winners = page.eval(
            "return [...document.querySelectorAll('[data-testid=game] .is-winner')].map((one) => one.innerText)",
        );
        for winner in winners.as_array().expect("a list") {
            let winner = winner.as_str().expect("it is text");
            assert!(
                winner.starts_with("<b>a/b&c</b> ") && winner.contains("won"),
                "{winner}"
            );
        }
        let (route, count) = (page.route(), found(page));
        assert_eq!(
            route,
            "#/tournaments/1/games?winner=%3Cb%3Ea%2Fb%26c%3C%2Fb%3E&opponent=random"
        );
        page.open(&route);
        page.until("the same list", || found(page) == count);
        // And back: the page before the filters.
        page.choose("Won by", "All");
        page.choose("Against", "All");
        page.until("all games", || found(page) == "120 games");
        page.click("checkbox", "Only games with faults");
        page.until("none", || found(page) == "0 games");
        page.open("#/tournaments?game=modern-art");
        page.until_text("main", "Nothing fits");
        page.click("link", "Tournaments");
        page.find("link", "ladder");
    });
}

/// One click from any game to its replay, which is not kept.
#[test]
fn a_game_is_one_click_from_its_replay() {
    let server = server();
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/tournaments/1/games");
        page.click("link", "Replay Game 3");
        page.find("button", "One move back");
        let record = page.eval_async(
            "fetch('api/v1/tournaments/1/games/3/record').then((answer) => answer.json()).then(arguments[0])",
        );
        let moves = record["actions"].as_array().map_or(0, Vec::len);
        assert_eq!(crate::table::moves(page), moves, "all of it is there");
        page.click("button", "To the start");
        let kept =
            page.eval("return Object.keys(localStorage).filter((key) => key.includes('/game/'))");
        assert_eq!(kept, json!([]));
        // By the names of the tournament, not those of the levels one plays against.
        let names = page.eval(
            "return [...document.querySelectorAll('.seat-name')].map((one) => one.innerText).sort()",
        );
        let mut seats: Vec<Value> = record["seats"].as_array().cloned().unwrap_or_default();
        seats.sort_by_key(Value::to_string);
        assert_eq!(names, json!(seats));
        page.click("link", "ladder");
        page.find("heading", "ladder");
        page.expect_in_console("404");
        page.open("#/tournaments/1/games/9999");
        page.until_text("main", "no game of this number");
        page.open("#/tournaments/none");
        page.until_text("main", "Unknown tournament");
        page.open("#/agents/nobody");
        page.until_text("main", "“nobody”");
    });
}

/// A tournament that is over within its first rating period has one point: it is drawn.
#[test]
fn one_rating_period_is_drawn_too() {
    let server = Server::start();
    let definition = definition("short", 2).replace("rating_period = 2", "rating_period = 10");
    play(&server, &definition);
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/tournaments/1");
        page.find("heading", "short");
        let dots = "return document.querySelectorAll('.chart circle').length";
        page.until("a dot for each", || page.eval(dots) == json!(4));
        assert!(page.text("main").contains("there is one rating period"));
        inspect(page, "one point");
    });
}

/// What is played in another process is followed, and what has the focus keeps it. Nothing is asked while
/// the tab is hidden, or after the end.
#[test]
fn a_running_tournament_is_followed() {
    let server = Server::start();
    visit_at(&server.url, &Setup::default(), |page| {
        page.count_what_is_under_way();
        page.before_every_page(
            "window.unseen = false;
             Object.defineProperty(document, 'visibilityState', {get: () => window.unseen ? 'hidden' : 'visible'});",
        );
        let count = || page.eval("return underWay.fetches").as_u64().unwrap_or(0);
        page.open("#/tournaments");
        page.until_text("main", "No tournament yet");
        // With thought: without, a thousand deals may be over before the page is there.
        let thoughtful = definition("live", 1500).replace("'random'", "'ismcts:300'");
        let long = server.tournament(&thoughtful).spawn();
        let playing = Process::from(long.expect("it starts"));
        page.until("it appears", || page.has("link", "live"));
        page.click("link", "live");
        let played = || {
            let text = page.text("[data-testid=progress]").replace(',', "");
            let words: Vec<&str> = text.split_whitespace().collect();
            let of = words.iter().position(|&word| word == "of");
            of.and_then(|of| words[of - 1].parse::<u32>().ok())
        };
        page.until("it is followed", || played().is_some_and(|games| games > 0));
        assert!(page.text("[data-testid=progress]").contains("running"));
        let held = page.text("[data-testid=held]");
        assert!(held.contains("parlour tournament (process "), "{held}");
        page.until("they meet", || page.shows(".cross-link"));
        page.eval("document.querySelector('.cross-link').focus()");
        let (first, link) = (played(), page.focused());
        assert!(!link.is_empty());
        page.until("there are more", || played() > first);
        let kept = page.eval("return document.activeElement?.className");
        assert_eq!(kept, "cross-link", "the focus is lost");
        page.eval("window.unseen = true");
        page.wait_until_idle();
        let before = count();
        page.tick(TICKS);
        assert_eq!(count(), before, "it asks while nobody looks");
        page.eval("window.unseen = false");
        page.until("it asks again", || count() > before);
        drop(playing);
        // Killed on this machine, it is missed at once.
        page.until("it is not played any more", || {
            page.text("[data-testid=progress]").contains("not over")
        });
        // As one pauses and goes on in the terminal.
        play(&server, &definition("short", 1));
        page.open("#/tournaments/2");
        page.until("it is over", || {
            page.text("[data-testid=progress]").contains("over")
        });
        page.wait_until_idle();
        let before = count();
        page.tick(TICKS);
        assert_eq!(count(), before, "it asks after the end");
    });
}

#[test]
fn the_token_starts_and_pauses() {
    let server = Server::start();
    visit_at(&server.url, &Setup::default(), |page| {
        page.expect_in_console("401");
        page.expect_in_console("400");
        page.open("#/tournaments");
        page.click("button", "Use this token");
        page.until_alert("Enter the token");
        page.write("The server’s token", "fedcba9876543210");
        page.click("button", "Use this token");
        page.until_alert("prints when it starts");
        page.eval("document.getElementById('token').value = ''");
        page.write("The server’s token", TOKEN);
        page.press(Key::Enter);
        page.find("textbox", "The tournament, in TOML");
        // Another tab of the same browser does not know it, and no page shows it.
        let kept = page.eval("return JSON.stringify(localStorage)");
        assert!(!kept.to_string().contains(TOKEN));
        page.eval("document.getElementById('toml').value = 'name = 1'");
        page.click("button", "Start");
        page.until_alert("line 1");
        page.eval_with(
            "document.getElementById('toml').value = arguments[0]",
            vec![json!(definition("mine", 2000))],
        );
        page.click("button", "Start");
        page.find("heading", "mine");
        assert_eq!(page.route(), "#/tournaments/1");
        page.click("button", "Pause");
        page.find("button", "Go on");
        assert!(page.text("[data-testid=progress]").contains("not over"));
        page.click("button", "Go on");
        page.find("button", "Pause");
        page.click("button", "Pause");
        page.find("button", "Go on");
        page.open("#/tournaments");
        page.choose("Begin with an example for", "Modern Art");
        let text = page.eval("return document.getElementById('toml').value");
        assert!(
            text.as_str()
                .is_some_and(|text| text.contains("modern-art")),
            "{text}"
        );
        page.click("button", "Start");
        page.find("heading", "modern-art-1");
        page.open("#/tournaments");
        page.click("button", "Forget the token");
        page.find("button", "Use this token");
    });
}

/// Wide tables scroll in a place of their own that the keyboard reaches.
#[test]
fn tables_are_scrolled_by_keyboard() {
    let server = server();
    visit_at(&server.url, &Setup::phone(), |page| {
        page.open("#/tournaments/1");
        page.find("heading", "ladder");
        page.eval("document.querySelector('[data-testid=cross]').closest('.scroll').focus()");
        let left = || {
            page.eval("return document.activeElement.scrollLeft")
                .as_f64()
                .unwrap_or(0.0)
        };
        assert!(left() < 1.0);
        page.press(Key::Right);
        page.press(Key::Right);
        page.until("it scrolls", || left() > 10.0);
        page.press(Key::Tab);
        page.until("a cell has the focus", || {
            page.eval("return document.activeElement.className") == json!("cross-link")
        });
        page.press(Key::Enter);
        page.until("its games", || {
            page.route().starts_with("#/tournaments/1/games?agent=")
        });
    });
}

#[test]
fn without_a_server_or_a_database_it_says_what_to_do() {
    let plain = PlainServer::start("games");
    visit_at(&plain.url, &Setup::default(), |page| {
        page.expect_in_console("404");
        for route in [
            "#/tournaments",
            "#/agents",
            "#/tournaments/1",
            "#/tournaments/1/games/1",
        ] {
            page.open(route);
            page.until_text("main", "need a server");
        }
        page.open("#/tournaments");
        page.until_text("main", "parlour serve");
        inspect(page, "no server");
    });
    let server = Server::start();
    std::fs::write(server.database(), "no database at all, and never was one")
        .expect("it is written");
    visit_at(&server.url, &Setup::default(), |page| {
        page.expect_in_console("503");
        page.open("#/tournaments");
        page.until_text("main", "is damaged");
        page.find("button", "Try again");
        inspect(page, "a damaged database");
        std::fs::remove_file(server.database()).expect("it is removed");
        play(&server, &definition("again", 1));
        page.until("it is read again", || {
            // The page asks by itself too, and then the button is gone.
            page.eval("document.querySelector('[data-testid=again]')?.click()");
            page.has("link", "again")
        });
    });
}

/// What has the focus keeps it, or leaves it to a heading: it is never lost.
#[test]
fn the_focus_is_not_lost_when_a_page_changes() {
    let server = server();
    visit_at(&server.url, &Setup::default(), |page| {
        let focus = || {
            page.eval_async("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");
            page.eval("return document.activeElement.tagName")
        };
        page.open("#/");
        page.click("link", "Tournaments");
        page.find("link", "ladder");
        assert_eq!(focus(), json!("H1"));
        page.click("link", "ladder");
        page.until("it is there", || page.shows(".chart"));
        assert_eq!(focus(), json!("H1"));
        page.click("link", "Tournaments");
        page.write("The server’s token", TOKEN);
        page.click("button", "Use this token");
        page.find("textbox", "The tournament, in TOML");
        assert_ne!(focus(), json!("BODY"));
        page.click("button", "Forget the token");
        page.find("button", "Use this token");
        assert_ne!(focus(), json!("BODY"));
        page.open("#/tournaments/1/games");
        page.click("link", "Next");
        page.find("link", "Replay Game 50");
        assert_eq!(focus(), json!("H1"));
    });
}
