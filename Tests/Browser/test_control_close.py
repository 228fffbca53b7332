"""What is too close to call, over the real server: ≈ on every page that shows it, and a list for race control."""

import pytest

from control_desk import SECOND, command, look, now, plain, race, split, until
from timing_phone import begin


@pytest.fixture
def near(control, track):
    """The second is 0.15 s behind the first at t1, which two taps cannot tell apart; the third is 5 s behind."""
    began = now() - 100 * SECOND
    race(control, track, began, passed=0, count=3)
    control.do(*(split(track, f"x{number}", began + round(seconds * SECOND), run=f"r{number}", checkpoint="t1")
                 for number, seconds in ((1, 41), (2, 41.15), (3, 46))))
    return track


def test_places_and_verdicts_too_close_to_call_are_listed_and_lead_to_their_runs(near, desk):
    it = desk(near)
    place = it.close_call("Place 1")
    place.wait_for()
    assert plain(place.locator(".pinned-words").inner_text()) == (
        "Place 1 1 Ada Lovelace 0.150 s ahead of 2 Grace Hopper at t1; ±0.200 s")
    assert it.page.locator(".close-toggle .count").inner_text() == str(it.page.locator(".close-item").count())
    place.get_by_role("button", name="1 Ada Lovelace").click()
    it.page.wait_for_selector("control-run h2 >> text=1 Ada Lovelace")
    cells = it.page.eval_on_selector_all(".runs-body > .run-line", """(lines) => Object.fromEntries(
        lines.map((line) => [line.dataset.run, line.querySelector('.place').textContent]))""")
    assert cells == {"r1": "≈1", "r2": "≈2", "r3": "3"}


def test_they_are_put_aside_by_keyboard_and_gone_with_the_last(near, desk):
    it = desk(near)
    it.close_call("Place 1").wait_for()
    press = it.page.keyboard.press
    it.page.locator(".close-toggle").focus()
    press("Tab")
    for left in reversed(range(it.page.locator(".close-item").count())):
        until(it.page, "document.activeElement.matches('.close-item')")
        press("d")
        until(it.page, f"document.querySelectorAll('.close-item').length === {left}")
    it.page.wait_for_selector("control-close", state="hidden")
    it.in_focus("Ada Lovelace")
    it.page.reload()
    it.page.wait_for_selector('.run-line[data-run="r3"]')
    until(it.page, "document.querySelector('.run-line[data-run=r1] .place').textContent === '≈1'")
    assert it.page.is_hidden("control-close")


def test_many_are_a_line_that_opens_and_closes(near, control, desk):
    it = desk(near)
    it.close_call("Place 1").wait_for()
    control.do(*(command("startRun", near, run=f"n{number}", runnerName=f"Next {number}", session="final", start="gun")
                 for number in range(4)))
    began = it.run("r1")["startedAt"]
    control.do(*(split(near, f"n{number}-1", began + 41 * SECOND + number * 1000, run=f"n{number}", checkpoint="t1")
                 for number in range(4)))
    toggle = it.page.locator(".close-toggle")
    until(it.page, "document.querySelector('.close-toggle').getAttribute('aria-expanded') === 'false'")
    assert it.page.locator(".close-item").count() == 0
    toggle.click()
    it.close_call("Place 1").first.wait_for()
    look(it.page, "many-close")
    assert it.page.locator(".close-item").count() == int(toggle.locator(".count").inner_text()) > 3
    it.close_call("Place 1").first.get_by_role("button", name="Dismiss").click()
    toggle.press("Enter")
    until(it.page, "document.querySelectorAll('.close-item').length === 0")


def test_nothing_is_listed_where_all_is_clear(control, track, desk):
    race(control, track, now() - 100 * SECOND, count=2)
    it = desk(track)
    it.page.wait_for_selector('.run-line[data-run="r2"]')
    until(it.page, "document.querySelector('.run-line[data-run=r2] .place').textContent === '2'")
    assert it.page.is_hidden("control-close")


@pytest.mark.parametrize("width, height, scheme", [
    (390, 844, "light"), (390, 844, "dark"), (1280, 800, "light"), (1280, 800, "dark")])
def test_the_board_shows_a_close_place_and_says_so(near, server, open_page, width, height, scheme):
    page = open_page(width, height, color_scheme=scheme)
    page.goto(f"{server.url}/track/{near}")
    page.wait_for_selector('.row[data-key="r3"]')
    cells = page.eval_on_selector_all(".board-body > .row", """(rows) => Object.fromEntries(
        rows.map((row) => [row.dataset.key, row.querySelector('.place').textContent]))""")
    assert cells == {"r1": "≈1 within the uncertainty", "r2": "≈2 within the uncertainty", "r3": "3"}
    look(page, f"{scheme}-{width}-board-close")


def test_a_close_verdict_of_a_run_is_marked_on_the_finish_sheet_and_on_the_board(server, control, park, phone, open_page):
    device = begin(phone, park)
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    device.until_text(".finish-verdict", "◆ overall best")
    device.settled()
    assert "≈" not in device.page.inner_text(".finish-verdict")
    [run] = server.board(park)["runs"]
    # Somebody was 0.05 s slower before, which comes in only now: no thumb is as sure as that.
    began = run["startedAt"] - 60 * SECOND
    control.do(command("startRun", park, run="before", runnerName="Somebody", at=began, uncertainty=0),
               *(split(park, f"before-{each['checkpoint']}", began + each["split"] + 50_000, run="before",
                       checkpoint=each["checkpoint"]) for each in run["splits"]))
    device.until_text(".finish-verdict", "≈◆ overall best, within the uncertainty")
    board = open_page()
    board.goto(f"{server.url}/track/{park}")
    board.locator(".row", has=board.locator(".total .glyph", has_text="≈◆")).wait_for()
