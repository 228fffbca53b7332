"""How a start and a split grow with the runs that a track has had.

    python Benchmarks/archive/measure.py [--runs 1000 10000 100000]

Needs a release build. For each number it fills a server with runs of past days, over the socket, starts
it anew, and measures how long the start takes until it answers, the memory that the process holds, and
the time of a split in and acknowledged, and of the first correction of an old run. Everything is said
as a ratio to the first number; instants are made up, so that all but a day is out of memory.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Server"))

from server_process import ServerProcess  # noqa: E402  (found by the line above)
from wire import SECOND, Wire, command, course, now, split  # noqa: E402

RUNNERS = 500
# Runs follow each other at this pace, so that a day has 288 of them.
PACE = 300 * SECOND
WINDOW = 400


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, nargs="+", default=[1000, 10_000, 100_000])
    counts = parser.parse_args().runs
    measured = [measure(count) for count in counts]
    for count, figures in zip(counts, measured):
        ratios = {name: round(value / measured[0][name], 2) for name, value in figures.items()}
        print(json.dumps({"runs": count} | ratios))


def measure(count):
    with tempfile.TemporaryDirectory() as directory, ServerProcess(directory) as server:
        server.start()
        with Wire(server, "control") as control:
            fill(control, count)
        assert server.terminate() == 0
        began = time.monotonic()
        server.start()
        start = time.monotonic() - began
        memory = resident(server)
        with Wire(server, "control") as control:
            splits = [timed(control, split("hill", f"late{number}", now(), run="now"))
                      for number in range(300)]
            correction = timed(
                control, command("setStatus", "hill", run=f"r{count // 2}", status="dnf"))
        return {"start": start, "memory": memory, "split": statistics.median(splits),
                "old correction": correction}


def fill(control, count):
    """Runs of three checkpoints, each a little quicker or slower than the one before."""
    control.do(course("hill", "t1", "t2", "finish"))
    first = now() - (count + 1) * PACE
    waiting = []
    for number in range(count):
        at = first + number * PACE
        run = f"r{number}"
        pace = 100 + number * 7919 % 101
        waiting.append(command("startRun", "hill", run=run, runner=f"p{number % RUNNERS}", at=at,
                               uncertainty=0))
        waiting += [split("hill", f"{run}-{line}", at + line * pace * SECOND // 5, run=run)
                    for line in (1, 2, 3)]
        if len(waiting) >= WINDOW:
            control.do(*waiting)
            waiting = []
    control.do(*waiting, command(
        "startRun", "hill", run="now", runner="p1", at=now(), uncertainty=0))


def timed(control, message):
    began = time.monotonic()
    assert control.answer(message)["type"] == "ack"
    return time.monotonic() - began


def resident(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


if __name__ == "__main__":
    main()
