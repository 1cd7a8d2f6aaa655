//! [`Hosted`]: what a table of remote agents needs to know of a game.

use crate::classic::{self, Classic};
use crate::fault_cause::Rule;
use parlour_agents::Policies;
use parlour_engine::{Game as _, Rng, Seat, Table, Viewer};
use parlour_games::jaipur::{self, Jaipur};
use parlour_games::masters_gallery::{self, MastersGallery};
use parlour_games::modern_art::{self, ModernArt, Phase};
use parlour_games::primi_composti::{self, PrimiComposti};
use rand::RngExt as _;
use serde_json::json;

/// A game that remote agents can play.
pub trait Hosted: Policies {
    /// What the mean score is called in results.
    const MEAN: &'static str = "mean_score";

    /// The policies that a ladder of the game has as anchors, the weakest first. They are fast.
    const ANCHORS: &'static [&'static str] = &["random"];

    /// The rule that forbids an action, as a code with values. The web app has a text for each in its languages; it shows
    /// the English sentence for a game that has none.
    fn rule(illegal: &Self::IllegalMove) -> Rule {
        let _ = illegal;
        Rule::new(Self::NAME, "unnamed", [])
    }

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

    fn rule(illegal: &jaipur::IllegalMove) -> Rule {
        use jaipur::IllegalMove::{
            CamelsInExchange, CamelsTogether, CamelsUnsold, ExchangeOfOne, HandFull, HandOverLimit,
            HerdTooSmall, NoCamels, NotInHand, NotInMarket, NothingSold, SameKind, TooFew, Uneven,
        };
        let of_card = |rule, card: jaipur::Card| {
            Rule::new(Jaipur::NAME, rule, [("card", json!(card.name()))])
        };
        let plain = |rule| Rule::new(Jaipur::NAME, rule, []);
        match *illegal {
            NotInMarket(card) => of_card("not_in_market", card),
            CamelsTogether => plain("camels_together"),
            NoCamels => plain("no_camels"),
            HandFull => plain("hand_full"),
            ExchangeOfOne => plain("exchange_of_one"),
            CamelsInExchange => plain("camels_in_exchange"),
            Uneven { take, give } => Rule::new(
                Jaipur::NAME,
                "uneven",
                [("take", json!(take)), ("give", json!(give))],
            ),
            SameKind(card) => of_card("same_kind", card),
            NotInHand(card) => of_card("not_in_hand", card),
            HerdTooSmall(camels) => {
                Rule::new(Jaipur::NAME, "herd_too_small", [("camels", json!(camels))])
            }
            HandOverLimit => plain("hand_over_limit"),
            TooFew(card) => of_card("too_few", card),
            NothingSold => plain("nothing_sold"),
            CamelsUnsold => plain("camels_unsold"),
        }
    }
}

impl Hosted for PrimiComposti {
    const ANCHORS: &'static [&'static str] = &["random", "greedy_rand", "minimax_3"];

    fn rule(illegal: &primi_composti::IllegalMove) -> Rule {
        use primi_composti::IllegalMove::{
            NoChoice, NoOperation, NotInHand, NotVisible, StealsNothing,
        };
        let of_card =
            |rule, card: u8| Rule::new(PrimiComposti::NAME, rule, [("card", json!(card))]);
        let plain = |rule| Rule::new(PrimiComposti::NAME, rule, []);
        match *illegal {
            NotInHand(card) => of_card("not_in_hand", card),
            NoChoice => plain("no_choice"),
            NotVisible(card) => of_card("not_visible", card),
            NoOperation(pair) => {
                let [first, second] = pair.cards();
                Rule::new(
                    PrimiComposti::NAME,
                    "no_operation",
                    [("first", json!(first)), ("second", json!(second))],
                )
            }
            StealsNothing => plain("steals_nothing"),
        }
    }

    /// Perfect play of the second version takes up to minutes for the first moves.
    fn is_slow(rules: &primi_composti::Rules, policy: &str) -> bool {
        let mut entries = PrimiComposti::POLICIES.iter();
        rules.version != primi_composti::Version::One
            && entries.any(|entry| entry.name == policy && entry.is_timed())
    }

    fn with_seats(mut rules: primi_composti::Rules, seats: usize) -> Option<primi_composti::Rules> {
        rules.players = u8::try_from(seats).ok()?;
        Some(rules)
    }
}

impl Hosted for MastersGallery {
    const ANCHORS: &'static [&'static str] = &["random", "greedy"];

    fn rule(illegal: &masters_gallery::IllegalMove) -> Rule {
        use masters_gallery::IllegalMove::{
            AlreadyAdded, NotAsked, NotInHand, NotOnDisplay, OtherArtist,
        };
        use masters_gallery::Phase;
        let of_artist = |rule, artist: masters_gallery::Artist| {
            let artist = json!(artist.to_string());
            Rule::new(MastersGallery::NAME, rule, [("artist", artist)])
        };
        let plain = |rule| Rule::new(MastersGallery::NAME, rule, []);
        match *illegal {
            NotAsked(Phase::Play) => plain("due_play"),
            NotAsked(Phase::Second(artist)) => of_artist("due_second", artist),
            NotAsked(Phase::Hidden) => plain("due_hidden"),
            NotAsked(Phase::Together) => plain("due_show"),
            NotAsked(Phase::Award { .. }) => plain("due_award"),
            NotAsked(Phase::Add { .. }) => plain("due_add"),
            NotAsked(Phase::Over) => plain("due_over"),
            NotInHand(card) => {
                let card = json!(card.to_string());
                Rule::new(MastersGallery::NAME, "not_in_hand", [("card", card)])
            }
            OtherArtist(artist) => of_artist("other_artist", artist),
            NotOnDisplay(artist) => of_artist("not_on_display", artist),
            AlreadyAdded => plain("already_added"),
        }
    }

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

    fn rule(illegal: &modern_art::IllegalMove) -> Rule {
        use modern_art::IllegalMove::{
            NoSuchPainting, NotInHand, NotNow, OtherArtist, OverCash, SecondDouble, TooLow,
        };
        let of = |rule, name, value| Rule::new(ModernArt::NAME, rule, [(name, value)]);
        match *illegal {
            NotNow(due) => of("not_now", "due", json!(due)),
            NoSuchPainting(painting) => {
                of("no_such_painting", "painting", json!(painting.to_string()))
            }
            NotInHand(painting) => of("not_in_hand", "painting", json!(painting.to_string())),
            OtherArtist(artist) => of("other_artist", "artist", json!(artist.to_string())),
            SecondDouble => Rule::new(ModernArt::NAME, "second_double", []),
            OverCash(cash) => of("over_cash", "cash", json!(cash)),
            TooLow(bid) => of("too_low", "bid", json!(bid)),
        }
    }

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
