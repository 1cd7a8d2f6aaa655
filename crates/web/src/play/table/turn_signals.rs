//! How a person at a table of a server learns that it is their turn: by the title of the tab and, if wanted, by a
//! notification.

use super::Controller;
use crate::platform::notification::notify;
use crate::platform::settings;
use crate::play::server::Link;
use crate::play::strings::server as words;
use crate::ui::page::set_title;
use leptos::prelude::*;
use web_sys::VisibilityState;

/// Signals every turn of the person's own. `title` is the name of the game.
pub(super) fn signal_turns(controller: Controller, link: Link, title: &'static str) {
    let is_own = Memo::new(move |_| controller.mover.get().is_some() && !controller.over());
    Effect::watch(
        move || is_own.get(),
        move |&now, before, _| {
            if !now {
                return set_title(title);
            }
            set_title(&words::your_turn_title(title));
            if before == Some(&false) {
                alert(link, title);
            }
        },
        true,
    );
}

fn alert(link: Link, title: &str) {
    let notifications = settings::shared().with_untracked(|settings| settings.turn_notification);
    let looks_on = document().visibility_state() == VisibilityState::Visible
        && document().has_focus().unwrap_or(true);
    if notifications && !looks_on {
        notify(title, words::turn_notice(), &link.id());
    }
}
