"""`livetiming load` against a real server: what it says is what the server did."""

import contextlib
import json
import os
import re
import subprocess
import threading
import types

import pytest
import websockets.exceptions
import websockets.sync.server

from server_process import binary, clean_environment
from wire import Wire, command


def load(server, *arguments, status=0):
    done = subprocess.run(
        [binary(), "load", "--server", server.url, *map(str, arguments)],
        capture_output=True, text=True, timeout=90, env=clean_environment())
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_spectators_see_the_race_that_its_devices_time(server):
    before = {name: server.metric(name) for name in ("frames_total", "events_total")}
    report = json.loads(load(
        server, "--devices", 3, "--token-file", server.data / "timer-token", "--splits-per-second", 20,
        "--spectators", 40, "--stalled", 4, "--rate", 10, "--seconds", 3, "--format", "json",
        "--process", server.process.pid))
    more = {name: server.metric(name) - then for name, then in before.items()}
    assert report["spectators"] == report["open"] == 40
    assert report["lost"] == 0 and report["firstFault"] is None and report["stalled"] == 4 and report["stalledGone"] == 0
    # Ten a second, and those at its edges.
    seconds = report["measuredMicroseconds"] / 1_000_000
    assert 0 < report["fewestFrames"] <= report["mostFrames"] <= 10 * seconds + 1
    assert 40 * report["fewestFrames"] <= report["frames"] <= 40 * report["mostFrames"]
    # Each of them has its delay, and every split its acknowledgement.
    assert report["frameDelay"]["count"] == report["frames"] > 0
    assert 0 < report["splitDelay"]["count"] <= report["frames"]
    assert report["splitDelay"]["p50"] >= report["frameDelay"]["p50"] > 0
    assert 0 < report["acknowledgement"]["count"] <= report["splits"] + 20
    assert 0 < report["processorMicroseconds"] <= report["measuredMicroseconds"] * os.cpu_count()
    assert report["memoryOfEach"] >= 0
    # What the server counts is more by what came before and after the measuring.
    assert more["frames_total"] >= report["frames"]
    assert more["events_total"] >= 61 + report["splits"]


def test_slow_ones_end_on_the_true_board(server):
    report = json.loads(load(
        server, "--devices", 2, "--token-file", server.data / "timer-token", "--splits-per-second", 30,
        "--spectators", 3, "--slow", 5, "--slow-rate", 50_000, "--rate", 10, "--seconds", 3, "--format", "json"))
    assert report["open"] == 3
    assert report["slow"] == report["slowTrue"] == 5 and report["slowLost"] == 0 and report["slowFault"] is None


def test_those_who_are_cut_off_come_back_and_go_on(server):
    before = server.metric("catch_ups_total")
    report = json.loads(load(
        server, "--devices", 2, "--token-file", server.data / "timer-token", "--splits-per-second", 30,
        "--spectators", 20, "--rate", 10, "--seconds", 4, "--cut-after", 1, "--return-within", 200,
        "--format", "json", "--process", server.process.pid))
    assert report["cut"] == report["back"]["count"] == 20
    assert 0 < report["back"]["p100"] <= report["longestGapMicroseconds"]
    assert report["lost"] == 0 and report["open"] == 20
    assert 0 <= report["processorOfReturnMicroseconds"]
    assert report["acknowledgementMeanwhile"]["count"] <= report["acknowledgement"]["count"]
    # They said what they had, and were sent what has changed since.
    assert server.metric("catch_ups_total") - before >= 20


def test_who_reads_at_some_times_only_has_every_frame_late(server):
    report = json.loads(load(
        server, "--devices", 1, "--token-file", server.data / "timer-token", "--splits-per-second", 20,
        "--spectators", 20, "--rate", 10, "--seconds", 3, "--read-every", 500, "--format", "json"))
    assert report["frames"] >= 20 * 10 * 2 and report["lost"] == 0
    assert report["frameDelay"]["p50"] > 100_000 and report["frameDelay"]["p99"] > 300_000


def test_a_board_that_is_there_is_watched_without_devices(server):
    with Wire(server, "control") as control:
        control.do(command("createTrack", "watched", name="Watched",
                           checkpoints=[{"id": "finish", "name": "Finish"}]))
    text = load(server, "--track", "watched", "--spectators", 5, "--seconds", 2)
    assert "spectators  5 of 5 there after" in text
    # A board on which nothing happens is heard of once a second, by everyone at once.
    frames, fewest, most = (int(re.search(pattern, text)[1]) for pattern in (
        r"deliveries  (\d+) frames", r"fairness    (\d+) frames", r"fewest, (\d+) for"))
    assert 1 <= fewest <= most <= fewest + 1 and 5 * fewest <= frames <= 5 * most
    assert "devices" not in text


def test_a_server_of_another_kind_is_listened_to_in_silence():
    """One that sends updates unasked, and wants to hear nothing."""
    ended, heard = threading.Event(), []

    def watch(connection):
        with contextlib.suppress(websockets.exceptions.ConnectionClosed):
            while not ended.wait(0.05):
                connection.send('{"type":"update","time":1}')
                with contextlib.suppress(TimeoutError):
                    heard.append(connection.recv(timeout=0))

    with websockets.sync.server.serve(watch, "127.0.0.1", 0, subprotocols=["livetiming.v1.json"],
                                      compression=None) as other:
        serving = threading.Thread(target=other.serve_forever)
        serving.start()
        address = types.SimpleNamespace(url=f"http://127.0.0.1:{other.socket.getsockname()[1]}")
        report = json.loads(load(address, "--track", "any", "--says", "nothing", "--spectators", 3, "--seconds", 1,
                                 "--format", "json"))
        ended.set()
        other.shutdown()
        serving.join()
    assert report["open"] == 3 and report["fewestFrames"] > 0 and report["frameDelay"]["count"] == 0
    assert heard == []


@pytest.mark.parametrize("arguments, status, words", [
    (["--track", "nowhere"], 1, "the server refused to show its board: there is no track nowhere"),
    (["--track", "no id"], 2, '--track: "no id" is no id'),
    ([], 2, "--track says whose board is watched"),
    (["--track", "t", "--rate", "7"], 2, "--rate is one of 1, 2, 5, 10, 20, 30, 60; 7 is none of them"),
    (["--track", "t", "--cut-after", "1"], 2, "--cut-after 1 is not within the 1 --seconds that are measured"),
    (["--says", "nothing", "--devices", "1", "--token", "x"], 2, "leave --says nothing away"),
    (["--says", "nothing", "--track", "t", "--slow", "1"], 2, "leave --says nothing away"),
    (["--track", "t", "--slow", "10001"], 2, "is out of range"),
    (["--track", "t", "--slow-rate", "999"], 2, "is out of range"),
    (["--track", "t", "--read-every", "1001"], 2, "is out of range"),
    (["--track", "t", "--return-within", "0"], 2, "is out of range"),
    (["--track", "t", "--devices", "1", "--token", "x"], 2, "leave --track away"),
    (["--devices", "1"], 1, "a timer token is needed"),
    (["--devices", "1", "--token", "wrong-wrong-wrong-wrong"], 1, "the server refused the race: "),
    (["--track", "t", "--server", "https://127.0.0.1:1"], 1, "name the server's http address"),
    (["--track", "t", "--server", "http://127.0.0.1:1"], 1, "http://127.0.0.1:1: Connection refused"),
    (["--track", "t", "--spectators", "60001"], 2, "is out of range"),
    (["--track", "t", "--process", str(2**31 - 1)], 1, "--process: there is no process 2147483647"),
])
def test_what_is_wrong_is_told(server, arguments, status, words):
    assert words in load(server, "--seconds", 1, "--spectators", 2, *arguments, status=status)
