"""Each call by which a commit reaches the disk fails once, for a while, and until the server is killed:
nothing that was acknowledged is missing, what was not is told so, and all of it is taken in the end."""

import errno
import itertools

import pytest

from faulty_disk import faulty_server
from server_process import wait_until
from spectator import Board
from wire import Wire, now, split

ERRORS = [errno.EIO, errno.ENOSPC, errno.EDQUOT]
# In which ways a call fails: with the error alone; a write that took a half before; a sync that takes
# back what it could not keep.
WAYS = [{}, {"cut": True}, {"drops": True}]
FAULTS = [(error, way) for error in ERRORS for way in WAYS]


def begin_commit(server, disk, keeper, at=0, error=0, stopping=False, **how):
    """A group of commands begins to be committed, and the `at`-th call of that fails."""
    disk.hold()
    # While the sync of this one waits, all that comes gathers into one group.
    keeper.send(split(keeper.track, f"first-{now()}", now()))
    disk.until_held()
    group = keeper.group()
    keeper.send(*group)
    wait_until(lambda: server.metric("journal_waiting") == len(group), "all of the group waits")
    if stopping:
        server.process.terminate()
        wait_until(lambda: "stopping" in server.log, "it stops")
    disk.arm(at, error, **how)
    disk.release()


@pytest.fixture(scope="module")
def points(library, tmp_path_factory):
    """The calls of a commit on a fresh journal; later ones have no fewer, as there is more to write."""
    with faulty_server(library, tmp_path_factory.mktemp("count")) as (server, disk, keeper):
        begin_commit(server, disk, keeper)
        assert keeper.until_answered() == []
        points = disk.points
    assert points.count("sync of the log") == 2 and points[-1] == "sync of the log", points
    return range(1, len(points) + 1)


def test_a_call_that_fails_once_is_tried_again_and_everything_lasts(library, points, tmp_path):
    with faulty_server(library, tmp_path) as (server, disk, keeper):
        for at in points:
            for error, way in FAULTS:
                with disk.naming(at, way):
                    begin_commit(server, disk, keeper, at, error, **way)
                    assert keeper.until_answered() == []
                    assert disk.has_failed and keeper.missing() == {}
            # What a power cut leaves has everything too.
            with disk.naming(at, "power cut"):
                disk.cut_power(server)
                disk.start(server)
                keeper.check()
                keeper.connect_again()


class Watcher:
    """A spectator of the board."""

    def __init__(self, server, track):
        self.wire, self.board = Wire(server), Board()
        self.wire.send({"type": "subscribe", "id": "w", "track": track, "rate": 60})

    def until_banner(self, kind):
        def read():
            self.board.take(self.wire.receive())
            banner = self.board.value["banner"]
            return (banner and banner["kind"]) == kind
        wait_until(read, f"the banner is {kind}", pause=0)


def test_while_a_call_fails_everyone_is_told_and_then_all_goes_on(library, points, tmp_path):
    with faulty_server(library, tmp_path, storage_give_up_after="1m") as (server, disk, keeper):
        watcher = Watcher(server, keeper.track)
        for at, (error, way) in zip(points, itertools.cycle(FAULTS)):
            with disk.naming(at, way):
                begin_commit(server, disk, keeper, at, error, lasting=True, **way)
                wait_until(lambda: server.get("/readyz").status == 503, "it is not ready")
                assert disk.has_failed
                told = server.get("/readyz").text
                assert "sqlite3_step failed" in told and ("full" in told or "I/O" in told), told
                watcher.until_banner("storageUnavailable")
                refused = split(keeper.track, f"refused-{at}", now())
                keeper.must_not(refused)
                disk.heal()
                wait_until(lambda: server.get("/readyz").status == 200, "it is ready again")
                assert keeper.until_answered() == []
                keeper.must(refused)
                watcher.until_banner(None)
                keeper.check()
        disk.cut_power(server)
        disk.start(server)
        keeper.check()


def test_what_is_given_up_is_told_so_and_taken_when_it_comes_again(library, points, tmp_path):
    with faulty_server(library, tmp_path, storage_give_up_after="100ms") as (server, disk, keeper):
        for at, (error, way) in zip(points, itertools.cycle(FAULTS)):
            with disk.naming(at, way):
                begin_commit(server, disk, keeper, at, error, lasting=True, **way)
                given_up = keeper.until_answered()
                assert disk.has_failed and given_up
                assert server.get("/readyz").status == 503
                disk.heal()
                wait_until(lambda: server.get("/readyz").status == 200, "it is ready again")
                keeper.must(*given_up)
                keeper.check()
        disk.cut_power(server)
        disk.start(server)
        keeper.check()


@pytest.mark.parametrize("end", ["kill", "power cut"])
def test_a_server_that_ends_while_a_call_fails_has_all_that_was_acknowledged(
        library, points, tmp_path, end):
    with faulty_server(library, tmp_path, storage_give_up_after="1m") as (server, disk, keeper):
        for at, (error, way) in zip(points, itertools.cycle(FAULTS)):
            with disk.naming(at, way):
                begin_commit(server, disk, keeper, at, error, lasting=True, **way)
                disk.until_failed()
                server.kill() if end == "kill" else disk.cut_power(server)
                disk.heal()
                disk.start(server)
                keeper.check()
                keeper.connect_again()
                # What the crash had left in the memory of the system alone is on disk by now.
                disk.cut_power(server)
                disk.start(server)
                keeper.check()
                keeper.connect_again()
