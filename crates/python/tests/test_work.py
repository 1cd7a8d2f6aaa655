"""Studies, cross tables and tournaments in pieces, in any order, are those of one go."""

import csv
import pickle
import random
import sqlite3

import parlour
import pyarrow
import pyarrow.parquet
import pytest

TOURNAMENT = """
name = "ladder"
seed = 1
game = "jaipur"
rounds = 6
rating_period = 2
[[player]]
policy = "utility"
[[player]]
policy = "random"
[[player]]
policy = "ismcts:10"
"""


def shuffled(items, seed=1):
    items = list(items)
    random.Random(seed).shuffle(items)
    return items


def games_of(path):
    with sqlite3.connect(path) as store:
        return store.execute("SELECT number, record FROM games ORDER BY number").fetchall()


def csv_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_a_tournament_does_not_depend_on_who_plays_what(tmp_path):
    alone = parlour.Tournament(TOURNAMENT)
    alone.open(str(tmp_path / "alone.sqlite"))
    expected = alone.run(threads=2)
    pieces = parlour.Tournament(TOURNAMENT)
    pieces.open(str(tmp_path / "pieces.sqlite"))
    for number in shuffled(pieces.missing()):
        game = pickle.loads(pickle.dumps(parlour.Tournament(TOURNAMENT))).play([number])
        pieces.take(game)
        pieces.take(game)
    assert pieces.over and pieces.missing() == []
    assert pieces.report() == expected
    assert expected["finished"] and expected["games"] == 36
    assert games_of(tmp_path / "alone.sqlite") == games_of(tmp_path / "pieces.sqlite")
    alone.export(csv=tmp_path / "alone.csv", records=tmp_path / "alone.jsonl")
    pieces.export(csv=tmp_path / "pieces.csv", records=tmp_path / "pieces.jsonl")
    records = (tmp_path / f"{name}.jsonl" for name in ("alone", "pieces"))
    assert len({path.read_bytes() for path in records}) == 1
    rows, others = (csv_rows(tmp_path / f"{name}.csv") for name in ("alone", "pieces"))
    for row in rows + others:
        for time in ("duration_ms", "thinking_ms", "max_thinking_ms"):
            row.pop(time)
    assert rows == others


def test_workers_receive_the_secret_of_the_deals(tmp_path):
    tournament = parlour.Tournament(TOURNAMENT.replace("seed = 1\n", ""))
    with pytest.raises(ValueError, match="open a database first"):
        tournament.play([0])
    tournament.open(str(tmp_path / "store.sqlite"))
    worker = pickle.loads(pickle.dumps(tournament))
    tournament.take(worker.play(shuffled(tournament.missing())))
    report = tournament.report()
    assert report["finished"] and report["games"] == tournament.games
    other = parlour.Tournament(TOURNAMENT)
    assert other.play([0]) != worker.play([0])


def test_a_tournament_goes_on_where_it_was(tmp_path):
    path = str(tmp_path / "store.sqlite")
    first = parlour.Tournament(TOURNAMENT)
    first.open(path)
    first.take(first.play([3, 1]))
    first.close()
    again = parlour.Tournament(TOURNAMENT)
    with pytest.raises(ValueError, match="resume it"):
        again.open(path)
    again.open(path, resume=True)
    assert again.missing() == [n for n in range(36) if n not in (1, 3)]


def test_results_are_exported_with_the_types_that_are_told(tmp_path):
    tournament = parlour.Tournament(TOURNAMENT)
    tournament.open(str(tmp_path / "store.sqlite"))
    tournament.run(threads=1)
    tournament.export(csv=tmp_path / "seats.csv", parquet=tmp_path / "seats.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "seats.parquet")
    # The table in docs/tournaments.md.
    columns = {
        "game": pyarrow.uint64(),
        "seat": pyarrow.uint8(),
        "player": pyarrow.string(),
        "score": pyarrow.int32(),
        "place": pyarrow.uint8(),
        "share": pyarrow.float64(),
        "faults": pyarrow.uint64(),
        "deal": pyarrow.uint64(),
        "round": pyarrow.uint64(),
        "pairing": pyarrow.uint64(),
        "rotation": pyarrow.uint8(),
        "plies": pyarrow.uint64(),
        "duration_ms": pyarrow.float64(),
        "thinking_ms": pyarrow.float64(),
        "max_thinking_ms": pyarrow.float64(),
        "stop": pyarrow.string(),
    }
    optional = {"plies", "duration_ms", "thinking_ms", "max_thinking_ms", "stop"}
    assert table.schema == pyarrow.schema(
        [pyarrow.field(name, kind, nullable=name in optional) for name, kind in columns.items()]
    )
    rows = csv_rows(tmp_path / "seats.csv")
    read = dict.fromkeys(("share", "duration_ms", "thinking_ms", "max_thinking_ms"), float)
    read.update(player=str, stop=str)
    assert len(rows) == 72
    assert table.to_pylist() == [
        {name: read.get(name, int)(value) for name, value in row.items()} for row in rows
    ]


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    tournament = parlour.Tournament(TOURNAMENT)
    tournament.open(str(tmp_path / "store.sqlite"))
    for kind in ("records", "csv", "parquet"):
        path = tmp_path / "nowhere" / kind
        with pytest.raises(ValueError, match=f"^cannot write {path}: [^\n]+$"):
            tournament.export(**{kind: path})


def test_a_study_does_not_depend_on_who_solves_what(tmp_path):
    rules = {"cards": 5}
    study = parlour.Study(rules, seed=4, replies=6, losses=2)
    assert study.open(tmp_path / "one.csv") == []
    study.take(study.measure(list(range(12))))
    for deal in shuffled(range(12)):
        other = pickle.loads(pickle.dumps(study))
        other.open(tmp_path / "two.csv")
        other.take(other.measure([deal]))
    one, two = (sorted((tmp_path / f"{n}.csv").read_text().splitlines()) for n in ("one", "two"))
    assert one == two
    assert study.summary(tmp_path / "one.csv", 12) == study.summary(tmp_path / "two.csv", 12)
    assert study.summary(tmp_path / "one.csv", 12)["deals"] == 12


def test_every_deal_is_studied_once(tmp_path):
    study = parlour.Study({"cards": 3}, seed=None, replies=0, losses=0)
    assert study.count == 10 and parlour.Study(seed=None).count == 1_352_078
    rows = study.measure(list(range(10)))
    assert len(set(rows)) == 10
    with pytest.raises(ValueError, match="10 deals"):
        study.measure([10])


def test_a_cross_table_does_not_depend_on_who_plays_what():
    cross = parlour.Cross(["asc", "greedy_rand", "minimax_2"], games=40, seed=2)
    whole = cross.table(cross.play(list(range(cross.pieces))))
    pieces = [pickle.loads(pickle.dumps(cross)).play([n])[0] for n in shuffled(range(cross.pieces))]
    assert cross.table(pieces) == whole
    assert len(whole) == 9 and all(cell["games"] == 40 for cell in whole)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: parlour.Tournament("name = 1"), "line 1"),
        (lambda: parlour.Tournament({"name": "a"}), "missing field"),
        (lambda: parlour.Tournament(TOURNAMENT.replace("jaipur", "chess")), "unknown game 'chess'"),
        (lambda: parlour.Tournament(TOURNAMENT).play([999]), "no game 999"),
        (lambda: parlour.Tournament(TOURNAMENT).missing(), "open a database first"),
        (lambda: parlour.Study("1-3p"), "two players"),
        (lambda: parlour.Study().take(["1,2,3"]), "open a file first"),
        (lambda: parlour.Cross(["genius"]), "genius"),
        (lambda: parlour.Cross(["asc"], rules="1-3p"), "two players"),
        (lambda: parlour.Cross(["asc"], games=0), "games is"),
        (lambda: parlour.Cross(["asc"], games=5).play([7]), "no piece 7"),
    ],
)
def test_what_is_wrong_is_a_value_error_of_one_line(call, words):
    with pytest.raises(ValueError) as error:
        call()
    assert words in str(error.value) and "\n" not in str(error.value)
