"""Fifty devices time races over lines that delay, drop, repeat, reorder and break, while the server is killed at
random moments: what was acknowledged is there once, always, and in the end the results are those of a quiet day.

STORM_KILLS (6 by default; 100 is the long form, which takes some minutes) is how often the server is killed, and
STORM_SEED repeats a storm: its races, who captures what and when, the fate of messages, and the moments of the
kills. How the processes take turns is not in it.
"""

import asyncio
import contextlib
import os
import time

from server_process import ServerProcess
from spectator import comparable
from storm import WHOLE_BOARDS, Storm
from storm_plan import StormPlan
from test_verify import assert_whole
from wire import SECOND, Wire, now

KILLS = int(os.environ.get("STORM_KILLS", "6"))


def test_a_storm_ends_as_a_quiet_day(tmp_path):
    seed = os.environ.get("STORM_SEED") or str(time.time_ns())
    print(f"STORM_SEED={seed} STORM_KILLS={KILLS}")
    plan = StormPlan(seed, KILLS, began=now() - 3000 * SECOND)
    with storm_server(tmp_path / "storm", plan) as server:
        # Every life begins with a start.
        server.kill()
        storm = Storm(server, plan, seed)
        asyncio.run(storm.run())
        print(storm.figures())
        everything_again(server, plan, storm.answers())
        with storm_server(tmp_path / "quiet", plan) as quiet:
            one_after_the_other(quiet, plan)
            assert results(server, plan) == results(quiet, plan)
        for each in storm.spectators:
            assert comparable(each.board.value) == comparable(server.board(each.track))
        assert server.terminate() == 0
        assert_whole("--data", server.data)


@contextlib.contextmanager
def storm_server(directory, plan):
    with ServerProcess(directory, **WHOLE_BOARDS) as server:
        server.start()
        with Wire(server, "control") as control:
            control.do(*plan.races.setup)
        yield server


@contextlib.contextmanager
def quiet_lines(server, plan):
    """A line without faults for each device, by its name."""
    with contextlib.ExitStack() as stack:
        yield {name: stack.enter_context(Wire(server, "timer", device=name)) for name in plan.devices}


def one_after_the_other(server, plan):
    with quiet_lines(server, plan) as lines:
        for device, command in plan.races.captures:
            lines[device].do(command)


def everything_again(server, plan, answers):
    """Whatever is sent once more gets its first answer, and changes nothing."""
    before = {track: server.board(track)["seq"] for track in plan.races.tracks}
    with quiet_lines(server, plan) as lines:
        for device, command in plan.races.captures:
            lines[device].send(command)
        for device, command in plan.races.captures:
            assert lines[device].answer_to(command["commandId"]) == answers[command["commandId"]]
    assert {track: server.board(track)["seq"] for track in plan.races.tracks} == before


def results(server, plan):
    """Everything that can be asked about the races, without where the logs stand and what time it is."""
    found = {}
    for track in plan.races.tracks:
        board = comparable(server.board(track))
        assert board["runs"]
        found[track] = {key: board[key] for key in board if key not in ("seq", "epoch")}
        found[track, "csv"] = server.get(f"/api/v1/tracks/{track}/runs.csv").text
        for session in plan.races.sessions[track]:
            found[track, session] = server.get(f"/api/v1/tracks/{track}/sessions/{session}").json
        for run in plan.races.runs[track]:
            answer = server.get(f"/api/v1/runs/{run}?track={track}")
            assert answer.status == 200, answer.text
            found[run] = answer.json
    assert any(found[track]["standings"] for track in plan.races.tracks)
    return found
