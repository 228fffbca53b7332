"""Measures how many splits a second a server makes durable on one core, beside bare SQLite with the
same rows.

    python Benchmarks/durable/measure.py [--binary .build/release/livetiming] [--rounds 5] [--seconds 6]

In each round, one after the other: the real server at 1, 16 and 256 devices, and `bare.c` with 256
events in a commit and with one. The rows that `bare.c` writes are those that a server was seen to
write (`record.c`) at 256 devices in as much time, so that both files come to a like size. The server and
`bare.c` are pinned to core 0, the devices to core 1.
"""

import argparse
import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Benchmarks" / "durable"
sys.path[:0] = [str(ROOT / "Tests" / "Server"), str(HERE)]

from devices import CHECKPOINTS, drive  # noqa: E402  (found by the line above)
from server_process import ServerProcess  # noqa: E402
from wire import Wire, course  # noqa: E402

DEVICES = [1, 16, 256]
BATCHES = [256, 1]


def main():
    options = arguments()
    os.environ["LIVETIMING_BINARY"] = str(options.binary)
    os.sched_setaffinity(0, {1})
    with tempfile.TemporaryDirectory(dir=options.directory) as folder:
        folder = pathlib.Path(folder)
        build(folder)
        record(folder, options.seconds)
        rounds = [measure(folder / f"{number}", folder, options.seconds)
                  for number in range(options.rounds)]
    print(json.dumps(summary(rounds), indent=2))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/livetiming")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--directory", help="a directory on the disk to measure")
    return parser.parse_args()


def build(folder):
    for output, *words in [("bare", "bare.c", "-lsqlite3"),
                           ("record.so", "record.c", "-shared", "-fPIC", "-ldl")]:
        subprocess.run(["cc", "-O2", "-Wall", "-o", folder / output, HERE / words[0], *words[1:]],
                       check=True)


def on_core_zero(folder, environment=()):
    """A server of its own on core 0, with the track that is timed."""
    server = ServerProcess(folder)
    server.start(prefix=["taskset", "--cpu-list", "0"], environment=environment)
    with Wire(server, "control") as control:
        control.do(course("hill", *CHECKPOINTS))
    return server


def record(folder, seconds):
    environment = {"LD_PRELOAD": str(folder / "record.so"), "RECORD_TO": str(folder / "record")}
    with on_core_zero(folder / "recorded", environment) as server:
        drive(server, "hill", max(DEVICES), seconds)
    with sqlite3.connect(server.database_path) as database:
        texts = database.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
        (folder / "schema").write_text(";\n".join(text for (text,) in texts))


def measure(folder, common, seconds):
    folder.mkdir()
    figures = {}
    for devices, batch in zip(DEVICES[::-1], [*BATCHES, None]):
        with on_core_zero(folder / f"server-{devices}") as server:
            before = processor_time(server)
            rate, busy = drive(server, "hill", devices, seconds)
            spent = processor_time(server) - before
            metrics = dict(line.split() for line in server.get("/metrics").text.splitlines()
                           if not line.startswith("#"))
        figures[f"{devices} devices"] = rate
        figures[f"{devices} devices, generator busy"] = busy
        figures[f"{devices} devices, processor µs a split"] = 1e6 * spent / (rate * seconds)
        figures[f"{devices} devices, splits in a commit"] = (
            rate * seconds / float(metrics["livetiming_journal_commits_total"]))
        figures[f"{devices} devices, slow callbacks"] = float(
            metrics["livetiming_loop_slow_callbacks_total"])
        figures[f"{devices} devices, longest callback, ms"] = 1000 * float(
            metrics["livetiming_loop_callback_seconds"])
        if batch:
            name = f"bare, {batch} in a commit"
            figures[name], figures[f"{name}, processor µs a split"] = bare(
                folder / f"bare-{batch}", common, batch)
    return figures


def processor_time(server):
    """What the server's threads have spent of the processor, in seconds."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bare(path, common, batch):
    with sqlite3.connect(path) as database:
        database.executescript((common / "schema").read_text())
    done = subprocess.run(
        ["taskset", "--cpu-list", "0", common / "bare", common / "record", path, str(batch)],
        check=True, capture_output=True, text=True)
    rate, processor = map(float, done.stdout.split())
    return rate, processor


def summary(rounds):
    figures = {name: round(statistics.median(each[name] for each in rounds), 2)
               for name in rounds[0]}
    many = f"{max(DEVICES)} devices, processor µs a split"
    ratios = {f"processor a split: bare, {max(BATCHES)} in a commit / {max(DEVICES)} devices": round(
        statistics.median(each[f"bare, {max(BATCHES)} in a commit, processor µs a split"]
                          / each[many] for each in rounds), 2)}
    for devices in DEVICES:
        for batch in BATCHES:
            ratios[f"{devices} devices / bare, {batch} in a commit"] = round(statistics.median(
                each[f"{devices} devices"] / each[f"bare, {batch} in a commit"]
                for each in rounds), 2)
    slow = sum(each[f"{devices} devices, slow callbacks"] for each in rounds for devices in DEVICES)
    longest = max(each[f"{devices} devices, longest callback, ms"]
                  for each in rounds for devices in DEVICES)
    return {"medians": figures, "ratios": ratios, "slow callbacks": slow,
            "longest callback, ms": round(longest, 2)}


if __name__ == "__main__":
    main()
