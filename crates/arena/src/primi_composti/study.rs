//! Studies: their deals, and the results of one deal.

use parlour_agents::PolicyError;
use parlour_engine::{DealSource, SetupError, Streams, Table};
use parlour_games::primi_composti::{Deal, PrimiComposti, Rules, Version, deal_number};
use parlour_solvers::primi_composti::{Position, PositionError, SolveError};

/// Policies whose loss against perfect play is measured. The last three differ in what they think of the horizon only.
pub const MEASURED: [&str; 13] = [
    "greedy_asc",
    "minimax_1",
    "minimax_2",
    "minimax_3",
    "minimax_4",
    "minimax_5",
    "minimax_6",
    "minimax_7",
    "minimax_8",
    "staged_6_6_6_6",
    "staged_8_8_8",
    "minimax_4_hands",
    "minimax_4_threat",
];

/// Which deals there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deals {
    /// Those of the seeds that follow from this one, without end.
    Random(u64),
    /// Each deal once: 1,352,078 of twelve cards each.
    Every,
}

/// A study: deal number `n` and what is measured of it follow from these values alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// The rules, of two players.
    pub rules: Rules,
    /// Which deals.
    pub deals: Deals,
    /// Version 1: the best reply to greedy play for this number of the first deals.
    pub replies: u64,
    /// Version 1: what other policies lose against perfect play for this number of the first deals.
    pub losses: u64,
}

/// One deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub deal: u64,
    /// The seed it is dealt from; the number again where each deal is there once.
    pub seed: u64,
    /// Primes that player 1 holds.
    pub primes: usize,
    /// The exact value.
    pub value: i32,
    /// The difference when both play `greedy_asc`.
    pub greedy: i32,
    /// The difference when player 1, then player 2, plays the best reply to the other's `greedy_asc`.
    pub replies: Option<[i32; 2]>,
    /// Points that each of the measured policies loses in two games against perfect play, one in each seat.
    pub losses: Option<Vec<i32>>,
}

/// Why a study cannot be made, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// Rules or deal cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The solver cannot take the position.
    #[error(transparent)]
    Position(PositionError),
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// Unknown policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// There is no deal of that number.
    #[error("there are {0} deals by these rules, numbered from 0")]
    NoDeal(u64),
    /// A policy played an illegal action: a bug in Parlour.
    #[error("{0}")]
    Play(String),
    /// The file of results.
    #[error("{0}")]
    File(String),
}

impl From<PositionError> for StudyError {
    fn from(error: PositionError) -> StudyError {
        StudyError::Position(error)
    }
}

impl From<SolveError> for StudyError {
    fn from(error: SolveError) -> StudyError {
        match error {
            SolveError::Position(error) => StudyError::Position(error),
            SolveError::Stopped => StudyError::Stopped,
        }
    }
}

impl Study {
    /// Checks that such deals can be solved.
    ///
    /// # Errors
    /// [`StudyError`].
    pub fn check(&self) -> Result<(), StudyError> {
        let start: PrimiComposti = DealSource::Seed(0).start(self.rules.clone())?;
        Ok(Position::of(&start)?.check()?)
    }

    /// How many deals there are, where each is there once.
    pub fn count(&self) -> Option<u64> {
        match self.deals {
            Deals::Random(_) => None,
            Deals::Every => Some(deal_number::count(self.rules.cards)),
        }
    }

    /// The seed of a deal; its number where each is there once.
    pub fn seed(&self, deal: u64) -> u64 {
        match self.deals {
            Deals::Random(seed) => Streams::new(seed).game_seed(deal),
            Deals::Every => deal,
        }
    }

    /// A deal, ready to be played.
    ///
    /// # Errors
    /// [`StudyError`] when there is none of that number, or the rules cannot be played.
    pub fn table(&self, deal: u64) -> Result<Table<PrimiComposti>, StudyError> {
        let source = match self.count() {
            None => DealSource::Seed(self.seed(deal)),
            Some(count) => DealSource::Cards(
                Deal::numbered(deal, self.rules.cards).ok_or(StudyError::NoDeal(count))?,
            ),
        };
        let names = vec![String::new(); self.rules.players.into()];
        Ok(Table::new(self.rules.clone(), source, names)?)
    }

    /// The number of a deal in [`Deals::Every`]: the colexicographic rank of player 1's cards apart from the 2.
    ///
    /// # Errors
    /// [`StudyError`] as in [`Study::table`].
    pub fn number(&self, deal: u64) -> Result<u64, StudyError> {
        let table = self.table(deal)?;
        let hand = table.state().hand(table.state().first());
        Ok(deal_number::number(hand.iter()))
    }

    /// The first two lines of the file of results: what study it is, and the columns.
    pub fn head(&self) -> String {
        let Rules {
            cards,
            prime,
            composite,
            ..
        } = self.rules;
        let deals = match self.deals {
            Deals::Random(seed) => format!("seed={seed}"),
            Deals::Every => "deals=every".to_owned(),
        };
        format!(
            "# parlour study primi-composti version={} cards={cards} prime={prime} composite={composite} {deals}\n\
             deal,seed,primes1,value,greedy,reply1,reply2,{}\n",
            self.rules.version.name(),
            MEASURED.join(",")
        )
    }

    pub(super) fn has_layers(&self) -> bool {
        self.rules.version == Version::One
    }
}

impl Row {
    /// The row as a line of the file, without its break.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{},{},{},{},{}",
            self.deal, self.seed, self.primes, self.value, self.greedy
        );
        match self.replies {
            Some([one, two]) => text += &format!(",{one},{two}"),
            None => text += ",,",
        }
        for at in 0..MEASURED.len() {
            text.push(',');
            if let Some(losses) = &self.losses {
                text += &losses[at].to_string();
            }
        }
        text
    }

    /// Reads a line of the file; `None` if it is invalid.
    pub fn read(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != 7 + MEASURED.len() {
            return None;
        }
        let number = |at: usize| fields[at].parse::<i32>().ok();
        let losses: Option<Vec<i32>> = (7..fields.len()).map(number).collect();
        Some(Row {
            deal: fields[0].parse().ok()?,
            seed: fields[1].parse().ok()?,
            primes: fields[2].parse().ok()?,
            value: number(3)?,
            greedy: number(4)?,
            replies: number(5).zip(number(6)).map(|(one, two)| [one, two]),
            losses,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_solvers::primi_composti::Layered;
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    fn every(cards: u8) -> Study {
        Study {
            rules: Rules {
                cards,
                ..Rules::two(Version::One)
            },
            deals: Deals::Every,
            replies: 0,
            losses: 0,
        }
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let mut row = Row {
            deal: 3,
            seed: 17,
            primes: 4,
            value: -6,
            greedy: 2,
            replies: None,
            losses: None,
        };
        assert_eq!(Row::read(&row.text()), Some(row.clone()));
        row.replies = Some([4, -1]);
        row.losses = Some((0..MEASURED.len() as i32).collect());
        assert_eq!(Row::read(&row.text()), Some(row.clone()));
        assert_eq!(Row::read("3,17,4"), None);
    }

    #[test]
    fn every_deal_occurs_once() {
        assert_eq!(every(12).count(), Some(1_352_078));
        for cards in 1..=5 {
            let study = every(cards);
            let count = study.count().unwrap();
            let hands: BTreeSet<Vec<u8>> = (0..count)
                .map(|deal| {
                    let table = study.table(deal).unwrap();
                    assert_eq!(table.state().first().index(), 0);
                    table.state().hand(parlour_engine::Seat(0)).into()
                })
                .collect();
            assert_eq!(hands.len() as u64, count);
            assert_eq!(study.table(count), Err(StudyError::NoDeal(count)));
        }
        assert!(every(12).table(1_352_077).is_ok());
    }

    #[test]
    fn a_deal_has_one_number() {
        let all = every(12);
        for deal in [0, 1, 77, 500_000, 1_352_077] {
            assert_eq!(all.number(deal), Ok(deal));
        }
        let random = Study {
            deals: Deals::Random(1),
            ..all.clone()
        };
        for deal in 0..100 {
            let number = random.number(deal).unwrap();
            let hand = |study: &Study, deal| {
                let table = study.table(deal).unwrap();
                let first = table.state().first();
                table.state().hand(first).iter().collect::<BTreeSet<_>>()
            };
            assert_eq!(hand(&all, number), hand(&random, deal));
        }
    }

    /// The values of all deals of four cards each do not depend on the order of solving.
    #[test]
    fn measurements_of_a_deal_are_deterministic() {
        let study = every(4);
        let (mut one, mut other) = (Layered::new(), Layered::new());
        let all: Vec<Row> = (0..35)
            .map(|deal| {
                study
                    .measure(deal, None, &mut one, &AtomicBool::new(false))
                    .unwrap()
            })
            .collect();
        for deal in (0..35).rev() {
            assert_eq!(
                study
                    .measure(deal, None, &mut other, &AtomicBool::new(false))
                    .unwrap(),
                all[deal as usize]
            );
        }
    }
}
