"""A run timed on a phone while two boards are watched, and its splits corrected by race control.

The whole way, from a server that has not got the track yet; once by pointer, once by keyboard alone,
and once over an insecure origin.
"""

import random
import string
import uuid

from control_desk import Desk
from timing_phone import TimingPhone
from wire import SECOND, Wire, now, split, start

BRIDGE, OAK, FINISH = range(3)


def test_a_run_with_a_miss_and_an_undo_is_watched_and_corrected(walk, server):
    page = walk.page(390, 844, has_touch=True)
    phone = TimingPhone(page, walk.server)
    walk.check_origin(page)
    hand = walk.hand(page, has_touch=True)
    name = f"Ada {''.join(random.choices(string.ascii_lowercase, k=8)).title()}"
    track = make_track(phone, hand)
    store_earlier_runs(server, track, name)
    boards = walk.boards(track)
    run = time_a_run(phone, hand, name, boards)
    correct(walk, track, run, name, boards)


def make_track(phone, hand):
    """From the page's first screen to a course of three checkpoints; answers its id."""
    page = phone.page
    name = f"Forest {uuid.uuid4().hex[:6]}"
    by_role = page.get_by_role
    phone.wait_for("track")
    page.locator(".list-status:has-text('Looking')").wait_for(state="detached")
    hand.press(by_role("button", name="Create a track"))
    hand.write(page.get_by_label("Name of the track"), name)
    hand.write(by_role("textbox", name="Checkpoint 1", exact=True), "Bridge")
    hand.press(by_role("button", name="Add a checkpoint"))
    hand.write(by_role("textbox", name="Checkpoint 2", exact=True), "Old oak")
    hand.write(page.get_by_label("Shortest time"), "0")
    hand.press(by_role("button", name="Create this track"))
    phone.wait_for("runner")
    return name.lower().replace(" ", "-")


def store_earlier_runs(server, track, name):
    """The runner was here before and slow; somebody else was faster than anyone can tap."""
    began = now() - 5000 * SECOND
    with Wire(server, "control") as control:
        for run, runner, times in [("old", name, (400, 700, 1000)), ("fast", "Grace Hopper", (0.3, 0.6, 0.9))]:
            control.do(start(track, f"{run}-{track}", runner, began),
                       *(split(track, f"{run}-{track}-{index}", began + round(at * SECOND),
                               run=f"{run}-{track}") for index, at in enumerate(times)))
            began += 2000 * SECOND


def time_a_run(phone, hand, name, boards):
    """Start, a tap that was none, the split, a checkpoint missed, the finish; answers the run's id."""
    page = phone.page
    hand.write(page.get_by_label("Your name"), name)
    hand.write(page.get_by_label("Start number"), "7")
    hand.press(page.get_by_role("button", name="Go on to the start"))
    hand.press(page.get_by_role("button", name="Yes, that is me"))
    phone.wait_for("ready")
    page.wait_for_selector("text=Your best: 16:40.000")
    phone.synced()
    hand.tap()
    phone.wait_for("run")
    run = phone.run["id"]
    for board in boards:
        board.until_row(name, status="running")
    phone.past_slip()
    hand.tap()
    phone.until_button("Split: Old oak")
    for board in boards:
        board.until_cell(name, BRIDGE, "▲", "personal best")
    # The offer to undo passes; the list of splits stays.
    hand.press(page.get_by_role("button", name="Splits (1) and more"))
    hand.press(page.locator("dialog").get_by_role("button", name="Void Bridge"))
    page.locator("dialog").get_by_role("button", name="Restore Bridge").wait_for()
    hand.press(page.get_by_role("button", name="Back to the clock"))
    phone.until_button("Split: Bridge")
    for board in boards:
        board.until_cell_without(name, BRIDGE, "▲")
    hand.tap()
    phone.until_button("Split: Old oak")
    for board in boards:
        board.until_cell(name, BRIDGE, "▲", "personal best")
    hand.press(page.get_by_role("button", name="Missed it"))
    phone.until_button("Finish")
    for board in boards:
        board.until_cell(name, BRIDGE, "▲", "personal best")
    phone.past_slip()
    hand.tap()
    phone.wait_for("finish")
    phone.settled()
    page.wait_for_selector(".finish-verdict >> text=▲ personal best")
    facts = phone.facts()
    assert facts["vs your best"].startswith("−16:"), facts
    assert facts["vs overall best"].startswith("+"), facts
    official = "".join(page.inner_text(".finish-time").split())
    for board in boards:
        board.until_row(name, official, status="finished")
        board.until_cell(name, OAK, "—", "missed")
    return run


def correct(walk, track, run, name, boards):
    """Race control moves the split at the bridge to before anyone was there, then voids it."""
    page = walk.page(1280, 800)
    desk = Desk(page, walk.server, track)
    hand = walk.hand(page)
    bridge = next(each for each in desk.run(run)["splits"] if each["state"] == "counted")
    row = page.locator(f'.run-line[data-run="{run}"] .run-open')
    capture = desk.capture(bridge["id"])
    row.wait_for()
    hand.write(page.get_by_label("Find a run"), "7", "/")
    hand.press(row, "ArrowDown", "Enter")
    capture.wait_for()
    captures = page.locator(".capture").evaluate_all("(all) => all.map((each) => each.dataset.split)")
    down = ["ArrowDown"] * (captures.index(bridge["id"]) + 1)
    hand.press(capture.get_by_role("button", name="Move"), *down, "m")
    hand.write(page.get_by_label("To", exact=True), f"-{bridge['split'] / SECOND - 0.2:.6f}")
    hand.press(page.locator(".control-dialog .primary"))
    desk.toast(f"Moved Bridge of 7 {name}")
    for board in boards:
        board.until_cell(name, BRIDGE, "0.200", "◆", "overall best", "corrected")
    hand.press(capture.get_by_role("button", name="Void"))
    desk.toast(f"Voided Bridge of 7 {name}")
    for board in boards:
        board.until_cell(name, BRIDGE, "—", "missed")
        board.until_row(name, "corrected", status="finished")
    capture.locator("text=voided").wait_for()
    run = desk.run(run)
    assert [(each["checkpoint"], each["state"]) for each in run["splits"]][-1] == ("finish", "counted")
