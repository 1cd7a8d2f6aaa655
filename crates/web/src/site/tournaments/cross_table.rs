//! The cross table as a heat map. Every cell says its number, its interval, and by a sign whether the
//! difference is sure: colour only says it again.

use super::parts::{self, column, games_route, score};
use crate::site::strings::tournaments as words;
use leptos::prelude::*;
use parlour_protocol::tournaments::{Meeting, Report};

/// The class of a score's colour: five steps to each side of even.
fn heat(score: f64) -> String {
    let step = ((score - 0.5).abs() * 10.0).ceil().clamp(1.0, 5.0);
    match score {
        score if score > 0.5 => format!("heat-up-{step}"),
        score if score < 0.5 => format!("heat-down-{step}"),
        _ => "heat-even".to_owned(),
    }
}

/// The sign of a difference that is sure, and its word.
fn sign(interval: Option<(f64, f64)>) -> Option<(&'static str, &'static str)> {
    match interval? {
        (low, _) if low > 0.5 => Some(("▲", words::better())),
        (_, high) if high < 0.5 => Some(("▼", words::worse())),
        _ => None,
    }
}

/// The cross table.
pub(super) fn table(report: &Report, id: &str) -> AnyView {
    let names = report.names();
    let head = [words::against().to_owned()]
        .into_iter()
        .chain(names.clone());
    let row = |row: &String| {
        let cells = names.iter().map(|column| {
            let met = |met: &&Meeting| met.player == *row && met.opponent == *column;
            match report.cross.iter().find(met) {
                Some(met) => cell(met, id),
                None if row == column => view! { <td class="cross-self">"–"</td> }.into_any(),
                None => view! {
                    <td>
                        "– " <span class="visually-hidden">{words::not_met()}</span>
                    </td>
                }
                .into_any(),
            }
        });
        let cells: Vec<AnyView> = cells.collect();
        view! {
            <tr>
                <th scope="row">{row.clone()}</th>
                {cells}
            </tr>
        }
        .into_any()
    };
    parts::table(
        words::cross(),
        "numbers cross",
        "cross",
        head.map(column).collect(),
        names.iter().map(row).collect(),
    )
}

fn cell(met: &Meeting, id: &str) -> AnyView {
    let route = games_route(id, &[("agent", &met.player), ("opponent", &met.opponent)]);
    let sign = sign(met.score_interval.ends()).map(|(sign, word)| {
        view! {
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">{word} ", "</span>
            " "
        }
    });
    let (number, interval) = score(met.score, met.score_interval);
    view! {
        <td class=heat(met.score)>
            <a class="cross-link" href=route>
                <b>{sign} {number}</b>
                " "
                <small>{interval}</small>
            </a>
        </td>
    }
    .into_any()
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
