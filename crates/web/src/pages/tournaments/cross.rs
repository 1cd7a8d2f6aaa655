//! The cross table as a heat map. Every cell says its number, its interval, and by a sign whether the
//! difference is sure: colour only says it again.

use super::html::Html;
use super::one;
use super::parts::{games_route, score};
use super::read::{interval, list, names, number, text};
use crate::text::tournaments as words;
use serde_json::Value;

/// The colours of a cell: five steps to each side of even.
const UP: [&str; 5] = [
    "heat-up-1",
    "heat-up-2",
    "heat-up-3",
    "heat-up-4",
    "heat-up-5",
];
const DOWN: [&str; 5] = [
    "heat-down-1",
    "heat-down-2",
    "heat-down-3",
    "heat-down-4",
    "heat-down-5",
];

/// The class of a score's colour.
fn heat(score: f64) -> &'static str {
    let step = ((score - 0.5).abs() * 10.0).ceil().clamp(1.0, 5.0) as usize - 1;
    match score {
        score if score > 0.5 => UP[step],
        score if score < 0.5 => DOWN[step],
        _ => "heat-even",
    }
}

/// The sign of a difference that is sure, and its word.
fn sign(interval: Option<(f64, f64)>) -> Option<(&'static str, &'static str)> {
    match interval? {
        (low, _) if low > 0.5 => Some(("▲", words::BETTER)),
        (_, high) if high < 0.5 => Some(("▼", words::WORSE)),
        _ => None,
    }
}

/// The cross table.
pub(super) fn table(html: &mut Html, report: &Value, id: &str) {
    let names = names(report);
    one::table(html, words::CROSS, "numbers cross", "cross");
    html.element("<thead><tr><th scope=\"col\">", words::AGAINST, "</th>");
    for name in &names {
        html.element("<th scope=\"col\">", name, "</th>");
    }
    html.raw("</tr></thead><tbody>");
    for row in &names {
        html.element("<tr><th scope=\"row\">", row, "</th>");
        for column in &names {
            let mut meetings = list(report, "cross").iter();
            let met = meetings
                .find(|met| text(met, "player") == *row && text(met, "opponent") == *column);
            match met {
                Some(met) => cell(
                    html,
                    met,
                    &games_route(id, &[("agent", row), ("opponent", column)]),
                ),
                None if row == column => drop(html.raw("<td class=\"cross-self\">–</td>")),
                None => drop(html.element(
                    "<td>– <span class=\"visually-hidden\">",
                    words::NOT_MET,
                    "</span></td>",
                )),
            }
        }
        html.raw("</tr>");
    }
    html.raw("</tbody></table></div>");
}

fn cell(html: &mut Html, met: &Value, route: &str) {
    html.raw("<td class=\"").raw(heat(number(met, "score")));
    html.raw("\"><a class=\"cross-link\" href=\"")
        .text(route)
        .raw("\"><b>");
    if let Some((sign, word)) = sign(interval(met, "score_interval")) {
        html.element("<span aria-hidden=\"true\">", sign, "</span>");
        html.element("<span class=\"visually-hidden\">", word, ", </span> ");
    }
    let (number, interval) = score(met);
    html.text(&number).raw("</b> ");
    html.element("<small>", &interval, "</small></a></td>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_signs_say_the_same() {
        for (score, low, high, class, said) in [
            (0.5, 0.4, 0.6, "heat-even", None),
            (0.55, 0.4, 0.7, "heat-up-1", None),
            (0.55, 0.51, 0.6, "heat-up-1", Some("▲")),
            (1.0, 0.9, 1.0, "heat-up-5", Some("▲")),
            (0.0, 0.0, 0.1, "heat-down-5", Some("▼")),
        ] {
            assert_eq!(heat(score), class);
            assert_eq!(sign(Some((low, high))).map(|(sign, _)| sign), said);
        }
        assert_eq!(sign(None), None);
    }
}
