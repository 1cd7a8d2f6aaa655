//! The description of a network.

use super::games::Quality;
use super::training::Training;
use crate::matches::Share;
use crate::model::commit;
use parlour_agents::network::{Shape, WIDTH};

/// What is told about the network of a game.
pub(crate) struct Card<'a> {
    pub(crate) game: &'static str,
    pub(crate) shape: Shape,
    pub(crate) training: &'a Training,
    pub(crate) quality: Quality,
    pub(crate) deals: u64,
    pub(crate) simulations: u32,
    pub(crate) results: Vec<(&'static str, Share)>,
}

impl Card<'_> {
    /// The text, in Markdown.
    pub(crate) fn text(&self) -> String {
        let Quality {
            choices,
            entropy,
            explained,
        } = self.quality;
        let mut text = format!(
            "# The network of {game}\n\n\
             `{game}.weights` holds {weights} weights of a network of a policy and a value, which guides the search. \
             `cargo xtask\ntrain` wrote this page and the weights.\n\n\
             \x20   {command}\n\n\
             | what | |\n|---|---|\n\
             | commit | {commit} |\n\
             | data | {games} games of the network, against a rule of thumb and itself |\n\
             | inputs | what the seat to move knows; no hidden card: {rows} rows of {row_inputs}, and {common} in common |\n\
             | layers | {WIDTH} units for each row, {WIDTH} for all, {WIDTH} for each row |\n\
             | target | the reward of the game: half the share of the win, half by points |\n\
             | method | proximal policy optimisation |\n\n\
             On {choices} choices of games that were not trained with, the entropy of the policy is {entropy:.3} nats a \
             choice, and\nthe values explain {explained:.3} of the variance of their targets.\n",
            game = self.game,
            weights = self.shape.weights(),
            command = self.training.command(self.game),
            commit = commit(),
            games = self.training.games,
            rows = self.shape.rows,
            row_inputs = self.shape.row_inputs,
            common = self.shape.common_inputs,
        );
        if !self.results.is_empty() {
            text += &format!(
                "\nOne player among others of another kind, by the default rules; {} deals that were not trained with, each \
                 in\nevery rotation; searches with {} simulations a move:\n\n| one, among others | |\n|---|---|\n",
                self.deals, self.simulations
            );
            for (name, share) in &self.results {
                text += &format!("| {name} | {share} |\n");
            }
        }
        text
    }
}
