"""How exact the clock of the pages is on a real line to the real server: prints the second table of docs/clocks.md.

    LIVETIMING_BINARY=.build/debug/livetiming python Benchmarks/clock/through_proxy.py [--minutes 10]

The pages' own line to the server (`Public/js/line.js`) runs in Chromium, with its own pings, through a proxy that
delays; the phone's clock is the browser's, made fast by 40 parts per million, and stands still in sleep. All links
are measured at the same time.
"""

import argparse
import contextlib
import os
import pathlib
import statistics
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / folder) for folder in ("Browser", "Server")]

from drifting_phone import DriftingPhone, within  # noqa: E402  (found by the line above)
from jittery_proxy import JitteryProxy  # noqa: E402
from server_process import ServerProcess  # noqa: E402

#: The longest delays there and back in seconds, and sleeps: when, as a share of the whole, and for how many seconds.
LINKS = {
    "quiet": (0, 0, []),
    "asymmetric jitter up to 200 ms": (0.2, 0.02, []),
    "the same the other way": (0.02, 0.2, []),
    "jitter up to 200 ms, and sleeps": (0.2, 0.02, [(0.3, 3), (0.6, 20)]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    if not os.environ.get("LIVETIMING_BINARY"):
        parser.error("LIVETIMING_BINARY is not set; it names the built server")
    seconds = options.minutes * 60
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(ServerProcess(pathlib.Path(folder) / "server")).start()
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        stack.callback(browser.close)
        phones = {}
        for name, (there, back, sleeps) in LINKS.items():
            link = stack.enter_context(JitteryProxy(server.port))
            phones[name] = DriftingPhone(browser.new_page(), server, link)
            link.there, link.back = there, back
            phones[name].begin(drift=40e-6, seconds=seconds, every=0.1,
                               sleeps=[(share * seconds, span) for share, span in sleeps])
        print("| link | readings | within the stated uncertainty | median error | 99 % | median stated |")
        print("| --- | --- | --- | --- | --- | --- |")
        for name, phone in phones.items():
            print(row(name, phone.readings()))


def row(name, readings):
    errors = [abs(each["error"]) / 1000 for each in readings]
    stated = statistics.median(each["uncertainty"] for each in readings) / 1000
    return (f"| {name} | {len(readings)} | {within(readings):.3%} | {statistics.median(errors):.2f} ms "
            f"| {statistics.quantiles(errors, n=100)[-1]:.2f} ms | ±{stated:.2f} ms |")


if __name__ == "__main__":
    main()
