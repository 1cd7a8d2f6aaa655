//! Embeds the web app: copies `dist/` of the workspace with its compressed forms (`.gz` and `.br`) and writes a table
//! of it. Without a web build the table holds a page that says how to make one.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const DIST: &str = "../../dist";
const NO_WEB_APP: &str = "src/no_web_app.html";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={NO_WEB_APP}");
    // The folder is in every clone; cargo would rerun this at every build if it were missing.
    println!("cargo::rerun-if-changed={DIST}");

    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let mut files = Vec::new();
    if Path::new(DIST).join("index.html").is_file() {
        collect(Path::new(DIST), "", &mut files)?;
    } else {
        files.push(("index.html".to_owned(), fs::read(NO_WEB_APP)?));
    }
    // The server finds a file by binary search.
    files.sort();
    let (compressed, files): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|(path, _)| path.ends_with(".br") || path.ends_with(".gz"));

    let mut table = String::from("&[\n");
    for (index, (path, bytes)) in files.iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("W/\"{:016x}\"", hasher.finish());
        fs::write(out.join(format!("{index}.raw")), bytes)?;
        let include =
            |kind: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{index}.{kind}\"))");
        let form = |kind: &str| -> Result<String, Box<dyn Error>> {
            let name = format!("{path}.{kind}");
            let Some((_, bytes)) = compressed.iter().find(|(path, _)| *path == name) else {
                return Ok("None".to_owned());
            };
            fs::write(out.join(format!("{index}.{kind}")), bytes)?;
            Ok(format!("Some({})", include(kind)))
        };
        let (raw, gzip, brotli) = (include("raw"), form("gz")?, form("br")?);
        table += &format!(
            "    Asset {{ path: {path:?}, bytes: {raw}, gzip: {gzip}, brotli: {brotli}, tag: {tag:?} }},\n"
        );
    }
    table += "]\n";
    fs::write(out.join("assets.rs"), table)?;
    Ok(())
}

fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut Vec<(String, Vec<u8>)>,
) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            files.push((format!("{prefix}{name}"), fs::read(&path)?));
        }
    }
    Ok(())
}
