"""Measures the board in Chromium: frames a second, script a frame, and layout shifts.

    python Benchmarks/board/measure.py [URL] [--runners 60] [--seconds 10] [--width 1280]

Without a URL it serves `Public/` itself and scripts a board on which every clock runs and ten
updates a second move a gap and a place or two. With one (a board of a running server) it measures
that. Script time is what Chromium's own counters say the
page spent in JavaScript; "work" adds style and layout, all from `Performance.getMetrics`.
"""

import argparse
import functools
import http.server
import json
import pathlib
import sys
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / folder) for folder in ("Browser", "Server")]

from conftest import PUBLIC, PublicFiles  # noqa: E402  (found by the line above)
from scripted_board import ScriptedBoard, run, snapshot  # noqa: E402

WATCH = """() => {
    window.frames = [];
    window.shift = 0;
    const frame = (time) => { window.frames.push(time); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: "layout-shift" });
}"""


def main():
    options = arguments()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": options.width, "height": 60 * 44})
        news = lambda tick: None  # a real board makes its own
        if options.url:
            page.goto(options.url)
            page.wait_for_selector(".row .running")
        else:
            runs = [run(number) for number in range(1, options.runners + 1)]
            script = ScriptedBoard(page, serve_public(), snapshot(runs))
            script.wait_for("ping", count=5)
            news = functools.partial(overtake, script, options.runners)
        print(json.dumps(measure(page, options.seconds, news), indent=2))
        browser.close()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url", nargs="?")
    parser.add_argument("--runners", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return parser.parse_args()


def serve_public():
    handler = functools.partial(PublicFiles, directory=str(PUBLIC))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def overtake(script, runners, tick):
    """Every runner's gap changes; once a second two neighbours change places, and back."""
    runs = [{"id": f"r{number}", "gap": number * 1000 + tick * 1000}
            for number in range(2, runners + 1)]
    first = 2 + tick // 20 % (runners - 2)
    if tick % 10 == 0:
        swapped = tick % 20 == 0
        runs[first - 2]["place"] = first + 1 if swapped else first
        runs[first - 1]["place"] = first if swapped else first + 1
    script.update(11 + tick, runs=runs)


def measure(page, seconds, news):
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(WATCH)
    before, first = counters(session), page.evaluate("window.frames.length")
    for tick in range(round(seconds * 10)):
        news(tick)
        page.wait_for_timeout(100)
    after = counters(session)
    times = page.evaluate("window.frames")[first:]
    frames = len(times) - 1
    gaps = sorted(b - a for a, b in zip(times, times[1:]))
    spent = {name: (after[name] - before[name]) * 1000 / frames for name in before}
    return {
        "runningClocks": page.locator(".row[data-status=running]").count(),
        "frames": frames,
        "framesPerSecond": round(1000 * frames / (times[-1] - times[0]), 1),
        "frameMilliseconds": {"median": round(gaps[frames // 2], 2),
                              "p99": round(gaps[int(frames * 0.99)], 2)},
        "scriptMillisecondsPerFrame": round(spent["ScriptDuration"], 3),
        "layoutMillisecondsPerFrame": round(spent["LayoutDuration"], 3),
        "styleMillisecondsPerFrame": round(spent["RecalcStyleDuration"], 3),
        "taskMillisecondsPerFrame": round(spent["TaskDuration"], 3),
        "layoutShift": page.evaluate("window.shift"),
    }


def counters(session):
    wanted = {"ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration"}
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in metrics if each["name"] in wanted}


if __name__ == "__main__":
    main()
