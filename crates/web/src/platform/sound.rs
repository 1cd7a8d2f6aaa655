//! The sounds of a table, made of tones by the browser.

use super::settings;
use leptos::prelude::WithUntracked as _;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// The loudness of a tone at its beginning and end; an exponential cannot reach 0.
const LOUD: f32 = 0.15;
const FAINT: f32 = 0.001;

/// What is heard.
#[derive(Clone, Copy)]
pub(crate) enum Sound {
    /// A move was made.
    Card,
    /// It is the person's turn.
    Turn,
    /// The game is over.
    End,
}

/// A tone.
struct Tone {
    /// When it begins, in seconds.
    start: f64,
    /// In hertz.
    frequency: f32,
    /// How long it takes to fade, in seconds.
    fade: f64,
}

impl Tone {
    const fn new(start: f64, frequency: f32, fade: f64) -> Tone {
        Tone {
            start,
            frequency,
            fade,
        }
    }
}

impl Sound {
    const fn tones(self) -> &'static [Tone] {
        const CARD: &[Tone] = &[Tone::new(0.0, 210.0, 0.07), Tone::new(0.03, 140.0, 0.09)];
        const TURN: &[Tone] = &[Tone::new(0.0, 660.0, 0.35), Tone::new(0.14, 880.0, 0.35)];
        const END: &[Tone] = &[
            Tone::new(0.0, 523.25, 0.5),
            Tone::new(0.16, 659.25, 0.5),
            Tone::new(0.32, 783.99, 0.8),
        ];
        match self {
            Sound::Card => CARD,
            Sound::Turn => TURN,
            Sound::End => END,
        }
    }
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound, if the person wants sounds. Browsers stay silent before the first click or key on a page.
pub(crate) fn play(sound: Sound) {
    if settings::shared().with_untracked(|settings| settings.sounds) {
        // Without sound nothing is lost: what it tells can be seen, too.
        let _ = start(sound);
    }
}

fn start(sound: Sound) -> Result<(), JsValue> {
    let context = match CONTEXT.take() {
        Some(context) => context,
        None => AudioContext::new()?,
    };
    CONTEXT.set(Some(context.clone()));
    let _ = context.resume()?;
    for tone in sound.tones() {
        let at = context.current_time() + tone.start;
        let (oscillator, volume) = (context.create_oscillator()?, context.create_gain()?);
        oscillator.set_type(OscillatorType::Triangle);
        oscillator.frequency().set_value(tone.frequency);
        volume.gain().set_value_at_time(LOUD, at)?;
        (volume.gain()).exponential_ramp_to_value_at_time(FAINT, at + tone.fade)?;
        oscillator.connect_with_audio_node(&volume)?;
        volume.connect_with_audio_node(&context.destination())?;
        oscillator.start_with_when(at)?;
        oscillator.stop_with_when(at + tone.fade)?;
    }
    Ok(())
}
