//! What one answers with besides a card: the artist of an award, and the button to pass.

use super::choice::{Choice, phase};
use super::strings::table as words;
use crate::play::gallery::{answers, passing};
use crate::play::table::Ctx;
use leptos::prelude::*;
use parlour_art::painting::{Artist as Painter, tile};
use parlour_games::masters_gallery::rules::Artist;
use parlour_games::masters_gallery::{Action, MastersGallery, Phase};

/// The left of the action bar.
pub(super) fn controls(ctx: Ctx<MastersGallery>, choice: RwSignal<Choice>) -> AnyView {
    let awards = Memo::new(move |_| {
        ctx.mover.get().is_some()
            && ctx
                .shown
                .with(|state| matches!(phase(state), Phase::Award { .. }))
    });
    let (passes, pass) = passing(ctx, Action::Pass);
    let award = move |artist: Artist| choice.update(|choice| choice.artist = Some(artist));
    ctx.keys(move |key| {
        match key {
            "p" => pass.run(()),
            "escape" => choice.set(Choice::default()),
            digit => {
                let number = digit
                    .parse::<usize>()
                    .ok()
                    .and_then(|digit| digit.checked_sub(1));
                let artist = number.and_then(|number| Artist::ALL.get(number));
                match artist.filter(|_| awards.get_untracked()) {
                    Some(&artist) => award(artist),
                    None => return false,
                }
            }
        }
        true
    });
    answers(award_choice(choice, awards), passes, pass)
}

/// The artists to choose from, while an award is given.
pub(super) fn award_choice(choice: RwSignal<Choice>, awards: Memo<bool>) -> AnyView {
    let award = move |artist: Artist| choice.update(|choice| choice.artist = Some(artist));
    let artists = move || {
        awards.get().then(|| {
            let options = Artist::ALL.map(|artist| {
                let index = artist.index();
                view! {
                    <label class="segment">
                        <input
                            type="radio"
                            name="award"
                            value=index.to_string()
                            prop:checked=move || choice.with(|choice| choice.artist == Some(artist))
                            on:change=move |_| award(artist)
                        />
                        <span class="award-artist">
                            <span class="tile" aria-hidden="true" inner_html=tile(Painter::ALL[index])></span>
                            <span class="award-name">{words::artist(artist)}</span>
                        </span>
                    </label>
                }
            });
            view! {
                <fieldset class="segments award-choice" data-testid="award">
                    <legend class="visually-hidden">{words::award_to()}</legend>
                    {options}
                </fieldset>
            }
        })
    };
    artists.into_any()
}
