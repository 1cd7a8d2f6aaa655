//! Texts of the analysis of a game.

use crate::platform::locale::{message, text, texts};
use crate::platform::number::decimal;
use parlour_agents::analysis::{Estimate, Judgement, Scale, ScoreChange};

texts! {
    "play_analysis";
    /// Heading of the panel.
    title,
    /// What the analysis is, before it is begun.
    about,
    /// Starts the analysis.
    start,
    /// Continues an analysis that is not complete.
    go_on,
    /// Stops the analysis.
    stop,
    /// Label of the progress bar, for screen readers.
    bar,
    /// Reason why there is nothing to analyse.
    empty,
    /// Shows the next mistake.
    next_mistake,
    /// Heading of the list of mistakes.
    mistakes,
    /// Label of the choice whose mistakes are shown.
    mistakes_of,
    /// Choice: those of all players.
    everybody,
    /// State: nothing was found.
    no_mistakes,
    /// Head of the column of players.
    player,
    /// Head of the column of average losses.
    average_loss,
    /// Head of the column of inaccuracies.
    inaccuracies,
    /// Head of the column of blunders.
    blunders,
    /// Label of the expected result before a move.
    expected,
    /// Label of the action that was played.
    played,
    /// Label of a better action.
    better,
    /// Label of the cost of an action.
    cost,
    /// State of a move without a better one.
    best,
    /// Label of the best line.
    best_line,
    /// Link to the analysis of a finished game.
    link,
    /// Progress of the analysis.
    progress(done: usize, of: usize),
    /// Error: the worker has failed.
    failed(reason: &str),
    /// Announcement: the analysis is complete.
    finished(mistakes: usize),
    /// Description of the chart, for screen readers.
    chart(mistakes: usize),
    /// Heading of a move.
    move_of(number: usize, name: &str),
    /// Button that shows the position before a move.
    before_move(number: usize),
}

/// Name of a judgement.
pub(crate) fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => text("play_analysis.inaccuracy"),
        Judgement::Mistake => text("play_analysis.mistake"),
        Judgement::Blunder => text("play_analysis.blunder"),
    }
}

/// The sign of a judgement, as in the notation of chess.
pub(crate) fn sign(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "?!",
        Judgement::Mistake => "?",
        Judgement::Blunder => "??",
    }
}

/// What values are measured in.
pub(crate) fn about_scale(scale: Scale) -> &'static str {
    match scale {
        Scale::WinShare => text("play_analysis.win_share"),
        Scale::RoundWinShare => text("play_analysis.round_win_share"),
        Scale::Points => text("play_analysis.points"),
    }
}

/// What values rest on; `exact` if all of them are.
pub(crate) fn about_search(simulations: u32, exact: bool) -> String {
    match exact {
        true => text("play_analysis.exact").to_owned(),
        false => message!("play_analysis.simulations", count = simulations),
    }
}

texts! {
    "play_analysis";
    /// An action and what the rules say about it.
    with_fact(action: &str, fact: &str),
    /// How simulations with a better action ended, compared with the one that was played.
    compared(name: &str, scores: ScoreChange) {
        name, pairs = scores.pairs, own = change(scores.own), others = change(scores.others)
    },
    /// How a solved game ends with best play, and after the action that was played.
    solved(name: &str, value: f64, cost: f64) {
        name, best = signed(value), played = signed(value - cost)
    },
}

/// A change of a score: `+4.2 ± 1.3`.
fn change(change: Estimate) -> String {
    let written = decimal(change.mean.abs(), 1);
    let sign = match (
        change.mean < 0.0,
        written.bytes().any(|digit| (b'1'..=b'9').contains(&digit)),
    ) {
        (_, false) => "",
        (true, true) => "−",
        (false, true) => "+",
    };
    format!(
        "{sign}{written} ± {}",
        decimal((change.margin() * 10.0).ceil() / 10.0, 1)
    )
}

/// A value on the scale: `62 %`, `+4`, with its interval if it is not exact.
pub(crate) fn value(scale: Scale, value: Estimate) -> String {
    let mean = match scale {
        Scale::WinShare | Scale::RoundWinShare => percent(value.mean, 0),
        Scale::Points => signed(value.mean),
    };
    with_margin(scale, mean, value)
}

/// A cost on the scale: `12 %`, `4 points`.
pub(crate) fn cost_of(scale: Scale, cost: Estimate) -> String {
    match scale {
        Scale::WinShare | Scale::RoundWinShare => with_margin(scale, percent(cost.mean, 0), cost),
        Scale::Points => {
            let count = cost.mean.round() as i64;
            let written = with_margin(scale, count.to_string(), cost);
            message!("play_analysis.points_of", count, written)
        }
    }
}

texts! {
    "play_analysis";
    /// What a mistake cost, and what would have been better, in words.
    verdict(kind: Judgement, cost: &str, action: &str) {
        judgement = judgement(kind), cost, action
    },
}

fn with_margin(scale: Scale, mean: String, value: Estimate) -> String {
    if value.error == 0.0 {
        return mean;
    }
    let margin = match scale {
        Scale::WinShare | Scale::RoundWinShare => 100.0 * value.margin(),
        Scale::Points => value.margin(),
    };
    // Rounded up: it should not look surer than it is.
    format!("{mean} ± {:.0}", margin.ceil())
}

/// An average loss on the scale.
pub(crate) fn loss(scale: Scale, loss: f64) -> String {
    match scale {
        Scale::WinShare | Scale::RoundWinShare => percent(loss, 1),
        Scale::Points => decimal(loss, 1),
    }
}

/// A value beside the axis of the chart.
pub(crate) fn axis(scale: Scale, value: f64) -> String {
    match scale {
        Scale::WinShare | Scale::RoundWinShare => format!("{:.0}", value * 100.0),
        Scale::Points => signed(value),
    }
}

fn percent(share: f64, digits: usize) -> String {
    let number = decimal(100.0 * share, digits);
    message!("play_analysis.percent", number)
}

fn signed(points: f64) -> String {
    match points.round() {
        0.0 => "0".to_owned(),
        points if points > 0.0 => format!("+{points:.0}"),
        points => format!("−{:.0}", -points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_on_their_scale() {
        let estimate = |mean, error| Estimate { mean, error };
        let win = Scale::WinShare;
        assert_eq!(value(win, estimate(0.616, 0.0)), "62\u{a0}%");
        assert_eq!(value(win, estimate(0.616, 0.01)), "62\u{a0}% ± 2");
        assert_eq!(cost_of(win, estimate(0.12, 0.0)), "12\u{a0}%");
        assert_eq!(cost_of(Scale::Points, estimate(1.0, 0.0)), "1 point");
        assert_eq!(cost_of(Scale::Points, estimate(3.2, 0.6)), "3 ± 2 points");
        assert_eq!(loss(win, 0.0123), "1.2\u{a0}%");
        assert_eq!(value(Scale::Points, estimate(-3.0, 0.0)), "−3");
        assert_eq!(value(Scale::Points, estimate(2.6, 1.2)), "+3 ± 3");
        assert_eq!(axis(win, 0.5), "50");
        let scores = ScoreChange {
            pairs: 250,
            own: estimate(4.21, 0.6),
            others: estimate(-0.96, 0.5),
        };
        let told = compared("Ada", scores);
        for number in ["250", "+4.2 ± 1.2", "−1.0 ± 1.0"] {
            assert!(told.contains(number), "{told}");
        }
        assert_eq!(change(estimate(-0.02, 0.1)), "0.0 ± 0.2");
        let told = solved("Ada", 2.0, 5.0);
        assert!(told.contains("+2") && told.contains("−3"), "{told}");
        assert_eq!(axis(Scale::Points, 0.0), "0");
    }
}
