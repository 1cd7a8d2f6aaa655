//! Misbehaving agents, which do not disturb the series.

use crate::agents::test_host::{
    Agent, Ended, HostHandle, THINK, filled, modern_art, options, play_on, play_with, request,
    spawn_agent, spawn_patient_agent,
};
use parlour_server::agents::{AgentFault, HostOptions, SeriesNote};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

/// One game of three: two sound agents and one that does what `behave` does with each message.
/// `behave` returns whether it goes on.
fn one_bad(behave: impl FnMut(&mut Agent, &str) -> bool + Send + 'static) -> Ended {
    one_bad_of(1, behave)
}

fn one_bad_of(games: u64, behave: impl FnMut(&mut Agent, &str) -> bool + Send + 'static) -> Ended {
    let (host, series) = modern_art(options(games));
    let sound = ["anna", "bert"].map(|name| spawn_agent(host.address, name));
    play_badly(&host, behave);
    let ended = series.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert_eq!(ended.report.games, games);
    for name in ["anna", "bert"] {
        assert_eq!(ended.faults(name), 0, "{name}");
    }
    ended
}

fn play_badly(host: &HostHandle, mut behave: impl FnMut(&mut Agent, &str) -> bool) {
    let mut agent = Agent::connect(host.address);
    while let Some(message) = agent.hear() {
        if request(&message) == "DISCONNECT" || !behave(&mut agent, &message) {
            return;
        }
    }
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

fn faults(ended: &Ended) -> Vec<AgentFault> {
    let fault = |note: &SeriesNote| match note {
        SeriesNote::Fault { fault, name, .. } if name == "evil" => Some(fault.clone()),
        _ => None,
    };
    ended.notes.iter().filter_map(fault).collect()
}

fn is_evil(note: &SeriesNote) -> bool {
    *note == SeriesNote::Seated("evil".to_owned())
}

#[test]
fn an_agent_that_never_answers_is_skipped() {
    let (host, series) = modern_art(filled(1));
    let mut agent = Agent::connect(host.address);
    agent.hear();
    agent.say("evil");
    host.wait_for(is_evil);
    host.jump_when_idle();
    while agent.hear().is_some() {}
    let ended = series.join().unwrap();
    assert!(ended.faults("evil") > 20);
    let faults = faults(&ended);
    assert!(faults.contains(&AgentFault::AnswerPending));
    // It is not waited for again and again.
    let timeouts = faults.iter().filter(|fault| **fault == AgentFault::Timeout);
    assert!((1..10).contains(&timeouts.count()), "{faults:?}");
}

#[test]
fn a_late_reply_is_not_taken_for_the_next_answer() {
    let (host, series) = modern_art(options(1));
    let (late, said) = mpsc::channel::<()>();
    // Once the time limit has passed, the host waits for this one's bid until the late reply has been sent.
    let waiting = {
        let host = host.clone();
        std::thread::spawn(move || {
            play_with(&mut Agent::connect(host.address), "anna", |request| {
                if request == "BID" && host.has_noted(SeriesNote::is_fault) {
                    // Returns when the sender has been dropped.
                    let _ = said.recv();
                }
            });
        })
    };
    let bert = spawn_agent(host.address, "bert");
    let mut late = Some(late);
    let behaviour = host.clone();
    play_badly(
        &host,
        first("SELL", move |agent| {
            behaviour.advance(THINK);
            behaviour.wait_for(SeriesNote::is_fault);
            agent.say("4");
            drop(late.take());
            true
        }),
    );
    let ended = series.join().unwrap();
    waiting.join().unwrap();
    bert.join().unwrap();
    let faults = faults(&ended);
    assert_eq!(faults[0], AgentFault::Timeout);
    assert!(
        matches!(faults[1..], [] | [AgentFault::AnswerPending]),
        "{faults:?}"
    );
    assert_eq!(ended.faults("anna") + ended.faults("bert"), 0);
}

#[test]
fn garbage_is_a_fault() {
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
        let ended = one_bad(first("BID", move |agent| {
            agent.say(garbage);
            true
        }));
        let faults = faults(&ended);
        assert!(
            matches!(faults[..], [AgentFault::Invalid { .. }]),
            "{garbage:?}: {faults:?}"
        );
    }
}

#[test]
fn invalid_utf8_is_a_fault() {
    let ended = one_bad(first("SELL", |agent| {
        use std::io::Write as _;
        agent.stream.write_all(&[0xff, 0xfe, 0x80]).unwrap();
        true
    }));
    assert_eq!(ended.faults("evil"), 1);
}

#[test]
fn an_answer_of_a_megabyte_is_too_long() {
    let ended = one_bad(first("BID", |agent| {
        agent.say(&"9".repeat(1 << 20));
        true
    }));
    assert!(ended.faults("evil") >= 1);
    assert_eq!(faults(&ended)[0], AgentFault::TooLong);
}

#[test]
fn a_flood_is_a_fault_each_turn() {
    let (host, series) = modern_art(options(1));
    let sound = ["anna", "bert"].map(|name| spawn_agent(host.address, name));
    let flood = std::thread::spawn(move || {
        use std::io::Write as _;
        let mut agent = Agent::connect(host.address);
        agent.hear();
        agent.say("evil");
        host.wait_for(is_evil);
        // Time limits of programs that are not seated yet must not pass.
        for name in ["anna", "bert"] {
            host.wait_for(|note| *note == SeriesNote::Seated(name.to_owned()));
        }
        // Where the host has stopped reading, only the time limit ends the turn.
        host.jump_when_idle();
        let noise = [b'7'; 1 << 16];
        // Bounded: a host that took it all would let 256 MiB through.
        for _ in 0..4096 {
            if agent.stream.write_all(&noise).is_err() {
                return;
            }
        }
    });
    let ended = series.join().unwrap();
    flood.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(ended.faults("evil") > 10);
}

#[test]
fn two_answers_at_once_are_a_fault() {
    let ended = one_bad(first("BID", |agent| {
        agent.say("7\n9\n");
        true
    }));
    assert!(matches!(faults(&ended)[..], [AgentFault::Invalid { .. }]));
}

/// Bytes that arrive while the host waits for another seat are discarded before the next request.
#[test]
fn unexpected_bytes_are_discarded() {
    let options = HostOptions {
        shuffle: false,
        ..options(1)
    };
    let (host, series) = modern_art(options);
    let address = host.address;
    let seated = |name: &'static str| {
        host.wait_for(|note| *note == SeriesNote::Seated(name.to_owned()));
    };
    let anna = spawn_agent(address, "anna");
    seated("anna");
    let (chatter, heard) = mpsc::channel::<()>();
    // The second to sell: by then the first auction is over.
    let bert = std::thread::spawn(move || {
        play_with(&mut Agent::connect(address), "bert", |request| {
            if request == "SELL" {
                // Returns when the sender has been dropped.
                let _ = heard.recv();
            }
        });
    });
    seated("bert");
    let mut chatter = Some(chatter);
    play_badly(&host, move |agent, message| {
        match request(message) {
            "INITIALIZE" => agent.say("evil"),
            "SELL" => agent.say("1"),
            "BID" => agent.say("7"),
            "PURCHASE" if chatter.is_some() => {
                agent.say("99");
                chatter = None;
            }
            _ => {}
        }
        true
    });
    let ended = series.join().unwrap();
    [anna, bert]
        .into_iter()
        .for_each(|agent| agent.join().unwrap());
    assert!(!ended.records[0].contains("bid 99"), "{}", ended.records[0]);
    assert_eq!(faults(&ended), []);
}

#[test]
fn a_painting_not_in_hand_is_replaced() {
    for (answer, faults) in [("5", 1), ("-1", 1), ("99999999999999999999", 1)] {
        let ended = one_bad(first("SELL", move |agent| {
            agent.say(answer);
            true
        }));
        assert_eq!(ended.faults("evil"), faults, "{answer}");
    }
    // An artist there is, but not in hand, is allowed for in the dialect.
    let ended = one_bad(first("SELL", |agent| {
        agent.say("0");
        true
    }));
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
        let ended = one_bad(first("BID", move |agent| {
            agent.say(answer);
            true
        }));
        assert_eq!(ended.faults("evil"), 0, "{answer}");
        assert!(ended.records[0].contains(bid), "{answer}");
    }
}

#[test]
fn a_disconnect_at_each_kind_of_request() {
    for name in ["SELL", "BID", "PURCHASE", "ROUNDOVER", "FINISH"] {
        let ended = one_bad_of(2, first(name, |_| false));
        assert!(ended.faults("evil") > 5, "{name}");
        assert!(
            ended.notes.contains(&SeriesNote::Left("evil".to_owned())) || ended.faults("evil") > 0
        );
    }
}

#[test]
fn a_disconnect_when_the_second_game_begins() {
    let mut games = 0;
    let mut sound = first("nothing", |_| true);
    let ended = one_bad_of(2, move |agent, message| {
        games += u32::from(request(message) == "INITIALIZE");
        games < 2 && sound(agent, message)
    });
    assert!(ended.faults("evil") > 5);
    assert!(ended.notes.contains(&SeriesNote::Left("evil".to_owned())));
}

#[test]
fn a_disconnect_before_the_name_leaves_the_seat_to_another() {
    let (host, series) = modern_art(options(1));
    for _ in 0..3 {
        let mut agent = Agent::connect(host.address);
        agent.hear();
    }
    let sound = ["anna", "bert", "carl"].map(|name| spawn_agent(host.address, name));
    let ended = series.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(ended.report.seats.iter().all(|seat| seat.faults == 0));
}

#[test]
fn a_classic_agent_reconnects_with_its_name() {
    let (host, series) = modern_art(options(30));
    let sound = ["anna", "bert"].map(|name| spawn_patient_agent(&host, name));
    play_badly(&host, first("BID", |_| false));
    // Another name does not get the seat.
    let stranger = spawn_agent(host.address, "zoe");
    play_on(&mut Agent::connect(host.address), "evil");
    let ended = series.join().unwrap();
    stranger.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    assert!(
        ended.notes.contains(&SeriesNote::Back("evil".to_owned())),
        "{:?}",
        ended.report
    );
    assert!(!ended.names().contains(&"zoe"));
}

#[test]
fn a_client_that_never_reads_delays_nobody() {
    // Games enough to fill the buffers of a socket: 4 KiB a message.
    let options = HostOptions {
        think: Duration::from_secs(1),
        ..filled(40)
    };
    let (host, series) = modern_art(options);
    let mut deaf = Agent::connect(host.address);
    deaf.hear();
    deaf.say("evil");
    host.wait_for(is_evil);
    host.jump_when_idle();
    let ended = series.join().unwrap();
    drop(deaf);
    assert_eq!(ended.report.games, 40);
    assert!(ended.faults("evil") > 500);
}

#[test]
fn a_thousand_silent_connections_delay_nobody() {
    let (host, series) = modern_art(options(1));
    let mut silent: Vec<TcpStream> = (0..1000).filter_map(|_| connect(host.address)).collect();
    assert!(silent.len() > 900, "{} connections", silent.len());
    // Each is taken for a classic agent after a while, and asked for its name.
    for stream in &mut silent {
        while stream.peek(&mut [0]).is_err() {
            host.advance(Duration::from_millis(200));
        }
    }
    let sound = ["anna", "bert", "carl"].map(|name| spawn_agent(host.address, name));
    let ended = series.join().unwrap();
    sound.into_iter().for_each(|agent| agent.join().unwrap());
    let mut names = ended.names();
    names.sort_unstable();
    assert_eq!(names, ["anna", "bert", "carl"]);
}

/// The system's queue may be full for a moment.
fn connect(address: SocketAddr) -> Option<TcpStream> {
    (0..50).find_map(|_| {
        let stream = TcpStream::connect_timeout(&address, Duration::from_millis(500)).ok()?;
        stream
            .set_read_timeout(Some(Duration::from_millis(10)))
            .ok()?;
        Some(stream)
    })
}

#[test]
fn a_strict_series_ends_at_the_first_fault() {
    let options = HostOptions {
        strict: true,
        ..options(1)
    };
    let (host, series) = modern_art(options);
    let agents = ["anna", "bert"].map(|name| spawn_agent(host.address, name));
    let nonsense = first("BID", |agent| {
        agent.say("nonsense");
        true
    });
    play_badly(&host, nonsense);
    // The helper panics where the host reports an error.
    assert!(series.join().is_err());
    agents.into_iter().for_each(|agent| agent.join().unwrap());
}
