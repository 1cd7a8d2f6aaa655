//! Texts in the language of the page.
//!
//! A language is a folder in `locales/` with one JSON file for each part of the app. The build joins them to one file
//! for each language, which `boot.js` loads before it starts the app. A text has the key `file.name`. It is one of:
//!
//! - a string; `{name}` stands for an argument, `{{` and `}}` for braces;
//! - an object with one key, the name of an argument, whose value chooses one of the texts inside: of a number
//!   `"=7"` for exactly that number, else its plural category in the language (`Intl.PluralRules`), else `"other"`; of
//!   a string that string, else `"other"`;
//! - a list of strings.
//!
//! Changing the language loads the page again, so a text never changes while it is shown.

use parlour_engine::json;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::HashMap;

/// A text as it stands in a locale file.
#[derive(Debug)]
enum Message {
    Plain(&'static str),
    List(&'static [&'static str]),
    Choice {
        argument: String,
        variants: HashMap<String, Message>,
    },
}

/// The texts of a language by their keys.
type Catalogue = HashMap<String, &'static Message>;

thread_local! {
    static CATALOGUE: RefCell<Option<&'static Catalogue>> = const { RefCell::new(None) };
    static LANGUAGES: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
    static LANGUAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A value in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// Chooses by its plural category.
    Number(i64),
    /// Chooses by itself.
    Text(String),
}

macro_rules! from_numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Argument {
            fn from(number: $number) -> Argument {
                Argument::Number(number as i64)
            }
        }
    )*};
}

from_numbers!(u8 u16 u32 u64 usize i32 i64);

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Argument {
        Argument::Text(text.clone())
    }
}

/// Defines functions that return texts: the name of the file, then the keys. `[list]` stands after the key of a list.
/// A text with arguments has parameters; these are the arguments, unless others follow in braces, as in [`message!`].
macro_rules! texts {
    ($file:literal; $($(#[$about:meta])* $name:ident $([$list:ident])?
        $(($($of:ident: $kind:ty),*) $({ $($argument:tt)* })?)?),* $(,)?) => {$(
        $crate::platform::locale::texts!(
            @one $(#[$about])* $file $name $($list)? $(($($of: $kind),*) $({ $($argument)* })?)?
        );
    )*};
    (@one $(#[$about:meta])* $file:literal $name:ident) => {
        $(#[$about])*
        pub(crate) fn $name() -> &'static str {
            $crate::platform::locale::text(concat!($file, ".", stringify!($name)))
        }
    };
    (@one $(#[$about:meta])* $file:literal $name:ident list) => {
        $(#[$about])*
        pub(crate) fn $name() -> &'static [&'static str] {
            $crate::platform::locale::texts_of(concat!($file, ".", stringify!($name)))
        }
    };
    (@one $(#[$about:meta])* $file:literal $name:ident ($($of:ident: $kind:ty),*)) => {
        $crate::platform::locale::texts!(@one $(#[$about])* $file $name ($($of: $kind),*) { $($of),* });
    };
    (@one $(#[$about:meta])* $file:literal $name:ident ($($of:ident: $kind:ty),*) { $($argument:tt)* }) => {
        $(#[$about])*
        pub(crate) fn $name($($of: $kind),*) -> String {
            $crate::platform::locale::message!(concat!($file, ".", stringify!($name)), $($argument)*)
        }
    };
}

/// A text with arguments: its key, then `name` or `name = value` for each.
macro_rules! message {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($key:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::platform::locale::format(
            $key,
            &[$((
                stringify!($name),
                $crate::platform::locale::Argument::from(
                    $crate::platform::locale::message!(@value $name $(= $value)?)
                ),
            )),*],
        )
    };
}

pub(crate) use {message, texts};

/// Reads the texts of a language: an object with the files, whose objects hold the texts; `language` is its code, and
/// `languages` has the names of all languages by their codes. Called once in the page and in each worker, before any
/// text is used.
pub(crate) fn provide(json: &str) {
    let files = match json::parse(json) {
        Ok(Value::Object(files)) => files,
        _ => Map::new(),
    };
    let mut languages: Vec<(String, String)> = (files.get("languages"))
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(code, name)| (code.clone(), name.as_str().unwrap_or(code).to_owned()))
        .collect();
    languages.sort();
    let language = files.get("language").and_then(Value::as_str);
    LANGUAGE.set(language.unwrap_or("en").to_owned());
    LANGUAGES.set(languages);
    CATALOGUE.set(Some(Box::leak(Box::new(catalogue(files)))));
}

/// The code of the language of the page.
pub(crate) fn language() -> String {
    LANGUAGE.with_borrow(Clone::clone)
}

/// The languages that can be chosen: codes and names, each in its own language.
pub(crate) fn languages() -> Vec<(String, String)> {
    LANGUAGES.with_borrow(Clone::clone)
}

/// The texts live as long as the page, so that views can hold them without a copy.
fn catalogue(files: Map<String, Value>) -> Catalogue {
    let mut all = Catalogue::new();
    for (file, texts) in files {
        for (name, text) in texts.as_object().into_iter().flatten() {
            if let Some(message) = read(text) {
                all.insert(format!("{file}.{name}"), Box::leak(Box::new(message)));
            }
        }
    }
    all
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.into())
}

/// A text of a locale file; `None` if it has another form.
fn read(text: &Value) -> Option<Message> {
    Some(match text {
        Value::String(text) => Message::Plain(leak(text)),
        Value::Array(list) => {
            let list: Option<Vec<_>> = list.iter().map(|text| text.as_str().map(leak)).collect();
            Message::List(list?.leak())
        }
        Value::Object(choice) => {
            let mut entries = choice.iter();
            let (argument, variants) = entries.next().filter(|_| choice.len() == 1)?;
            let variants = variants.as_object()?.iter();
            Message::Choice {
                argument: argument.clone(),
                variants: variants
                    .map(|(variant, text)| Some((variant.clone(), read(text)?)))
                    .collect::<Option<_>>()?,
            }
        }
        _ => return None,
    })
}

fn find(key: &str) -> Option<&'static Message> {
    #[cfg(test)]
    tests::provide_english();
    CATALOGUE.with_borrow(|all| all.and_then(|all| all.get(key).copied()))
}

/// The text of a key; the key itself if there is none.
pub(crate) fn text(key: &'static str) -> &'static str {
    match find(key) {
        Some(Message::Plain(text)) => text,
        _ => key,
    }
}

/// The list of texts of a key; empty if there is none.
pub(crate) fn texts_of(key: &'static str) -> &'static [&'static str] {
    match find(key) {
        Some(Message::List(list)) => list,
        _ => &[],
    }
}

/// The text of a key with its arguments; the key itself if there is none.
pub(crate) fn format(key: &str, arguments: &[(&str, Argument)]) -> String {
    find_format(key, arguments).unwrap_or_else(|| key.to_owned())
}

/// The text of a key with its arguments, if there is one.
pub(crate) fn find_format(key: &str, arguments: &[(&str, Argument)]) -> Option<String> {
    chosen(find(key)?, arguments).map(|text| fill(text, arguments))
}

/// The string that the arguments choose.
fn chosen(message: &Message, arguments: &[(&str, Argument)]) -> Option<&'static str> {
    let (argument, variants) = match message {
        Message::Plain(text) => return Some(text),
        Message::List(_) => return None,
        Message::Choice { argument, variants } => (argument, variants),
    };
    let (_, value) = arguments.iter().find(|(name, _)| name == argument)?;
    let exact = match value {
        Argument::Number(number) => (variants.get(&format!("={number}")))
            .or_else(|| variants.get(&plural_category(*number))),
        Argument::Text(text) => variants.get(text),
    };
    chosen(exact.or_else(|| variants.get("other"))?, arguments)
}

/// Puts the arguments into a text.
fn fill(text: &str, arguments: &[(&str, Argument)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            filled.push_str(brace);
            rest = after;
            continue;
        }
        let Some((name, after)) = rest.split_once('}').filter(|_| brace == "{") else {
            filled.push_str(brace);
            continue;
        };
        match arguments.iter().find(|(argument, _)| *argument == name) {
            Some((_, Argument::Number(number))) => filled.push_str(&number.to_string()),
            Some((_, Argument::Text(text))) => filled.push_str(text),
            None => filled.push_str(name),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// The browser's internationalisation.
mod intl {
    use js_sys::{Array, Function, Intl, JsString, Object, Reflect};
    use wasm_bindgen::{JsCast as _, JsValue};

    /// The language of the page, for `Intl`; English as the texts are written.
    pub(super) fn code() -> String {
        match super::language() {
            code if code == "en" => "en-GB".to_owned(),
            code => code,
        }
    }

    fn language() -> Array {
        Array::of1(&code().into())
    }

    pub(super) fn plural_category(number: i64) -> String {
        let rules = Intl::PluralRules::new(&language(), &Object::new());
        rules.select(number as f64).into()
    }

    /// `js_sys` has no `Intl.ListFormat`.
    pub(super) fn list(words: &[String]) -> Option<String> {
        let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
        let format: Function = Reflect::get(&intl, &"ListFormat".into())
            .ok()?
            .dyn_into()
            .ok()?;
        let format = Reflect::construct(&format, &Array::of1(&language())).ok()?;
        let method: Function = Reflect::get(&format, &"format".into())
            .ok()?
            .dyn_into()
            .ok()?;
        let words: Array = words.iter().map(JsValue::from).collect();
        let joined = method.call1(&format, &words).ok()?;
        joined.dyn_into::<JsString>().ok().map(String::from)
    }
}

/// The plural category of a number in the language of the page.
fn plural_category(number: i64) -> String {
    // Tests run without a browser, in English.
    match (cfg!(target_arch = "wasm32"), number) {
        (true, _) => intl::plural_category(number),
        (false, 1) => "one".to_owned(),
        (false, _) => "other".to_owned(),
    }
}

/// A moment in milliseconds since 1970, by the clock and in the form of the place: the date, and the time if wanted.
pub(crate) fn moment(milliseconds: f64, time: bool) -> String {
    let date = js_sys::Date::new(&milliseconds.into());
    let (language, options) = (intl::code(), js_sys::Object::new());
    let text = match time {
        true => date.to_locale_string(&language, &options),
        false => date.to_locale_date_string(&language, &options),
    };
    text.into()
}

/// Words in a row: `a, b and c`.
pub(crate) fn list(words: &[String]) -> String {
    if cfg!(target_arch = "wasm32")
        && let Some(joined) = intl::list(words)
    {
        return joined;
    }
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::ApiError;
    use parlour_protocol::bye_code::ByeCode;
    use parlour_protocol::ladder::PauseCode;
    use parlour_protocol::{AgentFault, FaultCause, RefusedCode};
    use serde::Serialize;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::{Path, PathBuf};

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("locales")
    }

    /// The files of a language by their names without ending.
    fn files(language: &str) -> Map<String, Value> {
        let entries = fs::read_dir(folder().join(language)).unwrap();
        entries
            .map(|entry| {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                let text = fs::read_to_string(&path).unwrap();
                let json = serde_json::from_str(&text);
                (
                    name,
                    json.unwrap_or_else(|error| panic!("{}: {error}", path.display())),
                )
            })
            .collect()
    }

    /// Tests of other modules see the English texts.
    pub(super) fn provide_english() {
        if CATALOGUE.with_borrow(Option::is_none) {
            CATALOGUE.set(Some(Box::leak(Box::new(catalogue(files("en"))))));
        }
    }

    fn languages() -> Vec<String> {
        let entries = fs::read_dir(folder()).unwrap();
        let mut codes: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        codes.sort();
        codes
    }

    /// The names of the arguments of a text, in choices and in braces.
    fn arguments(message: &Message, found: &mut BTreeSet<String>) {
        match message {
            Message::Plain(text) => {
                let text = text.replace("{{", "").replace("}}", "");
                found.extend(text.split('{').skip(1).map(|part| {
                    let (name, _) = part
                        .split_once('}')
                        .unwrap_or_else(|| panic!("no }} in '{text}'"));
                    name.to_owned()
                }));
            }
            Message::List(_) => {}
            Message::Choice { argument, variants } => {
                found.insert(argument.clone());
                for variant in variants.values() {
                    arguments(variant, found);
                }
            }
        }
    }

    fn texts(language: &str) -> BTreeMap<String, &'static Message> {
        let files = files(language);
        let expected: usize = (files.values())
            .map(|file| file.as_object().unwrap().len())
            .sum();
        let all: BTreeMap<_, _> = catalogue(files).into_iter().collect();
        assert_eq!(
            all.len(),
            expected,
            "{language}: a text has none of the three forms"
        );
        all
    }

    #[test]
    fn all_languages_have_the_same_texts_and_arguments() {
        let english = texts("en");
        assert!(languages().len() >= 5);
        for language in languages() {
            let translated = texts(&language);
            let names =
                |texts: &BTreeMap<String, _>| texts.keys().cloned().collect::<BTreeSet<_>>();
            let (ours, theirs) = (names(&english), names(&translated));
            assert_eq!(
                ours.difference(&theirs).collect::<Vec<_>>(),
                Vec::<&String>::new(),
                "missing in {language}"
            );
            assert_eq!(
                theirs.difference(&ours).collect::<Vec<_>>(),
                Vec::<&String>::new(),
                "unknown in {language}"
            );
            for (key, original) in &english {
                let (mut known, mut used) = (BTreeSet::new(), BTreeSet::new());
                arguments(original, &mut known);
                arguments(translated[key], &mut used);
                assert!(
                    used.is_subset(&known),
                    "{language}, {key}: {used:?}, but there are {known:?}"
                );
                match (original, translated[key]) {
                    (Message::List(ours), Message::List(theirs)) => {
                        assert_eq!(ours.len(), theirs.len(), "{language}, {key}");
                    }
                    (Message::List(_), _) | (_, Message::List(_)) => {
                        panic!("{language}, {key}: a list in one only")
                    }
                    _ => {}
                }
            }
        }
    }

    /// Choices have a text for every value that no variant names.
    #[test]
    fn choices_by_number_have_another_variant() {
        fn check(place: &str, message: &Message) {
            if let Message::Choice { variants, .. } = message {
                let by_number = |name: &String| {
                    name.starts_with('=') || ["one", "many"].contains(&name.as_str())
                };
                assert!(
                    !variants.keys().any(by_number) || variants.contains_key("other"),
                    "{place}"
                );
                for variant in variants.values() {
                    check(place, variant);
                }
            }
        }
        for language in languages() {
            for (key, message) in texts(&language) {
                check(&format!("{language}, {key}"), message);
            }
        }
    }

    /// The entries of all calls of a macro, each with the name of its file: what stands between commas.
    fn entries<'a>(source: &'a str, call: &str) -> Vec<(&'a str, &'a str)> {
        let mut all = Vec::new();
        for call in source.split(call).skip(1) {
            let (file, list) = call.split_once(';').unwrap();
            let file = file.trim().trim_matches('"');
            let (mut depth, mut start) = (0, 0);
            for (at, letter) in list.char_indices() {
                match letter {
                    ',' | '}' if depth == 0 => {
                        all.push((file, list[start..at].trim()));
                        start = at + 1;
                        if letter == '}' {
                            break;
                        }
                    }
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    _ => {}
                }
            }
        }
        all.retain(|(_, entry)| !entry.is_empty());
        all
    }

    /// The keys in the sources: those of `texts!` and `steps!`, and all strings `file.name`.
    fn used_keys(folder: &Path, files: &BTreeSet<String>, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                used_keys(&path, files, found);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap();
            let code: Vec<&str> = (source.lines())
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect();
            let code = code.join("\n");
            for (file, entry) in entries(&code, "texts! {") {
                let name = entry.split(['(', '[']).next().unwrap().trim();
                found.insert(format!("{file}.{name}"));
            }
            for (file, entry) in entries(&code, "steps! {") {
                let (name, task) = entry.split_once(' ').unwrap_or((entry, ""));
                let parts = match task {
                    "" => "title lines",
                    "task" => "title lines task done other",
                    "task only_move" => "title lines task done",
                    other => panic!("{}: {other}", path.display()),
                };
                let keys = parts.split(' ').map(|part| format!("{file}.{name}_{part}"));
                found.extend(keys);
            }
            for quoted in source.split('"') {
                let file = quoted.split_once('.').map(|(file, _)| file.to_owned());
                if file.is_some_and(|file| files.contains(&file))
                    && !quoted.contains(char::is_whitespace)
                {
                    found.insert(quoted.to_owned());
                }
            }
        }
    }

    #[test]
    fn every_text_is_used_and_every_used_text_exists() {
        let english: BTreeSet<String> = texts("en").into_keys().collect();
        let names = files("en").keys().cloned().collect();
        let mut used = BTreeSet::new();
        used_keys(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &names,
            &mut used,
        );
        // `boot.js` uses these, the list of languages is made of these, and these are the codes of the server.
        let errors = (ApiError::examples().into_iter())
            .map(|error| format!("server_errors.{}", error.code()));
        fn coded<T: Serialize>(prefix: &str, examples: Vec<T>) -> Vec<String> {
            let codes = examples.iter().map(|example| {
                let code = serde_json::to_value(example).unwrap()["code"].clone();
                format!("server_errors.{prefix}_{}", code.as_str().unwrap())
            });
            codes.collect()
        }
        let reasons = [
            coded("bye", ByeCode::examples()),
            coded("refused", RefusedCode::examples()),
            coded("fault", AgentFault::examples()),
            coded("cause", FaultCause::examples()),
            coded("pause", PauseCode::examples()),
        ];
        let codes: BTreeSet<String> = errors.chain(reasons.concat()).collect();
        let elsewhere = |key: &&String| {
            key.starts_with("boot.") || key.starts_with("language.") || codes.contains(*key)
        };
        assert_eq!(
            used.difference(&english).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "no such text"
        );
        let unused: Vec<&String> = english
            .difference(&used)
            .filter(|key| !elsewhere(key))
            .collect();
        assert_eq!(unused, Vec::<&String>::new(), "unused");
    }

    fn message(json: &str) -> Message {
        read(&serde_json::from_str(json).unwrap()).unwrap()
    }

    fn formatted(json: &str, arguments: &[(&str, Argument)]) -> Option<String> {
        chosen(&message(json), arguments).map(|text| fill(text, arguments))
    }

    #[test]
    fn arguments_are_filled_in() {
        let arguments = [("who", "Ada".into()), ("n", 3.into())];
        let text = |json| formatted(json, &arguments).unwrap();
        assert_eq!(text(r#""{who} took {n}""#), "Ada took 3");
        assert_eq!(text(r#""{{who}} and {n}}}""#), "{who} and 3}");
        assert_eq!(text(r#""a } b { c""#), "a } b { c");
        assert_eq!(text(r#""{unknown}""#), "unknown");
    }

    #[test]
    fn variants_are_chosen() {
        let json = r#"{"n": {"=0": "none", "one": "a card", "other": {"who": {"you": "your {n}", "other": "{n} of {who}"}}}}"#;
        let text =
            |n: i64, who: &str| formatted(json, &[("n", n.into()), ("who", who.into())]).unwrap();
        assert_eq!(text(0, "you"), "none");
        assert_eq!(text(1, "you"), "a card");
        assert_eq!(text(2, "you"), "your 2");
        assert_eq!(text(2, "Ada"), "2 of Ada");
        assert_eq!(formatted(json, &[]), None);
    }

    #[test]
    fn other_forms_are_rejected() {
        for json in [
            "1",
            "null",
            "[1]",
            "{}",
            r#"{"a": {}, "b": {}}"#,
            r#"{"a": "b"}"#,
            r#"{"a": {"b": 1}}"#,
        ] {
            assert!(
                read(&serde_json::from_str(json).unwrap()).is_none(),
                "{json}"
            );
        }
    }

    #[test]
    fn words_are_listed() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&words[..0]), "");
        assert_eq!(list(&words[..1]), "a");
        assert_eq!(list(&words), "a, b and c");
    }
}
