"""How exact the clock of the pages is, simulated: prints the table of docs/clocks.md.

    python Benchmarks/clock/simulate.py [--seeds 20] [--chromium /usr/bin/chromium]

The very modules that the pages use (`Public/js/clock.js`, `retiming.js`) run in Chromium over simulated links. Nothing
here depends on how fast the machine is: the same seeds give the same table.
"""

import argparse
import functools
import http.server
import pathlib
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = """async (seeds) => {
    const { ServerClock } = await import("/Public/js/clock.js");
    const { narrowed } = await import("/Public/js/retiming.js");
    const { SCENES, simulate, summary } = await import("/Benchmarks/clock/simulation.js");
    return Object.entries(SCENES).map(([name, scene]) => {
        const splits = [];
        for (let seed = 1; seed <= seeds; seed++) splits.push(...simulate({ ServerClock, narrowed }, { ...scene, seed }));
        return { name, ...summary(splits) };
    });
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    handler = functools.partial(Quiet, directory=str(ROOT))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=options.chromium, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/Benchmarks/clock/")
            rows = page.evaluate(RUN, options.seeds)
            browser.close()
        server.shutdown()
    print("| link | splits | within the stated uncertainty | median error | 99 % | median stated |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print(f"| {row['name']} | {row['splits']} | {row['within']:.3%} | {row['medianError']:.2f} ms "
              f"| {row['error99']:.2f} ms | ±{row['medianStated']:.2f} ms |")


if __name__ == "__main__":
    main()
