//! Messages in both directions match the schema in the docs, and others do not.

use crate::agents::lines::{Speaker, hello};
use crate::agents::test_host::{host, options};
use crate::schema::Schema;
use parlour_engine::Rules as _;
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::{self, ModernArt};
use parlour_games::primi_composti::PrimiComposti;
use parlour_protocol::Hosted;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Both sides of the conversation of one seat in two games: it watches, says nonsense once, and gives up in the second.
fn conversation<G: Hosted>(rules: &G::Rules) -> Vec<Value> {
    let options = parlour_server::agents::HostOptions {
        fill: Some("random".to_owned()),
        ..options(2)
    };
    let (host, series) = host::<G>(rules.clone(), None, options);
    let mut greeting = hello("recorder");
    greeting["watch"] = json!(true);
    greeting["legal"] = json!("ranges");
    greeting["game"] = json!(G::NAME);
    let mut speaker = Speaker::connect(host.address, &greeting);
    let mut told = vec![greeting];
    let (mut game, mut turns) = (0, 0);
    while let Some(message) = speaker.hear() {
        let kind = message["type"].as_str().unwrap().to_owned();
        told.push(message.clone());
        let answer = match kind.as_str() {
            "game" => {
                (game, turns) = (message["number"].as_u64().unwrap(), 0);
                continue;
            }
            "turn" => {
                turns += 1;
                match (game, turns) {
                    (1, 2) => json!({"type": "action", "action": "dance"}),
                    (2, 3) => json!({"type": "resign"}),
                    _ => {
                        let listed = message["legal"][0].as_str().unwrap();
                        let first = listed.split("..").next().unwrap();
                        json!({"type": "action", "id": message["id"], "action": first})
                    }
                }
            }
            _ => continue,
        };
        speaker.say(&answer);
        told.push(answer);
    }
    series.join().unwrap();
    told
}

fn check<G: Hosted>(schema: &Schema, rules: &G::Rules) {
    let told = conversation::<G>(rules);
    told.iter().for_each(|message| schema.check(message));
    let kinds: BTreeSet<&str> = (told.iter())
        .map(|message| message["type"].as_str().unwrap())
        .collect();
    let all = [
        "action", "bye", "fault", "game", "hello", "news", "resign", "result", "turn", "welcome",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all, "{}", G::NAME);
    // Whatever else a message lacks, it is none.
    for message in &told {
        let may_lack: &[&str] = match message["type"].as_str().unwrap() {
            "hello" => &["name", "game", "legal", "watch"],
            "action" => &["id"],
            "result" => &["resigned"],
            "fault" => &["args"],
            _ => &[],
        };
        for field in message.as_object().unwrap().keys() {
            let mut less = message.clone();
            less.as_object_mut().unwrap().remove(field);
            let fits = may_lack.contains(&field.as_str());
            assert_eq!(schema.error(&less).is_none(), fits, "{less}");
        }
    }
}

#[test]
fn every_message_of_every_game_fits_the_schema() {
    let schema = Schema::read();
    check::<Jaipur>(&schema, &Default::default());
    check::<MastersGallery>(&schema, &Default::default());
    check::<PrimiComposti>(&schema, &Default::default());
    for name in modern_art::Rules::names() {
        let rules = modern_art::Rules::named(name).unwrap();
        check::<ModernArt>(&schema, &rules);
    }
}

#[test]
fn invalid_messages_do_not_fit_the_schema() {
    let schema = Schema::read();
    for message in [
        json!(null),
        json!([]),
        json!("hello"),
        json!({}),
        json!({"type": "dance"}),
        json!({"type": "hello", "version": 2, "name": "a"}),
        json!({"type": "hello", "version": 1, "name": 7}),
        json!({"type": "hello", "version": 1, "legal": "some"}),
        json!({"type": "hello", "version": 1, "watch": "yes"}),
        json!({"type": "action"}),
        json!({"type": "action", "action": 3}),
        json!({"type": "action", "id": -1, "action": "pass"}),
        json!({"type": "action", "id": "1", "action": "pass"}),
        json!({"type": "game", "number": 0, "seat": 0, "names": ["a", "b"]}),
        json!({"type": "game", "number": 1, "seat": 16, "names": ["a", "b"]}),
        json!({"type": "turn", "id": 1, "seat": 0, "time": 5, "legal": "pass", "events": [], "view": {}}),
        json!({"type": "turn", "id": 1, "seat": 0, "time": 5, "legal": ["pass"], "events": [], "view": []}),
        json!({"type": "result", "events": [], "scores": [1.5], "winners": [0], "view": {}}),
        json!({"type": "result", "events": [], "scores": [1], "winners": [0, 0], "view": {}}),
        json!({"type": "bye"}),
    ] {
        assert!(schema.error(&message).is_some(), "{message}");
    }
    let fine = json!({"type": "action", "action": "pass", "unknown": "fields are to be ignored"});
    schema.check(&fine);
}
