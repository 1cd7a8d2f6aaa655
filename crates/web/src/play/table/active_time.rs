//! The time that a person spends at the table of a game in progress.

use leptos::prelude::*;

/// The longest time between two moves that counts, in milliseconds: who is away longer does not play.
const MAX_PAUSE: f64 = 300_000.0;

/// A clock that runs while the page can be seen. Moments are milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ActiveTime {
    /// Since when it runs, if it does.
    since: Option<f64>,
    /// What it has counted since the last move.
    counted: f64,
}

impl ActiveTime {
    /// The page can be seen.
    pub(super) fn start(&mut self, now: f64) {
        self.since.get_or_insert(now);
    }

    /// The page cannot be seen.
    pub(super) fn stop(&mut self, now: f64) {
        if let Some(since) = self.since.take() {
            // Clocks are set back at times.
            self.counted += (now - since).max(0.0);
        }
    }

    /// The time for the move that was played now, at most [`MAX_PAUSE`]. That for the next one begins.
    pub(super) fn take(&mut self, now: f64) -> f64 {
        let runs = self.since.is_some();
        self.stop(now);
        if runs {
            self.start(now);
        }
        std::mem::take(&mut self.counted).min(MAX_PAUSE)
    }
}

/// Lets the clock run while the page can be seen, as long as the owner lives.
pub(super) fn measure(active: StoredValue<ActiveTime>) {
    let look = move || {
        let hidden = document().hidden();
        let _ = active.try_update_value(|active| match hidden {
            true => active.stop(js_sys::Date::now()),
            false => active.start(js_sys::Date::now()),
        });
    };
    look();
    // The event of the document comes to the window too.
    let event = leptos::ev::Custom::<web_sys::Event>::new("visibilitychange");
    let listening = window_event_listener(event, move |_| look());
    on_cleanup(move || listening.remove());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_while_the_page_is_seen() {
        let mut time = ActiveTime::default();
        assert_eq!(time.take(5.0), 0.0);
        time.start(10.0);
        time.start(15.0);
        assert_eq!(time.take(30.0), 20.0);
        time.stop(40.0);
        time.start(1000.0);
        assert_eq!(time.take(1005.0), 15.0);
        // The clock was set back.
        assert_eq!(time.take(900.0), 0.0);
        assert_eq!(time.take(1e9), MAX_PAUSE);
    }
}
