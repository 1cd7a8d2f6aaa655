//! A seat belongs to the player in it: not to the creator of the table, and not to strangers.

use crate::rooms::test_server::{TestServer, TestTable};
use parlour_protocol::classic::BLOCK;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A hello with exactly this token.
fn exactly(token: &str) -> Value {
    json!({"type": "hello", "version": 1, "name": "Eve", "token": token, "watch": true})
}

/// Whether a token is refused, at the table's address and at the agents' port.
async fn is_refused(test_table: &TestTable, token: &str) -> bool {
    let mut web = test_table.socket().await;
    web.say(&exactly(token)).await;
    let mut line = test_table.server.line(&exactly(token)).await;
    let mut refused = true;
    for client in [&mut web, &mut line] {
        let first = client.hear().await.unwrap();
        refused &= first["type"] == "bye" && client.hear().await.is_none();
    }
    refused
}

#[tokio::test(start_paused = true)]
async fn an_invitation_is_replaced_at_its_first_use() {
    let server = TestServer::start().await;
    for kind in ["person", "agent"] {
        let seats = json!([{"kind": "person"}, {"kind": kind}]);
        let request = json!({"game": "jaipur", "rules": "round", "seats": seats});
        let test_table = server.make(&request).await;
        let mut guest = test_table.socket().await;
        guest.say(&exactly(&test_table.tokens[1])).await;
        let welcome = guest.hear_of("welcome").await;
        let own = welcome["token"].as_str().unwrap().to_owned();
        assert!(own.len() == 32 && !test_table.tokens.contains(&own));
        // The creator knows the invitation, before and during the game.
        assert!(
            is_refused(&test_table, &test_table.tokens[1]).await,
            "{kind}"
        );
        let mut creator = test_table.sit(0, "Ada").await;
        guest.hear_of("game").await;
        assert!(
            is_refused(&test_table, &test_table.tokens[1]).await,
            "{kind}"
        );
        creator.hear_of("game").await;
        // The guest comes back with the new token, which stays.
        for _ in 0..2 {
            let mut back = test_table.socket().await;
            back.say(&exactly(&own)).await;
            let welcome = back.hear_of("welcome").await;
            assert_eq!(
                (&welcome["token"], &welcome["seat"]),
                (&json!(own), &json!(1))
            );
            back.hear_of("game").await;
            guest = back;
        }
        assert!(
            is_refused(&test_table, &test_table.tokens[1]).await,
            "{kind}"
        );
        assert!(test_table.show().await.to_string().find(&own).is_none());
        drop(guest);
    }
}

#[tokio::test(start_paused = true)]
async fn the_seat_of_an_anonymous_program_is_not_the_creators() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "person"}, {"kind": "agent"}, {"kind": "agent"}]);
    let request = json!({"game": "modern-art", "rules": "simple", "seats": seats, "listed": true});
    let test_table = server.make(&request).await;
    let mut lines = server
        .line(&json!({"type": "hello", "version": 1, "name": "new"}))
        .await;
    lines.hear_of("welcome").await;
    let mut classic = TcpStream::connect(server.agents).await.unwrap();
    classic.write_all(b"\n").await.unwrap();
    let mut block = [0; BLOCK];
    classic.read_exact(&mut block).await.unwrap();
    classic.write_all(b"old").await.unwrap();
    test_table
        .until(|table| table["seats"][2]["name"] == "old")
        .await;
    for seat in [1, 2] {
        assert!(
            is_refused(&test_table, &test_table.tokens[seat]).await,
            "{seat}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn anonymous_programs_are_not_seated_at_unlisted_tables() {
    let server = TestServer::start().await;
    let request = |listed: bool| {
        let seats = json!([{"kind": "agent"}, {"kind": "agent"}, {"kind": "agent"}]);
        json!({"game": "modern-art", "rules": "simple", "seats": seats, "listed": listed})
    };
    let unlisted = server.make(&request(false)).await;
    // By name, by the table, and in the classic dialect.
    let mut any = server
        .line(&json!({"type": "hello", "version": 1, "name": "any"}))
        .await;
    let mut named = server
        .line(&json!({"type": "hello", "version": 1, "name": "named", "table": unlisted.id}))
        .await;
    let mut classic = TcpStream::connect(server.agents).await.unwrap();
    classic.write_all(b"\n").await.unwrap();
    let listed = server.make(&request(true)).await;
    any.hear_of("welcome").await;
    let mut block = [0; BLOCK];
    classic.read_exact(&mut block).await.unwrap();
    classic.write_all(b"old").await.unwrap();
    listed
        .until(|table| {
            let seats = table["seats"].as_array().unwrap();
            seats.iter().filter(|seat| seat["taken"] == true).count() == 2
        })
        .await;
    let summary = unlisted.show().await;
    let seats = summary["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["taken"] == false), "{summary}");
    // With a token there is a seat.
    let mut guest = server.line(&exactly(&unlisted.tokens[0])).await;
    assert_eq!(guest.hear_of("welcome").await["seat"], 0);
    drop(guest);
    // The one that named the table still waits.
    let bye = tokio::time::timeout(std::time::Duration::from_secs(5), named.hear()).await;
    assert!(bye.is_err(), "{bye:?}");
}
