"""The checkpoint, which moves what was committed into the database file, fails: commands are taken all
the same, and nothing that was acknowledged is missing, also after a power cut."""

import contextlib
import errno
import sqlite3

import pytest

from faulty_disk import faulty_server
from server_process import wait_until
from wire import now, split

MIDDLE_WRITE = 20
# Which call of a checkpoint on the database file fails, and in which way.
POINTS = {
    "first write": {"at": 1, "calls": ["write"]},
    "middle write": {"at": MIDDLE_WRITE, "calls": ["write"]},
    "half of a write": {"at": MIDDLE_WRITE, "calls": ["write"], "cut": True},
    "truncation": {"at": 1, "calls": ["truncate"]},
    "sync": {"at": 1, "calls": ["sync"]},
    "sync that drops": {"at": 1, "calls": ["sync"], "drops": True},
}


def send_until(condition, keeper):
    """Sends captures one by one, each of which is acknowledged, until something has happened."""
    for number in range(3000):
        if condition():
            return
        keeper.must(split(keeper.track, f"stray-{now()}-{number}", now(), reason="x" * 300))
    raise AssertionError("it never happened")


def until_checkpoint(disk, keeper):
    """Sends until the database file has been synced."""
    disk.arm(calls=["sync"], files=["database"])
    send_until(lambda: disk["seen"], keeper)


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "for long"])
@pytest.mark.parametrize("point", POINTS)
def test_a_checkpoint_that_fails_holds_nobody_up_and_loses_nothing(
        library, tmp_path, point, lasting):
    with faulty_server(library, tmp_path) as (server, disk, keeper):
        disk.arm(error=errno.EIO, files=["database"], lasting=lasting, **POINTS[point])
        send_until(lambda: disk.has_failed, keeper)
        with disk.naming(POINTS[point]["at"]):
            # It is tried again with every commit, and nobody notices.
            keeper.must(*keeper.group())
            assert server.get("/readyz").status == 200
            keeper.check()
            disk.heal()
            until_checkpoint(disk, keeper)
            keeper.must(*keeper.group())
            disk.cut_power(server)
            disk.start(server)
            keeper.check()


@contextlib.contextmanager
def old_snapshot(server):
    """Someone reads the journal as it is now."""
    with contextlib.closing(sqlite3.connect(server.database_path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        yield


def test_a_checkpoint_that_fails_after_one_that_went_half_way_loses_nothing(library, tmp_path):
    with faulty_server(library, tmp_path) as (server, disk, keeper):
        disk.arm(files=["database"], calls=["write"])
        send_until(lambda: server.metric("journal_commits_total") > 80, keeper)
        assert disk["seen"] == 0
        with old_snapshot(server):
            # What was committed after that cannot be moved yet; what was before is.
            send_until(lambda: disk["seen"], keeper)
            disk.arm(at=1, error=errno.EIO, files=["database"], calls=["sync"], drops=True)
            keeper.must(*keeper.group())
        send_until(lambda: disk.has_failed, keeper)
        disk.heal()
        keeper.must(*keeper.group())
        keeper.check()
        until_checkpoint(disk, keeper)
        disk.cut_power(server)
        disk.start(server)
        keeper.check()
