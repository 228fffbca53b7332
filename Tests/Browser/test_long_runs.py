"""Runs that take longer than a day: on the board, in the history, as a table, and on the runner's own phone."""

import re
import uuid

import pytest

from control_desk import new_track
from history_pages import look_at, settle, text
from past_runs import DAY, HOUR, run
from run_table import read_csv
from scripted_board import SECOND, now, until
from timing_phone import CUT, KEPT, LINE, MEND, PHONE, TimingPhone, behind, later
from wire import command, start

LONG = DAY + 2 * HOUR + 3 * 60 * SECOND + 4_500_000
WRITTEN = "1d 02:03:04.500"


# Times on a board that stick out of their cells, where they are cut off or lie over others.
CUT_OFF = r"""[...document.querySelectorAll('.board-body :is(.cell-time, .best, .total) .clock .whole')].filter((time) => {
    const [cell, written] = [time.closest('[role=cell]'), time].map((part) => part.getBoundingClientRect());
    return written.width > 0 && written.left < cell.left;
}).map((time) => time.textContent)"""


def days(control, *hours, **fields):
    """A track with a run that took more than a day, and passed lines at these hours on the way."""
    track = new_track(control, "t1", "finish", name="Two Days", **fields)
    began = now() - LONG - 60 * SECOND
    control.do(*run(track, f"{track}-long", "Ada Lovelace", began, *(hour * 3600 for hour in hours), LONG / SECOND),
               start(track, f"{track}-out", "Grace Hopper", began))
    return track


def test_a_run_of_more_than_a_day_is_written_out_everywhere(server, control, open_page):
    track = days(control, 25)
    done = server.get(f"/api/v1/runs/{track}-long").json
    assert (done["time"], done["finishedAt"] - done["startedAt"]) == (LONG, LONG)
    assert [each["segment"] for each in done["splits"]] == [25 * HOUR, LONG - 25 * HOUR]
    [row] = read_csv(server, track)
    assert (row["time"], row["time_ms"], row["splits"]) == (WRITTEN, str(LONG // 1000), f"1d 01:00:00.000 {WRITTEN}")
    page = open_page()
    page.goto(f"{server.url}/run/{track}-long?track={track}")
    settle(page)
    assert page.inner_text(".run-official") == WRITTEN
    page.goto(f"{server.url}/?track={track}")
    settle(page)
    assert WRITTEN in text(page.locator(".run-link").first)


@pytest.mark.parametrize("width", [360, 390, 1280, 1920])
def test_a_board_has_room_for_a_day_before_a_time(server, control, open_page, width):
    track = days(control, 25)
    page = open_page(width=width)
    page.goto(f"{server.url}/track/{track}")
    # Who has a time, and whose clock runs on the second day.
    until(page, r"/1d 02:04:\d\d/.test(document.querySelector('board-table').textContent)")
    assert WRITTEN in page.text_content("board-table")
    look_at(page, f"board-days-{width}")
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_a_board_of_laps_has_room_for_a_day_before_a_time(server, control, open_page, width):
    track = days(control, *range(1, 26), laps=0)
    control.do(command("voidRun", track, run=f"{track}-out"))
    page = open_page(width=width)
    page.goto(f"{server.url}/track/{track}")
    until(page, r"/1d 02:04:\d\d/.test(document.querySelector('board-table').textContent)")
    look_at(page, f"board-days-of-laps-{width}")
    assert page.evaluate(CUT_OFF) == []


@pytest.fixture(params=[26, 27])
def yesterday(open_page, request):
    """A page without a line, on a phone whose clocks a test moves on by 26 hours: from as long ago, or
    from an hour more, as its time of day is wrong by that."""
    page = open_page(expected_errors=("WebSocket",), **PHONE)
    page.add_init_script(behind(request.param) + CUT + LINE)
    return page


def test_a_phone_times_a_run_of_more_than_a_day(server, control, yesterday):
    page = yesterday
    track = new_track(control, "t1", "finish", name="Two Days")
    device = TimingPhone(page, server, query=f"?track={track}")
    device.be(f"Ada {uuid.uuid4().hex[:8]}")
    device.wait_for("ready")
    device.tap()
    device.wait_for("run")
    later(page, minutes=60)
    device.tap()
    until(page, f"async () => {KEPT}.run.splits.length === 1")
    later(page, minutes=25 * 60)
    until(page, r"/^1d 02:00:\d\d/.test(document.querySelector('.run-clock').textContent)")
    device.tap()
    device.wait_for("finish")
    assert re.search(r"1d 02:00:\d\d\.\d\d\d", page.inner_text("timer-page"))
    look_at(page, "timer-finish-days")
    until(page, f"() => {{ {MEND} return window.sockets.at(-1).readyState === WebSocket.OPEN; }}")
    device.settled()
    run = device.run
    stored = server.get(f"/api/v1/runs/{run['id']}").json
    assert stored["status"] == "finished"
    # As exactly as a phone knows a span of a day without a line.
    assert abs(stored["time"] - 26 * HOUR) < 60 * SECOND
    assert 0 <= run["splits"][-1]["at"] - run["startedAt"] - stored["time"] < 1000
