//! What a person does with mouse, finger and keyboard.

use super::{Page, Thing, Wait};
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use serde_json::{Value, json};
use std::path::Path;

impl Page {
    /// Clicks what has this role and name, as soon as it is there and can be used.
    #[track_caller]
    pub(crate) fn click(&self, role: &str, name: &str) {
        let wait = Wait::start();
        loop {
            let thing = self.find(role, name);
            let late = wait.is_late();
            if thing.disabled {
                assert!(!late, "the {role} '{name}' stays disabled");
            } else {
                match self.try_click(&thing) {
                    Ok(()) => return,
                    // It may move, or be drawn again, in the very moment.
                    Err(error) => assert!(!late, "the {role} '{name}' takes no click: {error}"),
                }
            }
            wait.pause();
        }
    }

    /// Clicks this very thing, even if it is disabled.
    #[track_caller]
    pub(crate) fn click_on(&self, thing: &Thing) {
        if let Err(error) = self.try_click(thing) {
            panic!("'{}' takes no click: {error}", thing.name);
        }
    }

    /// Clicks the middle of a thing or, where something lies over that, a part that can be seen,
    /// as one does with cards that overlap.
    ///
    /// ChromeDriver's own click takes three times as long: it asks the page some seventy times where the element is.
    fn try_click(&self, thing: &Thing) -> Result<(), CmdError> {
        let element = serde_json::to_value(&thing.element)?;
        let free = self.try_wait(self.client.execute(
            "const [element] = arguments;
             const free = (parts) => {
               const { left, top, width, height } = element.getBoundingClientRect();
               for (const down of parts) for (const right of parts) {
                 const at = [Math.round(left + right * width), Math.round(top + down * height)];
                 if (element.contains(document.elementFromPoint(...at))) return at;
               }
               return null;
             };
             const at = free([0.5]);
             if (at) return at;
             // Something may stick to the edge of the page, over what lies there.
             element.scrollIntoView({ block: 'center', behavior: 'instant' });
             return free([0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95])",
            vec![element],
        ))?;
        let (Some(x), Some(y)) = (free[0].as_f64(), free[1].as_f64()) else {
            // This tells what is in the way.
            return self.try_wait(thing.element.click());
        };
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(move_to(x, y))
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button });
        self.try_wait(self.client.perform_actions(mouse))
    }

    /// The middle of a thing, and of the first element that fits a selector.
    fn ends_of_drag(&self, thing: &Thing, to: &str) -> [(f64, f64); 2] {
        let element = serde_json::to_value(&thing.element).expect("it has an id");
        let places = self.eval_with(
            "const [element, to] = arguments;
             element.scrollIntoView({ block: 'center', behavior: 'instant' });
             return [element, document.querySelector(to)].map((one) => {
               const { left, top, right, bottom } = one.getBoundingClientRect();
               const [low, high] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
               return [Math.round((left + right) / 2), Math.round((low + high) / 2)];
             })",
            vec![element, json!(to)],
        );
        serde_json::from_value(places).expect("they are numbers")
    }

    /// Drags the middle of a thing to the middle of the first element that fits a selector, with the mouse.
    #[track_caller]
    pub(crate) fn drag(&self, thing: &Thing, to: &str) {
        let ends = self.ends_of_drag(thing, to);
        let [down, up] = ends.map(|(x, y)| move_to(x, y));
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(down)
            .then(PointerAction::Down { button })
            .then(up)
            .then(PointerAction::Up { button });
        if let Err(error) = self.try_wait(self.client.perform_actions(mouse)) {
            panic!("'{}' cannot be dragged: {error}", thing.name);
        }
    }

    /// The same with a finger, which rests on the thing until `is_held`. Without a condition it moves at once.
    #[track_caller]
    pub(crate) fn drag_with_finger(&self, thing: &Thing, to: &str, is_held: Option<&str>) {
        let [(x, y), (to_x, to_y)] = self.ends_of_drag(thing, to);
        let touch = |event: &str, points: Value| {
            self.cdp(
                "Input.dispatchTouchEvent",
                json!({"type": event, "touchPoints": points}),
            );
        };
        touch("touchStart", json!([{"x": x, "y": y}]));
        if let Some(selector) = is_held {
            self.until("it is held", || self.shows(selector));
        }
        // A finger comes past places on its way.
        for part in (1..=8).map(|step| f64::from(step) / 8.0) {
            let between = |from: f64, to: f64| (from + (to - from) * part).round();
            touch(
                "touchMove",
                json!([{"x": between(x, to_x), "y": between(y, to_y)}]),
            );
        }
        touch("touchEnd", json!([]));
    }

    /// Writes into a field that is empty.
    #[track_caller]
    pub(crate) fn write(&self, name: &str, text: &str) {
        self.do_with("textbox", name, async |field| field.send_keys(text).await);
    }

    /// Chooses from a list.
    #[track_caller]
    pub(crate) fn choose(&self, name: &str, option: &str) {
        self.do_with("combobox", name, async |list| {
            list.select_by_label(option).await
        });
    }

    /// Does something with what has this role and name; once more if it is drawn again in the very moment.
    #[track_caller]
    fn do_with(&self, role: &str, name: &str, what: impl AsyncFn(Element) -> Result<(), CmdError>) {
        let wait = Wait::start();
        loop {
            let thing = self.find(role, name);
            match self.try_wait(what(thing.element)) {
                Ok(()) => return,
                Err(error) => assert!(
                    error.is_stale_element_reference() && !wait.is_late(),
                    "with the {role} '{name}' the browser says: {error}"
                ),
            }
            wait.pause();
        }
    }

    /// Gives a file to the page.
    #[track_caller]
    pub(crate) fn upload(&self, name: &str, file: &Path) {
        let field = self.find("file", name);
        self.wait(field.element.send_keys(&file.display().to_string()));
    }

    /// Presses a key on whatever has the focus.
    pub(crate) fn press(&self, key: impl Into<char>) {
        let value = key.into();
        let keys = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        self.wait(self.client.perform_actions(keys));
    }
}

fn move_to(x: f64, y: f64) -> PointerAction {
    PointerAction::MoveTo {
        duration: None,
        x,
        y,
    }
}
