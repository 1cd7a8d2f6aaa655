//! The Parlour dialect, for for every game.

use crate::agents::test_host::{
    Ended, SIMPLE_3, THINK, filled, host, options, spawn_agent, spawn_patient_agent,
};
use parlour_engine::Rules as _;
use parlour_games::jaipur::{self, Jaipur};
use parlour_games::modern_art::{ModernArt, Rules};
use parlour_games::primi_composti::{self, PrimiComposti};
use parlour_server::agents::SeriesNote;
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
            .set_read_timeout(Some(Duration::from_secs(300)))
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
    let (host, series) = host::<G>(rules, None, options(2));
    let agents: Vec<_> = (0..seats)
        .map(|n| speak(host.address, hello(&format!("agent {n}"))))
        .collect();
    let ended = series.join().unwrap();
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
        assert_eq!(turn["time"], THINK.as_millis() as u64);
    }
    assert!(
        ended.report.seats.iter().all(|seat| seat.faults == 0),
        "{:?}",
        ended.report
    );
}

#[test]
fn every_game_can_be_played() {
    check(series::<Jaipur>(jaipur::Rules::ROUND));
    check(series::<PrimiComposti>(primi_composti::Rules::default()));
    check(series::<ModernArt>(SIMPLE_3));
    check(series::<ModernArt>(Rules::FULL));
}

#[test]
fn every_event_is_sent_once() {
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
            assert_eq!(*count, record.replay().unwrap().events().len());
        }
    }
}

#[test]
fn both_dialects_play_in_one_series() {
    let (host, series) = host::<ModernArt>(SIMPLE_3, None, options(3));
    let classic = ["anna", "bert"].map(|name| spawn_agent(host.address, name));
    let watcher =
        json!({"type": "hello", "version": 1, "name": "carl", "watch": true, "legal": "ranges"});
    let heard = speak(host.address, watcher).join();
    let ended = series.join().unwrap();
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
fn invalid_first_messages_are_rejected() {
    let (host, series) = host::<ModernArt>(SIMPLE_3, None, options(1));
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
        let mut speaker = Speaker::connect(host.address, &greeting);
        let answer = speaker.hear().unwrap();
        assert_eq!(answer["type"], "bye", "{greeting}");
        assert!(
            answer["reason"].as_str().unwrap().contains(reason),
            "{answer}"
        );
        assert_eq!(speaker.hear(), None);
    }
    let agents = ["anna", "bert", "carl"].map(|name| spawn_agent(host.address, name));
    series.join().unwrap();
    agents.into_iter().for_each(|agent| agent.join().unwrap());
}

#[test]
fn an_agent_reconnects_with_its_token() {
    let (host, series) = host::<ModernArt>(SIMPLE_3, None, options(20));
    let others = ["anna", "bert"].map(|name| spawn_patient_agent(&host, name));
    let mut speaker = Speaker::connect(host.address, &hello("carl"));
    let welcome = speaker.hear().unwrap();
    speaker.token = welcome["token"].as_str().unwrap().to_owned();
    assert_eq!(speaker.token.len(), 32);
    // Gone in the middle of a turn.
    while speaker.hear().unwrap()["type"] != "turn" {}
    let mut again = hello("carl");
    again["token"] = json!(speaker.token);
    drop(speaker);
    let heard = speak(host.address, again).join().unwrap();
    let ended = series.join().unwrap();
    others.into_iter().for_each(|agent| agent.join().unwrap());
    let back = SeriesNote::Back("carl".to_owned());
    let back = ended.notes.iter().position(|note| *note == back).unwrap();
    let fault = |note: &SeriesNote| matches!(note, SeriesNote::Fault { .. });
    assert!(!ended.notes[back..].iter().any(fault), "{:?}", ended.notes);
    // The first turn tells everything that has happened in the game.
    let turn = heard
        .iter()
        .find(|message| message["type"] == "turn")
        .unwrap();
    assert_eq!(turn["events"][0]["round"]["round"], 0);
}

/// A misbehaving agent gets a fallback move or loses its connection; the others are not affected.
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
        // Where time limits pass, built-in policies play the other seats: they need no time.
        let timed = matches!(name, "silent" | "half a line");
        let options = if timed { filled(1) } else { options(1) };
        let (host, series) = host::<ModernArt>(SIMPLE_3, None, options);
        let others: &[&str] = if timed { &[] } else { &["anna", "bert"] };
        let others: Vec<_> = (others.iter())
            .map(|name| (name, spawn_agent(host.address, name)))
            .collect();
        let mut speaker = Speaker::connect(host.address, &hello("evil"));
        while let Some(message) = speaker.hear() {
            if timed && message["type"] == "turn" {
                host.jump_when_idle();
            }
            if message["type"] == "bye"
                || (message["type"] == "turn" && !bad(&mut speaker, &message))
            {
                break;
            }
        }
        drop(speaker);
        let ended = series.join().unwrap();
        for (other, agent) in others {
            agent.join().unwrap();
            assert_eq!(ended.faults(other), 0, "{name}");
        }
        assert_eq!(
            ended.faults("evil") > 10,
            name != "two at once",
            "{name}: {:?}",
            ended.report
        );
    }
}

/// An agent that asks for every event and reads nothing.
#[test]
fn an_agent_that_never_reads_does_not_delay_the_series() {
    let (host, series) = host::<ModernArt>(Rules::FULL, None, filled(12));
    let mut greeting = hello("deaf");
    greeting["watch"] = json!(true);
    let deaf = Speaker::connect(host.address, &greeting);
    host.wait_for(|note| *note == SeriesNote::Seated("deaf".to_owned()));
    host.jump_when_idle();
    let ended = series.join().unwrap();
    drop(deaf);
    assert_eq!(ended.report.games, 12);
    assert!(ended.faults("deaf") > 50);
}

/// The example in the docs: a short game from the view of one seat. Updated with
/// `PARLOUR_UPDATE=1 cargo test -p parlour-server the_example`.
#[test]
fn the_example_in_the_docs_is_current() {
    let rules = Rules {
        limit: 2,
        ..SIMPLE_3
    };
    let options = parlour_server::agents::HostOptions {
        think: Duration::from_secs(5),
        shuffle: false,
        ..filled(1)
    };
    let (host, series) = host::<ModernArt>(rules, None, options);
    let hello = json!({"type": "hello", "version": 1, "name": "example", "legal": "ranges"});
    let mut speaker = Speaker::connect(host.address, &hello);
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
    series.join().unwrap();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/protocol-example.jsonl"
    );
    if std::env::var_os("PARLOUR_UPDATE").is_some() {
        std::fs::write(path, &told).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), told);
}
