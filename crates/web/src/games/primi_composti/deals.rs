//! 'Who wins?': results of perfect play for many deals, and the result of any other.

use super::strings::deals as words;
use super::study::{Ask, Study};
use super::values::ask;
use crate::platform::number::grouped;
use crate::platform::route::Route;
use crate::platform::{assets, http};
use crate::play::session::{Session, SessionGame};
use crate::play::worker::analysts;
use crate::ui::chart::{Chart, ticks};
use crate::ui::page::set_title;
use crate::ui::toast::toast;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_engine::{DealSource, Seat, Table, json};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Deal, PrimiComposti, Rules, Version, deal_number};
use serde_json::Value;

/// The study of many deals, as `parlour study primi-composti --json` prints it.
const FILE: &str = "primi-composti-study.json";
/// The cards of a hand.
const CARDS: u8 = 12;
/// The lowest card, whose holder begins.
const LOWEST: u8 = 2;
/// The size of the chart, and the plot in it: left, top, right, bottom.
const SIZE: (f64, f64) = (720.0, 260.0);
const PLOT: [f64; 4] = [84.0, 12.0, 704.0, 224.0];
/// Standard errors of a 95 % interval.
const STANDARD_ERRORS: f64 = 1.96;

/// What `parlour study primi-composti --json` has found.
#[derive(Clone, Debug, PartialEq)]
struct Findings {
    /// Perfect play by both, by the number of primes in the first player's hand, and all hands.
    perfect: Vec<Group>,
}

/// The deals in which the first player's hand has this number of primes; all deals if `None`.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    primes: Option<usize>,
    /// The first player's points less the second's in ascending order, each with its number of deals.
    differences: Vec<(i32, u32)>,
}

impl Findings {
    /// Reads what is printed; `None` if it is something else.
    fn read(text: &str) -> Option<Findings> {
        let printed = json::parse(text).ok()?;
        let pair = |pair: &Value| {
            let (difference, deals) = (pair[0].as_i64()?, pair[1].as_u64()?);
            Some((difference.try_into().ok()?, deals.try_into().ok()?))
        };
        let group = |group: &Value| {
            let differences = group["differences"].as_array()?;
            Some(Group {
                primes: group["primes"].as_u64().map(|primes| primes as usize),
                differences: differences.iter().map(pair).collect::<Option<_>>()?,
            })
        };
        let perfect = printed["perfect"].as_array()?.iter().map(group);
        Some(Findings {
            perfect: perfect.collect::<Option<_>>()?,
        })
    }

    /// The group of hands with this number of primes, or of all.
    fn of(&self, primes: Option<usize>) -> Option<&Group> {
        self.perfect.iter().find(|group| group.primes == primes)
    }
}

impl Group {
    /// The deals won, drawn and lost by the first player.
    fn results(&self) -> [u32; 3] {
        let mut results = [0; 3];
        for &(difference, deals) in &self.differences {
            results[match difference {
                1.. => 0,
                0 => 1,
                _ => 2,
            }] += deals;
        }
        results
    }

    fn deals(&self) -> u32 {
        self.results().iter().sum()
    }

    fn mean(&self) -> f64 {
        let sums = self.differences.iter();
        let sum: i64 = sums
            .map(|&(value, deals)| i64::from(value) * i64::from(deals))
            .sum();
        sum as f64 / f64::from(self.deals().max(1))
    }
}

/// The findings, loaded or not.
#[derive(Clone, PartialEq)]
enum Stage {
    Loading,
    Failed,
    Loaded,
}

/// What the worker says about a deal.
#[derive(Clone, PartialEq)]
enum Solved {
    Asking,
    Failed(String),
    Known(Study),
}

fn rules() -> Rules {
    Rules::two(Version::One)
}

/// The differences of a group as bars, in the scale of all deals.
fn chart(findings: &Findings, primes: Option<usize>) -> String {
    let of = |primes| {
        findings
            .of(primes)
            .map_or(&[][..], |group| &group.differences)
    };
    let (all, differences) = (of(None), of(primes));
    let ends = [all.first(), all.last()];
    let [low, high] = ends.map(|end| end.map_or(0, |&(difference, _)| difference));
    let top = differences.iter().map(|&(_, deals)| deals).max();
    let top = f64::from(top.unwrap_or(1)) * 1.05;
    let x = (f64::from(low) - 0.5, f64::from(high) + 0.5);
    let label = format!(
        "class=\"chart\" role=\"img\" aria-label=\"{}\"",
        words::chart()
    );
    let mut chart = Chart::new(SIZE, PLOT, x, (0.0, top), &label);
    let [left, _, right, bottom] = PLOT;
    for tick in ticks(0.0, top)
        .into_iter()
        .filter(|tick| tick.fract() == 0.0)
    {
        let (_, y) = chart.place((low.into(), tick));
        chart.raw("chart-grid", &format!("M{left} {y:.1}H{right}"));
        chart.text(
            "chart-text",
            "end",
            (left - 8.0, y + 5.0),
            &grouped(tick as u64),
        );
    }
    for tick in ticks(x.0, x.1) {
        let (x, _) = chart.place((tick, 0.0));
        chart.raw("chart-grid", &format!("M{x:.1} {bottom}v6"));
        let text = super::strings::table::signed(tick as i32);
        chart.text("chart-text", "middle", (x, bottom + 24.0), &text);
    }
    for &(difference, deals) in differences {
        let class = match difference {
            1.. => "result-won",
            0 => "result-drawn",
            _ => "result-lost",
        };
        let (from, to) = (f64::from(difference) - 0.45, f64::from(difference) + 0.45);
        let top = f64::from(deals);
        chart.area(class, [(from, 0.0), (from, top), (to, top), (to, 0.0)]);
    }
    chart.finish()
}

/// The page.
#[component]
pub(super) fn Deals() -> impl IntoView {
    set_title(words::title());
    let stage = RwSignal::new(Stage::Loading);
    let findings = StoredValue::new(None::<Findings>);
    let load = move || {
        stage.set(Stage::Loading);
        spawn_local(async move {
            let text = http::text("GET", &assets::url(FILE), None, None).await;
            let read = text.ok().and_then(|text| Findings::read(&text));
            let next = match read {
                Some(_) => Stage::Loaded,
                None => Stage::Failed,
            };
            // The page may have been left.
            if findings.try_set_value(read).is_none() {
                stage.try_set(next);
            }
        });
    };
    load();
    let study = move || match stage.get() {
        Stage::Loading => view! { <p role="status">{crate::ui::strings::loading()}</p> }.into_any(),
        Stage::Failed => view! {
            <p role="alert">{words::failed()}</p>
            <div class="button-row">
                <button type="button" class="button" on:click=move |_| load()>
                    {words::again()}
                </button>
            </div>
        }
        .into_any(),
        Stage::Loaded => findings
            .with_value(|findings| findings.as_ref().map(groups))
            .into_any(),
    };
    view! {
        <main id="main" class="page optima" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
            </div>
            {study}
            <LookUp />
            <p>{words::how()}</p>
        </main>
    }
}

/// The table of results, and the chart of the row that is chosen.
fn groups(findings: &Findings) -> AnyView {
    let chosen = RwSignal::new(None::<usize>);
    let row = |group: &Group| {
        let primes = group.primes;
        let deals = group.deals();
        let [won, drawn, lost] = group
            .results()
            .map(|count| words::percent(f64::from(count) / f64::from(deals.max(1))));
        let label = primes.map_or_else(|| words::row_all().to_owned(), words::row);
        let text = primes.map_or_else(|| words::all().to_owned(), |primes| primes.to_string());
        view! {
            <tr>
                <th scope="row">
                    <button
                        type="button"
                        class="button"
                        aria-label=label
                        aria-pressed=move || (chosen.get() == primes).to_string()
                        on:click=move |_| chosen.set(primes)
                    >
                        {text}
                    </button>
                </th>
                <td>{grouped(deals.into())}</td>
                <td>{won}</td>
                <td>{drawn}</td>
                <td>{lost}</td>
                <td>{words::mean_difference(group.mean())}</td>
            </tr>
        }
    };
    let by_primes = (findings.perfect.iter())
        .filter(|group| group.primes.is_some())
        .map(row)
        .collect_view();
    let all = findings.of(None);
    let deals = all.map_or(0, Group::deals);
    // The widest of the three intervals.
    let errors = all.map_or([0; 3], Group::results).map(|count| {
        let share = f64::from(count) / f64::from(deals.max(1));
        STANDARD_ERRORS * (share * (1.0 - share) / f64::from(deals.max(1))).sqrt()
    });
    let error = errors.into_iter().fold(0.0, f64::max);
    let drawn = findings.clone();
    view! {
        <p>{words::lede(deals)}</p>
        // A paragraph, since a caption is as wide as its table and would scroll with it.
        <p class="muted" id="deals-caption">{words::caption()}</p>
        <div class="wide-table" tabindex="0" role="region" aria-labelledby="deals-caption">
            <table class="sums deal-results" aria-labelledby="deals-caption">
                <thead>
                    <tr>
                        <th scope="col">{words::primes()}</th>
                        <th scope="col">{words::deals()}</th>
                        <th scope="col">{words::won()}</th>
                        <th scope="col">{words::drawn()}</th>
                        <th scope="col">{words::lost()}</th>
                        <th scope="col">{words::mean()}</th>
                    </tr>
                </thead>
                <tbody>{all.map(row)} {by_primes}</tbody>
            </table>
        </div>
        <figure class="deal-chart">
            <div inner_html=move || chart(&drawn, chosen.get())></div>
            <figcaption class="muted">{words::chart()}</figcaption>
        </figure>
        <p class="muted">{words::interval(error)}</p>
    }
    .into_any()
}

/// The cards of the first player to choose from, and the result of the deal.
#[component]
fn LookUp() -> impl IntoView {
    let hand = RwSignal::new(vec![LOWEST]);
    let solved = RwSignal::new(None::<(u64, Solved)>);
    let number = Memo::new(move |_| {
        hand.with(|hand| {
            let is_whole = hand.len() == usize::from(CARDS);
            is_whole.then(|| deal_number::number(hand.iter().copied()))
        })
    });
    Effect::new(move |_| {
        analysts().cancel();
        let Some((number, table)) = number
            .get()
            .and_then(|number| Some((number, table(number)?)))
        else {
            return solved.set(None);
        };
        solved.set(Some((number, Solved::Asking)));
        ask(table.state(), Seat(0), Ask::Line, move |answer| {
            let answer = match answer {
                Ok(study) => Solved::Known(study),
                Err(reason) => Solved::Failed(reason),
            };
            solved.try_set(Some((number, answer)));
        });
    });
    on_cleanup(move || analysts().cancel());
    let cards = (LOWEST..LOWEST + 2 * CARDS).map(|card| {
        let is_chosen = move || hand.with(|hand| hand.contains(&card));
        // The 2 decides who begins.
        let is_fixed = move || card == LOWEST || (number.get().is_some() && !is_chosen());
        let toggle = move |_| {
            hand.update(|hand| match hand.binary_search(&card) {
                Ok(at) => drop(hand.remove(at)),
                Err(at) => hand.insert(at, card),
            });
        };
        view! {
            <button
                type="button"
                class="button"
                class:deal-prime=is_prime(card)
                aria-pressed=move || is_chosen().to_string()
                disabled=is_fixed
                on:click=toggle
            >
                {card}
            </button>
        }
    });
    let random = move |_| {
        let number = js_sys::Math::random() * deal_number::count(CARDS) as f64;
        hand.set(deal_number::hand(number as u64, CARDS));
    };
    let result = move || match (number.get(), solved.get()) {
        (Some(_), Some((number, Solved::Known(study)))) => known(number, &study),
        (Some(_), Some((_, Solved::Failed(reason)))) => {
            view! { <p role="alert">{reason}</p> }.into_any()
        }
        (Some(_), _) => view! { <p aria-busy="true">{words::solving()}</p> }.into_any(),
        (None, _) => {
            let missing = hand.with(|hand| usize::from(CARDS).saturating_sub(hand.len()));
            view! { <p>{words::missing(missing)}</p> }.into_any()
        }
    };
    view! {
        <section class="optimum" aria-labelledby="find-deal">
            <h2 id="find-deal">{words::find()}</h2>
            <p>{words::find_text()}</p>
            <div class="deal-cards" role="group" aria-label=words::cards()>
                {cards.collect_view()}
            </div>
            <div class="button-row">
                <button type="button" class="button" on:click=random>
                    {words::random()}
                </button>
                <button type="button" class="button button-quiet" on:click=move |_| hand.set(vec![LOWEST])>
                    {words::clear()}
                </button>
            </div>
            <div class="deal-result" aria-live="polite">
                {result}
            </div>
        </section>
    }
}

/// A deal by its number, before the first card.
fn table(number: u64) -> Option<Table<PrimiComposti>> {
    let deal = DealSource::Cards(Deal::numbered(number, CARDS)?);
    Table::new(rules(), deal, vec![words::seat(1), words::seat(2)]).ok()
}

/// The result of a deal, and best play by both.
fn known(number: u64, study: &Study) -> AnyView {
    let Some(mut table) = table(number) else {
        return ().into_any();
    };
    for &action in &study.line {
        let seat = table.to_move().first();
        if seat.is_none_or(|seat| table.play(seat, action).is_err()) {
            break;
        }
    }
    let log = PrimiComposti::log(table.state(), table.events(), table.seats());
    let plays = log.into_iter().map(|play| {
        view! {
            <li>
                {play.text} " " <b>{play.gain}</b>
            </li>
        }
    });
    let plays = plays.collect_view();
    let line = table.record().to_line();
    let toast = toast();
    // Always the same id, so that a deal that is opened twice is saved once.
    let id = format!("deal-{number}");
    let step = move |_| match Session::save_once::<PrimiComposti>(&line, &id) {
        Ok(()) => Route::Replay(id.clone()).go(),
        Err(reason) => toast.show(reason),
    };
    view! {
        <p class="deal-value">{words::result(study.value)}</p>
        <details>
            <summary>{words::line()}</summary>
            <ol>{plays}</ol>
        </details>
        <div class="button-row">
            <button type="button" class="button button-main" on:click=step>
                {words::step()}
            </button>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares are those of the findings in the docs.
    #[test]
    fn the_file_of_the_app_is_read() {
        let file = include_str!("../../../../../docs/data/primi-composti-study.json");
        let findings = Findings::read(file).unwrap();
        let all = findings.of(None).unwrap();
        let groups = || (1..=9).map(|primes| findings.of(Some(primes)).unwrap());
        assert_eq!(groups().map(Group::deals).sum::<u32>(), all.deals());
        assert_eq!(findings.perfect.len(), 10);
        let share = f64::from(all.results()[0]) / f64::from(all.deals());
        assert!((0.32..0.33).contains(&share), "{share}");
        assert!((-1.2..-1.1).contains(&all.mean()), "{}", all.mean());
        let means: Vec<f64> = groups().map(Group::mean).collect();
        assert!(means[7] > means[1] + 10.0);
        for other in ["", "{}", r#"{"perfect":[{}]}"#, &file[..file.len() - 2]] {
            assert_eq!(Findings::read(other), None, "{other}");
        }
    }

    #[test]
    fn a_group_counts_its_results() {
        let group = Group {
            primes: None,
            differences: vec![(-128, 1), (-1, 1), (0, 2), (3, 1), (127, 1)],
        };
        assert_eq!(group.results(), [2, 2, 2]);
        assert_eq!(group.mean(), 1.0 / 6.0);
    }
}
