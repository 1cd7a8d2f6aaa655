//! axe-core, the checker of accessibility rules.

use super::Page;
use serde_json::{Value, json};
use std::fs;

/// Checks the page as it is now with all of axe-core's rules. What it breaks fails the test, at
/// its end, so that one run tells of every place.
pub(crate) fn check(page: &Page, place: &str) {
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
    let result = page.eval_async(
        "const done = arguments[0];
         axe.run(document, { resultTypes: ['violations'] }).then(
           ({ violations }) => done(violations.map(({ id, help, nodes }) => ({
             id, help, nodes: nodes.map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]),
           }))),
           (error) => done(String(error)),
         )",
    );
    if result != Value::Array(Vec::new()) {
        page.complain(format!("{place}: {result:#}"));
    }
}
