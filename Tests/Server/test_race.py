"""A whole race, replayed, as spectators of every kind see it."""

import asyncio
import collections

import pytest

from races import Replay, generate, outcome, recording, replay, track_appears, track_of
from server_process import ServerProcess
from spectator import Spectator, comparable


async def watched_by_everyone(server, running, pause, seen=None):
    """Six spectators of a replay: of several rates, one late, one who resumes, one who reads slowly,
    with a pause in seconds after each frame, and one who lets the server run the clocks. Hands back
    the final board, and theirs."""
    track = await track_appears(server)
    resuming = Spectator(server, track, rate=20)
    spectators = {
        "fast": Spectator(server, track, rate=60, seen=seen),
        "seldom": Spectator(server, track, rate=1),
        "slow reader": Spectator(server, track, rate=60, pause=pause),
        "server's clock": Spectator(server, track, rate=10, clock="server"),
    }
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each.watch()) for each in spectators.values()]
        # A part of the race, a break, and the rest from there.
        await resuming.watch(drop_after=20)
        left = resuming.board.position
        await spectators["fast"].until(lambda board: board["seq"] > left[1] + 10)
        spectators["late"] = Spectator(server, track)
        spectators["resuming"] = resuming
        for name in ("late", "resuming"):
            tasks.append(group.create_task(spectators[name].watch()))
        await asyncio.to_thread(running.finish)
        final = comparable(server.board(track))
        for name, each in spectators.items():
            await each.until(lambda board: board["seq"] == final["seq"])
        for task in tasks:
            task.cancel()
    assert resuming.connections == 2
    assert spectators["server's clock"].connections == 1
    return final, {name: comparable(each.board.value) for name, each in spectators.items()}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The recorded race after a replay: its final board, all boards, and the states on the way."""
    path = recording()
    history = collections.OrderedDict()

    def seen(board):
        history[board["seq"]] = {
            (run["number"], run["laps"]): (run["place"], laps_of(run))
            for run in board["runs"] if run["place"] is not None}

    with ServerProcess(tmp_path_factory.mktemp("recorded")) as server:
        server.start()
        with Replay(server, path, speed=20) as running:
            final, boards = asyncio.run(watched_by_everyone(server, running, 0.2, seen))
    return final, boards, history


def laps_of(run):
    return [split["lapTime"] for split in run["splits"] if split["lapTime"] is not None]


def by_place(board):
    return sorted(board["runs"], key=lambda run: run["place"])


def test_every_spectator_ends_with_the_board_that_http_gives(recorded):
    final, boards, _ = recorded
    assert len(boards) == 6
    for name, board in boards.items():
        assert board == final, name


def test_the_recorded_race_has_its_order_laps_and_totals(recorded):
    runs = by_place(recorded[0])
    assert [run["number"] for run in runs] == ["3", "4", "1", "5", "6", "2"]
    assert [run["place"] for run in runs] == [1, 2, 3, 4, 5, 6]
    assert [run["laps"] for run in runs] == [8, 8, 8, 8, 7, 7]
    assert runs[0]["time"] == 314_808_000
    assert (runs[1]["gap"], runs[1]["gapLaps"]) == (1_313_000, 0)
    assert [run["status"] for run in runs] == ["finished"] * 6


def test_the_flag_falls_at_the_winners_finish_and_the_rest_end_at_the_close(recorded):
    final = recorded[0]
    session = next(session for session in final["sessions"] if session["current"])
    assert session["flagAt"] - session["startedAt"] == 314_808_000
    assert session["flag"] == "finish"
    runs = by_place(final)
    assert all(run["finishedAt"] >= session["flagAt"] for run in runs[:4])
    for run in runs[4:]:
        assert run["gapLaps"] == 1
        # Out when the session closed: the end is the last passing of the finish line before it.
        assert run["finishedAt"] == max(split["at"] for split in run["splits"])
        assert run["finishedAt"] < session["closedAt"]


def test_the_recorded_race_has_its_best_laps(recorded):
    best = {run["number"]: run["bestLap"] for run in recorded[0]["runs"]}
    assert best == {"3": 33_271_000, "4": 33_572_000, "5": 35_849_000, "2": 36_898_000,
                    "1": 37_054_000, "6": 37_724_000}


def test_the_recorded_laps_have_one_overall_and_five_personal_bests(recorded):
    verdicts = collections.Counter(
        split["lapVerdict"] for run in recorded[0]["runs"] for split in run["splits"]
        if split["lapTime"] is not None)
    assert verdicts == {"overallBest": 1, "personalBest": 5, "slower": 40}


def test_cars_with_the_same_total_share_a_place_on_the_way(recorded):
    """3 and 4 after four laps, 1 and 2 after one. A state is seen between two passings, so what is
    looked for is a board on which both have that many laps."""
    history = recorded[2].values()

    def shared(left, right, laps):
        return [(state[left, laps][0], state[right, laps][0]) for state in history
                if (left, laps) in state and (right, laps) in state]

    fourth = shared("3", "4", 4)
    assert fourth and all(left == right for left, right in fourth)
    first = shared("1", "2", 1)
    assert first and all(left == right for left, right in first)


def test_a_race_that_was_generated_ends_the_same_for_everyone(own_server, tmp_path):
    path = generate(tmp_path / "race.txt", runners=20, minutes=4, seed=7)
    own_server.start()
    with Replay(own_server, path, speed=60) as running:
        final, boards = asyncio.run(watched_by_everyone(own_server, running, 0.03))
    for name, board in boards.items():
        assert board == final, name
    runs = by_place(final)
    assert len(runs) == 20 and {run["status"] for run in runs} == {"finished"}
    # What is shown adds up: lap by lap, and against the leader.
    for run in runs:
        splits = sorted(run["splits"], key=lambda split: split["at"])
        # The first passing is that of the start line, from the gun, which is no segment.
        segments = [split["segment"] for split in splits[1:]]
        assert splits[0]["split"] + sum(segments) == run["time"]
        assert min(laps_of(run)) == run["bestLap"]
        if run["gapLaps"] == 0 and run["place"] > 1:
            assert run["gap"] == run["time"] - runs[0]["time"]
    laps = [(split["at"], split["lapTime"]) for run in runs for split in run["splits"]
            if split["lapTime"] is not None]
    overall = sum(
        split["lapVerdict"] == "overallBest" for run in runs for split in run["splits"])
    best, bests = None, 0
    for _, lap in sorted(laps):
        if best is None or lap < best:
            best, bests = lap, bests + 1
    assert overall == bests


def test_the_same_race_at_another_pace_ends_the_same(own_server, tmp_path):
    path = generate(tmp_path / "race.txt", runners=8, minutes=3, seed=11)
    outcomes = []
    for speed in (100, 1000):
        with ServerProcess(tmp_path / f"at-{speed}") as server:
            replay(server.start(), path, speed)
            outcomes.append(outcome(server.board(track_of(server))))
    assert outcomes[0] == outcomes[1]
