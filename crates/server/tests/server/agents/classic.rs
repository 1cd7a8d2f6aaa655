//! The classic dialect: every message of the logged game, and series of games.

use crate::agents::test_host::{
    Agent, SIMPLE_3, filled, host, modern_art, options, request, spawn_agent,
};
use parlour_engine::Record;
use parlour_games::modern_art::ModernArt;
use parlour_protocol::import;
use parlour_server::agents::{HostOptions, SeriesNote};
use std::time::Duration;

const LOG: &str = include_str!("../../data/wire-3p.log");

/// Plays the logged game with the logged deal and replies, and compares every message of
/// the server up to the first ROUNDOVER: there the logged server begins to rank wrongly.
#[test]
fn every_message_of_the_logged_game_is_the_same() {
    let messages = import::messages(LOG).unwrap();
    let record = import::record(LOG).unwrap();
    assert_eq!(record.rules, SIMPLE_3);
    let options = HostOptions {
        shuffle: false,
        ..options(1)
    };
    let (host, series) = host::<ModernArt>(SIMPLE_3, Some(record.deal), options);
    let mut agents = Vec::new();
    let mut compared = 0;
    for seat in 0..3 {
        let mine: Vec<_> = messages
            .iter()
            .filter(|message| message.seat == seat)
            .cloned()
            .collect();
        let mut agent = Agent::connect(host.address);
        // The first message tells that this agent has this seat.
        let first = agent.hear().unwrap();
        assert_eq!(first, mine[0].text);
        agent.say(&mine[1].text);
        agents.push((agent, mine));
    }
    // Blocking, but each in a thread: bids are asked of all at once.
    let players = agents.into_iter().map(|(mut agent, mine)| {
        std::thread::spawn(move || {
            let mut compared = 1;
            for message in &mine[2..] {
                if !message.from_server {
                    agent.say(&message.text);
                    continue;
                }
                let heard = agent.hear().unwrap();
                if request(&message.text) == "ROUNDOVER" {
                    assert_eq!(request(&heard), "ROUNDOVER");
                    break;
                }
                assert_eq!(heard, message.text);
                compared += 1;
            }
            crate::agents::test_host::play_on(&mut agent, "det");
            compared
        })
    });
    for player in players.collect::<Vec<_>>() {
        compared += player.join().unwrap();
    }
    let logged = messages.iter().filter(|message| message.from_server);
    let before = logged
        .take_while(|message| request(&message.text) != "ROUNDOVER")
        .count();
    assert_eq!(compared, before);
    let ended = series.join().unwrap();
    assert_eq!(ended.names(), ["det", "det-2", "det-3"]);
}

#[test]
fn a_log_becomes_a_record_that_replays() {
    let record = import::record(LOG).unwrap();
    assert_eq!(record.seats, ["det", "det", "det"]);
    let table = record.replay().unwrap();
    // The first round as in the log: 82 for the paintings of seat 1, and so on.
    assert!(table.actions().len() > 100, "{}", table.actions().len());
    assert!(table.outcome().is_some());
    let again = Record::<ModernArt>::read(&record.to_line()).unwrap();
    assert_eq!(again, record);
}

#[test]
fn three_agents_play_several_games_on_one_connection() {
    let (host, series) = modern_art(options(5));
    let agents = ["anna", "bert", "carl"].map(|name| spawn_agent(host.address, name));
    let ended = series.join().unwrap();
    agents.into_iter().for_each(|agent| agent.join().unwrap());
    assert_eq!(ended.report.games, 5);
    assert_eq!(ended.records.len(), 5);
    let mut seen = Vec::new();
    for line in &ended.records {
        let record = Record::<ModernArt>::read(line).unwrap();
        record.replay().unwrap();
        seen.push(record.seats);
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 1, "seats are shuffled: {seen:?}");
    for standing in &ended.report.seats {
        assert_eq!(standing.faults, 0, "{standing:?}");
        assert!(standing.corrected > 0, "artist 0 is not always in hand");
        assert!(standing.mean > 0.0);
    }
    let wins: f64 = (ended.report.seats.iter())
        .map(|standing| standing.wins)
        .sum();
    assert!((wins - ended.report.games as f64).abs() < 1e-9, "{wins}");
    let json = serde_json::to_value(&ended.report).unwrap();
    for key in ["name", "wins", "mean_cash", "faults"] {
        assert!(json["seats"][0].get(key).is_some(), "{key}");
    }
}

/// The token of an agent of a ladder.
#[test]
fn a_name_that_is_a_token_is_refused() {
    let (host, series) = modern_art(options(1));
    let token = "0123456789abcdef0123456789abcdef";
    let refused = spawn_agent(host.address, token);
    host.wait_for(|note| matches!(note, SeriesNote::Rejected(_) | SeriesNote::Seated(_)));
    assert!(!host.has_noted(|note| note.to_string().contains(token)));
    refused.join().unwrap();
    let agents = ["anna", "bert", "carl"].map(|name| spawn_agent(host.address, name));
    series.join().unwrap();
    agents.into_iter().for_each(|agent| agent.join().unwrap());
}

#[test]
fn empty_seats_are_filled_when_asked_for() {
    let options = HostOptions {
        wait: Duration::from_millis(300),
        ..filled(2)
    };
    let (host, series) = modern_art(options);
    let agent = spawn_agent(host.address, "anna");
    let ended = series.join().unwrap();
    agent.join().unwrap();
    assert_eq!(ended.names(), ["anna", "simple", "simple-2"]);
}

/// The same game with other hidden cards: not a byte differs for the seat that cannot know them.
#[test]
fn hidden_cards_do_not_change_the_messages_of_a_seat() {
    let deal = import::record(LOG).unwrap().deal;
    let heard = |swapped: bool| {
        let mut deal = match deal.clone() {
            parlour_engine::DealSource::Cards(deal) => deal,
            other => panic!("{other:?}"),
        };
        if swapped {
            // Cards of the hands of seats 1 and 2, which they do not offer below.
            let (one, two) = (10..20, 20..30);
            let at = |range: std::ops::Range<usize>, artist: u8| {
                range
                    .into_iter()
                    .rev()
                    .find(|&at| deal.deck[at].artist == artist)
                    .unwrap()
            };
            let (a, b) = (at(one, 0), at(two, 1));
            deal.deck.swap(a, b);
        }
        let options = HostOptions {
            shuffle: false,
            ..options(1)
        };
        let source = parlour_engine::DealSource::Cards(deal);
        let (host, series) = host::<ModernArt>(SIMPLE_3, Some(source), options);
        let mut threads = Vec::new();
        for seat in 0..3 {
            let mut agent = Agent::connect(host.address);
            let first = agent.hear().unwrap();
            agent.say(["a", "b", "c"][seat]);
            threads.push(std::thread::spawn(move || {
                let mut heard = vec![first];
                while let Some(message) = agent.hear() {
                    let request = request(&message).to_owned();
                    heard.push(message);
                    match request.as_str() {
                        // Artist 4, 4, 2: in every hand.
                        "SELL" => agent.say("4"),
                        "BID" => agent.say("3"),
                        "ROUNDOVER" => break,
                        _ => {}
                    }
                }
                heard
            }));
        }
        let heard: Vec<Vec<String>> = threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect();
        drop(series);
        heard
    };
    let (first, second) = (heard(false), heard(true));
    assert!(first[0].len() > 10);
    assert_eq!(first[0], second[0]);
    assert_ne!(first[1], second[1]);
}
