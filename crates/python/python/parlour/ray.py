"""Tournaments, studies and cross tables on a Ray cluster.

Every piece of work is a pure function of its number and is done by the code of the command line, so the result is
that of one machine, bit for bit, in whatever order the pieces were done. What comes in is stored at once: a study in its
CSV file, a tournament in its database. A worker that dies costs the pieces it was at, and they are done again.

>>> import ray, parlour.ray
>>> ray.init(address="auto")
>>> parlour.ray.study(parlour.Study(seed=1), 10_000, "study.csv")

Needs ``pip install 'ray'`` and this package on every node. docs/scale.md tells how to set a cluster up.
"""

import os
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

import parlour
from parlour.types import CrossCell, Report, StudySummary

__all__ = ["Progress", "WorkLost", "cross", "study", "tournament"]

#: Seconds between two renewals of the lease on a tournament, which lasts for a minute.
_RENEWAL_INTERVAL = 15.0


@dataclass(frozen=True)
class Progress:
    """How far the work is."""

    #: Pieces done, those of earlier runs too.
    done: int
    #: Pieces in all.
    total: int
    #: Batches that had to be given out again because their worker had died.
    retried: int
    #: Who has done the last batch: the host and its process.
    worker: "tuple[str, int]"


class WorkLost(parlour.Error, RuntimeError):
    """The workers of one batch have died again and again."""


_Tell = Callable[[Progress], None]


def study(
    work: parlour.Study,
    deals: int,
    csv: "str | os.PathLike[str]",
    *,
    batch: int = 16,
    retries: int = 5,
    progress: "_Tell | None" = None,
    options: "dict[str, Any] | None" = None,
) -> StudySummary:
    """Does ``parlour study`` with a number of deals; the summary is that of ``--json``.

    ``csv`` is the file of results on the machine that calls this; what it holds already is kept. ``batch`` deals
    are given out at a time. ``options`` are those of a Ray task, such as ``{"num_cpus": 1}``.
    """
    if work.count is not None:
        deals = min(deals, work.count)
    done = set(work.open(csv))
    missing = [deal for deal in range(deals) if deal not in done]
    for rows in _spread(_measure, work, missing, deals, batch, retries, progress, options):
        work.take(rows)
    return work.summary(csv, deals)


def cross(
    work: parlour.Cross,
    *,
    batch: int = 1,
    retries: int = 5,
    progress: "_Tell | None" = None,
    options: "dict[str, Any] | None" = None,
) -> list[CrossCell]:
    """Does ``parlour cross``; the table is the ``cells`` of ``--json``."""
    pieces = range(work.pieces)
    counted: list[Any] = []
    for part in _spread(_count, work, pieces, len(pieces), batch, retries, progress, options):
        counted.extend(part)
    return work.table(counted)


def tournament(
    work: parlour.Tournament,
    database: str,
    *,
    resume: bool = False,
    batch: int = 8,
    retries: int = 5,
    progress: "_Tell | None" = None,
    options: "dict[str, Any] | None" = None,
) -> Report:
    """Does ``parlour tournament``; the report is that of ``--json``.

    Games are stored as they come in. Stopped in any way, ``resume=True`` goes on. Programs that play (``command``) must
    be installed on every node; each worker starts them once.
    """
    work.open(database, resume)
    try:
        missing = work.missing()
        for games in _spread(
            _play, work, missing, work.games, batch, retries, progress, options, work.renew
        ):
            work.take(games)
            if work.over:
                break
        return work.report()
    finally:
        work.close()


def _spread(
    task: Any,
    work: Any,
    pieces: Iterable[int],
    total: int,
    batch: int,
    retries: int,
    progress: "_Tell | None",
    options: "dict[str, Any] | None",
    renew: "Callable[[], None] | None" = None,
) -> "Iterable[list[Any]]":
    """Gives the pieces out in batches and hands back what they came to, in the order in which it comes. Calls ``renew``
    at intervals, however long the batches take."""
    if batch < 1 or retries < 0:
        raise parlour.InvalidArgument("batch is 1 or more, retries 0 or more")
    numbers = list(pieces)
    queue = deque((numbers[at : at + batch], 0) for at in range(0, len(numbers), batch))
    if not queue:
        return
    if not ray.is_initialized():
        ray.init()
    # Lost work is given out again here, where it is counted; an error of the work itself is final.
    remote = task.options(max_retries=0, **(options or {}))
    held = ray.put(work)
    done, retried = total - len(numbers), 0
    flying: dict[Any, tuple[list[int], int]] = {}
    renewed = time.monotonic()
    try:
        while queue or flying:
            # Enough that no core waits for us, not so much that a stop loses much.
            places = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while queue and len(flying) < places:
                given, lost = queue.popleft()
                flying[remote.remote(held, given)] = (given, lost)
            ready, _ = ray.wait(list(flying), timeout=0.5)
            if renew is not None and time.monotonic() - renewed >= _RENEWAL_INTERVAL:
                renew()
                renewed = time.monotonic()
            for reference in ready:
                given, lost = flying.pop(reference)
                try:
                    worker, result = ray.get(reference)
                except RayTaskError as error:
                    raise error.as_instanceof_cause() from None
                except RayError as error:
                    if lost >= retries:
                        raise WorkLost(
                            f"pieces {given[0]} to {given[-1]} were lost {lost + 1} times: {error}"
                        ) from error
                    retried += 1
                    queue.appendleft((given, lost + 1))
                    continue
                done += len(given)
                yield result
                (progress or _say)(Progress(done, total, retried, worker))
    finally:
        for reference in flying:
            ray.cancel(reference, force=True)
        if progress is None and sys.stderr.isatty():
            print(file=sys.stderr)


def _say(now: Progress) -> None:
    """The progress on stderr, if that is a terminal."""
    if sys.stderr.isatty():
        again = f", {now.retried} given out again" if now.retried else ""
        print(f"\r{now.done}/{now.total}{again} ", end="", file=sys.stderr, flush=True)


def _worker() -> tuple[str, int]:
    return socket.gethostname(), os.getpid()


#: Each worker keeps the memory of its solver from batch to batch.
_kept: dict[bytes, parlour.Study] = {}


@ray.remote
def _measure(work: parlour.Study, deals: Sequence[int]) -> tuple[tuple[str, int], list[str]]:
    key = repr(work.__reduce__()[1]).encode()
    return _worker(), _kept.setdefault(key, work).measure(list(deals))


@ray.remote
def _count(work: parlour.Cross, pieces: Sequence[int]) -> tuple[tuple[str, int], list[Any]]:
    return _worker(), work.play(list(pieces))


#: Each worker keeps the programs of the tournament that it plays from batch to batch.
_playing: dict[bytes, parlour.Tournament] = {}


@ray.remote
def _play(work: parlour.Tournament, numbers: Sequence[int]) -> tuple[tuple[str, int], list[str]]:
    key = repr(work.__reduce__()[1]).encode()
    if key not in _playing:
        _playing.clear()
        _playing[key] = work
    return _worker(), _playing[key].play(list(numbers))
