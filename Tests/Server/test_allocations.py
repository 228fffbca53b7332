"""What a frame costs in memory that is asked for: nothing for each of those who get it.

The same race is timed twice, split for split, once before a few spectators and once before many. What the
server allocates more for the many is what their frames cost.
"""

import contextlib
import subprocess

import pytest

from counted_malloc import CountedMalloc
from server_process import ServerProcess, binary, clean_environment, wait_until
from wire import SECOND, Wire, command, course, now, split

# Allocations for each frame.
MOST = 0.01
FEW, MANY = 50, 2000
RUNNERS = 60
CHECKPOINTS = [f"c{number}" for number in range(5)]
# Before the spectators come; then, one for each frame, those until all is under way and those that are counted.
WARM_UP, FIRST, COUNTED = 5 * RUNNERS, 5, 15
RATE = 10


class Race:
    """The splits of a race that began an hour ago; always the same ones, but for the day."""

    def __init__(self, control):
        self.control = control
        self.began = now() - 3600 * SECOND
        self.sent = 0
        control.do(course("race", *CHECKPOINTS, laps=0))
        # Ids are given: those that the server makes are in another order each time, and sorting costs more or less.
        control.do(*(command("startRun", "race", run=f"run-{runner}", runner=f"runner-{runner}",
                             at=self.began, uncertainty=0) for runner in range(RUNNERS)))

    def split(self):
        turn, runner = divmod(self.sent, RUNNERS)
        self.sent += 1
        return split("race", f"split-{self.sent}", self.began + (12 * (turn + 1)) * SECOND + runner,
                     run=f"run-{runner}", checkpoint=CHECKPOINTS[turn % len(CHECKPOINTS)])


@contextlib.contextmanager
def watching(server, count):
    """`livetiming load` with so many spectators, all of them there."""
    there = server.metric("subscribers")
    load = subprocess.Popen(
        [binary(), "load", "--server", server.url, "--track", "race", "--spectators", str(count),
         "--rate", str(RATE), "--seconds", "600"], stdout=subprocess.DEVNULL, env=clean_environment())
    try:
        wait_until(lambda: server.metric("subscribers") == there + count, f"{count} spectators watch")
        yield
    finally:
        load.terminate()
        load.wait(timeout=20)


def see(spectator, seq):
    """Waits for the frame that leads to a state."""
    while True:
        frame = spectator.receive()
        if frame["type"] in ("update", "snapshot") and frame["seq"] >= seq:
            return


def cost(folder, writing, spectators):
    """The allocations of a server for so many splits, and the frames that it sent meanwhile."""
    folder.mkdir()
    counted = CountedMalloc(folder)
    asked = "auto" if writing == "io_uring" else writing
    with ServerProcess(folder / "server", frame_writing=asked) as server:
        # The order in a dictionary shall be the same in each process.
        server.start(environment=counted.environment | {"SWIFT_DETERMINISTIC_HASHING": "1"})
        if f"frameWriting={writing}" not in server.log:
            pytest.skip("this system does not let a server have io_uring")
        with Wire(server, "control") as control, Wire(server) as spectator:
            race = Race(control)
            control.do(*(race.split() for _ in range(WARM_UP)))
            spectator.ask({"type": "subscribe", "id": "race", "track": "race", "rate": RATE})
            with watching(server, spectators):
                # One split for each frame, however slow the machine is.
                for _ in range(FIRST):
                    see(spectator, control.do(race.split())[-1]["seq"])
                frames, allocations = server.metric("frames_total"), counted.allocations
                for _ in range(COUNTED):
                    see(spectator, control.do(race.split())[-1]["seq"])
                allocations = counted.allocations - allocations
                return allocations, server.metric("frames_total") - frames


def more_of_each(folder, writing):
    """The allocations for each frame that is sent more, and what was counted, in words."""
    folder.mkdir()
    (least, few), (most, many) = (cost(folder / name, writing, count)
                                  for name, count in (("few", FEW), ("many", MANY)))
    # Most of them took every frame; who did not is no reason to allocate either.
    assert many - few > COUNTED * (MANY - FEW) / 2
    each = (most - least) / (many - few)
    return each, (f"{each:.4f} allocations for each frame more: {most / COUNTED:.0f} for each split and its "
                  f"{many / COUNTED:.0f} frames, {least / COUNTED:.0f} with {few / COUNTED:.0f}")


@pytest.mark.parametrize("writing", ["io_uring", "send", "libwebsockets"])
def test_a_frame_costs_no_allocation_for_each_of_those_who_get_it(tmp_path, writing):
    counted = []
    # A machine that is busy makes the many wait, and beats that bring nothing go by meanwhile, with allocations
    # of their own. What a receiver costs is there each time.
    for number in range(3):
        each, words = more_of_each(tmp_path / str(number), writing)
        counted.append(words)
        print(f"{writing}: {words}")
        if each <= MOST:
            return
    raise AssertionError("\n".join(counted))
