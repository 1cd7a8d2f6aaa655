//! Daily deals: what was played in this browser. It is one text of the storage.
//!
//! At a server that has daily deals the attempt is played there; otherwise here, with a seed that follows from the day
//! and the game. The results are those of the saved games.

use super::puzzles::progress::streak;
use super::saved_analysis::checksum;
use super::saved_game::{self, Entry, SeatKind, SharedDeal, Summary};
use super::session::Setup;
use crate::platform::sort::sort_short;
use crate::platform::storage::{self, StoreError, TextStore};
use parlour_engine::json;
use parlour_protocol::daily::{DAY_MS, DailyGame};
use serde::{Deserialize, Serialize};

/// The key of the attempts.
pub(crate) const ATTEMPTS: &str = "parlour/daily";
/// The key of the token that this browser shows to servers.
const VISITOR: &str = "parlour/visitor";
/// The version of the stored form.
const VERSION: u32 = 1;
/// The attempts that are kept, of all games.
const MAX_ATTEMPTS: usize = 4000;

/// All attempts, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Attempts {
    version: u32,
    attempts: Vec<Attempt>,
}

/// An attempt at a daily deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// The game.
    pub(crate) game: String,
    /// Days since 1970 in UTC.
    pub(crate) day: u32,
    /// The id of the saved game; at a server also that of the table.
    pub(crate) id: String,
    /// Whether it is played at a server.
    pub(crate) online: bool,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<DailyResult>,
}

impl Attempt {
    /// Whether its game was deleted at this device before it was over.
    pub(crate) fn is_lost(&self) -> bool {
        !self.online && self.result.is_none() && saved_game::game(&self.id).is_none()
    }
}

/// How an attempt ended. The player has seat 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DailyResult {
    /// The score of each seat.
    pub(crate) scores: Vec<i32>,
    /// Who won; nobody if the player gave up.
    pub(crate) winners: Vec<u8>,
    /// Whether the player gave up.
    pub(crate) resigned: bool,
}

impl DailyResult {
    /// That of a game; `None` while it is on.
    pub(crate) fn of(summary: &Summary) -> Option<DailyResult> {
        Some(DailyResult {
            scores: summary.scores.clone(),
            winners: summary.winners.clone()?,
            resigned: summary.resigned.is_some(),
        })
    }
}

impl Attempts {
    /// What is stored here, with the results of games that have ended since.
    pub(crate) fn load() -> Attempts {
        let mut attempts = storage::read(Attempts::on);
        if attempts.settle(saved_game::game) {
            // `storage::problem` tells of an error.
            let _ = storage::change(|store| store.put(ATTEMPTS, attempts.text()));
        }
        attempts
    }

    fn on(store: &impl TextStore) -> Attempts {
        let text = store.get(ATTEMPTS);
        text.and_then(|text| Attempts::read(&text))
            .unwrap_or_default()
    }

    fn read(text: &str) -> Option<Attempts> {
        let attempts: Attempts = json::from_str(text).ok()?;
        (attempts.version <= VERSION).then_some(attempts)
    }

    fn text(&self) -> String {
        let stored = Attempts {
            version: VERSION,
            ..self.clone()
        };
        serde_json::to_string(&stored).expect("attempts have string keys only")
    }

    /// Takes over the results of finished games. Whether there were any.
    fn settle(&mut self, game: impl Fn(&str) -> Option<Entry>) -> bool {
        let mut any = false;
        for attempt in &mut self.attempts {
            if attempt.result.is_none()
                && let Some(Entry::Game(game)) = game(&attempt.id)
            {
                attempt.result = DailyResult::of(&game.summary);
                any |= attempt.result.is_some();
            }
        }
        any
    }

    /// The attempt at the deal of a day.
    pub(crate) fn find(&self, game: &str, day: u32) -> Option<&Attempt> {
        let mut attempts = self.attempts.iter();
        attempts.find(|attempt| attempt.game == game && attempt.day == day)
    }

    /// The number of days in a row whose deal was played to its end, up to `today` or the day before.
    pub(crate) fn streak(&self, game: &str, today: u32) -> u32 {
        let played = |attempt: &&Attempt| {
            let ended = attempt.result.as_ref();
            attempt.game == game && ended.is_some_and(|result| !result.resigned)
        };
        let days = self.attempts.iter().filter(played);
        streak(&days.map(|attempt| attempt.day).collect::<Vec<_>>(), today)
    }

    /// Adds an attempt. One that is here stays, unless only the other one has a result.
    fn add(&mut self, attempt: Attempt) {
        let is_same = |other: &Attempt| other.game == attempt.game && other.day == attempt.day;
        match self.attempts.iter_mut().find(|other| is_same(other)) {
            Some(here) if here.result.is_none() && attempt.result.is_some() => *here = attempt,
            Some(_) => {}
            None => self.attempts.push(attempt),
        }
        sort_short(&mut self.attempts, |attempt| attempt.day);
        if self.attempts.len() > MAX_ATTEMPTS {
            self.attempts.remove(0);
        }
    }
}

/// Stores that an attempt begins.
pub(crate) fn begin(attempt: Attempt) {
    // `storage::problem` tells of an error.
    let _ = storage::change(|store| {
        let mut attempts = Attempts::on(store);
        attempts.add(attempt);
        store.put(ATTEMPTS, attempts.text())
    });
}

/// Adds the attempts of a backup. `id` returns the id here of a game that has another there.
///
/// # Errors
/// As [`TextStore::put`].
pub(super) fn restore(
    store: &mut impl TextStore,
    text: &str,
    id: impl Fn(&str) -> String,
) -> Result<(), StoreError> {
    let Some(other) = Attempts::read(text) else {
        return Ok(());
    };
    let mut attempts = Attempts::on(store);
    for attempt in other.attempts {
        attempts.add(Attempt {
            id: id(&attempt.id),
            ..attempt
        });
    }
    store.put(ATTEMPTS, attempts.text())
}

/// The day now, as the number of days since 1970 in UTC.
pub(crate) fn today() -> u32 {
    (js_sys::Date::now() / DAY_MS as f64).max(0.0) as u32
}

/// The deal of a day, played on this device under this name.
pub(crate) fn setup(daily: &DailyGame, day: u32, name: String) -> Setup {
    let mut seats = vec![SeatKind::Person { name }];
    seats.resize(
        daily.seats,
        SeatKind::Ai {
            policy: daily.policy.to_owned(),
        },
    );
    Setup {
        rules: daily.rules.to_owned(),
        seats,
        seed: Some(seed(daily.game, day)),
        shared: Some(SharedDeal::Daily(day)),
    }
}

/// The seed of the deal of a day: the first 53 bits of a hash, which records can hold.
fn seed(game: &str, day: u32) -> u64 {
    let hash = checksum(&format!("daily deal of {game}, day {day}"));
    u64::from_str_radix(&hash, 16).unwrap_or_default() >> 11
}

/// The token that this browser shows to servers, chosen at random when it is first needed.
pub(crate) fn visitor() -> String {
    if let Some(known) = storage::text(VISITOR) {
        return known;
    }
    let token = random_token();
    // Where the browser keeps nothing it lasts as long as the page.
    let _ = storage::put_text(VISITOR, token.clone());
    token
}

/// 128 random bits in hexadecimal digits.
pub(crate) fn random_token() -> String {
    let bytes = js_sys::Uint8Array::new_with_length(16);
    let filled = (|| {
        let crypto = js_sys::Reflect::get(&js_sys::global(), &"crypto".into())?;
        let fill = js_sys::Reflect::get(&crypto, &"getRandomValues".into())?;
        js_sys::Function::from(fill).call1(&crypto, &bytes)
    })();
    let mut bytes = bytes.to_vec();
    if filled.is_err() {
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::storage::TestStore;

    fn attempt(day: u32, result: Option<[i32; 2]>) -> Attempt {
        Attempt {
            game: "jaipur".to_owned(),
            day,
            id: format!("jaipur-{day}"),
            online: false,
            result: result.map(|scores| DailyResult {
                scores: scores.to_vec(),
                winners: vec![u8::from(scores[0] < scores[1])],
                resigned: scores == [0, 0],
            }),
        }
    }

    #[test]
    fn a_backup_adds_attempts_and_results() {
        let mut here = Attempts::default();
        for attempt in [attempt(5, Some([60, 70])), attempt(6, None)] {
            here.add(attempt);
        }
        let mut there = Attempts::default();
        let repeated = attempt(5, Some([90, 10]));
        for attempt in [repeated, attempt(6, Some([1, 2])), attempt(4, Some([3, 1]))] {
            there.add(attempt);
        }
        let mut store = TestStore::default();
        store.put(ATTEMPTS, here.text()).unwrap();
        restore(&mut store, &there.text(), str::to_owned).unwrap();
        let merged = Attempts::on(&store);
        // What was played here stays, so that nothing is played twice.
        assert_eq!(merged.find("jaipur", 5), here.find("jaipur", 5));
        assert_eq!(merged.find("jaipur", 6), there.find("jaipur", 6));
        assert_eq!(merged.streak("jaipur", 7), 3);
        assert_eq!(merged.streak("modern-art", 7), 0);
        restore(&mut store, "nonsense", str::to_owned).unwrap();
        assert_eq!(Attempts::on(&store), merged);
    }

    #[test]
    fn a_game_that_was_given_up_ends_the_days_in_a_row() {
        let mut attempts = Attempts::default();
        for attempt in [
            attempt(4, Some([3, 1])),
            attempt(5, Some([0, 0])),
            attempt(6, Some([3, 1])),
        ] {
            attempts.add(attempt);
        }
        assert_eq!(attempts.streak("jaipur", 6), 1);
    }

    /// Devices without a server have the same deal, whichever version they run.
    #[test]
    fn the_seed_of_a_day_never_changes() {
        const SEED: u64 = 84_211_375_833_438;
        assert_eq!(seed("jaipur", 20_781), SEED);
        assert_ne!(seed("jaipur", 20_782), SEED);
        assert_ne!(seed("modern-art", 20_781), SEED);
    }
}
