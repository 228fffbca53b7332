"""Subscriptions that come and go faster than a disk writes, and several of one connection."""

import socket
import struct
import time

import pytest

from server_process import ServerProcess
from spectator import Board, comparable
from wire import SECOND, Wire, course, finished, now, split, start


def test_a_subscription_that_is_taken_back_at_once_stays_taken_back(server):
    with Wire(server, "control") as control, Wire(server) as other:
        control.do(course("quick"), start("quick", "run", "Ada", now() - SECOND))
        answers = {}
        for number in range(50):
            # Nobody watches, so the board is behind this one, and waits for the next to be on disk.
            control.do(split("quick", f"before-{number}", now()))
            capture = split("quick", f"split-{number}", now())
            subscription, end = f"s-{number}", f"e-{number}"
            control.send(capture)
            control.send({"type": "subscribe", "id": subscription, "track": "quick", "rate": 60})
            control.send({"type": "unsubscribe", "id": end, "track": "quick"})
            while not {capture["commandId"], subscription, end} <= answers.keys():
                message = control.receive()
                answers[message.get("commandId") or message.get("id")] = message["type"]
            assert answers[subscription] in ("snapshot", "ack")
        other.ask({"type": "subscribe", "id": "other", "track": "quick", "rate": 60})
        [last] = control.do(split("quick", "last", now()))
        # Who still watches has heard of it; the one who left hears nothing before the pong.
        while other.receive()["seq"] < last["seq"]:
            pass
        pong = control.ask({"type": "ping", "t0": 1})
        assert pong["type"] == "pong", pong


def segments(wire):
    """Pieces with data that the system has taken in for this connection (`tcpi_data_segs_in`)."""
    return struct.unpack_from("=I", wire.socket.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 160), 152)[0]


@pytest.mark.parametrize("loops", [1, 2])
def test_frames_that_are_due_for_one_connection_at_a_time_are_one_write(tmp_path, loops):
    tracks = [f"track-{number}" for number in range(5)]
    with ServerProcess(tmp_path, loops=loops) as server:
        server.start()
        with Wire(server, "timer") as timer, Wire(server) as several, Wire(server) as one:
            timer.do(*(course(track, "line", "finish") for track in tracks))
            boards = {track: Board() for track in tracks}
            for track in tracks:
                several.send({"type": "subscribe", "id": track, "track": track})
                boards[track].take(several.receive())
            alone = Board()
            alone.take(one.ask({"type": "subscribe", "id": "one", "track": tracks[0]}))

            before, frames = segments(several), 0
            # Heartbeats: all of them are due at the same beat.
            while frames < 4 * len(tracks):
                take(several, boards)
                frames += 1
            assert segments(several) - before < frames / 2

            # What happened on each is complete, for both.
            for track in tracks:
                timer.do(*finished(track, f"run-{track}", "Ada", now() - 60_000_000, 10, 20))
            last = {track: server.board(track) for track in tracks}
            while any(boards[track].position[1] < last[track]["seq"] for track in tracks):
                take(several, boards)
            while alone.position[1] < last[tracks[0]]["seq"]:
                alone.take(one.receive())
            assert {track: comparable(boards[track].value) for track in tracks} == {
                track: comparable(board) for track, board in last.items()}
            assert comparable(alone.value) == comparable(last[tracks[0]])


def test_who_watches_several_tracks_and_subscribes_to_one_again_and_again_gets_its_frames(tmp_path):
    """A frame for two tracks that is on its way meets a subscription that has just begun."""
    with ServerProcess(tmp_path, loops=1) as server:
        server.start()
        with Wire(server, "timer") as timer, Wire(server) as several:
            timer.do(course("a", "line", "finish"), course("b", "line", "finish"))

            def both(number):
                for track in "ab":
                    timer.send(start(track, f"{track}-{number}", f"Runner {number % 20}", now()))

            def subscribe(track):
                several.send({"type": "subscribe", "id": track, "track": track, "rate": 60})

            boards = {"a": Board(), "b": Board()}
            subscribe("b")
            for number in range(150):
                both(number)
                # At another place within a beat each time.
                time.sleep(number * 37 % 50 / 2000)
                subscribe("a")
                while take(several, boards, "snapshot") != "a":
                    pass
            for _ in range(300):
                assert timer.receive()["type"] == "ack"
            last = {track: server.board(track) for track in boards}
            while any(boards[track].position[1] < last[track]["seq"] for track in boards):
                take(several, boards)
            assert {track: comparable(board.value) for track, board in boards.items()} == {
                track: comparable(board) for track, board in last.items()}


def take(wire, boards, kind=None):
    """The next frame goes to the board of its track, which is handed back where the frame is of this kind."""
    frame = wire.receive()
    track = frame["track"] if isinstance(frame["track"], str) else frame["track"]["id"]
    boards[track].take(frame)
    return track if kind in (None, frame["type"]) else None
