//! `parlour tournament` with a language model, which is a script behind a real HTTP server.

use crate::common::{failure_of, parlour};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

pub(crate) const KEY: &str = "sk-7Zq0-not-to-be-found-anywhere";
pub(crate) const VARIABLE: &str = "PARLOUR_TEST_KEY";

/// A request as it came over the socket.
struct Request {
    path: String,
    headers: HashMap<String, String>,
    body: Value,
}

impl Request {
    /// The last message.
    fn question(&self) -> &str {
        let messages = self.body["messages"].as_array().unwrap();
        messages.last().unwrap()["content"].as_str().unwrap()
    }

    /// The position, which comes before all answers.
    fn position(&self) -> &str {
        self.body["messages"][1]["content"].as_str().unwrap()
    }

    /// The words after a label of the position, at its last line with that label.
    fn row(&self, label: &str) -> Vec<&str> {
        let lines = self.position().lines().rev();
        let mut rows = lines.filter_map(|line| line.trim_start().strip_prefix(label));
        rows.next()
            .unwrap_or_else(|| panic!("no {label}: {}", self.position()))
            .split_whitespace()
            .collect()
    }
}

/// What the server sends.
enum Reply {
    /// A completion with this text.
    Say(String),
    /// These bytes, as they are.
    Raw(Vec<u8>),
    /// Nothing for a long time.
    Silence,
    /// The connection is closed.
    Close,
}

fn response(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n"
    );
    (head + body).into_bytes()
}

fn completion(text: &str) -> Vec<u8> {
    let body = json!({
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020 },
    });
    response("200 OK", "", &body.to_string())
}

type Handler = Box<dyn FnMut(&Request) -> Reply + Send>;

/// The method and path of a request, and its Authorization.
type Seen = (String, Option<String>);

/// An OpenAI-compatible server on a port of its own.
struct Server {
    url: String,
    /// Every request.
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// A server whose handler answers the requests for completions.
    fn start(handler: impl FnMut(&Request) -> Reply + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let handler: Arc<Mutex<Handler>> = Arc::new(Mutex::new(Box::new(handler)));
        let requests = Arc::clone(&seen);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (handler, seen) = (Arc::clone(&handler), Arc::clone(&requests));
                thread::spawn(move || serve(stream.unwrap(), &handler, &seen));
            }
        });
        Server { url, seen }
    }

    fn completions(&self) -> usize {
        let seen = self.seen.lock().unwrap();
        seen.iter()
            .filter(|(path, _)| path == "POST /v1/chat/completions")
            .count()
    }
}

/// Answers the requests of one connection.
fn serve(stream: TcpStream, handler: &Mutex<Handler>, seen: &Mutex<Vec<Seen>>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut stream = stream;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|&read| read > 0)?;
        let path = line.rsplit_once(' ')?.0.to_owned();
        let mut headers = HashMap::new();
        loop {
            line.clear();
            reader.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let length = headers
            .get("content-length")
            .map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let authorization = headers.get("authorization").cloned();
        seen.lock().unwrap().push((path.clone(), authorization));
        let body = serde_json::from_slice(&body).unwrap_or_default();
        let request = Request {
            path,
            headers,
            body,
        };
        let reply = match request.path.as_str() {
            "POST /v1/chat/completions" => {
                assert_eq!(request.headers["content-type"], "application/json");
                handler.lock().unwrap()(&request)
            }
            _ => Reply::Raw(response("404 Not Found", "", "{}")),
        };
        match reply {
            Reply::Say(text) => stream.write_all(&completion(&text)).ok()?,
            Reply::Raw(bytes) => stream.write_all(&bytes).ok()?,
            Reply::Silence => thread::sleep(Duration::from_secs(60)),
            Reply::Close => return None,
        }
    }
}

/// A legal action of Jaipur, from the text of the position.
fn jaipur(request: &Request) -> String {
    let (market, hand) = (request.row("market"), request.row("hand"));
    if market.contains(&"camel") {
        return "take camels".to_owned();
    }
    if hand.len() < 7 || hand == ["empty"] {
        return format!("take {}", market[0]);
    }
    let number = |kind: &str| hand.iter().filter(|&&card| card == kind).count();
    let most = hand.iter().max_by_key(|kind| number(kind)).unwrap();
    format!("sell {} {most}", number(most))
}

/// A legal action of Primi Composti, version 1.
fn primi_composti(request: &Request) -> String {
    format!("play {}", request.row("hand")[0])
}

/// A tournament in a folder of its own.
pub(crate) struct TestTournament {
    pub(crate) folder: PathBuf,
}

impl TestTournament {
    /// A random policy against a model.
    pub(crate) fn new(name: &str, head: &str, endpoint: &str) -> TestTournament {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("endpoint-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let definition = format!(
            "name = 'models'\nseed = 1\n{head}\n[[player]]\npolicy = '{}'\n[[player]]\nname = 'model'\n{endpoint}\n",
            if head.contains("jaipur") {
                "random"
            } else {
                "rand"
            },
        );
        fs::write(folder.join("file.toml"), definition).unwrap();
        TestTournament { folder }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn run(&self, options: &[&str]) -> Output {
        let (file, log, record) = (
            self.path("file.toml"),
            self.path("log"),
            self.path("games.jsonl"),
        );
        let database = format!("sqlite:{}", self.path("a.sqlite"));
        let mut line = vec!["tournament", &file, "--database", &database];
        if !options.contains(&"--show") {
            line.extend(["--log", &log, "--record", &record]);
        }
        line.extend(options);
        parlour(&line)
            .env(VARIABLE, KEY)
            .env("PARLOUR_TEST_SEEN", self.path("seen"))
            .output()
            .unwrap()
    }

    /// The report of a run that succeeds, and what it says on stderr.
    pub(crate) fn play(&self, options: &[&str]) -> (Value, String) {
        let output = self.run(&[&["--json", "--threads", "1"], options].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{stderr}");
        (serde_json::from_slice(&output.stdout).unwrap(), stderr)
    }

    /// Checks that the key is in no file.
    pub(crate) fn hides_the_key(&self) {
        let mut folders = vec![self.folder.clone()];
        let mut files = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                files += 1;
                let bytes = fs::read(&path).unwrap();
                assert!(
                    !bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()),
                    "{path:?}"
                );
            }
        }
        assert!(files >= 4, "{files}");
    }
}

pub(crate) const PRIMI: &str = "game = 'primi-composti'\nrules = { cards = 2 }\nrounds = 1";
pub(crate) const JAIPUR: &str = "game = 'jaipur'\nrounds = 1";

fn endpoint(server: &Server, rest: &str) -> String {
    format!(
        "endpoint = {{ url = '{}', model = 'script'{rest} }}",
        server.url
    )
}

#[test]
fn a_model_plays_whole_games_legally() {
    type Player = fn(&Request) -> String;
    for (name, head, player) in [
        ("jaipur", JAIPUR, jaipur as Player),
        ("primi", PRIMI, primi_composti),
    ] {
        let server = Server::start(move |request| {
            assert_eq!(request.body["model"], "script");
            assert_eq!(request.body["temperature"], 0);
            let rules = request.body["messages"][0]["content"].as_str().unwrap();
            assert!(rules.contains("the rules as Parlour plays them"), "{rules}");
            assert!(rules.contains("The rule") && request.question().contains("it is your turn"));
            assert!(!request.body.to_string().contains(KEY));
            Reply::Say(format!("I have thought about it.\n\n{}\n", player(request)))
        });
        let rest = format!(
            ", key_env = '{VARIABLE}', price_input = 2.0, price_output = 10, parameters = {{ temperature = 0 }}"
        );
        let tournament = TestTournament::new(name, head, &endpoint(&server, &rest));
        let (report, stderr) = tournament.play(&["--allow-endpoints"]);
        assert!(!stderr.contains(KEY), "{stderr}");
        assert_eq!(report["finished"], true);
        assert_eq!(report["players"][1]["faults"], 0, "{stderr}");
        let models = report["models"].as_array().unwrap();
        let [model] = models.as_slice() else {
            panic!("{models:?}");
        };
        let requests = server.completions() as u64;
        assert!(requests >= 4, "{requests}");
        assert_eq!(model["player"], "model");
        assert_eq!(
            (&model["requests"], &model["metered"]),
            (&json!(requests), &json!(requests))
        );
        assert_eq!(model["retries"], 0);
        assert_eq!(model["input_tokens"], 1000 * requests);
        assert_eq!(model["output_tokens"], 20 * requests);
        let cost = model["cost"].as_f64().unwrap();
        assert!((cost - 0.0022 * requests as f64).abs() < 1e-9, "{cost}");
        for (path, authorization) in server.seen.lock().unwrap().iter() {
            assert_eq!(
                authorization.as_deref(),
                Some(format!("Bearer {KEY}").as_str()),
                "{path}"
            );
        }
        // What the store keeps is the same later, and needs neither key nor requests.
        let (later, _) = tournament.play(&["--show"]);
        assert_eq!(later["models"], report["models"]);
        let text = tournament.run(&["--show"]);
        let text = String::from_utf8(text.stdout).unwrap();
        assert!(
            text.contains("output tokens") && text.contains(&format!("{cost:.4}")),
            "{text}"
        );
        assert_eq!(server.completions() as u64, requests);
        let records = fs::read_to_string(tournament.path("games.jsonl")).unwrap();
        let actions: usize = records
            .lines()
            .map(|line| line.matches("\",").count())
            .sum();
        assert!(actions > 0);
        tournament.hides_the_key();
    }
}

#[test]
fn a_model_can_play_with_neutral_names() {
    let requests = Arc::new(Mutex::new(String::new()));
    let sent = Arc::clone(&requests);
    let server = Server::start(move |request| {
        *sent.lock().unwrap() += &request.body["messages"].to_string();
        let (market, hand) = (request.row("market"), request.row("hand"));
        Reply::Say(match request.body["messages"].as_array().unwrap().len() {
            2 => "take gold".to_owned(),
            _ if market.contains(&"gor") => "take gors".to_owned(),
            _ if hand.len() < 7 || hand == ["empty"] => format!("take {}", market[0]),
            _ => {
                let number = |kind: &str| hand.iter().filter(|&&card| card == kind).count();
                let most = hand.iter().max_by_key(|kind| number(kind)).unwrap();
                format!("sell {} {most}", number(most))
            }
        })
    });
    let tournament = TestTournament::new(
        "neutral",
        JAIPUR,
        &endpoint(&server, ", neutral_names = true"),
    );
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert_eq!(report["players"][1]["faults"], 0, "{stderr}");
    let model = &report["models"][0];
    assert_eq!(
        model["requests"].as_u64().unwrap(),
        2 * model["retries"].as_u64().unwrap()
    );
    // The answer of this model stands there as it was given, and nothing else.
    let texts = requests
        .lock()
        .unwrap()
        .to_lowercase()
        .replace("take gold", "");
    for name in [
        "jaipur", "pauchon", "diamond", "gold", "silver", "cloth", "spice", "leather", "camel",
        "rupee",
    ] {
        assert!(!texts.contains(name), "{name}");
    }
    // Records have the names of the game.
    let records = fs::read_to_string(tournament.path("games.jsonl")).unwrap();
    assert!(
        records.contains("take camels") && !records.contains("gor"),
        "{records}"
    );
}

#[test]
fn illegal_answers_are_sent_back_with_the_rule_and_asked_again() {
    let server = Server::start(|request| {
        let question = request.question();
        let messages = request.body["messages"].as_array().unwrap().len();
        Reply::Say(match messages {
            // A card that no one holds, then no action at all, then a legal one.
            2 => "play 73".to_owned(),
            4 => {
                assert!(question.contains("illegal action 'play 73'"), "{question}");
                assert!(question.contains("Nothing was played"), "{question}");
                assert_eq!(request.body["messages"][2]["content"], "play 73");
                "I resign\nmyself to fate".to_owned()
            }
            _ => {
                assert!(
                    question.contains("invalid action 'myself to fate'"),
                    "{question}"
                );
                primi_composti(request)
            }
        })
    });
    let tournament = TestTournament::new("illegal", PRIMI, &endpoint(&server, ", max_retries = 2"));
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert_eq!(report["players"][1]["faults"], 0, "{stderr}");
    // Two cards in each of two games.
    let model = &report["models"][0];
    assert_eq!(
        (&model["requests"], &model["retries"]),
        (&json!(12), &json!(8))
    );
    assert!(model.get("cost").is_none(), "{model}");
    // With one retry less no legal answer comes, and the fallback move is played.
    let tournament = TestTournament::new("faulty", PRIMI, &endpoint(&server, ", max_retries = 1"));
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert_eq!(report["players"][1]["faults"], 4, "{stderr}");
    let model = &report["models"][0];
    assert_eq!(
        (&model["requests"], &model["retries"]),
        (&json!(8), &json!(4))
    );
    let line = "'myself to fate' is no answer: invalid action 'myself to fate'";
    assert!(stderr.contains(line), "{stderr}");
}

/// Plays two games of two answers each, with this reply to every request; the line about each fault, without its start.
fn faults(
    name: &str,
    options: &str,
    reply: impl Fn(usize) -> Reply + Send + 'static,
) -> Vec<String> {
    let mut number = 0;
    let server = Server::start(move |_| {
        number += 1;
        reply(number)
    });
    let rest = format!(", key_env = '{VARIABLE}'{options}");
    let player = format!("think_ms = 700\n{}", endpoint(&server, &rest));
    let tournament = TestTournament::new(name, PRIMI, &player);
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert!(
        !stderr.contains("panicked") && !stderr.contains(KEY),
        "{stderr}"
    );
    let lines = stderr
        .lines()
        .filter_map(|line| line.split_once(": ")?.1.rsplit_once("; '"));
    let lines: Vec<String> = lines.map(|(reason, _)| reason.to_owned()).collect();
    assert_eq!(report["players"][1]["faults"], lines.len(), "{stderr}");
    tournament.hides_the_key();
    lines
}

#[test]
fn a_failing_endpoint_is_a_fault_with_one_line() {
    let always = |bytes: Vec<u8>| move |_| Reply::Raw(bytes.clone());
    let once = ", max_retries = 1";
    for (name, line, found) in [
        (
            "garbage",
            "the endpoint sends no chat completion",
            faults("garbage", once, always(response("200 OK", "", "<html>{"))),
        ),
        (
            "empty",
            "'' is no answer: invalid action ''",
            faults("empty", once, |_| Reply::Say(" \n".to_owned())),
        ),
        (
            "slow",
            "no answer in time",
            faults("slow", once, |_| Reply::Silence),
        ),
        (
            "busy",
            "the endpoint answers 429 Too Many Requests: slow down, and asks to wait for 60 s: too long",
            faults(
                "busy",
                once,
                always(response(
                    "429 Too Many Requests",
                    "Retry-After: 60\r\n",
                    r#"{"error":{"message":"slow\ndown"}}"#,
                )),
            ),
        ),
        (
            "broken",
            "the endpoint answers 500 Internal Server Error: you sent [key]",
            faults(
                "broken",
                ", max_retries = 0",
                always(response(
                    "500 Internal Server Error",
                    "",
                    &json!({"error": format!("you sent {KEY}")}).to_string(),
                )),
            ),
        ),
        (
            "refused",
            "the endpoint answers 400 Bad Request: too many tokens",
            faults(
                "refused",
                once,
                always(response(
                    "400 Bad Request",
                    "",
                    r#"{"message":"too many tokens"}"#,
                )),
            ),
        ),
        (
            "closed",
            "the endpoint cannot be reached: ",
            faults("closed", ", max_retries = 0", |_| Reply::Close),
        ),
        (
            "huge",
            "the answer is too long",
            faults("huge", once, |_| {
                Reply::Raw(completion(&"x".repeat(5 << 20)))
            }),
        ),
        (
            "no HTTP",
            "the endpoint cannot be reached: ",
            faults(
                "no-http",
                ", max_retries = 0",
                always(b"\0\0 what?\r\n\r\n".to_vec()),
            ),
        ),
        (
            "echo",
            "'[key]' is no answer: invalid action '[key]'",
            faults("echo", ", max_retries = 0", |_| Reply::Say(KEY.to_owned())),
        ),
    ] {
        assert_eq!(found.len(), 4, "{name}: {found:?}");
        assert!(
            found.iter().all(|fault| fault.starts_with(line)),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn a_busy_endpoint_is_asked_again_when_it_says() {
    let mut number = 0;
    let server = Server::start(move |request| {
        number += 1;
        match number % 3 {
            1 => Reply::Raw(response(
                "429 Too Many Requests",
                "Retry-After: 1\r\n",
                "{}",
            )),
            2 => Reply::Raw(response(
                "503 Service Unavailable",
                "Retry-After: 0\r\n",
                "",
            )),
            _ => Reply::Say(primi_composti(request)),
        }
    });
    let tournament = TestTournament::new("again", PRIMI, &endpoint(&server, ""));
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert_eq!(report["players"][1]["faults"], 0, "{stderr}");
    let model = &report["models"][0];
    assert_eq!(
        (&model["requests"], &model["metered"]),
        (&json!(12), &json!(4))
    );
    assert_eq!(model["retries"], 0, "no answer was illegal");
}

#[test]
fn a_key_that_is_rejected_ends_the_run_and_the_rest_is_played_later() {
    let mut number = 0;
    let server = Server::start(move |request| {
        number += 1;
        match number {
            4 => Reply::Raw(response(
                "401 Unauthorized",
                "",
                r#"{"error":{"message":"the key has expired"}}"#,
            )),
            _ => Reply::Say(primi_composti(request)),
        }
    });
    let tournament = TestTournament::new("expired", PRIMI, &endpoint(&server, ""));
    let output = tournament.run(&["--allow-endpoints", "--threads", "1"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let line = "model: the endpoint answers 401 Unauthorized: the key has expired";
    assert!(stderr.lines().last().unwrap().ends_with(line), "{stderr}");
    let (report, stderr) = tournament.play(&["--allow-endpoints", "--resume"]);
    assert_eq!(report["players"][1]["faults"], 0, "{stderr}");
    // The game in which it happened was played anew: only games in the store count.
    assert_eq!(report["models"][0]["requests"], 4);
}

#[test]
fn no_request_is_made_without_permission_and_a_key() {
    let server = Server::start(|_| Reply::Close);
    let rest = ", key_env = 'PARLOUR_NO_SUCH_KEY'";
    let tournament = TestTournament::new("off", PRIMI, &endpoint(&server, rest));
    let refused = |options: &[&str], status| failure_of(&tournament.run(options), status, options);
    let line = refused(&[], 2);
    assert!(line.contains("only with --allow-endpoints"), "{line}");
    let line = refused(&["--allow-endpoints"], 2);
    assert!(line.contains("PARLOUR_NO_SUCH_KEY holds no key"), "{line}");
    assert_eq!(server.seen.lock().unwrap().len(), 0);
    // Nobody listens there any more.
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let endpoint = format!("endpoint = {{ url = 'http://{gone}', model = 'm' }}");
    let tournament = TestTournament::new("gone", PRIMI, &endpoint);
    let line = failure_of(&tournament.run(&["--allow-endpoints"]), 1, &[]);
    assert!(line.contains("cannot be reached"), "{line}");
}
