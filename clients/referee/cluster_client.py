"""A cluster of dask.distributed as its driver sees it; nothing else of the driver knows dask."""

import logging
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any
from uuid import uuid4

from clients.referee.cluster_error import ClusterError
from clients.referee.cluster_job import Job, read_answer
from clients.referee.cluster_worker import examine, play_pair, version

#: How long the scheduler may take to answer, in seconds; a lost one may come back in that time.
CONNECTING = 10.0
#: How long the first worker may take to join, in seconds.
JOINING = 60.0

#: What dask asks of a cluster, and this referee too.
SAME = "install the same version of it on the driver, the scheduler and all workers"

_ADDRESS = re.compile(r"dask://(?P<place>[^\s/:]+:(?P<port>[0-9]{1,5}))/?")
_MOST_PORT = 65535


class Lost(Exception):
    """What came of a job is lost; the text says how.

    It is remarkable if several workers have died of it.
    """

    def __init__(self, text: str, is_remarkable: bool = False) -> None:
        super().__init__(text)
        self.is_remarkable = is_remarkable


class Sent:
    """A job that was sent."""

    def __init__(self, future: Any) -> None:
        self.future = future
        self._text = ""
        self._error: Exception | None = None

    async def fetch(self, client: Any, tell: Callable[["Sent"], None]) -> None:
        """Wait for what comes of it, in the thread of the client, then tell."""
        try:
            self._text = await client.gather(self.future, asynchronous=True)
        except Exception as error:  # noqa: BLE001  # raised by ``answer``, in the main thread
            self._error = error
        tell(self)

    def answer(self) -> str:
        """What came of it, once it was told. Raises: Lost."""
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        if self._error is None:
            return self._text
        if isinstance(self._error, KilledWorker):
            worker = self._error.last_worker.address
            raise Lost(f"worker {worker} is the last that was lost with it", True)
        if isinstance(self._error, (CancelledError, OSError)):
            raise Lost(str(self._error))
        raise self._error


class Cluster:
    """The connection to a scheduler, ``dask://HOST:PORT``. Whoever makes a cluster closes it."""

    def __init__(self, url: str, tell: Callable[[Sent], None]) -> None:
        """`tell` is called, in another thread, for each job that is over.

        Raises: ClusterError for a wrong address, or if dask is not installed.
        """
        self._place = _place(url)
        self._tell = tell
        self._client: Any = None
        self._name = uuid4().hex[:8]
        self._numbers = count(1)
        _import_dask()

    # ------------------------------------------------------------------ before the games

    def join(self) -> None:
        """Connect to the scheduler, and wait for a worker.

        Raises: ClusterError, also if somebody has another version of what dask needs.
        """
        from distributed import Client

        address = f"tcp://{self._place}"
        try:
            _see_a_scheduler(address)
            self._client = Client(address, timeout=CONNECTING, set_as_default=False, name="quatuor")
        except (OSError, ValueError, MemoryError) as error:
            raise ClusterError(
                f"no scheduler of dask answers at {self._place}: start one there with `dask "
                "scheduler`, or correct the address"
            ) from error
        with self._talking():
            self._wait_for_a_worker()
            compare_versions(self._client.get_versions())

    def examine(self, job: Job) -> None:
        """Have every worker try out whether it can play. Raises: ClusterError."""
        with self._talking():
            self._see_that_the_scheduler_knows_us()
            answers = self._client.run(examine, job.text(), on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, OSError):  # it has gone; its successor is tried out, too
                continue
            if isinstance(answer, Exception):
                raise ClusterError(f"worker {worker} cannot run Quatuor ({answer}): {SAME}")
            trouble = read_answer(answer).trouble
            if trouble:
                raise ClusterError(trouble)

    def _wait_for_a_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=JOINING)
        except TimeoutError as error:
            raise ClusterError(
                f"no worker has joined the scheduler at {self._place} within {JOINING:g} s: start "
                f"some with `dask worker {self._place}`"
            ) from error

    def _see_that_the_scheduler_knows_us(self) -> None:
        """The scheduler reads every job before a worker does."""
        try:
            self._client.run_on_scheduler(version)
        except ImportError as error:
            where = f"the scheduler at {self._place}"
            raise ClusterError(f"{where} cannot import Quatuor ({error}): {SAME}") from error

    # ------------------------------------------------------------------ the games

    def is_connected(self) -> bool:
        """Whether jobs can be sent now. Raises: ClusterError if they never can again."""
        if self._client.status == "running":
            return True
        if self._client.status == "connecting":
            return False
        raise self._gone()

    def threads(self) -> int:
        """How many threads all workers have together; 0 if the scheduler does not say."""
        with suppress(OSError):  # ``is_connected`` will tell whether it has gone
            return sum(self._client.nthreads().values())
        return 0

    def send(self, job: Job) -> Sent:
        """Have a worker play the games of a job."""
        key = f"quatuor-{self._name}-{job.pair[0].pair}-{next(self._numbers)}"
        sent = Sent(self._client.submit(play_pair, job.text(), key=key, pure=False))
        self._client.loop.add_callback(sent.fetch, self._client, self._tell)
        return sent

    def call_off(self, jobs: Iterable[Sent]) -> None:
        """Have nothing of these jobs done that is not done yet."""
        futures = [sent.future for sent in jobs]
        if futures and self._client.status == "running":
            with suppress(OSError):  # a scheduler that has gone has forgotten them
                self._client.cancel(futures, force=True)

    def close(self) -> None:
        """Leave the cluster; the scheduler forgets what is still to be done."""
        if self._client is not None:
            self._client.close()

    # ------------------------------------------------------------------ its end

    @contextmanager
    def _talking(self) -> Iterator[None]:
        """Have a scheduler that goes meanwhile reported as such. Raises: ClusterError."""
        try:
            yield
        except OSError as error:
            raise self._gone() from error

    def _gone(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self._place} has gone: start it again, and go on with `quatuor "
            "referee resume`"
        )


def compare_versions(told: Mapping[str, Any]) -> None:
    """See that all run the same distributed on the same Python, X.Y of X.Y.Z; `told` as dask says.

    Raises: ClusterError.
    """
    ours = _versions(told["client"])
    others = {"the scheduler": told["scheduler"]}
    others |= {f"worker {address}": each for address, each in told["workers"].items()}
    for who, each in others.items():
        theirs = _versions(each)
        if theirs != ours:
            raise ClusterError(f"{who} runs {theirs}, the driver {ours}: install the same on all")


def _versions(told: Mapping[str, Any]) -> str:
    packages = told["packages"]
    python = ".".join(packages["python"].split(".")[:2])
    return f"distributed {packages['distributed']} on Python {python}"


def _see_a_scheduler(address: str) -> None:
    """Ask the scheduler who it is; a client would wait for ever if it were something else.

    Raises: OSError, also if no answer comes in time; ValueError, MemoryError for what is none.
    """
    import asyncio

    from distributed import rpc

    async def ask() -> None:
        async with rpc(address) as scheduler:
            await scheduler.identity()

    asyncio.run(asyncio.wait_for(ask(), CONNECTING))


def _place(url: str) -> str:
    """HOST:PORT of an address. Raises: ClusterError."""
    found = _ADDRESS.fullmatch(url)
    if not found or not 0 < int(found["port"]) <= _MOST_PORT:
        raise ClusterError(
            f"{url!r} is no address of a cluster: dask://HOST:PORT expected, dask://127.0.0.1:8786"
        )
    return found["place"]


def _import_dask() -> None:
    """Import dask, and keep its log out of the display. Raises: ClusterError."""
    try:
        from distributed.versions import VersionMismatchWarning
    except ImportError as error:
        raise ClusterError(
            f"playing on a cluster needs dask ({error}): pip install 'quatuor[cluster]'"
        ) from error
    # ``compare_versions`` tells what matters.
    warnings.simplefilter("ignore", VersionMismatchWarning)
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
