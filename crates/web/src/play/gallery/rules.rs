//! What the rules of Modern Art and Masters Gallery show alike.

use super::{artists_head, gain_cell};
use crate::play::rules_page::{kinds, table_head, with};
use leptos::prelude::*;
use parlour_art::painting::{Artist, Mark, card, mark};

/// A card of each artist, and how many there are.
pub(crate) fn artists(
    names: &[&'static str; 5],
    counts: &[u8; 5],
    number: u32,
    marks: [Option<Mark>; 5],
    caption: &'static str,
) -> AnyView {
    let each = (Artist::ALL.into_iter().zip(marks))
        .zip(names.iter().zip(counts))
        .map(|((artist, mark), (&name, &count))| (card(artist, number, mark), name, count));
    kinds(each, caption)
}

/// What cards do: each with its pictogram, its name, and the rule.
pub(crate) fn explained(
    lines: &'static [&'static str],
    marks: impl IntoIterator<Item = (Mark, String, &'static str)>,
) -> AnyView {
    let each: Vec<_> = marks
        .into_iter()
        .map(|(drawn, name, rule)| {
            view! {
                <div>
                    <dt>
                        <span class="rules-mark" aria-hidden="true" inner_html=mark(drawn)></span>
                        {name}
                    </dt>
                    <dd>{rule}</dd>
                </div>
            }
        })
        .collect();
    with(lines, view! { <dl class="rules-marks">{each}</dl> })
}

/// The number of cards dealt in each round, by number of players.
pub(crate) fn dealt(
    caption: &'static str,
    columns: &'static [&'static str],
    rows: impl IntoIterator<Item = (usize, [usize; 4])>,
) -> AnyView {
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(players, rounds)| {
            view! {
                <tr>
                    <th scope="row">{players}</th>
                    {rounds.map(|cards| view! { <td>{cards}</td> }).into_iter().collect_view()}
                </tr>
            }
        })
        .collect();
    view! {
        <table class="rules-tokens">
            {table_head(caption, columns)} <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// What artists have gained by their places in a round, as a row.
pub(crate) fn gained(head: &'static str, gains: [Option<(usize, u16)>; 5]) -> AnyView {
    let cell = |gained| view! { <td>{gain_cell(gained)}</td> }.into_any();
    row(head, gains.map(cell))
}

/// A row of the example.
pub(crate) fn row(head: &'static str, cells: [AnyView; 5]) -> AnyView {
    view! {
        <tr>
            <th scope="row">{head}</th>
            {Vec::from(cells)}
        </tr>
    }
    .into_any()
}

/// An example of what cards pay: the rows, and what they come to.
pub(crate) fn worth(
    caption: &'static str,
    names: &[&'static str; 5],
    rows: Vec<AnyView>,
    paid: (&'static str, [i32; 5]),
) -> AnyView {
    let cell = |value| {
        view! {
            <td>
                <b>{value}</b>
            </td>
        }
        .into_any()
    };
    view! {
        <table class="values rules-values">
            <caption>{caption}</caption>
            {artists_head(names)}
            <tbody>{rows}</tbody>
            <tfoot>{row(paid.0, paid.1.map(cell))}</tfoot>
        </table>
    }
    .into_any()
}
