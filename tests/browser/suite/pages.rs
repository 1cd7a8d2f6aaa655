//! The pages around the table.

use crate::harness::{Setup, visit};
use crate::table::{self, Waits};

#[test]
fn the_tutorial_leads_to_a_first_round() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        page.click("link", "Learn in 3 minutes");
        page.find("heading", "Learn Jaipur…");
        let step = || page.text(".learn-count");
        let mut asked = 0;
        while page.has("button", "Skip") || page.has("button", "Next") {
            let before = step();
            if page.has("button", "Show me") {
                asked += 1;
                page.click("button", "Show me");
                page.click("button", "Confirm");
                page.until("the move is done", || !page.has("button", "Show me"));
            }
            page.click("button", "Next");
            page.until("the next step", || step() != before);
        }
        assert!(asked >= 5, "only {asked} steps ask for a move");
        assert!(step().ends_with("of 9"), "{}", step());
        page.click("link", "Play your first round");
        page.click("button", "Start the game");
        assert_eq!(table::wait(page), Waits::ForMove);
    });
}

#[test]
fn the_tutorial_says_when_another_move_was_meant() {
    visit(&Setup::default(), |page| {
        page.open("#/learn/jaipur");
        page.click("button", "Next");
        page.find("heading", "Take a good");
        // Anything but the gold.
        let market = table::cards(page, "the market");
        let other = market
            .iter()
            .find(|card| !["Gold", "Camel"].contains(&table::kind(card)));
        page.click_on(other.expect("there is another card"));
        page.click("button", "Confirm");
        page.until_text(".learn-nudge", "Here, take the gold");
        page.find("button", "Skip");
    });
}

#[test]
fn the_rules_can_be_read_and_linked_to() {
    visit(&Setup::default(), |page| {
        page.open("#/rules/jaipur");
        let headings = page.names("heading");
        assert!(headings.len() > 5, "{headings:?}");
        let text = page.text("main");
        for word in ["camel", "bonus", "diamond", "seal"] {
            assert!(
                text.to_lowercase().contains(word),
                "the rules say nothing of {word}"
            );
        }
        let sections = page.eval(
            "return [...document.querySelectorAll('main a[href^=\"#/rules/jaipur/\"]')].map((link) => link.getAttribute('href'))",
        );
        for section in sections.as_array().expect("a list") {
            let section = section.as_str().expect("an address is text");
            page.open(section);
            page.until("the page is at the section", || {
                page.eval_with(
                    "const [route] = arguments;
                     const target = document.getElementById(route.split('/').pop());
                     const top = target?.getBoundingClientRect().top;
                     return top > -2 && top < innerHeight",
                    vec![section.into()],
                ) == true
            });
        }
    });
}

#[test]
fn what_is_not_there_has_a_page() {
    visit(&Setup::default(), |page| {
        for route in [
            "#/nowhere",
            "#/play/none",
            "#/replay/none",
            "#/rules/chess",
            "#/new/chess",
        ] {
            page.open(route);
            let heading = page.names("heading").into_iter().next();
            let heading = heading.expect("a page has a heading");
            assert!(
                ["There is no such page", "No such game"].contains(&heading.as_str()),
                "{route}: {heading}"
            );
            page.click("link", "Parlour, home");
            page.find("button", "Play Jaipur");
        }
    });
}

#[test]
fn a_theme_is_chosen_and_kept() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        let ground =
            || page.eval("return getComputedStyle(document.documentElement).backgroundColor");
        let light = ground();
        page.click("button", "Dark theme");
        page.until("the page is dark", || ground() != light);
        let dark = ground();
        page.reload();
        assert_eq!(ground(), dark);
        page.click("button", "Light theme");
        page.until("the page is light", || ground() == light);
    });
}

#[test]
fn the_form_says_what_is_wrong() {
    visit(&Setup::default(), |page| {
        page.open("#/new/jaipur");
        page.click("button", "Play a certain deal");
        page.write("Seed", "my lucky one");
        page.click("button", "Start the game");
        page.until_text("main", "A seed is a whole number");
        assert_eq!(page.route(), "#/new/jaipur");
        page.reload();
        page.click("radio", "Two people");
        page.write("Name of player 1", "Ada");
        page.write("Name of player 2", "Ada");
        page.click("button", "Start the game");
        page.until_text("main", "another name");
        assert_eq!(page.route(), "#/new/jaipur");
    });
}

#[test]
fn every_page_is_reachable_on_a_phone() {
    visit(&Setup::phone(), |page| {
        page.open("#/");
        for place in ["Tournaments", "Settings"] {
            page.click("button", "More");
            page.click("link", place);
            page.find("heading", place);
            page.until("the menu is closed", || !page.has("link", "Settings"));
            page.until("the focus is on the heading", || page.focused() == place);
            page.assert_no_sideways_scroll(place);
        }
        page.click("button", "More");
        page.click("button", "Dark theme");
        page.until("the page is dark", || {
            page.eval("return document.documentElement.dataset.theme") == "dark"
        });
        // Where the form is longer than the page its button is still in sight.
        page.open("#/new/modern-art");
        page.find("button", "Start the game");
        let bottom = "return document.querySelector('.setup-start').getBoundingClientRect().bottom - innerHeight";
        assert!(page.eval(bottom).as_f64().is_some_and(|below| below <= 0.0));
    });
}
