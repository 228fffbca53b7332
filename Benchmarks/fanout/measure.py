"""Measures what a frame to a spectator costs the server, beside the least that a server can do.

    python Benchmarks/fanout/measure.py [--rounds 5] [--seconds 6] [--check] [1000x10 3000x30 10000x10]

For each case (spectators x frames a second), in each round one after the other: the real server with io_uring
and with `send`, each with all spectators and with none, and `floor.c` with both. The floor's frames have the lengths
of the updates of such a race, which is watched before, one after the other. Server and floor are pinned to core 0,
`livetiming load` to core 1. The race has 60 runners and three splits in two frames, so that nearly every frame has
something to say. Other servers that are installed (`peers/`) follow in the same round, with frames of those lengths
too.

What a frame costs is the processor time with spectators less that without, by the frames that came.

With `--check`, without the others, a case that is above the thresholds for that, which leave room for a busy machine,
is measured once more before it counts: other work can raise one measurement, a fault of the server raises both. Where
the system has no io_uring, or one core alone, that is said, and what is left is compared.
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Benchmarks" / "fanout"
sys.path[:0] = [str(ROOT / "Tests" / "Server"), str(HERE / "peers")]

import peers  # noqa: E402  (found by the line above, as are the next)
from races import track_of  # noqa: E402
from server_process import ServerProcess, wait_until  # noqa: E402
from wire import Wire  # noqa: E402

WAYS = ["io_uring", "send"]
ON_CORE_ZERO = ["taskset", "--cpu-list", "0"]
ON_CORE_ONE = ["taskset", "--cpu-list", "1"]
RESULTS = ROOT / "Benchmarks" / "RESULTS.md"
THRESHOLDS = ROOT / "Benchmarks" / "thresholds.json"
# In memory where there is such a folder: a disk is no part of what is measured.
MEMORY = pathlib.Path("/dev/shm")


def main():
    options = arguments()
    os.environ["LIVETIMING_BINARY"] = str(options.binary)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-o", folder / "floor", HERE / "floor.c", "-luring", "-lcrypto"],
                       check=True)
        if options.check:
            sys.exit("\n".join(checked(folder, options)) or 0)
        results = {case: medians(folder, case, WAYS, options) for case in options.cases}
    table = as_table(results, options)
    print(table)
    if options.write:
        RESULTS.write_text(table, encoding="utf-8")
    sys.exit("\n".join(above("wanted", results)) or 0)


def checked(folder, options):
    """What is above the thresholds, twice."""
    if len(os.sched_getaffinity(0)) < 2:
        print("not compared: server and load need a core each")
        return
    ways = WAYS if has_ring(folder) else ["send"]
    if ways != WAYS:
        print("io_uring is not compared: the system does not allow it")
    for case in options.cases:
        if list(above("check", {case: medians(folder, case, ways, options)})):
            yield from above("check", {case: medians(folder, case, ways, options)})


def has_ring(folder):
    lengths = folder / "one-length"
    lengths.write_text("1000", encoding="ascii")
    with floor(folder, 8899, 10, lengths, "io_uring") as process:
        return process.poll() is None


def medians(folder, case, ways, options):
    lengths = folder / f"lengths-{case}"
    lengths.write_text("\n".join(map(str, watched_lengths(case, options))), encoding="ascii")
    rounds = [measure(folder, case, lengths, ways, options) for _ in range(options.rounds)]
    found = {key: statistics.median(each[key] for each in rounds) for key in rounds[0]}
    print(case, json.dumps(found), flush=True)
    return found


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", default=["1000x10", "3000x30", "10000x10"])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/livetiming")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--check", action="store_true", help="only compare with Benchmarks/thresholds.json")
    parser.add_argument("--write", action="store_true", help="write the table to Benchmarks/RESULTS.md")
    return parser.parse_args()


def watched_lengths(case, options):
    """The lengths of the updates of a race, in their order."""
    _, rate = map(int, case.split("x"))
    with data_directory() as directory, ServerProcess(directory) as server:
        server.start(prefix=ON_CORE_ZERO)
        words = ["--spectators", 0, "--seconds", options.seconds, *race(server, rate)]
        with subprocess.Popen([*ON_CORE_ONE, options.binary, "load", "--server", server.url, *map(str, words)],
                              stdout=subprocess.DEVNULL) as load, Wire(server) as watcher:
            track = wait_until(lambda: track_of(server), "a track")
            watcher.send({"type": "subscribe", "id": "lengths", "track": track, "rate": rate})
            lengths = []
            while load.poll() is None:
                with contextlib.suppress(TimeoutError):
                    lengths.append(len(watcher.socket.recv(timeout=0.2, decode=False)))
    # The board comes first, and then the start of everyone.
    return lengths[1 + rate:]


def data_directory():
    return tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None)


def race(server, rate):
    return ["--devices", 3, "--splits-per-second", rate * 3 // 2, "--token-file", server.data / "timer-token"]


def measure(folder, case, lengths, ways, options):
    spectators, rate = map(int, case.split("x"))
    found = {}
    for way in ways:
        with data_directory() as directory, ServerProcess(directory, frame_writing=way) as server:
            server.start(prefix=ON_CORE_ZERO)

            def load(count):
                return measured(options, server.url, server.process.pid, count, rate, *race(server, rate))

            alone, watched = load(0), load(spectators)
        idle = alone["processorMicroseconds"] / alone["measuredMicroseconds"] * watched["measuredMicroseconds"]
        found[way] = (watched["processorMicroseconds"] - idle) / watched["frames"]
        found[f"{way} memory"] = watched["memoryOfEach"]
        found["bytes"] = watched["bytes"] / watched["frames"]
        found[f"{way} fewest"] = watched["fewestFrames"] / (rate * options.seconds)
    for port, way in enumerate(ways, 8900):
        with floor(folder, port, rate, lengths, way) as process:
            watched = measured(options, f"http://127.0.0.1:{port}", process.pid, spectators, rate,
                               "--track", "floor")
        found[f"floor {way}"] = watched["processorMicroseconds"] / watched["frames"]
    others = {} if options.check else peers.installed()
    for port, (name, start) in enumerate(others.items(), 8910):
        with start(folder, port, rate, lengths, ON_CORE_ZERO) as process:
            watched = reported(options, f"http://127.0.0.1:{port}", process, spectators, rate,
                               "--track", "floor", "--says", "nothing")
        found[f"{name}/floor"] = watched["processorMicroseconds"] / watched["frames"] / found[f"floor {ways[0]}"]
    for way in ways:
        found[f"{way}/floor"] = found[way] / found[f"floor {way}"]
    if "io_uring" in ways:
        found["io_uring/floor send"] = found["io_uring"] / found["floor send"]
    return found


def measured(*words):
    """What a load reports of which nobody was missing."""
    report = reported(*words)
    assert report["open"] == report["spectators"] and report["lost"] == 0, report
    return report


def reported(options, url, process, spectators, rate, *more):
    words = ["--server", url, "--process", process, "--spectators", spectators, "--rate", rate,
             "--seconds", options.seconds, "--format", "json", *more]
    done = subprocess.run([*ON_CORE_ONE, options.binary, "load", *map(str, words)],
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


@contextlib.contextmanager
def floor(folder, port, rate, lengths, way):
    process = subprocess.Popen([*ON_CORE_ZERO, folder / "floor", *map(str, (port, rate, lengths, way))])
    try:
        time.sleep(0.3)
        yield process
    finally:
        process.kill()
        process.wait()


def as_table(results, options):
    lines = [
        "# What a frame to a spectator costs",
        "",
        f"Written by `script/bench` on {datetime.date.today()}, {platform.machine()}, Linux {platform.release()}: medians of "
        f"{options.rounds} rounds of {options.seconds} s, all of a line measured in turn.",
        "Ratios of the server's processor time for a frame to that of the least a server can do (`fanout/floor.c`)",
        "with frames of the same lengths; absolute times change by the hour.",
        "",
        "| spectators × frames a second | bytes a frame | io_uring, of the io_uring floor | io_uring, of the `send` floor "
        "| `send`, of the `send` floor | memory of a connection | fewest frames |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for case, found in results.items():
        lines.append(
            f"| {case.replace('x', ' × ')} | {found['bytes']:.0f} | {found['io_uring/floor']:.2f} "
            f"| {found['io_uring/floor send']:.2f} | {found['send/floor']:.2f} "
            f"| {found['io_uring memory'] / 1000:.1f} KB | {found['io_uring fewest']:.0%} |")
    names = list(peers.installed())
    if names:
        lines += [
            "",
            "Others with frames of the same lengths, in the same rounds, one process on one core each, of the io_uring floor.",
            "The server's own figure has the working out of the race in it, theirs have not.",
            "",
            "| spectators × frames a second | LiveTiming | " + " | ".join(names) + " |",
            "| --- | --- |" + " --- |" * len(names),
        ]
        for case, found in results.items():
            ratios = " | ".join(f"{found[f'{name}/floor']:.2f}" for name in ["io_uring", *names])
            lines.append(f"| {case.replace('x', ' × ')} | {ratios} |")
    return "\n".join(lines) + "\n"


def above(name, results):
    """What is more than thresholds allow."""
    allowed = json.loads(THRESHOLDS.read_text(encoding="utf-8"))[name]
    for case, found in results.items():
        for key, most in allowed.items():
            if found.get(key, 0) > most:
                yield f"{case}: {key} is {found[key]:.2f}, and may be {most:.2f}"


if __name__ == "__main__":
    main()
