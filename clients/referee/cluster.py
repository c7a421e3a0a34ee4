"""Games on many machines: each pair of games is a task of dask.distributed.

The cluster may lose a task, or do one twice: a pair whose games are not all in the log is sent
again, and a game that is there already is not entered a second time.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType

from clients.referee.arena import SIGNALS, TICK, Interrupted, Scorer
from clients.referee.cluster_client import Cluster, Lost, Sent
from clients.referee.cluster_error import ClusterError
from clients.referee.cluster_job import Answer, Job, read_answer
from clients.referee.records import Json, ResultsError
from clients.referee.schedule import Fixture, Pair
from clients.referee.settings import Conduct, Tournament
from engine import __version__

#: Pairs that are sent for each thread of the cluster: one is played, one waits beside it.
PAIRS_PER_THREAD = 2
#: How often it is asked how many threads the cluster has, in seconds.
RECOUNT = 2.0


class ClusterExecutor:
    """Sends pairs to a cluster and enters what comes back. Whoever makes one closes it."""

    def __init__(self, tournament: Tournament, conduct: Conduct, scorer: Scorer) -> None:
        """`conduct.concurrency` over 1 is how many games are played at a time; else all threads.

        Raises: ClusterError if dask is not installed or the address is none.
        """
        self._tournament = tournament
        self._concurrency = conduct.concurrency if conduct.concurrency > 1 else None
        self._log = conduct.log
        self._scorer = scorer
        self._news: SimpleQueue[Sent | signal.Signals] = SimpleQueue()
        self._cluster = Cluster(conduct.executor, self._news.put)
        self._is_examined = False
        self._under_way: dict[Sent, Pair] = {}
        self._again: list[Pair] = []
        self._most = 1
        self._next_count = self._next_tick = 0.0
        self._minds_signals = False

    def play(self, pairs: Iterator[Pair]) -> None:
        """Play the games of these pairs; each pair on one host, one game after the other.

        Raises: Interrupted, ClusterError; ResultsError of the log.
        """
        first = next(pairs, None)
        if first is None:
            return
        with self._interruptible():
            self._prepare(len(first[0].seating))
            self._minds_signals = True
            try:
                self._play(chain([first], pairs))
            finally:
                self._minds_signals = False
                self._break_off()

    def close(self) -> None:
        """Call everything off that is still under way, and leave the cluster."""
        self._cluster.close()

    # ------------------------------------------------------------------ before the games

    def _prepare(self, seats: int) -> None:
        """Join the cluster and have every worker try the engines out."""
        if not self._is_examined:
            self._cluster.join()
            self._cluster.examine(Job(__version__, self._tournament, seats))
            self._is_examined = True

    # ------------------------------------------------------------------ the games

    def _play(self, pairs: Iterator[Pair]) -> None:
        while True:
            self._send(pairs)
            if not self._under_way and not self._again:
                return
            sent = self._next_news()
            if sent is not None and not self._settle(sent):
                return

    def _send(self, pairs: Iterator[Pair]) -> None:
        """Send as many pairs as shall be under way, lost ones first.

        Raises: ClusterError if the scheduler has gone.
        """
        if not self._cluster.is_connected():
            return
        self._count_threads()
        while len(self._under_way) < self._most:
            pair = self._again.pop(0) if self._again else next(pairs, None)
            if pair is None:
                return
            wanted = self._wanted(pair)
            if wanted:
                self._under_way[self._cluster.send(self._job(wanted))] = wanted

    def _count_threads(self) -> None:
        if self._concurrency is not None:
            self._most = self._concurrency
        elif monotonic() >= self._next_count:
            self._most = max(1, PAIRS_PER_THREAD * self._cluster.threads())
            self._next_count = monotonic() + RECOUNT

    def _job(self, pair: Pair) -> Job:
        seats = len(pair[0].seating)
        return Job(__version__, self._tournament, seats, pair, self._log is not None)

    def _next_news(self) -> Sent | None:
        """What is over, None if it is just time to look around. Raises: Interrupted."""
        if monotonic() >= self._next_tick:
            self._scorer.tick([])
            self._next_tick = monotonic() + TICK
        try:
            news = self._news.get(timeout=max(0.0, self._next_tick - monotonic()))
        except Empty:
            return None
        if isinstance(news, signal.Signals):
            raise Interrupted(news)
        return news

    def _settle(self, sent: Sent) -> bool:
        """Enter what came of a pair; False if no other game is needed.

        What is not finished then, and still wanted, is sent again.
        """
        pair = self._under_way.pop(sent)
        try:
            answer = read_answer(sent.answer())
        except Lost as loss:
            self._tell_of_loss(pair, loss)
            self._again.append(pair)
            return True
        if answer.trouble:
            raise ClusterError(answer.trouble)
        is_on = self._enter(pair, answer)
        if is_on and self._wanted(pair):
            self._again.append(pair)
        return is_on

    def _enter(self, pair: Pair, answer: Answer) -> bool:
        self._keep_exchange(answer)
        fixtures = {fixture.id: fixture for fixture in pair}
        for game, is_void in answer.games:
            if not self._enter_game(fixtures[game["id"]], game, is_void):
                return False
        for engine in answer.retired:
            self._scorer.retired(engine)
        return True

    def _enter_game(self, fixture: Fixture, game: Json, is_void: bool) -> bool:
        if not self._scorer.is_wanted(fixture):
            return True
        if is_void:
            self._scorer.void(fixture, game)
            return True
        return self._scorer.finished(fixture, game)

    def _wanted(self, pair: Pair) -> Pair:
        return tuple(fixture for fixture in pair if self._scorer.is_wanted(fixture))

    def _break_off(self) -> None:
        """Call off what is under way; a worker ends its engines within a second."""
        self._cluster.call_off(self._under_way)
        self._under_way.clear()
        self._again.clear()

    def _tell_of_loss(self, pair: Pair, loss: Lost) -> None:
        if loss.is_remarkable:
            print(f"pair {pair[0].pair} is played again: {loss}", file=sys.stderr, flush=True)

    def _keep_exchange(self, answer: Answer) -> None:
        """Write what a worker has logged. Raises: ResultsError."""
        for game, text in answer.exchange.items():
            path = os.path.join(self._log or "", f"{game}.log")
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "ab") as file:
                    file.write(text.encode("latin-1"))
            except OSError as error:
                raise ResultsError(f"cannot write {path}: {error.strerror}") from error

    # ------------------------------------------------------------------ signals

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Let signals end the tournament."""
        before = {each: signal.signal(each, self._interrupt) for each in SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """End at once, unless what has come back is being entered: then after that."""
        if not self._minds_signals:
            raise Interrupted(signal.Signals(number))
        self._minds_signals = False
        self._news.put(signal.Signals(number))
