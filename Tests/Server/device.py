"""A device that behaves as the timer's page does: it keeps each command until the server has acknowledged it,
and sends it again, byte for byte, after a break and when the answer is overdue."""

import asyncio
import json

import websockets

from wire import SUBPROTOCOL

#: Seconds; the page waits longer for both.
OVERDUE = 0.5
WELCOME_WITHIN = 1
#: The server asks for these to be sent again later.
LATER = {"storageUnavailable", "unavailable", "tooManyMessages", "internalError"}
#: Of so many acknowledged commands one is sent once more, as by a phone whose browser was killed meanwhile.
REPEATED = 8


class TimingDevice:
    """`waiting` holds what is to be sent, by command id; `answers` the first acknowledgement of each."""

    def __init__(self, line, name, token, chance):
        self.line, self.name, self.token, self.chance = line, name, token, chance
        self.waiting = {}
        self.answers = {}
        self.taken = self.resent = self.answered_again = 0
        self._once_more = []
        self._sent = set()
        self._news = asyncio.Event()

    def take(self, command):
        """Somebody tapped."""
        self.taken += 1
        self.waiting[command["commandId"]] = json.dumps(command)
        self._news.set()

    async def run(self):
        """Until cancelled."""
        while True:
            try:
                async with websockets.connect(
                    self.line.socket_url, subprotocols=[SUBPROTOCOL], proxy=None, compression=None,
                    ping_interval=None, close_timeout=0.1, open_timeout=5,
                ) as socket:
                    await self._join(socket)
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self._read(socket))
                        group.create_task(self._send(socket))
            except* (OSError, websockets.exceptions.InvalidHandshake,
                     websockets.exceptions.ConnectionClosed):
                pass
            await asyncio.sleep(self.chance.uniform(0, 0.2))

    async def _join(self, socket):
        """Commands go out once the server has said who this is: before, they would be a spectator's."""
        await socket.send(json.dumps({
            "type": "hello", "client": "storm/1", "device": self.name, "token": self.token}))
        async with asyncio.timeout(WELCOME_WITHIN):
            welcome = json.loads(await socket.recv())
        assert welcome["type"] == "welcome", welcome

    async def _send(self, socket):
        due = {}
        loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            for command_id, text in list(self.waiting.items()):
                if due.get(command_id, 0) <= loop.time():
                    due[command_id] = loop.time() + OVERDUE
                    self.resent += command_id in self._sent
                    self._sent.add(command_id)
                    await socket.send(text)
            while self._once_more:
                await socket.send(self._once_more.pop())
            try:
                async with asyncio.timeout(OVERDUE / 4):
                    await self._news.wait()
            except TimeoutError:
                pass

    async def _read(self, socket):
        async for text in socket:
            answer = json.loads(text)
            if answer["type"] == "welcome" or answer.get("code") in LATER:
                continue
            assert answer["type"] == "ack", answer
            self._acknowledged(answer)

    def _acknowledged(self, answer):
        command_id = answer["commandId"]
        first = self.answers.setdefault(command_id, answer)
        assert answer == first, f"a repeat was answered otherwise: {first}, then {answer}"
        text = self.waiting.pop(command_id, None)
        if text is None:
            self.answered_again += 1
        elif self.chance.randrange(REPEATED) == 0:
            self._once_more.append(text)
