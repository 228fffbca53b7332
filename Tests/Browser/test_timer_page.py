"""The timer's page on a phone, against the real server: from the token to the finish sheet."""

import pathlib
import re
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe

from scripted_board import SECOND, now, until
from server_process import wait_until
from timing_phone import begin, only_run, states
from wire import Wire, command, course, split

SHOTS = pathlib.Path(__file__).parent / "screenshots"


def shoot(page, name):
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"timer-{name}.png")


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
    assert device.button() == "Split: Old oak"
    page.click("text=Missed it")
    assert device.button() == "Split: Well"
    device.later_tap()
    page.click("text=Void Well")
    assert device.button() == "Split: Well"
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


def test_a_reload_goes_on_with_the_run(server, park, phone):
    device = begin(phone, park)
    device.later_tap()
    device.settled()
    run = device.run["id"]
    device.page.reload()
    device.wait_for("run")
    assert device.run["id"] == run
    device.until_button("t2")
    device.synced()
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    device.settled()
    assert only_run(server, park)["id"] == run
    device.page.reload()
    device.wait_for("finish")


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


def test_without_a_token_the_page_says_how_to_get_one(server, phone):
    device = phone(token="")
    page = device.page
    device.wait_for("token")
    page.wait_for_selector("text=Scan the code")
    page.click("text=Use this token")
    page.wait_for_selector("text=There is no token yet")
    page.fill("#token", f"{server.url}/timer#token={server.token('timer')}")
    page.click("text=Use this token")
    device.wait_for("track")


def test_a_token_that_is_refused_is_told(server, phone):
    device = phone(token="nonsense")
    device.wait_for("token")
    device.page.wait_for_selector("text=The server does not know this token")
    device.page.fill("#token", server.token("timer"))
    device.page.click("text=Use this token")
    device.wait_for("track")
    device.page.reload()
    device.wait_for("track")


def test_a_token_that_is_taken_back_stops_nobody_in_mid_run(server, park, phone):
    device = begin(phone, park, init="""
        const Real = WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Real {
            constructor(url, protocol) {
                super(url, protocol);
                window.sockets.push(this);
            }
            send(text) {
                super.send(window.isStranger ? text.replace(/"token":"[^"]*"/, '"token":"old"') : text);
            }
        };""")
    page = device.page
    device.settled()
    page.evaluate("window.isStranger = true; window.sockets.at(-1).close()")
    page.wait_for_selector("text=Go on: what you tap is kept on this phone")
    device.later_tap()
    device.until_button("Split: t2")
    page.wait_for_selector("text=1 unsent")
    page.evaluate("window.isStranger = false")
    page.goto(f"{server.url}/timer?track={park}#token={server.token('timer')}")
    device.settled()
    assert states(only_run(server, park)) == [("t1", "counted")]


def test_a_second_tap_at_once_is_held_back_and_can_be_accepted(server, park, phone):
    device = begin(phone, park)
    device.later_tap()
    device.tap()
    device.until_button("Ignored – tap to accept")
    device.until_button("Split: t2")
    device.past_slip()
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1
    device.tap()
    device.tap()
    held = device.page.evaluate("performance.now()")
    until(device.page, "(held) => performance.now() > held + 500", held)
    device.tap()
    device.wait_for("finish")
    device.settled()
    assert states(only_run(server, park)) == [
        ("t1", "counted"), ("t2", "counted"), ("finish", "counted")]


def test_what_the_server_sets_aside_can_be_counted(server, phone):
    track = f"long-{uuid.uuid4().hex[:8]}"
    lines = [{"id": name, "name": name, "minimumSegment": 600 * SECOND} for name in ("t1", "finish")]
    server.post(command("createTrack", track, name=track, checkpoints=lines))
    device = begin(phone, track)
    device.later_tap()
    device.page.wait_for_selector(".toast >> text=set aside")
    device.until_button("Split: t1")
    device.page.click(".toast >> text=Count t1")
    device.until_button("Finish")
    device.settled()
    assert states(only_run(server, track)) == [("t1", "counted")]


def test_splits_of_the_list_are_voided_and_restored(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.later_tap()
    device.settled()
    page.click("text=Splits (1) and more")
    page.click("dialog >> text=Void t1")
    page.wait_for_selector("dialog >> text=Restore t1")
    device.settled()
    assert states(only_run(server, park)) == [("t1", "voided")]
    page.click("dialog >> text=Restore t1")
    device.settled()
    page.click("text=Back to the clock")
    device.until_button("Split: t2")
    assert states(only_run(server, park)) == [("t1", "counted")]


def test_a_run_is_stopped_and_the_stop_undone(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.later_tap()
    page.click("text=Splits (1) and more")
    page.click("text=Stop without finishing…")
    page.click("text=Keep running")
    device.until_button("Split: t2")
    page.click("text=Splits (1) and more")
    page.click("text=Stop without finishing…")
    page.click("text=Stop: did not finish")
    device.wait_for("finish")
    device.settled()
    assert only_run(server, park)["status"] == "dnf"
    assert "did not finish" in page.inner_text(".finish-heading").lower()
    page.click("text=Undo: go on with this run")
    device.wait_for("run")
    device.settled()
    assert only_run(server, park)["status"] == "running"


def test_a_finish_is_undone_and_another_run_begins(server, park, phone):
    device = begin(phone, park)
    page = device.page
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    page.click("text=Undo the finish")
    device.wait_for("run")
    device.until_button("Finish")
    device.settled()
    assert only_run(server, park)["status"] == "running"
    device.later_tap()
    device.wait_for("finish")
    page.click("text=Run again")
    device.wait_for("ready")
    device.start()
    device.settled()
    assert sorted(run["status"] for run in server.board(park)["runs"]) == ["finished", "running"]


def test_a_false_start_is_discarded(server, park, phone):
    device = begin(phone, park)
    device.settled()
    device.page.click("text=Splits (0) and more")
    device.page.click("text=Discard this run…")
    device.page.click("text=Discard: it was a false start")
    device.wait_for("ready")
    wait_until(lambda: server.board(park)["runs"] == [], "the run has gone from the board")


def test_open_laps_are_counted_and_finished_on_request(server, phone):
    track = f"laps-{uuid.uuid4().hex[:8]}"
    lines = [{"id": name, "name": name, "minimumSegment": 0} for name in ("turn", "line")]
    server.post(command("createTrack", track, name=track, checkpoints=lines, laps=0))
    device = begin(phone, track)
    for button in ("line lap 1", "turn lap 2", "line lap 2"):
        device.later_tap()
        assert device.button().endswith(button)
    device.page.click("text=Finish run…")
    device.page.click("text=Finish the run")
    device.wait_for("finish")
    device.settled()
    run = only_run(server, track)
    assert (run["status"], run["laps"]) == ("finished", 1)


def test_a_cut_line_loses_and_doubles_nothing(server, park, phone):
    device = begin(phone, park, expected_errors=("WebSocket", "Failed to load"), init="""
        const Real = WebSocket;
        window.sockets = [];
        window.isCut = false;
        window.WebSocket = class extends Real {
            constructor(url, protocol) {
                super(window.isCut ? url.replace('/ws', '/cut') : url, protocol);
                window.sockets.push(this);
            }
        };""")
    page = device.page
    device.later_tap()
    device.settled()
    page.evaluate("window.isCut = true; window.sockets.at(-1).close()")
    page.wait_for_selector("text=Reconnecting…")
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    page.wait_for_selector("text=2 unsent")
    page.wait_for_selector("text=provisional: not confirmed")
    assert len(only_run(server, park)["splits"]) == 1
    page.reload()
    device.wait_for("finish")
    device.settled()
    run = only_run(server, park)
    assert (run["status"], len(run["splits"]), run["splitCount"]) == ("finished", 3, 3)


def test_a_long_press_is_one_split_and_a_click_of_its_own_another(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.past_slip()
    page.locator("tap-button button").hover()
    page.mouse.down()
    device.past_slip()
    page.mouse.up()
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1
    device.past_slip()
    released = page.evaluate("performance.now()")
    until(page, "(released) => performance.now() > released + 600", released)
    page.evaluate("document.querySelector('tap-button button').click()")
    device.until_button("Finish")
    device.settled()
    assert len(only_run(server, park)["splits"]) == 2


def test_it_works_without_wake_lock_vibration_and_random_uuid(server, park, phone):
    device = begin(phone, park, init="""
        delete Navigator.prototype.wakeLock;
        delete Navigator.prototype.vibrate;
        delete Crypto.prototype.randomUUID;""")
    device.page.wait_for_selector("text=May sleep")
    device.later_tap()
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1


def test_the_instant_is_that_of_the_event_and_not_of_the_handler(server, park, phone):
    device = begin(phone, park)
    device.past_slip()
    at, handled = device.page.evaluate("""() => {
        const event = new PointerEvent("pointerdown", { button: 0 });
        const wall = Date.now() * 1000;
        const until = performance.now() + 300;
        while (performance.now() < until);
        document.querySelector("tap-button button").dispatchEvent(event);
        const run = JSON.parse(localStorage.getItem("livetiming.own-run"));
        return [run.splits[0].at - wall, Date.now() * 1000 - wall];
    }""")
    assert handled >= 300_000
    assert abs(at) < handled - 200_000
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1


def test_the_page_begins_in_the_light_and_one_tap_switches(server, phone):
    device = phone(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert device.page.evaluate(ground) == "rgb(255, 255, 255)"
    device.page.click("theme-button button")
    assert device.page.evaluate(ground) == "rgb(13, 17, 23)"
    device.page.reload()
    assert device.page.evaluate(ground) == "rgb(13, 17, 23)"


def test_an_unknown_track_in_the_address_is_told(phone):
    device = phone(query="?track=nowhere")
    device.page.wait_for_selector("text=There is no track “nowhere” here")
    device.wait_for("track")


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_clock_is_as_wide_as_the_page_and_never_wider(server, park, phone, width):
    device = begin(phone, park, width=width)
    device.settled()
    with Wire(server, "control") as control:
        for seconds, pattern in [(90, r"^1:\d\d\."), (754, r"^12:\d\d\."), (4000, r"^1:06:\d\d\."),
                                 (93_784, r"^1d 02:03:\d\d\.")]:
            control.do(command("editRun", park, run=device.run["id"], at=now() - seconds * SECOND,
                               uncertainty=0))
            clock = device.page.locator(".run-clock")
            until(device.page, f"() => /{pattern}/.test(document.querySelector('.run-clock').textContent)")
            shoot(device.page, f"clock-{width}-{seconds}")
            sizes = clock.evaluate("""(clock) => {
                const [first, last] = [clock.firstChild, clock.lastChild].map(
                    (part) => part.getBoundingClientRect());
                return [last.right - first.left, clock.clientWidth];
            }""")
            assert 0.7 * sizes[1] < sizes[0] <= sizes[1], (seconds, sizes)


def test_nothing_shifts_while_the_clock_runs_and_splits_come_back(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.settled()
    page.evaluate("""() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
                window.shifts.push(...entry.sources.map(({ node, previousRect, currentRect }) =>
                    [(node?.outerHTML ?? node?.parentNode?.outerHTML ?? "").slice(0, 200),
                     JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ")));
            }
        }).observe({ type: "layout-shift" });
    }""")
    device.later_tap()
    device.settled()
    page.locator(".missed").dispatch_event("click")
    device.until_button("Finish")
    frames = "new Promise((resolve) => { let n = 60; const count = () => --n ? requestAnimationFrame(count) : resolve(); count(); })"
    page.evaluate(frames)
    boxes = ["run-clock", "last-split", "run-tools", "toast", "run-buttons"]
    moved = [shift for shift in page.evaluate("window.shifts")
             if any(shift.startswith(f'<div class="{box}') for box in boxes)]
    assert moved == []


# Every width once, and both schemes on a phone and on a desktop.
LOOKS = [(360, 640, "light"), (390, 844, "light"), (390, 844, "dark"), (768, 1024, "dark"),
         (1280, 800, "light"), (1280, 800, "dark"), (1920, 1080, "light")]
LONG = "Maximiliane-Alexandra von Hohenzollern-Sigmaringen-Habsburg"
SCRIPTS = ["عبد الرحمن الخوارزمي", "山田 太郎", LONG]


@pytest.mark.parametrize("width, height, theme", LOOKS)
def test_every_phase_is_accessible_and_fits(server, phone, width, height, theme):
    name = f"{SCRIPTS[LOOKS.index((width, height, theme)) % 3]}"
    track = f"shot-{uuid.uuid4().hex[:8]}"
    lines = [{"id": f"c{n}", "name": words, "minimumSegment": 0} for n, words in
             enumerate([LONG[:40], "Back straight", "منعطف", "Finish"])]
    server.post(command("createTrack", track, name=f"{name} run", checkpoints=lines))
    device = phone(token="", width=width, height=height, reduced_motion="reduce",
                   init=f"localStorage.setItem('livetiming.theme', '{theme}')")
    page = device.page

    def check(phase, shot=None):
        device.wait_for(phase)
        shoot(page, f"{shot or phase}-{theme}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), shot or phase
        results = Axe().run(page)
        assert results.violations_count == 0, f"{shot or phase}: {results.generate_report()}"

    check("token")
    page.goto(f"{server.url}/timer#token={server.token('timer')}")
    device.wait_for("track")
    page.wait_for_selector(".choice")
    check("track")
    page.click("text=Create a track")
    check("course")
    page.goto(f"{server.url}/timer?track={track}")
    check("runner")
    page.fill("#runner-name", f"{name} {uuid.uuid4().hex[:4]}")
    page.click("text=Go on to the start")
    page.wait_for_selector("text=No time here yet")
    device.synced()
    check("ready")
    device.start()
    check("run", "run-started")
    fits = "document.documentElement.scrollHeight <= Math.max(innerHeight, 480)"
    assert page.evaluate(fits)
    device.later_tap()
    device.settled()
    check("run", "run-split")
    device.later_tap()
    device.tap()
    check("run", "run-ignored")
    device.until_button("منعطف")
    page.click("text=Splits (2) and more")
    check("run", "run-splits")
    page.click("text=Stop without finishing…")
    check("run", "run-confirm")
    page.click("text=Keep running")
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    device.settled()
    check("finish")
