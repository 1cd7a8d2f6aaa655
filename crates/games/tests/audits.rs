//! The audits of all games notice lost and additional cards.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

use parlour_engine::Game;
use parlour_games::jaipur::{self, Jaipur};
use parlour_games::masters_gallery::{self, MastersGallery};
use parlour_games::modern_art::{self, ModernArt};
use parlour_games::primi_composti::{self, PrimiComposti, Version};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Removes the last entry of the list at `place`, and then puts it there twice.
fn both_are_noticed<G: Game + Serialize + DeserializeOwned>(rules: G::Rules, place: &str) {
    let state = G::new(rules.clone(), G::deal(&rules, 1)).unwrap();
    assert_eq!(state.audit(), Ok(()));
    let audit = |edit: fn(&mut Vec<Value>)| {
        let mut json = serde_json::to_value(&state).unwrap();
        let list = json.pointer_mut(place).and_then(Value::as_array_mut);
        edit(list.unwrap_or_else(|| panic!("no list {place}: {:?}", serde_json::to_value(&state))));
        serde_json::from_value::<G>(json)
            .map_err(|error| error.to_string())
            .and_then(|state| state.audit())
    };
    assert!(audit(|list| drop(list.pop())).is_err(), "a lost card");
    assert!(
        audit(|list| list.extend_from_within(..1)).is_err(),
        "an additional card"
    );
}

#[test]
fn lost_and_additional_cards_are_noticed() {
    both_are_noticed::<Jaipur>(jaipur::Rules::default(), "/deck");
    both_are_noticed::<ModernArt>(modern_art::Rules::default(), "/deck");
    both_are_noticed::<MastersGallery>(masters_gallery::Rules::default(), "/deck");
    let rules = primi_composti::Rules::two(Version::One);
    both_are_noticed::<PrimiComposti>(rules, "/players/0/hand");
}

#[test]
fn wrong_numbers_of_cards_face_up_are_noticed() {
    let rules = masters_gallery::Rules::default();
    let state = MastersGallery::new(rules.clone(), MastersGallery::deal(&rules, 1)).unwrap();
    let mut json = serde_json::to_value(&state).unwrap();
    json["face_up"][2] = 1.into();
    let edited: MastersGallery = serde_json::from_value(json).unwrap();
    assert!(edited.audit().unwrap_err().contains("are face up, not 1"));
}

/// All cards can be read, one card more cannot.
#[test]
fn no_more_cards_are_read_than_there_are() {
    use masters_gallery::{Card, Cards};
    let card = serde_json::to_value(Card::from_index(0)).unwrap();
    let read = |number: usize| serde_json::from_value::<Cards>(vec![card.clone(); number].into());
    assert_eq!(read(95).unwrap().len(), 95);
    assert!(read(96).is_err());

    let read = |number: u8| {
        let counts = [
            [0; 5],
            [0; 5],
            [0, 0, 30, 0, 0],
            [0; 5],
            [0, 0, 0, number, 1],
        ];
        serde_json::from_value::<modern_art::Cards>(serde_json::json!(counts))
    };
    let cards = read(39).unwrap();
    assert_eq!((cards.len(), cards.of_artist(4)), (70, 40));
    assert_eq!(
        serde_json::to_value(cards).unwrap()[4],
        serde_json::json!([0, 0, 0, 39, 1])
    );
    assert!(read(40).is_err());
}
