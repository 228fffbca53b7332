"""A disk that takes long over a sync: the loop goes on, nothing is acknowledged or shown before it is
durable, and everyone is told."""

import pytest

from faulty_disk import faulty_server
from server_process import wait_until
from spectator import Board
from wire import Wire, course, now, split


@pytest.fixture
def slow(library, tmp_path):
    with faulty_server(library, tmp_path, storage_slow_after="100ms") as (server, disk, keeper):
        keeper.must(*keeper.group())
        yield server, disk, keeper


def test_while_a_sync_takes_its_time_the_loop_goes_on_and_nothing_is_told_early(slow):
    server, disk, keeper = slow
    with Wire(server) as spectator:
        board = Board()
        board.take(spectator.ask(
            {"type": "subscribe", "id": "w", "track": keeper.track, "rate": 60}))
        durable = board.value["seq"]
        tag = server.get(f"/api/v1/tracks/{keeper.track}/board").headers["etag"]
        disk.hold()
        keeper.send(*keeper.group())
        disk.until_held()
        # Pings are answered, pages and boards served, new lines taken.
        assert keeper.wire.ask({"type": "ping", "t0": 1})["type"] == "pong"
        assert server.get("/livez").status == 200
        wait_until(lambda: server.get("/readyz").status == 503, "it is told that the disk is slow")
        assert "the disk is slow" in server.get("/readyz").text
        assert server.board(keeper.track)["seq"] == durable

        def told(kind):
            board.take(spectator.receive())
            banner = board.value["banner"]
            return (banner and banner["kind"]) == kind
        wait_until(lambda: told("storageSlow"), "spectators are told", pause=0)
        assert board.value["seq"] == durable
        # Whoever keeps the same state without the banner is not told that it is still good.
        warned = server.get(f"/api/v1/tracks/{keeper.track}/board", If_None_Match=tag)
        assert warned.status == 200 and warned.headers["etag"] != tag
        assert (warned.json["seq"], warned.json["banner"]["kind"]) == (durable, "storageSlow")
        # Commands are taken, and wait.
        keeper.send(*keeper.group())
        assert keeper.wire.ask({"type": "ping", "t0": 2})["type"] == "pong"
        disk.release()
        assert keeper.until_answered() == []
        wait_until(lambda: told(None), "spectators see that it is over", pause=0)
        wait_until(lambda: server.get("/readyz").status == 200, "it is ready again")
        last = max(keeper.acknowledged.values())
        wait_until(lambda: told(None) and board.value["seq"] == last, "all is shown", pause=0)
    keeper.check()


def test_meanwhile_a_track_of_which_nothing_waits_is_shown_as_it_is(slow):
    server, disk, keeper = slow
    with Wire(server, "control") as control:
        control.do(course("quiet", "finish"), split("quiet", "quiet-1", now()))
    disk.hold()
    keeper.send(*keeper.group())
    disk.until_held()
    wait_until(lambda: server.get("/readyz").status == 503, "it is told that the disk is slow")
    assert [each["id"] for each in server.board("quiet")["unassigned"]] == ["quiet-1"]
    disk.release()
    assert keeper.until_answered() == []


@pytest.mark.parametrize("end", ["slow", "fails"])
def test_who_waits_for_a_board_has_the_last_one_once_it_is_known_that_the_disk_keeps_them(
        library, tmp_path, end):
    patience = "100ms" if end == "slow" else "1m"
    with faulty_server(library, tmp_path, storage_slow_after=patience) as (server, disk, keeper):
        # Nobody has watched the track; its board would have to be worked out for who comes.
        keeper.must(split(keeper.track, f"seen-{now()}", now()))
        disk.hold()
        keeper.send(split(keeper.track, f"kept-{now()}", now()))
        disk.until_held()
        with Wire(server) as spectator:
            spectator.send({"type": "subscribe", "id": "w", "track": keeper.track, "rate": 60})
            if end == "fails":
                disk.arm(at=1, error=5, calls=["sync"], files=["log"], lasting=True)
                disk.release()
            board = Board()
            board.take(spectator.receive())
            assert board.value["unassigned"] == []
            banner = "storageSlow" if end == "slow" else "storageUnavailable"
            assert board.value["banner"]["kind"] == banner
            disk.heal()
            disk.release()
            assert keeper.until_answered() == []

            def shown():
                board.take(spectator.receive())
                return len(board.value["unassigned"]) == 2 and board.value["banner"] is None
            wait_until(shown, "both splits are shown once they are safe", pause=0)
        keeper.check()


def test_a_slow_sync_that_fails_in_the_end_is_tried_again(slow):
    server, disk, keeper = slow
    disk.hold()
    keeper.send(split(keeper.track, f"slow-{now()}", now()))
    disk.until_held()
    wait_until(lambda: server.get("/readyz").status == 503, "it is told that the disk is slow")
    disk.arm(at=1, error=5, calls=["sync"], files=["log"])
    disk.release()
    assert keeper.until_answered() == [] and disk.has_failed
    wait_until(lambda: server.get("/readyz").status == 200, "it is ready again")
    keeper.check()
