//! Hidden information does not change a byte of what a seat is sent.
//!
//! The same game is played twice with hidden cards that differ, the same actions in both. As long as what
//! the seat may know is the same, so must be every byte it hears, the program beside it and
//! the spectator too.

use crate::rooms::test_server::{Client, TestServer, TestTable};
use parlour_engine::{Game as _, Seat, Viewer};
use parlour_games::jaipur::{self, Jaipur};
use parlour_games::masters_gallery::{self, MastersGallery};
use parlour_games::modern_art::ModernArt;
use parlour_games::primi_composti::PrimiComposti;
use parlour_protocol::Hosted;
use serde_json::{Value, json};

/// What differs whatever the cards are: names of tables and seats, and times.
const OTHER: [&str; 5] = ["id", "token", "created", "updated", "time"];

/// A message without that.
fn masked(text: &str) -> String {
    let mut message: Value = serde_json::from_str(text).unwrap();
    let turn = message["type"] == "turn";
    if let Some(fields) = message.as_object_mut() {
        for name in OTHER {
            // The number of a turn is the same in both.
            if !(turn && name == "id") {
                fields.remove(name);
            }
        }
    }
    message.to_string()
}

/// One of the two tables, and what the test knows of it.
struct Side<G: Hosted> {
    test_table: TestTable,
    state: G,
    clients: Vec<Client>,
    spectator: Client,
}

impl<G: Hosted> Side<G> {
    async fn new(server: TestServer, rules: &str, seats: usize, deal: G::Deal) -> Side<G> {
        let rule_set = <G::Rules as parlour_engine::Rules>::named(rules).unwrap();
        let rule_set = G::with_seats(rule_set, seats).unwrap();
        let state = G::new(rule_set, deal.clone()).unwrap();
        let request = json!({
            "game": G::NAME, "rules": rules, "seats": vec![json!({"kind": "person"}); seats],
            "seed": 1, "cards": serde_json::to_value(&deal).unwrap(),
        });
        let test_table = server.make(&request).await;
        let spectator = test_table.watch().await;
        let mut clients = Vec::new();
        for seat in 0..seats {
            let mut client = test_table.sit(seat, &format!("p{seat}")).await;
            client.hear_of("table").await;
            clients.push(client);
        }
        Side {
            test_table,
            state,
            clients,
            spectator,
        }
    }

    async fn play(&mut self, seat: Seat, action: G::Action) {
        self.state.play(seat, action).unwrap();
        let client = &mut self.clients[seat.index()];
        client
            .say(&json!({"type": "action", "action": action.to_string()}))
            .await;
        let done = serde_json::to_value(self.state.to_move()).unwrap();
        let before = self
            .test_table
            .until(move |table| table["to_move"] == done || table["state"] == "over");
        before.await;
    }

    /// Everything that was sent to one connection so far.
    async fn heard(client: &mut Client) -> Vec<String> {
        client
            .say(&json!({"type": "action", "id": 999_999, "action": "nothing"}))
            .await;
        client.hear_of("refused").await;
        client.heard.iter().map(|text| masked(text)).collect()
    }
}

/// Plays as long as seat 0 cannot tell the two deals apart; returns for how many plies.
async fn same_bytes<G: Hosted>(
    rules: &str,
    seats: usize,
    deals: [G::Deal; 2],
    choice: usize,
) -> usize {
    let server = TestServer::start().await;
    let [one, two] = deals;
    assert_ne!(one, two);
    let mut one = Side::<G>::new(server, rules, seats, one).await;
    let mut two = Side::<G>::new(server, rules, seats, two).await;
    let own = Viewer::Seat(Seat(0));
    let mut plies = 0;
    loop {
        for (a, b) in [
            (&mut one.clients[0], &mut two.clients[0]),
            (&mut one.spectator, &mut two.spectator),
        ] {
            let (a, b) = (Side::<G>::heard(a).await, Side::<G>::heard(b).await);
            assert!(a.len() > 2);
            assert_eq!(a, b, "after {plies} plies");
        }
        // What both can do: as long as there is such a thing, the game goes on.
        let Some(seat) = one.state.to_move().first() else {
            break;
        };
        let also: Vec<G::Action> = two.state.legal_actions(seat);
        let both: Vec<G::Action> = (one.state.legal_actions(seat).into_iter())
            .filter(|action| also.contains(action))
            .collect();
        let next = (0..both.len()).map(|step| both[(choice * (plies + 1) + step) % both.len()]);
        let quiet = next.into_iter().find(|&action| {
            let after = [&one.state, &two.state].map(|state| {
                let mut state = state.clone();
                state.play_unchecked(seat, action);
                (state.view(own), state.view(Viewer::Public))
            });
            after[0] == after[1] && one.state.view(own) == two.state.view(own)
        });
        let Some(action) = quiet else {
            break;
        };
        one.play(seat, action).await;
        two.play(seat, action).await;
        plies += 1;
        if plies == 40 {
            break;
        }
    }
    plies
}

/// The deal of a seed in JSON, changed, and read again.
fn changed<D: serde::Serialize + serde::de::DeserializeOwned>(
    deal: &D,
    change: impl FnOnce(&mut Value),
) -> D {
    let mut value = serde_json::to_value(deal).unwrap();
    change(&mut value);
    serde_json::from_value(value).unwrap()
}

fn deal<G: Hosted>(rules: &str, seats: usize) -> G::Deal {
    let rules = <G::Rules as parlour_engine::Rules>::named(rules).unwrap();
    G::deal(&G::with_seats(rules, seats).unwrap(), 11)
}

/// Swaps two entries of a list in the deal, which hold different cards.
fn swap(value: &mut Value, list: &str, a: usize, b: usize) {
    let cards = value.pointer_mut(list).unwrap().as_array_mut().unwrap();
    assert_ne!(cards[a], cards[b], "{a} {b}: {cards:?}");
    cards.swap(a, b);
}

/// Two cards of the list, from these places on, that differ.
fn differing(value: &Value, list: &str, from: usize, to: usize) -> (usize, usize) {
    let cards = value.pointer(list).unwrap().as_array().unwrap();
    let places = (from..to).flat_map(|a| (a + 1..cards.len()).rev().map(move |b| (a, b)));
    places
        .into_iter()
        .find(|&(a, b)| cards[a] != cards[b] && b >= to)
        .unwrap()
}

#[tokio::test(start_paused = true)]
async fn jaipur() {
    let deal = deal::<Jaipur>("round", 2);
    let rules = <jaipur::Rules as parlour_engine::Rules>::named("round").unwrap();
    let state = Jaipur::new(rules.clone(), deal.clone()).unwrap();
    // The deck, from its far end; a card of the other hand against one of the deck; the bonus tokens.
    let view = |deal: &jaipur::Deal| {
        Jaipur::new(rules.clone(), deal.clone()).map(|state| state.view(Viewer::Seat(Seat(0))))
    };
    let own = state.view(Viewer::Seat(Seat(0)));
    let mut tried = 0;
    for a in 0..20 {
        let other = changed(&deal, |value| {
            let cards = value
                .pointer_mut("/rounds/0/deck")
                .unwrap()
                .as_array_mut()
                .unwrap();
            let last = cards.len() - 1 - a;
            cards.swap(a, last);
        });
        // Only what seat 0 cannot see may differ.
        if other == deal || view(&other).ok().as_ref() != Some(&own) {
            continue;
        }
        tried += 1;
        if tried <= 3 {
            let plies = same_bytes::<Jaipur>("round", 2, [deal.clone(), other], a).await;
            assert!(plies >= 1, "{plies}");
        }
    }
    assert!(tried >= 3, "{tried}");
    let bonus = changed(&deal, |value| swap(value, "/rounds/0/bonus/0", 0, 1));
    let plies = same_bytes::<Jaipur>("round", 2, [deal, bonus], 3).await;
    assert!(plies >= 10, "{plies}");
}

#[tokio::test(start_paused = true)]
async fn primi_composti() {
    let deal = deal::<PrimiComposti>("1-3p", 3);
    // A card of seat 1 against one of seat 2, higher than what is played first.
    let other = changed(&deal, |value| {
        let hands = value["hands"].as_array_mut().unwrap();
        let card = |hands: &[Value], seat: usize, at: usize| hands[seat][at].clone();
        let last = |hands: &[Value], seat: usize| hands[seat].as_array().unwrap().len() - 1;
        let (at1, at2) = (last(hands, 1), last(hands, 2));
        let (one, two) = (card(hands, 1, at1), card(hands, 2, at2));
        hands[1][at1] = two;
        hands[2][at2] = one;
    });
    let plies = same_bytes::<PrimiComposti>("1-3p", 3, [deal, other], 1).await;
    assert!(plies >= 6, "{plies}");
}

#[tokio::test(start_paused = true)]
async fn modern_art() {
    for rules in ["simple-3", "full-3"] {
        let deal = deal::<ModernArt>(rules, 3);
        let size = parlour_games::modern_art::rules::dealt(3, 0);
        // A painting of another hand against one that is dealt later.
        let other = changed(&deal, |value| {
            let (a, b) = differing(value, "/deck", size, 3 * size);
            swap(value, "/deck", a, b);
        });
        let plies = same_bytes::<ModernArt>(rules, 3, [deal, other], 5).await;
        assert!(plies >= 20, "{rules}: {plies}");
    }
}

#[tokio::test(start_paused = true)]
async fn masters_gallery() {
    let deal = deal::<MastersGallery>("full", 3);
    let rules = <masters_gallery::Rules as parlour_engine::Rules>::named("full").unwrap();
    let rules = MastersGallery::with_seats(rules, 3).unwrap();
    let view = |deal: &masters_gallery::Deal| {
        let state = MastersGallery::new(rules.clone(), deal.clone()).unwrap();
        (
            state.view(Viewer::Seat(Seat(0))),
            state.view(Viewer::Seat(Seat(1))),
        )
    };
    let (own, next) = view(&deal);
    let mut tried = 0;
    for a in 0..90 {
        let other = changed(&deal, |value| {
            let cards = value["deck"].as_array_mut().unwrap();
            let last = cards.len() - 1 - a % 7;
            cards.swap(a, last);
        });
        let (seen, of_next) = view(&other);
        if seen == own && of_next != next && tried < 3 {
            tried += 1;
            let plies = same_bytes::<MastersGallery>("full", 3, [deal.clone(), other], a).await;
            assert!(plies >= 5, "{plies}");
        }
    }
    assert_eq!(tried, 3);
}
