//! Every answer is as the server's description of its API says, and says nothing else.

use boon::{Compiler, Schemas};
use parlour_server::{ServeOptions, Server};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::OnceLock;

/// The described pages that are not below the path of the API.
pub(crate) const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// The description of a server.
pub(crate) struct Description(pub(crate) Value);

/// That of a server of its own, so that the requests and the clock of a test do not matter.
pub(crate) fn description() -> &'static Description {
    static DESCRIPTION: OnceLock<Description> = OnceLock::new();
    DESCRIPTION.get_or_init(|| std::thread::spawn(read).join().unwrap())
}

#[tokio::main(flavor = "current_thread")]
async fn read() -> Description {
    let options = ServeOptions {
        http: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        ..ServeOptions::default()
    };
    let server = Server::bind(&options).await.unwrap();
    let address = server.addresses().http;
    tokio::spawn(server.run(std::future::pending()));
    let path = "/api/v1/openapi.json";
    let local = [127, 0, 0, 1];
    let (status, head, body) = super::send(local, address, "GET", path, &[], "").await;
    assert_eq!(status, 200, "{head}");
    Description(serde_json::from_str(&body).unwrap())
}

/// Checks an answer of the API; other pages are not described.
///
/// # Panics
/// If the answer is not as described.
pub(crate) fn check(method: &str, path: &str, status: u16, head: &str, body: &str) {
    let path = path.split('?').next().unwrap_or_default();
    let path = match path.strip_prefix("/api/") {
        Some(rest) => format!("/api/v1/{}", rest.strip_prefix("v1/").unwrap_or(rest)),
        None if HEALTH.contains(&path) => path.to_owned(),
        None => return,
    };
    let place = format!("{method} {path}: {status} {body}");
    let description = description();
    let responses = match description.operation(method, &path) {
        Some(operation) => &operation["responses"],
        None => {
            assert!(matches!(status, 404 | 405 | 413 | 421 | 429), "{place}");
            &description.0["paths"]["/api/v1/server"]["get"]["responses"]
        }
    };
    let known = responses.get(status.to_string());
    let known = known.or_else(|| responses.get("default").filter(|_| status >= 400));
    let response = description.resolve(known.unwrap_or_else(|| panic!("{place}")));
    let kind = head
        .lines()
        .find_map(|line| line.strip_prefix("content-type: "));
    let kind = kind.and_then(|kind| kind.split(';').next());
    let content = response["content"].as_object();
    let Some(kind) = kind else {
        return assert!(content.is_none() && body.is_empty(), "{place}");
    };
    let content = content.and_then(|content| content.get(kind));
    let schema = &content.unwrap_or_else(|| panic!("{place}: {kind}"))["schema"];
    if kind == "application/json" {
        let body = serde_json::from_str(body).unwrap_or_else(|error| panic!("{place}: {error}"));
        description.check(schema, &body, &place);
    }
}

impl Description {
    /// The paths, each with its operations by method.
    pub(crate) fn paths(&self) -> BTreeMap<&str, &Value> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        paths.map(|(path, item)| (path.as_str(), item)).collect()
    }

    /// The operation of a request. A path in full comes before one with parameters.
    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let method = if method == "HEAD" { "GET" } else { method };
        let fits = |template: &str| {
            let (parts, own) = (path.split('/'), template.split('/'));
            parts.clone().count() == own.clone().count()
                && parts
                    .zip(own)
                    .all(|(part, own)| part == own || own.starts_with('{'))
        };
        let paths = self.paths();
        let fitting = paths.iter().filter(|(template, _)| fits(template));
        let operations = fitting.filter_map(|(template, item)| {
            let operation = item.get(method.to_lowercase())?;
            Some((template.matches('{').count(), operation))
        });
        let (_, operation) = operations.min_by_key(|(parameters, _)| *parameters)?;
        Some(operation)
    }

    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        match value["$ref"].as_str() {
            Some(reference) => (self.0.pointer(reference.trim_start_matches('#'))).unwrap(),
            None => value,
        }
    }

    /// # Panics
    /// If the value is not as the schema says, or holds a field that is not described.
    fn check(&self, schema: &Value, value: &Value, place: &str) {
        let mut document = self.0.clone();
        document["$defs"] = serde_json::json!({ "answer": schema });
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.add_resource("openapi.json", document).unwrap();
        let compiled = compiler.compile("openapi.json#/$defs/answer", &mut schemas);
        let compiled = compiled.unwrap_or_else(|error| panic!("{place}: {error:#}"));
        if let Err(error) = schemas.validate(value, compiled) {
            panic!("{place}: {error}");
        }
        self.check_fields(&[schema], value, place);
    }

    /// The parts of schemas that say what a value may be.
    fn parts<'a>(&'a self, schema: &'a Value, found: &mut Vec<&'a Value>) {
        let schema = self.resolve(schema);
        found.push(schema);
        for key in ["allOf", "oneOf", "anyOf"] {
            for part in schema[key].as_array().into_iter().flatten() {
                self.parts(part, found);
            }
        }
    }

    fn check_fields(&self, schemas: &[&Value], value: &Value, place: &str) {
        let mut parts = Vec::new();
        for schema in schemas {
            self.parts(schema, &mut parts);
        }
        match value {
            Value::Object(fields) => {
                // Rules, records and arguments of games are objects of any kind.
                if !parts.iter().any(|part| part["properties"].is_object()) {
                    return;
                }
                for (name, value) in fields {
                    let own = parts.iter().filter_map(|part| part["properties"].get(name));
                    let own: Vec<&Value> = own.collect();
                    assert!(!own.is_empty(), "'{name}' is not described: {place}");
                    self.check_fields(&own, value, place);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let own = parts.iter().filter_map(|part| {
                        (part["prefixItems"].get(index)).or_else(|| part.get("items"))
                    });
                    let own: Vec<&Value> = own.filter(|own| own.is_object()).collect();
                    self.check_fields(&own, item, place);
                }
            }
            _ => {}
        }
    }
}
