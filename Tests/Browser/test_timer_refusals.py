"""Starts that do not get through: refused by the server, or made without a line. Nothing is lost."""

import json
import uuid

from axe_playwright_python.sync_playwright import Axe

from scripted_board import until
from server_process import wait_until
from timing_phone import CUT, LINE, MEND, begin, only_run, shoot, states
from wire import Wire, now, split


def test_a_token_for_watching_alone_takes_no_start_and_loses_none(server, park, phone):
    device = phone(query=f"?track={park}", init=LINE, expected_errors=("WebSocket",))
    page = device.page
    device.be(f"Runner {uuid.uuid4().hex[:8]}")
    device.wait_for("ready")
    device.synced()
    device.all_sent()
    page.evaluate(CUT)
    page.wait_for_selector("text=Reconnecting…")
    device.tap()
    device.wait_for("run")
    # When the line is back the token is no timer's any more.
    page.evaluate(f"window.isStranger = true; {MEND}")
    page.wait_for_selector("text=This token is for watching, not for timing. Go on")
    device.later_tap()
    device.until_button("Split: t2")
    page.wait_for_selector("timer-status >> text=2 unsent")
    assert server.board(park)["runs"] == []
    page.evaluate("window.isStranger = false")
    page.goto(f"{server.url}/timer?track={park}#token={server.token('timer')}")
    device.settled()
    assert states(only_run(server, park)) == [("t1", "counted")]


def test_a_start_under_a_used_command_id_is_told_and_sent_again(server, park, phone, open_page):
    used = f"used-{uuid.uuid4().hex}"
    with Wire(server, "control") as control:
        control.do(split(park, f"x-{uuid.uuid4().hex[:8]}", now()) | {"commandId": used})
    device = phone(query=f"?track={park}", socket=clash(used))
    page = device.page
    device.be(f"Runner {uuid.uuid4().hex[:8]}")
    device.start()
    page.wait_for_selector("text=The server did not take the start of this run")
    device.later_tap()
    device.until_button("Split: t2")
    shoot(page, "start-refused")
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    assert Axe().run(page).violations_count == 0
    page.click("text=Missed it")
    device.until_button("Finish")
    device.later_tap()
    device.wait_for("finish")
    page.reload()
    device.wait_for("finish")
    page.wait_for_selector("text=The server did not take the start of this run")
    page.wait_for_selector("text=All sent")
    assert server.board(park)["runs"] == []
    page.click("button >> text=Send the start again")
    page.wait_for_selector(".trouble", state="hidden")
    until(page, "document.activeElement !== document.body")
    device.settled()
    page.wait_for_selector("text=◆ overall best")
    run = only_run(server, park)
    assert states(run) == [("t1", "counted"), ("finish", "counted")]
    assert (run["startedAt"], run["status"]) == (device.run["startedAt"], "finished")
    assert page.is_hidden(".trouble")


def test_a_refused_start_is_tried_once_more_before_another_run_begins(server, park, phone):
    used = f"used-{uuid.uuid4().hex}"
    with Wire(server, "control") as control:
        control.do(split(park, f"x-{uuid.uuid4().hex[:8]}", now()) | {"commandId": used})
    device = phone(query=f"?track={park}", socket=clash(used))
    device.be(f"Runner {uuid.uuid4().hex[:8]}")
    device.start()
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    device.page.click("text=Run again")
    device.wait_for("ready")
    run = wait_until(lambda: server.board(park)["runs"], "the run has come")[0]
    assert (run["status"], run["splitCount"]) == ("finished", 3)


def test_a_run_begun_without_a_line_is_shown_as_unsynced_and_arrives(server, park, phone):
    device = phone(query=f"?track={park}", init=CUT + LINE, expected_errors=("WebSocket",))
    page = device.page
    device.be(f"Runner {uuid.uuid4().hex[:8]}")
    device.wait_for("ready")
    status = {"Signal": "Reconnecting…", "Clock": "Unsynced"}
    for name, value in status.items():
        page.locator(".status-cell:not(.is-good)", has_text=name).get_by_text(value).wait_for()
    device.tap()
    device.wait_for("run")
    device.later_tap()
    device.until_button("Split: t2")
    # Who runs, the start and the split.
    page.wait_for_selector("timer-status >> text=3 unsent")
    page.locator(".status-cell:not(.is-good)", has_text="Clock").get_by_text("Unsynced").wait_for()
    page.wait_for_selector("text=provisional")
    assert server.board(park)["runs"] == []
    page.evaluate(MEND)
    device.settled()
    device.synced()
    run = only_run(server, park)
    assert (run["id"], run["startedAt"]) == (device.run["id"], device.run["startedAt"])
    [first] = run["splits"]
    assert (first["checkpoint"], first["state"]) == ("t1", "counted")
    # Not in the ±2 s that it was tapped with: the pings came before it was sent.
    assert first["uncertainty"] < 200_000


def test_what_is_refused_stays_until_it_is_sent_again_or_let_go_of(server, park, phone):
    refusals = Refusals()
    device = begin(phone, park, socket=refusals.take)
    page = device.page
    device.settled()
    refusals.types = {"recordSplit"}
    device.later_tap()
    page.click("button >> text=Hide this message")
    device.later_tap()
    page.click("text=2 not taken by the server…")
    page.wait_for_selector("text=No such luck")
    shoot(page, "refused")
    assert Axe().run(page).violations_count == 0
    page.click("text=Close this list")
    page.reload()
    refusals.types = set()
    page.click("text=2 not taken by the server…")
    page.click("button >> text=Let go of split t1 >> nth=1")
    page.click("button >> text=Resend split t1")
    page.wait_for_selector("timer-refused", state="hidden")
    device.until_button("Split: t2")
    device.until_text(".status-cell:nth-child(2) .status-value", "All sent")
    [split_] = only_run(server, park)["splits"]
    assert split_["at"] == device.run["splits"][0]["at"]


def test_a_name_that_was_refused_is_sent_again_corrected(server, park, phone):
    refusals = Refusals({"registerRunner"})
    name = f"Runner {uuid.uuid4().hex[:8]}"
    device = phone(query=f"?track={park}", socket=refusals.take)
    device.be(name + "!")
    device.page.click("text=1 not taken by the server…")
    refusals.types = set()
    device.page.get_by_label("Corrected name").fill(name)
    device.page.click(f"button >> text=Resend the name {name}!")
    device.page.wait_for_selector("timer-refused", state="hidden")
    wait_until(lambda: server.get(f"/api/v1/runners?name={name.replace(' ', '%20')}").json["runners"],
               "the name has come")


class Refusals:
    """Takes a page's sockets, and refuses commands of some types in the server's place."""

    def __init__(self, types=()):
        self.types = set(types)

    def take(self, socket):
        to_server = socket.connect_to_server()

        def send(text):
            message = json.loads(text)
            if message["type"] not in self.types:
                return to_server.send(text)
            socket.send(json.dumps({"type": "error", "commandId": message["commandId"],
                                    "code": "invalidValue", "message": "No such luck"}))

        socket.on_message(send)
        to_server.on_message(socket.send)


def clash(used):
    """Takes a page's sockets: its first start goes out under a command id that the track knows already."""
    own = []

    def take(socket):
        to_server = socket.connect_to_server()

        def send(text):
            message = json.loads(text)
            if message["type"] == "startRun" and not own:
                own.append(message["commandId"])
                text = json.dumps(message | {"commandId": used})
            to_server.send(text)

        socket.on_message(send)
        to_server.on_message(lambda text: socket.send(text.replace(used, own[0]) if own else text))

    return take
