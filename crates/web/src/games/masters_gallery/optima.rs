//! 'How high can it go?': the highest scores, and the games that reach them.

use super::strings::{optima as words, table as table_words};
use crate::platform::route::Route;
use crate::platform::sort::sort_short;
use crate::play::saved_game;
use crate::play::session::Session;
use crate::ui::page::set_title;
use crate::ui::toast::toast;
use leptos::prelude::*;
use parlour_engine::{Game as _, Record, Viewer};
use parlour_games::masters_gallery::rules::{AWARD, Artist, GAINS};
use parlour_games::masters_gallery::{Event, MastersGallery};

/// The games, a record a line: [`RULES`] in order, each for two to five players. They are those
/// of the second program, which `docs/masters-gallery-confirmation.md` tells about.
const RECORDS: &str = include_str!("../../../../../bench/confirmed-optima.jsonl");
/// The rule sets.
const RULES: [&str; 3] = ["seed-base", "seed-awards", "seed-draw"];
/// How many play.
const PLAYERS: [usize; 4] = [2, 3, 4, 5];

/// One of the games.
#[derive(Clone, Debug, PartialEq)]
struct Optimum {
    rules: &'static str,
    record: Record<MastersGallery>,
    /// The highest score, and whose it is.
    score: i32,
    best: usize,
}

/// One round of a game as the table tells it.
#[derive(Debug, Default, PartialEq)]
struct Round {
    /// By seat: the cards on display, and the awards placed.
    walls: Vec<String>,
    /// What each artist has gained by the end of the round, in row order.
    values: [i32; 5],
    /// By seat.
    scored: Vec<i32>,
}

fn letter(artist: Artist) -> char {
    char::from(b'A' + artist.index() as u8)
}

/// The games in the order of the table.
fn optima() -> Vec<Optimum> {
    let sets = RULES.iter().flat_map(|rules| [*rules; PLAYERS.len()]);
    (RECORDS.lines().zip(sets))
        .filter_map(|(line, rules)| {
            let mut record = Record::<MastersGallery>::read(line).ok()?;
            let scores = &record.result.as_ref()?.scores;
            let score = scores.iter().copied().max()?;
            let best = scores.iter().position(|&other| other == score)?;
            record.seats = (0..scores.len())
                .map(|seat| words::seat(seat + 1, seat == best))
                .collect();
            Some(Optimum {
                rules,
                record,
                score,
                best,
            })
        })
        .collect()
}

/// What happened in each round.
fn rounds(record: &Record<MastersGallery>) -> Vec<Round> {
    // The records are those of a file that a test replays.
    let Ok(table) = record.replay() else {
        return Vec::new();
    };
    let view = table.state().view(Viewer::Everything);
    let seats = view.players.len();
    let mut values = [0; 5];
    let mut cards = vec![Vec::new(); seats];
    let mut awards = vec![String::new(); seats];
    let mut rounds = Vec::new();
    for event in table.events() {
        match *event {
            Event::Play(seat, card) | Event::Second(seat, card) => {
                cards[seat.index()].push(letter(card.artist));
            }
            Event::Award(seat, artist) => {
                values[artist.index()] += AWARD;
                awards[seat.index()] += &words::award(letter(artist));
            }
            Event::End { round } => {
                let result = &view.results[usize::from(round)];
                for (artist, gain) in result.ranked.iter().zip(GAINS) {
                    values[artist.index()] += gain;
                }
                let wall = |(cards, awards): (&mut Vec<char>, &mut String)| {
                    sort_short(cards, |&card| card);
                    let wall: String = cards.drain(..).collect();
                    format!("{wall} {}", std::mem::take(awards))
                        .trim_end()
                        .to_owned()
                };
                rounds.push(Round {
                    walls: cards.iter_mut().zip(&mut awards).map(wall).collect(),
                    values,
                    scored: result.scored.clone(),
                });
            }
            _ => {}
        }
    }
    rounds
}

/// The table of the highest scores, and the game that was chosen.
#[component]
pub(crate) fn Optima() -> impl IntoView {
    set_title(words::title());
    let optima = StoredValue::new(optima());
    let chosen = RwSignal::new(0);
    let row = move |rules: &'static str| {
        let cells = optima.with_value(|optima| {
            let of_rules = optima
                .iter()
                .enumerate()
                .filter(|(_, one)| one.rules == rules);
            of_rules
                .map(|(index, one)| {
                    let label = words::cell(one.score, words::rules(rules), one.record.seats.len());
                    view! {
                        <td>
                            <button
                                type="button"
                                class="button"
                                aria-label=label
                                aria-pressed=move || (chosen.get() == index).to_string()
                                on:click=move |_| chosen.set(index)
                            >
                                {one.score}
                            </button>
                        </td>
                    }
                })
                .collect_view()
        });
        view! {
            <tr>
                <th scope="row">{words::rules(rules)}</th>
                {cells}
            </tr>
        }
    };
    view! {
        <main id="main" class="page optima" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
                <p>{words::lede()}</p>
            </div>
            <div class="wide-table">
                <table class="sums">
                    <caption>{words::caption()}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words::rules_text()}</th>
                            {PLAYERS
                                .map(|players| view! { <th scope="col">{words::players(players)}</th> })
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>{RULES.map(row).collect_view()}</tbody>
                </table>
            </div>
            {move || optima.with_value(|optima| optima.get(chosen.get()).map(game))}
            <p>{words::how()}</p>
        </main>
    }
}

/// The chosen game, round by round.
fn game(one: &Optimum) -> impl IntoView + use<> {
    let rounds = rounds(&one.record);
    let seats = one.record.seats.len();
    let best = one.best;
    let line = one.record.to_line();
    let toast = toast();
    // Always the same id: whoever looks twice has it saved once.
    let id = format!("optimum-{}-{seats}", one.rules);
    let step = move |_| {
        let there = saved_game::game(&id).is_some()
            || match Session::import_as::<MastersGallery>(&line, id.clone()) {
                Ok(_) => true,
                Err(reason) => {
                    toast.show(reason);
                    false
                }
            };
        if there {
            Route::Replay(id.clone()).go();
        }
    };
    let sums = (0..seats)
        .map(|seat| {
            let total: i32 = rounds.iter().map(|round| round.scored[seat]).sum();
            view! { <td class:is-best=seat == best>{total}</td> }
        })
        .collect_view();
    let mut running = vec![0; seats];
    let body = rounds
        .iter()
        .enumerate()
        .map(|(index, round)| {
            let walls = round.walls.iter().zip(&round.scored).zip(&mut running);
            let walls = walls
                .enumerate()
                .map(|(seat, ((wall, scored), sum))| {
                    *sum += scored;
                    view! {
                        <td class:is-best=seat == best>
                            {wall.clone()} <small>{words::running(*scored, *sum)}</small>
                        </td>
                    }
                })
                .collect_view();
            let values = round
                .values
                .map(|value| view! { <td>{value}</td> })
                .collect_view();
            view! {
                <tr>
                    <th scope="row">{index + 1}</th>
                    {walls}
                    {values}
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="optimum">
            <h2 id="optimum" aria-live="polite">
                {words::chosen(one.score, words::rules(one.rules), seats)}
            </h2>
            <div class="wide-table" tabindex="0" role="region" aria-labelledby="optimum">
                <table class="sums">
                    <thead>
                        <tr>
                            <th scope="col">{words::round()}</th>
                            {one
                                .record
                                .seats
                                .iter()
                                .map(|name| view! { <th scope="col">{name.clone()}</th> })
                                .collect_view()}
                            {Artist::ALL
                                .map(|artist| {
                                    view! {
                                        <th scope="col">
                                            <abbr title=table_words::artist(artist)>
                                                {letter(artist).to_string()}
                                            </abbr>
                                        </th>
                                    }
                                })
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>{body}</tbody>
                    <tfoot>
                        <tr>
                            <th scope="row">{words::sums()}</th>
                            {sums}
                            <td colspan="5"></td>
                        </tr>
                    </tfoot>
                </table>
            </div>
            <p class="muted">{words::key()}</p>
            <div class="button-row">
                <button type="button" class="button button-main" on:click=step>
                    {words::step()}
                </button>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{Rules as _, Seat};
    use parlour_games::masters_gallery::Rules;

    /// The records are whole games by the rules the table says, and the rounds add up.
    #[test]
    fn every_game_reaches_its_score() {
        let optima = optima();
        assert_eq!(optima.len(), RULES.len() * PLAYERS.len());
        for (one, index) in optima.iter().zip(0..) {
            let players = PLAYERS[index % PLAYERS.len()];
            let named = Rules::named(&format!("{}-{players}", one.rules));
            assert_eq!(
                Some(&one.record.rules),
                named.as_ref(),
                "{} {players}",
                one.rules
            );
            let table = one.record.replay().unwrap();
            assert!(parlour_solvers::masters_gallery::verify::is_regular(
                table.events(),
                players
            ));
            assert_eq!(table.outcome().unwrap().scores[one.best], one.score);
            let rounds = rounds(&one.record);
            assert_eq!(rounds.len(), 4);
            let total: i32 = rounds.iter().map(|round| round.scored[one.best]).sum();
            assert_eq!(total, one.score);
            let last = table.state().view(Viewer::Seat(Seat(0))).values;
            assert_eq!(rounds[3].values, last);
        }
    }
}
