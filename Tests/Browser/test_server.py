"""The pages against the real server: a track is made, a run is timed, the board shows it."""

import asyncio
import json
import time
import urllib.request

import pytest
import websockets

from scripted_board import SECOND, now

TRACK = "hill-climb"


class Control:
    """Race control on the wire: sends commands, and fails on any that is refused."""

    def __init__(self, server):
        self.url = server.url.replace("http", "ws", 1) + "/ws"
        self.token = server.control_token

    def send(self, *commands):
        asyncio.run(self._send(commands))

    async def _send(self, commands):
        async with websockets.connect(self.url, subprotocols=["livetiming.v1.json"]) as socket:
            hello = {"type": "hello", "token": self.token, "client": "test/1"}
            await socket.send(json.dumps(hello))
            for number, command in enumerate(commands):
                command_id = f"c-{time.time_ns()}-{number}"
                await socket.send(json.dumps({"commandId": command_id} | command))
                while True:
                    answer = json.loads(await asyncio.wait_for(socket.recv(), 10))
                    if answer.get("commandId") == command_id:
                        break
                assert answer["type"] == "ack", answer


@pytest.fixture(scope="module")
def control(server):
    control = Control(server)
    control.send({"type": "createTrack", "track": TRACK, "name": "Hill Climb",
                  "checkpoints": [{"id": "t1", "name": "T-intersection"},
                                  {"id": "fin", "name": "Finish"}]})
    return control


def start(run, name, at):
    return {"type": "startRun", "track": TRACK, "run": run, "runnerName": name, "at": at,
            "uncertainty": 1000}


def split(split_id, run, at):
    return {"type": "recordSplit", "track": TRACK, "split": split_id, "run": run, "at": at,
            "uncertainty": 1000}


def test_a_track_without_runs_says_what_happens_next(server, control, open_page):
    page = open_page()
    page.goto(f"{server.url}/track/{TRACK}")
    page.wait_for_selector("text=No runs yet")


def test_a_run_appears_runs_and_finishes_on_an_open_board(server, control, open_page):
    page = open_page()
    page.goto(f"{server.url}/track/{TRACK}")
    page.wait_for_selector("connection-state[data-state=live]")
    began = now() - 70 * SECOND
    control.send(start("run-ada", "Ada Lovelace", began))
    row = page.locator(".board-body > .row", has_text="Ada Lovelace")
    row.wait_for()
    row.locator(".cell-time .running").wait_for()
    control.send(split("split-1", "run-ada", began + 41_230_000))
    row.locator(".cell-time .chip.overall-best").first.wait_for()
    assert "41.230" in row.locator(".cell-time").first.text_content()
    control.send(split("split-2", "run-ada", began + 62_345_000))
    page.wait_for_selector('.row[data-status="finished"]')
    assert "1:02.345" in row.locator(".total").text_content()


def test_the_front_page_lists_the_track_and_leads_to_its_board(server, control, open_page):
    control.send(start("run-grace", "Grace Hopper", now() - 5 * SECOND))
    page = open_page()
    page.goto(server.url)
    page.click(".track.live:has-text('Hill Climb')")
    page.wait_for_selector(".row[data-status=running] >> text=Grace Hopper")


def test_an_unknown_track_is_told_with_a_way_back(server, open_page):
    page = open_page(expected_errors=("404",))
    page.goto(f"{server.url}/track/nowhere")
    page.wait_for_selector("text=There is no such track")


def test_the_board_over_http_has_every_field_that_the_page_reads(server, control):
    with urllib.request.urlopen(f"{server.url}/api/v1/tracks/{TRACK}/board") as answer:
        board = json.load(answer)
    assert {"track", "epoch", "seq", "time", "sessions", "runs", "bests", "standings"} <= set(board)
    assert {"id", "name", "laps", "checkpoints", "rounding"} <= set(board["track"])
