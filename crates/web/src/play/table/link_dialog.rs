//! The dialog with the link of a game.

use super::controller::Controller;
use crate::platform::route::Route;
use crate::play::session::Session;
use crate::play::strings::replay as words;
use crate::ui::copy_field::CopyField;
use crate::ui::dialog::{CloseFoot, Dialog};
use leptos::prelude::*;

/// Shows the link of the game.
#[component]
pub(super) fn LinkDialog(controller: Controller, open: RwSignal<bool>) -> impl IntoView {
    let address = move || {
        let link = controller.session.with_untracked(Session::link);
        Route::ReplayLink(link.unwrap_or_default()).address()
    };
    view! {
        <Dialog open labelled_by="link-title" on_close=Callback::new(move |()| open.set(false))>
            <h1 id="link-title">{words::link_title()}</h1>
            <p>{words::link_text()}</p>
            <CopyField label=words::link().to_owned() text=address() share=true />
            <CloseFoot open />
        </Dialog>
    }
}
