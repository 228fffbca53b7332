"""Race control against the real server: an afternoon's mishaps, and how they are put right."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from control_desk import (
    NAMES, SECOND, Desk, command, look, now, plain, race, split, until)
from server_process import ServerProcess

# Who may be here

def test_without_a_token_it_asks_for_one(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/control")
    page.wait_for_selector("text=This is race control")
    page.keyboard.type(server.token("control"))
    page.keyboard.press("Enter")
    page.wait_for_selector("control-page[data-access=granted]")


def test_a_refused_token_is_told_and_forgotten(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/control#token=wrong")
    page.wait_for_selector("text=The server does not know this token")
    assert "token" not in page.url
    page.reload()
    page.wait_for_selector("text=This is race control")
    assert Axe().run(page).violations_count == 0


def test_a_timer_token_is_told_what_it_is_for(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/control#token={server.token('timer')}")
    page.wait_for_selector("text=This token is for timing, not for control")


def test_a_server_without_tracks_begins_with_a_course(tmp_path, open_page):
    with ServerProcess(tmp_path / "server") as server:
        server.start()
        it = Desk(open_page(), server)
        it.page.wait_for_selector("text=This server has no track yet")
        look(it.page, "no-tracks")
        it.page.fill("#track-name", "Hill Climb")
        it.page.keyboard.press("Enter")
        it.toast("Created Hill Climb")
        it.page.wait_for_selector("text=Course of Hill Climb")
        assert it.page.url.endswith("/control?track=hill-climb")
        it.page.close()


def test_an_unknown_track_is_told(server, track, open_page):
    page = open_page(expected_errors=("404",))
    Desk(page, server, None)
    page.goto(f"{server.url}/control?track=nowhere")
    page.wait_for_selector("text=There is no such track")
    page.select_option("select[aria-label=Track]", track)
    page.wait_for_selector("text=No runs yet")
    assert page.url.endswith(f"?track={track}")


# The table

def test_the_table_shows_places_splits_clocks_and_marks(control, track, desk):
    race(control, track, now() - 60 * SECOND)
    page = desk(track).page
    row = page.locator('.run-line[data-run="r1"]')
    row.wait_for()
    assert plain(row.locator(".place").inner_text()) == "1"
    assert "t1" in row.locator(".last").inner_text() and "41.000" in row.locator(".last").inner_text()
    until(page, "(cell) => /^\\d:\\d\\d\\.\\d$/.test(cell.textContent)",
          row.locator(".total").element_handle())
    assert page.locator(".run-line[data-run]").count() == 8


def test_slash_finds_arrows_move_enter_opens_and_escape_goes_back(control, track, desk):
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.page.wait_for_selector('.run-line[data-run="r8"]')
    it.page.keyboard.press("/")
    it.page.keyboard.type("ja")
    until(it.page, "document.querySelectorAll('.run-line[data-run]').length === 1")
    it.page.keyboard.press("Control+A")
    it.page.keyboard.press("Delete")
    until(it.page, "document.querySelectorAll('.run-line[data-run]').length === 8")
    it.page.keyboard.press("ArrowDown")
    it.in_focus(NAMES[0])
    it.page.keyboard.press("ArrowDown")
    it.in_focus(NAMES[1])
    it.page.keyboard.press("Enter")
    until(it.page, "document.querySelector('control-run h2').textContent === '2 Grace Hopper'")
    it.in_focus("2 Grace Hopper")
    it.page.keyboard.press("Escape")
    it.page.wait_for_selector("control-run", state="hidden")
    it.in_focus(NAMES[1])


def test_rows_that_did_not_change_are_not_written(control, track, desk):
    race(control, track, now() - 60 * SECOND)
    page = desk(track).page
    page.wait_for_selector('.run-line[data-run="r8"]')
    page.evaluate("""() => {
        window.written = new Set();
        new MutationObserver((changes) => {
            for (const { target } of changes) {
                const element = target.closest ? target : target.parentElement;
                const row = element.closest(".run-line");
                if (row && !element.closest(".total")) window.written.add(row.dataset.run);
            }
        }).observe(document.querySelector("control-runs .runs-body"),
                   { subtree: true, childList: true, characterData: true });
    }""")
    control.do(command("editRun", track, run="r5", number="55"))
    until(page, "document.querySelector('.run-line[data-run=r5] .number').textContent === '55'")
    assert page.evaluate("[...window.written]") == ["r5"]


# Corrections

def test_a_wrong_number_at_the_finish_is_put_right_and_every_board_says_so(
        server, control, track, desk, open_page):
    began = now() - 120 * SECOND
    race(control, track, began, passed=8)
    control.do(split(track, "wrong", began + 80 * SECOND, number="2", checkpoint="finish"))
    board = open_page()
    board.goto(f"{server.url}/track/{track}")
    board.wait_for_selector('.row[data-key="r2"][data-status="finished"]')
    it = desk(track)
    it.open("r2")
    it.capture("wrong").get_by_role("button", name="Give").click()
    it.page.select_option("#dialog-run", label="3 عبد الرحمن الخوارزمي")
    it.page.fill("#dialog-reason", "the marshal misread the number")
    it.submit()
    it.toast("to 3 عبد الرحمن الخوارزمي")
    board.wait_for_selector('.row[data-key="r3"][data-status="finished"]')
    board.wait_for_selector('.row[data-key="r2"][data-status="running"]')
    assert it.run("r3")["time"] == 80 * SECOND
    it.page.wait_for_selector('.run-line[data-run="r3"] .mark >> text=corrected')
    cell = board.locator('.row[data-key="r3"] .cell-time').nth(1)
    until(board, "(cell) => cell.textContent.includes('corrected')", cell.element_handle())
    it.page.keyboard.press("u")
    it.toast("Undone")
    board.wait_for_selector('.row[data-key="r2"][data-status="finished"]')


def test_a_split_is_moved_voided_and_all_of_it_undone_by_keyboard_alone(control, track, desk):
    began = now() - 60 * SECOND
    race(control, track, began)
    it = desk(track)
    it.page.wait_for_selector('.run-line[data-run="r1"]')
    press = it.page.keyboard.press
    for key in ("/", "ArrowDown", "Enter"):
        press(key)
    it.page.wait_for_selector('.capture[data-split="x1-1"]')
    press("ArrowDown")
    press("m")
    it.page.wait_for_selector(".control-dialog[open]")
    it.page.keyboard.type("-0.5")
    until(it.page, "document.querySelector('.preview').textContent.includes('40.500 after the start')")
    press("Enter")
    it.toast("Moved t1 of 1 Ada Lovelace by −0.500 s")
    assert it.split("x1-1")["at"] == began + 40_500_000
    it.page.wait_for_selector('.capture[data-split="x1-1"] >> text=corrected')
    press("v")
    it.toast("Voided t1 of 1 Ada Lovelace")
    assert it.split("x1-1")["state"] == "voided"
    it.page.wait_for_selector('.capture[data-state="voided"]')
    press("u")
    it.toast("Undone: Voided")
    assert it.split("x1-1")["state"] == "counted"
    press("u")
    it.toast("Undone: Moved")
    assert it.split("x1-1")["at"] == began + 41 * SECOND
    press("u")
    it.toast("There is nothing to undo")


def test_a_time_that_is_none_is_told_in_the_form(control, track, desk):
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.open("r1")
    it.capture("x1-1").get_by_role("button", name="Move").click()
    it.page.fill("#dialog-at", "half past")
    it.page.locator(".control-dialog .primary").click()
    it.page.wait_for_selector(".control-dialog .refusal >> text=“half past” is no time")
    assert it.page.get_attribute("#dialog-at", "aria-invalid") == "true"


def test_a_refusal_stands_beside_the_action_in_the_servers_words(control, track, desk):
    began = now() - 60 * SECOND
    race(control, track, began)
    control.do(split(track, "end", began + 55 * SECOND, run="r1", checkpoint="finish"))
    it = desk(track)
    it.page.wait_for_selector('.run-line[data-run="r1"][data-status="finished"]')
    it.open("r1")
    it.page.get_by_role("button", name="Reopen the run of 1 Ada Lovelace").click()
    it.page.wait_for_selector("control-run .refusal >> text=void that split to take the finish back")


@pytest.mark.parametrize("status", ["dnf", "dns", "dsq", "nc", "hc"])
def test_a_status_is_set_with_a_reason_and_taken_back(control, track, desk, status):
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.open("r4")
    it.page.keyboard.press("s")
    it.page.select_option("#dialog-status", status)
    it.page.fill("#dialog-reason", "steward's decision")
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector(f'.run-line[data-run="r4"][data-status="{status}"]')
    assert it.run("r4")["status"] == status
    it.page.keyboard.press("u")
    it.page.wait_for_selector('.run-line[data-run="r4"][data-status="running"]')


def test_a_run_is_finished_reopened_edited_voided_and_restored(control, track, desk):
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.open("r5")
    press = it.page.keyboard.press
    press("f")
    it.submit()
    it.page.wait_for_selector('.run-line[data-run="r5"][data-status="dnf"]')
    press("o")
    it.page.wait_for_selector('.run-line[data-run="r5"][data-status="running"]')
    it.page.locator(".run-title").focus()
    press("e")
    it.page.fill("#dialog-runner", "Annie Easley")
    it.page.fill("#dialog-number", "99")
    it.page.fill("#dialog-at", "+1.5")
    it.submit()
    it.page.wait_for_selector("control-run h2 >> text=99 Annie Easley")
    assert it.run("r5")["runner"]["name"] == "Annie Easley"
    press("u")
    it.page.wait_for_selector("control-run h2 >> text=5 Katherine Johnson")
    it.page.get_by_role("button", name="Void the run of 5 Katherine Johnson").click()
    it.page.wait_for_selector('.run-line[data-run="r5"]', state="detached")
    press("u")
    it.page.wait_for_selector('.run-line[data-run="r5"]')


# What needs attention

def test_suspicious_things_stand_on_top_with_what_can_be_done(control, track, desk):
    began = now() - 300 * SECOND
    race(control, track, began, passed=0)
    control.do(split(track, "early", began - 5 * SECOND, run="r1", checkpoint="t1"),
               split(track, "end", began + 80 * SECOND, run="r2", checkpoint="finish"),
               split(track, "late", began + 95 * SECOND, run="r2", checkpoint="finish"),
               split(track, "whose", began + 50 * SECOND, checkpoint="t1"))
    it = desk(track)
    it.attention("before the start").wait_for()
    it.attention("after the finish").wait_for()
    it.attention("Whose is it?").wait_for()
    it.attention("Passed unseen 2 Grace Hopper t1").wait_for()
    assert it.attention("Overdue").count() == 7
    press = it.page.keyboard.press
    press("n")
    press("v")
    it.toast("Voided t1 of 1 Ada Lovelace")
    it.attention("before the start").wait_for(state="detached")
    it.attention("Whose is it?").get_by_role("button", name="Give").click()
    it.page.select_option("#dialog-run", "r3")
    it.submit()
    it.attention("Whose is it?").wait_for(state="detached")
    assert it.split("whose")["state"] == "counted"
    it.attention("Passed unseen").get_by_role("button", name="Skip").click()
    it.attention("Passed unseen").wait_for(state="detached")
    it.attention("after the finish").get_by_role("button", name="Dismiss").click()
    it.attention("after the finish").wait_for(state="detached")
    it.attention("Overdue 4").get_by_role("button", name="Set DNF").click()
    it.page.wait_for_selector('.run-line[data-run="r4"][data-status="dnf"]')


def test_a_skip_is_taken_back_by_undo_and_later_by_name(control, track, desk):
    began = now() - 100 * SECOND
    race(control, track, began, passed=0)
    control.do(split(track, "end", began + 80 * SECOND, run="r2", checkpoint="finish"))
    it = desk(track)
    missed = it.attention("Passed unseen 2 Grace Hopper t1")
    missed.get_by_role("button", name="Skip").click()
    missed.wait_for(state="detached")
    assert it.run("r2")["skipped"] == [{"checkpoint": "t1", "lap": 1}]
    it.page.keyboard.press("u")
    it.toast("Undone: Skipped t1 of 2 Grace Hopper")
    missed.wait_for()
    missed.get_by_role("button", name="Skip").click()
    missed.wait_for(state="detached")
    it.page.reload()
    it.page.wait_for_selector("control-page.is-ready")
    assert missed.count() == 0
    it.open("r2")
    it.page.get_by_role("button", name="Take back the skip of t1 of 2 Grace Hopper").click()
    missed.wait_for()
    assert it.run("r2")["skipped"] == []


def test_a_missed_passing_is_put_in_by_hand(control, track, desk):
    began = now() - 100 * SECOND
    race(control, track, began, passed=0)
    control.do(split(track, "end", began + 80 * SECOND, run="r2", checkpoint="finish"))
    it = desk(track)
    it.attention("Passed unseen").get_by_role("button", name="Add").click()
    it.page.fill("#dialog-at", "-30")
    it.submit()
    it.attention("Passed unseen").wait_for(state="detached")
    assert [each["split"] for each in it.run("r2")["splits"]] == [50 * SECOND, 80 * SECOND]


def test_a_split_after_a_status_asks_whether_the_run_goes_on(control, track, desk):
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.page.wait_for_selector('.run-line[data-run="r6"]')
    control.do(command("setStatus", track, run="r6", status="dnf"),
               split(track, "back", now(), run="r6", checkpoint="t1"))
    it.attention("Still going?").get_by_role("button", name="Back to running").click()
    it.page.wait_for_selector('.run-line[data-run="r6"][data-status="running"]')
    it.attention("Still going?").wait_for(state="detached")
