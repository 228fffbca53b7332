"""The timer's page on a phone, against the real server: from choosing a track to the finish sheet."""

import re
import uuid

from scripted_board import SECOND, now
from server_process import wait_until
from timing_phone import begin, only_run, shoot, states
from wire import Wire, command, split


def test_a_track_is_made_and_a_run_timed_with_a_miss_and_an_undo(server, phone, open_page):
    name = f"Forest {uuid.uuid4().hex[:6]}"
    device = phone()
    page = device.page
    device.wait_for("track")
    page.click("text=Create a track")
    page.fill("#course-name", name)
    page.fill(".checkpoint >> nth=0 >> input", "Bridge")
    page.click("text=Add a checkpoint")
    page.keyboard.type("Old oak")
    page.click("text=Add a checkpoint")
    page.keyboard.type("Well")
    page.click("[aria-label='Move Well up']")
    page.click("[aria-label='Move Well down']")
    page.fill("#course-shortest", "0")
    page.click("text=Create this track")
    runner = f"Ada {uuid.uuid4().hex[:6]}"
    device.be(runner, "7")
    device.start()
    assert device.button() == "Split: Bridge"
    device.later_tap()
    device.until_button("Split: Old oak")
    page.click("text=Missed it")
    device.until_button("Split: Well")
    device.later_tap()
    page.click("text=Void Well")
    device.until_button("Split: Well")
    page.click("text=Restore Well")
    device.until_button("Finish")
    device.settled()
    device.later_tap()
    device.wait_for("finish")
    device.settled()
    page.wait_for_selector("text=◆ overall best")
    track = device.run["track"]["id"]
    run = only_run(server, track)
    assert (run["status"], run["number"], run["runner"]["name"]) == ("finished", "7", runner)
    assert states(run) == [("bridge", "counted"), ("well", "counted"), ("finish", "counted")]
    board = open_page()
    board.goto(f"{server.url}/track/{track}")
    row = board.locator(".board-body > .row[data-status=finished]", has_text=runner)
    row.wait_for()
    official = re.sub(r"\s", "", page.inner_text(".finish-time"))
    assert official in re.sub(r"\s", "", row.inner_text())


def test_a_run_is_timed_by_keyboard_alone(server, park, phone):
    device = phone(query=f"?track={park}", width=1280, height=800, has_touch=False)
    page = device.page
    device.wait_for("runner")
    page.keyboard.type(f"Keys {uuid.uuid4().hex[:6]}")
    page.keyboard.press("Enter")
    device.wait_for("ready")
    device.synced()
    page.keyboard.press("Space")
    device.wait_for("run")
    for key, button in [("PageDown", "t2"), ("Enter", "Finish")]:
        device.past_slip()
        page.keyboard.press(key)
        device.until_button(button)
    device.past_slip()
    page.keyboard.press("Space")
    device.wait_for("finish")
    device.settled()
    assert len(only_run(server, park)["splits"]) == 3


def test_a_known_name_is_asked_about_with_its_best(server, park, phone):
    began = now() - 200 * SECOND
    name = f"Grace {uuid.uuid4().hex[:6]}"
    with Wire(server, "control") as control:
        control.do(command("registerRunner", runner=f"grace-{park}", name=name),
                   command("startRun", park, run="old", runner=f"grace-{park}", at=began),
                   *[split(park, f"old-{n}", began + at, run="old") for n, at in
                     enumerate([30 * SECOND, 60 * SECOND, 102_244_000])])
    wait_until(lambda: server.get(f"/api/v1/runs?track={park}").json["runs"], "the run is stored")
    device = phone(query=f"?track={park}")
    device.be(name.upper())
    device.page.wait_for_selector("text=Is this you?")
    shoot(device.page, "known")
    assert "1:42.244" in device.page.inner_text(".question .choice")
    device.page.click("text=Yes, that is me")
    device.page.wait_for_selector("text=Your best: 1:42.244")
    device.start()
    device.later_tap()
    device.settled()
    assert {run["runner"]["id"] for run in server.board(park)["runs"]} == {f"grace-{park}"}
    assert "vs PB" in device.page.inner_text(".last-delta")
    shoot(device.page, "delta")
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    device.settled()
    facts = device.page.inner_text(".facts")
    assert re.search("vs your best\\s*−1:3\\d", facts), facts
    shoot(device.page, "finish-delta")
    other = phone(query=f"?track={park}")
    other.be(name)
    other.page.click("text=No, I am new here")
    other.start()
    other.settled()
    assert len({run["runner"]["id"] for run in server.board(park)["runs"]}) == 2


def test_open_laps_are_counted_and_finished_on_request(server, phone):
    track = f"laps-{uuid.uuid4().hex[:8]}"
    lines = [{"id": name, "name": name, "minimumSegment": 0} for name in ("turn", "line")]
    server.post(command("createTrack", track, name=track, checkpoints=lines, laps=0))
    device = begin(phone, track)
    for button in ("line lap 1", "turn lap 2", "line lap 2"):
        device.later_tap()
        device.until_button(button)
    device.page.click("text=Finish run…")
    device.page.click("text=Finish the run")
    device.wait_for("finish")
    device.settled()
    run = only_run(server, track)
    assert (run["status"], run["laps"]) == ("finished", 1)


def test_an_unknown_track_in_the_address_is_told(phone):
    device = phone(query="?track=nowhere")
    device.page.wait_for_selector("text=There is no track “nowhere” here")
    device.wait_for("track")


def test_the_page_begins_in_the_light_and_one_tap_switches(server, phone):
    device = phone(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert device.page.evaluate(ground) == "rgb(255, 255, 255)"
    device.page.click("theme-button button")
    assert device.page.evaluate(ground) == "rgb(13, 17, 23)"
    device.page.reload()
    assert device.page.evaluate(ground) == "rgb(13, 17, 23)"
