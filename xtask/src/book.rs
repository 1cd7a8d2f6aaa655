//! `cargo xtask book`: the pages of `docs/` as a site with a search, made by mdBook.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::bundle;
use crate::process::{command, run, say, target};
use crate::tools::CargoTool;

const MDBOOK: CargoTool = CargoTool {
    name: "mdbook",
    version: "0.5.4",
    features: &["--no-default-features", "--features", "search"],
};

/// Builds the site into `book/` of the target directory and checks its links.
pub(crate) fn build() -> Result<()> {
    let program = MDBOOK.ready()?;
    let folder = target()?.join("book");
    run(command(program).args(["build", "--dest-dir"]).arg(&folder))?;
    let (pages, broken) = check(&folder)?;
    if !broken.is_empty() {
        bail!("broken links in the book:\n{}", broken.join("\n"));
    }
    say(&format!(
        "{pages} pages are in {}; open index.html",
        folder.display()
    ));
    Ok(())
}

/// The number of pages, and the links between files of the site that lead nowhere.
fn check(folder: &Path) -> Result<(usize, Vec<String>)> {
    let files = bundle::read(folder)?;
    if !files.keys().any(|path| path.starts_with("searchindex")) {
        bail!("the book has no search index");
    }
    let mut pages = BTreeMap::new();
    for path in files.keys().filter(|path| path.ends_with(".html")) {
        // Made for a server that knows its own address, and for frames.
        if !matches!(path.as_str(), "404.html" | "toc.html") {
            let file = folder.join(path);
            let html = fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            pages.insert(path.clone(), html);
        }
    }
    let paths = files.into_keys().collect();
    Ok((pages.len(), broken_links(&paths, &pages)))
}

/// The links of `pages`, which are among the site's `files`, that lead to no file or to no element.
fn broken_links(files: &BTreeSet<String>, pages: &BTreeMap<String, String>) -> Vec<String> {
    let ids: BTreeMap<&String, BTreeSet<&str>> = pages
        .iter()
        .map(|(path, html)| (path, values(html, "id").collect()))
        .collect();
    let mut broken = Vec::new();
    for (page, html) in pages {
        for link in values(html, "href").chain(values(html, "src")) {
            if link.contains(':') {
                continue;
            }
            let (path, id) = link.split_once('#').unwrap_or((link, ""));
            let to = resolve(page, path);
            let known = match ids.get(&to) {
                Some(ids) => id.is_empty() || ids.contains(id),
                None => files.contains(&to),
            };
            if !known {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    broken
}

/// The values of an attribute in the order of the text.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {attribute}=\"");
    let parts: Vec<&str> = html.split(&*start).skip(1).collect();
    parts
        .into_iter()
        .filter_map(|part| part.split_once('"').map(|(value, _)| value))
}

/// The path that `link` on `page` leads to, from the folder of the site.
fn resolve(page: &str, link: &str) -> String {
    if link.is_empty() {
        return page.to_owned();
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_and_elements_are_checked() {
        let pages = BTreeMap::from([
            (
                "index.html".to_owned(),
                r##"<a href="rules/a.html#deck">x</a> <a href="#top" id="top">x</a> <a href="https://example.org">x</a>"##
                    .to_owned(),
            ),
            (
                "rules/a.html".to_owned(),
                r##"<h2 id="deck">Deck</h2> <img src="../a.png"> <a href="../index.html">x</a>"##.to_owned(),
            ),
        ]);
        let mut files: BTreeSet<String> = pages.keys().cloned().collect();
        assert_eq!(broken_links(&files, &pages), ["rules/a.html: ../a.png"]);
        files.insert("a.png".to_owned());
        assert!(broken_links(&files, &pages).is_empty());

        let mut changed = pages.clone();
        changed.insert("rules/a.html".to_owned(), "<h2 id=\"cards\">".to_owned());
        assert_eq!(
            broken_links(&files, &changed),
            ["index.html: rules/a.html#deck"]
        );
    }
}
