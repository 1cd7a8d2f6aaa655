//! The ladder on the web: registration, tables, games, and what an owner can do.

use crate::harness::{Page, Process, Server, Setup, check_accessibility as check, visit_at};
use crate::languages::in_language;
use crate::pictures::inspect_and_picture;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

const BOARDS: &str = "jaipur,modern-art:simple";

fn server() -> Server {
    let options = ["--agents", "127.0.0.1:0", "--ladder", BOARDS];
    Server::start_with("127.0.0.1:0", &options)
}

/// Starts the agent of `clients/python`.
fn start_agent(address: &str, token: &str) -> Process {
    let (host, port) = address.split_once(':').expect("an address has a port");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/python/ladder_agent.py");
    let child = Command::new("python3")
        .arg(script)
        .args([host, port])
        .env("PARLOUR_TOKEN", token)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    child.expect("Python starts").into()
}

/// A response of the ladder API.
fn get_json(page: &Page, path: &str) -> Value {
    page.eval_async(&format!(
        "const done = arguments[0];
         fetch('api/v1/ladder{path}').then((answer) => answer.json()).then(done, (error) => done(String(error)))"
    ))
}

/// Registers an agent on the page, and returns its token.
fn register(page: &Page, name: &str) -> String {
    page.open("#/ladder/register");
    page.find("combobox", "Game");
    page.write("Name of the agent", name);
    page.write("Contact (optional)", "ada@example.org");
    page.click("button", "Register");
    page.find("heading", &format!("{name} is registered"));
    let token = page.eval("return document.querySelector('[data-testid=registered] input').value");
    let token = token.as_str().expect("it is a text").to_owned();
    assert_eq!(token.len(), 32);
    token
}

fn every_page(setup: &Setup) {
    let server = server();
    visit_at(&server.url, setup, |page| {
        page.open("#/ladder");
        page.find("link", "Jaipur (round)");
        inspect_and_picture(page, "ladder-list");
        page.open("#/ladder/boards/jaipur:round");
        page.find("link", "utility");
        inspect_and_picture(page, "ladder-board-empty");
        page.click("link", "All games");
        page.until("that there are none", || {
            page.everything_said()
                .contains("Nothing fits these filters")
        });
        inspect_and_picture(page, "ladder-games-empty");
        page.expect_in_console("404");
        page.open("#/ladder/agents/99");
        page.until("that there is none", || {
            page.everything_said().contains("no agent of that number")
        });
        inspect_and_picture(page, "ladder-error");
        page.open("#/ladder/register");
        page.find("combobox", "Game");
        inspect_and_picture(page, "ladder-register");
        let token = register(page, "a very long name of an agent <b>a/b</b>");
        inspect_and_picture(page, "ladder-token");
        let agents = get_json(page, "")["agents"]
            .as_str()
            .expect("an address")
            .to_owned();
        page.click("link", "To the page of the agent");
        page.find("button", "Download the log");
        inspect_and_picture(page, "ladder-agent-new");
        let agent = start_agent(&agents, &token);
        page.until("rated games", || {
            get_json(page, "/boards/jaipur:round")["games"].as_u64() >= Some(20)
        });
        page.reload();
        page.until_text("[data-testid=numbers]", "Rating");
        // It plays on: what is shown must not change while it is looked at.
        drop(agent);
        page.until("nobody is connected", || {
            get_json(page, "/boards/jaipur:round")["connected"] == 0
        });
        page.reload();
        page.find("button", "Download the log");
        page.until("its games", || page.has("heading", "Games"));
        inspect_and_picture(page, "ladder-agent");
        let file = page.download(|| page.click("button", "Download the log"));
        let log = std::fs::read_to_string(file).expect("it can be read");
        assert!(log.contains("\"sent\""), "{log}");
        page.click("button", "Forget the token");
        page.find("textbox", "The agent’s token");
        inspect_and_picture(page, "ladder-agent-of-others");
        page.open("#/ladder/boards/jaipur:round");
        page.find("link", "utility");
        inspect_and_picture(page, "ladder-board");
        page.click("link", "All games");
        page.until("the games", || page.shows("[data-testid=game] a"));
        inspect_and_picture(page, "ladder-games");
        let first =
            page.eval("return document.querySelector('[data-testid=game] a').getAttribute('href')");
        page.open(first.as_str().expect("it is an address"));
        page.find("button", "One move back");
        check(page, "replay");
    });
}

#[test]
fn pages_of_the_ladder_can_be_used_by_all_in_both_themes() {
    every_page(&Setup::default());
}

#[test]
fn pages_of_the_ladder_on_a_phone() {
    every_page(&Setup::phone());
}

/// Only servers with a ladder lead to it.
#[test]
fn the_ladder_is_shown_where_there_is_one() {
    let with = server();
    visit_at(&with.url, &Setup::default(), |page| {
        page.open("#/");
        page.find("link", "Ladder");
        page.click("link", "Ladder");
        page.find("link", "Register an agent");
        assert_eq!(page.route(), "#/ladder");
    });
    let without = Server::start();
    visit_at(&without.url, &Setup::default(), |page| {
        page.open("#/");
        page.find("heading", "Jaipur");
        assert!(!page.has("link", "Ladder"));
        page.expect_in_console("404");
        page.open("#/ladder");
        page.until("why", || page.everything_said().contains("has no ladder"));
    });
}

/// What the owner does on the page of the agent.
#[test]
fn the_owner_manages_an_agent() {
    let server = server();
    visit_at(&server.url, &Setup::default(), |page| {
        let token = register(page, "Ada");
        page.click("link", "To the page of the agent");
        page.find("heading", "Ada");
        let state = || page.text("[data-testid=state]");
        page.click("button", "Pause");
        page.until("it is paused", || state().contains("paused"));
        page.click("button", "Go on");
        page.until("it is resumed", || state().contains("not validated yet"));
        page.write("Another name", "Grace");
        page.click("button", "Rename");
        page.find("heading", "Grace");
        page.click("button", "Replace the token");
        page.until("the new token", || page.shows("#main .copy input"));
        let new = page.eval("return document.querySelector('#main .copy input').value");
        assert_ne!(new.as_str(), Some(token.as_str()));

        // Without the token nothing can be changed.
        page.click("button", "Forget the token");
        page.find("textbox", "The agent’s token");
        page.expect_in_console("401");
        page.write("The agent’s token", &token);
        page.click("button", "Use this token");
        page.until_alert("token of this agent");
        page.reload();
        page.find("textbox", "The agent’s token");
        page.write("The agent’s token", new.as_str().expect("it is a text"));
        page.click("button", "Use this token");
        page.click("button", "Withdraw");
        page.find("heading", "Withdraw Grace permanently?");
        check(page, "the question");
        page.click("button", "Withdraw");
        page.until("it has left", || state().contains("withdrawn"));
    });
}

/// Why the server refuses something is told in the language of the page, with what it is about.
#[test]
fn refusals_of_the_server_are_told_in_the_language_of_the_page() {
    let server = server();
    for (language, missing, taken) in [
        (
            "de",
            "Die Rangliste dieses Servers hat diesen Agenten nicht.",
            "Ein Agent namens „utility“ ist schon in dieser Rangliste: Wähle einen anderen Namen.",
        ),
        (
            "ja",
            "このサーバーのラダーにそのエージェントはいません。",
            "「utility」という名前のエージェントはすでにいます。別の名前を選んでください。",
        ),
    ] {
        visit_at(
            &server.url,
            &in_language(language, Setup::default()),
            |page| {
                page.expect_in_console("404");
                page.open("#/ladder/agents/99");
                page.until(missing, || page.everything_said().contains(missing));
                page.open("#/ladder/register");
                page.until("the form", || page.shows("#agent-name"));
                page.expect_in_console("409");
                page.eval(
                    "document.querySelector('#agent-name').value = 'utility'; \
                 document.querySelector('[data-testid=register] button').click()",
                );
                page.until_alert(taken);
                page.assert_no_sideways_scroll(language);
            },
        );
    }
}
