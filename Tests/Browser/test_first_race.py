"""`docs/first-race.md`, done as it says, from a server without a track to the page of a run.

Its pictures are taken on the way. With `LIVETIMING_PICTURES=docs/images` they go there, and the race
takes its time, so that they show one.
"""

import os
import pathlib
import re

import pytest

from control_desk import Desk, until
from server_process import ServerProcess
from timing_phone import TimingPhone
from wire import SECOND, Wire, command, split, start

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/first-race.md").read_text(encoding="utf-8")
NAMES = ["Ada Lovelace", "Grace Hopper", "Katherine Johnson", "Mary Jackson"]
PICTURES = os.environ.get("LIVETIMING_PICTURES")
FOLDER = ROOT / PICTURES if PICTURES else pathlib.Path(__file__).parent / "screenshots"


@pytest.fixture
def server(tmp_path):
    with ServerProcess(tmp_path / "server") as server:
        yield server.start()


class Guide:
    """What the guide puts in bold; a step that is done here is a step that it tells."""

    def __init__(self):
        self.told = set(re.findall(r"\*\*([^*]+)\*\*", GUIDE.replace("\n", " "))) - {"bold"}
        self.done = set()

    def __call__(self, words):
        assert words in self.told, f"the guide does not tell of {words}"
        self.done.add(words)
        return words


def picture(page, name):
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"first-{name}.png")


def pause(page):
    if PICTURES:
        page.wait_for_timeout(13_000)


def test_the_first_race_goes_as_the_guide_says(server, open_page):
    guide = Guide()
    scale = {"device_scale_factor": 2} if PICTURES else {}
    track, run = time_oneself(server, open_page(390, 844, has_touch=True, **scale), guide)
    with Wire(server, "control", device="gate") as gate:
        race(server, track, open_page(1280, 760, color_scheme="dark", **scale), guide, gate)
        watch(server, track, open_page(1280, 560, color_scheme="dark", **scale))
    look_back(server, track, run, open_page(900, 980, color_scheme="light", **scale))
    assert guide.done == guide.told


def time_oneself(server, page, guide):
    """Part 2. A second run, so that there is something to compare with."""
    phone = TimingPhone(page, server)
    page.click(f"text={guide('Create a track')}")
    page.fill("#course-name", "Hill Climb")
    page.fill(".checkpoint >> nth=0 >> input", "T-junction")
    page.click("text=Add a checkpoint")
    page.keyboard.type("Back straight")
    page.fill("#course-shortest", "0")
    page.click(f"text={guide('Create this track')}")
    phone.wait_for("runner")
    assert page.locator("text=" + guide("Go on to the start")).count() == 1
    phone.be("Ada Lovelace", "7")
    phone.wait_for("ready")
    assert guide("Start") in phone.button()
    phone.start()
    pause(page)
    phone.later_tap()
    page.click(f"text={guide('Missed it')}")
    phone.until_button(guide("Finish"))
    page.click("text=Undo: I passed")
    phone.until_button("Back straight")
    pause(page)
    phone.later_tap()
    phone.settled()
    picture(page, "timer")
    assert page.locator(".status-cell", has_text=guide("Unsent")).count() == 1
    pause(page)
    phone.later_tap()
    phone.wait_for("finish")
    phone.settled()
    page.wait_for_selector("text=◆ overall best")
    picture(page, "finish")
    return phone.run["track"]["id"], server.board(phone.run["track"]["id"])["runs"][0]["id"]


def race(server, track, page, guide, gate):
    """Part 4: a mass start, captures of a gate, and what control makes of them."""
    desk = Desk(page, server, track)
    for tab in ("Runs", "Starts", "Sessions", "Track", "Earlier", "Devices"):
        assert page.get_by_role("button", name=guide(tab), exact=True).count() == 1
    page.keyboard.press("3")
    page.get_by_role("button", name=guide("New session…")).click()
    page.keyboard.type("Final")
    page.keyboard.press("Enter")
    desk.toast("Created Final")
    page.keyboard.press("2")
    page.locator("#entry-who").focus()
    for number, name in enumerate(NAMES, 1):
        page.keyboard.type(f"{number} {name}")
        page.keyboard.press("Enter")
        desk.toast(f"Entered {number} {name}")
        until(page, "document.querySelector('#entry-who').value === ''")
    guide("Start all … now")
    page.get_by_role("button", name="Start all 4 now").click()
    desk.toast("Started 4 runners")
    shift_start(server, gate, track)
    page.keyboard.press("1")
    for list_of in ("Needs attention", "Too close to call"):
        page.locator("text=" + guide(list_of)).first.wait_for()
    run = next(each for each in desk.board()["runs"] if each["number"] == "1")
    desk.open(run["id"])
    page.locator(".capture").nth(2).wait_for()
    picture(page, "control")
    page.keyboard.press("Escape")
    page.keyboard.press("6")
    page.locator('.device-line[data-device="gate"]', has_text=guide("Shift captures…")).wait_for()
    page.keyboard.press("3")
    guide("Close…")
    card = page.locator(".session-card", has_text="Final")
    assert card.get_by_role("button", name="Close").count() == 1
    page.keyboard.press("5")
    page.locator(".earlier-line[data-run=yesterday]").wait_for()


def shift_start(server, gate, track):
    """The race began a minute and a half ago, and a gate saw who came by since; Ada was here yesterday
    too."""
    runs = sorted((each for each in server.board(track)["runs"] if each["status"] == "running"),
                  key=lambda each: each["number"])
    began = min(each["startedAt"] for each in runs) - 95 * SECOND
    for each in runs:
        gate.do(command("editRun", track, run=each["id"], at=began, uncertainty=0))
    times = {"1": (14.2, 29.6, 44.9), "2": (14.05, 30.4, 46.8), "3": (15.1, 31.2), "4": (15.8,)}
    places = [each["id"] for each in server.board(track)["track"]["checkpoints"]]
    for each in runs:
        gate.do(*(split(track, f"{each['id'][:30]}-{place}", began + round(time * SECOND),
                        run=each["id"], checkpoint=place)
                  for place, time in zip(places, times[each["number"]])))
    gate.do(split(track, "whose", began + 50 * SECOND, number="12", checkpoint=places[0]))
    yesterday = began - 24 * 3600 * SECOND
    gate.do(start(track, "yesterday", "Ada Lovelace", yesterday),
            *(split(track, f"yesterday-{place}", yesterday + round(time * SECOND), run="yesterday",
                    checkpoint=place) for place, time in zip(places, (14.9, 29.9, 46.1))))


def watch(server, track, page):
    """Part 3."""
    page.goto(server.url)
    page.locator("track-list a", has_text="Hill Climb").click()
    page.wait_for_selector("connection-state[data-state=live]")
    page.locator(".board-body > .row .running").first.wait_for()
    picture(page, "board")


def look_back(server, track, run, page):
    """Part 5."""
    page.goto(server.url)
    page.locator(f"run-list a[href*='{run}']").click()
    page.wait_for_url("**/run/*")
    page.locator("text=Where time was lost").wait_for()
    picture(page, "run")
    csv = server.get(f"/api/v1/tracks/{track}/runs.csv").text
    assert "Ada Lovelace" in csv
