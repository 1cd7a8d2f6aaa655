//! Texts of dialogs, notices, and the title of the browser's tab.

use crate::platform::locale::{message, text, texts};

texts! {
    "ui";
    /// The first link of every page.
    skip,
    /// Notice: a new version can be loaded.
    update,
    /// Button of [`update`].
    reload,
    /// Button that hides a notice.
    dismiss,
    /// The button that hides a message.
    ok,
    /// The button of a question that changes nothing.
    keep,
    /// Notice after copying.
    copied,
    /// Notice: the browser does not let the page copy.
    not_copied,
    /// Passes a link to another app.
    share,
    /// Copies a text.
    copy,
    /// Closes a dialog.
    close,
    /// A part of the app is on its way.
    loading,
    /// Title: a part of the app did not come.
    not_loaded,
    /// Why, and what to do.
    not_loaded_text,
    /// Loads it again.
    try_again,
}

/// The title of the browser's tab; an empty `page` is the home page.
pub(crate) fn title(page: &str) -> String {
    if page.is_empty() {
        text("ui.title_home").to_owned()
    } else {
        message!("ui.title", page)
    }
}

texts! {
    "ui";
    /// Label of the choice of a language.
    language,
}
