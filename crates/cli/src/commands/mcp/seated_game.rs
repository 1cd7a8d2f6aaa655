//! [`SeatedGame`]: a game in which a language model has a seat.

/// The longest list of legal actions; some games can have thousands.
const MAX_LISTED: usize = 200;

/// What a game in progress offers, whichever game it is.
pub(super) trait SeatedGame: Send {
    /// What happened since it was last asked, what the seat may know, and whether the seat is to move.
    fn position(&mut self) -> String;

    /// The legal actions that begin with `prefix`.
    ///
    /// # Errors
    /// If the game is over, or another seat is to move.
    fn legal(&mut self, prefix: &str) -> Result<String, String>;

    /// Plays an action, then lets the policies play until the seat is to move again or the game is over.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing was played.
    fn play(&mut self, action: &str) -> Result<(), String>;

    /// The seat resigns.
    ///
    /// # Errors
    /// If the game is over.
    fn resign(&mut self) -> Result<(), String>;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// What each move cost, as text.
    ///
    /// # Errors
    /// If the game is not over.
    fn analyse(&self, simulations: u32) -> Result<String, String>;

    /// The record as one line of JSON.
    ///
    /// # Errors
    /// If the game is not over: it would show hidden cards.
    fn record(&self) -> Result<String, String>;
}

/// The legal actions with these texts that begin with `prefix`.
pub(super) fn legal_text(texts: impl Iterator<Item = String>, prefix: &str) -> String {
    let texts: Vec<String> = texts.filter(|text| text.starts_with(prefix)).collect();
    let number = texts.len();
    let mut lines = vec![match number {
        0 => format!("No legal action begins with '{prefix}'."),
        1 => "1 legal action:".to_owned(),
        _ => format!("{number} legal actions:"),
    }];
    lines.extend(texts.into_iter().take(MAX_LISTED));
    if number > MAX_LISTED {
        let rest = number - MAX_LISTED;
        lines.push(format!(
            "… and {rest} more: ask for those with a longer prefix"
        ));
    }
    lines.join("\n")
}
