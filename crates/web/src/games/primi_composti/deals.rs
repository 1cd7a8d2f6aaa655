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
use parlour_engine::{DealSource, Seat, Table};
use parlour_games::primi_composti::deal_values::{self, CHECKSUM};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Deal, PrimiComposti, Rules, Version, deal_number};

/// The values of a study, as `parlour study primi-composti --values` writes them.
const FILE: &str = "primi-composti.values";
/// The cards of a hand.
const CARDS: u8 = 12;
/// The lowest card, whose holder begins.
const LOWEST: u8 = 2;
/// The size of the chart, and the plot in it: left, top, right, bottom.
const SIZE: (f64, f64) = (720.0, 260.0);
const PLOT: [f64; 4] = [84.0, 12.0, 704.0, 224.0];
/// Standard errors of a 95 % interval.
const STANDARD_ERRORS: f64 = 1.96;

/// How many deals have each value: the first player's points less the second's, as a signed byte.
#[derive(Clone, Debug, PartialEq)]
struct Distribution([u32; 256]);

impl Distribution {
    fn add(&mut self, value: i8) {
        self.0[usize::from(value.cast_unsigned() ^ 0x80)] += 1;
    }

    /// The values in ascending order, each with its number of deals.
    fn counts(&self) -> impl Iterator<Item = (i32, u32)> + use<> {
        (-128..128).zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// The deals won, drawn and lost by the first player.
    fn results(&self) -> [u32; 3] {
        let mut results = [0; 3];
        for (value, count) in self.counts() {
            results[match value {
                1.. => 0,
                0 => 1,
                _ => 2,
            }] += count;
        }
        results
    }

    fn deals(&self) -> u32 {
        self.0.iter().sum()
    }

    fn mean(&self) -> f64 {
        let sum: i64 = self
            .counts()
            .map(|(value, count)| i64::from(value) * i64::from(count))
            .sum();
        sum as f64 / f64::from(self.deals().max(1))
    }
}

/// The values of all deals of the file.
#[derive(Clone, Debug, PartialEq)]
struct Values {
    all: Distribution,
    /// By the number of primes in the first player's hand.
    by_primes: Vec<Distribution>,
}

impl Values {
    /// Those of a file; `None` if it is not one of these rules. The checksum of what comes with the app is not checked.
    fn read(file: &[u8]) -> Option<Values> {
        let contents = &file[..file.len().checked_sub(CHECKSUM)?];
        let (rules, deals) = deal_values::read(contents)?;
        if rules != self::rules() {
            return None;
        }
        let none = Distribution([0; 256]);
        let mut values = Values {
            all: none.clone(),
            by_primes: vec![none; usize::from(CARDS) + 1],
        };
        for (number, value) in deals {
            if u64::from(number) >= deal_number::count(CARDS) {
                return None;
            }
            let hand = deal_number::hand(number.into(), CARDS);
            let primes = hand.iter().filter(|&&card| is_prime(card)).count();
            values.all.add(value);
            values.by_primes[primes].add(value);
        }
        Some(values)
    }

    /// The distribution of hands with this number of primes, or of all.
    fn of(&self, primes: Option<usize>) -> &Distribution {
        primes.map_or(&self.all, |primes| &self.by_primes[primes])
    }
}

/// The values, loaded or not.
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

/// The distribution as bars, in the scale of all deals.
fn chart(values: &Values, primes: Option<usize>) -> String {
    let all = || values.all.counts().map(|(value, _)| value);
    let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let distribution = values.of(primes);
    let top = distribution.counts().map(|(_, count)| count).max();
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
    for (value, count) in distribution.counts() {
        let class = match value {
            1.. => "result-won",
            0 => "result-drawn",
            _ => "result-lost",
        };
        let (from, to) = (f64::from(value) - 0.45, f64::from(value) + 0.45);
        let count = f64::from(count);
        chart.area(class, [(from, 0.0), (from, count), (to, count), (to, 0.0)]);
    }
    chart.finish()
}

/// The page.
#[component]
pub(super) fn Deals() -> impl IntoView {
    set_title(words::title());
    let stage = RwSignal::new(Stage::Loading);
    let values = StoredValue::new(None::<Values>);
    let load = move || {
        stage.set(Stage::Loading);
        spawn_local(async move {
            let file = http::bytes(&assets::url(FILE)).await;
            let read = file.ok().and_then(|file| Values::read(&file));
            let next = match read {
                Some(_) => Stage::Loaded,
                None => Stage::Failed,
            };
            // The page may have been left.
            if values.try_set_value(read).is_none() {
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
        Stage::Loaded => values
            .with_value(|values| values.as_ref().map(distributions))
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
fn distributions(values: &Values) -> AnyView {
    let chosen = RwSignal::new(None::<usize>);
    let row = |primes: Option<usize>| {
        let distribution = values.of(primes);
        let deals = distribution.deals();
        let [won, drawn, lost] = distribution
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
                <td>{words::mean_difference(distribution.mean())}</td>
            </tr>
        }
    };
    let by_primes = (values.by_primes.iter().enumerate())
        .filter(|(_, distribution)| distribution.deals() > 0)
        .map(|(primes, _)| row(Some(primes)))
        .collect_view();
    let deals = values.all.deals();
    // The widest of the three intervals.
    let errors = values.all.results().map(|count| {
        let share = f64::from(count) / f64::from(deals.max(1));
        STANDARD_ERRORS * (share * (1.0 - share) / f64::from(deals.max(1))).sqrt()
    });
    let error = errors.into_iter().fold(0.0, f64::max);
    let drawn = values.clone();
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
                <tbody>{row(None)} {by_primes}</tbody>
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

    /// The shares are those that the findings report.
    #[test]
    fn the_file_of_the_app_is_read() {
        let file = include_bytes!("../../../../../docs/data/primi-composti.values");
        let values = Values::read(file).unwrap();
        let by_primes: u32 = values.by_primes.iter().map(Distribution::deals).sum();
        assert_eq!(by_primes, values.all.deals());
        // The 2 is a prime, and there are nine of them.
        assert_eq!(values.by_primes[0].deals(), 0);
        assert!(values.by_primes[10..].iter().all(|of| of.deals() == 0));
        let share = f64::from(values.all.results()[0]) / f64::from(values.all.deals());
        assert!((0.32..0.33).contains(&share), "{share}");
        assert!(
            (-1.2..-1.1).contains(&values.all.mean()),
            "{}",
            values.all.mean()
        );
        assert!(values.of(Some(8)).mean() > values.of(Some(2)).mean() + 10.0);
        assert_eq!(Values::read(&file[..file.len() - 1]), None);
        assert_eq!(Values::read(b""), None);
    }

    #[test]
    fn a_distribution_counts_its_values() {
        let mut distribution = Distribution([0; 256]);
        for value in [-128, -1, 0, 0, 3, 127] {
            distribution.add(value);
        }
        let counts: Vec<_> = distribution.counts().collect();
        assert_eq!(counts, [(-128, 1), (-1, 1), (0, 2), (3, 1), (127, 1)]);
        assert_eq!(distribution.results(), [2, 2, 2]);
        assert_eq!(distribution.mean(), 1.0 / 6.0);
    }
}
