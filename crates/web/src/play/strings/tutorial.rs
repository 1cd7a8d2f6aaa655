//! What all tutorials say.

/// The other player.
pub(crate) const RIVAL: &str = "Your rival";
/// You.
pub(crate) const YOU: &str = "You";
/// The name of the progress bar.
pub(crate) const PROGRESS: &str = "Progress";
/// To the step before.
pub(crate) const BACK: &str = "Back";
/// To the next step.
pub(crate) const NEXT: &str = "Next";
/// To the next step without doing this one.
pub(crate) const SKIP: &str = "Skip";
/// Chooses the right cards.
pub(crate) const SHOW: &str = "Show me";
/// Plays what is chosen.
pub(crate) const CONFIRM: &str = "Confirm";
/// After the last step: once more.
pub(crate) const AGAIN: &str = "Start over";
/// After the last step: the rules.
pub(crate) const RULES: &str = "Read the rules";
/// The table as it is shown here.
pub(crate) const TABLE: &str = "The table";

/// Which step of how many.
pub(crate) fn step_of(step: usize, of: usize) -> String {
    format!("Step {step} of {of}")
}

/// What stands with a step.
pub(crate) struct Step {
    /// Its heading.
    pub(crate) title: &'static str,
    /// What to know.
    pub(crate) lines: &'static [&'static str],
    /// What to do; nothing where there is only something to look at.
    pub(crate) task: &'static str,
    /// When it is done.
    pub(crate) done: &'static str,
    /// When something else that is legal was played.
    pub(crate) other: &'static str,
}
