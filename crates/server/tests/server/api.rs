//! The API as a whole: its description, its versions, and the form of its errors. The tests of tables, tournaments and
//! the ladder check each of their answers against the description, too (`http_client`).

use crate::http_client::ask;
use crate::http_client::description::{HEALTH, description};
use parlour_protocol::{ApiError, ErrorBody};
use parlour_server::{ServeOptions, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

const ANY_PORT: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// A server without a database and its address; it answers until the test ends.
async fn start(options: ServeOptions) -> SocketAddr {
    let options = ServeOptions {
        http: ANY_PORT,
        ..options
    };
    let server = Server::bind(&options).await.unwrap();
    let address = server.addresses().http;
    tokio::spawn(server.run(std::future::pending()));
    address
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The methods and paths of the description.
fn operations() -> BTreeSet<(String, String)> {
    let paths = description().paths().into_iter();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(|method| (method.to_uppercase(), path.to_owned()))
    });
    operations.collect()
}

fn check_sources(folder: &Path, undescribed: &[&str]) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            check_sources(&path, undescribed);
        } else if !undescribed.iter().any(|file| path.ends_with(file)) {
            let source = fs::read_to_string(&path).unwrap();
            assert!(!source.contains(".route("), "{}", path.display());
        }
    }
}

/// Routes and their descriptions come from one declaration, `routes!`; only the operator's pages, the port for agents of
/// `parlour host` and the port for other servers have others.
#[test]
fn no_route_of_the_api_is_declared_without_a_description() {
    let others = [
        "monitor.rs",
        "forwarded_agent.rs",
        "agents/agent_listener.rs",
    ];
    check_sources(&folder().join("src"), &others);
    assert_eq!(description().0["openapi"], "3.1.0");
    assert!(operations().len() > 30);
    let mut ids = BTreeSet::new();
    for (path, item) in description().paths() {
        let is_api = path.starts_with("/api/v1/");
        assert!(is_api || HEALTH.contains(&path), "{path}");
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{id} twice");
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(summary.ends_with('.'), "{method} {path}: '{summary}'");
            let parameters: BTreeSet<&str> = (operation["parameters"].as_array().into_iter())
                .flatten()
                .filter(|parameter| parameter["in"] == "path")
                .map(|parameter| parameter["name"].as_str().unwrap())
                .collect();
            let parts = path.split('/').filter_map(|part| part.strip_prefix('{'));
            let named: BTreeSet<&str> = parts.map(|part| part.trim_end_matches('}')).collect();
            assert_eq!(parameters, named, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn everything_described_is_there_with_and_without_the_version() {
    let http = start(ServeOptions::default()).await;
    for (method, path) in operations() {
        for prefix in ["/api/v1/", "/api/"] {
            let path = path
                .replace("/api/v1/", prefix)
                .replace("{change}", "pause");
            let (status, _, body) = ask(http, &method, &path, &[], "").await;
            let body: Value = serde_json::from_str(&body).unwrap_or_default();
            let code = body["code"].as_str().unwrap_or_default();
            assert!(
                !["not_found", "method_not_allowed"].contains(&code),
                "{method} {path}: {status} {body}"
            );
        }
    }
}

/// The documented requests, in the tables of `docs/`.
#[test]
fn the_documented_requests_are_those_of_the_description() {
    let mut documented = BTreeSet::new();
    for page in [
        "protocol.md",
        "daily-deal.md",
        "shared-replays.md",
        "tournaments.md",
        "ladder.md",
    ] {
        let text = fs::read_to_string(folder().join("../../docs").join(page)).unwrap();
        for line in text.lines() {
            let cell = line
                .strip_prefix("| `")
                .and_then(|rest| rest.split('`').next());
            let Some((method, path)) = cell.and_then(|cell| cell.split_once(" api/v1/")) else {
                continue;
            };
            let path = path.split('?').next().unwrap();
            let parts = path.split('/').map(|part| match part {
                part if part.chars().all(char::is_uppercase) => "{}",
                part => part,
            });
            let path: Vec<&str> = parts.collect();
            documented.insert((method.to_owned(), path.join("/")));
        }
    }
    let described: BTreeSet<(String, String)> = (operations().into_iter())
        .filter(|(_, path)| !HEALTH.contains(&path.as_str()))
        .map(|(method, path)| {
            let parts = path.trim_start_matches("/api/v1/").split('/');
            let parts = parts.map(|part| if part.starts_with('{') { "{}" } else { part });
            (method, parts.collect::<Vec<&str>>().join("/"))
        })
        .collect();
    assert_eq!(documented, described);
}

#[test]
fn every_code_is_described_and_documented() {
    let variants = description().0["components"]["schemas"]["ApiError"]["oneOf"].clone();
    let described: BTreeSet<(String, BTreeSet<String>)> = (variants.as_array().unwrap().iter())
        .map(|variant| {
            let code = &variant["properties"]["code"]["enum"][0];
            let arguments = variant["properties"]["args"]["properties"].as_object();
            let arguments = arguments.into_iter().flat_map(|arguments| arguments.keys());
            (
                code.as_str().unwrap().to_owned(),
                arguments.cloned().collect(),
            )
        })
        .collect();
    let mut codes = BTreeSet::new();
    let mut table = String::from("| code | status | arguments | meaning |\n|---|---|---|---|\n");
    for error in ApiError::examples() {
        let json = serde_json::to_value(&error).unwrap();
        let arguments = json["args"].as_object().cloned().unwrap_or_default();
        let names: Vec<String> = arguments.keys().map(|name| format!("`{name}`")).collect();
        table += &format!(
            "| `{}` | {} | {} | {} |\n",
            error.code(),
            error.status(),
            names.join(", "),
            error.about().trim_end_matches('.')
        );
        codes.insert((error.code(), arguments.keys().cloned().collect()));
    }
    assert_eq!(codes, described);
    let page = fs::read_to_string(folder().join("../../docs/api.md")).unwrap();
    assert!(page.contains(&table), "docs/api.md must hold\n{table}");
}

/// The answer to a request: its status, its head, and its body in the form of errors.
async fn refused(
    http: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, ErrorBody) {
    let (status, head, body) = ask(http, method, path, headers, body).await;
    assert!(
        head.contains("content-type: application/json"),
        "{path}: {head}"
    );
    let error: ErrorBody = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{path}: {body}"));
    assert_eq!(error.error, error.reason.to_string());
    (status, head, error)
}

#[tokio::test]
async fn all_errors_have_one_form() {
    let http = start(ServeOptions::default()).await;
    let long = "x".repeat(17 << 10);
    let game = r#"{"game":"chess","rules":"a","seats":[{"kind":"person"}]}"#;
    let evil = [("Origin", "http://evil.example")];
    for (method, path, headers, body, status, code) in [
        ("GET", "nothing", &[][..], "", 404, "not_found"),
        ("GET", "tables/a/b/c", &[], "", 404, "not_found"),
        ("GET", "tables/0123", &[], "", 404, "table_not_found"),
        ("PUT", "tables", &[], "", 405, "method_not_allowed"),
        (
            "POST",
            "ladder/agents/1/dance",
            &[],
            "",
            400,
            "invalid_request",
        ),
        ("GET", "tables/%ff", &[], "", 400, "invalid_request"),
        (
            "GET",
            "ladder/boards/a/games?page=x",
            &[],
            "",
            400,
            "invalid_request",
        ),
        ("POST", "tables", &[], "{", 400, "invalid_request"),
        ("POST", "tables", &[], &long, 413, "too_long"),
        ("POST", "tables", &[], game, 400, "unknown_game"),
        ("POST", "tables", &evil, game, 403, "other_site"),
        ("GET", "tables/0123/socket", &[], "", 404, "table_not_found"),
        ("GET", "ladder", &[], "", 404, "no_ladder"),
        ("GET", "ladder/socket", &[], "", 404, "no_ladder"),
        ("GET", "keeper", &[], "", 401, "server_token"),
        ("GET", "tournaments", &[], "", 404, "no_database"),
    ] {
        for prefix in ["/api/v1", "/api"] {
            let path = format!("{prefix}/{path}");
            let (answered, head, error) = refused(http, method, &path, headers, body).await;
            assert_eq!(
                (answered, error.reason.code().as_str()),
                (status, code),
                "{path}"
            );
            assert_eq!(head.contains("allow: "), status == 405, "{path}: {head}");
        }
    }
}

#[tokio::test]
async fn health_pages_are_described_and_have_the_same_errors() {
    let http = start(ServeOptions::default()).await;
    let described = operations();
    for page in HEALTH {
        assert!(described.contains(&("GET".to_owned(), page.to_owned())));
        assert_eq!(ask(http, "GET", page, &[], "").await.0, 200, "{page}");
        let (status, head, error) = refused(http, "POST", page, &[], "").await;
        assert_eq!((status, error.reason), (405, ApiError::MethodNotAllowed));
        assert!(head.contains("allow: get"), "{page}: {head}");
    }
}

/// The schemas that answers consist of, by name.
fn schemas_of_answers() -> BTreeSet<String> {
    let mut waiting: Vec<&Value> = (description().paths().into_values())
        .flat_map(|item| item.as_object().unwrap().values())
        .map(|operation| &operation["responses"])
        .collect();
    let mut found = BTreeSet::new();
    while let Some(value) = waiting.pop() {
        let name = value["$ref"]
            .as_str()
            .and_then(|path| path.strip_prefix("#/components/schemas/"));
        if let Some(name) = name.filter(|name| found.insert((*name).to_owned())) {
            waiting.push(&description().0["components"]["schemas"][name]);
        }
        match value {
            Value::Object(fields) => waiting.extend(fields.values()),
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    found
}

/// A field of an answer is always there and may be null, or is missing and never null: then a generated client has one
/// case to handle and not two.
#[test]
fn fields_that_may_be_null_are_always_there() {
    let names = schemas_of_answers();
    assert!(names.len() > 40, "{names:?}");
    let mut nullable = 0;
    for name in names {
        let mut waiting = vec![&description().0["components"]["schemas"][&name]];
        while let Some(schema) = waiting.pop() {
            for (field, kind) in schema["properties"].as_object().into_iter().flatten() {
                let alternatives = kind["oneOf"].as_array().into_iter().flatten();
                let types = kind["type"].as_array().into_iter().flatten();
                let is_null = types.clone().any(|kind| kind == "null")
                    || alternatives.clone().any(|kind| kind["type"] == "null");
                let required = schema["required"].as_array().into_iter().flatten();
                if is_null {
                    nullable += 1;
                    assert!(
                        required.clone().any(|name| name == field),
                        "{name}: {field}"
                    );
                }
            }
            for key in ["allOf", "oneOf", "anyOf"] {
                waiting.extend(schema[key].as_array().into_iter().flatten());
            }
        }
    }
    assert!(nullable > 20, "{nullable}");
}

#[tokio::test]
async fn limits_are_told_in_the_same_form() {
    let mut options = ServeOptions::default();
    options.limits.requests = 1;
    let http = start(options.clone()).await;
    for _ in 0..10 {
        assert_eq!(ask(http, "GET", "/api/v1/server", &[], "").await.0, 200);
    }
    let (status, head, error) = refused(http, "GET", "/api/v1/server", &[], "").await;
    let ApiError::TooManyRequests { seconds } = error.reason else {
        panic!("{error:?}")
    };
    assert_eq!(status, 429);
    assert!(head.contains(&format!("retry-after: {seconds}")), "{head}");
    options.limits.connections_per_address = 0;
    let http = start(options).await;
    let (status, _, error) = refused(http, "GET", "/api/v1/server", &[], "").await;
    assert_eq!((status, error.reason), (429, ApiError::TooManyConnections));
}

#[tokio::test]
async fn the_description_is_complete_enough_for_generators() {
    let tables = &description().0["paths"]["/api/v1/tables"]["post"];
    let reference = json!({"$ref": "#/components/schemas/TableRequest"});
    let body = &tables["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(*body, reference);
    let schemas = &description().0["components"]["schemas"];
    let state = &schemas["TableState"]["enum"];
    assert_eq!(*state, json!(["waiting", "playing", "over", "abandoned"]));
    let clock = &schemas["TableSummary"]["properties"]["clock"]["type"];
    assert_eq!(*clock, json!(["integer", "null"]));
    let csv = &description().0["paths"]["/api/v1/tournaments/{id}/games.csv"]["get"];
    assert!(csv["responses"]["200"]["content"]["text/csv"].is_object());
    let pause = &description().0["paths"]["/api/v1/tournaments/{id}/pause"]["post"];
    assert_eq!(pause["security"], json!([{"token": []}]));
    assert!(description().0["components"]["securitySchemes"]["token"].is_object());
}
