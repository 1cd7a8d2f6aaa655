//! [`Hosted`]: what a table of remote agents needs to know of a game.

use crate::classic::{self, Classic};
use parlour_agents::Policies;
use parlour_engine::{Rng, Seat, Table, Viewer};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::{self, MastersGallery};
use parlour_games::modern_art::{self, ModernArt, Phase};
use parlour_games::primi_composti::{self, PrimiComposti};
use rand::RngExt as _;

/// A game that remote agents can play.
pub trait Hosted: Policies {
    /// What the mean score is called in results.
    const MEAN: &'static str = "mean_score";

    /// The policies that a ladder of the game has as anchors, the weakest first. They are fast.
    const ANCHORS: &'static [&'static str] = &["random"];

    /// The dialect of older agents, where the game has one under these rules.
    fn classic(rules: &Self::Rules) -> Option<&'static Classic<Self>> {
        let _ = rules;
        None
    }

    /// The number that ends the text of an action, and what stands before it, for actions of which
    /// there may be hundreds at a time. `"{stem}{number}"` is the text of the action.
    fn numbered(action: Self::Action) -> Option<(&'static str, u32)> {
        let _ = action;
        None
    }

    /// These rules for `seats` seats, if the game has them.
    fn with_seats(rules: Self::Rules, seats: usize) -> Option<Self::Rules> {
        (parlour_engine::Rules::seats(&rules) == seats).then_some(rules)
    }

    /// These rules with another limit, where the game has one.
    fn with_limit(rules: Self::Rules, limit: u8) -> Option<Self::Rules> {
        let _ = (rules, limit);
        None
    }

    /// Whether a policy may think for longer about one move than others who share the machine
    /// should wait. Budgets are checked elsewhere.
    fn is_slow(rules: &Self::Rules, policy: &str) -> bool {
        let _ = (rules, policy);
        false
    }

    /// The move made for a seat that gave no answer: any legal one, unless the game has a
    /// more harmless one. `legal` is not empty.
    fn fallback_action(&self, seat: Seat, legal: &[Self::Action], rng: &mut Rng) -> Self::Action {
        let _ = seat;
        legal[rng.random_range(0..legal.len() as u32) as usize]
    }
}

/// The view of a viewer, and the events after the first `known`, which becomes the number of all.
pub fn catch_up<'a, G: Hosted>(
    table: &'a Table<G>,
    viewer: Viewer,
    known: &mut usize,
) -> (G::View, &'a [G::Event]) {
    let events = table.events();
    let news = &events[(*known).min(events.len())..];
    *known = events.len();
    (table.state().view(viewer), news)
}

impl Hosted for Jaipur {
    const ANCHORS: &'static [&'static str] = &["random", "weighted", "utility"];
}

impl Hosted for PrimiComposti {
    const ANCHORS: &'static [&'static str] = &["random", "greedy_rand", "minimax_3"];

    /// Perfect play of the second version takes up to minutes for the first moves.
    fn is_slow(rules: &primi_composti::Rules, policy: &str) -> bool {
        policy == "perfect" && rules.version != primi_composti::Version::One
    }

    fn with_seats(mut rules: primi_composti::Rules, seats: usize) -> Option<primi_composti::Rules> {
        rules.players = u8::try_from(seats).ok()?;
        Some(rules)
    }
}

impl Hosted for MastersGallery {
    const ANCHORS: &'static [&'static str] = &["random", "greedy"];

    fn with_seats(
        mut rules: masters_gallery::Rules,
        seats: usize,
    ) -> Option<masters_gallery::Rules> {
        rules.players = (2..=5).contains(&seats).then_some(seats as u8)?;
        Some(rules)
    }
}

impl Hosted for ModernArt {
    const MEAN: &'static str = "mean_cash";
    const ANCHORS: &'static [&'static str] = &["random", "simple", "appraiser"];

    fn classic(rules: &modern_art::Rules) -> Option<&'static Classic<ModernArt>> {
        (rules.auctions == modern_art::Auctions::Simple).then_some(&classic::MODERN_ART)
    }

    /// Bids and prices: there is one for each thousand in cash.
    fn numbered(action: modern_art::Action) -> Option<(&'static str, u32)> {
        match action {
            modern_art::Action::Bid(amount) => Some(("bid ", amount.into())),
            modern_art::Action::Price(price) => Some(("price ", price.into())),
            _ => None,
        }
    }

    fn with_seats(mut rules: modern_art::Rules, seats: usize) -> Option<modern_art::Rules> {
        rules.players = (3..=5).contains(&seats).then_some(seats as u8)?;
        Some(rules)
    }

    fn with_limit(mut rules: modern_art::Rules, limit: u8) -> Option<modern_art::Rules> {
        rules.limit = limit;
        Some(rules)
    }

    /// A random painting of the hand, no bid, no raise, no second painting; a price of 0.
    fn fallback_action(
        &self,
        seat: Seat,
        legal: &[modern_art::Action],
        rng: &mut Rng,
    ) -> modern_art::Action {
        use modern_art::Action;
        match self.phase() {
            Phase::Offer { .. } => {
                let hand: Vec<_> = self.auctions().each(self.hand(seat)).collect();
                Action::Offer(hand[rng.random_range(0..hand.len() as u32) as usize])
            }
            Phase::Sealed { .. } => Action::Bid(0),
            _ if legal.contains(&Action::Pass) => Action::Pass,
            _ => legal[0],
        }
    }
}
