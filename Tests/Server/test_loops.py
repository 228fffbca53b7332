"""Several loops, each with connections of its own, are one server."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess

import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from server_process import ServerProcess, binary, wait_until
from spectator import Board, comparable
from wire import SUBPROTOCOL, Wire, command, course, expect_error, finished, now, split, start

LOOPS = 4
CLIENTS = 40


@pytest.fixture(scope="module")
def spread(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("spread"), loops=LOOPS) as server:
        yield server.start()


def by_loop(server):
    text = server.get("/metrics").text
    return [int(count) for count in re.findall(r'^livetiming_loop_connections{loop="\d+"} (\d+)$', text, re.MULTILINE)]


@contextlib.contextmanager
def crowd(server, count=CLIENTS, **options):
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Wire(server, device=f"device-{number}", **options)) for number in range(count)]


def until(wire, kind):
    """The next message of a type; what comes before it is left."""
    while (message := wire.receive())["type"] != kind:
        pass
    return message


def test_connections_are_on_all_loops_and_counted_together(spread):
    with crowd(spread) as wires:
        counts = by_loop(spread)
        assert len(counts) == LOOPS and sum(counts) == CLIENTS
        assert spread.metric("connections") == CLIENTS
        # The system chooses by a hash of the addresses: that one of four gets none of forty is out of the question.
        assert all(counts)
        assert len(wires) == CLIENTS
    wait_until(lambda: sum(by_loop(spread)) == 0, "all have left")


def test_clients_of_every_loop_time_and_watch_one_race(spread):
    begun = now()
    with crowd(spread) as spectators, crowd(spread, role="timer") as timers:
        timers[0].do(course("ring", "line", "finish"))
        for number, spectator in enumerate(spectators):
            spectator.send({"type": "subscribe", "id": f"watch-{number}", "track": "ring", "rate": 2})
        boards = [Board() for _ in spectators]
        for spectator, board in zip(spectators, boards, strict=True):
            board.take(until(spectator, "snapshot"))
        for number, timer in enumerate(timers):
            for message in finished("ring", f"run-{number}", f"Runner {number}", begun, 10 + number, 20 + number):
                timer.do(message)
        last = spread.board("ring")
        assert {run["id"] for run in last["runs"]} == {f"run-{number}" for number in range(CLIENTS)}
        for spectator, board in zip(spectators, boards, strict=True):
            while board.position != (last["epoch"], last["seq"]):
                board.take(until(spectator, "update"))
            assert comparable(board.value) == comparable(last)


def test_a_repeat_over_another_loop_gets_the_first_answer(spread):
    with crowd(spread, role="timer") as wires:
        wires[0].do(course("lane", "finish"))
        wires[0].do(start("lane", "run", "Ada", now()))
        tap = split("lane", "tap", now(), run="run")
        answers = {(answer["type"], answer["seq"]) for answer in (wire.ask(tap) for wire in wires)}
        assert len(answers) == 1 and answers.pop()[0] == "ack"


def test_what_a_client_may_do_goes_with_it_on_every_loop(spread):
    with crowd(spread) as wires:
        for wire in wires:
            expect_error(wire.ask(course("forbidden")), "notAllowed", "spectator")
    assert spread.get("/api/v1/tracks/forbidden").status == 404


def test_a_hello_and_what_follows_at_once_are_taken_in_their_order(spread):
    token = spread.token("timer")
    for number in range(CLIENTS):
        with Wire(spread, hello=False) as wire:
            wire.send({"type": "hello", "client": "test/1", "token": token, "device": f"hasty-{number}"})
            wire.send(course(f"hasty-{number}"))
            assert [wire.receive()["type"] for _ in range(2)] == ["welcome", "ack"]


def test_notices_reach_every_desk_and_nobody_else(spread):
    with crowd(spread, role="control") as desks, crowd(spread, role="timer") as timers:
        desks[0].do(course("yard", "line", "finish"))
        for wire in desks + timers:
            wire.ask({"type": "subscribe", "id": "yard", "track": "yard"})
        desks[0].do(start("yard", "run", "Ada", now() - 30_000_000))
        # The finish alone: the line before it was missed, which control is told.
        desks[0].do(split("yard", "tap", now(), run="run", checkpoint="finish"))
        for desk in desks:
            while desk.notice()["code"] != "missed":
                pass
        for timer in timers:
            timer.send({"type": "ping", "t0": 1})
            while (message := timer.receive())["type"] != "pong":
                assert message["type"] == "update"


@pytest.mark.parametrize("loops", [1, 2])
def test_who_misses_frames_in_overload_has_the_true_board_in_the_end(tmp_path, loops):
    """More frames are due than a server in one processor's share can send, so its loops leave some out."""
    with ServerProcess(tmp_path, loops=loops) as server, contextlib.ExitStack() as stack:
        server.start()
        timer = stack.enter_context(Wire(server, "timer"))
        timer.do(course("crush", "line", "finish"))
        watching = []
        for _ in range(3):
            spectator, board = stack.enter_context(Wire(server)), Board()
            board.take(spectator.ask({"type": "subscribe", "id": "crush", "track": "crush", "rate": 60}))
            watching.append((spectator, board))
        load = subprocess.Popen(
            [binary(), "load", "--server", server.url, "--track", "crush", "--spectators", "2500", "--rate", "60",
             "--seconds", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        number = 0
        while load.poll() is None:
            timer.do(*finished("crush", f"run-{number}", f"Runner {number}", now() - 60_000_000, 10, 20))
            number += 1
            for spectator, board in watching:
                while board.position[1] < 3 * number:
                    board.take(until(spectator, "update"))
        output, errors = load.communicate()
        assert load.returncode == 0, output + errors
        assert server.metric("beats_missed_total") > 0
        last = server.board("crush")
        for spectator, board in watching:
            while board.position[1] < last["seq"]:
                board.take(until(spectator, "update"))
            assert comparable(board.value) == comparable(last)


def test_a_device_is_connected_while_it_is_on_any_loop(spread):
    def states():
        answer = spread.get("/api/v1/devices", Authorization=f"Bearer {spread.token('control')}")
        return {device["id"]: device["connected"] for device in answer.json["devices"]}

    with crowd(spread, role="timer"):
        assert all(states()[f"device-{number}"] for number in range(CLIENTS))
    wait_until(lambda: not any(states().values()), "all devices are gone")


def test_the_limit_of_connections_is_one_for_all_loops(tmp_path):
    with ServerProcess(tmp_path, loops=LOOPS, max_connections=CLIENTS) as server:
        server.start()

        async def open_all():
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(CLIENTS):
                    await stack.enter_async_context(connected(server))
                for _ in range(CLIENTS):
                    with pytest.raises(websockets.InvalidStatus) as refused:
                        await stack.enter_async_context(connected(server))
                    assert refused.value.response.status_code == 503
                    assert refused.value.response.headers["Retry-After"] == "5"
                assert sum(by_loop(server)) == CLIENTS

        asyncio.run(open_all())
        wait_until(lambda: sum(by_loop(server)) == 0, "all have left")
        with Wire(server) as wire:
            assert wire.welcome["type"] == "welcome"


def connected(server):
    return websockets.connect(server.socket_url, subprotocols=[SUBPROTOCOL], proxy=None)


def test_a_stop_answers_what_is_under_way_and_tells_the_clients_of_all_loops(tmp_path):
    with ServerProcess(tmp_path, loops=LOOPS) as server, contextlib.ExitStack() as stack:
        server.start()
        wires = [stack.enter_context(Wire(server, "timer", device=f"device-{number}")) for number in range(CLIENTS)]
        wires[0].do(course("loop", "finish"))
        for number, wire in enumerate(wires):
            wire.send(start("loop", f"run-{number}", f"Runner {number}", now()))
        assert wires[0].receive()["type"] == "ack"
        server.process.send_signal(signal.SIGTERM)
        acknowledged = {"run-0"}
        for number, wire in enumerate(wires):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    if wire.receive()["type"] == "ack":
                        acknowledged.add(f"run-{number}")
            assert wire.socket.protocol.close_code == 1012
        assert server.wait() == 0
        server.start()
        runs = {run["id"] for run in server.board("loop")["runs"]}
        assert acknowledged <= runs


def test_there_is_a_loop_for_each_processor_that_the_server_may_use(tmp_path):
    processors = sorted(os.sched_getaffinity(0))
    for usable in {1, len(processors)}:
        with ServerProcess(tmp_path / str(usable), loops=0) as server:
            server.start(prefix=["taskset", "--cpu-list", ",".join(map(str, processors[:usable]))])
            assert len(by_loop(server)) == usable


@pytest.mark.parametrize("value", ["-1", "65", "many"])
def test_another_number_of_loops_is_an_error(tmp_path, value):
    server = ServerProcess(tmp_path, loops=value)
    server.launch()
    assert server.wait() != 0
    assert "loops" in server.log and "0 to 64" in server.log
