//! Programs at the agents' port of a server with tables.

use crate::test_server::{House, events, hello, limits};
use parlour_protocol::classic::BLOCK;
use parlour_server::rooms::Limits;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

fn programs(count: usize) -> serde_json::Value {
    json!(vec![json!({"kind": "agent"}); count])
}

fn modern_art(count: usize) -> serde_json::Value {
    json!({"game": "modern-art", "rules": "simple", "seats": programs(count)})
}

/// A classic agent that bids 7 and offers 0, until its connection ends; the requests it got.
fn classic(house: House, name: &'static str) -> JoinHandle<Vec<String>> {
    tokio::spawn(async move {
        let mut stream = TcpStream::connect(house.agents).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let mut requests = Vec::new();
        let mut block = [0; BLOCK];
        while stream.read_exact(&mut block).await.is_ok() {
            let text = String::from_utf8_lossy(&block);
            let request = text.split('\'').nth(3).unwrap().to_owned();
            let answer = match request.as_str() {
                "INITIALIZE" => Some(name),
                "SELL" => Some("0"),
                "BID" => Some("7"),
                _ => None,
            };
            requests.push(request);
            if let Some(answer) = answer {
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        }
        requests
    })
}

#[tokio::test]
async fn classic_agents_wait_for_a_table_and_play_it_to_the_end() {
    let house = House::open().await;
    let agents: Vec<_> = ["anna", "bert", "carl", "dora"]
        .map(|name| classic(house, name))
        .into();
    tokio::time::sleep(Duration::from_millis(400)).await;
    let made = house.make(&modern_art(3)).await;
    let summary = made.until(|table| table["state"] == "over").await;
    let seats = summary["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["taken"] == true));
    // The fourth has waited for another table.
    let next = house.make(&modern_art(3)).await;
    let others: Vec<_> = ["emil", "fred"].map(|name| classic(house, name)).into();
    next.until(|table| table["state"] == "over").await;
    for agent in agents.into_iter().chain(others) {
        let requests = agent.await.unwrap();
        assert_eq!(requests[0], "INITIALIZE");
        let end = &requests[requests.len() - 2..];
        assert_eq!(end, ["FINISH", "DISCONNECT"], "{requests:?}");
    }
    let (_, record) = made.record().await;
    let record =
        parlour_engine::Record::<parlour_games::modern_art::ModernArt>::read(&record.to_string());
    record.unwrap().replay().unwrap();
}

#[tokio::test]
async fn classic_agents_sit_with_people_and_own_agents() {
    let house = House::open().await;
    let seats =
        json!([{"kind": "agent"}, {"kind": "person"}, {"kind": "policy", "policy": "appraiser"}]);
    let made = house
        .make(&json!({"game": "modern-art", "rules": "simple", "seats": seats}))
        .await;
    let agent = classic(house, "anna");
    let person = tokio::spawn(made.sit(1, "Ada").await.play());
    let heard = person.await.unwrap();
    assert_eq!(heard.last().unwrap()["reason"], "the game is over");
    assert_eq!(agent.await.unwrap().last().unwrap(), "DISCONNECT");
    assert_eq!(made.show().await["seats"][0]["name"], "anna");
}

#[tokio::test]
async fn programs_sit_where_their_hello_says() {
    let house = House::open().await;
    let jaipur = json!({"game": "jaipur", "rules": "round", "seats": programs(2)});
    let [first, second] = [house.make(&jaipur).await, house.make(&jaipur).await];
    let art = house.make(&modern_art(3)).await;
    // By game, by table, by token.
    let by = |field: &str, value: &str| {
        let mut hello = json!({"type": "hello", "version": 1, "name": field});
        hello[field] = json!(value);
        hello
    };
    let mut game = house.line(&by("game", "modern-art")).await;
    assert_eq!(game.hear_of("welcome").await["game"], "modern-art");
    let mut table = house.line(&by("table", &second.id)).await;
    table.hear_of("welcome").await;
    assert_eq!(second.show().await["seats"][0]["name"], "table");
    let mut token = house.line(&by("token", &second.tokens[1])).await;
    assert_eq!(token.hear_of("welcome").await["seat"], 1);
    let mut any = house
        .line(&json!({"type": "hello", "version": 1, "name": "any"}))
        .await;
    any.hear_of("welcome").await;
    assert_eq!(
        first.show().await["seats"][0]["name"],
        "any",
        "the oldest table first"
    );
    assert_eq!(art.show().await["seats"][0]["name"], "game");
    assert_eq!(second.show().await["state"], "playing");
    // What cannot be is refused.
    for (hello, reason) in [
        (by("token", "0123"), "no seat has that token"),
        (
            json!({"type": "hello", "version": 9, "token": second.tokens[0]}),
            "this server speaks version 1",
        ),
    ] {
        let mut client = house.line(&hello).await;
        let bye = client.hear_of("bye").await;
        assert!(bye["reason"].as_str().unwrap().starts_with(reason), "{bye}");
        assert_eq!(client.hear().await, None);
    }
}

#[tokio::test]
async fn a_person_may_sit_at_a_terminal() {
    let house = House::open().await;
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "utility"}]);
    let made = house
        .make(&json!({"game": "jaipur", "rules": "round", "seats": seats}))
        .await;
    let mut person = house.line(&hello("Ada", &made.tokens[0])).await;
    let turn = person.hear_of("turn").await;
    person.act(&turn, "dance").await;
    assert_eq!(person.hear_of("refused").await["id"], turn["id"]);
    person.say(&json!({"type": "resign"})).await;
    assert_eq!(person.hear_of("result").await["winners"], json!([1]));
}

#[tokio::test]
async fn nobody_waits_for_ever_in_the_lobby() {
    let limits = Limits {
        lobby: 2,
        lobby_time: Duration::from_millis(500),
        ..limits()
    };
    let house = House::with(limits).await;
    let hello = json!({"type": "hello", "version": 1, "name": "robot"});
    let mut waiting = [house.line(&hello).await, house.line(&hello).await];
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut third = house.line(&hello).await;
    let reason = third.hear_of("bye").await["reason"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(reason.contains("too many agents wait"), "{reason}");
    for client in &mut waiting {
        let bye = client.hear_of("bye").await;
        assert_eq!(bye["reason"], "no table has waited for an agent like you");
    }
}

/// A program that goes away plays defaults, and may come back with its token.
#[tokio::test]
async fn a_program_comes_back_with_its_token() {
    let house = House::open().await;
    let seats = json!([{"kind": "agent"}, {"kind": "person"}, {"kind": "person"}]);
    let made = house
        .make(&json!({"game": "modern-art", "rules": "simple", "seats": seats, "seed": 7}))
        .await;
    let mut people = [made.sit(1, "Ada").await, made.sit(2, "Bob").await];
    let mut robot = house.line(&hello("robot", "")).await;
    let bye = robot.hear_of("bye").await;
    assert!(
        bye["reason"]
            .as_str()
            .unwrap()
            .starts_with("no seat has that token")
    );
    let mut robot = house
        .line(&json!({"type": "hello", "version": 1, "name": "robot"}))
        .await;
    let welcome = robot.hear_of("welcome").await;
    assert_eq!(welcome["token"], made.tokens[0]);
    assert_eq!(
        welcome["think"], 30_000,
        "without a clock programs have one all the same"
    );
    robot.hear_of("turn").await;
    drop(robot);
    // The others play on with the default at once.
    let turn = people[0].hear_of("turn").await;
    assert!(turn["events"].to_string().contains("offer"), "{turn}");
    people[0].act(&turn, "bid 1").await;
    let mut back = house.line(&hello("robot", &made.tokens[0])).await;
    assert_eq!(back.hear_of("game").await["seat"], 0);
    made.until(|table| table["seats"][0]["here"] == true).await;
    let turn = people[1].hear_of("turn").await;
    people[1].act(&turn, "bid 2").await;
    let turn = people[0].hear_of("turn").await;
    people[0]
        .act(&turn, turn["legal"][0].as_str().unwrap())
        .await;
    back.hear_of("turn").await;
    let told = events(&back.messages());
    assert!(
        told[0].to_string().contains("round"),
        "from the beginning: {told:?}"
    );
}
