//! Embeds the web app: copies `dist/` of the workspace, gzipped and (from its `.br` files) with brotli beside as it
//! is, and writes a table of it. Without a web build the table holds a page that says how to make one.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

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
        .partition(|(path, _)| path.ends_with(".br"));

    let mut table = String::from("&[\n");
    for (index, (path, bytes)) in files.iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("W/\"{:016x}\"", hasher.finish());
        fs::write(out.join(format!("{index}.raw")), bytes)?;
        let zipped = gzip(bytes)?;
        // Not worth it for what is small or compressed already.
        let smaller = zipped.len() + 100 < bytes.len();
        if smaller {
            fs::write(out.join(format!("{index}.gz")), zipped)?;
        }
        let include =
            |kind: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{index}.{kind}\"))");
        let raw = include("raw");
        let gzip = if smaller {
            format!("Some({})", include("gz"))
        } else {
            "None".to_owned()
        };
        let brotli = compressed
            .iter()
            .find(|(name, _)| name.strip_suffix(".br") == Some(path));
        let brotli = match brotli {
            Some((_, bytes)) => {
                fs::write(out.join(format!("{index}.br")), bytes)?;
                format!("Some({})", include("br"))
            }
            None => "None".to_owned(),
        };
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

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
