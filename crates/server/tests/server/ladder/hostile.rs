//! Nobody can compute the hidden cards of a ladder game from what is public, even with the source of the program.

use crate::attack::{Attacker, Prediction, RULES, hand, target};
use crate::ladder::agent::{Client, random};
use crate::ladder::test_server::TestServer;
use parlour_arena::deals::DealProof;
use parlour_engine::{DealSource, Game as _, Record, Seat, Viewer};
use parlour_games::modern_art::ModernArt;
use serde_json::Value;
use std::time::Duration;

const GAMES: usize = 220;

/// Reads every public page of the ladder.
async fn read_everything(server: &TestServer, board: &str, attacker: &mut Attacker) {
    let mut paths: Vec<String> = vec!["".to_owned(), "/seasons/1".to_owned()];
    for rest in ["", "/games", "/games?page=2", "?season=1"] {
        paths.push(format!("/boards/{board}{rest}"));
    }
    let shown = server.json(&format!("/boards/{board}/games")).await;
    let games = shown["items"].as_array().unwrap();
    let last = games
        .first()
        .map_or(0, |game| game["number"].as_u64().unwrap());
    for number in last.saturating_sub(2)..last + 4 {
        paths.push(format!("/seasons/1/games/{number}/record"));
    }
    (1..8).for_each(|agent| paths.push(format!("/agents/{agent}")));
    for path in paths {
        attacker.learn(&server.ask("GET", &path, None, "").await.1);
    }
}

/// Plays games as an agent of the ladder that reads every public page, and predicts hidden cards. With `insider` it knows
/// the secret of the season.
async fn attack(server: &TestServer, board: &str, games: usize, insider: bool) -> Attacker {
    let eve = server.register(board, "eve").await;
    let other = server.register(board, "other").await;
    let playing = random(server, &other, Duration::ZERO);
    let mut attacker = Attacker::new(70);
    attacker.learn(&format!("{eve:?}"));
    if insider {
        let (store, board) = (server.store().await, board.parse().unwrap());
        let seasons = store.ladder_seasons(&board).await.unwrap();
        attacker.learn(&seasons[0].secret.reveal());
    }
    let mut client = Client::connect(server.agents, &eve.token).await;
    let mut predictions: Vec<(Seat, Value, Prediction)> = Vec::new();
    let (mut is_new, mut played) = (false, 0);
    while played < games {
        let message = client.hear().await.unwrap();
        attacker.learn(&message.to_string());
        match message["type"].as_str().unwrap() {
            "game" => is_new = true,
            "turn" if is_new => {
                is_new = false;
                if played % 20 == 0 {
                    read_everything(server, board, &mut attacker).await;
                }
                let seat = Seat(message["seat"].as_u64().unwrap() as u8);
                let view = &message["view"];
                let own = view["players"][seat.index()]["hand"].clone();
                predictions.push((seat, own, attacker.predict(view)));
                client.answer(&message).await;
            }
            "turn" => client.answer(&message).await,
            "result" => played += 1,
            _ => {}
        }
    }
    playing.abort();
    // The games of the attacker, in order. It plays one at a time.
    let mut numbers = Vec::new();
    for page in 1.. {
        let path = format!("/boards/{board}/games?agent={}&page={page}", eve.id);
        let shown = server.json(&path).await;
        let items = shown["items"].as_array().unwrap();
        numbers.extend(items.iter().map(|game| game["number"].as_u64().unwrap()));
        if items.is_empty() {
            break;
        }
    }
    numbers.sort_unstable();
    for (number, (seat, own, predicted)) in numbers.iter().zip(&predictions) {
        let path = format!("/seasons/1/games/{number}/record");
        let record = Record::<ModernArt>::read(&server.json(&path).await.to_string()).unwrap();
        let game = record.replay().unwrap();
        let view = game.start().view(Viewer::Seat(*seat));
        let dealt = &view.players[seat.index()].hand;
        assert_eq!(serde_json::to_value(dealt).unwrap(), *own, "the same game");
        attacker.score(predicted, &hand(game.start(), target(*seat)));
    }
    attacker
}

/// The attack works for who knows the secret: otherwise it would prove nothing.
#[tokio::test]
async fn the_attack_works_with_the_secret() {
    let board = format!("modern-art:{RULES}");
    let server = TestServer::start(&[&board]).await;
    attack(&server, &board, 25, true).await.assert_success();
}

#[tokio::test]
async fn hidden_cards_of_the_ladder_cannot_be_computed() {
    let board = format!("modern-art:{RULES}");
    let server = TestServer::start(&[&board]).await;
    attack(&server, &board, GAMES, false).await.assert_chance();

    // Afterwards the deals follow from the secret.
    let store = server.store().await;
    let parsed = board.parse().unwrap();
    let before = server.json("/seasons/1").await;
    assert_eq!(before["deals"]["secrets"][0]["secret"], Value::Null);
    parlour_arena::ladder::season::freeze(&store, &parsed, 0)
        .await
        .unwrap();
    let after = server
        .until("/seasons/1", |season| season["state"] == "closed")
        .await;
    let proof: DealProof = serde_json::from_value(after["deals"].clone()).unwrap();
    assert_eq!(
        before["commitment"].as_str().unwrap(),
        proof.secrets[0].commitment
    );
    let deals = proof.verify().unwrap();
    let (_, lines) = server.ask("GET", "/seasons/1/records", None, "").await;
    assert!(lines.lines().count() >= GAMES);
    for (at, line) in (0..).zip(lines.lines()) {
        let number = proof.game_of(at).unwrap();
        let record = Record::<ModernArt>::read(line).unwrap();
        let expected = deals.deal(number, proof.deal_of(number));
        assert_eq!(record.deal, DealSource::Seed(expected));
    }
}
