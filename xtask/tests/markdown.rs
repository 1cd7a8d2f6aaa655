//! The Markdown pages: links and paths lead somewhere, and the book has every page of `docs/`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// What one page says about others.
#[derive(Default)]
struct Page {
    /// The targets of its links and images, as written.
    links: Vec<String>,
    /// References like `[text][name]` whose name is not defined.
    undefined: Vec<String>,
    /// Code in running text.
    code: Vec<String>,
    /// The anchors of its headings.
    anchors: BTreeSet<String>,
}

impl Page {
    fn new(text: &str) -> Self {
        let mut page = Self::default();
        let mut undefined = Vec::new();
        let on_broken = |link: BrokenLink<'_>| {
            // A shortcut, `[text]` alone, is usually meant as text in brackets.
            if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
                undefined.push(link.reference.to_string());
            }
            None::<(CowStr<'_>, CowStr<'_>)>
        };
        let mut heading: Option<String> = None;
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let parser =
            Parser::new_with_broken_link_callback(text, Options::ENABLE_TABLES, Some(on_broken));
        for event in parser {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    let before = taken.entry(anchor.clone()).or_default();
                    page.anchors.insert(match *before {
                        0 => anchor,
                        number => format!("{anchor}-{number}"),
                    });
                    *before += 1;
                }
                Event::Text(part) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&part);
                    }
                }
                Event::Code(part) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&part);
                    }
                    page.code.push(part.into_string());
                }
                _ => {}
            }
        }
        page.undefined = undefined;
        page
    }
}

/// The anchor that GitHub and mdBook give a heading.
fn anchor(heading: &str) -> String {
    let wanted = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let letters = heading.chars().filter(wanted);
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

/// `link`, from a page in `folder`, without `.` and `..`; `None` if it leaves the workspace.
fn resolve(folder: &Path, link: &str) -> Option<PathBuf> {
    let mut path = folder.to_path_buf();
    for part in Path::new(link).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return None;
                }
            }
            Component::Normal(name) => path.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// Whether the target of a link is an address, which only a network could check.
fn is_remote(link: &str) -> bool {
    ["https:", "http:", "mailto:"]
        .iter()
        .any(|scheme| link.starts_with(scheme))
}

/// What is wrong with the pages, where `exists` knows the other files and folders.
fn faults(pages: &BTreeMap<PathBuf, Page>, exists: &dyn Fn(&Path) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, page) in pages {
        let mut report = |what: &str| faults.push(format!("{}: {what}", path.display()));
        let folder = path.parent().unwrap_or(Path::new(""));
        for reference in &page.undefined {
            report(&format!("[{reference}] is not defined"));
        }
        for link in page.links.iter().filter(|link| !is_remote(link)) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = match file {
                "" => Some(path.clone()),
                file => resolve(folder, file),
            };
            let Some(to) = to.filter(|to| pages.contains_key(to) || exists(to)) else {
                report(&format!("{link} does not exist"));
                continue;
            };
            if path.starts_with("docs") && !to.starts_with("docs") {
                report(&format!(
                    "{link} leads out of docs/, where the book has nothing: write the path as code"
                ));
            }
            let known = |to: &Page| to.anchors.contains(anchor);
            if !anchor.is_empty() && !pages.get(&to).is_some_and(known) {
                report(&format!("{link} names no heading"));
            }
        }
        for code in page.code.iter().filter(|code| is_path(code)) {
            if !exists(Path::new(code)) {
                report(&format!("`{code}` does not exist"));
            }
        }
    }
    faults
}

/// Whether code in running text is the path of a file or folder from the top of the workspace. Capitals stand for
/// something to be filled in.
fn is_path(code: &str) -> bool {
    const FOLDERS: [&str; 7] = [
        "bench", "clients", "crates", "docs", "fuzz", "tests", "xtask",
    ];
    let plain = |letter: char| letter.is_ascii_lowercase() || "0123456789/._-".contains(letter);
    let top = code.split_once('/').map(|(top, _)| top);
    top.is_some_and(|top| FOLDERS.contains(&top)) && code.chars().all(plain)
}

fn workspace() -> PathBuf {
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    Path::new(&xtask)
        .parent()
        .expect("xtask is in the workspace")
        .to_path_buf()
}

/// All Markdown pages of the working tree, by their paths.
fn pages() -> BTreeMap<PathBuf, Page> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .arg("*.md")
        .current_dir(workspace())
        .output()
        .expect("git runs");
    assert!(listed.status.success(), "{listed:?}");
    let paths = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    let present = paths.lines().filter(|path| workspace().join(path).exists());
    present
        .map(|path| {
            let text = fs::read_to_string(workspace().join(path)).expect("pages are UTF-8");
            (PathBuf::from(path), Page::new(&text))
        })
        .collect()
}

#[test]
fn links_and_paths_lead_somewhere() {
    let pages = pages();
    assert!(pages.contains_key(Path::new("README.md")));
    let faults = faults(&pages, &|path| workspace().join(path).exists());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_book_has_every_page_once() {
    let mut pages = pages();
    let summary = pages.remove(Path::new("docs/SUMMARY.md")).unwrap();
    let in_book = summary
        .links
        .iter()
        .map(|link| Path::new("docs").join(link));
    let mut in_book: Vec<PathBuf> = in_book.collect();
    in_book.sort();
    let of_docs = pages.into_keys().filter(|path| path.starts_with("docs"));
    let of_docs: Vec<PathBuf> = of_docs.collect();
    assert_eq!(in_book, of_docs, "docs/SUMMARY.md, and the pages of docs/");
}

#[test]
fn wrong_links_are_reported() {
    let page = |path: &str, text: &str| (PathBuf::from(path), Page::new(text));
    let pages = BTreeMap::from([
        page(
            "docs/a.md",
            "# One `two`, three\n## Twice\n## Twice\n\
             [ok](#one-two-three) [ok](#twice-1) [ok](sub/b.md#b) [ok](picture.png) [ok](https://example.org/x)\n\
             [x](#twice-2) [x](b.md) [x](sub/b.md#c) [x](../../up.md) [x](../README.md) [x][nowhere] [1, 2]\n\
             `crates/there` `crates/missing` `crates/NAME` `cargo test`\n\n    [no link](code.md)\n",
        ),
        page("docs/sub/b.md", "# B\n![ok](../picture.png)\n"),
        page("README.md", "[ok](docs/a.md) [ok](crates/there)\n"),
    ]);
    let there = ["docs/picture.png", "crates/there"];
    let reported = faults(&pages, &|path| there.map(Path::new).contains(&path));
    let faults: Vec<&str> = reported
        .iter()
        .map(|fault| fault.split_once(": ").unwrap().1)
        .collect();
    assert_eq!(
        faults,
        [
            "[nowhere] is not defined",
            "#twice-2 names no heading",
            "b.md does not exist",
            "sub/b.md#c names no heading",
            "../../up.md does not exist",
            "../README.md leads out of docs/, where the book has nothing: write the path as code",
            "`crates/missing` does not exist",
        ]
    );
}
