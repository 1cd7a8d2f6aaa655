//! The sounds of a game in progress: a move, the person's turn, the end.

use super::Controller;
use crate::platform::sound::{Sound, play};
use crate::play::session::Session;
use leptos::prelude::*;

/// Plays the sounds of a game while its page is there.
pub(super) fn follow(controller: Controller) {
    let now = Memo::new(move |_| {
        let over = controller.over();
        let moves = controller.session.with(Session::moves);
        (moves, controller.mover.get().is_some() && !over, over)
    });
    Effect::watch(
        move || now.get(),
        |&(moves, is_own, over), before, _| {
            let Some(&(moves_before, was_own, was_over)) = before else {
                return;
            };
            if over && !was_over {
                play(Sound::End);
            } else if is_own && !was_own {
                play(Sound::Turn);
            } else if moves > moves_before {
                play(Sound::Card);
            }
        },
        false,
    );
}
