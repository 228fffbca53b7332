"""What a runner takes back or puts right on the phone: splits, a stop, a finish, a start."""

import uuid

from scripted_board import SECOND
from server_process import wait_until
from timing_phone import begin, only_run, states
from wire import command


def test_what_the_server_sets_aside_can_be_counted(server, phone):
    track = f"long-{uuid.uuid4().hex[:8]}"
    lines = [{"id": name, "name": name, "minimumSegment": 600 * SECOND} for name in ("t1", "finish")]
    server.post(command("createTrack", track, name=track, checkpoints=lines))
    device = begin(phone, track)
    device.later_tap()
    device.page.wait_for_selector(".toast >> text=set aside")
    device.until_button("Split: t1")
    device.page.click(".toast >> text=Count t1")
    device.until_button("Finish")
    device.settled()
    assert states(only_run(server, track)) == [("t1", "counted")]


def test_splits_of_the_list_are_voided_and_restored(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.later_tap()
    device.settled()
    page.click("text=Splits (1) and more")
    page.click("dialog >> text=Void t1")
    page.wait_for_selector("dialog >> text=Restore t1")
    device.settled()
    assert states(only_run(server, park)) == [("t1", "voided")]
    page.click("dialog >> text=Restore t1")
    device.settled()
    page.click("text=Back to the clock")
    device.until_button("Split: t2")
    assert states(only_run(server, park)) == [("t1", "counted")]


def test_a_skip_is_taken_back_in_the_list_long_after_it_was_made(server, park, phone):
    device = begin(phone, park)
    page = device.page
    page.click("text=Missed it")
    device.until_button("Split: t2")
    device.later_tap()
    device.until_button("Finish")
    device.settled()
    page.click("text=Splits (1) and more")
    page.click("dialog >> text=Undo: I passed t1")
    page.wait_for_selector("dialog >> text=Undo: I passed t1", state="detached")
    device.settled()
    run = only_run(server, park)
    assert (run["skipped"], states(run)) == ([], [("t2", "counted")])


def test_a_run_is_stopped_and_the_stop_undone(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.later_tap()
    page.click("text=Splits (1) and more")
    page.click("text=Stop without finishing…")
    page.click("text=Keep running")
    device.until_button("Split: t2")
    page.click("text=Splits (1) and more")
    page.click("text=Stop without finishing…")
    page.click("text=Stop: did not finish")
    device.wait_for("finish")
    device.settled()
    assert only_run(server, park)["status"] == "dnf"
    assert "did not finish" in page.inner_text(".finish-heading").lower()
    page.click("text=Undo: go on with this run")
    device.wait_for("run")
    device.settled()
    assert only_run(server, park)["status"] == "running"


def test_a_finish_is_undone_and_another_run_begins(server, park, phone):
    device = begin(phone, park)
    page = device.page
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    page.click("text=Undo the finish")
    device.wait_for("run")
    device.until_button("Finish")
    device.settled()
    assert only_run(server, park)["status"] == "running"
    device.later_tap()
    device.wait_for("finish")
    page.click("text=Run again")
    device.wait_for("ready")
    device.start()
    device.settled()
    assert sorted(run["status"] for run in server.board(park)["runs"]) == ["finished", "running"]


def test_a_false_start_is_discarded(server, park, phone):
    device = begin(phone, park)
    device.settled()
    device.page.click("text=Splits (0) and more")
    device.page.click("text=Discard this run…")
    device.page.click("text=Discard: it was a false start")
    device.wait_for("ready")
    wait_until(lambda: server.board(park)["runs"] == [], "the run has gone from the board")
