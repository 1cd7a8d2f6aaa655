//! The description of a model.

use super::Comparison;
use super::fit::Loss;
use super::games::SelfPlay;
use crate::matches::Share;
use crate::model::commit;

/// What is told about the weights of a game.
pub(crate) struct Card<'a> {
    pub(crate) game: &'static str,
    pub(crate) features: usize,
    pub(crate) self_play: &'a SelfPlay,
    pub(crate) passes: u32,
    /// Positions of training and test.
    pub(crate) examples: [usize; 2],
    pub(crate) losses: [Loss; 2],
    pub(crate) comparison: &'a Comparison,
    pub(crate) results: Vec<(&'static str, Share)>,
}

/// The losses as lines of a table.
pub(crate) fn losses(losses: &[Loss; 2]) -> String {
    let lines = ["training", "test"].iter().zip(losses).map(|(name, loss)| {
        format!(
            "| {name} | {:.3} | {:.3} | {:.1} % |",
            loss.cross_entropy,
            loss.entropy,
            100.0 * loss.hits
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl Card<'_> {
    /// The text, in Markdown.
    pub(crate) fn text(&self) -> String {
        let SelfPlay {
            games, simulations, ..
        } = self.self_play;
        let [training, tests] = self.examples;
        let mut text = format!(
            "# The policy of {game}\n\n\
             `{game}.weights` holds {features} weights of a log-linear policy, which gives the search its priors. \
             `cargo xtask train` wrote\nthis page and the weights.\n\n\
             \x20   {command} --games {games} --passes {passes}\n\n\
             | what | |\n|---|---|\n\
             | commit | {commit} |\n\
             | data | {games} games of the search against itself, {simulations} simulations a move |\n\
             | positions | {training} for training, {tests} for tests, of other games |\n\
             | inputs | what the seat to move knows; no hidden card |\n\
             | target | the share of the visits of each legal action |\n\n\
             Cross-entropy in nats a position; the entropy of the shares is the least that is possible. *Hits*: how \
             often the\nmost visited action is the most likely one.\n\n\
             | positions | cross-entropy | entropy | hits |\n|---|---|---|---|\n{losses}\n",
            game = self.game,
            features = self.features,
            command = self.self_play.command(self.game),
            passes = self.passes,
            commit = commit(),
            losses = losses(&self.losses),
        );
        if !self.results.is_empty() {
            text += &format!(
                "\nThe search with this policy against others, {} simulations a move for both, {} deals that were not \
                 trained with,\neach in every rotation:\n\n| against | |\n|---|---|\n",
                self.comparison.simulations, self.comparison.deals
            );
            for (name, share) in &self.results {
                text += &format!("| {name} | {share} |\n");
            }
        }
        text
    }
}
