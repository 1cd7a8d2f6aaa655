//! The ladder on every database.

use crate::common::new_store;
use crate::postgres::Postgres;
use parlour_arena::ladder::season::freeze;
use parlour_arena::ladder::storage::{MAX_LOGS, token_hash};
use parlour_arena::ladder::{Agent, Board, GameQuery, LadderError, LadderGame, SeasonTotals};
use parlour_arena::outcome::{SeatResult, Stop, ThinkingTime};
use parlour_arena::{Store, deals::ProofError};
use parlour_protocol::ladder::{AgentState, GameKind, PauseCode, PauseReason, SeasonState};
use parlour_protocol::{AgentFault, FaultCause};
use sqlx::Connection as _;
use std::sync::Arc;

const POLICIES: [&str; 2] = ["random", "utility"];

#[tokio::test]
async fn sqlite_holds_a_ladder() {
    let (_folder, _, store) = new_store().await;
    suite(store).await;
}

fn board() -> Board {
    "jaipur".parse().unwrap()
}

/// The season of the board, and the first two anchors of its ladder.
async fn season_with_anchors(store: &Store) -> (i64, [i64; 2]) {
    let board = board();
    let anchors = store.ladder_anchors(&board, &POLICIES).await.unwrap();
    let season = store.open_ladder_season(&board).await.unwrap().id;
    (season, [anchors[0].id, anchors[1].id])
}

/// Games of all seasons of the board, of all agents or one.
fn games_of(agent: Option<i64>) -> GameQuery {
    GameQuery {
        board: board().to_string(),
        season: None,
        agent,
    }
}

/// What version 10 had not: totals, which are counted when its database is opened.
#[tokio::test]
async fn games_of_an_earlier_version_are_counted() {
    let (_folder, path, store) = new_store().await;
    let (season, [one, other]) = season_with_anchors(&store).await;
    for (number, kind, players) in [
        (0, GameKind::Validation, [one, one]),
        (1, GameKind::Rated, [one, other]),
        (2, GameKind::Rated, [other, one]),
        (3, GameKind::Rated, [one, other]),
    ] {
        let game = game(season, number, kind, players);
        store.add_ladder_games(&[&game]).await.unwrap();
    }
    let totals = async |store: &Store| {
        let mut found = Vec::new();
        for agent in [None, Some(one), Some(other)] {
            let query = games_of(agent);
            found.push(store.ladder_games(&query, 0, 1).await.unwrap().0);
        }
        let opponents = store.ladder_opponents(season, one).await.unwrap();
        (found, opponents)
    };
    let known = totals(&store).await;
    assert_eq!(known.0, [4, 4, 3]);
    assert_eq!((known.1[0].games, known.1[0].score), (3, 2.0 / 3.0));
    store.close().await;
    let mut old = sqlx::SqliteConnection::connect(path.to_str().unwrap())
        .await
        .unwrap();
    for statement in [
        "DROP TABLE daily_attempts",
        "DROP TABLE server_secrets",
        "DROP TABLE ladder_opponents",
        "DROP TABLE ladder_agent_games",
        "DROP INDEX ladder_final_games",
        "ALTER TABLE ladder_seasons DROP COLUMN games",
        "DELETE FROM _sqlx_migrations WHERE version > 10",
    ] {
        sqlx::query(statement).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
    let store = Store::open_file(&path).await.unwrap();
    assert_eq!(totals(&store).await, known);
}

/// The number of games is read before the games: a game may be added in between.
#[tokio::test]
async fn a_page_holds_the_oldest_game_while_one_is_added() {
    let (_folder, path, store) = new_store().await;
    let (season, players) = season_with_anchors(&store).await;
    for number in 0..4 {
        let game = game(season, number, GameKind::Rated, players);
        store.add_ladder_games(&[&game]).await.unwrap();
    }
    // As it was before the last game.
    let mut earlier = sqlx::SqliteConnection::connect(path.to_str().unwrap())
        .await
        .unwrap();
    for table in ["ladder_seasons", "ladder_agent_games"] {
        let statement = format!("UPDATE {table} SET games = games - 1");
        sqlx::query(&statement).execute(&mut earlier).await.unwrap();
    }
    for agent in [None, Some(players[0])] {
        let (total, games) = store.ladder_games(&games_of(agent), 0, 50).await.unwrap();
        let numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
        assert_eq!((total, &numbers[..]), (3, &[3, 2, 1, 0][..]));
    }
}

#[tokio::test]
async fn postgres_holds_a_ladder() {
    let server = Postgres::start();
    suite(Store::open(&server.url()).await.unwrap()).await;
}

async fn suite(store: Store) {
    let board = board();
    let anchors = store.ladder_anchors(&board, &POLICIES).await.unwrap();
    assert_eq!(
        store.ladder_anchors(&board, &POLICIES).await.unwrap(),
        anchors
    );
    assert_eq!(
        anchors[1].policy.as_deref(),
        Some("utility"),
        "in their order"
    );
    let agents = agents(&store, &board).await;
    seasons_and_games(&store, &board, &agents, &anchors).await;
    numbers_are_never_reserved_twice(store, &board).await;
}

async fn agents(store: &Store, board: &Board) -> [Agent; 2] {
    let [one, other] = ["token one", "token two"].map(token_hash);
    let first = store.register_ladder_agent(board, "Ada", "ada@example.org", &one);
    let first = first.await.unwrap();
    assert_eq!((first.state, first.valid), (AgentState::New, false));
    for taken in ["ada", "ADA", "random"] {
        let refused = store.register_ladder_agent(board, taken, "", &other).await;
        assert_eq!(refused, Err(LadderError::NameTaken(taken.to_owned())));
    }
    let elsewhere: Board = "primi-composti".parse().unwrap();
    let third = token_hash("three");
    let same = store.register_ladder_agent(&elsewhere, "Ada", "", &third);
    same.await.unwrap();
    let second = store.register_ladder_agent(board, "Bob", "", &other);
    let second = second.await.unwrap();
    let renamed = store.rename_ladder_agent(second.id, "ada").await;
    assert_eq!(renamed, Err(LadderError::NameTaken("ada".to_owned())));
    store
        .rename_ladder_agent(second.id, "Eve <i>")
        .await
        .unwrap();
    let state = AgentState::Paused;
    let pause = PauseReason {
        code: PauseCode::TooManyFaults {
            faults: 4,
            games: 10,
        },
        last_fault: Some(AgentFault::invalid(
            b"bid",
            "it's 'no' bid – ø",
            FaultCause::UnknownAction,
        )),
    };
    (store.set_ladder_state(second.id, state, true, Some(&pause)))
        .await
        .unwrap();
    let new_token = token_hash("another");
    store.set_ladder_token(second.id, &new_token).await.unwrap();
    let second = store.ladder_agent(second.id).await.unwrap().unwrap();
    assert_eq!(
        (second.name.as_str(), second.pause),
        ("Eve <i>", Some(pause))
    );
    assert_eq!(
        second.reason,
        "4 faults in its last 10 games; the last: 'bid' is no answer: it's 'no' bid – ø"
    );
    assert_eq!((second.state, second.token), (state, Some(new_token)));

    // A name and a token are free again, and the agent stays where its games are.
    let of_gone = token_hash("gone");
    let gone = store.register_ladder_agent(board, "Gone", "me", &of_gone);
    let gone = gone.await.unwrap();
    store.withdraw_ladder_agent(gone.id).await.unwrap();
    (store.set_ladder_state(gone.id, AgentState::Active, true, None))
        .await
        .unwrap();
    let gone = store.ladder_agent(gone.id).await.unwrap().unwrap();
    assert_eq!((gone.state, gone.token), (AgentState::Withdrawn, None));
    assert_eq!(gone.contact, "");
    let again = store.register_ladder_agent(board, "gone", "", &of_gone);
    let again = again.await.unwrap();
    assert_eq!(store.ladder_agents(board).await.unwrap().len(), 6);
    [first, again]
}

fn game(season: i64, number: u64, kind: GameKind, agents: [i64; 2]) -> LadderGame {
    let seat = |(agent, place)| {
        let result = SeatResult {
            player: agent as usize,
            score: 10 - place as i32,
            place,
            share: 2.0 - place as f64,
            faults: 1,
        };
        let time = ThinkingTime {
            total: 10,
            longest: 5,
        };
        (result, time)
    };
    LadderGame {
        season,
        number,
        kind,
        slot: (kind == GameKind::Final).then_some(number),
        record: format!("{{\"number\":{number}}}"),
        plies: 20,
        duration: 1000,
        stop: Stop::Finished,
        seats: agents.into_iter().zip(1..).map(seat).collect(),
        logs: vec![(
            agents[0],
            format!("{{\"ms\":0.0,\"sent\":\"\0{number}\"}}\n"),
        )],
    }
}

async fn seasons_and_games(store: &Store, board: &Board, agents: &[Agent; 2], anchors: &[Agent]) {
    let season = store.open_ladder_season(board).await.unwrap();
    assert_eq!(store.open_ladder_season(board).await.unwrap(), season);
    let [one, other] = agents.each_ref().map(|agent| agent.id);
    assert_eq!(store.reserve_ladder_games(season.id, 100).await.unwrap(), 0);
    for number in 0..40 {
        let players = match number % 2 {
            0 => [one, other],
            _ => [one, anchors[0].id],
        };
        let kind = match number {
            0 => GameKind::Validation,
            _ => GameKind::Rated,
        };
        let game = game(season.id, number, kind, players);
        assert_eq!(store.add_ladder_games(&[&game]).await.unwrap(), [kind]);
        // It is not known whether the first attempt has succeeded.
        assert_eq!(store.add_ladder_games(&[&game]).await.unwrap(), [kind]);
    }
    let totals = SeasonTotals::read(store, season.id).await.unwrap();
    assert_eq!((totals.games(), totals.games_of(one)), (39, 39));
    let (total, page) = {
        let query = GameQuery {
            board: board.to_string(),
            season: Some(season.id),
            agent: Some(other),
        };
        store.ladder_games(&query, 5, 10).await.unwrap()
    };
    assert_eq!((total, page.len(), page[0].number), (20, 10, 28));
    assert_eq!(page[0].seats[1].name, "gone");
    let elsewhere = GameQuery {
        board: "modern-art:simple".to_owned(),
        ..GameQuery::default()
    };
    assert_eq!(store.ladder_games(&elsewhere, 0, 10).await.unwrap().0, 0);
    let opponents = store.ladder_opponents(season.id, one).await.unwrap();
    let rows: Vec<_> = (opponents.iter())
        .map(|row| (row.agent, row.games, row.score))
        .collect();
    assert_eq!(rows, [(anchors[0].id, 20, 1.0), (other, 19, 1.0)]);
    let logs = store.ladder_logs(one).await.unwrap();
    assert_eq!(logs.len() as u64, MAX_LOGS);
    assert_eq!(
        logs[0],
        (season.id, 30, "{\"ms\":0.0,\"sent\":\"30\"}\n".to_owned())
    );

    let (number, table, finalists) = freeze(store, board, 4).await.unwrap();
    assert_eq!((number, finalists), (1, vec![one, other]));
    assert_eq!(
        store.ladder_standings(season.id).await.unwrap(),
        (table, vec![one, other])
    );
    // What ends after the table was frozen is stored, and does not count.
    let late = game(season.id, 40, GameKind::Rated, [other, one]);
    assert_eq!(
        store.add_ladder_games(&[&late]).await.unwrap(),
        [GameKind::Late]
    );
    let last = game(season.id, 41, GameKind::Final, [other, one]);
    store.add_ladder_games(&[&last]).await.unwrap();
    let results = store.ladder_results(season.id, GameKind::Final);
    let results = results.await.unwrap();
    assert_eq!((results.len(), results[0][0].slot), (1, Some(41)));

    let next = store.open_ladder_season(board).await.unwrap();
    assert_eq!((next.number, next.reserved), (2, 0));
    for number in 0..5 {
        let game = game(next.id, number, GameKind::Rated, [one, anchors[0].id]);
        store.add_ladder_games(&[&game]).await.unwrap();
    }
    pages(store, board, [season.id, next.id], one, other).await;
    assert_ne!(next.secret, season.secret);
    let frozen = |seasons: Vec<_>| seasons.into_iter().nth(1).unwrap();
    let before = frozen(store.ladder_seasons(board).await.unwrap());
    assert_eq!((before.state, before.final_games), (SeasonState::Final, 4));
    let hidden = before.proof(vec![]);
    assert_eq!(hidden.verify(), Err(ProofError::Unpublished));
    store.end_ladder_final(season.id).await.unwrap();
    store.close_ladder_season(season.id).await.unwrap();
    let (_, closed) = store.ladder_season(season.id).await.unwrap().unwrap();
    assert_eq!((closed.state, closed.final_games), (SeasonState::Closed, 0));
    let numbers = store.ladder_numbers(season.id).await.unwrap();
    assert_eq!(numbers, (0..42).collect::<Vec<_>>());
    let proof = closed.proof(numbers);
    assert_eq!(proof.verify().unwrap(), season.deals());
    assert_eq!(proof.secrets[0].commitment, season.secret.commitment());
    let records = store.ladder_records(season.id, 40, 5).await.unwrap();
    assert_eq!(records[1], (41, "{\"number\":41}".to_owned()));
}

/// Pages of all sizes hold the games of a list in its order, without a gap and without repetition.
async fn pages(store: &Store, board: &Board, [first, second]: [i64; 2], one: i64, other: i64) {
    let latest = (0..5).rev().map(|number| (second, number));
    let all: Vec<(i64, u64)> = latest
        .chain((0..42).rev().map(|number| (first, number)))
        .collect();
    let of_other =
        |(season, number): &(i64, u64)| *season == first && (number % 2 == 0 || *number > 39);
    let others: Vec<(i64, u64)> = all.iter().copied().filter(of_other).collect();
    for (season, agent, expected) in [
        (None, None, &all[..]),
        (Some(first), None, &all[5..]),
        (None, Some(one), &all[..]),
        (Some(second), Some(one), &all[..5]),
        (None, Some(other), &others[..]),
        (Some(second), Some(other), &[]),
        (Some(77), None, &[]),
        (None, Some(77), &[]),
    ] {
        let query = GameQuery {
            board: board.to_string(),
            season,
            agent,
        };
        for size in [1, 7, 50] {
            for skip in 0..50 {
                let (total, page) = store.ladder_games(&query, skip, size).await.unwrap();
                let page: Vec<(i64, u64)> =
                    page.iter().map(|row| (row.season, row.number)).collect();
                let rest = expected.get(skip as usize..).unwrap_or_default();
                let wanted = &rest[..rest.len().min(size as usize)];
                assert_eq!((total as usize, &page[..]), (expected.len(), wanted));
            }
        }
    }
}

async fn numbers_are_never_reserved_twice(store: Store, board: &Board) {
    let season = store.open_ladder_season(board).await.unwrap().id;
    let store = Arc::new(store);
    let reserving: Vec<_> = (0..20)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.reserve_ladder_games(season, 7).await.unwrap() })
        })
        .collect();
    let mut first = Vec::new();
    for reserved in reserving {
        first.push(reserved.await.unwrap());
    }
    first.sort_unstable();
    assert_eq!(first, (0..20).map(|at| 7 * at).collect::<Vec<u64>>());
}
