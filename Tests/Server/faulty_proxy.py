"""A network at its worst, between one client and the server: WebSocket messages come late, twice, in another
order or not at all, and lines break, in the middle of a message too."""

import asyncio
import collections
import dataclasses
import itertools
import random

from websocket_messages import MessageReader


@dataclasses.dataclass(frozen=True)
class Faults:
    """How often each thing happens to a message, as shares of all; at most one happens to each."""

    drop: float = 0
    duplicate: float = 0
    #: This message and all behind it wait.
    delay: float = 0
    #: This message waits, and those behind it do not.
    overtake: float = 0
    cut: float = 0
    #: The line breaks while the message is on it.
    cut_within: float = 0
    #: The longest wait, in seconds.
    longest: float = 0.2

    def fate(self, chance):
        """What happens to the next message: the name of a fault, or `None`."""
        kinds = ("drop", "duplicate", "delay", "overtake", "cut", "cut_within")
        shares = [getattr(self, kind) for kind in kinds]
        return chance.choices([*kinds, None], [*shares, 1 - sum(shares)])[0]


#: What no TCP connection does, but what any number of them, proxies and retries come to.
STORM = Faults(drop=0.08, duplicate=0.08, delay=0.1, overtake=0.1, cut=0.01, cut_within=0.01)
#: A WebSocket keeps its order, which a board relies on: a spectator's line is slow, and breaks.
SPECTATORS = Faults(delay=0.1, cut=0.01, cut_within=0.01)


class Cut(Exception):
    """The line breaks here."""


class FaultyProxy:
    """A port of this machine that leads to the server, with faults on the way.

    The n-th message of the n-th connection in each direction has its fate from the seed alone. `counts` has
    how often each fault happened, and `messages`.
    """

    def __init__(self, server, name, seed, faults):
        self.server, self.name, self.seed, self.faults = server, name, seed, faults
        self.counts = collections.Counter()
        self.connections = {}
        self._numbers = itertools.count()
        self._is_down = False

    async def __aenter__(self):
        self._listening = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exception):
        self._listening.close()
        self.break_off()
        while self.connections:
            await asyncio.sleep(0.01)

    @property
    def socket_url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def is_down(self):
        """No signal: what is open breaks, and nothing opens."""
        return self._is_down

    @is_down.setter
    def is_down(self, is_down):
        self._is_down = is_down
        if is_down:
            self.break_off()

    def break_off(self):
        for transports in self.connections.values():
            for transport in transports:
                transport.abort()

    async def _accept(self, reader, writer):
        number = next(self._numbers)
        self.connections[number] = [writer.transport]
        try:
            if not self.is_down:
                await self._carry(number, reader, writer)
        finally:
            for transport in self.connections.pop(number):
                transport.abort()

    async def _carry(self, number, reader, writer):
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        except OSError:
            return
        self.connections[number].append(server_writer.transport)
        ways = {"there": (reader, server_writer), "back": (server_reader, writer)}
        try:
            async with asyncio.TaskGroup() as group:
                for way, ends in ways.items():
                    chance = random.Random(f"{self.seed} {self.name} {number} {way}")
                    group.create_task(self._pass(*ends, chance))
        except* (Cut, OSError, asyncio.IncompleteReadError):
            pass

    async def _pass(self, reader, writer, chance):
        writer.write(await reader.readuntil(b"\r\n\r\n"))
        messages = MessageReader(reader)
        while True:
            message, is_control = await messages.next()
            if is_control:
                self._deliver(writer, message)
            else:
                await self._try(message, writer, chance)

    async def _try(self, message, writer, chance):
        fate = self.faults.fate(chance)
        wait, part = chance.uniform(0, self.faults.longest), chance.random()
        self.counts.update(["messages", fate] if fate else ["messages"])
        if fate == "delay":
            await asyncio.sleep(wait)
        if fate in ("duplicate", "overtake"):
            asyncio.get_running_loop().call_later(wait, self._deliver, writer, message)
        if fate == "cut_within":
            self._deliver(writer, message[:1 + int(part * (len(message) - 1))])
        if fate in ("cut", "cut_within"):
            await writer.drain()
            raise Cut
        if fate not in ("drop", "overtake"):
            self._deliver(writer, message)

    @staticmethod
    def _deliver(writer, message):
        if not writer.transport.is_closing():
            writer.write(message)
