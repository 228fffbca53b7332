"""How race control looks: with a race gone wrong in every way, and with nothing yet."""

import contextlib

import pytest

from control_desk import SECOND, Desk, Wire, command, look, new_track, now, race, split

# Every width once, and both schemes on a tablet and on a desktop.
LOOKS = [(360, 760, "dark"), (390, 844, "light"), (768, 1024, "dark"), (768, 1024, "light"),
         (1280, 800, "dark"), (1280, 800, "light"), (1920, 1080, "dark")]


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


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_a_busy_desk_is_accessible_and_fits(busy, desk, width, height, scheme):
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


@pytest.fixture(scope="module")
def phones(server, busy):
    """Marshals' phones: one without any trouble, one with every trouble, and one that has left."""
    told = {"type": "deviceStatus", "offset": 12_000, "uncertainty": 3000, "unsent": 0, "battery": 81}
    troubles = {"gone": {"unsent": 2}, "marshal-1": {}, "0198f2a0-1b2c-7def-8123-456789abcdef": {"offset": -300_000},
                "tower": {"offset": 61 * SECOND, "uncertainty": 140_000, "unsent": 7, "battery": 12}}
    with contextlib.ExitStack() as stack:
        for name, trouble in troubles.items():
            phone = stack.enter_context(Wire(server, "timer", device=name))
            phone.send(told | trouble)
            phone.do(split(busy, f"of-{name}", now() - 20 * SECOND, checkpoint="t"))
            if name == "gone":
                stack.pop_all().close()
        yield busy


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_the_devices_are_accessible_and_fit(phones, desk, width, height, scheme):
    it = desk(phones, width=width, height=height, color_scheme=scheme)
    it.page.keyboard.press("6")
    tower = it.page.locator('.device-line[data-device="tower"]')
    tower.locator(".battery.worrying").wait_for()
    look(it.page, f"{scheme}-{width}-devices")
    tower.get_by_role("button", name="Shift captures").click()
    it.page.fill("#dialog-by", "−2.3")
    look(it.page, f"{scheme}-{width}-shift")


def test_a_name_without_room_is_cut_off_at_its_end_in_every_script(busy, desk):
    page = desk(busy, width=360, height=760).page
    ways = page.eval_on_selector_all(".run-open", """(names) => Object.fromEntries(names.map((name) =>
        [name.textContent, [getComputedStyle(name).direction, name.scrollWidth > name.clientWidth]]))""")
    assert ways["عبد الرحمن الخوارزمي"] == ["rtl", True]
    assert (ways["Mary Jackson"][0], ways["山田 太郎"][0]) == ("ltr", "ltr")


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_an_empty_desk_says_what_it_is_for(control, track, desk, width, height, scheme):
    it = desk(track, width=width, height=height, color_scheme=scheme)
    it.page.wait_for_selector("text=No runs yet")
    look(it.page, f"{scheme}-{width}-empty")
    it.page.keyboard.press("2")
    look(it.page, f"{scheme}-{width}-empty-starts")


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_a_desk_without_a_track_begins_with_a_course(empty, open_page, width, height, scheme):
    it = Desk(open_page(width, height, color_scheme=scheme), empty)
    it.page.wait_for_selector("#track-name")
    look(it.page, f"{scheme}-{width}-no-tracks")


def test_the_help_is_accessible(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("?")
    look(it.page, "help")
