//! Modern Art on the pages around the table: home, the form for a new game.

/// The name of the game.
pub(crate) const NAME: &str = "Modern Art";
/// What it is, in a line.
pub(crate) const ABOUT: &str = "You deal in paintings. Sell them dear, buy them cheap: what they are \
    worth in the end, the market decides, and the market is all of you.";
/// What one asks first.
pub(crate) const FACTS: &[&str] = &["3 to 5 players", "20 to 40 minutes", "Auctions"];

/// Title of the form.
pub(crate) const NEW: &str = "A game of Modern Art";
/// Under it.
pub(crate) const NEW_LEDE: &str = "Not sure how it goes?";
/// To the rules.
pub(crate) const NEW_RULES: &str = "Read the rules";
/// Which auctions.
pub(crate) const AUCTIONS: &str = "Auctions";
/// Sealed bids only.
pub(crate) const SIMPLE: &str = "Sealed bids only";
/// What that means.
pub(crate) const SIMPLE_HINT: &str =
    "Every painting is sold by one sealed bid of everybody. Quick, and good to begin with.";
/// All auctions.
pub(crate) const FULL: &str = "All five auctions";
/// What that means.
pub(crate) const FULL_HINT: &str = "Each painting says how it is sold: open, once around, sealed, at a fixed price, or as a double.";

/// What can honestly be said of a level, by its policy. The numbers are from `parlour match modern-art --seed 1`: in the
/// full rules `--seats simple,random,random,random,random --games 60` and
/// `--seats ismcts:200,simple,simple,simple,simple --games 50`, in the simple rules `appraiser` against four `simple`, 2,000 games.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "random" => "Offers and bids anything. Good for your very first game.",
        "simple" => {
            "Bids half of what a painting would pay if the paintings in sight were all there are. Won 41 of 60 games against four Novices."
        }
        "ismcts:200" => {
            "Tries out 200 ways to go on before each answer. Won 35 of 50 games of all auctions against four Collectors."
        }
        _ => {
            "Plays the round out with made-up hands and bids by what paintings will pay. Won 2,000 of 2,000 games of sealed bids against four Collectors."
        }
    }
}

/// Where in the game this is.
pub(crate) fn stage(round: u8, simple: bool) -> String {
    let auctions = if simple {
        "sealed bids"
    } else {
        "all auctions"
    };
    format!("round {} of 4, {auctions}", round + 1)
}
/// The score of a seat.
pub(crate) fn cash(amount: Option<u16>) -> String {
    match amount {
        Some(amount) => format!("{amount} cash"),
        None => "cash hidden".to_owned(),
    }
}
/// What was offered in this round, in words.
pub(crate) fn offered(paintings: &str) -> String {
    if paintings.is_empty() {
        "Nothing offered in this round yet".to_owned()
    } else {
        format!("Offered in this round: {paintings}")
    }
}
