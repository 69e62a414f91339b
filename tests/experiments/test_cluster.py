"""Playing on other machines: a real scheduler with worker processes, some of which die or have another program."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import dask
import pytest
from distributed import Future

from experiments.cluster import Cluster, ClusterFailed, check_scheduler, require_portable
from experiments.grid import Axis, Grid, policy_axis
from experiments.parcels import program
from experiments.play import Played
from experiments.run_store.blocks import Task
from experiments.run_store.store import Store
from experiments.run_store.upkeep import begin_run
from experiments.sweep import Engine, Sweep, Workers, plan, play_missing
from simulator.core.errors import InputError
from simulator.switch_signal.board import BOARD_FOLDER
from simulator.switch_signal.game import GAME
from tests.experiments.machines import (
    DEADLY,
    ERRORS,
    Machines,
    PlayOrRaise,
    play_or_die,
    play_or_send_another_thing,
    play_slowly,
    tell_params,
    wait_for,
)
from tests.experiments.sweeps import contents
from tests.players import load_player
from tests.runs import axis

GAMES = 320  # in blocks of twenty


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with Machines(tmp_path_factory.mktemp("machines")) as found:
        yield found


def sweep_of(*factors: Axis, policies: tuple[str, ...] = ("random", "novice")) -> Sweep:
    loaded = {name: load_player(name) for name in policies}
    return Sweep(
        Grid(GAME, [*factors, policy_axis(GAME, policies)]), loaded, GAME.main, 1, GAMES, "sim sweep"
    )


SMALL = (axis("board", "tiny"), axis("tokens", 7, 9))


def played_into(folder: Path, sweep: Sweep, engine: Engine | None = None) -> list[Played]:
    store = begin_run(folder, sweep.manifest())
    return list(play_missing(plan(sweep, store, 2), Workers(2, engine)))


def in_the_end(call: Callable[[], list[Played]]) -> list[Played]:
    """What a call gives that may wait for ever if something is wrong: then the test fails, and waits no longer."""
    given: list[list[Played]] = []
    thread = Thread(target=lambda: given.append(call()), daemon=True)
    thread.start()
    thread.join(30)
    assert given, "it failed, or nothing came"
    return given[0]


def play_on(found: Iterator[Played], meanwhile: Callable[[int], None]) -> None:
    """All of it, with something that happens after each block; blocks are numbered as they come."""
    for done, played in enumerate(found):
        assert played.tally is not None
        meanwhile(done)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What this machine makes of the small sweep alone."""
    folder = tmp_path_factory.mktemp("runs") / "local"
    played_into(folder, sweep_of(*SMALL))
    found = contents(folder / "cells")
    assert len(found) == 4 * GAMES / 20
    return found


def test_blocks_are_the_same_bytes_as_those_of_a_local_run(
    machines: Machines, tmp_path: Path, local: dict[str, bytes]
) -> None:
    with Cluster(machines.address, GAME) as cluster:
        played_into(tmp_path / "run", sweep_of(*SMALL), cluster.play)
    assert contents(tmp_path / "run" / "cells") == local


def test_an_answer_that_is_lost_on_its_way_is_asked_for_again(
    machines: Machines, tmp_path: Path, local: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may die between having played a block and being asked for it."""
    fetch, lost = Future.result, set()

    def result(future: Future[Any], timeout: float) -> Any:
        if future.key not in lost:
            lost.add(future.key)
            raise OSError("the worker is gone")
        return fetch(future, timeout)

    monkeypatch.setattr(Future, "result", result)
    with Cluster(machines.address, GAME) as cluster:
        played_into(tmp_path / "run", sweep_of(*SMALL), cluster.play)
    assert contents(tmp_path / "run" / "cells") == local
    assert len(lost) == len(local)


def test_a_board_that_only_the_client_has_is_sent_along(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # workers stand elsewhere
    text = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")
    Path("mine.toml").write_text(text.replace("Tiny Valley", "My Valley"), encoding="utf-8")
    sweep = sweep_of(axis("board", "mine.toml"))
    with Cluster(machines.address, GAME) as cluster:
        played_into(tmp_path / "there", sweep, cluster.play)
    played_into(tmp_path / "here", sweep)
    assert contents(tmp_path / "there" / "cells") == contents(tmp_path / "here" / "cells") != {}


def test_parameters_of_a_policy_arrive_with_all_their_digits(machines: Machines, tmp_path: Path) -> None:
    policy = load_player("planner:attention=0.123456789012345")
    grid = Grid(GAME, [axis("board", "tiny"), policy_axis(GAME, (policy.name,))])
    sweep = Sweep(grid, {policy.name: policy}, GAME.main, 1, 16, "sim sweep")
    with Cluster(machines.address, GAME, work=tell_params) as cluster:
        played = played_into(tmp_path / "run", sweep, cluster.play)
    assert {each.failure for each in played} == {repr(policy.params)}


@pytest.mark.slow
def test_workers_may_come_later_and_die_and_nothing_is_lost(tmp_path: Path, local: dict[str, bytes]) -> None:
    sweep = sweep_of(*SMALL)
    store = begin_run(tmp_path / "run", sweep.manifest())
    with (
        Machines(tmp_path, workers=1) as machines,
        Cluster(machines.address, GAME, work=play_slowly) as cluster,
    ):
        assert cluster.threads == 1

        def come_and_go(done: int) -> None:
            if done == 5:
                machines.add_worker()
                cluster.client.wait_for_workers(2)
            if done == 15:
                machines.workers[0].send_signal(signal.SIGKILL)

        play_on(play_missing(plan(sweep, store, 1), Workers(1, cluster.play)), come_and_go)
    assert machines.workers[0].returncode == -signal.SIGKILL
    assert contents(tmp_path / "run" / "cells") == local


@pytest.mark.slow
def test_a_block_that_kills_every_worker_is_recorded_and_the_others_are_played(
    tmp_path: Path, local: dict[str, bytes]
) -> None:
    sweep = sweep_of(*SMALL)
    with (
        Machines(tmp_path, nanny=True, scheduler__allowed_failures=0) as machines,
        Cluster(machines.address, GAME, work=play_or_die) as cluster,
    ):
        played = played_into(tmp_path / "run", sweep, cluster.play)
    failed = [each for each in played if each.tally is None]
    assert {each.task.first for each in failed} == {DEADLY}
    assert len(failed) == len(sweep.grid.cells)
    sentence = f"1 worker died when it played games {DEADLY} to {DEADLY + 19}."
    store = Store.open(tmp_path / "run")
    assert store.failures() == {cell.id: [sentence] for cell in sweep.grid.cells}
    played_into(tmp_path / "run", sweep)
    assert contents(tmp_path / "run" / "cells") == local


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_on_a_worker_is_a_failed_block_whether_it_can_be_pickled_or_not(
    machines: Machines, tmp_path: Path, error: str
) -> None:
    sweep = sweep_of(*SMALL, policies=("random",))
    with Cluster(machines.address, GAME, work=PlayOrRaise(error)) as cluster:
        played = in_the_end(lambda: played_into(tmp_path / "run", sweep, cluster.play))
    assert [each.task.first for each in played if each.tally is None] == [DEADLY, DEADLY]
    assert len(played) == 2 * GAMES / 20
    assert Store.open(tmp_path / "run").failures() == {cell.id: [error] for cell in sweep.grid.cells}


def test_a_worker_that_makes_something_unreadable_has_failed(machines: Machines, tmp_path: Path) -> None:
    sweep = sweep_of(*SMALL, policies=("random",))
    with Cluster(machines.address, GAME, work=play_or_send_another_thing) as cluster:
        played = in_the_end(lambda: played_into(tmp_path / "run", sweep, cluster.play))
    failed = {each.task.first: each.failure for each in played if each.tally is None}
    assert failed == {DEADLY: "it made Unreadable instead of a tally"}


@pytest.mark.parametrize(
    ("sent", "failure"),
    [
        (ValueError("bad pickle"), "a worker's answer cannot be read (ValueError: bad pickle)"),
        (None, "a worker sent something that is no answer"),
        (("played", "no bytes"), "a worker sent something that is no answer"),
    ],
    ids=["an unreadable one", "none", "of another kind"],
)
def test_an_answer_that_is_none_is_a_failed_block(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: object, failure: str
) -> None:
    """Whatever stands at the other end of the line."""

    def result(future: Future[Any], timeout: float) -> object:
        if isinstance(sent, Exception):
            raise sent
        return sent

    monkeypatch.setattr(Future, "result", result)
    with Cluster(machines.address, GAME) as cluster:
        played = in_the_end(lambda: played_into(tmp_path / "run", sweep_of(*SMALL), cluster.play))
    assert {each.failure for each in played} == {failure}


@pytest.mark.slow
def test_workers_with_other_rules_are_refused_whether_they_come_later_or_are_there(tmp_path: Path) -> None:
    sweep = sweep_of(*SMALL)
    store = begin_run(tmp_path / "run", sweep.manifest())
    with Machines(tmp_path, workers=1) as machines:
        with Cluster(machines.address, GAME, work=play_slowly) as cluster:

            def add_another(done: int) -> None:
                if done == 0:
                    machines.add_worker(
                        "--preload", "import simulator.switch_signal as rules; rules.RULES_VERSION = 99"
                    )
                    cluster.client.wait_for_workers(2)

            found = play_missing(plan(sweep, store, 1), Workers(1, cluster.play))
            expected = f"came later has another .* rules 99, .*; here it is {program(GAME.name)}"
            with pytest.raises(ClusterFailed, match=expected):
                play_on(found, add_another)
        assert 0 < store.progress()[0] < 4 * GAMES
        with pytest.raises(ClusterFailed, match=r"the worker tcp://\S+ has another Signalbox: .* rules 99, "):
            Cluster(machines.address, GAME).__enter__()


def test_a_scheduler_lost_in_the_middle_leaves_a_run_that_can_be_gone_on_with(
    tmp_path: Path, local: dict[str, bytes]
) -> None:
    sweep = sweep_of(*SMALL)
    store = begin_run(tmp_path / "run", sweep.manifest())
    with (
        Machines(tmp_path, workers=1) as machines,
        Cluster(machines.address, GAME, work=play_slowly) as cluster,
    ):
        found = play_missing(plan(sweep, store, 1), Workers(1, cluster.play))
        with pytest.raises(ClusterFailed, match=r"the connection to the scheduler at .* was lost"):
            play_on(found, lambda done: machines.scheduler.send_signal(signal.SIGKILL))
        assert 0 < store.progress()[0] < 4 * GAMES
    played_into(tmp_path / "run", sweep)
    assert contents(tmp_path / "run" / "cells") == local


@pytest.mark.slow
def test_without_any_worker_nobody_waits_for_ever(tmp_path: Path) -> None:
    sweep = sweep_of(*SMALL)
    store = begin_run(tmp_path / "run", sweep.manifest())
    with Machines(tmp_path, workers=0) as machines:
        with pytest.raises(ClusterFailed, match="has no workers; start some with: dask worker tcp://"):
            Cluster(machines.address, GAME, patience=1).__enter__()
        machines.add_worker()
        with Cluster(machines.address, GAME, work=play_slowly) as cluster:
            cluster.patience = 1
            found = play_missing(plan(sweep, store, 1), Workers(1, cluster.play))
            with pytest.raises(ClusterFailed, match=r"for 1 s the scheduler at .* has had no worker"):
                play_on(found, lambda done: machines.workers[0].send_signal(signal.SIGKILL))


def test_blocks_that_nobody_wants_any_more_are_given_up(machines: Machines) -> None:
    """Ctrl-C: a long block ends after the slice that it is at."""
    sweep = sweep_of(axis("board", "tiny"))
    with Cluster(machines.address, GAME) as cluster:
        forever = [Task(cell.id, 0, 10**9) for cell in sweep.grid.cells]
        quick = [Task(sweep.grid.cells[0].id, 0, 10)]
        found = cluster.play([*quick, *forever], sweep.matchups.__getitem__, sweep.form, 1)
        next(found)
        wait_for(lambda: all(cluster.client.run(tasks_in_hand).values()))
        assert isinstance(found, Generator)
        found.close()
        wait_for(lambda: not any(cluster.client.run(tasks_in_hand).values()))


def tasks_in_hand(dask_worker: Any) -> int:
    return int(dask_worker.state.executing_count)


@pytest.mark.parametrize("answers", [False, True], ids=["nobody is there", "somebody else is there"])
def test_a_scheduler_that_cannot_be_reached_is_told_of_within_seconds(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("experiments.cluster.ANSWER_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if not answers:
            server.close()
        with pytest.raises(ClusterFailed, match=f"the scheduler at tcp://127.0.0.1:{port} does not answer"):
            Cluster(f"tcp://127.0.0.1:{port}", GAME)


def test_a_busy_scheduler_is_asked_again_how_many_workers_it_has(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = Cluster(machines.address, GAME)
    asked: Callable[..., Any] = cluster.client.nthreads
    late = iter([TimeoutError, TimeoutError])

    def nthreads(**options: Any) -> Any:
        for error in late:
            raise error
        return asked(**options)

    monkeypatch.setattr(cluster.client, "nthreads", nthreads)
    with cluster:
        assert cluster.threads == 2


def test_a_plan_without_workers_is_a_plan(tmp_path: Path) -> None:
    sweep = sweep_of(*SMALL)
    assert plan(sweep, begin_run(tmp_path / "run", sweep.manifest()), 0).seconds > 0


@pytest.mark.parametrize(
    "address", ["", "localhost", "localhost:8786", "http://host:80", "tcp://host", "tcp://:80x"]
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(
        InputError, match=r"--scheduler: .* must have the form tcp://host:port or tls://host:port\."
    ):
        check_scheduler(address)


@pytest.mark.parametrize(
    ("address", "settings", "sentence"),
    [
        ("tls://localhost:8786", {}, "tls:// needs a certificate and a key in dask's settings"),
        (
            "tls://localhost:8786",
            {"tls.ca-file": "nowhere.pem", "tls.client.cert": "nowhere.pem"},
            r"dask cannot use its TLS certificates \(FileNotFoundError: ",
        ),
        (
            "tcp://localhost:8786",
            {"require-encryption": True},
            "dask is set to require encryption; give an address with tls://",
        ),
    ],
)
def test_addresses_that_do_not_go_with_the_certificates(
    address: str, settings: dict[str, object], sentence: str
) -> None:
    with (
        dask.config.set({f"distributed.comm.{name}": value for name, value in settings.items()}),
        pytest.raises(InputError, match=f"--scheduler: {sentence}"),
    ):
        check_scheduler(address)


def test_without_the_extra_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'signalbox\[cluster\]'"):
        check_scheduler("tcp://localhost:8786")


def test_policies_in_files_stay_at_home(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def first(table):\n    return table.options()[0]\n", encoding="utf-8")
    with pytest.raises(InputError, match="files are not sent to other machines"):
        require_portable(sweep_of(*SMALL, policies=(f"{file}:first",)))


def test_games_one_by_one_stay_there() -> None:
    with pytest.raises(InputError, match="--keep-games and --scheduler exclude each other"):
        require_portable(replace(sweep_of(*SMALL), keep_games=True))
