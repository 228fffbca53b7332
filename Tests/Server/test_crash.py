"""The server is killed, over and over, while a race goes on: nothing acknowledged is missing, and
nobody was shown what did not last."""

import asyncio
import random
import time

from captures import Device, acknowledged_and_missing, on_disk
from races import Replay, generate, outcome, replay, track_appears, track_of
from server_process import ServerProcess
from spectator import Spectator, comparable
from wire import course

KILLS = 20


def test_a_race_over_twenty_crashes_ends_as_an_undisturbed_one(own_server, tmp_path):
    seed = time.time_ns()
    print(f"seed {seed}")
    random.seed(seed)
    path = generate(tmp_path / "race.txt", runners=24, minutes=6, seed=5)
    with ServerProcess(tmp_path / "undisturbed") as server:
        replay(server.start(), path, 1000, replay_id="race")
        undisturbed = outcome(server.board(track_of(server)))
    own_server.start()
    with Replay(own_server, path, speed=15, replay_id="race") as running:
        track, final, boards = asyncio.run(over_crashes(own_server, running))
    for board in boards:
        assert board == comparable(final)
    assert outcome(final) == undisturbed


async def over_crashes(server, running):
    assert server.post(course("captures")).status == 200
    race = await track_appears(server, beside="captures")
    spectators = [
        Spectator(server, race, rate=60), Spectator(server, race, rate=60, clock="server"),
        Spectator(server, race, rate=10), Spectator(server, "captures", rate=60)]
    device = Device(server, "captures")
    async with asyncio.TaskGroup() as group:
        watching = [group.create_task(each.watch()) for each in spectators]
        timing = group.create_task(device.run())
        for _ in range(KILLS):
            assert running.is_running, "the race was over before the last crash"
            # The moment is what is random here, not a wait for something.
            await asyncio.sleep(random.uniform(0.02, 0.8))
            await crash(server, spectators, device)
        await asyncio.to_thread(running.finish)
        timing.cancel()
        final = server.board(race)
        for each in spectators[:3]:
            await each.until(lambda board: board["seq"] == final["seq"])
        for task in watching:
            task.cancel()
    assert acknowledged_and_missing(server, device) == []
    assert len(device.acknowledged) > KILLS
    return race, final, [comparable(each.board.value) for each in spectators[:3]]


async def crash(server, spectators, device):
    """Kills the server and compares what everyone was told with what is on disk."""
    everyone = [*spectators, device]
    lines = [lost_lines(each) for each in everyone]
    are_connected = [each.connections > len(each.errors) for each in spectators] + [True]
    await asyncio.to_thread(server.kill)
    # What was sent before is read to its end.
    async with asyncio.timeout(20):
        while any(
            was and lost_lines(each) == before
            for each, before, was in zip(everyone, lines, are_connected)
        ):
            await asyncio.sleep(0.005)
    stored = on_disk(server)
    for each in spectators:
        for epoch, seq in each.positions.items():
            assert seq <= stored[epoch], "a spectator saw what is not on disk"
    assert acknowledged_and_missing(server, device) == []
    await asyncio.to_thread(server.start)


def lost_lines(someone):
    return len(someone.errors) if isinstance(someone, Spectator) else someone.lost_lines
