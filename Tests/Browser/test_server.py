"""The pages against the real server: a track is made, a run is timed, the board shows it."""

import pytest

from scripted_board import SECOND, now
from wire import Wire, course, split, start

TRACK = "hill-climb"


@pytest.fixture(scope="module")
def control(server):
    """Race control on the wire, with a track made."""
    with Wire(server, "control") as control:
        control.do(course(TRACK, "t1", "finish", name="Hill Climb"))
        yield control


def test_a_track_without_runs_says_what_happens_next(server, control, open_page):
    page = open_page()
    page.goto(f"{server.url}/track/{TRACK}")
    page.wait_for_selector("text=No runs yet")


def test_a_run_appears_runs_and_finishes_on_an_open_board(server, control, open_page):
    page = open_page()
    page.goto(f"{server.url}/track/{TRACK}")
    page.wait_for_selector("connection-state[data-state=live]")
    began = now() - 70 * SECOND
    control.do(start(TRACK, "run-ada", "Ada Lovelace", began))
    row = page.locator(".board-body > .row", has_text="Ada Lovelace")
    row.wait_for()
    row.locator(".cell-time .running").wait_for()
    control.do(split(TRACK, "split-1", began + 41_230_000, run="run-ada"))
    row.locator(".cell-time .chip.overall-best").first.wait_for()
    assert "41.230" in row.locator(".cell-time").first.text_content()
    control.do(split(TRACK, "split-2", began + 62_345_000, run="run-ada"))
    page.wait_for_selector('.row[data-status="finished"]')
    assert "1:02.345" in row.locator(".total").text_content()


def test_the_front_page_lists_the_track_and_leads_to_its_board(server, control, open_page):
    control.do(start(TRACK, "run-grace", "Grace Hopper", now() - 5 * SECOND))
    page = open_page()
    page.goto(server.url)
    page.click(".track.live:has-text('Hill Climb')")
    page.wait_for_selector(".row[data-status=running] >> text=Grace Hopper")


def test_an_unknown_track_is_told_with_a_way_back(server, open_page):
    page = open_page(expected_errors=("404",))
    page.goto(f"{server.url}/track/nowhere")
    page.wait_for_selector("text=There is no such track")


def test_the_board_over_http_has_every_field_that_the_page_reads(server, control):
    board = server.board(TRACK)
    assert {"track", "epoch", "seq", "time", "sessions", "runs", "bests", "standings"} <= set(board)
    assert {"id", "name", "laps", "checkpoints", "rounding"} <= set(board["track"])
