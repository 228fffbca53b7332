"""The start and the end of the server: what it refuses, what it says, what it leaves behind."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess

import pytest

from captures import Device, acknowledged_and_missing, on_disk
from races import Replay, generate, outcome, replay, track_appears, track_of
from server_process import ServerProcess, binary, clean_environment
from wire import SECOND, Wire, course, now, split, start


def refusal(server, code=1, **options):
    """Starts a server that must not come up; hands back what it says."""
    server.launch(**options)
    assert server.wait() == code, server.log
    return server.log


# What is refused

def test_a_port_in_use_is_named_and_the_data_is_not_touched(own_server):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        own_server.port = taken.getsockname()[1]
        said = refusal(own_server)
        assert f"already listens on 127.0.0.1:{own_server.port}" in said
    assert not own_server.data.exists()


def test_a_directory_below_a_file_cannot_hold_data(own_server, tmp_path):
    (tmp_path / "file").write_text("")
    own_server.data = tmp_path / "file" / "data"
    said = refusal(own_server)
    assert str(own_server.data) in said and "directory" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_without_the_right_to_write_cannot_hold_data(own_server, tmp_path):
    own_server.data = tmp_path / "closed" / "data"
    own_server.data.parent.mkdir(mode=0o500)
    assert str(own_server.data) in refusal(own_server)


def test_a_data_directory_in_use_is_refused_with_the_process_that_uses_it(own_server, tmp_path):
    own_server.start()
    with ServerProcess(tmp_path / "second") as second:
        second.data = own_server.data
        said = refusal(second)
        assert str(own_server.data) in said and f"process {own_server.process.pid}" in said
    assert own_server.get("/livez").status == 200


def test_a_file_of_a_newer_version_is_left_as_it_is(own_server):
    own_server.start()
    assert own_server.terminate() == 0
    with contextlib.closing(sqlite3.connect(own_server.database_path)) as database:
        database.execute("PRAGMA user_version = 99")
    before = own_server.database_path.read_bytes()
    said = refusal(own_server)
    assert "version 99" in said and "later" in said
    assert own_server.database_path.read_bytes() == before


@pytest.mark.parametrize("kind", ["text", "database"])
def test_a_foreign_file_is_left_as_it_is(own_server, kind):
    own_server.data.mkdir(parents=True)
    if kind == "text":
        own_server.database_path.write_text("These are my notes, not yours. " * 100)
    else:
        with contextlib.closing(sqlite3.connect(own_server.database_path)) as database:
            database.execute("CREATE TABLE notes (text)")
    before = own_server.database_path.read_bytes()
    said = refusal(own_server)
    assert str(own_server.database_path) in said and "not a LiveTiming journal" in said
    assert own_server.database_path.read_bytes() == before


def test_pages_that_are_not_there_are_named(own_server, tmp_path):
    own_server.settings["public"] = tmp_path / "none"
    said = refusal(own_server)
    assert str(tmp_path / "none") in said and "--public" in said


def test_an_unknown_flag_is_told_with_the_nearest_one(own_server):
    own_server.settings["pingg-interval"] = "15s"
    said = refusal(own_server, code=2)
    assert "--pingg-interval" in said and "did you mean --ping-interval?" in said


def test_an_unknown_variable_is_told_with_the_nearest_one(own_server):
    said = refusal(own_server, code=2, environment={"LIVETIMING_PROT": "80"})
    assert "LIVETIMING_PROT" in said and "did you mean LIVETIMING_PORT?" in said


def test_an_unknown_key_of_the_file_is_told_with_the_nearest_one(own_server, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"maxMessageByte": "64KiB"}))
    own_server.settings["config"] = path
    said = refusal(own_server, code=2)
    assert "maxMessageByte" in said and str(path) in said
    assert "did you mean maxMessageBytes?" in said


def test_everything_that_is_wrong_is_told_at_once(own_server):
    own_server.settings |= {"ping-interval": "soon", "kept-runs": "many", "log-level": "loud"}
    said = refusal(own_server, code=2)
    for name, expected in (("--ping-interval", "ms, s, m or h"), ("--kept-runs", "10000"),
                           ("--log-level", "warning")):
        assert name in said and expected in said


@pytest.mark.parametrize("arguments, word", [
    (["srve"], "did you mean serve?"), (["replay"], "FILE"),
    (["replay", "none.txt", "--token", "x"], "none.txt"), ([], "Usage")])
def test_a_wrong_call_is_told(arguments, word, tmp_path):
    done = subprocess.run([binary(), *arguments], capture_output=True, text=True, timeout=20,
                          cwd=tmp_path, env=clean_environment(), stdin=subprocess.DEVNULL)
    assert done.returncode in (1, 2) and word in done.stderr and done.stdout == ""


# Tokens

def test_tokens_are_for_their_owner_only_and_kept_over_starts(own_server):
    own_server.start()
    files = [own_server.data / f"{role}-token" for role in ("control", "timer")]
    tokens = [path.read_text() for path in files]
    assert tokens[0] != tokens[1]
    assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600, 0o600]
    own_server.restart()
    assert [path.read_text() for path in files] == tokens
    assert own_server.control_token == own_server.token("control")
    for role in ("control", "timer"):
        with Wire(own_server, role) as wire:
            assert wire.welcome["role"] == role


def test_no_token_stands_in_the_log_or_the_database(own_server):
    own_server.settings["log-level"] = "debug"
    own_server.start()
    with Wire(own_server, "control") as control:
        control.do(course("hill"))
    with Wire(own_server, token="a-token-that-nobody-knows") as wire:
        assert wire.welcome["type"] == "error"
    assert own_server.post(start("hill", "run", "Ada", now()), role="timer").status == 200
    own_server.get(f"/control?token={own_server.token('control')}")
    assert own_server.terminate() == 0
    stored = b"".join(path.read_bytes() for path in own_server.data.glob("livetiming.sqlite*"))
    assert own_server.log
    for token in (own_server.token("control"), own_server.token("timer"),
                  "a-token-that-nobody-knows"):
        assert token not in own_server.log
        assert token.encode() not in stored


# The end

@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_tells_clients_to_come_back_and_leaves_everything_on_disk(own_server, way):
    server = own_server.start()
    with Wire(server, "control") as control, Wire(server) as spectator:
        control.do(course("hill"), start("hill", "run", "Ada", now() - SECOND))
        spectator.send({"type": "subscribe", "id": "s", "track": "hill"})
        assert spectator.receive()["type"] == "snapshot"
        server.process.send_signal(way)
        assert spectator.close_code() == 1012
        assert control.close_code() == 1012
    assert server.wait() == 0
    # Moved into the file itself: a copy of it is a backup.
    log = server.database_path.with_name("livetiming.sqlite-wal")
    assert not log.exists() or log.stat().st_size == 0
    last = on_disk(server)
    server.start()
    board = server.board("hill")
    assert last[board["epoch"]] == board["seq"] == 2
    assert [run["runner"]["name"] for run in board["runs"]] == ["Ada"]


def test_time_goes_on_over_a_restart(own_server):
    def server_time():
        with Wire(own_server) as wire:
            return wire.welcome["time"], wire.welcome["server"]

    own_server.start()
    before, identity = server_time()
    own_server.restart()
    after, new_identity = server_time()
    assert before < after < before + 60 * SECOND
    assert identity != new_identity


def test_stops_under_load_lose_nothing_that_was_acknowledged(own_server, tmp_path):
    path = generate(tmp_path / "race.txt", runners=16, minutes=4, seed=9)
    with ServerProcess(tmp_path / "undisturbed") as server:
        replay(server.start(), path, 1000, replay_id="race")
        undisturbed = outcome(server.board(track_of(server)))
    own_server.start()
    with Replay(own_server, path, speed=60, replay_id="race") as running:
        board = asyncio.run(stopped_under_load(own_server, running))
    assert outcome(board) == undisturbed


async def stopped_under_load(server, running):
    assert server.post(course("captures")).status == 200
    track = await track_appears(server, beside="captures")
    device = Device(server, "captures")
    async with asyncio.TaskGroup() as group:
        timing = group.create_task(device.run())
        for stop in range(3):
            known = len(device.acknowledged)
            async with asyncio.timeout(20):
                while len(device.acknowledged) < known + 20:
                    await asyncio.sleep(0.01)
            assert await asyncio.to_thread(server.terminate) == 0
            assert acknowledged_and_missing(server, device) == []
            await asyncio.to_thread(server.start)
        await asyncio.to_thread(running.finish)
        timing.cancel()
    assert acknowledged_and_missing(server, device) == []
    return server.board(track)


def test_the_log_tells_of_start_and_stop(own_server):
    own_server.start()
    assert own_server.terminate() == 0
    assert re.search(rf"serving.*port={own_server.port}", own_server.log), own_server.log
    assert "stopped" in own_server.log
