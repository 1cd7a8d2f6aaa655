//! Texts of the statistics.

use crate::platform::locale::{message, text, texts};
use crate::platform::number::decimal;

texts! {
    "site_statistics";
    /// Title.
    title,
    /// The line below the title.
    lede,
    /// Label of the choice of a period.
    period,
    /// There is no game yet that counts.
    none,
    /// Link to the home page.
    to_games,
    /// No game fits the filters.
    none_fits,
    /// Number of games.
    games,
    /// Number of games that were won.
    won,
    /// Number of games that were drawn.
    drawn,
    /// Number of games that were lost.
    lost,
    /// Time at the table.
    time,
    /// Head of the column of opponents.
    opponent,
    /// Head of the column of mean margins.
    margin,
    /// The row with the sums.
    all,
    /// What margin and time are.
    about_numbers,
    /// Heading of what analyses have found.
    analysis,
    /// Number of analysed games.
    analysed_games,
    /// Number of moves with a choice.
    choices,
    /// Average loss for each move.
    average_loss,
    /// Inaccuracies in ten moves.
    inaccuracies,
    /// Mistakes in ten moves.
    mistakes,
    /// Blunders in ten moves.
    blunders,
    /// No game is analysed.
    not_analysed,
    /// Link to the saved games.
    to_replays,
    /// Summary of the table with the numbers of the chart.
    as_table,
    /// Head of the column of dates.
    finished,
    /// Heading of the games that do not count.
    uncounted,
    /// Which games count.
    about_uncounted,
    /// Not over.
    in_progress,
    /// Several people at one device.
    one_device,
    /// At a table of a server.
    online,
    /// Loaded from a record or a link.
    loaded,
    /// Played on from a position of another game.
    variation,
    /// AIs among themselves.
    watched,
    /// Unreadable.
    damaged,
    /// A period up to now.
    last_days(days: u32),
    /// In how many games the time was measured.
    timed(games: u32),
    /// Several AIs of one level.
    times(count: usize, name: &str),
    /// What the chart shows: the line is the average of the last `count` games.
    about_chart(count: usize),
}

/// A share.
pub(crate) fn percent(share: f64) -> String {
    let number = decimal(100.0 * share, 0);
    message!("play_analysis.percent", number)
}

/// A number of events in ten moves.
pub(crate) fn rate(rate: f64) -> String {
    decimal(rate, 1)
}

/// A mean margin: `+4.2`.
pub(crate) fn signed(margin: f64) -> String {
    let written = decimal(margin.abs(), 1);
    let is_zero = !written.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    let sign = match margin < 0.0 {
        _ if is_zero => "",
        true => "−",
        false => "+",
    };
    format!("{sign}{written}")
}

/// What is not known.
pub(crate) fn unknown() -> String {
    "–".to_owned()
}

/// A duration of some seconds.
pub(crate) fn duration(seconds: u64) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, minutes) {
        (0, 0) => message!("site_statistics.seconds", seconds),
        (0, minutes) => message!("site_statistics.minutes", minutes),
        (hours, minutes) => message!("site_statistics.hours", hours, minutes = minutes % 60),
    }
}

/// Link to the statistics.
pub(crate) fn link() -> &'static str {
    text("site_statistics.link")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(signed(4.25), "+4.2");
        assert_eq!(signed(-3.0), "−3.0");
        assert_eq!(signed(-0.01), "0.0");
        assert_eq!(duration(59), "59\u{a0}s");
        assert_eq!(duration(60), "1\u{a0}min");
        assert_eq!(duration(3599), "59\u{a0}min");
        assert_eq!(duration(7_260), "2\u{a0}h 1\u{a0}min");
    }
}
