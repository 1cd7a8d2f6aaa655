//! Sounds, made of tones by the browser.

use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::AudioContext;

/// The tones of the chime: when each begins, in seconds, and its frequency in hertz.
const TONES: [(f64, f32); 2] = [(0.0, 660.0), (0.14, 880.0)];
/// How long a tone takes to fade, in seconds.
const FADE: f64 = 0.35;
/// The loudness of a tone at its beginning and end; an exponential cannot reach 0.
const LOUD: f32 = 0.15;
const FAINT: f32 = 0.001;

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays two short tones. Browsers stay silent before the first click or key on a page.
pub(crate) fn chime() {
    // Without sound nothing is lost: what the chime tells can be seen, too.
    let _ = play();
}

fn play() -> Result<(), JsValue> {
    let context = match CONTEXT.take() {
        Some(context) => context,
        None => AudioContext::new()?,
    };
    CONTEXT.set(Some(context.clone()));
    let _ = context.resume()?;
    for (start, frequency) in TONES {
        let at = context.current_time() + start;
        let (tone, volume) = (context.create_oscillator()?, context.create_gain()?);
        tone.frequency().set_value(frequency);
        volume.gain().set_value_at_time(LOUD, at)?;
        (volume.gain()).exponential_ramp_to_value_at_time(FAINT, at + FADE)?;
        tone.connect_with_audio_node(&volume)?;
        volume.connect_with_audio_node(&context.destination())?;
        tone.start_with_when(at)?;
        tone.stop_with_when(at + FADE)?;
    }
    Ok(())
}
