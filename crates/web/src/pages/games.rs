//! The games. To add one is to add an entry.

use super::jaipur;
use super::masters_gallery;
use super::modern_art;
use super::new_game::Form;
use super::primi_composti;
use crate::art;
use crate::session::Session;
use crate::store::StoredGame;
use crate::table::{self, Sitting};
use crate::text;
use crate::worker::{self, Reply, Request};
use leptos::prelude::*;
use parlour_engine::{Game as _, Seat};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;

/// What the pages need to know about a game.
pub(crate) struct Game {
    /// Its name in addresses and records.
    pub(crate) id: &'static str,
    /// Its name for people.
    pub(crate) name: &'static str,
    /// What it is, in a line.
    pub(crate) about: &'static str,
    /// What one asks first: how many players, how long.
    pub(crate) facts: &'static [&'static str],
    /// Its picture, 640 by 400 units.
    pub(crate) picture: fn() -> String,
    /// The form for a new game.
    pub(crate) form: &'static Form,
    /// The rules.
    pub(crate) rules: fn() -> AnyView,
    /// The tutorial, if there is one.
    pub(crate) learn: Option<fn() -> AnyView>,
    /// How high a game can go, where that is known.
    pub(crate) optima: Option<fn() -> AnyView>,
    /// The game of a record, or why it cannot be replayed: [`Session::import`].
    pub(crate) import: fn(&str) -> Result<Session, String>,
    /// How a saved game stands, or why that cannot be told.
    pub(crate) glance: fn(&StoredGame) -> Result<Glance, String>,
    /// The table: of a saved game, to play or to replay, or of the server: [`table::open`].
    pub(crate) table: fn(Sitting) -> Result<AnyView, String>,
    /// What the worker answers: [`worker::think`].
    pub(crate) think: fn(&Request) -> Result<Reply, String>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.id == other.id
    }
}

/// How a game stands, for a card on the home page. It shows nothing that is hidden from the
/// people at this device.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glance {
    /// Whose turn it is.
    pub(crate) turn: Option<Seat>,
    /// The score of each seat.
    pub(crate) scores: Vec<String>,
    /// Where in the game this is, e.g. the round.
    pub(crate) stage: String,
    /// What lies in the middle: drawings of cards.
    pub(crate) cards: Vec<String>,
    /// The same in words.
    pub(crate) cards_named: String,
}

/// Every game that can be played.
pub(crate) const GAMES: &[Game] = &[
    Game {
        id: Jaipur::NAME,
        name: text::jaipur_pages::NAME,
        about: text::jaipur_pages::ABOUT,
        facts: text::jaipur_pages::FACTS,
        picture: art::home::jaipur,
        form: &jaipur::FORM,
        rules: || view! { <jaipur::RulesPage /> }.into_any(),
        learn: Some(|| view! { <jaipur::Learn /> }.into_any()),
        optima: None,
        import: Session::import::<Jaipur>,
        glance: jaipur::glance,
        table: table::open::<Jaipur>,
        think: worker::think::<Jaipur>,
    },
    Game {
        id: PrimiComposti::NAME,
        name: text::primi_pages::NAME,
        about: text::primi_pages::ABOUT,
        facts: text::primi_pages::FACTS,
        picture: art::home::primi_composti,
        form: &primi_composti::FORM,
        rules: || view! { <primi_composti::RulesPage /> }.into_any(),
        learn: Some(|| view! { <primi_composti::Learn /> }.into_any()),
        optima: None,
        import: Session::import::<PrimiComposti>,
        glance: primi_composti::glance,
        table: table::open::<PrimiComposti>,
        think: worker::think::<PrimiComposti>,
    },
    Game {
        id: ModernArt::NAME,
        name: text::modern_art_pages::NAME,
        about: text::modern_art_pages::ABOUT,
        facts: text::modern_art_pages::FACTS,
        picture: art::home::modern_art,
        form: &modern_art::FORM,
        rules: || view! { <modern_art::RulesPage /> }.into_any(),
        learn: None,
        optima: None,
        import: Session::import::<ModernArt>,
        glance: modern_art::glance,
        table: table::open::<ModernArt>,
        think: worker::think::<ModernArt>,
    },
    Game {
        id: MastersGallery::NAME,
        name: text::masters_gallery_pages::NAME,
        about: text::masters_gallery_pages::ABOUT,
        facts: text::masters_gallery_pages::FACTS,
        picture: art::home::masters_gallery,
        form: &masters_gallery::FORM,
        rules: || view! { <masters_gallery::RulesPage /> }.into_any(),
        learn: None,
        optima: Some(|| view! { <masters_gallery::Optima /> }.into_any()),
        import: Session::import::<MastersGallery>,
        glance: masters_gallery::glance,
        table: table::open::<MastersGallery>,
        think: worker::think::<MastersGallery>,
    },
];

/// The game of that id.
pub(crate) fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Thinks;
    use parlour_engine::Rules as _;

    /// What the form of a game offers is what the game has.
    fn check<G: Thinks>() {
        let game = find(G::NAME).expect("the game is in the list");
        let form = game.form;
        let [least, most] = form.players;
        for players in least..=most {
            let list = (form.levels)(players);
            assert!(list.levels.contains(&list.first), "{}", game.id);
            assert!(list.watched.iter().all(|level| list.levels.contains(level)));
            for level in list.levels {
                assert!(G::policy_here(level).is_ok(), "{level}");
                assert!(!(form.about_level)(level).is_empty(), "{level}");
                assert_ne!(text::common::policy(level), *level, "{level} has no name");
            }
            for choice in form.rules {
                let name = (form.rule_set)(choice.name, players);
                let seats = G::Rules::named(&name).map(|rules| rules.seats());
                assert_eq!(seats, Some(players), "{}: '{name}'", game.id);
            }
        }
    }

    #[test]
    fn every_form_offers_what_there_is() {
        check::<Jaipur>();
        check::<PrimiComposti>();
        check::<ModernArt>();
        check::<MastersGallery>();
    }
}
