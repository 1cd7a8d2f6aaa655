//! Daily deals: one attempt for each visitor, played at the server, with hidden cards, through a restart.

use crate::rooms::test_server::{Stored, TestServer, TestTable, limits};
use parlour_protocol::daily::DAILY_GAMES;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;

const ADA: &str = "0123456789abcdef0123456789abcdef";
const BEN: &str = "00000000000000000000000000000001";

/// What the server answers to a visitor.
async fn ask(server: TestServer, method: &str, game: &str, visitor: &str) -> (u16, Value) {
    ask_from(server, [127, 0, 0, 1], method, game, visitor).await
}

async fn ask_from(
    server: TestServer,
    source: [u8; 4],
    method: &str,
    game: &str,
    visitor: &str,
) -> (u16, Value) {
    let path = format!("/api/v1/daily/{game}");
    let bearer = format!("Bearer {visitor}");
    let headers = [("Authorization", bearer.as_str())];
    server.ask_from(source, method, &path, &headers, "").await
}

/// The table of an attempt, which may have been begun before.
async fn begin(server: TestServer, source: [u8; 4], game: &str, visitor: &str) -> TestTable {
    let (status, seat) = ask_from(server, source, "POST", game, visitor).await;
    assert_eq!(status, 200, "{seat}");
    TestTable {
        server,
        id: seat["table"].as_str().unwrap().to_owned(),
        keeper: String::new(),
        tokens: vec![seat["token"].as_str().unwrap().to_owned()],
    }
}

async fn stored(folder: &TempDir) -> Stored {
    TestServer::stored(limits(), &folder.path().join("a.sqlite")).await
}

#[tokio::test(start_paused = true)]
async fn an_attempt_is_made_once_and_the_server_computes_its_result() {
    let folder = TempDir::new().unwrap();
    let first = stored(&folder).await;
    let server = first.server;
    let local = [127, 0, 0, 1];
    let table = begin(server, local, "jaipur", ADA).await;
    let again = begin(server, local, "jaipur", ADA).await;
    assert_eq!((&again.id, &again.tokens), (&table.id, &table.tokens));
    assert!(table.show().await["commitment"].is_null());
    let (_, list) = server.get("/api/v1/tables").await;
    assert_eq!(list["tables"], json!([]));
    let (_, deal) = ask(server, "GET", "jaipur", ADA).await;
    assert_eq!(deal["own"]["live"], true);
    assert_eq!(deal["results"], json!([]));
    // Nothing is taken back.
    let mut client = table.sit(0, "Ada").await;
    let turn = client.hear_of("turn").await;
    let action = turn["legal"][0].as_str().unwrap().to_owned();
    client.act(&turn, &action).await;
    client.hear_of("turn").await;
    client.say(&json!({"type": "undo"})).await;
    assert_eq!(client.hear_of("refused").await["code"], "no_undo");
    assert!(client.frame(Message::Close(None)).await);
    // The record, and with it the deal, is told when the game is over.
    assert_eq!(table.record().await.0, 409);
    first.stop().await;

    // The attempt goes on after a restart.
    let second = stored(&folder).await;
    let server = second.server;
    let there = begin(server, local, "jaipur", ADA).await;
    assert_eq!(there.id, table.id);
    let heard = there.sit(0, "Ada").await.play().await;
    assert_eq!(heard.last().unwrap()["code"], "over");
    let summary = there.show().await;
    assert!(summary["secret"].is_null() && summary["daily"].is_u64());
    let scores = summary["scores"].as_array().unwrap();
    let margin = scores[0].as_i64().unwrap() - scores[1].as_i64().unwrap();
    let expected = json!([{"margin": margin, "count": 1}]);
    let (_, deal) = ask(server, "GET", "jaipur", ADA).await;
    assert_eq!(deal["results"], expected);
    assert_eq!(
        deal["own"],
        json!({"table": table.id, "margin": margin, "live": false, "counts": true})
    );
    // The visitor has had their attempt: the request leads to the game that is over.
    assert_eq!(begin(server, local, "jaipur", ADA).await.id, table.id);

    // Another visitor at the same network address plays the same deal, but does not count.
    let other = begin(server, local, "jaipur", BEN).await;
    assert_ne!(other.id, table.id);
    other.sit(0, "Ben").await.play().await;
    let deal_of = async |table: &TestTable| table.record().await.1["deal"].clone();
    assert_eq!(deal_of(&other).await, deal_of(&there).await);
    let (_, deal) = ask(server, "GET", "jaipur", BEN).await;
    assert_eq!(deal["results"], expected);
    assert_eq!(deal["own"]["counts"], false);
    second.stop().await;

    // The histogram is there after a restart.
    let third = stored(&folder).await;
    let (_, deal) = ask(third.server, "GET", "jaipur", "").await;
    assert_eq!(deal["results"], expected);
    assert!(deal["own"].is_null());
    let path = format!(
        "/api/v1/daily/jaipur?day={}",
        summary["daily"].as_u64().unwrap() + 1
    );
    assert_eq!(third.server.get(&path).await.1["results"], json!([]));
}

/// What one visitor may know of the deal before they play, and of the cards that are hidden while they do, does not
/// depend on the deal: two servers have different secrets.
#[tokio::test(start_paused = true)]
async fn nobody_can_know_a_deal_before_they_play_it() {
    let mut records = Vec::new();
    for _ in 0..2 {
        let folder = TempDir::new().unwrap();
        let running = stored(&folder).await;
        let server = running.server;
        for game in DAILY_GAMES {
            let table = begin(server, [127, 0, 0, 1], game.game, ADA).await;
            let waiting = table.show().await;
            assert_eq!(waiting["rules"], game.rules);
            assert_eq!(waiting["seats"].as_array().unwrap().len(), game.seats);
            let mut watcher = table.watch().await;
            for message in [waiting, watcher.hear_of("table").await] {
                assert!(message.get("seed").is_none() && message.get("deal").is_none());
                assert!(message["secret"].is_null() && message["commitment"].is_null());
            }
            let heard = table.sit(0, "Ada").await.play().await;
            let over = |message: &Value| message["type"] == "result";
            let before = heard.iter().take_while(|message| !over(message));
            let record = table.record().await.1;
            let seed = record["deal"]["seed"].as_u64().unwrap();
            for message in before {
                assert!(
                    !message.to_string().contains(&seed.to_string()),
                    "{message}"
                );
            }
            records.push(seed);
        }
    }
    let (one, other) = records.split_at(DAILY_GAMES.len());
    assert!(one.iter().zip(other).all(|(one, other)| one != other));
}

#[tokio::test(start_paused = true)]
async fn a_given_up_attempt_has_no_result_and_cannot_be_repeated() {
    let folder = TempDir::new().unwrap();
    let running = stored(&folder).await;
    let server = running.server;
    let table = begin(server, [127, 0, 0, 2], "modern-art", ADA).await;
    let mut client = table.sit(0, "Ada").await;
    client.hear_of("turn").await;
    client.say(&json!({"type": "resign"})).await;
    client.hear_of("result").await;
    let (_, deal) = ask(server, "GET", "modern-art", ADA).await;
    assert_eq!(deal["results"], json!([]));
    assert_eq!(deal["own"]["live"], false);
    assert!(deal["own"]["margin"].is_null());
    let again = begin(server, [127, 0, 0, 3], "modern-art", ADA).await;
    assert_eq!(again.id, table.id);
    // Another game is another deal.
    begin(server, [127, 0, 0, 2], "jaipur", ADA).await;
}

#[tokio::test(start_paused = true)]
async fn requests_that_make_no_attempt_are_refused() {
    let folder = TempDir::new().unwrap();
    let mut few = limits();
    few.tables_per_address = 1;
    let stored = TestServer::stored(few, &folder.path().join("a.sqlite")).await;
    let server = stored.server;
    for visitor in ["", "short", &ADA.replace('0', "g"), &ADA.repeat(2)] {
        let (status, error) = ask(server, "POST", "jaipur", visitor).await;
        assert_eq!((status, &error["code"]), (400, &json!("invalid_request")));
    }
    assert_eq!(
        ask(server, "POST", "chess", ADA).await.1["code"],
        "unknown_game"
    );
    let origin = [
        ("Origin", "http://elsewhere.example"),
        ("Authorization", ADA),
    ];
    let (status, error) = server
        .ask("POST", "/api/v1/daily/jaipur", &origin, "")
        .await;
    assert_eq!((status, &error["code"]), (403, &json!("other_site")));
    // An attempt for which there is no room was none.
    begin(server, [127, 0, 0, 1], "jaipur", ADA).await;
    let (status, error) = ask(server, "POST", "jaipur", BEN).await;
    assert_eq!(
        (status, &error["code"]),
        (429, &json!("too_many_tables")),
        "{error}"
    );
    assert!(ask(server, "GET", "jaipur", BEN).await.1["own"].is_null());
    let without = TestServer::start().await;
    for method in ["GET", "POST"] {
        let (status, error) = ask(without, method, "jaipur", ADA).await;
        assert_eq!((status, &error["code"]), (404, &json!("no_database")));
    }
}
