//! Languages: every page in each of them, nothing wider than a phone, and no text that was not translated.

use crate::harness::{GAMES, Page, STORAGE_OFF, Setup, check_but_colours, pages, visit};
use crate::pictures;
use crate::table;
use crate::watch::{finished_round, load};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

pub(crate) const LANGUAGES: [&str; 5] = ["en", "de", "fr", "it", "ja"];

/// Replaces every letter of the English texts by `ø` and puts them between brackets, longer than they were.
/// Arguments and what is typed, between backticks, stay.
const PSEUDO: &str = r"
    const real = window.fetch;
    const strange = (text) => '⟦' + text.split(/(\{\w+\}|`[^`]*`)/).map((part, at) =>
        at % 2 ? part : part.replace(/\p{L}/gu, 'ø')).join('') + '⟧';
    const all = (text) => typeof text === 'string' ? strange(text)
        : Array.isArray(text) ? text.map(all)
        : Object.fromEntries(Object.entries(text).map(([name, inner]) => [name, all(inner)]));
    window.fetch = async (request, ...rest) => {
        const response = await real(request, ...rest);
        if (!String(request).includes('/locales/')) return response;
        const { language, languages, ...texts } = await response.json();
        return new Response(JSON.stringify({ language, languages, ...all(texts) }));
    };";

/// The texts on the page, labels for screen readers too, in which letters are left that no locale file has put there.
const UNTRANSLATED: &str = r"
    const known = new Set('Parlour Abel Bogen Corda Dotti Ezra Lite Metal Yoko Christin Karl Gitter Krypto'.split(' '));
    const found = [];
    const look = (text, element) => {
        if (element.closest('code, kbd, option, svg, textarea, noscript')) return;
        const words = text.match(/\p{L}{2,}/gu) ?? [];
        const left = words.filter((word) => !/^ø+$/.test(word) && !known.has(word));
        if (left.length) found.push(text.trim());
    };
    for (const element of document.querySelectorAll('body *')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
            if (element.hasAttribute(name)) look(element.getAttribute(name), element);
        }
        for (const node of element.childNodes) if (node.nodeType === 3) look(node.data, element);
    }
    return [...new Set(found)];";

/// A text of a file of a language.
pub(crate) fn text_in(language: &str, file: &str, key: &str) -> String {
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/web/locales");
    let file = locales.join(language).join(file).with_extension("json");
    let texts = fs::read_to_string(&file).expect("the file can be read");
    let texts: Value = serde_json::from_str(&texts).expect("it is JSON");
    texts[key].as_str().expect("a text").to_owned()
}

/// The same, in a language.
pub(crate) fn in_language(language: &str, setup: Setup) -> Setup {
    let mut settings = setup.settings.clone();
    settings["language"] = language.into();
    Setup { settings, ..setup }
}

/// Starts a game of the form on this page, whatever its language.
fn start(page: &Page) {
    page.eval("document.querySelector('main form button[type=submit]').click()");
    page.until("the table is there", || {
        page.eval("return !!document.querySelector('[data-testid=guidance]')?.innerText")
            == json!(true)
    });
}

#[test]
fn every_page_fits_a_phone_in_every_language() {
    for language in LANGUAGES {
        visit(&in_language(language, Setup::phone()), |page| {
            page.open("#/");
            for route in pages() {
                page.go(&route);
                assert_eq!(
                    page.eval("return document.documentElement.lang"),
                    json!(language)
                );
                page.assert_no_sideways_scroll(&format!("{route} in {language}"));
            }
            for game in GAMES {
                page.go(&format!("#/new/{game}"));
                start(page);
                page.assert_no_sideways_scroll(&format!("a table of {game} in {language}"));
            }
        });
    }
}

#[test]
fn home_rules_and_tables_are_accessible_in_every_language() {
    for language in LANGUAGES {
        visit(&in_language(language, Setup::default()), |page| {
            page.open("#/");
            check_but_colours(page, &format!("the home page in {language}"));
            for game in GAMES {
                page.go(&format!("#/rules/{game}"));
                check_but_colours(page, &format!("the rules of {game} in {language}"));
                page.go(&format!("#/new/{game}"));
                start(page);
                check_but_colours(page, &format!("a table of {game} in {language}"));
            }
        });
    }
}

#[test]
fn no_text_is_left_untranslated() {
    visit(&Setup::default(), |page| {
        load(page, &finished_round(page));
        page.before_every_page(PSEUDO);
        let check = |place: &str| {
            let left = page.eval(UNTRANSLATED);
            assert_eq!(left, Value::Array(Vec::new()), "{place}");
        };
        page.open("#/");
        for route in pages() {
            page.go(&route);
            check(&route);
        }
        for game in GAMES {
            page.go(&format!("#/new/{game}"));
            start(page);
            check(game);
        }
    });
}

/// Chooses a language from the list in the bar (`header`) or the settings (`main`).
fn choose(page: &Page, place: &str, language: &str) {
    let script = format!(
        "const list = document.querySelector('{place} select.language'); list.value = '{language}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.eval(&script);
}

fn until_in(page: &Page, language: &str) {
    page.until("the language", || {
        page.eval("return document.documentElement.lang") == json!(language)
    });
    page.wait_until_started();
}

#[test]
fn a_language_is_chosen_where_nothing_is_stored() {
    visit(&Setup::default(), |page| {
        page.before_every_page(STORAGE_OFF);
        page.open("#/settings");
        choose(page, "main", "ja");
        until_in(page, "ja");
        assert_eq!(page.text("h1"), "設定");
        page.reload();
        assert_eq!(page.text("h1"), "設定");
        choose(page, "header", "it");
        until_in(page, "it");
        assert_eq!(page.text("h1"), "Impostazioni");
    });
}

#[test]
fn a_game_that_is_not_stored_does_not_end_with_the_language_unasked() {
    visit(&Setup::default(), |page| {
        page.before_every_page(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        );
        table::start(page, &table::Game::default());
        choose(page, "header", "de");
        page.find("heading", "Language");
        assert!(
            page.text("dialog[open]")
                .contains("until you close the page")
        );
        page.click("button", "Keep");
        page.until("the question is gone", || page.all("dialog").is_empty());
        assert_eq!(
            page.eval("return document.querySelector('header select.language').value"),
            json!("en")
        );
        page.find("radio", "Take");
        choose(page, "header", "de");
        page.click("button", "Reload");
        until_in(page, "de");
    });
}

#[test]
fn a_language_is_chosen_and_kept() {
    visit(&Setup::untouched(), |page| {
        page.open("#/settings");
        page.find("heading", "Settings");
        choose(page, "main", "ja");
        page.until("the page is Japanese", || page.text("h1") == "設定");
        assert_eq!(
            page.eval("return document.documentElement.lang"),
            json!("ja")
        );
        page.open("#/");
        assert_eq!(
            page.eval("return document.documentElement.lang"),
            json!("ja")
        );
        choose(page, "header", "it");
        page.until("the page is Italian", || {
            page.eval("return document.documentElement.lang") == json!("it")
        });
        page.open("#/settings");
        assert_eq!(page.text("h1"), "Impostazioni");
    });
}

#[test]
fn pictures_of_every_language() {
    if !pictures::wanted() {
        return;
    }
    for language in LANGUAGES {
        for (name, setup) in [("phone", Setup::phone()), ("desktop", Setup::default())] {
            visit(&in_language(language, setup), |page| {
                let picture = |screen: &str| {
                    let path = pictures::for_review(&format!("{language}-{name}-{screen}"));
                    page.picture(&path);
                };
                page.open("#/");
                picture("home");
                for game in GAMES {
                    page.open(&format!("#/new/{game}"));
                    picture(&format!("{game}-new"));
                    start(page);
                    picture(&format!("{game}-table"));
                    page.open(&format!("#/rules/{game}"));
                    picture(&format!("{game}-rules"));
                }
                page.open("#/tournaments");
                picture("tournaments");
                page.open("#/settings");
                picture("settings");
            });
        }
    }
}
