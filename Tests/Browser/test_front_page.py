"""The front page: the tracks of the server, or how to begin."""

import pathlib

import pytest
from axe_playwright_python.sync_playwright import Axe

SHOTS = pathlib.Path(__file__).parent / "screenshots"


def track(name, live, running=0, last=None, **fields):
    return {"id": name.lower(), "name": name, "live": live, "running": running,
            "session": {"id": "s", "name": "Final", "state": "running"} if live else None,
            "lastActivity": last, "checkpoints": [{"id": "a", "name": "A"}], "laps": 1} | fields


TRACKS = [track("Hill", False, last=1_790_000_000_000_000), track("Arena", True, 12),
          track("جبل", False), track("Never", False)]


def open_front(open_page, static_url, tracks, **options):
    page = open_page(**options)
    page.route("**/api/v1/tracks", lambda route: route.fulfill(json={"tracks": tracks}))
    page.route("**/api/v1/runs?*", lambda route: route.fulfill(json={"runs": [], "next": None}))
    page.goto(static_url)
    page.wait_for_selector("track-list:not([aria-busy])")
    return page


def test_live_tracks_stand_on_top_with_their_runners(open_page, static_url):
    page = open_front(open_page, static_url, TRACKS)
    names = page.locator(".track-name").all_inner_texts()
    assert names[:2] == ["Arena", "Hill"]
    assert page.inner_text(".track.live .track-state") == "Live · 12 running"
    assert page.get_attribute(".track.live", "href") == "/track/arena"
    assert page.is_hidden(".empty")


def test_a_newcomer_is_told_how_to_begin(open_page, static_url):
    page = open_front(open_page, static_url, [])
    assert page.is_visible("text=No tracks yet")
    assert page.is_visible("text=script/run --demo")


def test_a_server_that_does_not_answer_is_told(open_page, static_url):
    page = open_page(expected_errors=("Failed to load resource",))
    page.route("**/api/v1/tracks", lambda route: route.fulfill(status=503))
    page.goto(static_url)
    page.wait_for_selector("text=The server does not answer")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("tracks", [TRACKS, []], ids=["tracks", "empty"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_front_page_is_accessible_and_fits(open_page, static_url, scheme, tracks, width):
    page = open_front(open_page, static_url, tracks, width=width, color_scheme=scheme)
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"front-{scheme}-{width}-{len(tracks)}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_the_pulse_rests_with_reduced_motion(open_page, static_url):
    page = open_front(open_page, static_url, TRACKS, reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
