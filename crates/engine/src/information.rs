//! [`InformationState`]: everything a seat knows.

use crate::{Game, Viewer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Everything a viewer knows: what it observes now, and every public event since the start.
///
/// The terms are those of Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games*
/// (2019): the [view](Game::View) is an *observation*, and together with the history it is an
/// *information state* (perfect recall). By contract the view alone determines the legal actions and
/// what is known about hidden cards and money, counted or remembered facts included; the events add
/// how the others have behaved. A policy always receives both.
///
/// Its serde form is that of the view with the events in one more field, `history`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct InformationState<'a, G: Game> {
    #[serde(flatten)]
    view: G::View,
    #[serde(rename = "history")]
    events: Cow<'a, [G::Event]>,
}

impl<'a, G: Game> InformationState<'a, G> {
    /// What is known after these events, which are all since the start of the game.
    pub fn new(view: G::View, events: impl Into<Cow<'a, [G::Event]>>) -> InformationState<'a, G> {
        InformationState {
            view,
            events: events.into(),
        }
    }

    /// The observation.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Every public event since the start of the game.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The same with events of its own.
    pub fn into_owned(self) -> InformationState<'static, G> {
        InformationState {
            view: self.view,
            events: Cow::Owned(self.events.into_owned()),
        }
    }

    /// Whose knowledge it is.
    pub fn viewer(&self) -> Viewer {
        crate::View::viewer(&self.view)
    }
}
