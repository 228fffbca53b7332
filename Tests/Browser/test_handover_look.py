"""How handing over looks, on the phone and at the desk: at every width, in both schemes."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from control_desk import NAMES, look, new_track
from scripted_board import until
from test_handover import CUT, choose, handover, hand_over, read_code, says, send
from timing_phone import LINE, begin, shoot

LOOKS = [(360, 640, "light"), (390, 844, "light"), (390, 844, "dark"), (1280, 800, "light"), (1280, 800, "dark")]


@pytest.mark.parametrize("width, height, theme", LOOKS)
def test_what_is_unsent_is_offered_and_handed_over(control, phone, tmp_path, width, height, theme):
    track = new_track(control, "t1", "finish", name="Ring", laps=7)
    device = begin(phone, track, width=width, height=height, reduced_motion="reduce",
                   expected_errors=("WebSocket",),
                   init=f"{LINE} localStorage.setItem('livetiming.theme', '{theme}');")
    page = device.page
    device.settled()
    page.evaluate(CUT)
    for _ in range(7):
        device.later_tap()

    def check(name):
        shoot(page, f"handover-{name}-{theme}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        results = Axe().run(page)
        assert results.violations_count == 0, f"{name}: {results.generate_report()}"

    page.wait_for_selector("text=Hand over what is unsent…")
    check("offer")
    assert page.evaluate("document.documentElement.scrollHeight <= Math.max(innerHeight, 480)")
    hand_over(device)
    check("codes")
    # Seen as it is on this screen, whatever its scheme.
    assert read_code(page, tmp_path).startswith("http://")
    page.click("text=Close: go on")
    until(page, "document.activeElement.closest('timer-run') !== null")


@pytest.mark.parametrize("width, height, theme", LOOKS)
def test_what_was_handed_over_is_looked_at_and_sent(server, control, desk, tmp_path, width, height, theme):
    track = new_track(control, "t1", "finish", name="Park")
    runs = [{"type": "startRun", "commandId": f"start-{track}-{n}", "track": track, "run": f"run-{track}-{n}",
             "runnerName": name, "at": 1_796_000_000_000_000 + n, "uncertainty": 3000}
            for n, name in enumerate(NAMES)]
    splits = [{"type": "recordSplit", "commandId": f"split-{track}-{n}", "track": track if n else "nowhere",
               "split": f"split-{track}-{n}", "run": f"run-{track}-{n}", "checkpoint": "t1",
               "at": 1_796_000_041_000_000 + n, "uncertainty": 2_000_000 if n == 2 else 4000}
              for n in range(len(NAMES))]
    path = tmp_path / "handover.json"
    path.write_text(handover(*runs, *splits, {"type": "voidSplit", "commandId": f"void-{track}",
                                              "track": track, "split": f"split-{track}-1"}))
    it = desk(track, width=width, height=height, color_scheme=theme, expected_errors=("404",))
    look(it.page, f"handover-none-{theme}-{width}")
    it.page.goto(f"{server.url}/control?track={track}#handover=1.abc.2.3.d.xx")
    says(it.page, "1 of 3 codes read")
    look(it.page, f"handover-codes-{theme}-{width}")
    it.page.click("text=Put these codes away")
    choose(it.page, path)
    says(it.page, "Handed over: 16 captures and 1 other command")
    look(it.page, f"handover-preview-{theme}-{width}")
    send(it.page, "16 captures and 1 other command")
    says(it.page, "The server took 15 captures. It did not take 1")
    look(it.page, f"handover-done-{theme}-{width}")
    assert json.loads(path.read_text())["commands"][0]["run"] in {run["id"] for run in it.board()["runs"]}
