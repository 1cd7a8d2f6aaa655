//! Parts of pages: dialogs, notices, fields, rows of cards, the theme. Knows nothing of games.

pub(crate) mod card_drag;
pub(crate) mod card_row;
pub(crate) mod chart;
pub(crate) mod confirm;
pub(crate) mod copy_field;
pub(crate) mod dialog;
pub(crate) mod fields;
pub(crate) mod file_button;
pub(crate) mod language;
pub(crate) mod later;
pub(crate) mod navigation;
pub(crate) mod page;
pub(crate) mod prose;
pub(crate) mod strings;
pub(crate) mod theme;
pub(crate) mod toast;
