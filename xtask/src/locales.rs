//! The texts of the web app: one file for each language, joined from the files of its folder.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::bundle::{self, Files};

/// The file of a language that holds its name.
const LANGUAGE: &str = "language";

/// Adds `locales/CODE.json` to `app` for each folder in `folder`, and returns the codes. Each file holds the objects of
/// all files of its folder by their names, under `language` its code, and under `languages` the names of all languages
/// by their codes.
pub(crate) fn bundle(folder: &Path, app: &mut Files) -> Result<Vec<String>> {
    let mut languages: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for (path, bytes) in bundle::read(folder)? {
        let place = || folder.join(&path).display().to_string();
        let parts = (path.strip_suffix(".json")).and_then(|path| path.split_once('/'));
        let (code, file) =
            parts.with_context(|| format!("{} is not LANGUAGE/FILE.json", place()))?;
        let texts = serde_json::from_slice(&bytes).with_context(place)?;
        languages
            .entry(code.to_owned())
            .or_default()
            .insert(file.to_owned(), texts);
    }
    let mut names = Map::new();
    for (code, files) in &mut languages {
        match files.remove(LANGUAGE).map(|mut file| file["name"].take()) {
            Some(Value::String(name)) => names.insert(code.clone(), name.into()),
            _ => bail!(
                "{}/{code}/{LANGUAGE}.json does not name the language",
                folder.display()
            ),
        };
    }
    for (code, mut files) in languages {
        files.insert("language".to_owned(), code.clone().into());
        files.insert("languages".to_owned(), names.clone().into());
        app.insert(format!("locales/{code}.json"), serde_json::to_vec(&files)?);
    }
    Ok(names.into_iter().map(|(code, _)| code).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_of_a_language_are_joined() {
        let folder = std::env::temp_dir().join(format!("parlour-locales-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("en/language.json", r#"{"name": "English"}"#);
        write("en/ui.json", r#"{"ok": "OK"}"#);
        write("ja/language.json", r#"{"name": "日本語"}"#);
        let mut app = Files::new();
        assert_eq!(bundle(&folder, &mut app).unwrap(), ["en", "ja"]);
        let english: Value = serde_json::from_slice(&app["locales/en.json"]).unwrap();
        assert_eq!(english["ui"]["ok"], "OK");
        assert_eq!(english["language"], "en");
        assert_eq!(english["languages"]["ja"], "日本語");
        assert!(app.contains_key("locales/ja.json"));

        write("fr/ui.json", "{}");
        let error = bundle(&folder, &mut app).unwrap_err().to_string();
        assert!(
            error.ends_with("fr/language.json does not name the language"),
            "{error}"
        );
        write("fr/ui.json", "{");
        assert!(bundle(&folder, &mut app).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
