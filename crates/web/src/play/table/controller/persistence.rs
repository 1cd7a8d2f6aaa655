//! The saved form of the game: saving, what other tabs do to it, and games that follow from it.

use super::{Controller, Kind};
use crate::platform::route::Route;
use crate::platform::storage::StoreError;
use crate::play::saved_game::{self, Change, SeatKind};
use crate::play::session::Session;
use crate::play::worker::workers;
use leptos::prelude::*;
use parlour_engine::Seat;

impl Controller {
    /// Starts the same game again and goes there.
    pub(crate) fn rematch(self) {
        match self.session.with_untracked(Session::again) {
            Ok(session) if self.kind == Kind::Watch => {
                Route::Watch(session.id().to_owned()).go();
            }
            Ok(session) => Route::Play(session.id().to_owned()).go(),
            Err(reason) => workers().trouble.set(Some(reason)),
        }
    }

    /// Saves a game that was only replayed.
    pub(crate) fn keep(self) {
        self.session.update(Session::keep);
    }

    /// Starts a game from the position that a replay shows, and goes there. If `redeal`, what that seat could
    /// not know is dealt again.
    pub(crate) fn play_on(self, seats: Vec<SeatKind>, redeal: Option<Seat>) {
        let ply = self.ply_here();
        // A variation is listed with the game that it leaves.
        self.keep();
        let branch = |session: &Session| session.branch(ply, seats, redeal);
        match self.session.with_untracked(branch) {
            Ok(session) => Route::Play(session.id().to_owned()).go(),
            Err(reason) => workers().trouble.set(Some(reason)),
        }
    }

    /// Saved games have changed: perhaps another tab has played on.
    pub(crate) fn games_changed(self, change: &Change) {
        let concerned = self.session.with_untracked(|session| match change {
            Change::Game(id) => id == session.id(),
            Change::Everything => true,
        });
        if concerned
            && self.link.is_none()
            && let Some(conflict) = self.session.with_untracked(Session::conflict)
        {
            self.stop_for(conflict);
        }
    }

    pub(super) fn stop_for(self, conflict: StoreError) {
        self.stop_thinking();
        self.forget_hint();
        self.elsewhere.set(Some(conflict));
    }

    /// Saves the game that another tab has deleted, and goes on with it.
    pub(crate) fn restore(self) {
        self.elsewhere.set(None);
        self.session.update(Session::restore);
        self.save();
        self.focus_main();
        self.advance();
    }

    /// Takes over what another tab has played.
    pub(crate) fn load_newer(self) {
        let id = self
            .session
            .with_untracked(|session| session.id().to_owned());
        if let Some(saved_game::Entry::Game(stored)) = saved_game::game(&id)
            && let Ok(session) = self.session.with_untracked(|now| now.newer(*stored))
        {
            // In a replay, the position that is shown exists in both.
            let last = session.moves();
            self.ply.update(|ply| *ply = last.min(*ply));
            self.session.set(session);
            self.present.set(None);
            self.failed.set(None);
            self.elsewhere.set(None);
            self.focus_main();
            self.advance();
        }
    }

    /// After every change of the game.
    pub(super) fn changed(self) {
        self.forget_hint();
        self.failed.set(None);
        self.save();
    }

    pub(super) fn save(self) {
        let mut active = self.active.get_value();
        let time = active.take(js_sys::Date::now());
        self.active.set_value(active);
        let save = |session: &mut Session| {
            session.add_active(time);
            session.save()
        };
        if let Some(Err(conflict @ (StoreError::Newer | StoreError::Deleted))) =
            self.session.try_update(save)
        {
            self.stop_for(conflict);
        }
    }
}
