//! How often each result of a daily deal was reached.

use super::signed;
use crate::play::strings::daily as words;
use leptos::prelude::*;
use parlour_protocol::daily::DailyCount;

/// The number of bars.
const MAX_BARS: i32 = 9;

/// A bar: the margins from the first to the last, and how often they were reached.
type Bar = (i32, i32, u64);

/// Bars of equal width from the lowest to the highest margin. None has wins as well as defeats.
fn bars(results: &[DailyCount]) -> Vec<Bar> {
    let margins = results.iter().map(|result| result.margin);
    let (Some(low), Some(high)) = (margins.clone().min(), margins.max()) else {
        return Vec::new();
    };
    // The first margin of a bar is one more than a multiple of the width: a tie is the last of its bar.
    let widths = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i32.pow(power)));
    let bar = |margin: i32, width: i32| (margin - 1).div_euclid(width);
    let width = widths
        .into_iter()
        .find(|&width| bar(high, width) - bar(low, width) < MAX_BARS);
    let width = width.unwrap_or(i32::MAX);
    (bar(low, width)..=bar(high, width))
        .map(|at| {
            let within = |result: &&DailyCount| bar(result.margin, width) == at;
            let count = results.iter().filter(within).map(|result| result.count);
            (at * width + 1, at * width + width, count.sum())
        })
        .collect()
}

/// The results of everybody, and where one's own is.
pub(super) fn histogram(results: &[DailyCount], own: Option<i32>) -> AnyView {
    let bars = bars(results);
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or_default();
    let all = bars.iter().map(|bar| bar.2).sum();
    let bars = bars.into_iter().rev().map(|(low, high, count)| {
        let name = match low == high {
            true => signed(low),
            false => format!("{} … {}", signed(low), signed(high)),
        };
        let is_own = own.is_some_and(|own| (low..=high).contains(&own));
        view! {
            <li class:is-own=is_own aria-current=is_own.then_some("true")>
                <span>{name.clone()}</span>
                <span>{count}</span>
                <progress class="meter" max=most.to_string() value=count.to_string() aria-label=name></progress>
            </li>
        }
    });
    view! {
        <ol class="ranking daily-results" data-testid="histogram">
            {bars.collect_view()}
        </ol>
        <p class="field-hint">{words::count(all)} " " {words::about_results()}</p>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(margins: &[i32]) -> Vec<Bar> {
        let count = |&margin| DailyCount { margin, count: 1 };
        bars(&margins.iter().map(count).collect::<Vec<_>>())
    }

    #[test]
    fn every_result_is_in_one_bar() {
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[7]), [(7, 7, 1)]);
        for margins in [
            vec![-3, 0, 1, 4],
            vec![-40, -40, -1, 0, 1, 50],
            vec![-900, 1_200],
        ] {
            let bars = of(&margins);
            assert!(bars.len() <= MAX_BARS as usize, "{bars:?}");
            let count: u64 = bars.iter().map(|bar| bar.2).sum();
            assert_eq!(count, margins.len() as u64);
            for (low, high, _) in bars {
                assert!(high <= 0 || low > 0, "{low} {high}");
            }
        }
    }
}
