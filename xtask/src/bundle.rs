//! The bundle in `dist/`: the files of the web app under the names they are served by.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use brotli::enc::BrotliEncoderParams;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Files by their path, with `/` between folders.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// More make the files of the app less than 0.1 % shorter.
const ZOPFLI_ITERATIONS: NonZeroU64 = NonZeroU64::new(5).expect("it is not zero");

/// The one file in `dist/` that is not part of a build.
const PRESERVED_FILE: &str = ".gitignore";

/// Puts `app` into a folder named after the build and fills in the `{{build}}`, `{{precache}}` and `{{languages}}` of
/// the files of `root`.
///
/// An address below the build's folder never changes its meaning, so that caches may keep
/// it forever, and a page of one build cannot load a file of another.
pub(crate) fn bundle(root: Files, app: Files, languages: &str) -> Files {
    let build = format!("b-{}", &digest(&[&root, &app])[..12]);
    let mut files: Files = app
        .into_iter()
        .map(|(path, bytes)| (format!("{build}/{path}"), bytes))
        .collect();
    let precache = {
        let worth_keeping = root
            .keys()
            .filter(|path| *path != "sw.js")
            .chain(files.keys());
        let quoted: Vec<String> = worth_keeping.map(|path| format!("\"./{path}\"")).collect();
        format!("[{}]", quoted.join(", "))
    };
    for (path, bytes) in root {
        let filled = match String::from_utf8(bytes) {
            Ok(text) => text
                .replace("{{build}}", &build)
                .replace("{{precache}}", &precache)
                .replace("{{languages}}", languages)
                .into_bytes(),
            Err(binary) => binary.into_bytes(),
        };
        files.insert(path, filled);
    }
    files
}

/// The SHA-256 of these contents, in hexadecimal digits.
pub(crate) fn digest(parts: &[&Files]) -> String {
    let mut hash = Sha256::new();
    for files in parts {
        for (path, bytes) in *files {
            for part in [path.as_bytes(), bytes] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The extension of the brotli form of a file.
pub(crate) const BROTLI: &str = ".br";
/// The extension of the gzip form of a file.
pub(crate) const GZIP: &str = ".gz";

/// The compressed forms of `files`, each under the name of its file with [`BROTLI`] or [`GZIP`], where they are
/// shorter. Those of `present` that are still right are taken from there: compressing is slow.
pub(crate) fn compressed_forms(files: &Files, present: &Files) -> Result<Files> {
    let forms = |extension: &str, compress: fn(&[u8]) -> Result<Vec<u8>>| -> Result<Files> {
        let mut forms = Files::new();
        for (path, bytes) in files {
            let name = format!("{path}{extension}");
            let form = match present.get(&name) {
                Some(form) if present.get(path) == Some(bytes) => form.clone(),
                _ => compress(bytes)?,
            };
            if form.len() < bytes.len() {
                forms.insert(name, form);
            }
        }
        Ok(forms)
    };
    std::thread::scope(|scope| {
        let gzip = scope.spawn(|| forms(GZIP, gzip));
        let mut all = forms(BROTLI, brotli)?;
        let gzip = gzip.join().map_err(|_| anyhow!("gzip panicked"))?;
        all.extend(gzip?);
        Ok(all)
    })
}

/// The gzip form that zopfli finds: 4 % shorter than that of zlib.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut form = Vec::new();
    let options = zopfli::Options {
        iteration_count: ZOPFLI_ITERATIONS,
        ..zopfli::Options::default()
    };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut form)?;
    Ok(form)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut form = Vec::new();
    let best = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut form, &best)?;
    Ok(form)
}

/// Bytes that a browser downloads for a file of these, in its form with this extension where there is one.
pub(crate) fn transferred(files: &Files, forms: &Files, path: &str, form: &str) -> usize {
    let form = forms.get(&format!("{path}{form}"));
    form.or_else(|| files.get(path)).map_or(0, Vec::len)
}

/// All files below `folder`, the hidden ones left out.
pub(crate) fn read(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    if folder.is_dir() {
        read_into(&mut files, folder, "")?;
    }
    Ok(files)
}

fn read_into(files: &mut Files, folder: &Path, prefix: &str) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot look into {}", folder.display()))?;
    for entry in entries {
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
            read_into(files, &path, &format!("{prefix}{name}/"))?;
        } else {
            let bytes =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(format!("{prefix}{name}"), bytes);
        }
    }
    Ok(())
}

/// Makes `folder` hold exactly `files`. Does not touch unchanged files, so that dependent builds stay up to date.
/// Returns whether anything changed.
pub(crate) fn write(folder: &Path, files: &Files) -> Result<bool> {
    let present = read(folder)?;
    if present == *files {
        return Ok(false);
    }
    // The build's folder comes before the page that names it, and old files go last.
    for (path, bytes) in files
        .iter()
        .filter(|(path, bytes)| present.get(*path) != Some(bytes))
    {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot make {}", parent.display()))?;
        }
        fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let wanted: BTreeSet<&str> = files.keys().map(|path| top(path)).collect();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot look into {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name != PRESERVED_FILE && !wanted.contains(name.as_str()) {
            remove(&path)?;
        }
    }
    for path in present.keys().filter(|path| !files.contains_key(*path)) {
        remove(&folder.join(path))?;
    }
    Ok(true)
}

fn top(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

fn remove(path: &PathBuf) -> Result<()> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    };
    removed.with_context(|| format!("cannot remove {}", path.display()))
}

/// A zip archive of `files`; the same files make the same bytes.
pub(crate) fn zip(files: &Files) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .unix_permissions(0o644);
    for (path, bytes) in files {
        archive.start_file(path.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter()
            .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
            .collect()
    }

    fn site(page: &str, glue: &str) -> Files {
        let root = files(&[("index.html", page), ("sw.js", "{{build}} {{precache}}")]);
        bundle(
            root,
            files(&[("parlour.js", glue), ("icons/a.svg", "<svg/>")]),
            "en ja",
        )
    }

    fn text<'a>(files: &'a Files, path: &str) -> &'a str {
        std::str::from_utf8(&files[path]).unwrap()
    }

    fn build_of(files: &Files) -> &str {
        text(files, "sw.js").split(' ').next().unwrap()
    }

    #[test]
    fn pages_name_the_folder_of_their_build() {
        let site = site("<script src=./{{build}}/parlour.js>", "glue");
        let build = build_of(&site);
        assert_eq!(
            text(&site, "index.html"),
            format!("<script src=./{build}/parlour.js>")
        );
        assert_eq!(text(&site, &format!("{build}/parlour.js")), "glue");
    }

    #[test]
    fn everything_is_precached_but_the_service_worker_itself() {
        let site = site("page", "glue");
        let build = build_of(&site);
        let list =
            format!("[\"./index.html\", \"./{build}/icons/a.svg\", \"./{build}/parlour.js\"]");
        assert_eq!(text(&site, "sw.js"), format!("{build} {list}"));
    }

    #[test]
    fn every_change_makes_another_build() {
        let first = site("page", "glue");
        assert_eq!(first, site("page", "glue"));
        for other in [site("page 2", "glue"), site("page", "glue 2")] {
            assert_ne!(build_of(&first), build_of(&other));
        }
    }

    #[test]
    fn files_are_not_mistaken_for_their_neighbours() {
        let one = files(&[("a", "bc")]);
        let other = files(&[("ab", "c")]);
        assert_ne!(digest(&[&one]), digest(&[&other]));
    }

    #[test]
    fn the_folder_holds_the_new_build_only() {
        let folder = std::env::temp_dir().join(format!("parlour-bundle-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(PRESERVED_FILE), "*").unwrap();
        let (old, new) = (site("page", "glue"), site("page", "glue 2"));
        assert!(write(&folder, &old).unwrap());
        assert!(!write(&folder, &old).unwrap());
        assert!(write(&folder, &new).unwrap());
        assert_eq!(read(&folder).unwrap(), new);
        assert!(!folder.join(build_of(&old)).exists());
        assert!(folder.join(PRESERVED_FILE).exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn compressed_forms_can_be_decompressed_and_are_reused() {
        let text = "a card, ".repeat(100);
        let site = files(&[("a.js", &text), ("b.js", "x")]);
        let forms = compressed_forms(&site, &Files::new()).unwrap();
        let mut back = Vec::new();
        brotli::BrotliDecompress(&mut &forms["a.js.br"][..], &mut back).unwrap();
        assert_eq!(back, site["a.js"]);
        let mut back = Vec::new();
        GzDecoder::new(&forms["a.js.gz"][..])
            .read_to_end(&mut back)
            .unwrap();
        assert_eq!(back, site["a.js"]);
        // What is not shorter has no form.
        assert_eq!(forms.len(), 2);
        for form in [BROTLI, GZIP] {
            assert!(transferred(&site, &forms, "a.js", form) < 100);
            assert_eq!(transferred(&site, &forms, "b.js", form), 1);
        }
        let mut present = site.clone();
        present.insert("a.js.br".to_owned(), b"known".to_vec());
        let reused = |site| compressed_forms(site, &present).unwrap()["a.js.br"] == b"known";
        assert!(reused(&site));
        assert!(!reused(&files(&[("a.js", &text.repeat(2))])));
    }

    #[test]
    fn the_archive_holds_every_file() {
        let site = site("page", "glue");
        let bytes = zip(&site).unwrap();
        assert_eq!(bytes, zip(&site).unwrap());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        for (index, (path, contents)) in site.iter().enumerate() {
            let mut file = archive.by_index(index).unwrap();
            assert_eq!(file.name().unwrap(), path.as_str());
            let mut found = Vec::new();
            file.read_to_end(&mut found).unwrap();
            assert_eq!(&found, contents);
        }
        assert_eq!(archive.len(), site.len());
    }
}
