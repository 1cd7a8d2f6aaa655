//! The Parlour dialect, for every game of the house.

use crate::test_host::{Ended, SIMPLE_3, host, options, spawn_agent};
use parlour_engine::Rules as _;
use parlour_games::jaipur::{self, Jaipur};
use parlour_games::modern_art::{ModernArt, Rules};
use parlour_games::primi_composti::{self, PrimiComposti};
use parlour_server::agents::Note;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

pub(crate) struct Speaker {
    reader: BufReader<TcpStream>,
    token: String,
}

impl Speaker {
    pub(crate) fn connect(address: SocketAddr, hello: &Value) -> Speaker {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut speaker = Speaker {
            reader: BufReader::new(stream),
            token: String::new(),
        };
        speaker.say(hello);
        speaker
    }

    pub(crate) fn say(&mut self, message: &Value) {
        let _ = self
            .reader
            .get_mut()
            .write_all(format!("{message}\n").as_bytes());
    }

    pub(crate) fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(1..) => Some(serde_json::from_str(&line).unwrap()),
            _ => None,
        }
    }
}

pub(crate) fn hello(name: &str) -> Value {
    json!({"type": "hello", "version": 1, "name": name})
}

/// Plays the first legal action, and returns everything it heard.
fn speak(address: SocketAddr, hello: Value) -> JoinHandle<Vec<Value>> {
    std::thread::spawn(move || {
        let mut speaker = Speaker::connect(address, &hello);
        let mut heard = Vec::new();
        while let Some(message) = speaker.hear() {
            if message["type"] == "turn" {
                let answer =
                    json!({"type": "action", "id": message["id"], "action": message["legal"][0]});
                speaker.say(&answer);
            }
            let bye = message["type"] == "bye";
            heard.push(message);
            if bye {
                break;
            }
        }
        heard
    })
}

fn kinds(heard: &[Value]) -> Vec<&str> {
    heard
        .iter()
        .map(|message| message["type"].as_str().unwrap())
        .collect()
}

fn series<G: parlour_protocol::Hosted>(rules: G::Rules) -> (Ended, Vec<Vec<Value>>) {
    let seats = rules.seats();
    let (address, table) = host::<G>(rules, None, options(2, 5000));
    let agents: Vec<_> = (0..seats)
        .map(|n| speak(address, hello(&format!("agent {n}"))))
        .collect();
    let ended = table.join().unwrap();
    (
        ended,
        agents
            .into_iter()
            .map(|agent| agent.join().unwrap())
            .collect(),
    )
}

fn check((ended, heard): (Ended, Vec<Vec<Value>>)) {
    for heard in &heard {
        let kinds = kinds(heard);
        assert_eq!(kinds[..2], ["welcome", "game"]);
        assert_eq!(kinds.iter().filter(|kind| **kind == "result").count(), 2);
        assert_eq!(kinds.last(), Some(&"bye"));
        let turn = heard
            .iter()
            .find(|message| message["type"] == "turn")
            .unwrap();
        assert_eq!(turn["view"]["viewer"]["seat"], turn["seat"]);
        assert_eq!(turn["time"], 5000);
    }
    assert!(
        ended.report.seats.iter().all(|seat| seat.faults == 0),
        "{:?}",
        ended.report
    );
}

#[test]
fn every_game_of_the_house_can_be_played() {
    check(series::<Jaipur>(jaipur::Rules::ROUND));
    check(series::<PrimiComposti>(primi_composti::Rules::default()));
    check(series::<ModernArt>(SIMPLE_3));
    check(series::<ModernArt>(Rules::FULL));
}

#[test]
fn events_come_once_and_make_the_whole_history() {
    let (ended, heard) = series::<ModernArt>(SIMPLE_3);
    for heard in &heard {
        let mut games: Vec<usize> = Vec::new();
        for message in heard {
            match message["type"].as_str().unwrap() {
                "game" => games.push(0),
                "turn" | "result" => {
                    *games.last_mut().unwrap() += message["events"].as_array().unwrap().len();
                }
                _ => {}
            }
        }
        for (count, line) in games.iter().zip(&ended.records) {
            let record = parlour_engine::Record::<ModernArt>::read(line).unwrap();
            assert_eq!(*count, record.replay().unwrap().state().history().len());
        }
    }
}

#[test]
fn both_dialects_sit_at_one_table() {
    let (address, table) = host::<ModernArt>(SIMPLE_3, None, options(3, 5000));
    let classic = ["anna", "bert"].map(|name| spawn_agent(address, name));
    let watcher =
        json!({"type": "hello", "version": 1, "name": "carl", "watch": true, "legal": "ranges"});
    let heard = speak(address, watcher).join();
    let ended = table.join().unwrap();
    classic.into_iter().for_each(|agent| agent.join().unwrap());
    assert_eq!(ended.report.games, 3);
    let heard = heard.unwrap();
    assert!(kinds(&heard).contains(&"news"));
    // It answers with the text of a whole range now and then, which is a fault each time.
    assert!(
        heard
            .iter()
            .any(|message| message["legal"][0] == "bid 0..100")
    );
    assert!(kinds(&heard).contains(&"fault"));
    assert!(ended.faults("carl") > 0);
    assert_eq!(ended.faults("anna") + ended.faults("bert"), 0);
}

#[test]
fn wrong_greetings_are_answered_and_sent_away() {
    let (address, table) = host::<ModernArt>(SIMPLE_3, None, options(1, 1000));
    for (greeting, reason) in [
        (
            json!({"type": "hello", "version": 2, "name": "x"}),
            "speaks version 1",
        ),
        (
            json!({"type": "hello", "version": 1, "name": "x", "game": "jaipur"}),
            "plays modern-art",
        ),
        (
            json!({"type": "hello", "version": 1, "name": "x", "token": "guess"}),
            "no seat",
        ),
        (
            json!({"type": "action", "action": "pass"}),
            "the first message",
        ),
        (json!({"hello": 1}), "the first message"),
    ] {
        let mut speaker = Speaker::connect(address, &greeting);
        let answer = speaker.hear().unwrap();
        assert_eq!(answer["type"], "bye", "{greeting}");
        assert!(
            answer["reason"].as_str().unwrap().contains(reason),
            "{answer}"
        );
        assert_eq!(speaker.hear(), None);
    }
    let agents = ["anna", "bert", "carl"].map(|name| spawn_agent(address, name));
    table.join().unwrap();
    agents.into_iter().for_each(|agent| agent.join().unwrap());
}

#[test]
fn a_token_brings_an_agent_back_to_its_seat() {
    let (address, table) = host::<ModernArt>(SIMPLE_3, None, options(20, 1000));
    let others = ["anna", "bert"].map(|name| spawn_agent(address, name));
    let mut speaker = Speaker::connect(address, &hello("carl"));
    let welcome = speaker.hear().unwrap();
    speaker.token = welcome["token"].as_str().unwrap().to_owned();
    assert_eq!(speaker.token.len(), 32);
    // Gone in the middle of a turn.
    while speaker.hear().unwrap()["type"] != "turn" {}
    let mut again = hello("carl");
    again["token"] = json!(speaker.token);
    drop(speaker);
    let heard = speak(address, again).join().unwrap();
    let ended = table.join().unwrap();
    others.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(ended.notes.contains(&Note::Back("carl".to_owned())));
    // The first turn tells everything that has happened in the game.
    let turn = heard
        .iter()
        .find(|message| message["type"] == "turn")
        .unwrap();
    assert_eq!(turn["events"][0]["round"]["round"], 0);
    assert!(ended.faults("carl") < 40, "{:?}", ended.report);
}

/// What one agent does wrong costs it a default move, or its connection, and nobody else anything.
#[test]
fn faults_in_lines() {
    type Misbehaviour = fn(&mut Speaker, &Value) -> bool;
    let cases: [(&str, Misbehaviour); 8] = [
        ("no JSON", |speaker, _| {
            let _ = speaker.reader.get_mut().write_all(b"nonsense\n");
            true
        }),
        ("no action", |speaker, _| {
            speaker.say(&json!({"type": "action", "action": "dance"}));
            true
        }),
        ("illegal", |speaker, _| {
            speaker.say(&json!({"type": "action", "action": "bid 9999"}));
            true
        }),
        ("silent", |_, _| true),
        ("half a line", |speaker, _| {
            let _ = speaker.reader.get_mut().write_all(b"{\"type\":\"act");
            true
        }),
        ("two at once", |speaker, turn| {
            let answer = json!({"type": "action", "id": turn["id"], "action": turn["legal"][0]});
            let _ = speaker
                .reader
                .get_mut()
                .write_all(format!("{answer}\n{answer}\n").as_bytes());
            true
        }),
        ("a line without end", |speaker, _| {
            let _ = speaker.reader.get_mut().write_all(&[b' '; 1 << 20]);
            true
        }),
        ("gone", |_, _| false),
    ];
    for (name, bad) in cases {
        let (address, table) = host::<ModernArt>(SIMPLE_3, None, options(1, 500));
        let others = ["anna", "bert"].map(|name| spawn_agent(address, name));
        let speaker = std::thread::spawn(move || {
            let mut speaker = Speaker::connect(address, &hello("evil"));
            while let Some(message) = speaker.hear() {
                if message["type"] == "bye"
                    || (message["type"] == "turn" && !bad(&mut speaker, &message))
                {
                    return;
                }
            }
        });
        let ended = table.join().unwrap();
        speaker.join().unwrap();
        others.into_iter().for_each(|agent| agent.join().unwrap());
        assert_eq!(ended.faults("anna") + ended.faults("bert"), 0, "{name}");
        assert_eq!(
            ended.faults("evil") > 10,
            name != "two at once",
            "{name}: {:?}",
            ended.report
        );
    }
}

/// A program that wants to hear everything and reads nothing.
#[test]
fn one_that_never_reads_keeps_nobody_waiting() {
    let (address, table) = host::<ModernArt>(Rules::FULL, None, options(12, 500));
    let players = Rules::FULL.seats() - 1;
    let others: Vec<_> = (0..players)
        .map(|n| speak(address, hello(&format!("agent {n}"))))
        .collect();
    let mut greeting = hello("deaf");
    greeting["watch"] = json!(true);
    let deaf = Speaker::connect(address, &greeting);
    let ended = table.join().unwrap();
    drop(deaf);
    others.into_iter().for_each(|agent| {
        agent.join().unwrap();
    });
    assert_eq!(ended.report.games, 12);
    let sound = ended.report.seats.iter().filter(|seat| seat.name != "deaf");
    assert!(
        sound.map(|seat| seat.faults).all(|faults| faults == 0),
        "{:?}",
        ended.report
    );
    assert!(ended.faults("deaf") > 50);
}

/// The example in the docs: a whole short game as one seat hears it. Written anew with
/// `PARLOUR_UPDATE=1 cargo test -p parlour-server the_example`.
#[test]
fn the_example_in_the_docs_is_what_is_said() {
    let rules = Rules {
        limit: 2,
        ..SIMPLE_3
    };
    let options = parlour_server::agents::HostOptions {
        fill: Some("simple".to_owned()),
        shuffle: false,
        ..options(1, 5000)
    };
    let (address, table) = host::<ModernArt>(rules, None, options);
    let hello = json!({"type": "hello", "version": 1, "name": "example", "legal": "ranges"});
    let mut speaker = Speaker::connect(address, &hello);
    let mut told = format!("> {hello}\n");
    while let Some(mut message) = speaker.hear() {
        if message["type"] == "welcome" {
            message["token"] = json!("00112233445566778899aabbccddeeff");
        }
        told += &format!("{message}\n");
        if message["type"] == "turn" {
            let legal = message["legal"][0].as_str().unwrap();
            let action = if legal.starts_with("bid") {
                "bid 9"
            } else {
                legal
            };
            let answer = json!({"type": "action", "id": message["id"], "action": action});
            speaker.say(&answer);
            told += &format!("> {answer}\n");
        }
    }
    table.join().unwrap();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/protocol-example.jsonl"
    );
    if std::env::var_os("PARLOUR_UPDATE").is_some() {
        std::fs::write(path, &told).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), told);
}
