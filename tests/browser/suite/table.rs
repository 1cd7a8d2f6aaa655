//! Jaipur's table as a person uses it.

use crate::harness::{Page, Thing, parlour};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What is chosen in the form for a new game.
pub(crate) struct Game {
    pub(crate) who: &'static str,
    pub(crate) level: &'static str,
    pub(crate) length: &'static str,
    pub(crate) starter: &'static str,
    pub(crate) seed: u32,
}

impl Default for Game {
    fn default() -> Game {
        Game {
            who: "You and an AI",
            level: "Merchant",
            length: "One round",
            starter: "You",
            seed: 2,
        }
    }
}

/// Two people at one device, Ada and Ben; Ada starts.
pub(crate) fn hot_seat(page: &Page, length: &str, seed: u32) {
    page.open("#/new/jaipur");
    page.click("radio", "Two people");
    page.write("Name of player 1", "Ada");
    page.write("Name of player 2", "Ben");
    finish_form(page, length, "Player 1", seed);
    page.click("button", "Start the game");
    page.find("button", "I am Ada: show my cards");
}

/// Two AIs, the first of which starts.
pub(crate) fn watch(page: &Page, ais: [&str; 2], length: &str, seed: u32) {
    page.open("#/new/jaipur");
    page.click("radio", "Two AIs");
    page.choose("The first AI", ais[0]);
    page.choose("The second AI", ais[1]);
    finish_form(page, length, "The first AI", seed);
    page.click("button", "Start watching");
    page.find("button", "One move");
}

/// Starts a game by the form.
pub(crate) fn start(page: &Page, game: &Game) {
    page.open("#/new/jaipur");
    page.click("radio", game.who);
    page.click("radio", game.level);
    finish_form(page, game.length, game.starter, game.seed);
    page.click("button", "Start the game");
    page.find("radio", "Take");
}

fn finish_form(page: &Page, length: &str, starter: &str, seed: u32) {
    page.click("radio", length);
    page.click("radio", starter);
    page.click("button", "Play a certain deal");
    page.write("Seed", &seed.to_string());
}

/// What the page waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// For a move.
    ForMove,
    /// For whoever this is to say that he is there.
    ForPerson(String),
    /// For the sums of a round to be put aside.
    BetweenRounds,
    /// For nothing: the game is over.
    Over,
}

/// What the page waits for, as soon as it waits for a person.
pub(crate) fn wait(page: &Page) -> Waits {
    page.until("the table waits for somebody", || waits(page).is_some());
    waits(page).expect("it did")
}

fn waits(page: &Page) -> Option<Waits> {
    let buttons = page.all("button");
    let with = |name: &str| buttons.iter().find(|button| button.name.starts_with(name));
    if with("Rematch").is_some() {
        Some(Waits::Over)
    } else if with("Next round").is_some() {
        Some(Waits::BetweenRounds)
    } else if let Some(button) = with("I am ") {
        let name = button.name.trim_start_matches("I am ");
        let name = name.trim_end_matches(": show my cards");
        Some(Waits::ForPerson(name.to_owned()))
    } else {
        // A hint is for one who is to move.
        let hint = with("Hint").filter(|hint| !hint.disabled);
        hint.map(|_| Waits::ForMove)
    }
}

/// The line that says what is missing, or what would happen.
pub(crate) fn guidance(page: &Page) -> String {
    page.text("[data-testid=guidance]")
}

/// Whether the chosen cards are a move.
pub(crate) fn may_confirm(page: &Page) -> bool {
    !page.find("button", "Confirm").disabled
}

/// The lines of the log.
pub(crate) fn log(page: &Page) -> Vec<String> {
    let log = page.text("[data-testid=log]");
    let lines = log.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// The number of moves in the log.
pub(crate) fn moves(page: &Page) -> usize {
    let count = page
        .eval("return document.querySelectorAll('[data-testid=log] li:not(.log-break)').length");
    count.as_u64().expect("it is a number") as usize
}

/// The cards in one place: `the market`, `your hand`, `your herd`.
pub(crate) fn cards(page: &Page, place: &str) -> Vec<Thing> {
    among(&page.all("button"), place)
}

/// Those in one place among all buttons.
fn among(buttons: &[Thing], place: &str) -> Vec<Thing> {
    let place = format!(" in {place}");
    let here = |card: &&Thing| card.name.ends_with(&place);
    buttons.iter().filter(here).cloned().collect()
}

/// The kind of a card, by the name of its button.
pub(crate) fn kind(card: &Thing) -> &str {
    card.name.split(',').next().unwrap_or_default()
}

/// Cards by their kinds.
pub(crate) fn kinds(cards: &[Thing]) -> BTreeMap<String, Vec<Thing>> {
    let mut kinds: BTreeMap<String, Vec<Thing>> = BTreeMap::new();
    for card in cards {
        kinds
            .entry(kind(card).to_owned())
            .or_default()
            .push(card.clone());
    }
    kinds
}

/// Goods from the most expensive to the cheapest; the first three are sold two at a time.
pub(crate) const GOODS: [&str; 6] = ["Diamond", "Gold", "Silver", "Cloth", "Spice", "Leather"];

/// A move as the page names its cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// Take these, for those.
    Take(Vec<String>, Vec<String>),
    /// Sell these.
    Sell(Vec<String>),
}

/// A fair move for what lies on the table: large sales, a first exchange, good cards.
pub(crate) fn think(page: &Page, exchanged: bool) -> Move {
    let names = |cards: &[Thing]| cards.iter().map(|card| card.name.clone()).collect();
    let buttons = page.all("button");
    let market = among(&buttons, "the market");
    let hand = among(&buttons, "your hand");
    let herd = among(&buttons, "your herd");
    let held = kinds(&hand);
    let worth = |kind: &str| {
        GOODS
            .iter()
            .position(|good| *good == kind)
            .map_or(0, |at| GOODS.len() - at)
    };
    let enough = |(kind, cards): &(&String, &Vec<Thing>)| {
        cards.len() >= 3 || (cards.len() >= 2 && worth(kind) > 3)
    };
    let largest = |(kind, cards): &(&String, &Vec<Thing>)| (cards.len(), worth(kind));
    if let Some((_, cards)) = held.iter().filter(enough).max_by_key(largest) {
        return Move::Sell(names(cards));
    }
    let mut goods: Vec<&Thing> = market.iter().filter(|card| kind(card) != "Camel").collect();
    goods.sort_by_key(|card| (held.get(kind(card)).map_or(0, Vec::len), worth(kind(card))));
    if !exchanged && herd.len() >= 2 && hand.len() <= 5 && goods.len() >= 2 {
        let best: Vec<Thing> = goods
            .iter()
            .rev()
            .take(2)
            .map(|card| (*card).clone())
            .collect();
        return Move::Take(names(&best), names(&herd[..2]));
    }
    let camels: Vec<&Thing> = market.iter().filter(|card| kind(card) == "Camel").collect();
    if let Some(card) = goods.last().filter(|_| hand.len() < 7) {
        return Move::Take(vec![card.name.clone()], Vec::new());
    }
    if let Some(camel) = camels.first() {
        return Move::Take(vec![camel.name.clone()], Vec::new());
    }
    let any = held
        .iter()
        .filter(|(kind, cards)| cards.len() >= 2 || worth(kind) <= 3);
    let (_, cards) = any
        .max_by_key(largest)
        .expect("of seven goods some can be sold");
    Move::Sell(names(cards))
}

/// Chooses the mode and the cards of a move. Each card must be marked as one to choose.
#[track_caller]
pub(crate) fn choose(page: &Page, wanted: &Move) {
    let (mode, cards): (_, Vec<&String>) = match wanted {
        Move::Take(take, give) => ("Take", take.iter().chain(give).collect()),
        Move::Sell(cards) => ("Sell", cards.iter().collect()),
    };
    page.click("radio", mode);
    for name in cards {
        let card = page.find("button", name);
        assert!(card.legal, "'{name}' is not marked before {wanted:?}");
        page.click_on(&card);
    }
    page.until("Confirm lights up", || may_confirm(page));
}

/// Plays a whole game, whoever is asked, and counts its exchanges. Leaves the last sums open.
pub(crate) fn play_to_the_end(page: &Page) -> usize {
    let mut exchanges = 0;
    for _ in 0..400 {
        match wait(page) {
            Waits::Over => return exchanges,
            Waits::BetweenRounds => {
                check_sums(page);
                page.click("button", "Next round");
            }
            Waits::ForPerson(name) => page.click("button", &format!("I am {name}: show my cards")),
            Waits::ForMove => {
                let wanted = think(page, exchanges > 0);
                choose(page, &wanted);
                if matches!(&wanted, Move::Take(_, give) if !give.is_empty()) {
                    exchanges += 1;
                }
                let before = moves(page);
                page.click("button", "Confirm");
                page.until("the move is played", || {
                    waits(page) != Some(Waits::ForMove) || moves(page) > before
                });
            }
        }
    }
    panic!("the game does not end");
}

/// The sums that a dialog shows: line by line, by seat. Checks that they add up.
#[track_caller]
pub(crate) fn check_sums(page: &Page) -> BTreeMap<String, Vec<i64>> {
    let rows = page.eval(
        "return [...document.querySelectorAll('dialog[open] table.sums tr')].slice(1).map((row) =>
           [row.querySelector('th').innerText, ...[...row.querySelectorAll('td')].map((cell) => Number(cell.innerText))])",
    );
    let mut sums = BTreeMap::new();
    let mut added = [0; 2];
    for row in rows.as_array().expect("rows are a list") {
        let name = row[0].as_str().expect("a row has a name").to_owned();
        let values = [1, 2].map(|seat| row[seat].as_i64().expect("it is a number"));
        match name.as_str() {
            "Sum" => assert_eq!(values, added, "the sums do not add up: {rows}"),
            _ => added = [0, 1].map(|seat| added[seat] + values[seat]),
        }
        sums.insert(name, values.to_vec());
    }
    assert!(sums.contains_key("Sum"), "there are no sums: {rows}");
    sums
}

/// What `parlour replay --json` says of a record.
pub(crate) fn replayed(record: &Path) -> Value {
    let output = Command::new(parlour())
        .args(["replay", "--json"])
        .arg(record)
        .output()
        .expect("parlour runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success(),
        "parlour refuses the record: {said}"
    );
    let mut replayed: Value =
        serde_json::from_slice(&output.stdout).expect("it prints a line of JSON");
    assert_eq!(replayed["game"].take(), json!("jaipur"));
    replayed
}

/// Downloads the record of the game on the table.
pub(crate) fn record(page: &Page) -> std::path::PathBuf {
    page.download(|| page.click("button", "Download record"))
}
