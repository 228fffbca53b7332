"""A storm as it goes on: devices time races over bad lines while the server is killed, over and over. After
every start it is asked for all that it has acknowledged."""

import asyncio
import collections
import contextlib
import random

from captures import database, on_disk
from device import TimingDevice
from faulty_proxy import SPECTATORS, STORM, FaultyProxy
from spectator import Spectator

#: A board of everything, so that nothing is missing because it made room.
WHOLE_BOARDS = {"kept_runs": 10_000, "kept_splits": 1000}


class Storm:
    """Runs a plan over a started server that has what the plan sets up."""

    def __init__(self, server, plan, seed):
        self.server, self.plan, self.seed = server, plan, seed
        self.devices = {}
        self.lines = {}
        self.spectators = []
        self.spectators_lines = []
        self.kills = 0

    async def run(self):
        """Until every capture is acknowledged, and the spectators have the boards of the end."""
        async with contextlib.AsyncExitStack() as stack:
            await self._open_lines(stack)
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(each.run()) for each in self.devices.values()]
                tasks += [group.create_task(each.watch()) for each in self.spectators]
                for life in self.plan.lives:
                    await self._live(life)
                    await self._die()
                await asyncio.to_thread(self.server.start)
                await self._calm()
                for task in tasks:
                    task.cancel()

    async def _open_lines(self, stack):
        token = self.server.token("timer")
        for name in self.plan.devices:
            line = await stack.enter_async_context(FaultyProxy(self.server, name, self.seed, STORM))
            self.lines[name] = line
            chance = random.Random(f"{self.seed} {name}")
            self.devices[name] = TimingDevice(line, name, token, chance)
        for track in self.plan.races.tracks:
            for rate in (10, 60):
                line = await stack.enter_async_context(
                    FaultyProxy(self.server, f"{track} {rate}", self.seed, SPECTATORS))
                self.spectators_lines.append(line)
                self.spectators.append(Spectator(line, track, rate=rate))

    async def _live(self, life):
        loop = asyncio.get_running_loop()
        for seconds, name, command in life.taps:
            loop.call_later(seconds, self.devices[name].take, command)
        if life.is_cut_short:
            self.server.launch()
        else:
            # What is asked for in several requests must not change between them.
            self._signal_for(set())
            await asyncio.to_thread(self.server.start)
            await self.check()
        self._signal_for(self.devices.keys() - life.silent)
        # The moment is what is random here, not a wait for something.
        await asyncio.sleep(life.seconds)

    def _signal_for(self, names):
        for name, line in self.lines.items():
            line.is_down = name not in names

    async def _die(self):
        await asyncio.to_thread(self.server.kill)
        self.kills += 1
        # What was sent before is read to its end.
        async with asyncio.timeout(20):
            while any(line.connections for line in self.spectators_lines):
                await asyncio.sleep(0.005)
        stored = on_disk(self.server)
        for each in self.spectators:
            for epoch, seq in each.positions.items():
                assert seq <= stored[epoch], "a spectator saw what is not on disk"

    async def _calm(self):
        self._signal_for(self.devices.keys())
        captures = self.plan.races.captures
        async with asyncio.timeout(180):
            while sum(each.taken for each in self.devices.values()) < len(captures) or any(
                    each.waiting for each in self.devices.values()):
                await asyncio.sleep(0.02)
        assert self.answers().keys() == {command["commandId"] for _, command in captures}
        await self.check()
        heads = {track: self.server.board(track)["seq"] for track in self.plan.races.tracks}
        for each in self.spectators:
            await each.until(lambda board, track=each.track: board["seq"] == heads[track])
            assert len(each.positions) == 1, "the log began anew"

    def answers(self):
        """The first acknowledgement of every command so far, by its id."""
        return {command_id: answer for device in self.devices.values()
                for command_id, answer in device.answers.items()}

    async def check(self):
        """All that was acknowledged is there, once: in the log where it was said to be, and over HTTP."""
        answers = self.answers()
        await asyncio.to_thread(self._check_log, answers)
        await asyncio.to_thread(self._check_splits, answers)

    def _check_log(self, answers):
        with database(self.server) as connection:
            rows = connection.execute("SELECT command_id, track, seq FROM events").fetchall()
        places = collections.defaultdict(list)
        for command_id, track, seq in rows:
            places[command_id].append((track, seq))
        for command_id, answer in answers.items():
            assert places[command_id] == [(answer["track"], answer["seq"])], answer

    def _check_splits(self, answers):
        races = self.plan.races
        shown = {track: splits_shown(self.server, track, races.runs[track]) for track in races.tracks}
        for _, command in races.captures:
            if command["type"] == "recordSplit" and command["commandId"] in answers:
                track, split = command["track"], command["split"]
                assert shown[track][split] == 1, (track, split, shown[track][split])

    def figures(self):
        """What came of it all, in numbers."""
        faults = sum((line.counts for line in self.lines.values()), collections.Counter())
        devices = self.devices.values()
        return {
            "captures": len(self.plan.races.captures), "kills": self.kills,
            "resent": sum(each.resent for each in devices),
            "answered again": sum(each.answered_again for each in devices), **dict(sorted(faults.items())),
            "spectators' lines lost": sum(len(each.errors) for each in self.spectators)}


def splits_shown(server, track, runs):
    """How often each split is on the board, or with a run that is of another session than the board is about."""
    board = server.board(track)
    on_board = {run["id"] for run in board["runs"]}
    answers = [server.get(f"/api/v1/runs/{run}?track={track}") for run in runs if run not in on_board]
    # A run that nobody has heard of yet is none; its splits are of nobody so far.
    others = [answer.json for answer in answers if answer.status != 404]
    return collections.Counter(
        split["id"] for each in (*board["runs"], *others) for split in each["splits"]
    ) + collections.Counter(split["id"] for split in board["unassigned"])
