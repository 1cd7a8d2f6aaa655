//! The writer of finished games: one task for all boards, which stores the games that wait in one transaction. Many games
//! that end at the same time so cost one write to the disk, and do not wait for each other's locks.

use crate::background::Background;
use crate::metrics::Metrics;
use parlour_arena::ladder::LadderGame;
use parlour_arena::{Store, StoreError};
use parlour_protocol::ladder::GameKind;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;

/// Games of one transaction, and as many that wait.
const MAX_GAMES: usize = 64;
/// The time between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A finished game, and where its kind is sent when it is stored.
type Finished = (LadderGame, oneshot::Sender<(LadderGame, GameKind)>);

/// Stores finished games. Its task ends with the last clone.
#[derive(Clone)]
pub(super) struct GameWriter(mpsc::Sender<Finished>);

/// Why games wait to be stored; `None` if they do not.
pub(super) type Failure = watch::Receiver<Option<StoreError>>;

impl GameWriter {
    pub(super) fn start(
        background: &Background,
        store: Store,
        metrics: Arc<Metrics>,
    ) -> (GameWriter, Failure) {
        let (sender, mut games) = mpsc::channel::<Finished>(MAX_GAMES);
        let (failing, failure) = watch::channel(None);
        background.spawn(async move {
            let mut batch = Vec::new();
            while games.recv_many(&mut batch, MAX_GAMES).await > 0 {
                let waiting: Vec<&LadderGame> = batch.iter().map(|(game, _)| game).collect();
                let kinds = loop {
                    match store.add_ladder_games(&waiting).await {
                        Ok(kinds) => break kinds,
                        Err(error) => {
                            metrics.count_store_error();
                            tracing::error!("games of the ladder wait to be stored: {error}");
                            failing.send_replace(Some(error));
                        }
                    }
                    sleep(RETRY_INTERVAL).await;
                };
                failing.send_replace(None);
                for ((game, told), kind) in batch.drain(..).zip(kinds) {
                    // Fails if the server is being stopped; the game is stored all the same.
                    let _ = told.send((game, kind));
                }
            }
        });
        (GameWriter(sender), failure)
    }

    /// Stores a game, and returns it with its kind. `None` if the server is being stopped.
    pub(super) async fn store(&self, game: LadderGame) -> Option<LadderGame> {
        let (told, stored) = oneshot::channel();
        self.0.send((game, told)).await.ok()?;
        let (game, kind) = stored.await.ok()?;
        Some(LadderGame { kind, ..game })
    }
}
