//! Dialogs, notices, and the title of the browser's tab.

/// The first link of every page.
pub(crate) const SKIP: &str = "Skip to the content";
/// A new build waits.
pub(crate) const UPDATE: &str = "A new version is ready.";
/// Button of [`UPDATE`].
pub(crate) const RELOAD: &str = "Reload";
/// Button that hides a notice.
pub(crate) const DISMISS: &str = "Not now";
/// The button that hides a message.
pub(crate) const OK: &str = "OK";
/// The button of a question that leaves all as it is.
pub(crate) const KEEP: &str = "Keep";

/// The title of the browser's tab.
pub(crate) fn title(page: &str) -> String {
    if page.is_empty() {
        "Parlour: modern card games".to_owned()
    } else {
        format!("{page} · Parlour")
    }
}
/// After copying.
pub(crate) const COPIED: &str = "Copied.";
/// The browser does not let the page copy.
pub(crate) const NOT_COPIED: &str = "The browser did not copy it: select the text and copy it.";
/// Hands the link to another app.
pub(crate) const SHARE: &str = "Share";
/// Copies.
pub(crate) const COPY: &str = "Copy";
