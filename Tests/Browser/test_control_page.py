"""Race control against the real server: an afternoon's mishaps, and how they are put right."""

import pathlib

import pytest
from axe_playwright_python.sync_playwright import Axe

from control_desk import (
    NAMES, SECOND, Desk, Wire, command, new_track, now, plain, race, split, until)

SHOTS = pathlib.Path(__file__).parent / "screenshots"


@pytest.fixture(scope="module")
def control(server):
    """Another hand on the wire, with the rights of control; its captures are of a device."""
    with Wire(server, "control", device="marshal") as control:
        yield control


@pytest.fixture
def track(control):
    return new_track(control)


@pytest.fixture
def desk(open_page, server):
    return lambda track=None, **options: Desk(open_page(**options), server, track)


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
    assert it.focused() == NAMES[0]
    it.page.keyboard.press("ArrowDown")
    assert it.focused() == NAMES[1]
    it.page.keyboard.press("Enter")
    until(it.page, "document.querySelector('control-run h2').textContent === '2 Grace Hopper'")
    assert it.focused() == "2 Grace Hopper"
    it.page.keyboard.press("Escape")
    it.page.wait_for_selector("control-run", state="hidden")
    assert it.focused() == NAMES[1]


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


# Sessions, starts, tracks

def test_a_session_is_made_flagged_edited_and_closed_by_keyboard_alone(control, track, desk):
    it = desk(track)
    press = it.page.keyboard.press
    press("3")
    it.page.get_by_role("button", name="New session…").focus()
    press("Enter")
    it.page.keyboard.type("Heat 1")
    press("Enter")
    it.toast("Created Heat 1")
    card = it.page.locator(".session-card", has_text="Heat 1")
    card.get_by_role("button", name="Yellow").focus()
    press("Enter")
    it.toast("Showed the yellow flag in Heat 1")
    card.get_by_role("button", name="Edit").focus()
    press("Enter")
    it.page.select_option("#dialog-limitKind", "time")
    it.page.fill("#dialog-limit", "10 + 1")
    press("Enter")
    it.toast("Edited Heat 1")
    session = next(each for each in it.board()["sessions"] if each["name"] == "Heat 1")
    assert session["limit"] == {"time": 600 * SECOND, "plusLaps": 1}
    assert session["flag"] == "yellow"
    card.get_by_role("button", name="Close").focus()
    press("Enter")
    it.page.wait_for_selector("text=Nobody is out.")
    it.page.locator(".control-dialog .primary").focus()
    press("Enter")
    it.toast("Closed Heat 1")
    card.wait_for(state="detached")


def test_entries_are_typed_and_started_together_and_the_start_is_moved(control, track, desk):
    it = desk(track)
    press = it.page.keyboard.press
    press("2")
    it.page.wait_for_selector("text=Nobody is entered yet")
    it.page.locator("#entry-who").focus()
    for number, name in enumerate(NAMES, 1):
        it.page.keyboard.type(f"{number} {name}")
        press("Enter")
        it.toast(f"Entered {number} {name}")
        until(it.page, "document.querySelector('#entry-who').value === ''")
    it.page.get_by_role("button", name="Start all 8 now").focus()
    press("Enter")
    it.toast("Started 8 runners")
    it.page.wait_for_selector("text=Everyone has started")
    look(it.page, "starts-full")
    runs = it.board()["runs"]
    assert sorted(run["number"] for run in runs) == [str(number) for number in range(1, 9)]
    began = {run["startedAt"] for run in runs}
    assert len(began) == 1
    it.page.get_by_role("button", name="Move the start of").click()
    it.page.fill("#dialog-at", "-1.5")
    it.submit()
    it.toast("by −1.500 s")
    assert {run["startedAt"] for run in it.board()["runs"]} == {began.pop() - 1_500_000}
    press("u")
    it.toast("Undone: Moved")
    press("u")
    it.toast("Undone: Started 8 runners")
    assert it.board()["runs"] == []
    it.page.reload()
    it.page.wait_for_selector("control-page.is-ready")
    press("2")
    assert it.page.locator(".entries tbody tr").count() == 8


def test_a_number_that_is_taken_is_refused_beside_the_form(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.fill("#entry-who", "7 Ada Lovelace")
    it.page.keyboard.press("Enter")
    it.toast("Entered 7 Ada Lovelace")
    it.page.fill("#entry-who", "7 Grace Hopper")
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector(".entry-form .refusal >> text=number 7 is")
    assert it.page.input_value("#entry-who") == "7 Grace Hopper"


def test_one_entry_starts_alone_with_the_runner_that_the_server_knows(control, track, desk):
    known = "known-" + track
    control.do(command("registerRunner", runner=known, name=f"Rózsa Péter {track}"))
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.fill("#entry-who", f"12 Rózsa Péter {track}")
    it.page.keyboard.press("Enter")
    it.page.get_by_role("button", name="Start now: 12").click()
    it.toast("Started 12")
    run = it.board()["runs"][0]
    assert (run["runner"]["id"], run["number"], run["status"]) == (known, "12", "running")


def test_a_track_is_made_and_its_course_changed(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("4")
    it.page.get_by_role("button", name="New track…").click()
    it.page.fill("#track-name", f"Kart {track}")
    it.page.fill("#track-laps", "8")
    it.page.get_by_role("button", name="Add a checkpoint").click()
    it.page.keyboard.type("Back straight")
    it.page.select_option("#track-rounding", "2-down")
    it.page.get_by_role("button", name="Create this track").click()
    it.toast(f"Created Kart {track}")
    it.page.wait_for_selector(f"text=Course of Kart {track}")
    it.track = f"kart-{track}"
    made = it.board()["track"]
    assert it.track in it.page.url
    assert [each["name"] for each in made["checkpoints"]] == ["Back straight", "Finish"]
    assert (made["laps"], made["rounding"]) == (8, {"digits": 2, "direction": "down"})
    it.page.get_by_role("button", name="Move Back straight down").click()
    it.page.get_by_role("button", name=f"Save the course of Kart {track}").click()
    it.toast("Changed")
    assert [each["id"] for each in it.board()["track"]["checkpoints"]] == ["finish", "back-straight"]
    it.page.keyboard.press("Escape")
    it.page.locator("h1").click()
    it.page.keyboard.press("u")
    it.toast("Undone: Changed")
    assert [each["id"] for each in it.board()["track"]["checkpoints"]] == ["back-straight", "finish"]


def test_a_course_without_a_name_is_told(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("4")
    it.page.fill("#track-name", "")
    it.page.get_by_role("button", name="Save the course").click()
    it.page.wait_for_selector("control-track .refusal >> text=Give the track a name.")


# How it looks

WIDTHS = [(390, 844), (768, 1024), (1280, 800), (1920, 1080)]


@pytest.fixture(scope="module")
def busy(control):
    """A race with something wrong in every way, and names of every script."""
    lines = [("t", "T-junction"), ("back", "Back straight"), ("finish", "Finish")]
    track = new_track(control, name="Hill Climb Montségur", checkpoints=[
        {"id": name, "name": words, "minimumSegment": 5 * SECOND} for name, words in lines])
    began = now() - 300 * SECOND
    race(control, track, began, passed=0)
    for number in range(1, 7):
        control.do(split(track, f"a{number}", began + (41 * SECOND + number * 173_000),
                         run=f"r{number}", checkpoint="t"))
    control.do(*(split(track, f"b{number}", began + (80 * SECOND + number * 311_000),
                       run=f"r{number}", checkpoint="back") for number in (1, 2, 6)),
               split(track, "end", began + 110 * SECOND, run="r1", checkpoint="finish"),
               split(track, "again", began + 118 * SECOND, run="r1", checkpoint="finish"),
               split(track, "end3", began + 130 * SECOND, run="r3", checkpoint="finish"),
               split(track, "whose", began + 100 * SECOND, checkpoint="t"),
               command("setStatus", track, run="r4", status="dnf", reason="puncture"),
               command("moveSplit", track, split="b2", at=began + 79 * SECOND))
    return track


def look(page, name):
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"control-{name}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    results = Axe().run(page)
    assert results.violations_count == 0, f"{name}: {results.generate_report()}"


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width, height", WIDTHS)
def test_a_busy_desk_is_accessible_and_fits(busy, desk, scheme, width, height):
    it = desk(busy, width=width, height=height, color_scheme=scheme)
    name = f"{scheme}-{width}"
    it.page.wait_for_selector('.run-line[data-run="r8"]')
    it.attention("Overdue").first.wait_for()
    look(it.page, f"{name}-runs")
    it.open("r1")
    look(it.page, f"{name}-run")
    it.capture("again").get_by_role("button", name="Move").click()
    look(it.page, f"{name}-move")
    it.page.keyboard.press("Escape")
    it.page.locator(".run-title").focus()
    it.page.keyboard.press("Escape")
    for key, view in (("2", "starts"), ("3", "sessions"), ("4", "track")):
        it.page.keyboard.press(key)
        look(it.page, f"{name}-{view}")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width, height", WIDTHS)
def test_an_empty_desk_says_what_it_is_for(control, track, desk, scheme, width, height):
    it = desk(track, width=width, height=height, color_scheme=scheme)
    it.page.wait_for_selector("text=No runs yet")
    look(it.page, f"{scheme}-{width}-empty")
    it.page.keyboard.press("2")
    look(it.page, f"{scheme}-{width}-empty-starts")


def test_the_help_is_accessible(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("?")
    look(it.page, "help")
