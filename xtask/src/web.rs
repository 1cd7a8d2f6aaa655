//! `cargo xtask web`: the web app as static files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::bundle::{self, Files};
use crate::locales;
use crate::process::{binary, cargo, command, run, say, target, workspace};
use crate::toolchain::{WASM, WasmToolchain};

/// The maximum size of all files for one language together without puzzles and the study, gzipped, in bytes.
const MAX_GZIPPED: usize = 1_345_000;
/// The maximum size of the prepared puzzles and the study, gzipped, in bytes.
const MAX_DATA: usize = 50_000;
/// The maximum number of bytes that are transferred before the first game can be played, with brotli.
const MAX_FIRST_GAME: usize = 680_000;

/// The study of deals of Primi Composti.
const STUDY: &str = "primi-composti-study.json";
/// The stem of the generated files, which `boot.js` and `worker.js` import.
const NAME: &str = "parlour";
/// The list of the files of each part, among the generated files.
const PARTS: &str = "parts.json";
/// What the generated files were made of, beside them.
const STAMP: &str = "stamp";

/// The files of each part of the app that is loaded when it is first needed, by the name of the part.
type Parts = BTreeMap<String, Vec<String>>;

/// Builds the web app into `dist/` and `dist.zip`.
pub(crate) fn build() -> Result<()> {
    let started = Instant::now();
    let root = workspace();
    let built = target()?.join("web");
    let wasm = compile(&built)?;
    let glue = built.join("glue");
    make_glue(&wasm, &glue)?;

    let mut pages = bundle::read(&root.join("crates/web/static"))?;
    let mut app = split_off(&mut pages, "app/");
    app.insert("style.css".to_owned(), styles(&root.join("crates/web"))?);
    let mut made = bundle::read(&glue)?;
    let parts = made
        .remove(PARTS)
        .with_context(|| format!("there is no {PARTS}"))?;
    let parts: Parts = serde_json::from_slice(&parts)?;
    made.remove(STAMP);
    app.extend(made);

    let puzzles = bundle::read(&root.join("crates/web/puzzles"))?.into_iter();
    app.extend(puzzles.map(|(path, bytes)| (format!("puzzles/{path}"), bytes)));
    let study = root.join("docs/data").join(STUDY);
    let bytes = fs::read(&study).with_context(|| format!("cannot read {}", study.display()))?;
    app.insert(STUDY.to_owned(), bytes);
    for (path, bytes) in pages.iter_mut().chain(&mut app) {
        if path.ends_with(".js") {
            *bytes = shortened_script(str::from_utf8(bytes)?).into_bytes();
        }
    }
    let languages = locales::bundle(&root.join("crates/web/locales"), &mut app)?;
    let mut files = bundle::bundle(pages, app, &languages.join(" "));
    let dist = root.join("dist");
    let archive = root.join("dist.zip");
    fs::create_dir_all(&dist).with_context(|| format!("cannot make {}", dist.display()))?;
    let forms = bundle::compressed_forms(&files, &bundle::read(&dist)?)?;
    // What is loaded for the largest game, and what of all parts is not.
    let game_parts = fs::read_dir(root.join("crates/web/src/games"))?
        .filter_map(|entry| parts.get(entry.ok()?.file_name().to_str()?));
    let with_game = |game: &Vec<String>| {
        let others: BTreeSet<&String> = (parts.values().flatten())
            .filter(|file| !game.contains(file))
            .collect();
        size(&files, &forms, bundle::BROTLI, |path| {
            let is_other = path
                .split('/')
                .next_back()
                .is_some_and(|name| others.iter().any(|other| *other == name));
            is_needed_to_play(path) && !is_other
        })
    };
    let first_game = game_parts
        .map(with_game)
        .max()
        .context("no game has a module")?;
    let gzipped = size(&files, &forms, bundle::GZIP, |path| !is_data(path));
    let data = size(&files, &forms, bundle::GZIP, is_data);
    let count = files.len();
    files.extend(forms);
    let changed = bundle::write(&dist, &files)?;
    if changed || !archive.exists() {
        fs::write(&archive, bundle::zip(&files)?)
            .with_context(|| format!("cannot write {}", archive.display()))?;
    }

    say(&format!(
        "dist/ and dist.zip are {}: {count} files, {} KB gzipped for a language and {} KB of puzzles and the study; first \
         game after {} KB with brotli ({:.1} s)",
        if changed { "written" } else { "up to date" },
        gzipped.div_ceil(1000),
        data.div_ceil(1000),
        first_game.div_ceil(1000),
        started.elapsed().as_secs_f64(),
    ));
    if gzipped > MAX_GZIPPED {
        bail!(
            "the web app takes {gzipped} bytes gzipped for a language; the limit is {MAX_GZIPPED}"
        );
    }
    if data > MAX_DATA {
        bail!("puzzles and the study take {data} bytes gzipped; the limit is {MAX_DATA}");
    }
    if first_game > MAX_FIRST_GAME {
        bail!("the first game takes {first_game} bytes with brotli; the limit is {MAX_FIRST_GAME}");
    }
    Ok(())
}

/// Bytes that a browser downloads for those files of one language that `counts` holds for, in their forms with this
/// extension where they are shorter.
fn size(files: &Files, forms: &Files, form: &str, counts: impl Fn(&str) -> bool) -> usize {
    let transferred = |path: &String| bundle::transferred(files, forms, path, form);
    let (texts, others): (Vec<&String>, Vec<&String>) = (files.keys())
        .filter(|path| counts(path))
        .partition(|path| path.contains("/locales/"));
    let texts = texts.into_iter().map(transferred).max().unwrap_or(0);
    texts + others.into_iter().map(transferred).sum::<usize>()
}

/// Whether a browser loads this file before the first game can be played, if it is no part of its own: everything but
/// the service worker, puzzles, the study, and what is loaded later for an installed app.
fn is_needed_to_play(path: &str) -> bool {
    path != "sw.js" && !path.ends_with(".png") && !path.contains("maskable") && !is_data(path)
}

/// Whether this file has prepared puzzles or the study, which are loaded when they are first looked at.
fn is_data(path: &str) -> bool {
    path.contains("/puzzles/") || path.ends_with(STUDY)
}

/// Compiles `crates/web` in a target directory of its own, so that it neither waits for
/// native builds nor makes them wait, and returns the module's bytes.
fn compile(built: &Path) -> Result<Vec<u8>> {
    let toolchain = WasmToolchain::ready()?;
    say("compiling the web app");
    let mut build = cargo();
    build
        .args([
            "build",
            "--package",
            "parlour-web",
            "--lib",
            "--profile",
            "web",
        ])
        .arg("--target-dir")
        .arg(built);
    toolchain.apply(&mut build);
    // Panic messages name source files: the same on every machine, and short. (Those of the workspace are relative to
    // it, so that its path is no flag and clones share the dependencies.) Leptos without the types of components
    // compiles each piece of a page once, not once for every place it stands in: a third smaller. The module is split
    // by its relocations.
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    let registry = std::env::var_os("CARGO_HOME").map_or(home.join(".cargo"), PathBuf::from);
    build.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        format!(
            "--cfg erase_components -Clink-args=--emit-relocs --remap-path-prefix={}=cargo",
            registry.display()
        ),
    );
    run(&mut build)?;
    let module = built.join(WASM).join("web/parlour_web.wasm");
    fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
}

/// Runs wasm-bindgen, unless `glue` holds what it made of this very module.
fn make_glue(wasm: &[u8], glue: &Path) -> Result<()> {
    let stamp = glue.join(STAMP);
    let inputs = Files::from([
        ("wasm".to_owned(), wasm.to_vec()),
        (
            "bindgen".to_owned(),
            include_bytes!("../bindgen/src/main.rs").to_vec(),
        ),
    ]);
    let digest = bundle::digest(&[&inputs]);
    if fs::read_to_string(&stamp).is_ok_and(|text| text == digest) {
        return Ok(());
    }
    say("writing the JavaScript glue (wasm-bindgen)");
    run(cargo().args(["build", "--package", "xtask-bindgen"]))?;
    let _ = fs::remove_dir_all(glue);
    fs::create_dir_all(glue).with_context(|| format!("cannot make {}", glue.display()))?;
    let input = glue.join("input.wasm");
    fs::write(&input, wasm).with_context(|| format!("cannot write {}", input.display()))?;
    let program = binary("xtask-bindgen")?;
    run(command(program).arg(&input).arg(glue).arg(NAME))?;
    fs::remove_file(&input).with_context(|| format!("cannot remove {}", input.display()))?;
    fs::write(&stamp, digest).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Takes the files of one folder out of `files`, without the folder's name.
fn split_off(files: &mut Files, folder: &str) -> Files {
    let (inside, outside): (Files, Files) = std::mem::take(files)
        .into_iter()
        .partition(|(path, _)| path.starts_with(folder));
    *files = outside;
    inside
        .into_iter()
        .map(|(path, bytes)| (path[folder.len()..].to_owned(), bytes))
        .collect()
}

/// The style sheets of the web crate as one: the common ones in the order of their names, then those of the games.
fn styles(package: &Path) -> Result<Vec<u8>> {
    let common = bundle::read(&package.join("style"))?;
    let games = bundle::read(&package.join("src/games"))?;
    let sheets = common.into_iter().chain(games);
    let only_css = sheets.filter(|(path, _)| path.ends_with(".css"));
    let sheets: Result<Vec<String>, _> =
        (only_css.map(|(_, sheet)| String::from_utf8(sheet))).collect();
    Ok(shortened(&sheets?.join("\n")).into_bytes())
}

/// A style sheet without comments and indentation: a quarter less to transfer. Spaces within a line stay.
fn shortened(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    plain.extend(parts.filter_map(|part| Some(part.split_once("*/")?.1)));
    let mut short = String::new();
    for line in plain.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !short.is_empty() && !short.ends_with(['{', '}', ';', ',']) {
            short.push(' ');
        }
        short.push_str(line);
    }
    short
}

/// A script without indentation and without comments on lines of their own: a fifth less to transfer. A script with a
/// text of several lines stays as it is.
fn shortened_script(script: &str) -> String {
    let begins_text = |line: &str| line.matches('`').count() % 2 == 1;
    if script.lines().any(begins_text) {
        return script.to_owned();
    }
    let mut short = String::new();
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        let end = line.find("*/").map(|at| at + 2);
        let is_comment = line.starts_with("/*") && end.is_none_or(|end| end == line.len());
        if in_comment || is_comment {
            in_comment = end.is_none();
        } else if !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            // A line break may end a statement.
            short.push('\n');
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_style_sheet_says_the_same() {
        let sheet = "/* The\n table. */\n.a,\n.b :hover {\n  grid: \"x  y\"\n    auto / 1fr; /* two */\n}\n\n\
                     @media (width > 1px) {\n  a {\n  }\n}\n";
        let short = ".a,.b :hover {grid: \"x  y\" auto / 1fr;}@media (width > 1px) {a {}}";
        assert_eq!(shortened(sheet), short);
        assert_eq!(shortened(short), short);
    }

    #[test]
    fn a_shortened_script_does_the_same() {
        let script = "// The start.\nimport a from \"./a.js\"; // not b\n\n/**\n * One.\n */\nfunction one() {\n    \
                      return `/* ${a} */`\n}\n/* two */\none()\n";
        let short =
            "import a from \"./a.js\"; // not b\nfunction one() {\nreturn `/* ${a} */`\n}\none()\n";
        assert_eq!(shortened_script(script), short);
        assert_eq!(shortened_script(short), short);
        let text = "const lines = `\n  // no comment\n`;\n";
        assert_eq!(shortened_script(text), text);
    }
}
