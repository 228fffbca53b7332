"""What the scenes share: a server on one core and a load on the other, and figures that are judged."""

import argparse
import contextlib
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Server"))

from server_process import ServerProcess  # noqa: E402  (found by the line above)

ON_CORE_ZERO = ["taskset", "--cpu-list", "0"]
ON_CORE_ONE = ["taskset", "--cpu-list", "1"]
DEVICES = 3
# The load's probe of the clock, its devices, and what a process has open beside connections.
BESIDE_SPECTATORS = 1 + DEVICES + 64


class Scene:
    """What was measured, and whether it is as it should be."""

    def __init__(self, options):
        self.options = options
        self.misses = []
        os.environ["LIVETIMING_BINARY"] = str(options.binary)

    @contextlib.contextmanager
    def server(self, spectators, prefix=tuple(ON_CORE_ZERO), **settings):
        """A server that takes so many, over a new data directory."""
        need_descriptors(spectators + BESIDE_SPECTATORS)
        settings["max_connections"] = spectators + BESIDE_SPECTATORS
        if getattr(self.options, "loops", None) and "loops" not in settings:
            settings["loops"] = self.options.loops
        with tempfile.TemporaryDirectory() as folder, ServerProcess(folder, **settings) as server:
            yield server.start(prefix=prefix)

    def load(self, server, *words, prefix=tuple(ON_CORE_ONE)):
        """The report of a load with a race of its own."""
        race = ["--devices", DEVICES, "--token-file", server.data / "timer-token"]
        command = [*prefix, self.options.binary, "load", "--server", server.url,
                   "--process", server.process.pid, "--format", "json", *race, *words]
        waited, began = waiting(server.process.pid), time.monotonic()
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        share = (waiting(server.process.pid) - waited) / (time.monotonic() - began)
        if share > 0.03:
            print(f"(the server waited {share:.0%} of the time for its core, which others used)")
        if done.returncode:
            sys.exit(f"livetiming load failed: {done.stderr}")
        report = json.loads(done.stdout)
        if report["open"] < report["spectators"]:
            sys.exit(f"only {report['open']} of {report['spectators']} spectators got through: "
                     f"{report['firstFault'] or report['firstLoss']}")
        return report

    def tell(self, what, value, most=None, least=None, unit="", digits=0):
        """Prints a figure, with what it may be, and notes where it is not."""
        holds = (most is None or value <= most) and (least is None or value >= least)
        limits = [f"{word} {limit:.{digits}f}" for word, limit in (("at most", most), ("at least", least))
                  if limit is not None]
        verdict = f"({' and '.join(limits)}) {'ok' if holds else 'MISSED'}" if limits else ""
        print(f"{what:<58}{value:>12.{digits}f} {unit:<6} {verdict}".rstrip(), flush=True)
        if not holds:
            self.misses.append(what)

    def end(self):
        sys.exit("; ".join(self.misses) and f"missed: {'; '.join(self.misses)}")


def arguments(description, **defaults):
    """The options of a scene: those that all have, and `--name` with a number for each default."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/livetiming")
    parser.add_argument("--loops", type=int, help="given to the server where it is given here")
    for name, default in defaults.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=default, help=f"({default})")
    return parser.parse_args()


def need_descriptors(count):
    """Lifts the limit of open files, which the server and the load get too."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if count > most:
        sys.exit(f"{count} connections need as many descriptors in one process, and {most} are allowed here: "
                 "raise the limit with 'ulimit -Hn', or ask for fewer --spectators")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def memory(process, kind="Pss"):
    """Bytes of memory of a process, shared ones by their share."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith(f"{kind}:"))


def waiting(process):
    """Seconds that the threads of a process have waited for a core."""
    return sum(int((thread / "schedstat").read_text(encoding="ascii").split()[1]) / 1e9
               for thread in pathlib.Path(f"/proc/{process}/task").iterdir())


class Watch:
    """Looks at a server every second: how many are connected, and its memory."""

    def __init__(self, server):
        self.server = server
        self.samples = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.look)

    def look(self):
        while not self.ended.wait(1):
            self.samples.append((self.server.metric("connections"), memory(self.server.process.pid)))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *exception):
        self.ended.set()
        self.thread.join()
