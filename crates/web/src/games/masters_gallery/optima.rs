//! 'How high can it go?': the highest scores, and the games that reach them.

use super::strings::{optima as words, table as table_words};
use crate::platform::route::Route;
use crate::platform::sort::sort_short;
use crate::play::session::Session;
use crate::ui::page::set_title;
use crate::ui::toast::toast;
use leptos::prelude::*;
use parlour_engine::{Game as _, Record, Viewer, json};
use parlour_games::masters_gallery::rules::{AWARD, Artist, GAINS};
use parlour_games::masters_gallery::{Event, MastersGallery};

/// The games with the highest scores, a JSON object for each of [`RULES`] and two to five players, as
/// `bench/prove_optima.py --games` writes them.
const GAMES: &str = include_str!("../../../../../bench/optima.jsonl");
/// The rule sets.
const RULES: [&str; 5] = [
    "seed-base",
    "seed-awards",
    "seed-draw",
    "seed-double",
    "full",
];
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

/// The cards and awards of a seat in a round, as the table shows them.
#[derive(Debug, Default, PartialEq)]
struct Display {
    played: Vec<char>,
    shown: Vec<char>,
    hidden: Vec<char>,
    added: Vec<char>,
    awards: String,
}

impl Display {
    /// The cards played, then the others by how they came, then awards.
    fn text(mut self) -> String {
        let groups = [
            &mut self.played,
            &mut self.shown,
            &mut self.hidden,
            &mut self.added,
        ];
        let [played, shown, hidden, added] = groups.map(|cards| {
            sort_short(cards, |&card| card);
            cards.iter().collect::<String>()
        });
        let mut parts = vec![played];
        parts.extend(words::cards_shown(&shown));
        parts.extend(words::cards_hidden(&hidden));
        parts.extend(words::cards_added(&added));
        parts.push(self.awards);
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }
}

/// One round of a game as the table tells it.
#[derive(Debug, Default, PartialEq)]
struct Round {
    /// The extra card, if the rules have one.
    extra: Option<char>,
    /// By seat: the cards on display, and the awards placed.
    displays: Vec<String>,
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
    (GAMES.lines().zip(sets))
        .filter_map(|(line, rules)| {
            let line = json::parse(line).ok()?;
            let mut record = Record::<MastersGallery>::read(&line["record"].to_string()).ok()?;
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
    let mut extra_card = None;
    let mut displays: Vec<Display> = (0..seats).map(|_| Display::default()).collect();
    let mut rounds = Vec::new();
    for event in table.events() {
        match *event {
            Event::Round { extra, .. } => extra_card = extra.map(|card| letter(card.artist)),
            Event::Play(seat, card) | Event::Second(seat, card) => {
                displays[seat.index()].played.push(letter(card.artist));
            }
            Event::Show(seat, card) => displays[seat.index()].shown.push(letter(card.artist)),
            Event::TurnUp(seat, card) => displays[seat.index()].hidden.push(letter(card.artist)),
            Event::Add(seat, card) => displays[seat.index()].added.push(letter(card.artist)),
            Event::Award(seat, artist) => {
                values[artist.index()] += AWARD;
                displays[seat.index()].awards += &words::award(letter(artist));
            }
            Event::End { round } => {
                let result = &view.results[usize::from(round)];
                for (artist, gain) in result.ranked.iter().zip(GAINS) {
                    values[artist.index()] += gain;
                }
                let shown = displays.iter_mut().map(std::mem::take);
                rounds.push(Round {
                    extra: extra_card,
                    displays: shown.map(Display::text).collect(),
                    values,
                    scored: result.scored.to_vec(),
                });
            }
            Event::Draw(_) | Event::Hidden(_) | Event::Pass(_) | Event::Close(_) => {}
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
    let has_extra = one.record.rules.extra_card;
    let seats = one.record.seats.len();
    let best = one.best;
    let line = one.record.to_line();
    let toast = toast();
    // Always the same id, so that a game that is opened twice is saved once.
    let id = format!("optimum-{}-{seats}", one.rules);
    let step = move |_| match Session::save_once::<MastersGallery>(&line, &id) {
        Ok(()) => Route::Replay(id.clone()).go(),
        Err(reason) => toast.show(reason),
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
            let displays = round.displays.iter().zip(&round.scored).zip(&mut running);
            let displays = displays
                .enumerate()
                .map(|(seat, ((display, scored), sum))| {
                    *sum += scored;
                    view! {
                        <td class:is-best=seat == best>
                            {display.clone()} <small>{words::running(*scored, *sum)}</small>
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
                    {has_extra.then(|| view! { <td>{round.extra.map(String::from)}</td> })}
                    {displays}
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
            <p>{words::proven(one.score)}</p>
            <div class="wide-table" tabindex="0" role="region" aria-labelledby="optimum">
                <table class="sums">
                    <thead>
                        <tr>
                            <th scope="col">{words::round()}</th>
                            {has_extra.then(|| view! { <th scope="col">{words::extra()}</th> })}
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
                            {has_extra.then(|| view! { <td></td> })}
                            {sums}
                            <td colspan="5"></td>
                        </tr>
                    </tfoot>
                </table>
            </div>
            <p class="muted">{words::key()}</p>
            {has_extra.then(|| view! { <p class="muted">{words::key_full()}</p> })}
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
        for ((one, line), index) in optima.iter().zip(GAMES.lines()).zip(0..) {
            let players = PLAYERS[index % PLAYERS.len()];
            let named = Rules::named(one.rules).map(|rules| Rules {
                players: players as u8,
                ..rules
            });
            assert_eq!(
                Some(&one.record.rules),
                named.as_ref(),
                "{} {players}",
                one.rules
            );
            let claim: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(claim["rules"], one.rules);
            assert_eq!(claim["players"], players);
            assert_eq!(claim["score"], one.score);
            assert_eq!(claim["bound"], one.score);
            let table = one.record.replay().unwrap();
            assert!(
                one.rules == "full"
                    || parlour_solvers::masters_gallery::verify::is_regular(
                        table.events(),
                        players
                    )
            );
            assert_eq!(table.outcome().unwrap().scores[one.best], one.score);
            let rounds = rounds(&one.record);
            assert_eq!(rounds.len(), 4);
            let total: i32 = rounds.iter().map(|round| round.scored[one.best]).sum();
            assert_eq!(total, one.score);
            let last = table.state().view(Viewer::Seat(Seat(0))).values;
            assert_eq!(rounds[3].values, last);
            // Each card on display is shown once.
            let letters = rounds
                .iter()
                .flat_map(|round| &round.displays)
                .flat_map(|text| text.split('★').next().into_iter().flat_map(str::chars));
            let cards = letters.filter(char::is_ascii_uppercase).count();
            let events = table.events().iter();
            let displayed = events.filter(|event| {
                matches!(
                    event,
                    Event::Play(..)
                        | Event::Second(..)
                        | Event::Show(..)
                        | Event::TurnUp(..)
                        | Event::Add(..)
                )
            });
            assert_eq!(cards, displayed.count(), "{} {players}", one.rules);
        }
    }
}
