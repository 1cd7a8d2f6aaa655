//! [`start`]: a game of one seat against policies, as text.

use super::seated_game::{SeatedGame, legal_text};
use crate::games::Terminal;
use crate::seat_text::{Names, SeatText};
use parlour_engine::{DealSource, Policy, Rng, Rules as _, Seat, Streams, Table, Viewer};

/// How a game is started.
pub(super) struct Setup {
    /// The name of the rules; the first of the game if it is missing.
    pub(super) rules: Option<String>,
    /// One policy for all other seats, or one for each.
    pub(super) opponents: Vec<String>,
    /// The seat of the language model.
    pub(super) seat: u8,
    /// The seed of the deal and of the policies.
    pub(super) seed: u64,
    /// The names that the language model reads and writes.
    pub(super) names: Names,
}

/// A policy with its stream of random numbers.
type Player<G> = (Box<dyn Policy<G>>, Rng);

struct Session<G: Terminal> {
    table: Table<G>,
    seat: Seat,
    /// By seat; `None` for the seat of the language model.
    policies: Vec<Option<Player<G>>>,
    text: SeatText,
}

/// Starts a game, and lets the policies play until the seat is to move.
///
/// # Errors
/// What is wrong with the setup, in one line.
pub(super) fn start<G: Terminal>(setup: &Setup) -> Result<Box<dyn SeatedGame>, String> {
    let session = Session::<G>::start(setup).map_err(|error| setup.names.hide::<G>(&error))?;
    Ok(Box::new(session))
}

impl<G: Terminal> Session<G> {
    fn start(setup: &Setup) -> Result<Session<G>, String> {
        let known = || G::Rules::names().join(", ");
        let rules = match &setup.rules {
            None => G::Rules::default(),
            Some(name) => G::Rules::named(name)
                .ok_or_else(|| format!("{} has no rules '{name}': it has {}", G::NAME, known()))?,
        };
        let rules = match setup.opponents.len() {
            1 => rules,
            others => G::with_seats(rules, others + 1)
                .ok_or_else(|| format!("{} has no rules for {} seats", G::NAME, others + 1))?,
        };
        let seats = rules.seats();
        let seat = Seat(setup.seat);
        if seat.index() >= seats {
            return Err(format!(
                "{} has seats 0 to {}, not {}",
                G::NAME,
                seats - 1,
                setup.seat
            ));
        }
        let mut names = match setup.opponents.as_slice() {
            [one] => vec![one.clone(); seats - 1],
            several => several.to_vec(),
        };
        names.insert(seat.index(), "you".to_owned());
        let streams = Streams::new(setup.seed);
        let policies = Seat::all(seats).map(|each| match each == seat {
            true => Ok(None),
            false => {
                let policy = G::policy(&names[each.index()]).map_err(|error| error.to_string())?;
                Ok(Some((policy, streams.seat(each))))
            }
        });
        let policies = policies.collect::<Result<Vec<_>, String>>()?;
        let deal = DealSource::Seed(setup.seed);
        let table = Table::new(rules, deal, names).map_err(|error| error.to_string())?;
        let mut session = Session {
            table,
            text: SeatText::new(seat, setup.names),
            seat,
            policies,
        };
        session.let_policies_play()?;
        Ok(session)
    }

    /// The policies play until the seat is to move, or the game is over. In a turn of several seats the seat chooses first,
    /// so that no choice can be seen.
    ///
    /// # Errors
    /// A policy plays an illegal action, which the conformance tests exclude.
    fn let_policies_play(&mut self) -> Result<(), String> {
        while !self.table.to_move().contains(self.seat)
            && let Some(seat) = self.table.to_move().first()
            && let Some((policy, rng)) = &mut self.policies[seat.index()]
        {
            let legal = self.table.state().legal_actions(seat);
            let known = self.table.information_state(Viewer::Seat(seat));
            let action = policy.choose(&known, &legal, rng);
            let played = self.table.play(seat, action);
            played.map_err(|error| format!("the game cannot go on: {error}"))?;
        }
        Ok(())
    }

    fn in_progress(&self) -> Result<(), String> {
        match self.is_over() {
            true => Err("the game is over".to_owned()),
            false => Ok(()),
        }
    }

    fn finished(&self, what: &str) -> Result<(), String> {
        match self.is_over() {
            true => Ok(()),
            false => Err(format!(
                "{what} would show hidden cards: play to the end first, or resign"
            )),
        }
    }
}

impl<G: Terminal> SeatedGame for Session<G> {
    fn position(&mut self) -> String {
        self.text.position(&self.table)
    }

    fn legal(&mut self, prefix: &str) -> Result<String, String> {
        self.in_progress()?;
        let legal = self.table.state().legal_actions(self.seat).into_iter();
        let texts = legal.map(|action| self.text.write_action::<G>(action));
        Ok(legal_text(texts, prefix))
    }

    fn play(&mut self, action: &str) -> Result<(), String> {
        self.in_progress()?;
        let read = self.text.read_action(self.table.state(), action);
        let action = read.map_err(|invalid| self.text.with_help::<G>(&invalid.reason))?;
        let played = self.table.play(self.seat, action);
        played.map_err(|error| format!("{error}. Nothing was played."))?;
        self.let_policies_play()
    }

    fn resign(&mut self) -> Result<(), String> {
        self.in_progress()?;
        self.table.resign(self.seat);
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.table.to_move().is_empty()
    }

    fn analyse(&self, simulations: u32) -> Result<String, String> {
        self.finished("an analysis")?;
        Ok(self.text.analysis(&self.table, simulations))
    }

    fn record(&self) -> Result<String, String> {
        self.finished("the record")?;
        Ok(self.table.record().to_line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Task};
    use crate::seat_text::tests::random_answer;

    /// Plays games with random answers, and checks that either the action of the answer is played, or none.
    struct Fuzz {
        answers: usize,
        seats: usize,
    }

    impl Task for Fuzz {
        type Output = ();

        fn run<G: Terminal>(self) {
            let mut rng = Streams::new(5).task(1);
            let (mut played, mut refused, mut seed) = (0, 0, 0);
            while played + refused < self.answers {
                seed += 1;
                let setup = Setup {
                    rules: None,
                    opponents: vec!["random".to_owned(); self.seats - 1],
                    seat: 0,
                    seed,
                    names: Names::Own,
                };
                let mut session = Session::<G>::start(&setup).unwrap();
                while !session.is_over() && played + refused < self.answers {
                    let legal = session.table.state().legal_actions(Seat(0));
                    let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
                    let before = session.table.actions().to_vec();
                    let text = random_answer(&texts, &mut rng);
                    match session.play(&text) {
                        Err(reason) => {
                            refused += 1;
                            assert!(reason.contains("Nothing was played"), "{reason}");
                            assert_eq!(session.table.actions(), before);
                        }
                        Ok(()) => {
                            played += 1;
                            let (seat, action) = session.table.actions()[before.len()];
                            let said = text.trim().parse().ok();
                            assert_eq!((seat, Some(action)), (Seat(0), said), "{text}");
                            assert!(legal.contains(&action), "{text}");
                        }
                    }
                }
            }
            assert!(
                played > self.answers / 20 && refused > self.answers / 20,
                "{played}, {refused}"
            );
        }
    }

    #[test]
    fn only_the_action_of_the_answer_is_played() {
        for (game, seats) in [
            ("jaipur", 2),
            ("primi-composti", 3),
            ("modern-art", 4),
            ("masters-gallery", 3),
        ] {
            let answers = 25_000;
            games::with(game, Fuzz { answers, seats }).unwrap();
        }
    }
}
