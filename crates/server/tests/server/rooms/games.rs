//! Whole games of people, policies and remote agents.

use crate::rooms::test_server::{TestServer, events, kinds};
use parlour_engine::{Game, Record, Seat, View as _, Viewer};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use parlour_protocol::Hosted;
use serde_json::{Value, json};

/// A game of a person, a remote agent by WebSocket or TCP, policies in the other seats, and a spectator. All are sent
/// what they may know and nothing else, and the record replays the game.
async fn whole_game<G: Hosted>(rules: &str, seats: usize, policy: &str, tcp: bool) {
    let server = TestServer::start().await;
    let mut asked = vec![json!({"kind": "person"}), json!({"kind": "agent"})];
    asked.resize(seats, json!({"kind": "policy", "policy": policy}));
    let request =
        json!({"game": G::NAME, "rules": rules, "seats": asked, "clock": null, "listed": true});
    let test_table = server.make(&request).await;
    let spectator = tokio::spawn(test_table.watch().await.play());
    let person = tokio::spawn(test_table.sit(0, "Ada").await.play());
    let program = match tcp {
        true => {
            server
                .line(&json!({"type": "hello", "version": 1, "name": "robot"}))
                .await
        }
        false => test_table.sit(1, "robot").await,
    };
    let program = tokio::spawn(program.play());
    let (person, program, spectator) = (
        person.await.unwrap(),
        program.await.unwrap(),
        spectator.await.unwrap(),
    );

    let (status, record) = test_table.record().await;
    assert_eq!(status, 200);
    let record = Record::<G>::read(&record.to_string()).unwrap();
    let table = record.replay().unwrap();
    let outcome = table.outcome().unwrap();
    assert_eq!(&table.seats()[..2], ["Ada", "robot"]);
    for (heard, viewer) in [
        (&person, Viewer::Seat(Seat(0))),
        (&program, Viewer::Seat(Seat(1))),
        (&spectator, Viewer::Public),
    ] {
        let history = serde_json::to_value(table.events()).unwrap();
        assert_eq!(Value::from(events(heard)), history, "{viewer:?}");
        let result = heard
            .iter()
            .find(|message| message["type"] == "result")
            .unwrap();
        assert_eq!(result["scores"], json!(outcome.scores));
        assert_eq!(result["winners"], json!(outcome.winners));
        assert_eq!(heard.last().unwrap()["reason"], "the game is over");
        for message in heard.iter().filter(|message| message["view"].is_object()) {
            let seen: G::View = serde_json::from_value(message["view"].clone()).unwrap();
            assert_eq!(seen.viewer(), viewer);
        }
    }
    // The last view of those who watch is that of the end, with an empty history.
    for (heard, viewer) in [
        (&person, Viewer::Seat(Seat(0))),
        (&spectator, Viewer::Public),
    ] {
        let last = heard
            .iter()
            .rfind(|message| message["type"] == "news")
            .unwrap();
        let mut view = serde_json::to_value(table.state().view(viewer)).unwrap();
        view["history"] = json!([]);
        assert_eq!(last["view"], view);
        // So is that of the result.
        let result = heard.iter().find(|message| message["type"] == "result");
        assert_eq!(result.unwrap()["view"], view);
    }
    assert_eq!(kinds(&person)[..2], ["welcome", "table"]);
    assert_eq!(kinds(&spectator)[..2], ["welcome", "table"]);
    assert!(!kinds(&spectator).contains(&"turn"));
    assert_eq!(spectator[0]["seat"], Value::Null);
    assert_eq!(
        (&person[0]["seat"], &program[0]["seat"]),
        (&json!(0), &json!(1))
    );

    let summary = test_table.show().await;
    assert_eq!(summary["state"], "over");
    assert_eq!(summary["scores"], json!(outcome.scores));
    assert_eq!(summary["winners"], json!(outcome.winners));
    assert_eq!(summary["game"], G::NAME);
    assert_eq!(summary["seats"][0]["name"], "Ada");
    let (_, list) = server.get("/api/v1/tables").await;
    assert_eq!(list, json!({"tables": []}), "what is over is not listed");
}

#[tokio::test(start_paused = true)]
async fn jaipur() {
    whole_game::<Jaipur>("round", 2, "utility", false).await;
    whole_game::<Jaipur>("match", 2, "utility", true).await;
}

#[tokio::test(start_paused = true)]
async fn primi_composti() {
    for seats in [2, 4] {
        whole_game::<PrimiComposti>(first::<PrimiComposti>(), seats, "greedy_asc", seats == 2)
            .await;
    }
}

#[tokio::test(start_paused = true)]
async fn modern_art() {
    whole_game::<ModernArt>("simple", 3, "simple", true).await;
    whole_game::<ModernArt>("full", 5, "simple", false).await;
}

#[tokio::test(start_paused = true)]
async fn masters_gallery() {
    for seats in [2, 3, 5] {
        whole_game::<MastersGallery>(first::<MastersGallery>(), seats, "greedy", seats == 3).await;
    }
}

fn first<G: Game>() -> &'static str {
    <G::Rules as parlour_engine::Rules>::names()[0]
}
