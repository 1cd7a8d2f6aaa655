"""A real Ray of several worker processes gives what one process gives, also when workers are killed."""

import os
import signal
import time

import parlour
import parlour.ray
import pytest
import ray
from test_errors import with_program
from test_work import TOURNAMENT, games_of


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """A Ray of this machine with two worker processes."""
    # The workers inherit PYTHONPATH, and so import the package that is tested.
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


class Killer:
    """Kills the workers that report, for the first few times."""

    def __init__(self, kills):
        self.kills = kills
        self.killed = set()
        self.last = None
        self.workers = set()

    def __call__(self, now):
        self.last = now
        self.workers.add(now.worker)
        _, pid = now.worker
        if len(self.killed) < self.kills and pid not in self.killed:
            self.killed.add(pid)
            os.kill(pid, signal.SIGKILL)


def test_a_study_survives_its_workers(tmp_path):
    def study():
        return parlour.Study({"cards": 8}, seed=4, replies=40, losses=2)

    alone = study()
    alone.open(tmp_path / "alone.csv")
    alone.take(alone.measure(list(range(40))))
    killer = Killer(kills=2)
    summary = parlour.ray.study(study(), 40, tmp_path / "ray.csv", batch=2, progress=killer)
    assert summary == alone.summary(tmp_path / "alone.csv", 40)
    one, two = (sorted((tmp_path / f"{n}.csv").read_text().splitlines()) for n in ("alone", "ray"))
    assert one == two
    assert len(killer.killed) == 2 and len(killer.workers) > 2
    assert killer.last.done == killer.last.total == 40 and killer.last.retried >= 1
    # What is there already is not done again.
    again = Killer(kills=0)
    assert parlour.ray.study(study(), 40, tmp_path / "ray.csv", progress=again) == summary
    assert again.last is None


def test_a_cross_table_is_that_of_one_process():
    cross = parlour.Cross(["asc", "greedy_rand", "minimax_2"], games=60, seed=2)
    whole = cross.table(cross.play(list(range(cross.pieces))))
    assert parlour.ray.cross(cross, batch=3) == whole


def test_a_tournament_survives_its_workers(tmp_path):
    alone = parlour.Tournament(TOURNAMENT)
    alone.open(str(tmp_path / "alone.sqlite"))
    expected = alone.run()
    path = str(tmp_path / "ray.sqlite")
    killer = Killer(kills=1)
    report = parlour.ray.tournament(parlour.Tournament(TOURNAMENT), path, batch=2, progress=killer)
    assert report == expected
    assert games_of(tmp_path / "alone.sqlite") == games_of(path)
    assert killer.killed


def test_each_worker_starts_a_program_once(tmp_path):
    work, starts = with_program(tmp_path, 10)
    seen = Killer(kills=0)
    parlour.ray.tournament(work, str(tmp_path / "a.sqlite"), batch=1, progress=seen)
    assert work.games == 20
    # A worker whose batch was lost has started the program too, but reports nothing.
    parents = [int(parent) for parent in starts.read_text().split()]
    assert len(set(parents)) == len(parents)
    assert set(parents) >= {pid for _, pid in seen.workers}


@ray.remote
def _slow(_work, pieces):
    time.sleep(1.5)
    return ("here", 0), list(pieces)


def test_a_lease_is_renewed_while_a_batch_is_played(monkeypatch):
    monkeypatch.setattr(parlour.ray, "_RENEWAL_INTERVAL", 0.1)
    renewals = []
    spread = parlour.ray._spread(
        _slow, None, [1, 2], 2, 2, 0, lambda _: None, None, lambda: renewals.append(1)
    )
    assert list(spread) == [[1, 2]]
    assert renewals


def test_lost_work_is_an_error_of_the_package():
    assert issubclass(parlour.ray.WorkLost, parlour.Error)
