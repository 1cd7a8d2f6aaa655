//! The end of a season: the frozen table, the final, the published secret.

use crate::ladder::agent::random;
use crate::ladder::test_server::TestServer;
use parlour_arena::ladder::season::freeze;
use serde_json::Value;
use std::time::Duration;

const BOARD: &str = "jaipur:round";

fn finals(games: &Value) -> Vec<&Value> {
    let items = games["items"].as_array().unwrap();
    items
        .iter()
        .filter(|game| game["kind"] == "final")
        .collect()
}

#[tokio::test]
async fn a_season_ends_with_a_frozen_table_and_a_final() {
    let server = TestServer::start(&["jaipur"]).await;
    let mut playing = Vec::new();
    let mut owned = Vec::new();
    for name in ["one", "two", "three"] {
        let agent = server.register(BOARD, name).await;
        playing.push(random(&server, &agent, Duration::ZERO));
        owned.push(agent);
    }
    let path = format!("/boards/{BOARD}");
    let enough = |board: &Value| {
        let rows = board["table"].as_array().unwrap();
        let remote = rows.iter().filter(|row| row["policy"].is_null());
        remote.clone().count() == 3
            && remote
                .into_iter()
                .all(|row| row["games"].as_u64().unwrap() >= 10)
    };
    let before = server.until(&path, enough).await;
    assert_eq!(before["shown"]["state"], "open");

    let store = server.store().await;
    let board = BOARD.parse().unwrap();
    let (number, table, finalists) = freeze(&store, &board, 4).await.unwrap();
    assert_eq!((number, finalists.len()), (1, 3));
    let closed = server
        .until("/seasons/1", |season| season["state"] == "closed")
        .await;
    assert!(closed["deals"]["secrets"][0]["secret"].is_string());

    // Each pair has played its games, with the seats exchanged.
    let games = server
        .json(&format!("/boards/{BOARD}/games?season=1"))
        .await;
    let played = finals(&games);
    assert_eq!(played.len(), 3 * 4);
    let frozen = server.json(&format!("{path}?season=1")).await;
    let rows = frozen["table"].as_array().unwrap();
    assert_eq!(rows.len(), table.len());
    for (row, standing) in rows.iter().zip(&table) {
        assert_eq!(row["agent"], standing.agent);
        let rating = row["rating"]["rating"].as_f64().unwrap();
        assert!((rating - standing.rating).abs() < 1e-6);
        assert_eq!(
            row["final_place"].is_u64(),
            finalists.contains(&standing.agent)
        );
    }
    let scores = rows.iter().filter_map(|row| row["final_score"].as_f64());
    assert!((scores.sum::<f64>() - 1.5).abs() < 1e-9, "{frozen}");

    // The next season has begun meanwhile, with new deals.
    let now = server
        .until(&path, |board| board["games"].as_u64().unwrap() >= 5)
        .await;
    assert_eq!(now["season"]["number"], 2);
    assert_ne!(now["season"]["commitment"], closed["commitment"]);
    assert_eq!(now["seasons"].as_array().unwrap().len(), 2);
    playing.iter().for_each(|playing| playing.abort());
}

#[tokio::test]
async fn a_final_without_its_agents_waits_and_can_be_ended() {
    let server = TestServer::start(&["jaipur"]).await;
    let mut playing = Vec::new();
    for name in ["one", "two"] {
        let agent = server.register(BOARD, name).await;
        playing.push(random(&server, &agent, Duration::ZERO));
    }
    let path = format!("/boards/{BOARD}");
    server
        .until(&path, |board| board["games"].as_u64().unwrap() >= 60)
        .await;
    playing.iter().for_each(|playing| playing.abort());
    server.until(&path, |board| board["connected"] == 0).await;
    let store = server.store().await;
    freeze(&store, &BOARD.parse().unwrap(), 4).await.unwrap();
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(server.json("/seasons/1").await["state"], "final");
    store.end_ladder_final(1).await.unwrap();
    server
        .until("/seasons/1", |season| season["state"] == "closed")
        .await;
}
