"""A mass start of eight with a wrong number at the finish: from an empty track to the right order.

Race control goes the whole way; a marshal's captures come in by number, over the wire. Once by pointer,
once by keyboard alone, and once over an insecure origin.
"""

import uuid

from control_desk import NAMES, Desk, new_track
from scripted_board import until
from wire import SECOND, Wire, split

T1, FINISH = range(2)
MISREAD = {3: 8}


def test_a_wrong_number_at_the_finish_is_put_right_after_a_mass_start(walk, server):
    with Wire(server, "control", device="marshal") as marshal:
        track = new_track(marshal, name="Hill Climb")
        page = walk.page(1280, 800)
        desk = Desk(page, walk.server, track)
        walk.check_origin(page)
        hand = walk.hand(page)
        boards = walk.boards(track)
        make_session(desk, hand)
        enter_everyone(desk, hand)
        start_everyone(desk, hand)
        for board in boards:
            for name in NAMES:
                board.until_row(name, status="running")
        wrong = pass_everyone(desk, marshal, boards)
        put_right(desk, hand, wrong)
    for board in boards:
        board.until_row(NAMES[2], "corr.", "corrected", status="finished")
        board.until_cell(NAMES[2], FINISH, "corrected")
        board.until_row(NAMES[7], status="finished")
        until(board.page, """(names) => JSON.stringify(names) === JSON.stringify(
            [...document.querySelectorAll('.runner-name')].map((each) => each.textContent))""", NAMES)
    assert [(run["number"], run["place"], run["time"] // SECOND) for run in sorted(
        desk.board()["runs"], key=lambda run: run["place"])] == [
            (str(number), number, 20 + number) for number in range(1, 9)]


def make_session(desk, hand):
    page = desk.page
    hand.press(page.get_by_role("button", name="Sessions"), "3")
    hand.press(page.get_by_role("button", name="New session"))
    form = page.locator(".control-dialog")
    hand.write(form.get_by_label("Name", exact=True), "Final")
    hand.choose(form.get_by_label("Ranked by"), "Race: who is furthest")
    hand.press(page.get_by_role("button", name="Create this session"))
    desk.toast("Created Final")


def enter_everyone(desk, hand):
    page = desk.page
    hand.press(page.get_by_role("button", name="Starts"), "2")
    field = page.get_by_label("Number and name")
    for number, name in enumerate(NAMES, 1):
        hand.write(field, f"{number} {name}")
        hand.press(page.get_by_role("button", name="Enter this runner"), "Enter")
        desk.toast(f"Entered {number} {name}")
        until(page, "(field) => field.value === ''", field.element_handle())


def start_everyone(desk, hand):
    hand.press(desk.page.get_by_role("button", name="Start all 8 now"))
    desk.toast("Started 8 runners of Final")


def pass_everyone(desk, marshal, boards):
    """The marshal sees all of them pass in the order of their numbers, and misreads the third at the
    finish; answers that capture's id."""
    [began] = {run["startedAt"] for run in desk.board()["runs"]}
    captures = {}
    for place, seconds in (("t1", 10), ("finish", 20)):
        for number in range(1, 9):
            read = MISREAD.get(number, number) if place == "finish" else number
            name = captures[place, number] = f"x-{uuid.uuid4().hex[:12]}"
            marshal.do(split(desk.track, name, began + (seconds + number) * SECOND, number=str(read),
                             checkpoint=place))
    for board in boards:
        board.until_row(NAMES[7], "23.000", status="finished")
        board.until_row(NAMES[2], status="running")
    return captures["finish", 3]


def put_right(desk, hand, wrong):
    """What was taken for the finish of 8 is given to 3; the true one of 8 counts by itself then."""
    page = desk.page
    hand.press(page.get_by_role("button", name="Runs", exact=True), "1")
    desk.attention("after the finish").wait_for()
    run = page.locator(".run-open", has_text=NAMES[7])
    hand.write(page.get_by_label("Find a run"), "8", "/")
    hand.press(run, "ArrowDown", "Enter")
    hand.press(desk.capture(wrong).get_by_role("button", name="Give"))
    form = page.locator(".control-dialog")
    hand.choose(form.get_by_label("Run", exact=True), f"3 {NAMES[2]}")
    hand.write(form.get_by_label("Reason", exact=True), "the marshal misread the number")
    hand.press(form.locator(".primary"))
    desk.toast(f"to 3 {NAMES[2]}")
    desk.attention("after the finish").wait_for(state="detached")
