//! Whatever an agent does, the table plays on.

use crate::test_host::{
    Agent, Ended, SIMPLE_3, host, modern_art, options, play_on, request, spawn_agent,
};
use parlour_games::modern_art::{ModernArt, Rules};
use parlour_server::agents::{Fault, HostOptions, Note};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// One game of three: two sound agents and one that does what `behave` does with each message.
/// `behave` returns whether it goes on.
fn one_bad(think: u64, behave: impl FnMut(&mut Agent, &str) -> bool + Send + 'static) -> Ended {
    one_bad_of(1, think, behave)
}

fn one_bad_of(
    games: u64,
    think: u64,
    mut behave: impl FnMut(&mut Agent, &str) -> bool + Send + 'static,
) -> Ended {
    let (address, table) = modern_art(options(games, think));
    let sound = ["anna", "bert"].map(|name| spawn_agent(address, name));
    let bad = std::thread::spawn(move || {
        let mut agent = Agent::connect(address);
        while let Some(message) = agent.hear() {
            if request(&message) == "DISCONNECT" || !behave(&mut agent, &message) {
                return;
            }
        }
    });
    let ended = table.join().unwrap();
    bad.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert_eq!(ended.report.games, games);
    for name in ["anna", "bert"] {
        assert_eq!(ended.faults(name), 0, "{name}");
    }
    ended
}

/// Answers as it should, but `bad` to the first request of this name.
fn first(
    name: &'static str,
    mut bad: impl FnMut(&mut Agent) -> bool + Send + 'static,
) -> impl FnMut(&mut Agent, &str) -> bool + Send + 'static {
    let mut done = false;
    move |agent, message| {
        let request = request(message);
        if request == name && !done {
            done = true;
            return bad(agent);
        }
        match request {
            "INITIALIZE" => agent.say("evil"),
            "SELL" => agent.say("1"),
            "BID" => agent.say("7"),
            _ => {}
        }
        true
    }
}

fn faults(ended: &Ended) -> Vec<Fault> {
    let fault = |note: &Note| match note {
        Note::Fault { fault, name, .. } if name == "evil" => Some(fault.clone()),
        _ => None,
    };
    ended.notes.iter().filter_map(fault).collect()
}

#[test]
fn no_reply_ever_after_the_name() {
    let start = Instant::now();
    let ended = one_bad(500, |agent, message| {
        if request(message) == "INITIALIZE" {
            agent.say("evil");
        }
        true
    });
    assert!(ended.faults("evil") > 20);
    let faults = faults(&ended);
    assert!(faults.contains(&Fault::Timeout) && faults.contains(&Fault::AnswerPending));
    // It is not waited for again and again.
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_late_reply_is_not_taken_for_the_next_answer() {
    for name in ["SELL", "BID"] {
        let ended = one_bad(
            400,
            first(name, |agent| {
                std::thread::sleep(Duration::from_millis(600));
                agent.say("4");
                true
            }),
        );
        assert_eq!(faults(&ended)[0], Fault::Timeout, "{name}");
        assert!(
            ended.faults("evil") < 10,
            "{name}: {}",
            ended.faults("evil")
        );
    }
}

#[test]
fn garbage_is_a_fault_each() {
    for garbage in [
        "hello",
        "",
        " ",
        "1.5",
        "1e3",
        "\u{0}\u{1}",
        "{'a': 1}",
        "5\n6",
        "--3",
        "٣",
    ] {
        if garbage.is_empty() {
            continue;
        }
        let ended = one_bad(
            2000,
            first("BID", move |agent| {
                agent.say(garbage);
                true
            }),
        );
        let faults = faults(&ended);
        assert!(
            matches!(faults[..], [Fault::Invalid(..)]),
            "{garbage:?}: {faults:?}"
        );
    }
}

#[test]
fn bytes_that_are_no_text() {
    let ended = one_bad(
        2000,
        first("SELL", |agent| {
            use std::io::Write as _;
            agent.stream.write_all(&[0xff, 0xfe, 0x80]).unwrap();
            true
        }),
    );
    assert_eq!(ended.faults("evil"), 1);
}

#[test]
fn a_megabyte_without_end() {
    let ended = one_bad(
        500,
        first("BID", |agent| {
            agent.say(&"9".repeat(1 << 20));
            true
        }),
    );
    assert!(ended.faults("evil") >= 1);
    assert_eq!(faults(&ended)[0], Fault::TooLong);
}

#[test]
fn a_flood_that_never_ends() {
    let (address, table) = modern_art(options(1, 500));
    let sound = ["anna", "bert"].map(|name| spawn_agent(address, name));
    let flood = std::thread::spawn(move || {
        use std::io::Write as _;
        let mut agent = Agent::connect(address);
        agent.hear();
        agent.say("evil");
        std::thread::sleep(Duration::from_millis(100));
        let noise = [b'7'; 1 << 16];
        // Bounded: a table that took it all would let 256 MiB through.
        for _ in 0..4096 {
            if agent.stream.write_all(&noise).is_err() {
                return;
            }
        }
    });
    let ended = table.join().unwrap();
    flood.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(ended.faults("evil") > 10);
}

#[test]
fn half_a_message_and_the_rest_later() {
    let (address, table) = modern_art(options(1, 2000));
    let bert = spawn_agent(address, "bert");
    // The first bids are asked of all at once. The table waits for this one when the rest comes.
    let slow = std::thread::spawn(move || {
        let mut agent = Agent::connect(address);
        let mut thinks = true;
        while let Some(message) = agent.hear() {
            match request(&message) {
                "INITIALIZE" => agent.say("anna"),
                "SELL" => agent.say("1"),
                "BID" => {
                    if std::mem::take(&mut thinks) {
                        std::thread::sleep(Duration::from_millis(600));
                    }
                    agent.say("3");
                }
                _ => {}
            }
        }
    });
    let bad = std::thread::spawn(move || {
        let mut agent = Agent::connect(address);
        let mut answer = first("BID", |agent| {
            agent.say("1");
            std::thread::sleep(Duration::from_millis(30));
            // Unasked for by now: it must not become the next answer.
            agent.say("x");
            true
        });
        while let Some(message) = agent.hear() {
            answer(&mut agent, &message);
        }
    });
    let ended = table.join().unwrap();
    for agent in [bert, slow, bad] {
        agent.join().unwrap();
    }
    assert_eq!(faults(&ended), []);
}

#[test]
fn two_replies_at_once() {
    let ended = one_bad(
        2000,
        first("BID", |agent| {
            agent.say("7\n9\n");
            true
        }),
    );
    assert!(matches!(faults(&ended)[..], [Fault::Invalid(..)]));
}

/// Bytes that come while another seat still thinks are gone before the next question.
#[test]
fn unasked_for_bytes_are_thrown_away() {
    let rules = Rules {
        limit: 2,
        ..SIMPLE_3
    };
    let (address, table) = host::<ModernArt>(rules, None, options(1, 5000));
    let agent = |name: &'static str, after_bid: fn(&mut Agent)| {
        std::thread::spawn(move || {
            let mut agent = Agent::connect(address);
            while let Some(message) = agent.hear() {
                match request(&message) {
                    "INITIALIZE" => agent.say(name),
                    "SELL" => agent.say("1"),
                    "BID" => after_bid(&mut agent),
                    "DISCONNECT" => return,
                    _ => {}
                }
            }
        })
    };
    let slow = |agent: &mut Agent| {
        std::thread::sleep(Duration::from_millis(120));
        agent.say("7");
    };
    let chatty = |agent: &mut Agent| {
        agent.say("7");
        std::thread::sleep(Duration::from_millis(10));
        agent.say("99");
    };
    let agents = [
        agent("anna", slow),
        agent("bert", slow),
        agent("evil", chatty),
    ];
    let ended = table.join().unwrap();
    agents.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(!ended.records[0].contains("bid 99"), "{}", ended.records[0]);
    assert_eq!(ended.faults("evil"), 0);
}

#[test]
fn a_wrong_painting_becomes_a_random_one_of_the_hand() {
    for (answer, faults) in [("5", 1), ("-1", 1), ("99999999999999999999", 1)] {
        let ended = one_bad(
            2000,
            first("SELL", move |agent| {
                agent.say(answer);
                true
            }),
        );
        assert_eq!(ended.faults("evil"), faults, "{answer}");
    }
    // An artist there is, but not in hand, is allowed for in the dialect.
    let ended = one_bad(
        2000,
        first("SELL", |agent| {
            agent.say("0");
            true
        }),
    );
    assert_eq!(ended.faults("evil"), 0);
}

#[test]
fn bids_are_clamped_to_the_cash() {
    for (answer, bid) in [
        ("100000", "bid 100"),
        ("-3", "bid 0"),
        ("99999999999999999999", "bid 100"),
        (" +7 ", "bid 7"),
    ] {
        let ended = one_bad(
            2000,
            first("BID", move |agent| {
                agent.say(answer);
                true
            }),
        );
        assert_eq!(ended.faults("evil"), 0, "{answer}");
        assert!(ended.records[0].contains(bid), "{answer}");
    }
}

#[test]
fn a_disconnect_at_each_kind_of_request() {
    for name in ["SELL", "BID", "PURCHASE", "ROUNDOVER", "FINISH"] {
        let ended = one_bad_of(2, 1000, first(name, |_| false));
        assert!(ended.faults("evil") > 5, "{name}");
        assert!(ended.notes.contains(&Note::Left("evil".to_owned())) || ended.faults("evil") > 0);
    }
}

#[test]
fn a_disconnect_when_the_second_game_begins() {
    let mut games = 0;
    let mut sound = first("nothing", |_| true);
    let ended = one_bad_of(2, 1000, move |agent, message| {
        games += u32::from(request(message) == "INITIALIZE");
        games < 2 && sound(agent, message)
    });
    assert!(ended.faults("evil") > 5);
    assert!(ended.notes.contains(&Note::Left("evil".to_owned())));
}

#[test]
fn a_disconnect_before_the_name_leaves_the_seat_to_another() {
    let (address, table) = modern_art(options(1, 500));
    for _ in 0..3 {
        let mut agent = Agent::connect(address);
        agent.hear();
    }
    let sound = ["anna", "bert", "carl"].map(|name| spawn_agent(address, name));
    let ended = table.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(ended.report.seats.iter().all(|seat| seat.faults == 0));
}

#[test]
fn a_lost_agent_comes_back_under_its_name() {
    let (address, table) = modern_art(options(30, 2000));
    // One takes its time before the second game: the door waits 200 ms to see what a newcomer speaks.
    let slow = std::thread::spawn(move || {
        let mut agent = Agent::connect(address);
        let mut games = 0;
        while let Some(message) = agent.hear() {
            match request(&message) {
                "INITIALIZE" => {
                    games += 1;
                    if games == 2 {
                        std::thread::sleep(Duration::from_millis(800));
                    }
                    agent.say("anna");
                }
                "SELL" => agent.say("0"),
                "BID" => agent.say("7"),
                "DISCONNECT" => return,
                _ => {}
            }
        }
    });
    let sound = [slow, spawn_agent(address, "bert")];
    let mut agent = Agent::connect(address);
    let mut behave = first("BID", |_| false);
    while let Some(message) = agent.hear() {
        if !behave(&mut agent, &message) {
            break;
        }
    }
    drop(agent);
    // Another name does not get the seat.
    let stranger = spawn_agent(address, "zoe");
    play_on(&mut Agent::connect(address), "evil");
    let ended = table.join().unwrap();
    stranger.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(
        ended.notes.contains(&Note::Back("evil".to_owned())),
        "{:?}",
        ended.report
    );
    assert!(ended.report.seats.iter().all(|seat| seat.name != "zoe"));
}

#[test]
fn a_client_that_never_reads() {
    // Games enough to fill the buffers of a socket: 4 KiB a message.
    let (address, table) = modern_art(options(40, 500));
    let sound = ["anna", "bert"].map(|name| spawn_agent(address, name));
    let deaf = std::thread::spawn(move || {
        let mut agent = Agent::connect(address);
        agent.hear();
        agent.say("evil");
        agent
    });
    let deaf = deaf.join().unwrap();
    let ended = table.join().unwrap();
    drop(deaf);
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert_eq!(ended.report.games, 40);
    assert_eq!(ended.faults("anna") + ended.faults("bert"), 0);
}

#[test]
fn a_thousand_connections_that_say_nothing() {
    let (address, table) = modern_art(options(1, 700));
    let silent: Vec<TcpStream> = (0..1000).filter_map(|_| connect(address)).collect();
    assert!(silent.len() > 900, "{} connections", silent.len());
    let sound = ["anna", "bert", "carl"].map(|name| spawn_agent(address, name));
    let ended = table.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    let mut names: Vec<&str> = ended
        .report
        .seats
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["anna", "bert", "carl"]);
}

/// The system's queue may be full for a moment.
fn connect(address: SocketAddr) -> Option<TcpStream> {
    (0..50).find_map(|_| {
        let stream = TcpStream::connect_timeout(&address, Duration::from_millis(500));
        stream.ok().or_else(|| {
            std::thread::sleep(Duration::from_millis(10));
            None
        })
    })
}

#[test]
fn a_strict_table_ends_at_the_first_fault() {
    let options = HostOptions {
        strict: true,
        ..options(1, 1000)
    };
    let (address, table) = modern_art(options);
    let agents = ["anna", "bert"].map(|name| spawn_agent(address, name));
    let bad = std::thread::spawn(move || {
        let mut agent = Agent::connect(address);
        let mut behave = first("BID", |agent| {
            agent.say("nonsense");
            true
        });
        while let Some(message) = agent.hear() {
            behave(&mut agent, &message);
        }
    });
    // The helper panics where the table reports an error.
    assert!(table.join().is_err());
    bad.join().unwrap();
    agents.into_iter().for_each(|agent| agent.join().unwrap());
}
