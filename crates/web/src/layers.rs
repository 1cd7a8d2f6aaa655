//! The layers of the web app: nothing imports upwards, and no modules import each other in a cycle.
//!
//! The test parses every path of the sources. What is behind `#[cfg(test)] mod` does not count: tests may use any
//! layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The layers, and what each may import besides itself.
const LAYERS: [(&str, &[&str]); 7] = [
    ("platform", &[]),
    ("ui", &["platform"]),
    ("play", &["platform", "ui"]),
    ("games", &["platform", "ui", "play"]),
    ("site", &["platform", "ui", "play"]),
    ("app", &["platform", "ui", "play", "games", "site"]),
    ("lib", &["app"]),
];

/// A source file: its module path and its text.
type Source = (Vec<String>, String);

/// The paths of a use tree, without aliases: `a::{b, c::d as e}` gives `a::b` and `a::c::d`.
fn expand(tree: &str, prefix: &str, paths: &mut Vec<String>) {
    let Some((head, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        paths.push(format!("{prefix}{path}"));
        return;
    };
    let prefix = format!("{prefix}{}", head.trim());
    let body = rest.rsplit_once('}').map_or(rest, |(body, _)| body);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in body.char_indices().chain([(body.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !body[start..at].trim().is_empty() {
                    expand(body[start..at].trim(), &prefix, paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The text without comments and without modules of tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text.lines().map(|line| match line.find("//") {
        // A line of text may hold an address.
        Some(at) if !line[..at].contains('"') => &line[..at],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path of a file that begins with `crate` or `super`, as a path from the crate's root.
fn imports((module, text): &Source) -> BTreeSet<Vec<String>> {
    let code = code(text);
    let mut paths = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = rest.find("use ") {
        let begins = rest[..at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace);
        rest = &rest[at + 4..];
        if let (true, Some((tree, _))) = (begins, rest.split_once(';')) {
            expand(&tree.replace('\n', " "), "", &mut paths);
        }
    }
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
            let end = code[at..].find(|letter| !path(letter));
            let found = &code[at..end.map_or(code.len(), |end| at + end)];
            // `super::super::x` is found from its beginning.
            if !code[..at].ends_with("::") {
                paths.push(found.trim_end_matches(':').to_owned());
            }
        }
    }
    let absolute = |path: String| -> Option<Vec<String>> {
        let mut parts = path
            .split("::")
            .map(|part| part.trim().to_owned())
            .peekable();
        let mut from = match parts.next()?.as_str() {
            "crate" => Vec::new(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            _ => return None,
        };
        while parts.next_if(|part| part == "super").is_some() {
            from.pop();
        }
        from.extend(parts);
        Some(from)
    };
    paths.into_iter().filter_map(absolute).collect()
}

/// What is wrong with the imports of these files.
fn violations(sources: &[Source]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    // A module within a layer: the part of a path that cycles are looked for in.
    let node = |path: &[String]| path[..path.len().min(2)].join("::");
    let names: BTreeSet<String> = sources.iter().map(|(module, _)| node(module)).collect();
    for source in sources {
        let module = &source.0;
        let here = module.join("::");
        let Some((layer, below)) = LAYERS.iter().find(|(layer, _)| *layer == module[0]) else {
            wrong.push(format!("{here} is in no layer"));
            continue;
        };
        for path in imports(source).into_iter().filter(|path| !path.is_empty()) {
            let there = path.join("::");
            if path[0] != *layer && !below.contains(&path[0].as_str()) {
                wrong.push(format!("{here} imports {there}, which is no layer below"));
            }
            let (from, to) = (node(module), node(&path));
            if *layer == "games" && path[0] == "games" && from != to {
                wrong.push(format!("{here} imports {there}: a game knows no other"));
            }
            if from != to && names.contains(&to) && from.contains("::") && to.contains("::") {
                graph.entry(from).or_default().insert(to);
            }
        }
    }
    // What imports nothing that is left, or is imported by nothing that is left, is in no cycle.
    loop {
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        let imported: BTreeSet<String> = graph.values().flatten().cloned().collect();
        graph.retain(|name, imports| {
            imports.retain(|name| left.contains(name));
            !imports.is_empty() && imported.contains(name)
        });
        if graph.len() == left.len() {
            break;
        }
    }
    if !graph.is_empty() {
        let names: Vec<&str> = graph.keys().map(String::as_str).collect();
        wrong.push(format!("there is a cycle among {}", names.join(", ")));
    }
    wrong
}

/// All files below `folder`.
fn read(folder: &Path, module: &[String], sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut inner = module.to_vec();
        if path.is_dir() {
            inner.push(name);
            read(&path, &inner, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            if name != "mod" {
                inner.push(name);
            }
            sources.push((inner, fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn the_app_keeps_its_layers() {
    let mut sources = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    read(&root, &[], &mut sources);
    // This file is compiled for tests only.
    sources.retain(|(module, _)| *module != ["layers"]);
    assert!(sources.len() > 100, "{} files", sources.len());
    let found: usize = sources.iter().map(|source| imports(source).len()).sum();
    assert!(found > 500, "{found} imports");
    let wrong = violations(&sources);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files of a tree, each given by its module path and its text.
fn tree(files: &[(&str, &str)]) -> Vec<Source> {
    let source = |(module, text): &(&str, &str)| {
        let module = module.split("::").map(str::to_owned).collect();
        (module, (*text).to_owned())
    };
    files.iter().map(source).collect()
}

#[test]
fn a_sound_tree_has_no_violations() {
    let sources = tree(&[
        ("lib", "use app::App;"),
        ("app", "use crate::{games::jaipur, site::home, ui};"),
        (
            "games::jaipur",
            "use super::jaipur::board;\nuse crate::play::table",
        ),
        ("site::home", "use super::saved;\n// use crate::app;\n"),
        (
            "site::saved",
            "#[cfg(test)]\nmod tests { use crate::app::GAMES; }",
        ),
        ("play::table", "fn f() { crate::ui::page::g() }"),
        ("ui::page", ""),
    ]);
    assert_eq!(violations(&sources), [""; 0]);
}

#[test]
fn every_kind_of_violation_is_found() {
    for (files, expected) in [
        (
            &[("ui::page", "use crate::play::table;")][..],
            "ui::page imports play::table, which is no layer below",
        ),
        (
            &[("play::x", "fn f() { crate::site::g() }")],
            "play::x imports site::g, which is no layer below",
        ),
        (
            &[("site::home", "use crate::{\n    games::{jaipur},\n};")],
            "site::home imports games::jaipur, which is no layer below",
        ),
        (
            &[("games::a::b", "use super::super::c::D;")],
            "games::a::b imports games::c::D: a game knows no other",
        ),
        (&[("shell", "")], "shell is in no layer"),
        (
            &[
                ("play::a", "use super::b::X;"),
                ("play::b::inner", "use crate::play::c;"),
                ("play::c", "pub(crate) use crate::play::a::{Y as Z};"),
                ("play::d", "use super::a;"),
            ],
            "there is a cycle among play::a, play::b, play::c",
        ),
    ] {
        let wrong = violations(&tree(files));
        assert_eq!(wrong, [expected]);
    }
}
