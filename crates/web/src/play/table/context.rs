//! A table's page as its game sees it.

use super::controller::{Controller, Kind};
use super::page::is_shortcut;
use super::{Board, Guidance, TableGame};
use crate::play::session::{self, Read, Remote};
use crate::play::setup_form::Form;
use leptos::prelude::*;
use parlour_engine::Seat;
use std::ops::Deref;

/// A [`Controller`] with the type of the game that lies on it.
pub(crate) struct Ctx<G: TableGame> {
    controller: Controller,
    /// The state that is shown.
    pub(crate) shown: Memo<G>,
    /// The events that led to it.
    pub(crate) events: Memo<Vec<G::Event>>,
}

// Derived, these would ask the same of the game, which is not held.
impl<G: TableGame> Clone for Ctx<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: TableGame> Copy for Ctx<G> {}

impl<G: TableGame> Deref for Ctx<G> {
    type Target = Controller;

    fn deref(&self) -> &Controller {
        &self.controller
    }
}

impl<G: TableGame> Ctx<G> {
    fn new(controller: Controller) -> Ctx<G> {
        let shown = Memo::new(move |_| {
            controller.session.with(|session| match controller.kind {
                Kind::Replay => session.at(controller.ply.get()),
                Kind::Play | Kind::Watch => session.state::<G>().clone(),
            })
        });
        let events = Memo::new(move |_| {
            controller.session.with(|session| {
                let events = match controller.kind {
                    Kind::Replay => session.events_at::<G>(controller.ply.get()),
                    Kind::Play | Kind::Watch => session.events::<G>(),
                };
                events.to_vec()
            })
        });
        Ctx {
            controller,
            shown,
            events,
        }
    }

    /// Looks at the position that is shown and at the events that led to it.
    fn position<T>(self, look: impl FnOnce(&G, &[G::Event]) -> T) -> T {
        self.shown
            .with(|state| self.events.with(|events| look(state, events)))
    }

    /// Plays an action for the person at the device.
    pub(crate) fn play(self, action: G::Action) {
        self.controller.act(&action.to_string());
    }

    /// The action of the hint.
    pub(crate) fn hinted(self) -> Option<G::Action> {
        self.controller.hinted()?.parse().ok()
    }

    /// What the hint proposes, as the game lays it out for the seat that is to move.
    pub(crate) fn proposed<T>(
        self,
        laid_out: impl Fn(&G, &[G::Event], Seat, G::Action) -> T + Send + Sync + 'static,
    ) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| {
            let action = self.hinted();
            let laid_out = |state: &G, events: &[G::Event]| {
                Some(laid_out(state, events, state.to_move().first()?, action?))
            };
            self.position(laid_out).unwrap_or_default()
        })
    }

    /// The cards that the player who may move here can choose, by id.
    pub(crate) fn legal(
        self,
        legal: impl Fn(&G, &[G::Event], Seat) -> Vec<u32> + Send + Sync + 'static,
    ) -> Memo<Vec<u32>> {
        Memo::new(move |_| match self.mover.get() {
            Some(seat) => self.position(|state, events| legal(state, events, seat)),
            None => Vec::new(),
        })
    }

    /// What the choice amounts to, for the player who may move here.
    pub(crate) fn guidance(
        self,
        guidance: impl Fn(&G, &[G::Event], Seat) -> Guidance<G::Action> + Send + Sync + 'static,
    ) -> Signal<Guidance<G::Action>> {
        Signal::derive(move || match self.mover.get() {
            Some(seat) => self.position(|state, events| guidance(state, events, seat)),
            None => Guidance {
                line: String::new(),
                action: None,
            },
        })
    }

    /// The game's own keys, as long as its table is there: `press` is told a key in small letters, and
    /// tells whether it is one of them.
    pub(crate) fn keys(self, press: impl Fn(&str) -> bool + 'static) {
        let keys = window_event_listener(leptos::ev::keydown, move |event| {
            if self.kind == Kind::Play && is_shortcut(&event) && press(&event.key().to_lowercase())
            {
                event.prevent_default();
            }
        });
        on_cleanup(move || keys.remove());
    }
}

/// What the page of a table asks its game for.
pub(super) struct Parts {
    /// The name of the game, e.g. `jaipur`.
    pub(super) game: &'static str,
    /// Its record.
    pub(super) read: Read,
    /// What is known at a server's table.
    pub(super) remote: Remote,
    /// The name of the game as a heading.
    pub(super) title: &'static str,
    /// What the game's own keys do.
    pub(super) keys: fn() -> Vec<(&'static str, &'static str)>,
    /// What the form for a new game offers.
    pub(super) form: &'static Form,
    /// The back of a card.
    pub(super) card_back: fn() -> String,
    /// The game's parts of the table, and what stands at the side.
    pub(super) lay: fn(Controller) -> (Board<String>, Option<AnyView>),
}

impl Parts {
    /// Those of this game.
    pub(super) fn of<G: TableGame>() -> Parts {
        Parts {
            game: G::NAME,
            read: session::read::<G>,
            remote: session::remote::<G>,
            title: G::title(),
            keys: G::keys,
            form: G::form(),
            card_back: G::card_back,
            lay: lay::<G>,
        }
    }
}

fn lay<G: TableGame>(controller: Controller) -> (Board<String>, Option<AnyView>) {
    let ctx = Ctx::<G>::new(controller);
    let board = G::board(ctx);
    let guidance = Signal::derive(move || {
        board.guidance.with(|guidance| Guidance {
            line: guidance.line.clone(),
            action: guidance.action.map(|action| action.to_string()),
        })
    });
    let board = Board {
        others: board.others,
        common: board.common,
        you: board.you,
        modes: board.modes,
        guidance,
    };
    (board, G::side(ctx))
}
