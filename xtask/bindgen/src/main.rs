//! Splits a wasm module and writes its JavaScript glue: `xtask-bindgen INPUT.wasm OUT_DIR NAME`.
//!
//! What functions marked with `wasm_split` alone need goes to modules of their own, loaded by `OUT_DIR/parts.js`. The
//! rest gets its JavaScript glue: `OUT_DIR/NAME.js`, an ES module, and `OUT_DIR/NAME_bg.wasm`, just as
//! `wasm-bindgen --target web` would. `OUT_DIR/parts.json` lists the files of each part, by its name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use walrus::{ModuleConfig, passes};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir, name] = arguments.as_slice() else {
        bail!("usage: xtask-bindgen INPUT.wasm OUT_DIR NAME");
    };
    let out_dir = PathBuf::from(out_dir);
    let main = out_dir.join("main.wasm");
    let parts = split(Path::new(input), &out_dir, &main, name)
        .with_context(|| format!("cannot split {input}"))?;
    let list = out_dir.join("parts.json");
    fs::write(&list, serde_json::to_vec(&parts)?)
        .with_context(|| format!("cannot write {}", list.display()))?;
    Bindgen::new()
        .input_path(&main)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        // The parts import them.
        .keep_lld_exports(true)
        .demangle(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&out_dir)
        .with_context(|| format!("cannot make the JavaScript glue of {input}"))?;
    shorten_names(&out_dir, name).context("cannot shorten the names of the glue")?;
    fs::remove_file(&main).with_context(|| format!("cannot remove {}", main.display()))
}

/// Gives the functions that the main module imports from the glue short names: theirs end in hashes, which no
/// compression shortens, in both files.
fn shorten_names(out_dir: &Path, name: &str) -> Result<()> {
    let glue = out_dir.join(format!("{name}.js"));
    let wasm = out_dir.join(format!("{name}_bg.wasm"));
    let mut text = fs::read_to_string(&glue)?;
    let mut module = without_names().parse(&fs::read(&wasm)?)?;
    for (index, import) in module.imports.iter_mut().enumerate() {
        let short = format!("f{index}");
        let defined = text.replace(
            &format!(" {}: function", import.name),
            &format!(" {short}: function"),
        );
        if defined != text {
            import.name = short;
            text = defined;
        }
    }
    fs::write(&glue, text)?;
    Ok(fs::write(&wasm, module.emit_wasm())?)
}

/// The form of a module without the names of its functions.
fn without_names() -> ModuleConfig {
    let mut config = ModuleConfig::new();
    config
        .generate_name_section(false)
        .generate_producers_section(false);
    config
}

/// Splits a module and returns the files of each part, those it shares with others included.
fn split(
    input: &Path,
    out_dir: &Path,
    main: &Path,
    name: &str,
) -> Result<BTreeMap<String, Vec<String>>> {
    let wasm = fs::read(input)?;
    let glue = format!("./{name}.js");
    let mut options = Options::new(&wasm);
    options.output_dir = out_dir;
    options.main_out_path = main;
    options.link_name = "./parts.js";
    options.main_module = &glue;
    // Its error type is not that of this crate.
    let split = wasm_split_cli_support::transform(options).map_err(|error| anyhow!("{error:?}"))?;
    for part in &split.split_modules {
        shorten(part).with_context(|| format!("cannot shorten {}", part.display()))?;
    }
    let files = |stems: Vec<String>| {
        let mut files: Vec<String> = stems.iter().map(|stem| format!("{stem}.wasm")).collect();
        files.sort();
        files
    };
    let parts = split.prefetch_map.into_iter();
    Ok(parts.map(|(part, stems)| (part, files(stems))).collect())
}

/// Removes the names of functions and the padding of numbers, which relocatable modules need, and the types of functions
/// that other parts have.
fn shorten(part: &Path) -> Result<()> {
    let mut module = without_names().parse(&fs::read(part)?)?;
    passes::gc::run(&mut module);
    // Only linkers read it.
    module.customs.remove_raw("target_features");
    fs::write(part, module.emit_wasm())?;
    Ok(())
}
