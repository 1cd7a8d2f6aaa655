//! Addresses of files beside the app, which can be hosted under any path.

use std::cell::RefCell;

thread_local! {
    static FOLDER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Tells the address of one of the files. Called once, at the start.
pub(crate) fn provide(beside: &str) {
    let folder = beside.rsplit_once('/').map_or("", |(folder, _)| folder);
    FOLDER.set(format!("{folder}/"));
}

/// The address of a file.
pub(crate) fn url(file: &str) -> String {
    FOLDER.with_borrow(|folder| format!("{folder}{file}"))
}
