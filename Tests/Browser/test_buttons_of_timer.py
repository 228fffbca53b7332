"""What a runner presses on the timer's page, where no other test presses it."""

import uuid

import pytest

from scripted_board import SECOND, until
from wire import command, course


@pytest.fixture
def track(server):
    track = f"lane-{uuid.uuid4().hex[:8]}"
    server.post(course(track, "t1", "finish", name=f"Lane {track}"))
    return track


def test_every_step_before_a_run_can_be_gone_back_from(track, phone):
    device = phone()
    page = device.page
    page.click("text=Create a track")
    device.wait_for("course")
    page.click("text=Back to the tracks")
    device.choose(track)
    device.wait_for("runner")
    page.click("text=Choose another track")
    device.choose(track)
    device.be(f"Ada {track}")
    device.wait_for("ready")
    page.click("text=Change track")
    device.choose(track)
    device.wait_for("ready")
    page.click("text=Change runner")
    device.wait_for("runner")
    assert page.input_value("#runner-name") == f"Ada {track}"


def test_a_known_name_can_be_typed_anew(server, track, phone):
    name = f"Known {track}"
    server.post(command("registerRunner", runner=track, name=name))
    device = phone(f"?track={track}")
    device.be(name)
    device.page.wait_for_selector("text=Is this you?")
    device.page.click("text=Type another name")
    device.be(f"Not {name}")
    device.wait_for("ready")
    assert f"Not {name}" in device.page.inner_text(".summaries")


@pytest.mark.parametrize("choice, laps", [("n", 3), ("0", 0)])
def test_a_course_is_shortened_and_given_laps(server, phone, choice, laps):
    device = phone()
    page = device.page
    name = f"Ring {uuid.uuid4().hex[:8]}"
    page.click("text=Create a track")
    page.fill("#course-name", name)
    assert page.is_hidden("#course-lap-count")
    page.select_option("#course-laps", choice)
    assert page.is_visible("#course-lap-count") == (choice == "n")
    page.click("[aria-label='Remove Checkpoint 1']")
    assert page.is_disabled("[aria-label='Remove Finish']")
    page.click("text=Create this track")
    device.wait_for("runner")
    made = next(each for each in server.get("/api/v1/tracks").json["tracks"] if each["name"] == name)
    assert (made["laps"], [each["name"] for each in made["checkpoints"]]) == (laps, ["Finish"])


def test_a_message_is_hidden(phone):
    page = phone("?track=nowhere").page
    page.wait_for_selector("text=There is no track “nowhere” here")
    page.click("text=Hide this message")
    page.wait_for_selector(".trouble", state="hidden")


@pytest.mark.parametrize("link, address", [
    ("Look at this run", "/run/{run}?track={track}"), ("See the board of this track", "/track/{track}")])
def test_a_finish_leads_to_the_run_and_to_the_board(server, track, phone, link, address):
    device = phone(f"?track={track}")
    device.be(f"Ada {track}")
    device.start()
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    device.settled()
    run = device.run["id"]
    device.page.click(f"text={link}")
    device.page.wait_for_url(server.url + address.format(run=run, track=track))
    device.page.locator(f"text=Ada {track} >> visible=true").first.wait_for()
