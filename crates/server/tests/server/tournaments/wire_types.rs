//! The responses are what the shared types of `parlour_protocol::tournaments` say.

use crate::tournaments::test_server::{TestServer, plan, play};
use parlour_arena::Store;
use parlour_protocol::tournaments::{
    AgentSummary, AgentTournament, GameSummary, Page, RatingCurves, TournamentDetails,
    TournamentSummary,
};
use parlour_server::Database;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tempfile::TempDir;

/// Everything in `part` is in `whole`.
#[track_caller]
fn assert_contains(whole: &Value, part: &Value, path: &str) {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            for (name, value) in part {
                let found = whole.get(name).unwrap_or(&Value::Null);
                assert_contains(found, value, &format!("{path}.{name}"));
            }
        }
        (Value::Array(whole), Value::Array(part)) => {
            assert_eq!(whole.len(), part.len(), "{path}");
            for (index, (whole, part)) in whole.iter().zip(part).enumerate() {
                assert_contains(whole, part, &format!("{path}[{index}]"));
            }
        }
        _ => assert_eq!(whole, part, "{path}"),
    }
}

async fn check<T: DeserializeOwned + Serialize>(server: &TestServer, path: &str) -> T {
    let sent = server.json(path).await;
    let read: T = serde_json::from_value(sent.clone()).unwrap();
    assert_contains(&sent, &serde_json::to_value(&read).unwrap(), path);
    read
}

#[tokio::test]
async fn responses_are_those_of_the_shared_types() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    let server = TestServer::start(Some(Database::File(path))).await;
    let plan = plan("first", 6);
    let id = play(&plan, &store).await;
    let one = format!("/api/v1/tournaments/{id}");

    let list: Page<TournamentSummary> = check(&server, "/api/v1/tournaments").await;
    assert_eq!(list.items[0].players, plan.names());
    let details: TournamentDetails = check(&server, &one).await;
    assert_eq!(details.report.names(), plan.names());
    assert!(details.report.players[0].score_interval.ends().is_some());
    let curves: RatingCurves = check(&server, &format!("{one}/ratings")).await;
    assert!(!curves.points.is_empty());
    let games: Page<GameSummary> = check(&server, &format!("{one}/games")).await;
    assert_eq!(games.items[0].seats.len(), 2);
    let agents: Page<AgentSummary> = check(&server, "/api/v1/agents").await;
    assert!(agents.total > 0);
    let name = &agents.items[0].name;
    let history: Page<AgentTournament> = check(&server, &format!("/api/v1/agents/{name}")).await;
    assert_eq!(&history.items[0].result.name, name);
    server.close().await;
}
