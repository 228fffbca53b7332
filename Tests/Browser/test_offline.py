"""A phone without a network: a run is started, split and finished, and every tap arrives once it is back,
with its instant, whatever happened to the page, the browser or the server meanwhile."""

import contextlib
import os
import pathlib
import signal
import uuid

import pytest
from playwright.sync_api import Error

from control_desk import Wire, new_track
from scripted_board import now, until
from server_process import ServerProcess, wait_until
from timing_phone import (
    CUT, KEPT, LINE, MEND, PHONE, TimingPhone, begin, behind, later, only_run)
from walk import on_lan

# More than any clock is uncertain by that was set a minute ago.
STATED = 10_000
NO_DATABASE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"


@pytest.fixture
def own_server(tmp_path):
    """A server that may go down, with a track of three checkpoints."""
    with ServerProcess(tmp_path / "server") as server:
        server.start()
        with Wire(server, "control") as control:
            server.park = new_track(control, "t1", "t2", "finish", name="Park")
        yield server


def taken(server, track):
    """The splits of the one run that the server has: which checkpoint, and when."""
    run = only_run(server, track)
    assert all(each["state"] == "counted" for each in run["splits"])
    return [(each["checkpoint"], each["at"]) for each in run["splits"]]


def tapped(device):
    return [(each["checkpoint"], each["at"]) for each in device.run["splits"]]


def same_taps(run, before):
    """Whether a run has the taps that it had before, none of them moved by more than was stated then."""
    started = abs(run["startedAt"] - before["startedAt"])
    return started <= STATED and [each["id"] for each in run["splits"]] == [
        each["id"] for each in before["splits"]] and all(
        abs(now["at"] - then["at"]) <= then["uncertainty"]
        for now, then in zip(run["splits"], before["splits"]))


def test_a_whole_run_while_the_server_is_down(own_server, open_page):
    server = own_server
    device = TimingPhone(open_page(expected_errors=("WebSocket",), **PHONE), server,
                         query=f"?track={server.park}")
    device.be(f"Ada {uuid.uuid4().hex[:8]}")
    device.wait_for("ready")
    device.synced()
    device.all_sent()
    server.kill()
    device.page.wait_for_selector("text=Reconnecting…")
    device.tap()
    device.wait_for("run")
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    device.page.wait_for_selector("timer-status >> text=4 unsent")
    before = device.run
    server.start()
    device.settled()
    assert same_taps(device.run, before)
    assert taken(server, server.park) == tapped(device)
    assert only_run(server, server.park)["startedAt"] == device.run["startedAt"]
    assert only_run(server, server.park)["status"] == "finished"


def test_a_browser_that_is_killed_goes_on_with_the_run(own_server, tmp_path, launch):
    server, profile = own_server, tmp_path / "profile"
    with Browser(launch, profile) as page:
        device = TimingPhone(page, server, query=f"?track={server.park}")
        device.be(f"Ada {uuid.uuid4().hex[:8]}")
        device.start()
        device.later_tap()
        device.until_button("Split: t2")
        server.kill()
        page.wait_for_selector("text=Reconnecting…")
        device.later_tap()
        device.until_button("Finish")
        before = device.run
        kill_browser(profile)
    server.start()
    with Browser(launch, profile) as page:
        device = TimingPhone(page, server)
        device.until_button("Finish")
        assert same_taps(device.run, before)
        device.settled()
        device.later_tap()
        device.wait_for("finish")
        device.settled()
        splits = tapped(device)
    assert taken(server, server.park) == splits
    assert len(splits) == 3


def test_half_an_hour_of_splits_without_a_line(server, control, open_page):
    track = new_track(control, "t1", "t2", "finish", name="Ring", laps=10)
    page = open_page(expected_errors=("WebSocket",), **PHONE)
    page.add_init_script(behind(hours=32 / 60) + CUT + LINE)
    device = TimingPhone(page, server, query=f"?track={track}")
    device.be(f"Ada {uuid.uuid4().hex[:8]}")
    device.wait_for("ready")
    device.tap()
    device.wait_for("run")
    for count in range(1, 31):
        later(page, minutes=1)
        earliest = now()
        device.tap()
        latest = now()
        until(page, f"async (count) => {KEPT}.run.splits.length === count", count)
    device.wait_for("finish")
    page.wait_for_selector("timer-status >> text=32 unsent")
    before = device.run["splits"]
    assert {each["uncertainty"] for each in before} == {2_000_000}
    # One more try may be under way, and fail, when the network comes back.
    until(page, f"() => {{ {MEND} return window.sockets.at(-1).readyState === WebSocket.OPEN; }}")
    device.until_text(".status-cell:nth-child(2) .status-value", "All sent")
    # The phone's time of day was two minutes behind; now its taps are measured.
    kept = device.run["splits"]
    sharp = kept[-1]["uncertainty"]
    assert sharp < 20_000
    assert earliest - sharp <= kept[-1]["at"] <= latest + sharp
    splits = tapped(device)
    # The board shows the latest splits alone.
    run = server.get(f"/api/v1/runs/{device.run['id']}").json
    assert [(each["checkpoint"], each["at"]) for each in run["splits"]] == splits
    assert run["status"] == "finished"
    assert all(each["uncertainty"] < 300_000 for each in kept)
    for since, measured in zip(before, kept):
        passed = before[-1]["at"] - since["at"]
        assert abs(kept[-1]["at"] - measured["at"] - passed) <= sharp + measured["uncertainty"]


@pytest.mark.parametrize("origin", ["localhost", "lan"])
def test_two_tabs_time_the_same_run_and_one_of_them_sends(
        server, park, open_page, browser, lan_browser, origin):
    count = """
        const send = WebSocket.prototype.send;
        window.sent = [];
        WebSocket.prototype.send = function (text) {
            const { commandId, type } = JSON.parse(text);
            if (commandId) window.sent.push(`${type} ${commandId}`);
            return send.call(this, text);
        };"""
    page = open_page(inside=lan_browser if origin == "lan" else browser, **PHONE)
    page.context.add_init_script(count)
    if origin == "lan":
        server = on_lan(server)
    first = TimingPhone(page, server, query=f"?track={park}")
    assert page.evaluate("isSecureContext") == (origin != "lan")
    first.be(f"Ada {uuid.uuid4().hex[:8]}")
    first.start()
    first.later_tap()
    first.settled()
    second = TimingPhone(page.context.new_page(), server)
    second.until_button("Split: t2")
    second.later_tap()
    first.until_button("Finish")
    first.settled()
    first.later_tap()
    for tab in (first, second):
        tab.wait_for("finish")
        tab.settled()
    assert taken(server, park) == tapped(first) == tapped(second)
    sent = [line for tab in (first, second) for line in tab.page.evaluate("window.sent")]
    assert len(sent) == len(set(sent)) == 5


def test_without_a_database_a_reload_loses_nothing_and_the_page_says_what_might(server, park, phone):
    device = begin(phone, park, init=NO_DATABASE + LINE, expected_errors=("WebSocket",))
    page = device.page
    page.wait_for_selector("text=This browser may forget what is unsent when it is closed.")
    device.settled()
    page.evaluate(CUT)
    device.later_tap()
    device.until_button("Split: t2")
    page.wait_for_selector("timer-status >> text=1 unsent")
    page.reload()
    device.until_button("Split: t2")
    device.settled()
    assert taken(server, park) == tapped(device)


def test_what_an_earlier_version_kept_is_taken_over_once(server, park, phone):
    device = begin(phone, park, init=NO_DATABASE + LINE, expected_errors=("WebSocket",))
    device.settled()
    page = device.page
    # As the earlier version kept it: a list of commands, and the run.
    page.evaluate(CUT)
    device.later_tap()
    device.until_button("Split: t2")
    page.evaluate(f"""async () => {{
        const {{ run, commands }} = {KEPT};
        const kept = {{ run, commands: commands.map(({{ command }}) => command) }};
        for (const name of Object.keys(localStorage)) {{
            if (name.startsWith("livetiming.kept.")) localStorage.removeItem(name);
        }}
        localStorage.setItem("livetiming.own-run", JSON.stringify(kept.run));
        localStorage.setItem("livetiming.outbox.timer", JSON.stringify(kept.commands));
    }}""")
    tab = page.context.new_page()
    page.close()
    device = TimingPhone(tab, server)
    device.until_button("Split: t2")
    device.settled()
    assert taken(server, park) == tapped(device)
    assert tab.evaluate("localStorage.getItem('livetiming.own-run')") is None
    assert tab.evaluate("localStorage.getItem('livetiming.outbox.timer')") is None


def test_a_run_goes_on_where_the_token_is_gone(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.settled()
    page.evaluate("localStorage.removeItem('livetiming.token.timer')")
    page.goto(f"{server.url}/timer")
    page.wait_for_selector("text=This phone has no token. Go on")
    device.later_tap()
    device.until_button("Split: t2")
    page.wait_for_selector("timer-status >> text=1 unsent")
    page.goto(f"{server.url}/timer#token={server.token('timer')}")
    device.settled()
    assert taken(server, park) == tapped(device)


class Browser:
    """A Chromium with a profile that outlives it, and its page."""

    def __init__(self, launch, profile):
        self.playwright = launch.playwright
        self.profile = profile

    def __enter__(self):
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=path, args=["--no-sandbox"],
            viewport={"width": 390, "height": 844}, has_touch=True)
        return self.context.pages[0]

    def __exit__(self, *fault):
        # One that was killed is closed already, or about to be.
        with contextlib.suppress(Error):
            self.context.close()


def kill_browser(profile):
    """Ends the browser of a profile as a phone does that runs out of power."""
    pid = wait_until(lambda: browser_of(profile), "the browser runs")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not browser_of(profile), "the browser is gone")


def browser_of(profile):
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}" in words and not any(word.startswith("--type=") for word in words):
            return int(folder.name)
    return None
