//! What a game's form for a new game offers.

/// What can be chosen for a game.
pub(crate) struct Form {
    /// The heading.
    pub(crate) title: fn() -> &'static str,
    /// Under it, before the link to the tutorial, or to the rules where there is none.
    pub(crate) lede: fn() -> &'static str,
    /// That link.
    pub(crate) link: fn() -> &'static str,
    /// How many play, at least and at most.
    pub(crate) players: [usize; 2],
    /// The AIs at a table for a number of players.
    pub(crate) levels: fn(usize) -> &'static LevelList,
    /// What can honestly be said of an AI, by its policy.
    pub(crate) about_level: fn(&str) -> &'static str,
    /// What the rules are chosen by, e.g. the length.
    pub(crate) rules_legend: fn() -> &'static str,
    /// The rules that can be chosen; at least one, and one alone is no choice.
    pub(crate) rules: &'static [RulesChoice],
    /// The name of the rule set (`Rules::named`) for these rules and this number of players.
    pub(crate) rule_set: fn(&str, usize) -> String,
    /// Whether it can be chosen who starts. If not, the first of the form does.
    pub(crate) starter: bool,
}

impl Form {
    /// What a rule set is called, where there are several.
    pub(crate) fn rules_label(&self, rules: &str, players: usize) -> Option<&'static str> {
        let mut choices = self.rules.iter().filter(|_| self.rules.len() > 1);
        choices
            .find(|choice| (self.rule_set)(choice.name, players) == rules)
            .map(|choice| (choice.label)())
    }
}

/// The AIs of a game.
pub(crate) struct LevelList {
    /// Their policies, the weakest first.
    pub(crate) levels: &'static [&'static str],
    /// The one of a first game.
    pub(crate) first: &'static str,
    /// The two that are watched first.
    pub(crate) watched: [&'static str; 2],
}

/// Rules that can be chosen.
pub(crate) struct RulesChoice {
    /// The name within the form.
    pub(crate) name: &'static str,
    /// The name for people.
    pub(crate) label: fn() -> &'static str,
    /// What they mean.
    pub(crate) hint: fn() -> &'static str,
}
