"""Whoever works without a pointer stays where they are: no deed throws the focus back to the top of the page."""

import pytest

from control_desk import command, new_track, race
from hands import KeyboardHand
from scripted_board import SECOND, now, until
from timing_phone import begin


def in_focus(page, text):
    until(page, """(text) => (document.activeElement.getAttribute('aria-label')
        ?? document.activeElement.textContent).includes(text)""", text)


# The timer

def test_a_track_is_made_without_going_past_all_there_are(control, phone):
    for number in range(15):
        new_track(control, name=f"Track {number}")
    device = phone()
    page, hand = device.page, KeyboardHand(device.page)
    page.locator(".choice").nth(14).wait_for()
    hand.press(page.get_by_role("button", name="Create a track"))
    device.wait_for("course")
    page.keyboard.type("Hill")
    assert page.input_value("#course-name") == "Hill"


def test_each_step_before_a_run_goes_on_where_the_hand_is(park, phone):
    device = phone(query=f"?track={park}")
    page, hand = device.page, KeyboardHand(device.page)
    device.wait_for("runner")
    page.keyboard.type(f"Ada {park}")
    hand.press(page.get_by_role("button", name="Go on to the start"))
    device.wait_for("ready")
    in_focus(page, "Start")
    hand.press(page.get_by_role("button", name="Change runner"))
    hand.press(page.get_by_role("button", name="Choose another track"))
    in_focus(page, "Which track?")
    hand.press(page.get_by_role("button", name="Create a track"))
    hand.press(page.get_by_role("button", name="Back to the tracks"))
    in_focus(page, "Which track?")


def test_a_form_that_is_refused_keeps_the_focus_on_what_was_pressed(park, phone):
    device = phone(query=f"?track={park}", expected_errors=("503", "Failed to load"))
    page, hand = device.page, KeyboardHand(device.page)
    device.wait_for("runner")
    page.keyboard.type(f"Ada {park}")
    page.route("**/api/v1/runners?*", lambda route: route.fulfill(status=503, json={}))
    go_on = page.get_by_role("button", name="Go on to the start")
    hand.press(go_on)
    page.wait_for_selector("text=The server does not answer")
    assert go_on.evaluate("(button) => button === document.activeElement")
    page.unroute("**/api/v1/runners?*")
    hand.press(go_on, "Enter")
    device.wait_for("ready")


def test_a_message_that_is_put_away_gives_the_focus_back(phone):
    device = phone(query="?track=nowhere")
    page, hand = device.page, KeyboardHand(device.page)
    page.wait_for_selector("text=There is no track “nowhere” here")
    hand.press(page.get_by_role("button", name="Hide this message"))
    in_focus(page, "Which track?")


def test_an_undo_stays_as_long_as_the_hand_is_on_it(park, phone):
    device = phone(query=f"?track={park}")
    page, hand = device.page, KeyboardHand(device.page)
    page.clock.install()
    device.be(f"Ada {park}")
    device.start()
    page.clock.run_for(2_000)
    hand.tap()
    undo = page.get_by_role("button", name="Void t1")
    hand.go_to(undo)
    page.clock.run_for(20_000)
    hand.press(undo, "Enter")
    device.until_button("Split: t1")
    in_focus(page, "Split: t1")
    page.clock.run_for(20_000)
    page.get_by_role("button", name="Restore t1").wait_for(state="hidden")


def test_the_touch_that_starts_a_run_is_no_split(park, phone):
    """The button that it came down on is gone when the finger leaves, and another one lies under it."""
    device = phone(query=f"?track={park}")
    page = device.page
    device.be(f"Ada {park}")
    device.wait_for("ready")
    device.synced()
    page.evaluate("addEventListener('click', () => { window.hasClicked = true; }, true)")
    page.locator("tap-button button").tap()
    device.wait_for("run")
    until(page, "window.hasClicked === true")
    assert device.button() == "Split: t1"
    # What presses with a click alone still does.
    device.past_slip()
    page.evaluate("document.querySelector('tap-button button').click()")
    device.until_button("Split: t2")


def test_a_clicker_over_the_button_that_goes_leads_to_the_large_one(park, phone):
    device = begin(phone, park)
    hand = KeyboardHand(device.page)
    device.later_tap()
    hand.go_to(device.page.get_by_role("button", name="Missed it"))
    device.past_slip()
    hand.press(None, "PageDown")
    in_focus(device.page, "Finish")


# Race control

@pytest.mark.parametrize("key, words", [("2", "Start list of"), ("3", "Sessions"), ("4", "Course of"), ("6", "Devices")])
def test_the_key_of_a_view_leads_into_it_and_back(control, track, desk, key, words):
    race(control, track, now() - 60 * SECOND, count=2)
    page = desk(track).page
    page.wait_for_selector('.run-line[data-run="r2"]')
    page.keyboard.press(key)
    in_focus(page, words)
    page.keyboard.press("1")
    in_focus(page, "Ada Lovelace")


def test_a_start_leads_on_to_the_next_who_can_be_started(track, desk):
    it = desk(track)
    page, hand = it.page, KeyboardHand(it.page)
    page.keyboard.press("2")
    field = page.get_by_label("Number and name")
    for number, name in enumerate(["Ada Lovelace", "Grace Hopper", "Mary Jackson"], 1):
        hand.write(field, f"{number} {name}")
        page.keyboard.press("Enter")
        it.toast(f"Entered {number} {name}")
        until(page, "(field) => field.value === ''", field.element_handle())
    hand.press(page.get_by_role("button", name="Start now: 1"))
    in_focus(page, "Start now: 2")
    hand.press(page.get_by_role("button", name="Start now: 2"), "Enter")
    in_focus(page, "Start now: 3")
    hand.press(page.get_by_role("button", name="Start 1 runner now"))
    page.wait_for_selector("text=Everyone has started")
    in_focus(page, "Start list of")


def test_what_was_done_last_is_undone_and_put_away(control, track, desk):
    race(control, track, now() - 60 * SECOND, count=2)
    it = desk(track)
    page, hand = it.page, KeyboardHand(it.page)
    it.open("r1")
    hand.press(it.capture("x1-1").get_by_role("button", name="Void"))
    it.toast("Voided")
    hand.press(page.locator("control-toast").get_by_role("button", name="Undo"))
    it.toast("Undone")
    in_focus(page, "Put this message away")
    page.keyboard.press("Enter")
    in_focus(page, "Ada Lovelace")


def test_a_session_that_goes_takes_no_focus_with_it(control, track, desk):
    control.do(command("createSession", track, session="heat", name="Heat 1", rank="race"))
    it = desk(track)
    page, hand = it.page, KeyboardHand(it.page)
    page.keyboard.press("3")
    card = page.locator(".session-card", has_text="Heat 1")
    hand.press(card.get_by_role("button", name="Close"))
    hand.press(page.locator(".control-dialog .primary"))
    it.toast("Closed Heat 1")
    card.wait_for(state="detached")
    until(page, "document.activeElement !== document.body")
