"""What a spectator of a race is sent for each split: 60 runners over five checkpoints, each splitting every 12 s.

The instants are given here, and each split is waited for in a frame of its own, so that nothing depends on how
fast the machine is. Five splits a second in 4 KB a second are 800 bytes for each.
"""

import json

import pytest

from spectator import Board, comparable
from wire import SECOND, Wire, course, now, split, start

RUNNERS = 60
CHECKPOINTS = [f"c{number}" for number in range(1, 6)]
LAP = RUNNERS * len(CHECKPOINTS)


@pytest.fixture(scope="module")
def laps(server):
    """The bytes of each frame, by laps; and how long the snapshot was at the end of each."""
    began = now() - 3600 * SECOND
    board, frames, snapshots = Board(), [], []
    with Wire(server, "timer", device="gate") as gate, Wire(server) as spectator:
        gate.do(course("bytes", *CHECKPOINTS, laps=0),
                *(start("bytes", f"bytes-run-{runner}", f"Runner {runner}", began, number=str(runner))
                  for runner in range(RUNNERS)))
        board.take(spectator.ask({"type": "subscribe", "id": "s", "track": "bytes", "rate": 60}))
        for number in range(2 * LAP):
            # Every 12 s, and up to half a second sooner or later, in an order that changes.
            at = began + number * SECOND // 5 + number * 7919 % 1000 * 1000 - SECOND // 2 + 60 * SECOND
            [ack] = gate.do(split(
                "bytes", f"bytes-split-{number}", at, run=f"bytes-run-{number % RUNNERS}",
                checkpoint=CHECKPOINTS[number // RUNNERS % len(CHECKPOINTS)], uncertainty=4000))
            size = 0
            while board.value["seq"] < ack["seq"]:
                text = spectator.socket.recv(timeout=20)
                frame = json.loads(text)
                board.take(frame)
                size += len(text)
            frames.append(size)
            if number % LAP == LAP - 1:
                snapshots.append(len(server.get("/api/v1/tracks/bytes/board").body))
    assert comparable(board.value) == comparable(server.board("bytes"))
    return [(sum(frames[first:first + LAP]) / LAP, snapshots[first // LAP]) for first in range(0, 2 * LAP, LAP)]


def test_a_split_costs_a_spectator_few_bytes(laps):
    # In a first lap every split is a best of its runner, and comes with more.
    [(first, _), (second, _)] = laps
    assert second < first < 800


def test_a_frame_is_a_small_part_of_the_board(laps):
    assert all(size < snapshot / 150 for size, snapshot in laps), laps
