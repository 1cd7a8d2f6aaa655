"""Exceptions have classes of their own, and long work ends at Ctrl-C."""

import pickle
import signal
import sqlite3
import subprocess
import sys

import parlour
import pytest

TOURNAMENT = "name = 'a'\nseed = 1\ngame = 'jaipur'\nrounds = {}\n[[player]]\npolicy = 'random'\n[[player]]\n{}"


def tournament(rounds=2, player="policy = 'utility'"):
    return parlour.Tournament(TOURNAMENT.format(rounds, player))


def test_each_error_has_a_class(tmp_path):
    game = parlour.game("jaipur")
    database = str(tmp_path / "a.sqlite")
    entered = tournament()
    entered.open(database)
    for error, call in [
        (parlour.InvalidArgument, lambda: parlour.game("chess")),
        (parlour.InvalidArgument, lambda: game.new(names=["a"])),
        (parlour.IllegalMove, lambda: game.new().apply("sell 9 gold")),
        (parlour.IllegalMove, lambda: game.new().apply("castle")),
        (parlour.IllegalMove, lambda: game.new().apply(100_000)),
        (parlour.PolicyError, lambda: game.policy("stockfish")),
        (parlour.RecordError, lambda: parlour.replay("{}")),
        (parlour.StoreError, lambda: tournament().open(str(tmp_path))),
        (parlour.StoreError, lambda: parlour.Study(seed=1).open(tmp_path)),
        (parlour.TournamentError, lambda: tournament().open(database)),
        (parlour.TournamentError, lambda: tournament(3).open(database, resume=True)),
    ]:
        with pytest.raises(error) as raised:
            call()
        assert type(raised.value) is error
        assert isinstance(raised.value, parlour.Error) and isinstance(raised.value, ValueError)
        again = pickle.loads(pickle.dumps(raised.value))
        assert type(again) is error and str(again) == str(raised.value)


#: What takes hours, and what has to be possible at once after it was interrupted.
LONG = {
    "choose": ("p.choose(v)", "p.restart()"),
    "threads": ("q.choose(v)", "q.restart()"),
    "step": ("e.step([e.masks[0].argmax()])", "e.reset(1)"),
    "playouts": ("g.playouts(3600)", "g.playouts(0)"),
    "match": ("parlour.match(g, ['ismcts:4000000000', 'random'], games=2)", "pass"),
    "play": ("t.play([0])", "t.play([2])"),
    "run": ("t.open(d); t.run()", "pass"),
    "optimise": ("parlour.optimise(4, 'full', seconds=3600)", "pass"),
    "solve": ("parlour.solve(s)", "pass"),
    "perfect": ("b.choose(s.view(0))", "b.restart()"),
    "measure": ("parlour.Study(FULL, seed=1).measure([0])", "pass"),
    "program": ("w.play([0])", "pass"),
}

#: Whose threads are all its own, so that none may be left.
OWN_THREADS = {"choose", "threads", "playouts", "solve", "perfect", "measure"}


@pytest.mark.parametrize("name", LONG)
def test_long_work_ends_at_ctrl_c(name, tmp_path):
    long, after = LONG[name]
    definition = TOURNAMENT.format(2, "policy = 'ismcts:4000000000'")
    if name == "play":
        # Only the first pairing takes long.
        definition += "\n[[player]]\npolicy = 'utility'\n"
    # A program that never says anything.
    silent = f"name = 'silent'\ncommand = [{sys.executable!r}, '-c', 'input()']\nthink_ms = 30000"
    silent = TOURNAMENT.format(1, silent)
    lines = [
        "import os, parlour, sys",
        "g = parlour.game('jaipur')",
        # Every card is dealt: more than an hour for each method.
        "FULL = '2-free'",
        "f = parlour.game('primi-composti', FULL)",
        "s, b = f.new(), f.policy('perfect')",
        f"w = parlour.Tournament({silent!r})",
        "p, q = g.policy('ismcts:4000000000'), g.policy('ismcts:4000000000@2')",
        "v = g.new().view(0)",
        # The learner moves first, so that only its step takes long.
        "e = parlour.VectorEnv(g, 1, opponents='ismcts:4000000000', seat=0)",
        f"t, d = parlour.Tournament({definition!r}), {str(tmp_path / 'a.sqlite')!r}",
        "before = len(os.listdir('/proc/self/task'))",
        "print('ready', flush=True)",
        "try:",
        f"    {long}",
        "except KeyboardInterrupt:",
        # A thread that was waited for may be listed for a moment.
        f"    while {name in OWN_THREADS} and len(os.listdir('/proc/self/task')) > before: pass",
        f"    {after}",
        "    print('ended', flush=True)",
    ]
    child = subprocess.Popen([sys.executable, "-c", "\n".join(lines)], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        # Signals that come before the work has begun would end it as well.
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.5)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        assert out == "ended\n"
    finally:
        child.kill()
        child.wait()


def test_a_lease_is_renewed(tmp_path):
    database = tmp_path / "a.sqlite"
    work = tournament()
    work.open(str(database))

    def ends():
        with sqlite3.connect(database) as store:
            return store.execute("SELECT ends FROM leases").fetchone()[0]

    first = ends()
    with sqlite3.connect(database) as store:
        store.execute("UPDATE leases SET ends = 1")
    work.renew()
    assert ends() >= first
    with sqlite3.connect(database) as store:
        store.execute("UPDATE leases SET holder = 'another', ends = ends + 1000")
    with pytest.raises(parlour.TournamentError, match="being played by"):
        work.renew()


#: A program that notes which process has started it, and then plays as an agent of the command line would.
PROGRAM = """
import json, os, random, sys
with open({starts!r}, "a") as starts:
    print(os.getppid(), file=starts)
def say(message):
    print(json.dumps(message), flush=True)
say({{"type": "hello", "version": 1, "name": "p"}})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        say({{"type": "action", "id": message["id"], "action": message["legal"][0]}})
    elif message["type"] == "bye":
        break
"""


def with_program(folder, rounds):
    """A tournament with a program, and the file in which the program notes its starts."""
    starts, program = folder / "starts", folder / "program.py"
    program.write_text(PROGRAM.format(starts=str(starts)))
    command = f"name = 'program'\ncommand = [{sys.executable!r}, {str(program)!r}]\nthink_ms = 30000"
    return tournament(rounds, command), starts


def test_a_program_is_started_once_for_many_batches(tmp_path):
    work, starts = with_program(tmp_path, 4)
    for number in range(work.games):
        work.play([number])
    assert work.games == 8 and len(starts.read_text().split()) == 1
