"""Measures how race control reacts, in Chromium over the real server: 60 clocks, 300 entries.

    python Benchmarks/control/measure.py [--binary .build/release/livetiming] [--rounds 5]

Every action is done by hand, as it were: a key or a press of the mouse; marshals send ten splits a
second meanwhile. Per action two figures, medians over the rounds: from the key's own timestamp to the
first frame that shows what was asked for (the server's answer and its disk in it), and what the page's
main thread computed until then.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / folder) for folder in ("Browser", "Server")]

from control_desk import Desk, command, split  # noqa: E402  (found by the line above)
from server_process import ServerProcess  # noqa: E402
from wire import SECOND, Wire, course, now  # noqa: E402

TRACK = "hill"
CHECKPOINTS = ["t1", "t2", "finish"]
WATCH = """() => {
    window.began = 0;
    const note = (event) => { window.began ||= event.timeStamp; };
    for (const kind of ["keydown", "pointerdown", "change"]) {
        addEventListener(kind, note, { capture: true });
    }
    window.shown = async (find) => {
        // A frame that has what is looked for is painted before the next one begins.
        const frame = () => new Promise(requestAnimationFrame);
        while (!document.querySelector(find)) await frame();
        await frame();
        return performance.now() - window.began;
    };
}"""


def main():
    options = arguments()
    os.environ["LIVETIMING_BINARY"] = str(options.binary)
    with tempfile.TemporaryDirectory() as directory, ServerProcess(pathlib.Path(directory)) as server:
        server.start()
        with Wire(server, "control", device="marshal") as control, sync_playwright() as playwright:
            race(control, options.running, options.entries)
            browser = playwright.chromium.launch(
                executable_path=options.chromium, args=["--no-sandbox"])
            desk = Desk(browser.new_page(viewport={"width": 1280, "height": 800}), server, TRACK)
            with Marshals(control, options.running):
                print(json.dumps(measure(desk, options.rounds), indent=2))
            browser.close()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/livetiming")
    parser.add_argument("--running", type=int, default=60)
    parser.add_argument("--entries", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return parser.parse_args()


def race(control, running, entries):
    """A race of laps that so many are out in; the rest have finished it, but for ten who wait."""
    began = now() - 600 * SECOND
    control.do(course(TRACK, *CHECKPOINTS, laps=0),
               command("createSession", TRACK, session="final", name="Final", rank="time"),
               command("createStart", TRACK, start="gun", session="final", at=began, uncertainty=0))
    for number in range(1, entries + 1):
        runner = f"runner-{number}"
        control.do(command("registerRunner", runner=runner, name=f"Runner Number {number}"),
                   command("enterRunner", TRACK, session="final", runner=runner, number=str(number)))
    for number in range(1, entries - 9):
        run = f"r{number}"
        control.do(command("startRun", TRACK, run=run, runner=f"runner-{number}", session="final",
                           start="gun"))
        for index, checkpoint in enumerate(CHECKPOINTS[:2 if number <= running else 3], 1):
            control.do(split(TRACK, f"x{number}-{index}", began + index * 100 * SECOND + number * 1000,
                             run=run, checkpoint=checkpoint))
        if number > running:
            control.do(command("finishRun", TRACK, run=run, at=began + 300 * SECOND + number * 1000))


class Marshals:
    """Send ten splits a second until they are told to stop."""

    def __init__(self, control, running):
        self.control, self.running = control, running
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.send, daemon=True)

    def send(self):
        number = 0
        while not self.is_over.wait(0.1):
            number += 1
            self.control.do(split(TRACK, f"m{number}", now(), run=f"r{number % self.running + 1}"))

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *exception):
        self.is_over.set()
        self.thread.join()


def measure(desk, rounds):
    page = desk.page
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    # Of this thread alone: what other processes take of the machine is not in it.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    figures = {}

    def busy():
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"] * 1000

    def act(name, find, do):
        page.evaluate("window.began = 0")
        before = busy()
        do()
        shown = page.evaluate("(find) => window.shown(find)", find)
        figures.setdefault(name, []).append((shown, busy() - before))

    key = page.keyboard.press
    for turn in range(rounds):
        number = 105 + turn
        act("starts", "control-page[data-view=starts]", lambda: key("2"))
        act("sessions", "control-page[data-view=sessions]", lambda: key("3"))
        act("track", "control-page[data-view=track]", lambda: key("4"))
        act("runs", "control-page[data-view=runs]", lambda: key("1"))
        act("find", f'.run-line:only-child[data-run="r{number}"]',
            lambda: (key("/"), page.keyboard.type(str(number))))
        act("open a run", "control-run:not([hidden])", lambda: (key("Enter"), key("Enter")))
        act("void a split", f'.capture[data-split="x{number}-1"][data-state=voided]',
            lambda: (desk.capture(f"x{number}-1").focus(), key("v")))
        act("undo", f'.capture[data-split="x{number}-1"][data-state=counted]', lambda: key("u"))
        act("ask to move", ".control-dialog[open]",
            lambda: (desk.capture(f"x{number}-1").focus(), key("m")))
        act("leave the form", "body:not(:has(.control-dialog[open]))", lambda: key("Escape"))
        act("close the run", "control-run[hidden]", lambda: key("Escape"))
        act("all runs again", ".runs-body .run-line:nth-child(200)", lambda: (key("/"), key("Escape")))
        order = page.locator("[data-action=order]")
        act("by number", '[data-action=order][aria-label*="number"]', order.click)
        act("by place", '[data-action=order][aria-label*="place"]', order.click)
        key("2")
        page.wait_for_selector(".entries-body .entry:nth-child(300)")
        start = f'.entry[data-runner="runner-{300 - turn}"] [data-act=start]'
        page.locator(start).scroll_into_view_if_needed()
        act("start one", f"{start}:disabled", page.locator(start).click)
        page.fill("#entry-who", f"{400 + turn} Late Entry {turn}")
        act("enter one", f'.entry [aria-label="Start now: {400 + turn} Late Entry {turn}"]',
            lambda: key("Enter"))
        page.locator("h2:visible").first.focus()
        key("1")
    return {name: {"shownMilliseconds": round(statistics.median(shown for shown, _ in taken), 1),
                   "slowest": round(max(shown for shown, _ in taken), 1),
                   "mainThreadMilliseconds": round(statistics.median(busy for _, busy in taken), 1)}
            for name, taken in figures.items()}


if __name__ == "__main__":
    main()
