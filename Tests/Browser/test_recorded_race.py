"""A race that really happened, replayed over the wire and read off the page."""

import re

import pytest

from races import Replay, recording, track_of
from scripted_board import until
from server_process import ServerProcess, wait_until

# By number: place, laps, best lap, and the total or what stands for it, as the page words them.
RESULTS = {
    "3": ("1", "8", "33.271", "5:14.808", "—"),
    "4": ("2", "8", "33.572", "5:16.121", "+1.313"),
    "1": ("3", "8", "37.054", "5:38.871", "+24.063"),
    "5": ("4", "8", "35.849", "5:42.891", "+28.083"),
    "6": ("5", "7", "37.724", "5:05.674", "+1 lap"),
    "2": ("6", "7", "36.898", "5:07.770", "+1 lap"),
}
VIEWPORTS = [(1280, 800), (1920, 1080), (390, 844), (360, 740), (768, 1024), (1280, 720)]


@pytest.fixture(scope="module")
def replayed(tmp_path_factory):
    """A server in mid-replay, at 20 times the pace."""
    path = recording()
    with ServerProcess(tmp_path_factory.mktemp("race")) as server:
        server.start()
        with Replay(server, path, speed=20) as replay:
            track = wait_until(lambda: track_of(server), "the track of the replay")
            yield server, track, replay


def test_six_spectators_read_the_right_answers_off_the_page(replayed, open_page):
    server, track, replay = replayed
    pages = [open_page(width=width, height=height) for width, height in VIEWPORTS]
    for page in pages:
        page.goto(f"{server.url}/track/{track}")
    replay.finish()
    for page in pages:
        until(page, "() => document.querySelectorAll('.row[data-status=finished]').length === 6")
        assert order(page) == list(RESULTS)
    desktop = pages[0]
    for number, (place, laps, best, total, gap) in RESULTS.items():
        row = row_of(desktop, number)
        text = plain(row.text_content())
        assert row.locator(".place").first.text_content().strip().startswith(place)
        for expected in (best, total, gap):
            assert expected in text, (number, expected, text)
        assert laps in [plain(cell) for cell in row.locator(".laps").all_text_contents()]
    assert lap_verdicts(desktop) == {"overall best": 1, "personal best": 5, "slower": 40}


def order(page):
    return [plain(text) for text in page.locator(".board-body > .row .number").all_text_contents()]


def row_of(page, number):
    return page.locator(".board-body > .row").filter(
        has=page.locator(".number", has_text=re.compile(rf"^\s*{number}\s*$")))


def lap_verdicts(page):
    """Opens every row and counts the words of its laps."""
    counts = {}
    for number in RESULTS:
        row_of(page, number).locator(".runner-button").click()
    until(page, "() => document.querySelectorAll('.details .lap-times').length === 6")
    for text in page.locator(".details .lap-times .verdict").all_text_contents():
        word = plain(text).lstrip("◆▲▪ ")
        counts[word] = counts.get(word, 0) + 1
    return counts


def plain(text):
    return re.sub(r"\s+", " ", text).strip()
