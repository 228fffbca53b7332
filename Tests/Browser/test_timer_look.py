"""How the timer's page looks: at every width, in both schemes, and while the clock runs."""

import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe

from scripted_board import SECOND, now, until
from test_timer_refusals import Refusals
from timing_phone import begin, shoot
from wire import Wire, command

# Every width once, and both schemes on a phone and on a desktop.
LOOKS = [(360, 640, "light"), (390, 844, "light"), (390, 844, "dark"), (768, 1024, "dark"),
         (1280, 800, "light"), (1280, 800, "dark"), (1920, 1080, "light")]
LONG = "Maximiliane-Alexandra von Hohenzollern-Sigmaringen-Habsburg"
SCRIPTS = ["عبد الرحمن الخوارزمي", "山田 太郎", LONG]


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


@pytest.mark.parametrize("width, height, theme", LOOKS)
def test_without_a_track_it_says_how_to_begin(empty, open_page, width, height, theme):
    page = open_page(width, height)
    page.add_init_script(f"localStorage.setItem('livetiming.theme', '{theme}')")
    page.goto(f"{empty.url}/timer#token={empty.token('timer')}")
    page.wait_for_selector("text=There are no tracks yet")
    shoot(page, f"track-empty-{theme}-{width}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).violations_count == 0


@pytest.mark.parametrize("width,height,theme", [(360, 640, "light"), (390, 844, "dark")])
def test_a_page_that_has_much_to_tell_still_fits(park, phone, width, height, theme):
    refusals = Refusals()
    device = begin(phone, park, name=f"{LONG} {uuid.uuid4().hex[:6]}", width=width, height=height, socket=refusals.take, init=f"""
        Object.defineProperty(window, 'indexedDB', {{ value: undefined }});
        localStorage.setItem('livetiming.theme', '{theme}');""")
    page = device.page
    device.settled()
    refusals.types = {"recordSplit"}
    device.later_tap()
    page.click("button >> text=Hide this message")
    page.wait_for_selector("text=1 not taken by the server…")
    shoot(page, f"much-{width}-{theme}")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("tap-button button").bounding_box()["height"] >= 96
    assert Axe().run(page).violations_count == 0
    page.click("text=1 not taken by the server…")
    shoot(page, f"refused-{width}-{theme}")
    assert Axe().run(page).violations_count == 0
