//! Shared replays: one leads and the others follow, over real sockets.

use crate::http_client;
use crate::rooms::test_server::{TestServer, limits};
use futures_util::{SinkExt as _, StreamExt as _};
use parlour_engine::{DealSource, RecordLink, Rules as _, Table};
use parlour_games::jaipur::{Jaipur, Rules};
use parlour_server::rooms::Limits;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{advance, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const PATH: &str = "/api/v1/shared-replays";
/// Longer than anything here takes, in virtual time.
const TIMEOUT: Duration = Duration::from_secs(30);
const PLIES: u64 = 12;

/// The first actions of a game.
fn table() -> Table<Jaipur> {
    let rules = Rules::named("round").unwrap();
    let names = vec!["Ada".to_owned(), "Bo".to_owned()];
    let mut table = Table::new(rules, DealSource::Seed(7), names).unwrap();
    for _ in 0..PLIES {
        let seat = table.to_move().first().unwrap();
        let legal = parlour_engine::Game::legal_actions(table.state(), seat);
        table.play(seat, legal[0]).unwrap();
    }
    table
}

fn record() -> Value {
    serde_json::from_str(&table().record().to_line()).unwrap()
}

fn token(number: u8) -> String {
    format!("{number:032x}")
}

/// A shared replay and the token of its creator.
struct Replay {
    server: TestServer,
    id: String,
    token: String,
}

impl Replay {
    async fn make(server: TestServer) -> Replay {
        let token = token(1);
        let (status, made) = post(server, &token, &json!({"record": record(), "ply": 3})).await;
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().unwrap().to_owned();
        Replay { server, id, token }
    }

    async fn get(&self) -> (u16, Value) {
        self.server.get(&format!("{PATH}/{}", self.id)).await
    }

    async fn end(&self, token: &str) -> (u16, Value) {
        let bearer = format!("Bearer {token}");
        let path = format!("{PATH}/{}", self.id);
        let headers = [("Authorization", bearer.as_str())];
        self.server.ask("DELETE", &path, &headers, "").await
    }

    async fn connect(&self, origin: Option<&str>) -> Result<Person, u16> {
        let url = format!("ws://{}{PATH}/{}/socket", self.server.http, self.id);
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            (request.headers_mut()).insert("Origin", origin.parse().unwrap());
        }
        match timeout(TIMEOUT, connect_async(request)).await.unwrap() {
            Ok((socket, _)) => Ok(Person(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    async fn join(&self, name: &str, token: Option<&str>) -> Person {
        let mut person = self.connect(None).await.unwrap();
        person
            .say(&json!({"type": "join", "name": name, "token": token}))
            .await;
        person
    }
}

async fn post(server: TestServer, token: &str, body: &Value) -> (u16, Value) {
    post_from([127, 0, 0, 1], server, token, body).await
}

async fn post_from(source: [u8; 4], server: TestServer, token: &str, body: &Value) -> (u16, Value) {
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str())];
    (server.ask_from(source, "POST", PATH, &headers, &body.to_string())).await
}

/// The connection of a person.
struct Person(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Person {
    async fn say(&mut self, message: &Value) {
        self.frame(Message::text(message.to_string())).await;
    }

    async fn frame(&mut self, frame: Message) {
        // Fails if the server has closed the connection, which the tests find out otherwise.
        let _ = self.0.send(frame).await;
    }

    /// The next message; `None` if the connection has ended.
    async fn hear(&mut self) -> Option<Value> {
        loop {
            match timeout(TIMEOUT, self.0.next()).await.unwrap()? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message that is as it should be.
    async fn hear_until(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await.expect("the connection has ended");
            if what(&message) {
                return message;
            }
        }
    }

    async fn bye(&mut self) -> Value {
        let bye = self.hear_until(|message| message["type"] == "bye").await;
        assert_eq!(self.hear().await, None);
        bye
    }

    /// Waits until this number of people are there.
    async fn until_watching(&mut self, count: u64) -> Value {
        self.hear_until(|message| message["watching"] == count)
            .await
    }
}

#[tokio::test(start_paused = true)]
async fn people_see_what_the_leader_shows() {
    let replay = Replay::make(TestServer::start().await).await;
    let (status, shown) = replay.get().await;
    assert_eq!(status, 200);
    let link = RecordLink::write(&table());
    let expected = json!({
        "id": replay.id, "game": "jaipur", "link": link, "plies": PLIES, "ply": 3, "watching": 0
    });
    assert_eq!(shown, expected);
    let mut leader = replay.join("Ada", Some(&replay.token)).await;
    let first = json!({
        "type": "state", "ply": 3, "watching": 1, "leader": "Ada", "leads": true, "people": []
    });
    assert_eq!(leader.hear().await.unwrap(), first);
    let mut follower = replay.join(" Bo ", None).await;
    let first = json!({"type": "state", "ply": 3, "watching": 2, "leader": "Ada", "leads": false});
    assert_eq!(follower.hear().await.unwrap(), first);
    let told = leader.until_watching(2).await;
    assert_eq!(told["people"], json!([{"id": 1, "name": "Bo"}]));
    leader.say(&json!({"type": "seek", "ply": 8})).await;
    follower.hear_until(|message| message["ply"] == 8).await;
    let told = leader.hear_until(|message| message["ply"] == 8).await;
    assert_eq!(told.get("people"), None, "they are as before");
    // Those who come later see the same; equal names are told apart.
    let mut late = replay.join("Bo", None).await;
    let first = late.hear().await.unwrap();
    assert_eq!((&first["ply"], &first["watching"]), (&json!(8), &json!(3)));
    let told = leader.until_watching(3).await;
    assert_eq!(told["people"][1]["name"], "Bo-2");
    // The position is absent.
    leader.say(&json!({"type": "seek", "ply": PLIES + 1})).await;
    leader.say(&json!({"type": "seek", "ply": PLIES})).await;
    let told = late.hear_until(|message| message["ply"] != 8).await;
    assert_eq!(told["ply"], PLIES);
    drop(leader);
    let told = follower
        .hear_until(|message| message["leader"] == Value::Null)
        .await;
    assert_eq!(
        (&told["ply"], &told["watching"]),
        (&json!(PLIES), &json!(2))
    );
    // The leader comes back to where they were.
    let mut leader = replay.join("Ada", Some(&replay.token)).await;
    let told = leader.hear().await.unwrap();
    assert_eq!(
        (&told["ply"], &told["leads"]),
        (&json!(PLIES), &json!(true))
    );
}

#[tokio::test(start_paused = true)]
async fn only_the_leader_leads() {
    let replay = Replay::make(TestServer::start().await).await;
    let mut leader = replay.join("Ada", Some(&replay.token)).await;
    leader.until_watching(1).await;
    for claim in [
        json!({"type": "seek", "ply": 1}),
        json!({"type": "hand_over", "to": 1}),
        json!({"type": "lead", "token": token(2)}),
        json!({"type": "lead", "token": replay.id}),
        json!({"type": "lead"}),
        json!({"type": "join", "token": replay.token}),
    ] {
        let mut stranger = replay.join("Eve", Some(&token(2))).await;
        assert_eq!(stranger.hear().await.unwrap()["leads"], false);
        stranger.say(&claim).await;
        drop(stranger);
        leader.until_watching(2).await;
        // Whatever they said was read before they left.
        let told = leader.until_watching(1).await;
        assert_eq!(
            (&told["ply"], &told["leads"]),
            (&json!(3), &json!(true)),
            "{claim}"
        );
    }
    assert_eq!(replay.end(&token(2)).await.0, 401);
    assert_eq!(replay.end("").await.1["code"], "shared_replay_token");
}

#[tokio::test(start_paused = true)]
async fn leading_is_handed_over_and_taken_back() {
    let replay = Replay::make(TestServer::start().await).await;
    let mut ada = replay.join("Ada", Some(&replay.token)).await;
    let mut bo = replay.join("Bo", None).await;
    let told = ada.until_watching(2).await;
    let number = told["people"][0]["id"].clone();
    ada.say(&json!({"type": "hand_over", "to": 99})).await;
    ada.say(&json!({"type": "hand_over", "to": number})).await;
    let granted = bo.hear_until(|message| message["type"] == "token").await;
    let granted = granted["token"].as_str().unwrap().to_owned();
    let told = bo.hear().await.unwrap();
    assert_eq!(
        (&told["leads"], &told["leader"]),
        (&json!(true), &json!("Bo"))
    );
    assert_eq!(told["people"], json!([{"id": 0, "name": "Ada"}]));
    ada.hear_until(|message| message["leads"] == false).await;
    // Ada does not lead any more, and Bo leads again after a new connection.
    ada.say(&json!({"type": "seek", "ply": 1})).await;
    drop(bo);
    ada.hear_until(|message| message["leader"] == Value::Null)
        .await;
    let mut bo = replay.join("Bo", Some(&granted)).await;
    let told = bo.hear().await.unwrap();
    assert_eq!((&told["leads"], &told["ply"]), (&json!(true), &json!(3)));
    assert_eq!(told.get("token"), None);
    // A new connection of the creator does not take the lead, a request does.
    drop(ada);
    bo.until_watching(1).await;
    let mut ada = replay.join("Ada", Some(&replay.token)).await;
    assert_eq!(ada.hear().await.unwrap()["leads"], false);
    ada.say(&json!({"type": "lead", "token": replay.token}))
        .await;
    let told = ada.hear_until(|message| message["leads"] == true).await;
    bo.hear_until(|message| message["leads"] == false).await;
    assert_eq!(replay.end(&granted).await.0, 401, "Bo was the leader");
    // While nobody leads, the creator does.
    let number = told["people"][0]["id"].clone();
    ada.say(&json!({"type": "hand_over", "to": number})).await;
    ada.hear_until(|message| message["leads"] == false).await;
    drop(bo);
    ada.until_watching(1).await;
    drop(ada);
    let mut ada = replay.join("Ada", Some(&replay.token)).await;
    ada.hear_until(|message| message["leads"] == true).await;
}

#[tokio::test(start_paused = true)]
async fn the_leader_ends_it() {
    let replay = Replay::make(TestServer::start().await).await;
    let mut leader = replay.join("Ada", Some(&replay.token)).await;
    let mut follower = replay.join("", None).await;
    let told = leader.until_watching(2).await;
    assert_eq!(told["people"][0]["name"], "guest");
    assert_eq!(replay.end(&replay.token).await.0, 204);
    for person in [&mut leader, &mut follower] {
        assert_eq!(person.bye().await["code"], "replay_ended");
    }
    assert_eq!(replay.get().await.1["code"], "shared_replay_not_found");
    assert_eq!(replay.end(&replay.token).await.0, 404);
    assert_eq!(replay.connect(None).await.err(), Some(404));
}

#[tokio::test(start_paused = true)]
async fn it_ends_when_nobody_has_been_there_for_some_minutes() {
    let server = TestServer::with(Limits {
        abandon: Duration::from_secs(4),
        ..limits()
    })
    .await;
    let replay = Replay::make(server).await;
    let mut follower = replay.join("Bo", None).await;
    follower.until_watching(1).await;
    // Less than the time after which a silent connection is closed.
    for _ in 0..2 {
        advance(Duration::from_secs(6)).await;
        assert_eq!(replay.get().await.0, 200);
    }
    drop(follower);
    while replay.get().await.1["watching"] != 0 {}
    advance(Duration::from_secs(10)).await;
    while replay.get().await.0 != 404 {}
}

/// The client of the creator makes the same replay again, so that the links of the others stay valid.
#[tokio::test(start_paused = true)]
async fn it_is_made_again_after_a_restart() {
    let (server, stop) = TestServer::stoppable().await;
    let replay = Replay::make(server).await;
    let body = json!({"record": record(), "ply": 5});
    let (status, again) = post(server, &replay.token, &body).await;
    assert_eq!((status, &again["ply"]), (200, &json!(3)), "it is there");
    let mut follower = replay.join("Bo", None).await;
    follower.until_watching(1).await;
    stop.send(()).unwrap();
    assert_eq!(follower.hear().await, None, "clients connect again");
    let server = TestServer::start().await;
    let (status, made) = post(server, &replay.token, &body).await;
    assert_eq!((status, &made["ply"]), (201, &json!(5)));
    assert_eq!(made["id"], replay.id.as_str());
    let (_, other) = post(server, &token(2), &body).await;
    assert_ne!(other["id"], replay.id.as_str());
}

#[tokio::test(start_paused = true)]
async fn records_are_played_by_the_rulebook() {
    let server = TestServer::start().await;
    let with = |field: &str, value: Value| {
        let mut record = record();
        record[field] = value;
        record
    };
    let mut forbidden = record();
    forbidden["actions"][PLIES as usize - 1][1] = json!("take 7 camels");
    let link = RecordLink::write(&table());
    for (record, code) in [
        (json!("damaged"), "invalid_record"),
        (json!(link[..link.len() - 1]), "invalid_record"),
        (json!("A".repeat(8193)), "invalid_record"),
        (json!(null), "invalid_record"),
        (json!({}), "invalid_record"),
        (with("game", json!("chess")), "unknown_game"),
        (with("parlour", json!(99)), "invalid_record"),
        (with("deal", json!({"cards": []})), "invalid_record"),
        (with("seats", json!(["Ada"])), "invalid_record"),
        (
            with("seats", json!(["x".repeat(9000), "y"])),
            "invalid_record",
        ),
        (
            with("result", json!({"scores": [9, 0], "winners": [0]})),
            "invalid_record",
        ),
        (forbidden, "invalid_record"),
    ] {
        let (status, answer) = post(server, &token(1), &json!({"record": record})).await;
        assert_eq!(
            (status, &answer["code"]),
            (400, &json!(code)),
            "{record}: {answer}"
        );
    }
    for body in [
        json!({}),
        json!({"record": record(), "leader": 1}),
        json!([]),
    ] {
        let (status, answer) = post(server, &token(1), &body).await;
        assert_eq!((status, &answer["code"]), (400, &json!("invalid_request")));
    }
    for token in ["", "short", &"g".repeat(32), &"0".repeat(33)] {
        let (status, answer) = post(server, token, &json!({"record": record()})).await;
        assert_eq!((status, &answer["code"]), (400, &json!("invalid_request")));
    }
    let long = json!({"record": record(), "ply": "x".repeat(70_000)});
    assert_eq!(post(server, &token(1), &long).await.0, 413);
    assert_eq!(server.get(&format!("{PATH}/{}", token(1))).await.0, 404);
    // The text of a link is as good as the record; a position beyond the end is the last one.
    let (status, made) = post(server, &token(1), &json!({"record": link, "ply": 999})).await;
    assert_eq!((status, &made["ply"]), (201, &json!(PLIES)));
    assert_eq!(made["link"], link.as_str());
}

#[tokio::test(start_paused = true)]
async fn one_address_has_a_share_and_empty_replays_make_room() {
    const OTHER: [u8; 4] = [127, 0, 0, 9];
    let server = TestServer::with(Limits {
        shared_replays: 3,
        shared_replays_per_address: 2,
        ..limits()
    })
    .await;
    let body = json!({"record": record()});
    let make = async |source, number| post_from(source, server, &token(number), &body).await;
    let mut people = Vec::new();
    for number in [1, 2] {
        let (_, made) = make([127, 0, 0, 1], number).await;
        let id = made["id"].as_str().unwrap().to_owned();
        let replay = Replay {
            server,
            id,
            token: token(number),
        };
        let mut person = replay.join("Ada", None).await;
        person.until_watching(1).await;
        people.push((replay, person));
    }
    let (status, answer) = make([127, 0, 0, 1], 3).await;
    let expected = json!({"count": 2});
    assert_eq!(
        (status, &answer["args"]),
        (429, &expected),
        "somebody is at both"
    );
    // Others are not concerned, and two empty ones of theirs make room for each other.
    for number in 4..7 {
        assert_eq!(make(OTHER, number).await.0, 201);
    }
    // The newest of the owner with the most makes room for one who has none.
    let (status, _) = make([127, 0, 0, 8], 7).await;
    assert_eq!(status, 201, "the empty one of another owner goes first");
    let (_, made) = make([127, 0, 0, 8], 7).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let third = Replay {
        server,
        id,
        token: token(7),
    };
    let mut person = third.join("Cy", None).await;
    person.until_watching(1).await;
    assert_eq!(make(OTHER, 8).await.0, 201);
    let (replay, mut person) = people.pop().unwrap();
    assert_eq!(person.bye().await["code"], "replay_ended");
    assert_eq!(replay.get().await.0, 404);
    assert_eq!(people[0].0.get().await.0, 200);
}

#[tokio::test(start_paused = true)]
async fn a_full_server_refuses_and_floods_are_slowed() {
    let server = TestServer::with(Limits {
        shared_replays: 1,
        new_tables: 1,
        ..limits()
    })
    .await;
    let replay = Replay::make(server).await;
    let mut person = replay.join("Ada", None).await;
    person.until_watching(1).await;
    let body = json!({"record": record()});
    let (status, answer) = post_from([127, 0, 0, 9], server, &token(2), &body).await;
    assert_eq!(
        (status, &answer["code"]),
        (503, &json!("shared_replays_full"))
    );
    // An invalid record counts too.
    assert_eq!(post(server, &token(3), &json!({"record": {}})).await.0, 400);
    let (status, answer) = post(server, &token(3), &body).await;
    assert_eq!(
        (status, &answer["code"]),
        (429, &json!("too_many_requests"))
    );
}

#[tokio::test(start_paused = true)]
async fn two_hundred_people_may_watch() {
    let replay = Replay::make(TestServer::start().await).await;
    let mut people = Vec::new();
    for _ in 0..200 {
        let mut person = replay.join("Bo", None).await;
        person.hear().await.unwrap();
        people.push(person);
    }
    let mut late = replay.join("Bo", Some(&replay.token)).await;
    assert_eq!(late.bye().await["code"], "replay_full");
    people.pop();
    people[0].until_watching(199).await;
    let mut leader = replay.join("Ada", Some(&replay.token)).await;
    let told = leader.hear().await.unwrap();
    assert_eq!(told["people"].as_array().unwrap().len(), 199);
}

#[tokio::test(start_paused = true)]
async fn hostile_connections_are_closed() {
    let replay = Replay::make(
        TestServer::with(Limits {
            messages: 10,
            ..limits()
        })
        .await,
    )
    .await;
    let mut leader = replay.join("Ada", Some(&replay.token)).await;
    leader.until_watching(1).await;
    assert_eq!(
        replay.connect(Some("http://evil.example")).await.err(),
        Some(403)
    );
    let path = format!("{PATH}/{}/socket", replay.id);
    assert_eq!(replay.server.get(&path).await.0, 426);
    for first in [
        Message::text("hello"),
        Message::text("{\"type\":\"seek\",\"ply\":1}"),
        Message::text(format!(
            "{{\"type\":\"join\",\"name\":{}}}",
            "[".repeat(5000)
        )),
    ] {
        let mut stranger = replay.connect(None).await.unwrap();
        stranger.frame(first).await;
        let reason = stranger.bye().await["reason"].as_str().unwrap().to_owned();
        assert!(reason.starts_with("the first message is"), "{reason}");
    }
    // A silent connection is closed, and so is one with too long a message.
    let mut silent = replay.connect(None).await.unwrap();
    advance(limits().message_timeout + Duration::from_secs(1)).await;
    assert_eq!(silent.hear().await, None);
    let mut loud = replay.join("Eve", None).await;
    loud.frame(Message::text("x".repeat(70_000))).await;
    while loud.hear().await.is_some() {}
    let mut flood = replay.join("Eve", None).await;
    for _ in 0..200 {
        flood.frame(Message::binary(b"x".as_slice())).await;
    }
    assert_eq!(flood.bye().await["reason"], "too many messages");
    leader.say(&json!({"type": "seek", "ply": 4})).await;
    leader.hear_until(|message| message["ply"] == 4).await;
    // Names are as short as elsewhere, and have no control characters.
    replay
        .join(&format!("a\u{7}{}", "b".repeat(500)), None)
        .await
        .hear()
        .await;
    let told = leader
        .hear_until(|message| message["people"][0] != Value::Null)
        .await;
    let name = told["people"][0]["name"].as_str().unwrap();
    assert_eq!((name.len(), &name[..2]), (40, "ab"));
}

#[tokio::test(start_paused = true)]
async fn pages_of_other_sites_make_none() {
    let server = TestServer::start().await;
    let bearer = format!("Bearer {}", token(1));
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Origin", "http://evil.example"),
    ];
    let body = json!({"record": record()}).to_string();
    let (status, _, _) = http_client::ask(server.http, "POST", PATH, &headers, &body).await;
    assert_eq!(status, 403);
}
