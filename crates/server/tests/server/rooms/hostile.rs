//! Nobody can compute the hidden cards of a table from what is public, even with the source of the program.

use crate::attack::{Attacker, RULES, hand, target};
use crate::rooms::test_server::TestServer;
use parlour_engine::{Record, Seat};
use parlour_games::modern_art::ModernArt;
use serde_json::{Value, json};

/// Attacks tables, one after the other, with everything that the tables before have shown.
async fn attack(tables: u64, seed: impl Fn(u64) -> Option<u64>) -> Attacker {
    let server = TestServer::start().await;
    let mut attacker = Attacker::new(2);
    for number in 0..tables {
        let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "random"}, {"kind": "policy", "policy": "random"}]);
        let mut request =
            json!({"game": "modern-art", "rules": RULES, "seats": seats, "listed": true});
        if let Some(seed) = seed(number) {
            request["seed"] = json!(seed);
        }
        let test_table = server.make(&request).await;
        let mut person = test_table.sit(0, "Eve").await;
        let turn = person.hear_of("turn").await;
        for path in [
            "/api/v1/server".to_owned(),
            "/api/v1/tables".to_owned(),
            format!("/api/v1/tables/{}", test_table.id),
            format!("/api/v1/tables/{}/record", test_table.id),
        ] {
            attacker.learn(&server.get(&path).await.1.to_string());
        }
        let texts = [&test_table.id, &test_table.keeper];
        let heard = test_table.tokens.iter().chain(texts).chain(&person.heard);
        heard.for_each(|text| attacker.learn(text));
        let predicted = attacker.predict(&turn["view"]);

        let before = test_table.show().await;
        assert_eq!(before["secret"], Value::Null);
        person.say(&json!({"type": "resign"})).await;
        person.hear_of("result").await;
        let after = test_table.until(|table| table["state"] == "over").await;
        let record = test_table.record().await.1;
        if seed(number).is_none() {
            the_deal_follows_from_the_secret(&before, &after, &record);
        }
        let game = Record::<ModernArt>::read(&record.to_string()).unwrap();
        let game = game.replay().unwrap();
        attacker.score(&predicted, &hand(game.start(), target(Seat(0))));
        attacker.learn(&after.to_string());
    }
    attacker
}

fn the_deal_follows_from_the_secret(before: &Value, after: &Value, record: &Value) {
    use parlour_arena::deals::{Purpose, Secret};
    let secret = Secret::from_hex(after["secret"].as_str().unwrap()).unwrap();
    assert_eq!(before["commitment"], secret.commitment());
    assert_eq!(after["commitment"], before["commitment"]);
    assert_eq!(record["deal"]["seed"], secret.seed(Purpose::Deal, 0));
}

#[tokio::test(start_paused = true)]
async fn hidden_cards_of_tables_cannot_be_computed() {
    attack(250, |_| None).await.assert_chance();
}

#[tokio::test(start_paused = true)]
async fn the_attack_finds_chosen_seeds() {
    attack(25, |number| Some(2 * number)).await.assert_success();
}
