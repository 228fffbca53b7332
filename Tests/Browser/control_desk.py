"""The control page over the real server: opened with its token, with tracks that a test makes."""

import itertools
import pathlib
import re
import uuid

from axe_playwright_python.sync_playwright import Axe

from scripted_board import SECOND, now, until
from wire import Wire, command, course, split

SHOTS = pathlib.Path(__file__).parent / "screenshots"
NAMES = ["Ada Lovelace", "Grace Hopper", "عبد الرحمن الخوارزمي", "山田 太郎", "Katherine Johnson",
         "Maximiliane-Alexandra von Hohenzollern-Sigmaringen-Habsburg X", "Mary Jackson",
         "Hedy Lamarr"]
_numbers = itertools.count(1)


class Desk:
    """A page at `/control?track=…`, ready to be worked at."""

    def __init__(self, page, server, track=None, token=None):
        self.page, self.server, self.track = page, server, track
        query = f"?track={track}" if track else ""
        page.goto(f"{server.url}/control{query}#token={token or server.token('control')}")
        page.wait_for_selector("control-page[data-access=granted]")
        if track:
            page.wait_for_selector("control-page.is-ready")
            page.wait_for_selector("connection-state[data-state=live]")

    def board(self):
        return self.server.board(self.track)

    def run(self, run):
        return next(each for each in self.board()["runs"] if each["id"] == run)

    def split(self, split):
        board = self.board()
        splits = [each for run in board["runs"] for each in run["splits"]] + board["unassigned"]
        return next(each for each in splits if each["id"] == split)

    def toast(self, words):
        self.page.locator(".toast-words", has_text=words).wait_for()

    def open(self, run):
        self.page.locator(f'.run-line[data-run="{run}"] .run-open').click()
        self.page.wait_for_selector("control-run:not([hidden])")

    def capture(self, split):
        return self.page.locator(f'.capture[data-split="{split}"]')

    def attention(self, words):
        return self.page.locator(".attention-item", has_text=words)

    def close_call(self, words):
        return self.page.locator(".close-item", has_text=words)

    def submit(self):
        self.page.locator(".control-dialog .primary").click()
        self.page.wait_for_selector(".control-dialog", state="hidden")

    def submit_refused(self, words):
        """Submits what the form cannot take: it says why, and stays."""
        self.page.locator(".control-dialog .primary").click()
        self.page.locator(".control-dialog .refusal", has_text=words).wait_for()

    def in_focus(self, text):
        until(self.page, "(text) => document.activeElement.textContent === text", text)


def new_track(control, *checkpoints, name=None, **fields):
    """Makes a track of its own for a test, and answers its id."""
    track = f"track-{next(_numbers)}-{uuid.uuid4().hex[:6]}"
    control.do(course(track, *(checkpoints or ("t1", "finish")), name=name or "Hill Climb", **fields))
    return track


def race(control, track, began, count=8, passed=2):
    """A mass start of so many entries, the first `passed` of which have passed the first checkpoint."""
    control.do(command("createSession", track, session="final", name="Final", rank="race"),
               command("createStart", track, start="gun", session="final", at=began, uncertainty=0))
    for number, name in enumerate(NAMES[:count], 1):
        control.do(command("startRun", track, run=f"r{number}", runnerName=name, number=str(number),
                           session="final", start="gun"))
    control.do(*(split(track, f"x{number}-1", began + (40 + number) * SECOND, run=f"r{number}",
                       checkpoint="t1") for number in range(1, passed + 1)))


def plain(text):
    return re.sub(r"\s+", " ", text).strip()


def look(page, name):
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"control-{name}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    results = Axe().run(page)
    assert results.violations_count == 0, f"{name}: {results.generate_report()}"


__all__ = ["Desk", "NAMES", "SECOND", "Wire", "command", "look", "new_track", "now", "plain", "race",
           "split", "until"]
