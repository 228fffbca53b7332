"""Measures the bytes of a spectator's board: the server's updates, full snapshots, and a generic delta of these.

    python Benchmarks/bytes/measure.py [--laps 3] [--rate 10]

`livetiming load` times a race of 60 runners over five checkpoints, each splitting every 12 s: five splits a second. One
spectator takes the updates. Of each frame it has the board after it, and so what a server would have sent that sends whole
boards at the same rate, or that sends a JSON merge patch (RFC 7396) from one board to the next: one of the boards
as they are, in which a list that changed goes whole, and one of boards in which lists are objects by id.
"""

import argparse
import asyncio
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import websockets

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Server"))

from races import track_appears  # noqa: E402  (found by the line above)
from server_process import ServerProcess  # noqa: E402
from spectator import Board  # noqa: E402
from wire import SUBPROTOCOL  # noqa: E402

LAP = 60
SPLITS_A_SECOND = 5
WAYS = {"updates": "updates", "snapshots": "full snapshots", "patch": "merge patch of the snapshots",
        "keyed": "merge patch, lists by id"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/livetiming")
    parser.add_argument("--laps", type=int, default=3)
    parser.add_argument("--rate", type=int, default=10)
    options = parser.parse_args()
    os.environ["LIVETIMING_BINARY"] = str(options.binary)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(folder) as server:
        frames = asyncio.run(race(server.start(), options))
    laps = [dict.fromkeys(WAYS, 0) for _ in range(options.laps)]
    board = Board()
    for second, text in frames:
        frame = json.loads(text)
        before = copy.deepcopy(board.value)
        board.take(frame)
        if frame["type"] == "snapshot":
            began = second
            continue
        lap = int((second - began) / LAP)
        if lap < options.laps:
            laps[lap]["updates"] += len(text.encode())
            laps[lap]["snapshots"] += size(board.value)
            laps[lap]["patch"] += size(patch(before, board.value))
            laps[lap]["keyed"] += size(patch(keyed(before), keyed(board.value)))
    print("| bytes a second | " + " | ".join(f"lap {number}" for number in range(1, options.laps + 1)) + " |")
    print("| --- |" + " --- |" * options.laps)
    for way, words in WAYS.items():
        print(f"| {words} | " + " | ".join(f"{lap[way] / LAP:,.0f}" for lap in laps) + " |")


async def race(server, options):
    """The frames of a spectator, each with the second at which it came."""
    load = await asyncio.create_subprocess_exec(
        options.binary, "load", "--server", server.url, "--spectators", "0", "--devices", "3",
        "--splits-per-second", str(SPLITS_A_SECOND), "--token-file", str(server.data / "timer-token"),
        "--seconds", str(LAP * options.laps), stdout=subprocess.DEVNULL)
    frames, clock = [], asyncio.get_running_loop().time
    ended = asyncio.create_task(load.wait())
    track = await track_appears(server)
    async with websockets.connect(server.socket_url, subprotocols=[SUBPROTOCOL], proxy=None, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "client": "bytes/1"}))
        await socket.send(json.dumps({"type": "subscribe", "id": "s", "track": track, "rate": options.rate}))

        async def take():
            async for text in socket:
                if json.loads(text)["type"] in ("snapshot", "update"):
                    frames.append((clock(), text))

        taking = asyncio.create_task(take())
        await asyncio.wait([ended, taking], return_when=asyncio.FIRST_COMPLETED)
        taking.cancel()
    assert await ended == 0
    return frames


def size(value):
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def patch(before, after):
    """The JSON merge patch that leads from one value to another."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    changed = {key: patch(before.get(key), value) for key, value in after.items()
               if key not in before or before[key] != value}
    return changed | {key: None for key in before if key not in after}


def keyed(value):
    """The same with lists of things that have an id, or a runner, as objects by it."""
    if isinstance(value, dict):
        return {key: keyed(each) for key, each in value.items()}
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        for key in ("id", "runner"):
            if all(key in each for each in value):
                return {each[key]: keyed({name: one for name, one in each.items() if name != key})
                        for each in value}
    return value


if __name__ == "__main__":
    main()
