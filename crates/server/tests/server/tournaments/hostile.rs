//! Nobody can compute the hidden cards of a tournament from what is public while it is played, even with the source of
//! the program, and everybody can check the deals afterwards.

use crate::attack::{Attacker, Prediction, RULES, hand, target};
use crate::tournaments::test_server::TestServer;
use parlour_arena::deals::{DealProof, Deals};
use parlour_arena::{
    Channels, Definition, Holder, Lobby, Note, Pause, Plan, RunOptions, Store, enter, run,
};
use parlour_engine::{DealSource, Record, Seat};
use parlour_games::modern_art::ModernArt;
use parlour_protocol::lines::Hello;
use parlour_server::Database;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const TOKEN: &str = "0123456789abcdef";
const ROUNDS: u64 = 70;

/// What the attacker says of a game: the number it was told, its seat, its prediction.
type Predicted = (u64, Seat, Prediction);

/// A player of the tournament who reads every public page before the first move of a game.
async fn eve(channels: Channels, server: Arc<TestServer>, id: i64) -> (Attacker, Vec<Predicted>) {
    let Channels { mut input, output } = channels;
    let mut attacker = Attacker::new(ROUNDS);
    let (mut predictions, mut game, mut games) = (Vec::new(), None, 0_u64);
    while let Some(line) = input.recv().await {
        let message: Value = serde_json::from_slice(&line).unwrap();
        attacker.learn(&message.to_string());
        if message["type"] == "game" {
            game = message["number"].as_u64();
        }
        if message["type"] == "turn" {
            if let Some(number) = game.take() {
                if games.is_multiple_of(10) {
                    read_everything(&server, id, games, &mut attacker).await;
                }
                games += 1;
                let seat = Seat(message["seat"].as_u64().unwrap() as u8);
                predictions.push((number, seat, attacker.predict(&message["view"])));
            }
            let action = &message["legal"][0];
            let answer = json!({"type": "action", "id": message["id"], "action": action});
            if output.send(Ok(answer.to_string().into_bytes())).is_err() {
                break;
            }
        }
    }
    (attacker, predictions)
}

async fn read_everything(server: &TestServer, id: i64, games: u64, attacker: &mut Attacker) {
    let mut paths = vec![
        "/api/v1/tournaments".to_owned(),
        "/api/v1/agents".to_owned(),
        "/api/v1/agents/eve".to_owned(),
    ];
    for rest in [
        "",
        "/ratings",
        "/games.csv",
        "/games",
        "/games?page=2",
        "/games?faults=1",
    ] {
        paths.push(format!("/api/v1/tournaments/{id}{rest}"));
    }
    for number in games.saturating_sub(3)..games + 3 {
        paths.push(format!("/api/v1/tournaments/{id}/games/{number}/record"));
    }
    for path in paths {
        attacker.learn(&server.get(&path).await.body);
    }
}

/// Plays a tournament of the attacker against a policy. `seed` is a line of its definition.
async fn attack(seed: &str, database: Database, store: Store) -> Attacker {
    let text = format!(
        "name = 'attacked'\ngame = 'modern-art'\nrules = '{RULES}'\nrounds = {ROUNDS}\n{seed}\n\
         [[player]]\npolicy = 'random'\n[[player]]\nname = 'other'\npolicy = 'random'\n\
         [[player]]\nname = 'eve'\ntoken = '{TOKEN}'\nthink_ms = 600000\n"
    );
    let plan = Arc::new(Plan::<ModernArt>::new(Definition::read(&text).unwrap()).unwrap());
    let holder = Holder::here("a test");
    let id = enter(&plan, &store, false, &holder).await.unwrap().id;
    let server = Arc::new(TestServer::start(Some(database)).await);
    let lobby = Arc::new(Lobby::new(&plan));
    let hello: Hello =
        serde_json::from_value(json!({"version": 1, "name": "eve", "token": TOKEN})).unwrap();
    let channels = lobby.admit(hello).unwrap();
    let playing = tokio::spawn(eve(channels, Arc::clone(&server), id));
    let options = RunOptions {
        threads: 2,
        patience: Duration::from_secs(60),
        lobby: Some(lobby),
        holder,
        stop: None,
    };
    let before = server.json(&format!("/api/v1/tournaments/{id}")).await;
    run(
        &plan,
        &store,
        id,
        options,
        &Pause::default(),
        &mut |_: Note| {},
    )
    .await
    .unwrap();
    let (mut attacker, predictions) = playing.await.unwrap();

    // Now the deals are public.
    let after = server.json(&format!("/api/v1/tournaments/{id}")).await;
    let proof: DealProof = serde_json::from_value(after["deals"].clone()).unwrap();
    let deals = proof.verify().unwrap();
    if deals.are_secret() {
        let hidden = &before["deals"]["secrets"][0];
        assert_eq!(hidden["secret"], Value::Null);
        assert_eq!(hidden["commitment"], json!(proof.secrets[0].commitment));
    }
    assert_eq!(after["deals"]["public_seed"], !deals.are_secret());
    let planned = plan.schedule.games();
    for (told, seat, predicted) in &predictions {
        let number = (0..planned).find(|&number| deals.told(number) == *told);
        let number = number.expect("a game of the schedule");
        let path = format!("/api/v1/tournaments/{id}/games/{number}/record");
        let record = Record::<ModernArt>::read(&server.get(&path).await.body).unwrap();
        let expected = deals.deal(number, proof.deal_of(number));
        assert_eq!(record.deal, DealSource::Seed(expected));
        let game = record.replay().unwrap();
        attacker.score(predicted, &hand(game.start(), target(*seat)));
    }
    the_numbers_tell_nothing(&deals, &predictions, planned);
    attacker
}

/// The order of the numbers that programs are told says nothing about the games, unless the seed is public.
fn the_numbers_tell_nothing(deals: &Deals, predictions: &[Predicted], planned: u64) {
    let told = predictions.iter().map(|(told, _, _)| *told);
    match deals.are_secret() {
        true => assert!(told.clone().all(|told| told > planned)),
        false => assert!(told.clone().all(|told| told <= planned)),
    }
}

async fn on_sqlite(seed: &str) -> Attacker {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    attack(seed, Database::File(path), store).await
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_cards_of_a_tournament_cannot_be_computed() {
    on_sqlite("").await.assert_chance();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_attack_finds_a_public_seed() {
    on_sqlite("seed = 123456789").await.assert_success();
}
