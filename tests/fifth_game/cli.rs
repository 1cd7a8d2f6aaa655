//! High Card on the command line.

use super::Terminal;
use super::page::{Page, turn};
use crate::style::Style;
use parlour_games::high_card::{Event, HighCard, Rules, View};

impl Terminal for HighCard {
    fn draw(view: &View, names: &[String], style: Style) -> String {
        let mut page = Page::new(style);
        page.line("", style.strong(turn(view.viewer, names, view.to_move)));
        for (name, hand) in names.iter().zip(&view.hands) {
            page.line(name, format!("{hand:?}"));
        }
        page.finish()
    }

    fn news(_: &[Event], _: &View) -> Vec<String> {
        Vec::new()
    }

    fn unit(_: &Rules) -> &'static str {
        "points"
    }

    const RULES: &'static str = "# High Card\n\nThe higher card scores a point.\n";

    const HELP: &'static str = "The higher card scores a point.\n  play 5     the 5";
}
