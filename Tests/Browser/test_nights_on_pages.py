"""Races over the nights in which clocks are set, and over midnight, on the pages and in what the server gives:
spans are what passed, days and times are the zone's."""

import datetime

import pytest

from clock_changes import BACK, FORWARD
from control_desk import new_track
from history_pages import listed, settle, text
from past_runs import DAY, run
from run_table import read_csv
from scripted_board import SECOND, until
from wire import command, split, start


def utc(instant):
    moment = datetime.datetime.fromtimestamp(instant // SECOND, datetime.UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{instant % SECOND:06}Z"


@pytest.mark.parametrize("night", FORWARD + BACK, ids=str)
def test_a_run_over_the_change_lies_in_its_day_with_what_passed(server, control, open_page, night):
    track = new_track(control, "t1", "finish", name="Night Hill")
    began = night.at - 20 * SECOND
    for name, at in [("over", began), ("before", began - DAY), ("after", began + DAY)]:
        control.do(*run(track, f"{track}-{name}", "Ada Lovelace", at, 30, 62.345))
    page = open_page(timezone_id=night.zone)
    page.goto(f"{server.url}/?track={track}&day={night.day}")
    settle(page)
    assert listed(page) == [f"{track}-over"]
    assert "1:02.345" in text(page.locator(".run-link"))
    page.click(".run-link")
    page.wait_for_url(f"**/run/{track}-over?track={track}")
    settle(page)
    assert page.inner_text(".run-official") == "1:02.345"
    started = text(page.locator("[data-part=date]"))
    assert f"started {night.time_of_day(began)}.000" in started, started
    [row] = [row for row in read_csv(server, track) if row["run_id"] == f"{track}-over"]
    assert (row["time"], row["splits"]) == ("1:02.345", "30.000 1:02.345")
    assert (row["started_at"], row["finished_at"]) == (utc(began), utc(began + 62_345_000))


@pytest.mark.parametrize("night", BACK, ids=str)
def test_times_typed_in_the_hour_that_comes_twice_move_by_what_was_meant(control, desk, night):
    track = new_track(control)
    # The second time that clocks show it; by the first the split would be before the start.
    passed = night.at + 600 * SECOND
    control.do(command("createSession", track, session="final", name="Final", rank="race"),
               command("createStart", track, start="gun", session="final", at=passed - 41 * SECOND, uncertainty=0),
               command("startRun", track, run="r1", runnerName="Ada Lovelace", session="final", start="gun"),
               split(track, "x1", passed, run="r1", checkpoint="t1"))
    it = desk(track, timezone_id=night.zone)
    it.open("r1")
    it.capture("x1").get_by_role("button", name="Move").click()
    assert it.page.input_value("#dialog-at") == f"{night.time_of_day(passed)}.000"
    it.page.fill("#dialog-at", f"{night.time_of_day(passed + SECOND)}.5")
    until(it.page, "document.querySelector('.preview').textContent.includes('+1.500 s')")
    assert "(UTC" in it.page.inner_text(".preview")
    it.submit()
    it.toast("by +1.500 s")
    assert it.split("x1")["at"] == passed + 1_500_000
    it.page.keyboard.press("Escape")
    it.page.locator(".view-button[data-view=starts]").click()
    it.page.get_by_role("button", name="Move the start of").click()
    it.page.fill("#dialog-at", night.time_of_day(passed - 40 * SECOND))
    it.submit()
    until(it.page, "document.querySelector('.toast-words').textContent.includes('+1.000 s')")
    assert it.run("r1")["startedAt"] == passed - 40 * SECOND
    assert it.run("r1")["splits"][0]["split"] == 41_500_000


def test_a_time_that_did_not_come_is_told_in_the_form(control, desk):
    night = FORWARD[0]
    track = new_track(control)
    control.do(start(track, "r1", "Ada Lovelace", night.at - 60 * SECOND),
               split(track, "x1", night.at + 60 * SECOND, run="r1", checkpoint="t1"))
    it = desk(track, timezone_id=night.zone)
    it.open("r1")
    it.capture("x1").get_by_role("button", name="Move").click()
    it.page.fill("#dialog-at", "02:10")
    it.submit_refused("There was no “02:10”: the clocks were set forward then.")
    it.page.fill("#dialog-at", "03:00:30")
    it.submit()
    it.toast("by −30.000 s")
    assert it.split("x1")["at"] == night.at + 30 * SECOND


def test_a_run_over_midnight_lies_in_the_day_of_its_end(server, control, open_page):
    track = new_track(control, "t1", "finish", name="Night Hill")
    midnight = round(datetime.datetime(2025, 7, 1, tzinfo=datetime.UTC).timestamp()) * SECOND
    control.do(*run(track, f"{track}-over", "Ada Lovelace", midnight - 10 * SECOND, 5, 30.25))
    page = open_page(timezone_id="UTC")
    for day, runs in [("2025-06-30", []), ("2025-07-01", [f"{track}-over"])]:
        page.goto(f"{server.url}/?track={track}&day={day}")
        settle(page)
        until(page, "(count) => document.querySelectorAll('.run-link').length === count", len(runs))
        assert listed(page) == runs
    page.click(".run-link")
    settle(page)
    assert page.inner_text(".run-official") == "30.250"
    assert "started 23:59:50.000" in text(page.locator("[data-part=date]"))
    assert [each["split"] for each in server.get(f"/api/v1/runs/{track}-over").json["splits"]] == [
        5 * SECOND, 30_250_000]
