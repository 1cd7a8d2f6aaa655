//! One WebSocket.

use leptos::prelude::{document, window};
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, WebSocket};

/// The longest that is waited before another try, in milliseconds.
const MAX_WAIT: f64 = 20_000.0;
/// About how long is waited before the first.
const FIRST_WAIT: f64 = 400.0;

/// How long to wait before the next try after `failed` failures, in milliseconds. `chance`
/// from 0 to 1 keeps all who were cut off together from coming back together.
pub(crate) fn wait(failed: u32, chance: f64) -> f64 {
    let grown = FIRST_WAIT * 2f64.powi(failed.min(16) as i32);
    grown.min(MAX_WAIT) * (0.5 + 0.5 * chance)
}

/// The address of a WebSocket within the app, in full.
///
/// # Errors
/// When the page has no address that others could stand beside.
pub(crate) fn full(path: &str) -> Result<String, JsValue> {
    let base = document().base_uri()?.unwrap_or_default();
    let url = web_sys::Url::new_with_base(path, &base)?;
    let secure = url.protocol() == "https:";
    url.set_protocol(if secure { "wss:" } else { "ws:" });
    url.set_hash("");
    Ok(url.href())
}

/// A connection. Dropped, it closes, and nothing more is heard of it.
pub(crate) struct Socket {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(Event)>,
}

impl Socket {
    /// Connects to an address within the app.
    ///
    /// # Errors
    /// When the browser will not even try.
    pub(crate) fn open(
        path: &str,
        on_open: impl FnMut() + 'static,
        mut on_message: impl FnMut(String) + 'static,
        mut on_close: impl FnMut() + 'static,
    ) -> Result<Socket, JsValue> {
        let socket = WebSocket::new(&full(path)?)?;
        let on_open = Closure::<dyn FnMut()>::new(on_open);
        let on_message = Closure::<dyn FnMut(_)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                on_message(text);
            }
        });
        let on_close = Closure::<dyn FnMut(_)>::new(move |_: Event| on_close());
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Ok(Socket {
            socket,
            _on_open: on_open,
            _on_message: on_message,
            _on_close: on_close,
        })
    }

    /// Sends a message; false when the connection is not open.
    pub(crate) fn send(&self, text: &str) -> bool {
        self.socket.ready_state() == WebSocket::OPEN && self.socket.send_with_str(text).is_ok()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // It fails only for codes that are not allowed.
        let _ = self.socket.close();
        // A handler may be running at this moment: it is freed when that is done.
        let closures = (
            std::mem::replace(&mut self._on_open, Closure::new(|| {})),
            std::mem::replace(&mut self._on_message, Closure::new(|_| {})),
            std::mem::replace(&mut self._on_close, Closure::new(|_| {})),
        );
        let later = Closure::once_into_js(move || drop(closures));
        // Without a timer the handlers are kept, which costs a little memory and nothing else.
        let _ = window().set_timeout_with_callback(later.unchecked_ref());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_a_limit_and_differ() {
        for failed in 0..40 {
            let (least, most) = (wait(failed, 0.0), wait(failed, 1.0));
            assert!(least >= FIRST_WAIT / 2.0 && most <= MAX_WAIT);
            assert!((most / least - 2.0).abs() < 1e-9);
            assert!(wait(failed + 1, 0.5) >= wait(failed, 0.5));
        }
        assert!(wait(0, 1.0) < 1000.0);
    }
}
