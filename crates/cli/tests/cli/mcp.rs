//! `parlour mcp`

use crate::common::{failure, json, parlour, request, scratch};
use crate::serve::serve;
use serde_json::{Value, json as object};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A client of the Model Context Protocol that has started the program.
struct Client {
    program: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: u64,
}

fn initialize() -> Value {
    object!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    })
}

impl Client {
    fn start(options: &[&str]) -> Client {
        let mut command = parlour(&[&["mcp"], options].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.spawn().unwrap();
        let mut client = Client {
            input: program.stdin.take(),
            output: BufReader::new(program.stdout.take().unwrap()),
            program,
            requests: 0,
        };
        let answer = client.request("initialize", initialize());
        assert_eq!(answer["serverInfo"]["name"], "parlour");
        client.send(&object!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The whole answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&object!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The text of a tool, and whether it is an error.
    fn tool(&mut self, name: &str, arguments: Value) -> (String, bool) {
        let params = object!({ "name": name, "arguments": arguments });
        let result = self.request("tools/call", params);
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        (text, result["isError"].as_bool().unwrap_or(false))
    }

    fn ok(&mut self, name: &str, arguments: Value) -> String {
        let (text, failed) = self.tool(name, arguments);
        assert!(!failed, "{text}");
        text
    }

    fn refused(&mut self, name: &str, arguments: Value) -> String {
        let (text, failed) = self.tool(name, arguments);
        assert!(failed, "{text}");
        text
    }

    /// Starts a game; its id, and the first position.
    fn game(&mut self, arguments: Value) -> (String, String) {
        let text = self.ok("start_game", arguments);
        let id = text.strip_prefix("The id of the game is ").unwrap();
        let (id, position) = id.split_once('.').unwrap();
        (id.to_owned(), position.to_owned())
    }

    fn legal(&mut self, id: &str) -> Vec<String> {
        let text = self.ok("legal_actions", object!({ "id": id }));
        text.lines().skip(1).map(str::to_owned).collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The end of its input is the end of the program.
        self.input.take();
        let ended = self.program.wait().unwrap();
        if !std::thread::panicking() {
            assert!(ended.success(), "{ended}");
        }
    }
}

#[test]
fn a_language_model_plays_every_game_to_its_end() {
    let mut client = Client::start(&[]);
    let tools = client.request("tools/list", object!({}));
    let names: Vec<&str> = (tools["tools"].as_array().unwrap().iter())
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    for name in [
        "start_game",
        "view",
        "legal_actions",
        "play",
        "resign",
        "analyse",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    for (game, opponents, seats) in [
        ("jaipur", object!(["utility"]), 2),
        ("primi-composti", object!(["greedy_asc"]), 2),
        ("modern-art", object!(["simple", "random", "simple"]), 4),
        ("masters-gallery", object!(["greedy", "random"]), 3),
    ] {
        let games = client.ok("list_games", object!({}));
        assert!(games.contains(game), "{games}");
        let rules = client.ok("read_rules", object!({ "game": game }));
        assert!(rules.starts_with("# "), "{rules}");
        let setup = object!({ "game": game, "opponents": opponents, "seat": 1, "seed": 7 });
        let (id, position) = client.game(setup);
        assert!(position.contains("You are seat 1"), "{position}");
        let mut turns = 0;
        let end = loop {
            let legal = client.legal(&id);
            let before = client.ok("view", object!({ "id": id }));
            let wrong =
                client.refused("play", object!({ "id": id, "action": "resign everything" }));
            assert!(wrong.contains("Nothing was played"), "{wrong}");
            assert_eq!(client.ok("view", object!({ "id": id })), before);
            assert_eq!(client.legal(&id), legal);
            let early = client.refused("analyse", object!({ "id": id }));
            assert!(early.contains("hidden cards"), "{early}");
            let action = &legal[turns * 7 % legal.len()];
            let after = client.ok("play", object!({ "id": id, "action": action }));
            turns += 1;
            if !after.contains("it is your turn") {
                break after;
            }
        };
        let late = client.refused("play", object!({ "id": id, "action": "pass" }));
        assert_eq!(late, "the game is over");
        assert!(!end.is_empty());
        let analysis = client.ok("analyse", object!({ "id": id, "simulations": 20 }));
        assert!(analysis.lines().count() > turns, "{analysis}");
        let uri = format!("parlour://records/{id}");
        let resources = client.request("resources/list", object!({})).to_string();
        assert!(resources.contains(&uri), "{resources}");
        let record = client.request("resources/read", object!({ "uri": uri }));
        let line = record["contents"][0]["text"].as_str().unwrap();
        let file = scratch(&format!("mcp-{game}.jsonl"));
        std::fs::write(&file, format!("{line}\n")).unwrap();
        let replayed = json(&["replay", file.to_str().unwrap(), "--json"]);
        assert_eq!(replayed["game"], game);
        assert_eq!(replayed["scores"].as_array().unwrap().len(), seats);
    }
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let mut client = Client::start(&["--max-games", "2"]);
    for (arguments, reason) in [
        (object!({ "game": "chess" }), "unknown game 'chess'"),
        (
            object!({ "game": "jaipur", "rules": "poker" }),
            "no rules 'poker'",
        ),
        (
            object!({ "game": "jaipur", "opponents": ["oracle"] }),
            "oracle",
        ),
        (object!({ "game": "jaipur", "opponents": [] }), "seats"),
        (
            object!({ "game": "jaipur", "opponents": vec!["random"; 9] }),
            "10 seats",
        ),
        (
            object!({ "game": "jaipur", "seat": 2 }),
            "seats 0 to 1, not 2",
        ),
    ] {
        let text = client.refused("start_game", arguments);
        assert!(text.contains(reason), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let text = client.refused("view", object!({ "id": "0" }));
    assert!(text.contains("unknown game '0'"), "{text}");
    let setup = object!({ "game": "jaipur", "opponents": ["random"] });
    let (first, _) = client.game(setup.clone());
    client.game(setup.clone());
    let full = client.refused("start_game", setup.clone());
    assert!(full.contains("2 games are in progress"), "{full}");
    // A hidden record stays hidden.
    let uri = format!("parlour://records/{first}");
    let answer = client.answer("resources/read", object!({ "uri": uri }));
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("hidden cards")
    );
    let over = client.ok("resign", object!({ "id": first }));
    assert!(!over.contains("it is your turn"), "{over}");
    client.game(setup);
    let gone = client.refused("view", object!({ "id": first }));
    assert!(gone.contains("unknown game"), "{gone}");
    // An unknown tool is an error of the protocol; a missing argument is one of the tool, which the model can correct.
    let cheat = object!({ "name": "cheat", "arguments": {} });
    assert!(client.answer("tools/call", cheat).get("error").is_some());
    let lacking = client.refused("play", object!({}));
    assert!(lacking.contains("missing field"), "{lacking}");
}

#[test]
fn the_legal_actions_can_be_kept_back() {
    let mut client = Client::start(&["--no-legal"]);
    let tools = client.request("tools/list", object!({})).to_string();
    assert!(!tools.contains("legal_actions"), "{tools}");
    let (id, _) = client.game(object!({ "game": "jaipur", "opponents": ["random"] }));
    let params = object!({ "name": "legal_actions", "arguments": { "id": id } });
    assert!(client.answer("tools/call", params).get("error").is_some());
}

/// Names that a model must not read, in small letters. `parlour` is the name of the server.
const OWN_NAMES: &[&str] = &[
    "jaipur", "primi", "composti", "modern", "masters", "gallery", "pauchon", "murrone", "knizia",
    "diamond", "gold", "silver", "cloth", "spice", "leather", "camel", "rupee", "merchant",
    "painting", "artist",
];

#[test]
fn neutral_names_hide_the_games() {
    let mut client = Client::start(&["--neutral-names"]);
    let mut texts = vec![
        client.request("tools/list", object!({})).to_string(),
        client.ok("list_games", object!({})),
        client.refused("start_game", object!({ "game": "chess" })),
    ];
    let games: Vec<String> = (texts[1].lines())
        .filter(|line| !line.starts_with(' '))
        .map(str::to_owned)
        .collect();
    assert_eq!(games, ["game-1", "game-2", "game-3", "game-4"]);
    let unknown = client.refused("start_game", object!({ "game": "jaipur" }));
    assert!(unknown.contains("unknown game 'jaipur'"), "{unknown}");
    for game in games {
        texts.push(client.ok("read_rules", object!({ "game": game })));
        let wrong = object!({ "game": game, "opponents": ["oracle"] });
        texts.push(client.refused("start_game", wrong));
        let wrong = object!({ "game": game, "rules": "oracle" });
        texts.push(client.refused("start_game", wrong));
        let (id, position) =
            client.game(object!({ "game": game, "opponents": ["random"], "seed": 7 }));
        texts.push(position);
        let mut turns = 0;
        loop {
            let legal = client.legal(&id);
            texts.push(client.refused("play", object!({ "id": id, "action": "take 99" })));
            texts.push(legal.join(", "));
            let action = &legal[turns * 7 % legal.len()];
            let after = client.ok("play", object!({ "id": id, "action": action }));
            let over = !after.contains("it is your turn");
            texts.push(after);
            turns += 1;
            if over {
                break;
            }
        }
        texts.push(client.ok("analyse", object!({ "id": id, "simulations": 20 })));
        let uri = format!("parlour://records/{id}");
        let resources = client.request("resources/list", object!({})).to_string();
        assert!(!resources.contains(&uri), "{resources}");
        texts.push(resources);
        let record = client.answer("resources/read", object!({ "uri": uri }));
        let reason = record["error"]["message"].as_str().unwrap();
        assert!(reason.contains("no records"), "{reason}");
    }
    // What a model remembers of the game is of no use.
    let (id, position) =
        client.game(object!({ "game": "game-1", "opponents": ["random"], "seed": 7 }));
    assert!(position.contains("gor"), "{position}");
    let refused = client.refused("play", object!({ "id": id, "action": "take camels" }));
    assert!(refused.contains("a word that no action has"), "{refused}");
    assert!(!refused.contains("gold"), "{refused}");
    client.ok("play", object!({ "id": id, "action": "take gors" }));
    for text in texts {
        let small = text.to_lowercase();
        for name in OWN_NAMES {
            assert!(!small.contains(name), "'{name}' in: {text}");
        }
    }
}

#[test]
fn a_language_model_joins_a_table_of_a_server() {
    let (served, _) = serve(&["--agents", "127.0.0.1:0"]);
    let server = format!("http://{}", served.http);
    let mut plain = Client::start(&["--server", &server]);
    let mut neutral = Client::start(&["--server", &format!("{server}/"), "--neutral-names"]);
    // All kinds of turns: one after the other, sealed bids, and a seat for a program.
    for (game, rules, policy, seats, kind) in [
        ("jaipur", "round", "random", 2, "person"),
        ("modern-art", "simple-3", "simple", 3, "agent"),
        ("masters-gallery", "full-2", "random", 2, "person"),
    ] {
        for is_neutral in [false, true] {
            let client = if is_neutral { &mut neutral } else { &mut plain };
            let mut table = vec![object!({ "kind": "policy", "policy": policy }); seats];
            table[1] = object!({ "kind": kind });
            let request = object!({ "game": game, "rules": rules, "seats": table });
            let opened = served.ask("POST", "/api/v1/tables", &request.to_string());
            let (id, token) = (&opened["id"], &opened["seats"][1]["token"]);
            let link = format!(
                "{server}/#/table/{}/{}",
                id.as_str().unwrap(),
                token.as_str().unwrap()
            );
            let mut texts = Vec::new();
            let text = client.ok("join_table", object!({ "link": link, "name": "M" }));
            let (game_id, mut position) = text
                .strip_prefix("The id of the game is ")
                .and_then(|text| text.split_once('.'))
                .map(|(id, position)| (id.to_owned(), position.to_owned()))
                .unwrap();
            let mut turns = 0;
            while !position.contains("The game is over") {
                assert!(
                    position.contains("You are seat 1, and it is your turn"),
                    "{position}"
                );
                let legal = client.legal(&game_id);
                if turns == 0 {
                    let wrong = object!({ "id": game_id, "action": "nonsense 99" });
                    let refused = client.refused("play", wrong);
                    assert!(refused.contains("Nothing was played"), "{refused}");
                    texts.push(refused);
                    assert_eq!(client.legal(&game_id), legal);
                    let early = client.refused("analyse", object!({ "id": game_id }));
                    assert!(early.contains("hidden cards"), "{early}");
                }
                let action = &legal[turns * 7 % legal.len()];
                texts.push(format!("{position} {}", legal.join(" ")));
                position = client.ok("play", object!({ "id": game_id, "action": action }));
                turns += 1;
            }
            assert!(turns > 3, "{turns}");
            // What the server has recorded are the moves of the model: no fallback was played.
            texts.push(position);
            texts.push(client.ok("analyse", object!({ "id": game_id, "simulations": 5 })));
            assert!(!texts.concat().contains("for you:"), "{}", texts.concat());
            for text in texts.iter().filter(|_| is_neutral) {
                let small = text.to_lowercase();
                for name in OWN_NAMES {
                    assert!(!small.contains(name), "'{name}' in: {text}");
                }
            }
            if !is_neutral {
                let uri = format!("parlour://records/{game_id}");
                let record = client.request("resources/read", object!({ "uri": uri }));
                let line = record["contents"][0]["text"].as_str().unwrap();
                let record: Value = serde_json::from_str(line).unwrap();
                let own = record["actions"].as_array().unwrap().iter();
                assert_eq!(own.filter(|action| action[0] == 1).count(), turns);
                assert_eq!(record["seats"][1], "M");
            }
        }
    }
}

#[test]
fn only_tables_of_the_named_server_are_joined() {
    let line = failure(&["mcp", "--server", "ftp://example.com"], 2);
    assert!(line.contains("--server ftp://example.com"), "{line}");
    let mut without = Client::start(&[]);
    let tools = without.request("tools/list", object!({})).to_string();
    assert!(!tools.contains("join_table\""), "{tools}");
    let (served, _) = serve(&["--agents", "127.0.0.1:0"]);
    let server = format!("http://{}", served.http);
    let mut client = Client::start(&["--server", &server]);
    for (link, reason) in [
        ("nothing".to_owned(), "a link of a seat is"),
        (
            format!("{server}/#/table/0123456789abcdef"),
            "a link of a seat is",
        ),
        (
            "http://127.0.0.1:1/#/table/0123456789abcdef/00".to_owned(),
            "only tables of",
        ),
        (
            format!("{server}/other/#/table/0123456789abcdef/00"),
            "only tables of",
        ),
        (format!("{server}/#/table/0123456789abcdef/00"), "404"),
    ] {
        let text = client.refused("join_table", object!({ "link": link }));
        assert!(text.contains(reason), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let seats = object!([{ "kind": "person" }, { "kind": "policy", "policy": "random" }]);
    let request = object!({ "game": "jaipur", "rules": "round", "seats": seats });
    let opened = served.ask("POST", "/api/v1/tables", &request.to_string());
    let link = format!(
        "{server}/#/table/{}/{}",
        opened["id"].as_str().unwrap(),
        "0".repeat(32)
    );
    let text = client.refused("join_table", object!({ "link": link }));
    assert!(text.contains("does not admit you"), "{text}");
}

#[test]
fn over_http_only_this_machine_plays() {
    let line = failure(&["mcp", "--http", "0.0.0.0:0"], 2);
    assert!(line.contains("only a loopback address"), "{line}");
    let mut program = parlour(&["mcp", "--http", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap();
    let address = address.trim_end().strip_suffix("/mcp").unwrap().to_owned();
    let head = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let body =
        object!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize() });
    let post = |more: &[(&str, &str)]| {
        let headers = [&head, more].concat();
        let response = request(&address, "POST", "/mcp", &headers, &body.to_string());
        response.unwrap().1
    };
    let answer: Value = serde_json::from_str(&post(&[])).unwrap();
    assert_eq!(answer["result"]["serverInfo"]["name"], "parlour");
    // A page of a stranger in the browser of this machine does not.
    let refused = post(&[("Origin", "https://example.com")]);
    assert!(!refused.contains("serverInfo"), "{refused}");
    program.kill().unwrap();
    program.wait().unwrap();
}
