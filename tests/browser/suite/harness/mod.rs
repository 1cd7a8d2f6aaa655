//! A browser to drive, with the words of a person: role and name, not style classes.

mod axe;
mod input;
mod process;
mod proxy;
mod site;

pub(crate) use axe::{check as check_accessibility, check_but_colours};
pub(crate) use process::Process;
pub(crate) use proxy::Proxy;
pub(crate) use site::{PlainServer, Server, TOKEN, parlour};

use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fs;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use url::{ParseError, Url};

/// How long anything may take before it counts as missing: machines are busy.
const PATIENCE: Duration = Duration::from_secs(120);
/// How many ChromeDrivers are tried, should they end before they are ready.
const DRIVERS: usize = 5;
/// Chromium without what draws windows: it takes 0.6 to 0.9 of the processor time of the whole browser.
const BROWSER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/headless-shell");
/// The shortest and the longest pause between two looks.
const PAUSES: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(250)];

/// How a browser is set up.
#[derive(Clone)]
pub(crate) struct Setup {
    /// Width of the page in CSS pixels.
    pub(crate) width: u32,
    /// Height of the page in CSS pixels.
    pub(crate) height: u32,
    /// A phone: touch, and what a narrow screen is told.
    pub(crate) phone: bool,
    /// The system's theme is dark.
    pub(crate) dark: bool,
    /// What moves on the page moves. It takes a third of the processor time of a game, so that the system asks for
    /// little motion otherwise.
    pub(crate) motion: bool,
    /// The app's settings as it keeps them; the others are as they are at first.
    pub(crate) settings: Value,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            width: 1280,
            height: 800,
            phone: false,
            dark: false,
            motion: false,
            settings: json!({"pace": "fast", "watch_pace": "fast"}),
        }
    }
}

impl Setup {
    /// A small phone.
    pub(crate) fn phone() -> Setup {
        Setup {
            width: 360,
            height: 740,
            phone: true,
            ..Setup::default()
        }
    }

    /// The same with motion.
    pub(crate) fn with_motion(self) -> Setup {
        Setup {
            motion: true,
            ..self
        }
    }

    /// As it is for one who has changed no setting.
    pub(crate) fn untouched() -> Setup {
        Setup {
            motion: true,
            settings: json!({}),
            ..Setup::default()
        }
    }
}

/// A script for [`Page::before_every_page`] that lets the browser store nothing.
pub(crate) const STORAGE_OFF: &str = "for (const name of ['localStorage', 'sessionStorage']) {
       Object.defineProperty(window, name, { get() { throw new DOMException('off', 'SecurityError'); } });
     }";

/// The games, as addresses name them.
pub(crate) const GAMES: [&str; 4] = ["jaipur", "primi-composti", "modern-art", "masters-gallery"];

/// The address of every page that is no table and needs no clicks: the general ones, then those of every game.
pub(crate) fn pages() -> Vec<String> {
    let general = [
        "#/",
        "#/replays",
        "#/puzzles",
        "#/daily",
        "#/statistics",
        "#/rules",
        "#/settings",
        "#/tournaments",
        "#/agents",
        "#/nowhere",
        "#/play/none",
    ];
    let of_games = GAMES.map(|game| {
        ["new", "position", "rules", "learn", "daily"].map(|page| format!("#/{page}/{game}"))
    });
    let general = general.map(str::to_owned).into_iter();
    general.chain(of_games.into_iter().flatten()).collect()
}

/// Looks at the page as it is now, at all widths.
#[track_caller]
pub(crate) fn at_all_widths(page: &Page, place: &str) {
    for (width, height) in [(360, 740), (768, 1024), (1280, 800)] {
        page.resize(width, height);
        page.assert_no_sideways_scroll(&format!("{place} at {width} pixels"));
    }
}

/// The page as it is now can be used by all in both themes.
#[track_caller]
pub(crate) fn check_both_themes(page: &Page, place: &str) {
    check_accessibility(page, place);
    page.set_theme(!page.setup.dark);
    axe::check_colours(page, &format!("{place}, in the other theme"));
    page.set_theme(page.setup.dark);
}

/// Looks at the page as it is now: it can be used by all in both themes, and does not scroll sideways at any width.
#[track_caller]
pub(crate) fn inspect(page: &Page, place: &str) {
    check_both_themes(page, place);
    at_all_widths(page, place);
    page.resize(page.setup.width, page.setup.height);
}

/// Goes to screens one by one, and calls the function with the name of each.
pub(crate) type Screens = fn(&Page, &dyn Fn(&str));

/// [Inspects](inspect) every screen that `screens` goes to.
pub(crate) fn inspect_all(screens: Screens) {
    visit(&Setup::default(), |page| {
        screens(page, &|place| inspect(page, place));
    });
}

/// Runs `test` in a browser with a fresh profile, on the app that `parlour serve` serves.
/// Whatever the browser's console complains of fails the test.
pub(crate) fn visit(setup: &Setup, test: impl FnOnce(&Page)) {
    let server = Server::start();
    visit_at(&server.url, setup, test);
}

/// The same, on the app at `url`.
pub(crate) fn visit_at(url: &str, setup: &Setup, test: impl FnOnce(&Page)) {
    let page = Page::new(url, setup);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        test(&page);
        page.assert_quiet();
    }));
    if let Err(panic) = outcome {
        page.keep_evidence();
        resume_unwind(panic);
    }
}

/// Starts a ChromeDriver; its port is the second part.
///
/// It listens on the same port of IPv4 and IPv6, and asks for a free one of the first only: if another program has
/// taken that of the second, the driver ends before it is ready, and another one finds another port.
fn start_driver() -> (Process, u16) {
    let mut command = Command::new("chromedriver");
    command.args(["--port=0", "--log-level=SEVERE"]);
    let ready = |line: &str| {
        let port = line.split_once("successfully on port ")?.1;
        port.trim_end_matches('.').parse::<u16>().ok()
    };
    (0..DRIVERS)
        .find_map(|_| Process::try_start(&mut command, ready))
        .unwrap_or_else(|| panic!("{DRIVERS} ChromeDrivers have ended before they were ready"))
}

/// Waiting for something. Each look takes processor time that the page needs too, so they become rarer.
struct Wait(Instant);

impl Wait {
    fn start() -> Wait {
        Wait(Instant::now())
    }

    /// It has taken too long.
    fn is_late(&self) -> bool {
        self.0.elapsed() > PATIENCE
    }

    fn pause(&self) {
        let [shortest, longest] = PAUSES;
        std::thread::sleep((self.0.elapsed() / 4).clamp(shortest, longest));
    }
}

/// Something on the page that a person can name.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    element: Element,
    /// Its accessible name.
    pub(crate) name: String,
    /// It can be seen but not used.
    pub(crate) disabled: bool,
    /// Checked, or pressed.
    pub(crate) on: bool,
    /// A card that the page marks as one to choose now.
    pub(crate) legal: bool,
}

/// A tab of a browser.
pub(crate) struct Page {
    url: String,
    /// How the browser was set up.
    pub(crate) setup: Setup,
    client: Client,
    runtime: Runtime,
    /// What the console may say in this test.
    expected: RefCell<Vec<&'static str>>,
    /// What is wrong, but did not end the test.
    wrong: RefCell<Vec<String>>,
    folder: TempDir,
    _driver: Process,
}

impl Page {
    fn new(url: &str, setup: &Setup) -> Page {
        let (driver, port) = start_driver();
        let folder = TempDir::with_prefix("parlour-browser-").expect("a folder can be made");
        let at = |name: &str| folder.path().join(name).display().to_string();
        fs::create_dir(at("downloads")).expect("a folder can be made");
        let options = json!({
            "binary": BROWSER,
            "args": [
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en-GB",
                format!("--window-size={},{}", setup.width, setup.height),
                format!("--user-data-dir={}", at("profile")),
            ],
        });
        let patience = PATIENCE.as_millis() as u64;
        let wanted = Capabilities::from_iter([
            // Axe looks at every element: on a busy machine that takes longer than the usual half minute.
            (
                "timeouts".to_owned(),
                json!({"script": patience, "pageLoad": patience}),
            ),
            ("goog:chromeOptions".to_owned(), options),
            ("goog:loggingPrefs".to_owned(), json!({"browser": "ALL"})),
        ]);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime can be made");
        let client = runtime
            .block_on(
                ClientBuilder::new(HttpConnector::new())
                    .capabilities(wanted)
                    .connect(&format!("http://127.0.0.1:{port}")),
            )
            .unwrap_or_else(|error| panic!("the browser does not start: {error}"));
        let page = Page {
            url: url.to_owned(),
            setup: setup.clone(),
            client,
            runtime,
            expected: RefCell::default(),
            wrong: RefCell::default(),
            folder,
            _driver: driver,
        };
        page.resize(setup.width, setup.height);
        page.cdp(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": setup.phone}),
        );
        page.set_theme(setup.dark);
        // A browser with a window asks for neither.
        page.cdp(
            "Browser.setDownloadBehavior",
            json!({"behavior": "allow", "downloadPath": page.folder.path().join("downloads")}),
        );
        page.cdp(
            "Browser.setPermission",
            json!({"permission": {"name": "clipboard-write"}, "setting": "granted"}),
        );
        let settings = setup.settings.to_string();
        page.before_every_page(&format!(
            "if (location.protocol === 'http:' && !localStorage.getItem('parlour/settings')) {{
               localStorage.setItem('parlour/settings', {settings:?});
             }}"
        ));
        page
    }

    #[track_caller]
    fn wait<T>(&self, what: impl Future<Output = Result<T, CmdError>>) -> T {
        self.try_wait(what)
            .unwrap_or_else(|error| panic!("the browser says: {error}"))
    }

    fn try_wait<T>(&self, what: impl Future<Output = Result<T, CmdError>>) -> Result<T, CmdError> {
        self.runtime.block_on(what)
    }

    /// Runs a script in every page before its own.
    pub(crate) fn before_every_page(&self, script: &str) {
        self.cdp(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": script}),
        );
    }

    /// Makes the page another size, in CSS pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": width,
                "height": height,
                "deviceScaleFactor": if self.setup.phone { 2 } else { 1 },
                "mobile": self.setup.phone,
            }),
        );
    }

    /// Changes the system's theme.
    pub(crate) fn set_theme(&self, dark: bool) {
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({"features": [
                {"name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" }},
                {"name": "prefers-reduced-motion", "value": if self.setup.motion { "no-preference" } else { "reduce" }},
            ]}),
        );
    }

    /// A command of the Chrome DevTools protocol.
    pub(crate) fn cdp(&self, command: &str, params: Value) -> Value {
        self.wait(self.client.issue_cmd(Extension {
            path: "goog/cdp/execute",
            body: json!({"cmd": command, "params": params}),
        }))
    }

    /// What a script in the page returns.
    pub(crate) fn eval(&self, script: &str) -> Value {
        self.eval_with(script, Vec::new())
    }

    /// What a script in the page returns that is given `arguments`.
    pub(crate) fn eval_with(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.wait(self.client.execute(script, arguments))
    }

    /// What a script in the page hands to its last argument.
    pub(crate) fn eval_async(&self, script: &str) -> Value {
        self.wait(self.client.execute_async(script, Vec::new()))
    }

    /// Opens an address of the app, e.g. `#/settings`, from scratch, and waits until it is there.
    #[track_caller]
    pub(crate) fn open(&self, route: &str) {
        self.wait(self.client.goto("about:blank"));
        self.wait(self.client.goto(&format!("{}{route}", self.url)));
        self.wait_until_started();
    }

    /// Goes to an address of the app as a link does, without loading the app again, and waits until the page is there.
    #[track_caller]
    pub(crate) fn go(&self, route: &str) {
        // Pages are drawn before the next frame, but those whose code is still to be loaded.
        let script = "const [route, done] = arguments;
             const loaded = () => document.querySelector('h1') && !document.querySelector('main[aria-busy=true]');
             const look = () => requestAnimationFrame(() => loaded() ? requestAnimationFrame(done) : look());
             if (location.hash === route) return look();
             addEventListener('hashchange', look, { once: true });
             location.hash = route;";
        self.wait(self.client.execute_async(script, vec![json!(route)]));
    }

    /// Loads the page again, and waits until it is there.
    #[track_caller]
    pub(crate) fn reload(&self) {
        self.wait(self.client.refresh());
        self.wait_until_started();
    }

    /// Waits until the app has replaced what `index.html` holds.
    #[track_caller]
    pub(crate) fn wait_until_started(&self) {
        self.until("the app starts", || {
            self.eval("return !document.getElementById('boot') && !!document.querySelector('h1')")
                == json!(true)
        });
    }

    /// The part of the address that is the app's own, e.g. `#/settings`.
    pub(crate) fn route(&self) -> String {
        let url = self.wait(self.client.current_url());
        format!("#{}", url.fragment().unwrap_or_default())
    }

    /// Opens another tab on `route` and stays on it; returns a way back.
    pub(crate) fn second_tab(&self, route: &str) -> [fantoccini::wd::WindowHandle; 2] {
        let first = self.wait(self.client.window());
        let second = self.wait(self.client.new_window(true)).handle;
        self.wait(self.client.switch_to_window(second.clone()));
        self.wait(self.client.goto(&format!("{}{route}", self.url)));
        self.wait_until_started();
        [first, second]
    }

    /// Goes to a tab.
    pub(crate) fn tab(&self, tab: &fantoccini::wd::WindowHandle) {
        self.wait(self.client.switch_to_window(tab.clone()));
    }

    /// Waits until `holds`.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, holds: impl Fn() -> bool) {
        let wait = Wait::start();
        while !holds() {
            assert!(!wait.is_late(), "waited in vain: {what}");
            wait.pause();
        }
    }

    /// Waits until the text of the first element that fits a selector contains `part`.
    #[track_caller]
    pub(crate) fn until_text(&self, selector: &str, part: &str) {
        self.until(&format!("'{part}' in {selector}"), || {
            self.text(selector).contains(part)
        });
    }

    /// Waits until the messages that are said at once contain `part`.
    #[track_caller]
    pub(crate) fn until_alert(&self, part: &str) {
        self.until(&format!("'{part}' in an alert"), || {
            self.alerts().contains(part)
        });
    }

    /// Waits until nothing on the page moves or fades.
    #[track_caller]
    pub(crate) fn wait_until_still(&self) {
        self.until("everything stands still", || {
            self.eval("return document.getAnimations().every((one) => one.playState !== 'running')")
                == json!(true)
        });
    }

    /// Keeps count, in pages opened from now on, of what is under way: see [`Page::wait_until_idle`].
    pub(crate) fn count_what_is_under_way(&self) {
        self.before_every_page(include_str!("under_way.js"));
    }

    /// Waits until no timer runs and neither the worker nor the server is asked: what has not happened
    /// by then will not. Intervals do not count: [`Page::tick`] lets them run.
    #[track_caller]
    pub(crate) fn wait_until_idle(&self) {
        self.until("nothing is under way", || {
            self.eval("return underWay.timers.size + underWay.asked") == json!(0)
        });
    }

    /// Lets every interval run, as if its time had come so many times.
    pub(crate) fn tick(&self, times: usize) {
        self.eval_with(
            "for (let time = 0; time < arguments[0]; time += 1) {
               for (const tick of [...underWay.intervals.values()]) tick();
             }",
            vec![json!(times)],
        );
    }

    /// Everything of a role that a person can reach now.
    pub(crate) fn all(&self, role: &str) -> Vec<Thing> {
        let found = self.eval_with(include_str!("things.js"), vec![json!(role)]);
        let found = found.as_array().expect("the script returns a list");
        found.iter().map(|found| self.thing(found)).collect()
    }

    fn thing(&self, found: &Value) -> Thing {
        let id = found["element"]
            .as_object()
            .and_then(|element| element.values().next()?.as_str())
            .expect("the script returns elements");
        Thing {
            element: Element::from_element_id(self.client.clone(), ElementRef::from(id.to_owned())),
            name: found["name"].as_str().unwrap_or_default().to_owned(),
            disabled: found["disabled"] == json!(true),
            on: found["on"] == json!(true),
            legal: found["legal"] == json!(true),
        }
    }

    /// The names of everything of a role.
    pub(crate) fn names(&self, role: &str) -> Vec<String> {
        self.all(role).into_iter().map(|thing| thing.name).collect()
    }

    /// Whether there is something of this role and name now. A name that ends in `…` is the
    /// beginning of one.
    pub(crate) fn has(&self, role: &str, name: &str) -> bool {
        self.all(role)
            .iter()
            .any(|thing| is_named(&thing.name, name))
    }

    /// The first thing of this role and name, as soon as there is one.
    #[track_caller]
    pub(crate) fn find(&self, role: &str, name: &str) -> Thing {
        let wait = Wait::start();
        loop {
            let all = self.all(role);
            if let Some(thing) = all.iter().find(|thing| is_named(&thing.name, name)) {
                return thing.clone();
            }
            if wait.is_late() {
                let names: Vec<&str> = all.iter().map(|thing| thing.name.as_str()).collect();
                panic!(
                    "no {role} named '{name}' at {}; there are: {names:?}",
                    self.route()
                );
            }
            wait.pause();
        }
    }

    /// The accessible name of what has the focus.
    pub(crate) fn focused(&self) -> String {
        let name = self.eval(
            "const at = document.activeElement;
             return at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent",
        );
        name.as_str().unwrap_or_default().trim().to_owned()
    }

    /// The text that can be read in the first element that fits a selector; empty where none is.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.eval_with(
            "return document.querySelector(arguments[0])?.innerText ?? ''",
            vec![json!(selector)],
        );
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    /// Whether there is an element that fits a selector.
    pub(crate) fn shows(&self, selector: &str) -> bool {
        let script = "return !!document.querySelector(arguments[0])";
        self.eval_with(script, vec![json!(selector)]) == json!(true)
    }

    /// What stands in messages that are said at once.
    pub(crate) fn alerts(&self) -> String {
        self.names("alert").join(" ")
    }

    /// Every word on the page and in the browser's accessibility tree.
    pub(crate) fn everything_said(&self) -> String {
        let tree = self.cdp("Accessibility.getFullAXTree", json!({}));
        let source = self.wait(self.client.source());
        format!("{source}\n{tree}")
    }

    /// The downloaded file, as soon as there is exactly one more than before the call of `start`.
    #[track_caller]
    pub(crate) fn download(&self, start: impl FnOnce()) -> PathBuf {
        let folder = self.folder.path().join("downloads");
        let files = || -> Vec<PathBuf> {
            let entries = fs::read_dir(&folder).expect("the folder is there");
            let files = entries.map(|entry| entry.expect("it can be read").path());
            // Chromium writes to a hidden file first.
            let done = |file: &PathBuf| {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                !name.starts_with('.') && !name.ends_with(".crdownload")
            };
            files.filter(done).collect()
        };
        let before = files();
        start();
        let new = || files().into_iter().find(|file| !before.contains(file));
        self.until("the download", || {
            new().is_some_and(|file| fs::metadata(file).is_ok_and(|file| file.len() > 0))
        });
        new().expect("it was there")
    }

    /// A file for the browser, with this text.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        path
    }

    /// Makes a picture of what can be seen.
    pub(crate) fn picture(&self, file: &Path) {
        let png = self.wait(self.client.screenshot());
        let folder = file.parent().expect("a file lies in a folder");
        fs::create_dir_all(folder).expect("a folder can be made");
        fs::write(file, png).expect("a picture can be written");
    }

    /// Nothing lies beyond the right edge.
    #[track_caller]
    pub(crate) fn assert_no_sideways_scroll(&self, place: &str) {
        let wide = self.eval(
            "const width = document.documentElement.clientWidth;
             const root = document.documentElement;
             if (root.scrollWidth <= width && document.body.scrollWidth <= width) return null;
             return [...document.body.querySelectorAll('*')]
               .filter((element) => element.getBoundingClientRect().right > width + 0.5)
               .slice(0, 5)
               .map((element) => element.outerHTML.slice(0, 120))
               .concat(`${root.scrollWidth} of ${width} pixels`)",
        );
        assert!(wide.is_null(), "{place} scrolls sideways: {wide:#}");
    }

    /// The console may say this in this test.
    pub(crate) fn expect_in_console(&self, part: &'static str) {
        self.expected.borrow_mut().push(part);
    }

    /// What the console has complained of since the last look.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.wait(self.client.issue_cmd(Extension {
            path: "se/log",
            body: json!({"type": "browser"}),
        }));
        let expected = self.expected.borrow();
        log.as_array()
            .expect("the log is a list")
            .iter()
            .filter(|entry| entry["level"] == json!("SEVERE"))
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .filter(|message| !expected.iter().any(|part| message.contains(part)))
            .collect()
    }

    /// Notes what is wrong; the test fails at its end.
    fn complain(&self, what: String) {
        self.wrong.borrow_mut().push(what);
    }

    fn assert_quiet(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "in the console: {complaints:#?}");
        let wrong = self.wrong.borrow();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Keeps a picture and the source of the page, and says where.
    fn keep_evidence(&self) {
        let name = std::thread::current()
            .name()
            .unwrap_or("test")
            .replace("::", "-");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let kept = catch_unwind(AssertUnwindSafe(|| {
            self.picture(&file.with_extension("png"));
            let source = self.wait(self.client.source());
            fs::write(file.with_extension("html"), source).expect("a file can be written");
            eprintln!(
                "at {}; see {} and .html beside it; in the console: {:#?}",
                self.route(),
                file.with_extension("png").display(),
                self.complaints()
            );
        }));
        if kept.is_err() {
            eprintln!("and the browser shows no picture of it");
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The browser ends with its session. If it has ended before, this fails.
        let _ = self.runtime.block_on(self.client.clone().close());
    }
}

/// Whether `name` is the one that is wanted, or begins as wanted if that ends in `…`.
fn is_named(name: &str, wanted: &str) -> bool {
    match wanted.strip_suffix('…') {
        Some(start) => name.starts_with(start),
        None => name == wanted,
    }
}

/// A command that only Chromium's driver knows.
#[derive(Debug)]
struct Extension {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
