//! Texts of the settings page, and of the page for an unknown address.

use crate::platform::locale::{message, texts};
use crate::play::backup::Restored;

texts! {
    "site_settings";
    /// Title.
    title,
    /// Heading of the look.
    look,
    /// Legend of the theme.
    theme,
    /// Theme of the system.
    system,
    /// Light theme.
    light,
    /// Dark theme.
    dark,
    /// Heading of the settings of a table.
    table,
    /// Switch: legal cards are marked.
    show_legal,
    /// Switch: keys of one character are shortcuts.
    shortcuts,
    /// Switch: a game makes sounds.
    sounds,
    /// Legend of the size of cards.
    card_size,
    /// Small cards.
    small,
    /// Cards of normal size.
    normal_size,
    /// Large cards.
    large,
    /// Heading of the settings for tables of a server.
    online,
    /// Switch: a notification when it is one's turn.
    turn_notification,
    /// Notice: the browser does not allow notifications.
    no_notifications,
    /// Legend: the speed of an AI.
    pace,
    /// Slow AI.
    slow,
    /// AI of normal speed.
    normal,
    /// AI without a pause.
    fast,
    /// Heading of the saved data.
    data,
    /// Explanation of what is saved where.
    data_text,
    /// What a file with all saved data holds.
    backup_text,
    /// Saves all saved data to a file.
    save_backup,
    /// Loads such a file.
    load_backup,
    /// Error: the file is none.
    no_backup,
    /// Button that deletes all saved data.
    clear,
    /// The question before deleting.
    clear_title,
    /// Consequence of deleting.
    clear_text,
    /// Notice after deleting.
    cleared,
    /// Heading of the description of Parlour.
    about,
    /// Description of Parlour.
    about_text,
    /// Title of the page for an unknown address.
    not_found,
    /// The line below that title.
    not_found_text,
    /// Link to the home page.
    go_home,
}

/// What was loaded from a file with saved data.
pub(crate) fn restored(restored: Restored) -> String {
    let Restored {
        new,
        newer,
        known,
        unreadable,
    } = restored;
    let told = message!("site_settings.restored", new, newer, known);
    match unreadable {
        0 => told,
        _ => format!(
            "{told} {}",
            message!("site_settings.unreadable", unreadable)
        ),
    }
}

texts! {
    "site_settings";
    /// The version of the app.
    version(version: &str),
    /// Label of the choice of a language.
    language,
}
