//! Writes the JavaScript glue for a wasm module: `xtask-bindgen INPUT.wasm OUT_DIR NAME`.
//!
//! Makes `OUT_DIR/NAME.js`, an ES module, and `OUT_DIR/NAME_bg.wasm`, just as
//! `wasm-bindgen --target web` would.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir, name] = arguments.as_slice() else {
        bail!("usage: xtask-bindgen INPUT.wasm OUT_DIR NAME");
    };
    Bindgen::new()
        .input_path(PathBuf::from(input))
        .out_name(name)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(PathBuf::from(out_dir))
        .with_context(|| format!("cannot make the JavaScript glue of {input}"))
}
