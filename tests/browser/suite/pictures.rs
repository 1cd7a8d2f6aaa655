//! Pictures for the README and for those who want to see every screen: made only when
//! `PARLOUR_SCREENSHOTS` is set.

use crate::harness::{Page, Screens, Setup, inspect, visit};
use crate::table::{self, Game, Move, Waits};
use std::path::{Path, PathBuf};

/// Whether pictures are wanted.
pub(crate) fn wanted() -> bool {
    std::env::var_os("PARLOUR_SCREENSHOTS").is_some()
}

/// The height of pictures of long pages, in CSS pixels.
const PICTURE_HEIGHT: u32 = 2400;

/// Every kind of screen, with its name.
pub(crate) fn setups() -> [(&'static str, Setup); 4] {
    let dark = |setup: Setup| Setup {
        dark: true,
        ..setup
    };
    [
        ("light", Setup::default()),
        ("dark", dark(Setup::default())),
        ("phone", Setup::phone()),
        ("phone-dark", dark(Setup::phone())),
    ]
}

/// Pictures that are only looked at.
pub(crate) fn for_review(name: &str) -> PathBuf {
    let name = format!("pictures/{name}.png");
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Takes another picture of a screen, whose name ends with the argument.
type Take<'a> = &'a dyn Fn(&str);

/// If pictures are wanted, takes one of every screen that `screens` goes to, in every setup, and calls `more` with the
/// page and the name of the screen.
pub(crate) fn of_every_screen(
    prefix: &str,
    screens: Screens,
    more: &dyn Fn(&Page, &str, Take<'_>),
) {
    if !wanted() {
        return;
    }
    for (name, setup) in setups() {
        visit(&setup, |page| {
            screens(page, &|place| {
                let place = place.replace([' ', ','], "-");
                let take = |part: &str| {
                    page.picture(&for_review(&format!("{prefix}-{name}-{place}{part}")));
                };
                page.wait_until_still();
                take("");
                more(page, &place, &take);
            });
        });
    }
}

/// [Inspects](inspect) the page as it is now. If pictures are wanted, takes one of it in each theme. The name of a
/// picture ends with the kind of screen and the theme.
pub(crate) fn inspect_and_picture(page: &Page, place: &str) {
    let kind = if page.setup.phone { "phone" } else { "desktop" };
    let name = format!("{place}-{kind}");
    inspect(page, &name);
    if !wanted() {
        return;
    }
    page.resize(page.setup.width, PICTURE_HEIGHT);
    for (theme, dark) in [("light", false), ("dark", true)] {
        page.set_theme(dark);
        page.wait_until_still();
        page.picture(&for_review(&format!("{name}-{theme}")));
    }
    page.set_theme(page.setup.dark);
    page.resize(page.setup.width, page.setup.height);
}

/// A game some moves in: both have sold, the hand is full of choices, and cards are chosen.
fn in_the_middle(page: &Page) {
    let game = Game {
        length: "A match",
        seed: 42,
        ..Game::default()
    };
    table::start(page, &game);
    for turn in 0..20 {
        assert_eq!(table::wait(page), Waits::ForMove);
        let log = table::log(page).join(" ");
        let sold = log.contains("You sold") && log.contains("Merchant sold");
        if sold && table::cards(page, "your hand").len() >= 4 {
            break;
        }
        let wanted = table::think(page, turn > 2);
        table::choose(page, &wanted);
        let before = table::moves(page);
        page.click("button", "Confirm");
        page.until("both have played", || table::moves(page) >= before + 2);
    }
    // What one takes may still become an exchange: most cards stay bright.
    let market = table::cards(page, "the market");
    let good = market.iter().find(|card| table::kind(card) != "Camel");
    let good = good.expect("there is a good").name.clone();
    table::choose(page, &Move::Take(vec![good], Vec::new()));
    page.eval("document.activeElement.blur(); scrollTo(0, 0)");
    page.wait_until_still();
}

#[test]
fn the_picture_of_the_readme() {
    if !wanted() {
        return;
    }
    visit(&Setup::default(), |page| {
        in_the_middle(page);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/jaipur.png");
        page.picture(&file);
    });
}

#[test]
fn pictures_for_review() {
    if !wanted() {
        return;
    }
    for (name, setup) in setups() {
        visit(&setup, |page| {
            let take = |screen: &str| page.picture(&for_review(&format!("{name}-{screen}")));
            for (screen, route) in [
                ("home", "#/"),
                ("new", "#/new/jaipur"),
                ("rules", "#/rules/jaipur"),
                ("settings", "#/settings"),
                ("learn", "#/learn/jaipur"),
            ] {
                page.open(route);
                take(screen);
            }
            in_the_middle(page);
            take("table");
            page.eval("scrollTo(0, document.body.scrollHeight)");
            take("table-below");
            page.click("button", "Hint");
            page.find("button", "Play it");
            take("hint");
            page.open("#/");
            take("home-resume");
            table::start(page, &Game::default());
            table::play_to_the_end(page);
            take("sums");
            page.click("link", "Replay");
            page.find("button", "One move back");
            take("replay");
            table::hot_seat(page, "A match", 3);
            take("turn-screen");
        });
    }
}
