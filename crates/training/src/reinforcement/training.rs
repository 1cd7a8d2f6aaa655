//! Games and updates in turn; kept in a file, so that an interrupted training goes on.

use super::games;
use super::update::{Adam, learn};
use crate::matches::progress;
use anyhow::{Context, Result, bail};
use parlour_agents::network::{Guided, Network};
use parlour_engine::Streams;
use rayon::prelude::*;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// The length of the first steps; it falls to a twentieth in equal parts.
const STEP: f32 = 3e-3;
const LAST_STEP: f32 = 0.05 * STEP;
/// How often the file is written.
const INTERVAL: Duration = Duration::from_secs(20);

/// Which games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Training {
    pub(crate) games: u64,
    /// Games between two updates.
    pub(crate) batch: u64,
    pub(crate) seed: u64,
}

/// What a training has come to.
#[derive(Debug, PartialEq)]
struct State {
    /// Games that it has learned from.
    games: u64,
    network: Network,
    adam: Adam,
}

impl Training {
    /// The command that trains so.
    pub(crate) fn command(&self, game: &str) -> String {
        let Training { games, seed, .. } = self;
        format!("cargo xtask train {game} --games {games} --seed {seed}")
    }

    /// Trains a network, from where the file stands.
    ///
    /// # Errors
    /// If the file is of another training or something else, or cannot be read or written.
    pub(crate) fn run<G: Guided>(&self, file: &Path) -> Result<Network> {
        let mut state = self.read::<G>(file)?;
        let bar = progress(self.games, "training");
        let mut written = Instant::now();
        while state.games < self.games {
            bar.set_position(state.games);
            self.advance::<G>(&mut state);
            if written.elapsed() >= INTERVAL || state.games == self.games {
                self.write::<G>(&state, file)
                    .with_context(|| format!("cannot write {}", file.display()))?;
                written = Instant::now();
            }
        }
        bar.finish_and_clear();
        Ok(state.network)
    }

    /// Plays some games, and learns from them.
    fn advance<G: Guided>(&self, state: &mut State) {
        let end = self.games.min(state.games + self.batch);
        let streams = Streams::new(self.seed);
        let played: Vec<Vec<games::Step>> = (state.games..end)
            .into_par_iter()
            .map(|game| games::play::<G>(&state.network, streams.game_seed(game)))
            .collect();
        let mut steps: Vec<games::Step> = played.into_iter().flatten().collect();
        let share = state.games as f32 / self.games as f32;
        let length = STEP + share * (LAST_STEP - STEP);
        // Another stream for each batch, and another than those of games.
        let mut rng = streams.task(state.games);
        learn(
            &mut state.network,
            &mut state.adam,
            &mut steps,
            length,
            &mut rng,
        );
        state.games = end;
    }

    fn head<G: Guided>(&self) -> String {
        format!(
            "# {}: {} weights\n",
            self.command(G::NAME),
            G::SHAPE.weights()
        )
    }

    /// The state in the file, or the first one if there is none.
    fn read<G: Guided>(&self, path: &Path) -> Result<State> {
        let mut state = State {
            games: 0,
            network: Network::random(G::SHAPE, &mut Streams::new(self.seed).deal()),
            adam: Adam::new(G::SHAPE.weights()),
        };
        let contents = match fs::read(path) {
            Ok(contents) => contents,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(state),
            Err(error) => bail!("cannot read {}: {error}", path.display()),
        };
        let numbers = contents
            .strip_prefix(self.head::<G>().as_bytes())
            .and_then(|rest| {
                let (games, rest) = rest.split_first_chunk()?;
                let (steps, rest) = rest.split_first_chunk()?;
                let (numbers, rest) = rest.as_chunks();
                let is_whole = rest.is_empty() && numbers.len() == 3 * G::SHAPE.weights();
                is_whole.then_some((*games, *steps, numbers))
            });
        let Some((games, steps, numbers)) = numbers else {
            bail!(
                "{} is of another training, or damaged: remove it, or name another file with --data",
                path.display()
            );
        };
        state.games = u64::from_le_bytes(games);
        state.adam.steps = u32::from_le_bytes(steps);
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let [first, second] = &mut state.adam.means;
        for part in [state.network.weights_mut(), first, second] {
            for (number, read) in part.iter_mut().zip(&mut numbers) {
                *number = read;
            }
        }
        Ok(state)
    }

    fn write<G: Guided>(&self, state: &State, path: &Path) -> std::io::Result<()> {
        let mut contents = self.head::<G>().into_bytes();
        contents.extend(state.games.to_le_bytes());
        contents.extend(state.adam.steps.to_le_bytes());
        let [first, second] = &state.adam.means;
        for part in [state.network.weights(), first, second] {
            contents.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Whole, or not at all.
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        fs::write(&new, contents)?;
        fs::rename(&new, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_games::masters_gallery::MastersGallery;

    /// With the file, a training goes on as if it had not been interrupted.
    #[test]
    fn a_training_goes_on_with_its_file() {
        let training = Training {
            games: 12,
            batch: 5,
            seed: 3,
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/training");
        let read = || training.read::<MastersGallery>(&file).unwrap();
        let (mut straight, mut broken) = (read(), read());
        for games in [5, 10, 12] {
            training.advance::<MastersGallery>(&mut straight);
            training.advance::<MastersGallery>(&mut broken);
            assert_eq!(broken.games, games);
            training.write::<MastersGallery>(&broken, &file).unwrap();
            broken = read();
            assert_eq!(broken, straight);
        }
        // It is finished.
        assert_eq!(
            training.run::<MastersGallery>(&file).unwrap(),
            straight.network
        );
    }
}
