//! What the tests of Modern Art and Masters Gallery have in common: the form, cards of a hand, whole games, every screen.

use crate::harness::{Page, Setup, inspect, visit};
use crate::pictures;
use crate::table::{self, Waits};
use fantoccini::key::Key;
use parlour_engine::{Game, Record, Table};
use serde_json::{Value, json};

/// Who sits at the table: a person with this name, or an AI of this level.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Person(&'static str),
    Ai(&'static str),
}

/// Ada, Ben and Cleo at one device.
pub(crate) const FRIENDS: [Place; 3] = [
    Place::Person("Ada"),
    Place::Person("Ben"),
    Place::Person("Cleo"),
];

/// One of the two games, as its page names it.
pub(crate) struct Gallery {
    /// Its name in addresses.
    pub(crate) name: &'static str,
    /// What a card is called.
    pub(crate) noun: &'static str,
    /// What stands below the sums of a round.
    pub(crate) standing: &'static str,
    /// The test id of what everybody has, which the scores are in the end.
    pub(crate) count: &'static str,
    /// What everybody has at the start.
    pub(crate) first: i32,
}

/// Cards of one's hand that can be chosen now.
pub(crate) fn legal_cards(page: &Page) -> Vec<String> {
    let buttons = page.all("button");
    let legal = buttons.iter().filter(|button| button.legal);
    legal.map(|button| button.name.clone()).collect()
}

/// Answers, and waits until the page has taken it.
pub(crate) fn answered(page: &Page, by: fn(&Page, usize), turn: usize) {
    let seen = || {
        (
            table::guidance(page),
            table::log(page).len(),
            page.names("heading"),
        )
    };
    let asked = seen();
    by(page, turn);
    page.until("something has happened", || {
        table::wait(page) != Waits::ForMove || seen() != asked
    });
}

/// The game on the table, by its record.
pub(crate) fn replayed<G: Game>(page: &Page) -> Table<G> {
    let line = std::fs::read_to_string(table::record(page)).expect("it can be read");
    let record = Record::<G>::read(line.trim()).expect("it is a record");
    record.replay().expect("it can be replayed")
}

impl Gallery {
    /// Fills in the form and starts.
    pub(crate) fn start(&self, page: &Page, rules: &str, places: &[Place], seed: u32) {
        page.open(&format!("#/new/{}", self.name));
        page.click("radio", &places.len().to_string());
        if let [Place::Person(_), Place::Ai(level)] = places {
            page.click("radio", "You and an AI");
            page.click("radio", level);
        } else {
            for (at, place) in (1..).zip(places) {
                let seat = format!("Player {at}");
                match place {
                    Place::Person(name) => {
                        page.choose(&seat, "A person");
                        page.write(&format!("Name of player {at}"), name);
                    }
                    Place::Ai(level) => page.choose(&seat, level),
                }
            }
        }
        page.click("radio", rules);
        page.click("button", "Play a certain deal");
        page.write("Seed", &seed.to_string());
        let people = places.iter().any(|place| matches!(place, Place::Person(_)));
        let label = if people {
            "Start the game"
        } else {
            "Start watching"
        };
        page.click("button", label);
    }

    /// Goes through the tutorial by what it shows, and looks at each step. Tells how many moves it asked for.
    pub(crate) fn learn(&self, page: &Page, look: &dyn Fn(&str)) -> usize {
        page.open(&format!("#/learn/{}", self.name));
        let step = || page.text(".learn-count");
        let board = || page.text(".learn-board");
        let mut asked = 0;
        while page.has("button", "Skip") || page.has("button", "Next") {
            let at = step();
            look(&at);
            while page.has("button", "Show me") {
                asked += 1;
                page.click("button", "Show me");
                let before = board();
                let label = match page.focused().as_str() {
                    "Pass" => "Pass",
                    _ => "Confirm",
                };
                page.click("button", label);
                page.until("the move is done", || board() != before);
            }
            assert!(
                at.starts_with("Step 1 ") || !page.text(".learn-done").is_empty(),
                "{at}"
            );
            page.click("button", "Next");
            page.until("the next step", || step() != at);
        }
        look("the last step");
        asked
    }

    /// The cards of one's hand.
    pub(crate) fn hand(&self, page: &Page) -> Vec<String> {
        let part = format!(", {} ", self.noun);
        let names = page.names("button").into_iter();
        names.filter(|name| name.contains(&part)).collect()
    }

    /// By keyboard to the hand, along it to a card that fits, and plays that; where none fits, nothing.
    pub(crate) fn play_by_keyboard(&self, page: &Page) -> bool {
        let legal = legal_cards(page);
        if legal.is_empty() {
            return false;
        }
        let hand = self.hand(page);
        for _ in 0..60 {
            let at = page.focused();
            if legal.contains(&at) {
                break;
            }
            page.press(if hand.last() == Some(&at) {
                Key::Home
            } else if hand.contains(&at) {
                Key::Right
            } else {
                Key::Tab
            });
        }
        assert!(legal.contains(&page.focused()), "no way to {legal:?}");
        page.press(Key::Enter);
        page.until("Confirm lights up", || table::may_confirm(page));
        page.press('c');
        true
    }

    /// Plays until `enough`, or to the end; tells whether it is over.
    pub(crate) fn play(
        &self,
        page: &Page,
        by: fn(&Page, usize),
        enough: impl Fn(usize) -> bool,
    ) -> bool {
        for turn in 0..900 {
            if enough(turn) {
                return false;
            }
            match table::wait(page) {
                Waits::Over => return true,
                Waits::BetweenRounds => {
                    self.check_sums(page);
                    page.click("button", "Next round");
                }
                Waits::ForPerson(name) => {
                    page.click("button", &format!("I am {name}: show my cards"));
                }
                Waits::ForMove => answered(page, by, turn),
            }
        }
        panic!("the game does not end");
    }

    /// The lines of the sums add up, for every seat.
    #[track_caller]
    fn check_sums(&self, page: &Page) {
        let rows = page.eval(
            "return [...document.querySelectorAll('dialog[open] table.sums tr')].slice(1).map((row) =>
               [row.querySelector('th').innerText, [...row.querySelectorAll('td')].map((cell) => Number(cell.innerText))])",
        );
        let rows = rows.as_array().expect("rows are a list").clone();
        let sum = rows
            .iter()
            .position(|row| row[0] == json!("This round"))
            .expect("there is a sum");
        let mut added = vec![0; numbers(&rows[sum][1]).len()];
        for row in &rows[..sum] {
            for (added, value) in added.iter_mut().zip(numbers(&row[1])) {
                *added += value;
            }
        }
        assert_eq!(numbers(&rows[sum][1]), added, "{rows:?}");
        assert_eq!(rows[sum + 1][0], json!(self.standing));
    }

    /// What everybody has as the page shows it, the others clockwise first, then oneself.
    pub(crate) fn counts(&self, page: &Page) -> Vec<i32> {
        numbers(&page.eval_with(
            "const [count] = arguments;
             return [...document.querySelectorAll(`[data-testid=${count}] b`)].map((count) => Number(count.innerText))",
            vec![self.count.into()],
        ))
    }

    /// A finished game: what is shown is what the rules say, it can be loaded again, and replayed.
    pub(crate) fn look_at_the_end<G: Game>(&self, page: &Page) -> Table<G> {
        self.check_sums(page);
        page.click("button", "Look at the table");
        let table = replayed::<G>(page);
        let mut scores = table.outcome().expect("it is over").scores;
        scores.rotate_left(1);
        assert_eq!(self.counts(page), scores);
        let log = table::log(page);
        page.reload();
        page.click("button", "Look at the table");
        assert_eq!(table::log(page), log);
        page.click("link", "Replay");
        page.find("button", "One move back");
        page.click("button", "To the start");
        assert_eq!(self.counts(page), vec![self.first; scores.len()]);
        for _ in 0..4 {
            page.click("button", "One move forward");
        }
        page.click("button", "To the end");
        assert_eq!(self.counts(page), scores);
        table
    }
}

/// A list of whole numbers that a script has returned.
fn numbers(list: &Value) -> Vec<i32> {
    let numbers = list.as_array().expect("a list").iter();
    numbers
        .map(|number| number.as_i64().expect("a number") as i32)
        .collect()
}

/// Goes to every screen of a game and looks at it, by name.
pub(crate) type EveryScreen = fn(&Page, &dyn Fn(&Page, &str));

/// Every screen can be used by everybody, in both themes and at every width.
pub(crate) fn inspect_all(every_screen: EveryScreen) {
    visit(&Setup::default(), |page| {
        every_screen(page, &inspect);
    });
}

impl Gallery {
    /// Pictures of every screen, when they are wanted.
    pub(crate) fn pictures(&self, every_screen: EveryScreen) {
        if !pictures::wanted() {
            return;
        }
        for (look, setup) in pictures::setups() {
            visit(&setup, |page| {
                every_screen(page, &|page, screen| {
                    let screen = screen.to_lowercase().replace(' ', "-");
                    let name = format!("{}-{look}-{screen}", self.name);
                    page.picture(&pictures::for_review(&name));
                });
            });
        }
    }
}
