"""Each call by which a start and a stop reach the disk fails: the server says what is wrong and ends, or
serves; nothing that was acknowledged is missing, and the next start is as good as any."""

import errno
import itertools
import shutil

import pytest

from faulty_disk import FaultyDisk, faulty_server
from keeper import Keeper
from server_process import ServerProcess
from test_disk_faults import begin_commit
from wire import now, split

# Of the many writes by which the first start lays the tables out, one after another, each so-many-th.
STRIDE = 9
ALIKE = {"write of the log", "write of the index", "write of the database"}


def some_of(points):
    """The numbers of calls, of a row of alike ones only some."""
    return [at for at, name in enumerate(points, 1)
            if name not in ALIKE or name != points[at - 2] or at % STRIDE == 0]


def new_server(library, folder):
    """A server that is not started yet, and its disk."""
    server = ServerProcess(folder / "server", storage_give_up_after="100ms")
    return server, FaultyDisk(library, server.data, folder)


def comes_up(server, disk):
    """Starts the server. One that does not serve has ended by itself and said why in one line."""
    server.directory.mkdir(parents=True, exist_ok=True)
    server.log_path.touch()
    before = len(server.log)
    try:
        disk.start(server)
        return True
    except AssertionError:
        said = server.log[before:].splitlines()
        assert server.process.poll() == 1, said
        assert said[-1].startswith("livetiming serve: "), said
        assert "Input/output error" in said[-1] or "failed with code" in said[-1], said
        return False


def test_a_first_start_whose_disk_fails_leaves_nothing_that_hinders_the_next(library, tmp_path):
    server, disk = new_server(library, tmp_path / "count")
    with server:
        disk.arm()
        disk.start(server)
        points = some_of(disk.points)
    failures = 0
    for at, lasting in zip(points, itertools.cycle([False, True])):
        server, disk = new_server(library, tmp_path / f"{at}")
        with server, disk.naming(at, "for long" if lasting else "once"):
            disk.arm(at, errno.EIO, lasting=lasting)
            has_come_up = comes_up(server, disk)
            assert disk.has_failed
            disk.heal()
            if not has_come_up:
                failures += 1
                disk.start(server)
            keeper = Keeper(server)
            keeper.must(*keeper.group())
            disk.cut_power(server)
            disk.start(server)
            keeper.check()
        shutil.rmtree(tmp_path / f"{at}")
    assert 0 < failures < len(points)


@pytest.fixture(scope="module")
def crashed(library, tmp_path_factory):
    """The folder of a server that was killed while the sync of a commit failed: what that wrote is in
    the memory of the system, and would be found; after a power cut it would not."""
    folder = tmp_path_factory.mktemp("crashed")
    with faulty_server(library, folder, storage_give_up_after="1m") as (server, disk, keeper):
        keeper.must(*keeper.group())
        disk.arm(1, errno.EIO, calls=["sync"], files=["log"], lasting=True)
        keeper.send(*keeper.group())
        disk.until_failed()
        server.kill()
    return folder, keeper


def on_a_copy(library, crashed, folder):
    shutil.copytree(crashed / "server" / "data", folder / "server" / "data")
    shutil.copytree(crashed / "durable", folder / "durable")
    return new_server(library, folder)


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "for long"])
def test_a_start_after_a_crash_whose_disk_fails_builds_on_nothing_that_is_not_on_disk(
        library, crashed, tmp_path, lasting):
    crashed, device = crashed
    server, disk = on_a_copy(library, crashed, tmp_path / "count")
    with server:
        disk.arm()
        disk.start(server)
        points = range(1, disk["seen"] + 1)
    assert len(points) > 30
    for at in points:
        server, disk = on_a_copy(library, crashed, tmp_path / f"{at}")
        with server, disk.naming(at):
            disk.arm(at, errno.EIO, lasting=lasting)
            if not comes_up(server, disk):
                disk.heal()
                disk.start(server)
            disk.heal()
            keeper = device.of(server)
            keeper.connect_again()
            disk.cut_power(server)
            disk.start(server)
            keeper.check()
        shutil.rmtree(tmp_path / f"{at}")


@pytest.mark.parametrize("call", ["write", "sync"])
def test_what_a_crash_left_in_memory_alone_is_on_disk_before_anyone_is_told(
        library, crashed, tmp_path, call):
    crashed, device = crashed
    server, disk = on_a_copy(library, crashed, tmp_path)
    with server:
        # The log can be written, the database file cannot.
        disk.arm(1, errno.EIO, calls=[call], files=["database"], lasting=True)
        has_come_up = comes_up(server, disk)
        assert disk.has_failed
        disk.heal()
        if not has_come_up:
            disk.start(server)
        keeper = device.of(server)
        keeper.connect_again()
        disk.cut_power(server)
        disk.start(server)
        keeper.check()


def begin_stop(library, folder, at=0, **how):
    """A server is told to stop while a group waits for the disk, and the `at`-th call from then on
    fails. Hands back the server, its disk, the device and the exit status."""
    with faulty_server(library, folder, storage_give_up_after="100ms") as (server, disk, keeper):
        keeper.must(*keeper.group())
        begin_commit(server, disk, keeper, at, errno.EIO if at else 0, stopping=True, **how)
        return server, disk, keeper, server.wait()


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "for long"])
def test_a_stop_whose_disk_fails_says_what_is_missing_and_loses_nothing(
        library, tmp_path, lasting):
    _, disk, _, status = begin_stop(library, tmp_path / "count")
    assert status == 0
    statuses = set()
    for at in some_of(disk.points):
        server, disk, keeper, status = begin_stop(library, tmp_path / f"{at}", at, lasting=lasting)
        with server, disk.naming(at):
            assert disk.has_failed
            assert status == ("not everything is on disk" in server.log), server.log
            statuses.add(status)
            disk.heal()
            disk.start(server)
            keeper.connect_again()
            disk.cut_power(server)
            disk.start(server)
            keeper.check()
        shutil.rmtree(tmp_path / f"{at}")
    assert statuses == ({0, 1} if lasting else {0})
