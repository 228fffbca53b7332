"""How frames go to sockets: what is chosen, and a system that forbids io_uring."""

import contextlib
import pathlib
import re
import subprocess

import pytest

from preloaded import compiled
from server_process import ServerProcess, binary, clean_environment
from spectator import Board
from wire import Wire, course, start

SHIM = pathlib.Path(__file__).parent / "no_ring.c"


@pytest.fixture(scope="module")
def no_ring(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("shim") / "no_ring.so", SHIM)


def said(server):
    """What the log of the start says is used."""
    return re.search(r" serving .*frameWriting=(\S+)", server.log)[1]


def shows_a_race(server):
    """Three spectators see what happens, whatever carries it."""
    with contextlib.ExitStack() as stack:
        control = stack.enter_context(Wire(server, "control"))
        control.do(course("hill"))
        watching = [(stack.enter_context(Wire(server)), Board()) for _ in range(3)]
        for wire, _ in watching:
            wire.send({"type": "subscribe", "id": "watch", "track": "hill", "rate": 60})
        for number in range(5):
            control.do(start("hill", f"run-{number}", f"Ada {number}", 1_796_000_000_000_000 + number))
            for wire, board in watching:
                while not board.value or len(board.value["runs"]) <= number:
                    board.take(wire.receive())


@pytest.mark.parametrize("writing", ["send", "libwebsockets"])
def test_a_way_that_is_named_is_taken(tmp_path, writing):
    with ServerProcess(tmp_path, frame_writing=writing) as server:
        server.start()
        assert said(server) == writing
        shows_a_race(server)


@pytest.mark.parametrize("where, used", [("setup", "send"), ("use", "send"), ("later", "io_uring")])
def test_without_io_uring_frames_go_by_send(tmp_path, no_ring, where, used):
    with ServerProcess(tmp_path, frame_writing="auto") as server:
        server.start(environment={"LD_PRELOAD": str(no_ring), "NO_RING": where})
        assert said(server) == used
        shows_a_race(server)


@pytest.mark.parametrize("where", ["setup", "use"])
def test_io_uring_that_is_asked_for_and_not_to_be_had_is_told(tmp_path, no_ring, where):
    done = subprocess.run(
        [binary(), "serve", "--data", str(tmp_path), "--port", "0", "--frame-writing", "io_uring"],
        env=clean_environment({"LD_PRELOAD": str(no_ring), "NO_RING": where}),
        capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    assert "io_uring is not to be had here: operation not permitted" in done.stderr
