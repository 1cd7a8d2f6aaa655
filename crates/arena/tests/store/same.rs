//! What must hold on every database.

use crate::common::{everything, holder, new_store, options, plan, play};
use crate::postgres::Postgres;
use bytes::Bytes;
use parlour_arena::deals::Purpose;
use parlour_arena::definition::Format;
use parlour_arena::outcome::{
    FaultNote, GameResult, ModelUsage, Played, SeatResult, Stop, ThinkingTime,
};
use parlour_arena::store::{Files, GameFilter, Tournament, TournamentFilter};
use parlour_arena::{Definition, Holder, Pause, Plan, RunError, Secret, Store, deals, enter, run};
use parlour_engine::{Record, Seat};
use parlour_games::jaipur::Jaipur;
use parlour_protocol::{AgentFault, FaultCause};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;
use sqlx::Connection as _;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

#[tokio::test]
async fn sqlite_passes_the_suite() {
    let folder = TempDir::new().unwrap();
    // A name with everything that could be taken for part of a URL.
    let path = folder.path().join("a b?c=d#e%20f").join("arena.sqlite");
    let store = Store::open_file(&path).await.unwrap();
    suite(&store).await;
    store.close().await;
    assert!(path.is_file());
    let again = Store::open_file(&path).await.unwrap();
    assert_eq!(again.tournaments().await.unwrap().len(), 5);
}

/// What version 2 had not: a database with games is migrated, and its games lack the times.
#[tokio::test]
async fn a_database_of_an_earlier_version_is_migrated() {
    let (_folder, path, store) = new_store().await;
    let plan = plan("old", 3);
    play(&plan, &store, 1, false).await.unwrap();
    let totals = async |store: &Store| {
        let tournaments = store.tournaments().await.unwrap();
        (tournaments, store.player_lines().await.unwrap())
    };
    let known = totals(&store).await;
    assert!(known.0[0].last.is_some() && known.1[0].games > 0);
    store.close().await;
    let mut old = sqlx::SqliteConnection::connect(path.to_str().unwrap())
        .await
        .unwrap();
    for statement in [
        "DROP TABLE daily_attempts",
        "DROP TABLE server_secrets",
        "DROP TABLE ladder_opponents",
        "DROP TABLE ladder_agent_games",
        "DROP TABLE ladder_standings",
        "DROP TABLE ladder_logs",
        "DROP TABLE ladder_seats",
        "DROP TABLE ladder_games",
        "DROP TABLE ladder_agents",
        "DROP TABLE ladder_seasons",
        "DROP TABLE model_usage",
        "DROP TABLE secrets",
        "ALTER TABLE games DROP COLUMN plies",
        "ALTER TABLE games DROP COLUMN duration",
        "ALTER TABLE games DROP COLUMN stop",
        "ALTER TABLE seats DROP COLUMN thinking",
        "ALTER TABLE seats DROP COLUMN longest",
        "DROP TABLE server_tables",
        "DROP TABLE server_processes",
        "DROP INDEX seats_player",
        "ALTER TABLE tournaments DROP COLUMN games",
        "ALTER TABLE tournaments DROP COLUMN last_played",
        "ALTER TABLE players DROP COLUMN games",
        "ALTER TABLE players DROP COLUMN faults",
        "DELETE FROM _sqlx_migrations WHERE version > 2",
    ] {
        sqlx::query(statement).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();

    let store = Store::open_file(&path).await.unwrap();
    assert_eq!(totals(&store).await, known);
    let id = store.tournament("old").await.unwrap().unwrap().id;
    assert!(store.secrets(id).await.unwrap().is_empty());
    assert_eq!(
        deals(&plan, &store, id).await.unwrap(),
        plan.public_deals().unwrap()
    );
    let mut csv = Vec::new();
    assert_eq!(store.export_csv(id, None, &mut csv).await.unwrap(), 18);
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.lines().skip(1).all(|line| line.ends_with(",,,,,")));
    let mut parquet = Vec::new();
    store.export_parquet(id, None, &mut parquet).await.unwrap();
    let reader = SerializedFileReader::new(Bytes::from(parquet)).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 36);
    play(&plan, &store, 1, true).await.unwrap();
}

/// `parlour serve` and `parlour tournament` may create the database at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_new_database_can_be_opened_concurrently() {
    for _ in 0..20 {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let opening: Vec<_> = (0..4)
            .map(|_| {
                let path = path.clone();
                tokio::spawn(async move { Store::open_file(&path).await.map(drop) })
            })
            .collect();
        for opened in opening {
            opened.await.unwrap().unwrap();
        }
    }
}

#[tokio::test]
async fn postgres_passes_the_suite() {
    let server = Postgres::start();
    let store = Store::open(&server.url()).await.unwrap();
    suite(&store).await;
    store.close().await;
    let again = Store::open(&server.url()).await.unwrap();
    assert_eq!(again.tournaments().await.unwrap().len(), 5);
}

/// Both databases give the same texts, to the last digit.
#[tokio::test]
async fn both_databases_hold_the_same() {
    let (_folder, _, lite) = new_store().await;
    let server = Postgres::start();
    let post = Store::open(&server.url()).await.unwrap();
    let plan = plan("twins", 6);
    play(&plan, &lite, 2, false).await.unwrap();
    play(&plan, &post, 1, false).await.unwrap();
    assert_eq!(
        everything(&plan, &lite).await,
        everything(&plan, &post).await
    );
}

/// A run that was interrupted goes on with the secret in the store, and equals one without a break.
#[tokio::test]
async fn a_break_does_not_change_secret_deals() {
    let (_folder, _, lite) = new_store().await;
    let server = Postgres::start();
    let post = Store::open(&server.url()).await.unwrap();
    let seeded = plan("secret", 40);
    let definition = Definition {
        seed: None,
        ..seeded.definition.clone()
    };
    let plan = Arc::new(Plan::<Jaipur>::new(definition).unwrap());
    let secret = Secret::new().unwrap();
    let mut ids = Vec::new();
    for store in [&lite, &post] {
        let (planned, names) = (plan.schedule.games(), plan.names());
        let (text, holder) = (plan.canonical(), holder());
        let created = store.create(
            "secret",
            "jaipur",
            &text,
            planned,
            &names,
            &holder,
            Some(&secret),
        );
        ids.push(created.await.unwrap());
    }
    play(&plan, &lite, 1, true).await.unwrap();
    // One run for each batch of games.
    let mut runs = 0;
    loop {
        let pause = Pause::default();
        let mut note = |_| pause.request();
        let totals = run(&plan, &post, ids[1], options(3), &pause, &mut note).await;
        runs += 1;
        if totals.unwrap().end().is_some() {
            break;
        }
    }
    assert!(runs > 2, "{runs}");
    assert_eq!(
        everything(&plan, &lite).await,
        everything(&plan, &post).await
    );
    assert_eq!(post.secrets(ids[1]).await.unwrap(), [(0, secret.clone())]);
    // The deals are those of the secret, and none is a deal of the default seed of earlier versions.
    let deals = deals(&plan, &post, ids[1]).await.unwrap();
    let games = post
        .games(
            ids[1],
            &GameFilter::default(),
            plan.schedule.games(),
            0,
            1000,
        )
        .await;
    for game in games.unwrap() {
        let round = plan.schedule.round(game.number);
        assert_eq!(game.deal, secret.seed(Purpose::Deal, round));
        assert_eq!(game.deal, deals.deal(game.number, round));
    }
}

/// A league that grows after its secret was published has another secret for the new games.
#[tokio::test]
async fn a_league_that_grows_has_another_secret() {
    let (_folder, _, store) = new_store().await;
    let league = |players: usize| {
        let mut definition = plan("league", 3).definition.clone();
        (definition.seed, definition.format) = (None, Format::League);
        definition.players.truncate(players);
        Arc::new(Plan::<Jaipur>::new(definition).unwrap())
    };
    let small = league(2);
    play(&small, &store, 1, false).await.unwrap();
    let id = store.tournament("league").await.unwrap().unwrap().id;
    let first = store.secrets(id).await.unwrap();
    play(&league(3), &store, 1, true).await.unwrap();
    let both = store.secrets(id).await.unwrap();
    assert_eq!(both[..1], first[..]);
    assert_eq!((both.len(), both[1].0), (2, small.schedule.games()));
    let games = store
        .games(
            id,
            &GameFilter::default(),
            league(3).schedule.games(),
            0,
            100,
        )
        .await;
    for game in games.unwrap() {
        let of = usize::from(game.number >= both[1].0);
        let round = league(3).schedule.round(game.number);
        assert_eq!(game.deal, both[of].1.seed(Purpose::Deal, round));
    }
}

async fn suite(store: &Store) {
    a_tournament_is_played_and_read_again(store).await;
    games_are_added_once(store).await;
    one_process_plays_at_a_time(store).await;
    games_beyond_the_end_are_removed(store).await;
    new_players_are_added(store).await;
    filters_find_the_matching_games(store).await;
    a_tournament_of_another_process_is_rejected(store).await;
    a_tournament_without_games_is_replaced(store).await;
}

async fn a_tournament_is_played_and_read_again(store: &Store) {
    let plan = plan("played", 5);
    play(&plan, store, 2, false).await.unwrap();
    let found = store.tournament("played").await.unwrap().unwrap();
    assert_eq!(
        (found.planned, found.played, found.finished),
        (30, 30, Some(30))
    );
    assert_eq!(store.players(found.id).await.unwrap(), plan.names());
    // Periods of two rounds, the last one short, three players.
    assert_eq!(store.ratings(found.id).await.unwrap().len(), 9);

    let mut records = Vec::new();
    assert_eq!(
        store
            .export_records(found.id, None, &mut records)
            .await
            .unwrap(),
        30
    );
    let records = String::from_utf8(records).unwrap();
    let results = store.results(found.id).await.unwrap();
    for (line, result) in records.lines().zip(&results) {
        let table = Record::<Jaipur>::read(line).unwrap().replay().unwrap();
        let scores: Vec<i32> = result.seats.iter().map(|seat| seat.score).collect();
        assert_eq!(table.outcome().unwrap().scores, scores);
    }
    the_columns_describe_the_games(store, &plan, found.id, &records).await;
    let mut csv = Vec::new();
    store.export_csv(found.id, None, &mut csv).await.unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert!(
        csv.starts_with(
            "game,seat,player,score,place,share,faults,deal,round,pairing,rotation,plies,duration_ms,\
             thinking_ms,max_thinking_ms,stop\n0,0,"
        ),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 1 + 2 * 30);
    let mut parquet = Vec::new();
    let games = store
        .export_parquet(found.id, None, &mut parquet)
        .await
        .unwrap();
    assert_eq!(games, 30);
    assert_eq!(as_csv(parquet), csv);
    the_same_is_written_to_files(store, found.id, &records, &csv).await;

    // It is over, so that resuming plays nothing; and it is not begun a second time.
    let before = everything(&plan, store).await;
    play(&plan, store, 2, true).await.unwrap();
    assert_eq!(before, everything(&plan, store).await);
    let again = play(&plan, store, 1, false).await.unwrap_err();
    assert!(matches!(again, RunError::Exists { .. }), "{again}");
    let other = play(&crate::common::plan("played", 6), store, 1, true)
        .await
        .unwrap_err();
    assert!(other.to_string().contains("another 'rounds'"), "{other}");
}

/// Deal, position in the schedule and length agree with the schedule and the records.
async fn the_columns_describe_the_games(
    store: &Store,
    plan: &Plan<Jaipur>,
    id: i64,
    records: &str,
) {
    let mut csv = Vec::new();
    store.export_csv(id, None, &mut csv).await.unwrap();
    let csv = String::from_utf8(csv).unwrap();
    let deals = plan.public_deals().unwrap();
    for (at, line) in csv.lines().skip(1).enumerate() {
        let columns: Vec<&str> = line.split(',').collect();
        let fixture = plan.schedule.fixture(at as u64 / 2, &deals);
        let rotation = fixture.number % 2;
        let record = Record::<Jaipur>::read(records.lines().nth(at / 2).unwrap()).unwrap();
        let expected = [
            fixture.number,
            at as u64 % 2,
            fixture.deal,
            fixture.round,
            fixture.pairing as u64,
            rotation,
            record.actions.len() as u64,
        ];
        let found = [0, 1, 7, 8, 9, 10, 11].map(|column| columns[column].parse::<u64>().unwrap());
        assert_eq!(found, expected);
        assert_eq!(columns[15], "finished");
    }
}

/// What is named is written, and a file that cannot be written is named.
async fn the_same_is_written_to_files(store: &Store, id: i64, records: &str, csv: &str) {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| Some(folder.path().join(name));
    let files = Files {
        records: path("games.jsonl"),
        csv: path("seats.csv"),
        parquet: path("seats.parquet"),
    };
    store.export(id, None, &Files::default()).await.unwrap();
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    store.export(id, None, &files).await.unwrap();
    let read = |path: Option<PathBuf>| std::fs::read(path.unwrap()).unwrap();
    assert_eq!(read(files.records), records.as_bytes());
    assert_eq!(read(files.csv), csv.as_bytes());
    assert_eq!(as_csv(read(files.parquet)), csv);
    let files = Files {
        parquet: path("nowhere/seats.parquet"),
        ..Files::default()
    };
    let error = store
        .export(id, None, &files)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot write ") && error.contains("nowhere/seats.parquet: "),
        "{error}"
    );
}

/// The rows of a Parquet file, read by their names and types, as a CSV.
fn as_csv(parquet: Vec<u8>) -> String {
    let reader = SerializedFileReader::new(Bytes::from(parquet)).unwrap();
    let mut csv = String::new();
    let columns = reader.metadata().file_metadata().schema().get_fields();
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    writeln!(csv, "{}", names.join(",")).unwrap();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let (game, seat) = (row.get_ulong(0).unwrap(), row.get_ubyte(1).unwrap());
        let (player, score) = (row.get_string(2).unwrap(), row.get_int(3).unwrap());
        let (place, share) = (row.get_ubyte(4).unwrap(), row.get_double(5).unwrap());
        let faults = row.get_ulong(6).unwrap();
        let [deal, round, pairing] = [7, 8, 9].map(|column| row.get_ulong(column).unwrap());
        let (rotation, plies) = (row.get_ubyte(10).unwrap(), row.get_ulong(11).unwrap());
        let [duration, thinking, longest] = [12, 13, 14].map(|at| row.get_double(at).unwrap());
        let stop = row.get_string(15).unwrap();
        assert!(longest <= thinking && thinking <= duration);
        writeln!(
            csv,
            "{game},{seat},{player},{score},{place},{share},{faults},{deal},{round},{pairing},{rotation},\
             {plies},{duration},{thinking},{longest},{stop}"
        )
        .unwrap();
    }
    csv
}

/// What cannot be written says why.
#[tokio::test]
async fn a_full_disk_is_reported() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (_folder, _, store) = new_store().await;
    play(&plan("full", 1), &store, 1, false).await.unwrap();
    let id = store.tournament("full").await.unwrap().unwrap().id;
    let error = store.export_parquet(id, None, &mut Full).await.unwrap_err();
    assert_eq!(error.to_string(), "no storage space");
}

const USAGE: ModelUsage = ModelUsage {
    requests: 9,
    metered: 8,
    retries: 2,
    input_tokens: 1 << 40,
    output_tokens: 7,
};

fn game(number: u64, score: i32) -> Played {
    let seat = |player| SeatResult {
        player,
        score,
        place: 1,
        share: 0.5,
        faults: 1 - player as u64,
    };
    Played {
        number,
        deal: (1 << 53) - 1,
        plies: 7,
        stop: Stop::Resigned,
        duration: 900,
        thinking: vec![ThinkingTime::default(); 2],
        seats: vec![seat(0), seat(1)],
        faults: vec![FaultNote::new(
            Seat(0),
            0,
            AgentFault::invalid(b"late", "it's 'late' – ø", FaultCause::UnknownAction),
            "take gold".to_owned(),
        )],
        usage: vec![None, Some(USAGE)],
        record: "{}".to_owned(),
    }
}

async fn games_are_added_once(store: &Store) {
    let names = ["a".to_owned(), "b".to_owned()];
    let id = store
        .create("once", "jaipur", "{}", 9, &names, &holder(), None)
        .await
        .unwrap();
    store.add_games(id, &[]).await.unwrap();
    store.add_games(id, &[game(3, -7)]).await.unwrap();
    // As if it were not known whether the first call has succeeded.
    store
        .add_games(id, &[game(3, 8), game(1, 9)])
        .await
        .unwrap();
    let found = store.results(id).await.unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].number, found[0].seats[1].score), (1, 9));
    assert_eq!(found[1].seats, game(3, -7).seats);
    let faults = store.faults(id).await.unwrap();
    assert_eq!(faults[1], (3, game(3, 0).faults[0].clone()));
    let twice = store
        .create("once", "jaipur", "{}", 9, &names, &holder(), None)
        .await;
    assert!(twice.is_err());
}

async fn games_beyond_the_end_are_removed(store: &Store) {
    let id = store
        .create("end", "jaipur", "{}", 9, &[], &holder(), None)
        .await
        .unwrap();
    store
        .add_games(id, &[game(0, 1), game(1, 1), game(2, 1)])
        .await
        .unwrap();
    store.finish(id, 2).await.unwrap();
    let found = store.tournament("end").await.unwrap().unwrap();
    assert_eq!((found.played, found.finished), (2, Some(2)));
    assert_eq!(store.faults(id).await.unwrap().len(), 2);
    let usage = store.model_usage(id).await.unwrap();
    assert_eq!(usage.len(), 1);
    let (player, usage) = usage[0];
    assert_eq!((player, usage.requests, usage.retries), (1, 18, 4));
    assert_eq!(
        (usage.metered, usage.input_tokens, usage.output_tokens),
        (16, 2 << 40, 14)
    );
}

/// One process plays at a time, until it releases its lease or dies.
async fn one_process_plays_at_a_time(store: &Store) {
    let id = store.tournament("once").await.unwrap().unwrap().id;
    let own = store.leases().await.unwrap();
    let own = own.iter().find(|lease| lease.tournament == id).unwrap();
    assert_eq!(own.holder, holder());
    assert!(own.seconds_left() > 50, "{own:?}");
    let other = Holder {
        key: "another machine 1 1".to_owned(),
        ..holder()
    };
    let held = store.acquire_lease(id, &other).await.unwrap().unwrap();
    assert_eq!((held.tournament, held.holder), (id, holder()));
    // Renewing is no trouble, giving back what is another's does nothing.
    assert_eq!(store.acquire_lease(id, &holder()).await.unwrap(), None);
    store.release_lease(id, &other).await.unwrap();
    assert!(store.acquire_lease(id, &other).await.unwrap().is_some());
    store.release_lease(id, &holder()).await.unwrap();
    assert_eq!(store.acquire_lease(id, &other).await.unwrap(), None);
    let held = store.acquire_lease(id, &holder()).await.unwrap();
    assert_eq!(held.map(|lease| lease.holder), Some(other.clone()));
    store.release_lease(id, &other).await.unwrap();
    let leases = store.leases().await.unwrap();
    assert!(leases.iter().all(|lease| lease.tournament != id));
}

/// A process without the lease gets an error, and can play once the lease is released.
async fn a_tournament_of_another_process_is_rejected(store: &Store) {
    let plan = plan("held", 100);
    let id = enter(&plan, store, false, &holder()).await.unwrap().id;
    store.release_lease(id, &holder()).await.unwrap();
    let other = Holder {
        key: "another machine 1 1".to_owned(),
        host: "far".to_owned(),
        ..holder()
    };
    assert_eq!(store.acquire_lease(id, &other).await.unwrap(), None);
    let refused = play(&plan, store, 1, true).await.unwrap_err();
    assert!(matches!(refused, RunError::Held { .. }), "{refused}");
    let line = refused.to_string();
    assert!(line.contains("on far: pause it there"), "{line}");
    assert!(!line.contains('\n'), "{line}");
    store.release_lease(id, &other).await.unwrap();
    let totals = play(&plan, store, 1, true).await.unwrap();
    assert!(totals.end().is_some());
    let leases = store.leases().await.unwrap();
    assert!(leases.iter().all(|lease| lease.tournament != id));
    // A process that loses the lease on the way stops as for a pause. The tournament is far too long to end before.
    let plan = self::plan("lost", 20_000);
    let id = enter(&plan, store, false, &holder()).await.unwrap().id;
    store.release_lease(id, &holder()).await.unwrap();
    assert_eq!(store.acquire_lease(id, &other).await.unwrap(), None);
    let lost = run(&plan, store, id, options(1), &Pause::default(), &mut |_| {}).await;
    assert!(matches!(lost, Err(RunError::Held { .. })));
    store.release_lease(id, &other).await.unwrap();
    store.delete("lost").await.unwrap();
}

/// A definition with which no game was played does not use up its name, unless a process is about to play it.
async fn a_tournament_without_games_is_replaced(store: &Store) {
    let (first, second) = (plan("empty", 1), plan("empty", 2));
    let other = Holder {
        key: "another machine 1 1".to_owned(),
        ..holder()
    };
    enter(&first, store, false, &other).await.unwrap();
    let held = enter(&second, store, false, &holder()).await.unwrap_err();
    assert!(matches!(held, RunError::Held { .. }), "{held}");
    let found = store.tournament("empty").await.unwrap().unwrap();
    assert_eq!(found.definition, first.canonical());
    store.release_lease(found.id, &other).await.unwrap();
    let entered = enter(&second, store, false, &holder()).await.unwrap();
    assert_eq!(entered.definition, second.canonical());
    let differs = enter(&first, store, true, &holder()).await.unwrap_err();
    assert!(matches!(differs, RunError::Differs { .. }), "{differs}");
    assert_eq!(entered.planned, second.schedule.games());
    play(&second, store, 1, true).await.unwrap();
    let differs = enter(&first, store, true, &holder()).await.unwrap_err();
    assert!(matches!(differs, RunError::Differs { .. }), "{differs}");
    let leases = store.leases().await.unwrap();
    assert!(leases.iter().all(|lease| lease.tournament != entered.id));
    store.delete("empty").await.unwrap();
}

async fn new_players_are_added(store: &Store) {
    let names = ["a", "b", "c"].map(str::to_owned);
    let id = (store
        .create("league", "jaipur", "{}", 1, &names[..2], &holder(), None)
        .await)
        .unwrap();
    store.add_games(id, &[game(0, 1)]).await.unwrap();
    store.finish(id, 1).await.unwrap();
    store.extend(id, "[]", 3, &names, None).await.unwrap();
    let found = store.tournament("league").await.unwrap().unwrap();
    assert_eq!((found.planned, found.played, found.finished), (3, 1, None));
    assert_eq!(store.players(id).await.unwrap(), names);
}

/// Every filter finds what a look at all results finds.
async fn filters_find_the_matching_games(store: &Store) {
    let found = store.tournament("played").await.unwrap().unwrap();
    let id = found.id;
    assert_eq!(
        store.tournament_by_id(id).await.unwrap().as_ref(),
        Some(&found)
    );
    assert_eq!(store.tournament_by_id(99).await.unwrap(), None);
    let results = store.results(id).await.unwrap();
    // In pieces they are the same.
    let mut pieces = Vec::new();
    while let piece @ [_, ..] = &store
        .results_from(id, pieces.len() as u64, 7)
        .await
        .unwrap()[..]
    {
        assert!(piece.len() <= 7);
        pieces.extend_from_slice(piece);
    }
    assert_eq!(pieces, results);

    for player in [None, Some(0), Some(1)] {
        for seat in [None, Some(Seat(0)), Some(Seat(1))] {
            for opponent in [None, Some(2)] {
                for winner in [None, Some(0), Some(1)] {
                    let filter = GameFilter {
                        player,
                        seat,
                        opponent,
                        winner,
                        faults: false,
                        end: None,
                    };
                    let expected: Vec<u64> = (results.iter())
                        .filter(|game| fits(game, &filter))
                        .map(|game| game.number)
                        .collect();
                    let count = store.count_games(id, &filter).await.unwrap();
                    assert_eq!(count, expected.len() as u64, "{filter:?}");
                    for skip in 0..=expected.len() {
                        let games = store
                            .games(id, &filter, count, skip as u64, 3)
                            .await
                            .unwrap();
                        let numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
                        let rest = &expected[skip..];
                        assert_eq!(numbers, rest[..rest.len().min(3)], "{filter:?}");
                        for game in games {
                            assert_eq!(game.seats, results[game.number as usize].seats);
                        }
                    }
                }
            }
        }
    }
    let once = store.tournament("once").await.unwrap().unwrap().id;
    let faulty = GameFilter {
        faults: true,
        ..GameFilter::default()
    };
    assert_eq!(store.count_games(id, &faulty).await.unwrap(), 0);
    assert_eq!(store.count_games(once, &faulty).await.unwrap(), 2);
    let of = async |filter: &GameFilter| {
        let total = store.count_games(once, filter).await.unwrap();
        let games = store.games(once, filter, total, 0, 9).await.unwrap();
        assert_eq!(games.len() as u64, total);
        games.iter().map(|game| game.number).collect::<Vec<u64>>()
    };
    let all: Vec<u64> = (store.results(once).await.unwrap().iter())
        .map(|game| game.number)
        .collect();
    assert_eq!(of(&GameFilter::default()).await, all);
    let with_faults = of(&faulty).await;
    assert_eq!(with_faults.len(), 2);
    let of_player = GameFilter {
        player: Some(0),
        ..faulty.clone()
    };
    assert!(
        of(&of_player)
            .await
            .iter()
            .all(|number| with_faults.contains(number))
    );
    let early = GameFilter {
        end: Some(3),
        ..GameFilter::default()
    };
    let before: Vec<u64> = all.iter().copied().filter(|number| *number < 3).collect();
    assert_eq!(of(&early).await, before);
    assert_eq!(store.last_faults(once, 1, None).await.unwrap()[0].0, 3);
    assert_eq!(store.record(once, 3).await.unwrap().as_deref(), Some("{}"));
    assert_eq!(store.record(once, 2).await.unwrap(), None);

    let all = store.tournaments().await.unwrap();
    let played = all
        .iter()
        .filter(|tournament| tournament.last >= Some(tournament.created));
    assert_eq!(played.count(), 4, "each of the four has a game: {all:?}");
    for tournament in &all {
        let counted = store.results(tournament.id).await.unwrap().len() as u64;
        assert_eq!(tournament.played, counted, "{}", tournament.name);
    }
    let lines = store.player_lines().await.unwrap();
    let line = |name: &str| lines.iter().find(|line| line.name == name).unwrap();
    assert_eq!(
        (line("a").tournaments, line("a").games, line("a").faults),
        (2, 3, 3)
    );
    assert_eq!((line("c").tournaments, line("c").games), (1, 0));
    assert_eq!(
        (line("utility").tournaments, line("utility").games),
        (1, 20)
    );
    let page = async |filter: TournamentFilter, skip, limit| {
        let (total, found) = store.tournament_page(&filter, skip, limit).await.unwrap();
        let names: Vec<String> = found.into_iter().map(|found| found.name).collect();
        (total, names)
    };
    let by_player = TournamentFilter {
        player: Some("a".to_owned()),
        ..TournamentFilter::default()
    };
    let of = page(by_player.clone(), 0, 9).await;
    assert_eq!(of, (2, vec!["league".to_owned(), "once".to_owned()]));
    assert_eq!(page(by_player, 1, 9).await, (2, vec!["once".to_owned()]));
    let is = |filter: &TournamentFilter, tournament: &Tournament| {
        (filter.game.as_ref()).is_none_or(|game| *game == tournament.game)
            && (filter.finished).is_none_or(|finished| finished == tournament.finished.is_some())
            && (filter.among.as_ref()).is_none_or(|among| among.contains(&tournament.id))
            && !filter.except.contains(&tournament.id)
    };
    for game in [None, Some("jaipur"), Some("chess")] {
        for finished in [None, Some(true), Some(false)] {
            for among in [None, Some(vec![]), Some(vec![id, once])] {
                for except in [vec![], vec![once]] {
                    let filter = TournamentFilter {
                        game: game.map(str::to_owned),
                        finished,
                        among: among.clone(),
                        except,
                        ..TournamentFilter::default()
                    };
                    let expected: Vec<String> = (all.iter())
                        .filter(|tournament| is(&filter, tournament))
                        .map(|tournament| tournament.name.clone())
                        .collect();
                    let total = expected.len() as u64;
                    assert_eq!(page(filter, 0, 99).await, (total, expected));
                }
            }
        }
    }
}

fn fits(game: &GameResult, filter: &GameFilter) -> bool {
    let sits = |wanted: Option<usize>| {
        wanted.is_none_or(|player| game.seats.iter().any(|seat| seat.player == player))
    };
    let seated = match (filter.player, filter.seat) {
        (Some(player), Some(seat)) => game.seats[seat.index()].player == player,
        (player, _) => sits(player),
    };
    let won = |player: usize| {
        let mut seats = game.seats.iter();
        seats.any(|seat| seat.player == player && seat.place == 1)
    };
    seated && sits(filter.opponent) && filter.winner.is_none_or(won)
}
