//! axe-core, the checker of accessibility rules.

use super::Page;
use serde_json::{Value, json};
use std::fs;

/// The rules whose outcome may differ between two themes.
const RULES_OF_COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// Checks the page as it is now with all of axe-core's rules. What it breaks fails the test, at
/// its end, so that one run tells of every place.
pub(crate) fn check(page: &Page, place: &str) {
    run(page, place, json!({}));
}

/// The same, with the rules about colours only: for a page that was checked in another theme.
pub(super) fn check_colours(page: &Page, place: &str) {
    run(page, place, json!({"runOnly": RULES_OF_COLOURS}));
}

/// The same, without the rules about colours: for a page that was checked in another language.
pub(crate) fn check_but_colours(page: &Page, place: &str) {
    let off = RULES_OF_COLOURS.map(|rule| (rule.to_owned(), json!({"enabled": false})));
    run(
        page,
        place,
        json!({"rules": Value::Object(off.into_iter().collect())}),
    );
}

fn run(page: &Page, place: &str, mut options: Value) {
    options["resultTypes"] = json!(["violations"]);
    if page.eval("return 'axe' in window") != json!(true) {
        let Some(file) = std::env::var_os("PARLOUR_AXE") else {
            panic!("this test needs axe-core: run `cargo xtask test`");
        };
        let source = fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
        page.eval(&source);
    }
    // What moves has no colours to speak of yet.
    page.wait_until_still();
    let result = page.eval_async(&format!(
        "const done = arguments[0];
         axe.run(document, {options}).then(
           ({{ violations }}) => done(violations.map(({{ id, help, nodes }}) => ({{
             id, help, nodes: nodes.map(({{ html, failureSummary }}) => [html.slice(0, 200), failureSummary]),
           }}))),
           (error) => done(String(error)),
         )"
    ));
    if result != Value::Array(Vec::new()) {
        page.complain(format!("{place}: {result:#}"));
    }
}
