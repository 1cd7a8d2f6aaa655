"""The stubs tell what the extension has, and the package keeps to them."""

import functools
import inspect
import os
import subprocess
import sys
import types as kinds
import typing
from pathlib import Path

import api_reference
import parlour
from conftest import play_randomly
from parlour import _parlour, types

FOLDER = Path(__file__).parents[1] / "python" / "parlour"


def test_everything_has_a_docstring():
    for name in parlour.__all__:
        thing = getattr(parlour, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_stubs_are_those_of_the_extension():
    stubs = (FOLDER / "_parlour.pyi").read_text()
    for name, thing in vars(_parlour).items():
        if name.startswith("_"):
            continue
        kind = "class" if inspect.isclass(thing) else "def"
        assert f"{kind} {name}" in stubs, name
        if inspect.isclass(thing):
            own = stubs.split(f"class {name}")[1].split("\nclass ")[0].split("\ndef ")[0]
            for member in vars(thing):
                if not member.startswith("_"):
                    assert f"def {member}(" in own, f"{name}.{member}"


def test_stubtest_finds_nothing_wrong():
    """The signatures of the stubs are those of the extension."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--concise", "parlour._parlour"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


# Hints are written as texts, and each evaluation of them costs more than to compare a value.
hints_of = functools.cache(typing.get_type_hints)


def mismatch(value, expected, where="it"):
    """What a value has that its type does not, or the other way round; None if nothing."""
    if typing.is_typeddict(expected):
        if not isinstance(value, dict):
            return f"{where} is {value!r}, and no dict"
        hints = hints_of(expected)
        if unknown := value.keys() - hints.keys():
            return f"{where} has {unknown}, which {expected.__name__} does not"
        if missing := expected.__required_keys__ - value.keys():
            return f"{where} lacks {missing}"
        found = (mismatch(value[key], hints[key], f"{where}.{key}") for key in value)
        return next(filter(None, found), None)
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    if origin in (typing.Union, kinds.UnionType):
        found = [mismatch(value, one, where) for one in arguments]
        return None if None in found else " or ".join(found)
    if origin is typing.Literal:
        return None if value in arguments else f"{where} is {value!r}, not one of {arguments}"
    if origin is list:
        if not isinstance(value, list):
            return f"{where} is {value!r}, and no list"
        found = (mismatch(one, arguments[0], f"{where}[{at}]") for at, one in enumerate(value))
        return next(filter(None, found), None)
    # A bool is no int, and an int no float.
    return None if type(value) is expected else f"{where} is {value!r}, and no {expected.__name__}"


def assert_is(value, expected):
    assert (fault := mismatch(value, expected)) is None, fault


GAMES = {
    "jaipur": "Jaipur",
    "primi-composti": "PrimiComposti",
    "modern-art": "ModernArt",
    "masters-gallery": "MastersGallery",
}


def test_games_return_what_their_types_say(game):
    prefix = GAMES[game.name]
    rules, deal, view = (getattr(types, prefix + name) for name in ("Rules", "Deal", "View"))
    assert_is(game.rules, rules)
    assert_is(game.deal(1), deal)
    for seed in range(3):
        end = play_randomly(game.new(seed), seed)
        for ply in range(len(end) + 1):
            state = end.at(ply)
            for viewer in (*range(game.seats), "public", "everything"):
                assert_is(state.view(viewer).to_dict(), view)


def test_every_field_of_the_views_exists():
    """A field that no view and no event ever has would be invented."""
    seen = set()

    def note(value, expected):
        for one in (expected, *typing.get_args(expected)):
            if typing.is_typeddict(one) and isinstance(value, dict) and mismatch(value, one) is None:
                hints = hints_of(one)
                seen.update((one.__name__, key) for key in value)
                for key in value:
                    note(value[key], hints[key])
            elif typing.get_origin(one) is list and isinstance(value, list):
                for item in value:
                    note(item, typing.get_args(one)[0])

    for name, rules in [
        ("jaipur", "match"),
        ("primi-composti", "2-free"),
        ("modern-art", "full-3"),
        ("masters-gallery", "full"),
    ]:
        game = parlour.game(name, rules)
        view = getattr(types, GAMES[name] + "View")
        for seed in range(12):
            end = play_randomly(game.new(seed), seed)
            for ply in range(0, len(end) + 1):
                note({**end.at(ply).view(0).to_dict(), "history": []}, view)
            note(end.view("everything").to_dict(), view)
    wanted = {
        (name, key)
        for name, thing in vars(types).items()
        if typing.is_typeddict(thing) and name.startswith(tuple(GAMES.values())) and not name.endswith("Deal")
        for key in typing.get_type_hints(thing)
    }
    assert wanted - seen == set()


def test_results_are_what_their_types_say(tmp_path):
    game = parlour.game("jaipur")
    for games in (1, 4):
        result = parlour.match(game, ["random", "utility"], games=games, threads=1)
        assert_is(result.standings, list[types.Standing])
    definition = {
        "name": "typed",
        "game": "jaipur",
        "seed": 1,
        "rounds": 2,
        "rating_period": 1,
        "player": [{"policy": "random"}, {"policy": "utility"}],
    }
    for name, more in {"plain": {}, "test": {"sprt": {"elo0": 0.0, "elo1": 50.0}}}.items():
        tournament = parlour.Tournament({**definition, **more})
        tournament.open(str(tmp_path / f"{name}.sqlite"))
        assert_is(tournament.report(), types.Report)
        report = tournament.run(threads=1)
        assert_is(report, types.Report)
        assert ("sprt" in report) == (name == "test")
    of_four = {**definition, "game": "modern-art", "seats": 3, "player": [{"policy": "random"}]}
    of_four["player"] = [{"policy": "random", "name": name} for name in "abc"]
    tournament = parlour.Tournament(of_four)
    tournament.open(str(tmp_path / "seats.sqlite"))
    assert_is(tournament.run(threads=1), types.Report)
    study = parlour.Study({"cards": 4}, replies=4, losses=2)
    for name, deals in {"empty": [], "some": [0, 1, 2, 3]}.items():
        study.open(tmp_path / f"{name}.csv")
        study.take(study.measure(deals))
        assert_is(study.summary(tmp_path / f"{name}.csv", 4), types.StudySummary)
    cross = parlour.Cross(["asc", "rand"], games=4)
    assert_is(cross.table(cross.play(list(range(cross.pieces)))), list[types.CrossCell])
    assert_is(parlour.optimise(2, "full", seconds=0.0), types.Optimum)


def test_a_wrong_value_is_noticed():
    good = {"low": 1.0, "high": None}
    assert mismatch(good, types.Interval) is None
    for wrong in ({"low": 1.0}, {**good, "mean": 1.0}, {**good, "low": 1}, {**good, "high": "x"}, [good]):
        assert mismatch(wrong, types.Interval)


def test_the_reference_is_up_to_date():
    page = api_reference.reference()
    if os.environ.get("PARLOUR_UPDATE"):
        api_reference.PAGE.write_text(page)
    hint = "write it anew: PARLOUR_UPDATE=1 cargo xtask test types"
    assert api_reference.PAGE.read_text() == page, hint


def test_mypy_finds_nothing_wrong():
    # What others' packages say is not ours to check, and takes minutes to read.
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=skip", "--cache-dir=/dev/null"]
    lenient = [f"--disable-error-code={code}" for code in ("misc", "no-any-return", "type-arg", "untyped-decorator", "import-untyped")]
    done = subprocess.run(
        [*command, *lenient, str(FOLDER)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
