"""A client of the wire contract that sends one thing and waits for its answer."""

import json
import time
import uuid

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SUBPROTOCOL = "livetiming.v1.json"
SECOND = 1_000_000


def now():
    """This machine's time in microseconds; within a test it is the server's too."""
    return time.time_ns() // 1000


def command(kind, track=None, **fields):
    """A command under an id of its own."""
    message = {"type": kind, "commandId": str(uuid.uuid4())}
    if track:
        message["track"] = track
    return message | fields


def course(track, *checkpoints, **fields):
    """The command that makes a track; a checkpoint's name is its id."""
    lines = [{"id": name, "name": name, "minimumSegment": 0} for name in checkpoints or ("finish",)]
    fields = {"name": track, "checkpoints": lines} | fields
    return command("createTrack", track, **fields)


def start(track, run, name, at, **fields):
    fields = {"run": run, "runnerName": name, "at": at, "uncertainty": 0} | fields
    return command("startRun", track, **fields)


def split(track, split, at, **fields):
    return command("recordSplit", track, **{"split": split, "at": at, "uncertainty": 0} | fields)


def finished(track, run, name, began, *seconds, **fields):
    """A run with splits at these seconds after its start; their ids are `<run>-<index>`."""
    return [start(track, run, name, began, **fields),
            *(split(track, f"{run}-{index}", began + round(at * SECOND), run=run)
              for index, at in enumerate(seconds))]


def expect_error(answer, code, *words, field=None):
    """The answer has the code, and a sentence that names what was wrong and what would be right."""
    assert answer["type"] == "error", answer
    assert answer["code"] == code, answer
    assert answer.get("field") == field, answer
    for word in words:
        assert word in answer["message"], answer


class Wire:
    """An open WebSocket. Its messages are read one by one, in their order."""

    def __init__(self, server, role=None, token=None, device="test", hello=True, **options):
        options = ({"subprotocols": [SUBPROTOCOL], "proxy": None, "max_size": None}
                   | server.socket_options | options)
        self._opening = connect(server.socket_url, **options)
        self.socket = self._opening.__enter__()
        if hello:
            message = {"type": "hello", "client": "test/1", "device": device}
            token = server.token(role) if role else token
            self.welcome = self.ask(message | ({"token": token} if token else {}))

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        self._opening.__exit__(None, None, None)

    def send(self, message):
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def receive(self, seconds=20):
        return json.loads(self.socket.recv(timeout=seconds))

    def ask(self, message, seconds=20):
        """Sends, and hands back the next message."""
        self.send(message)
        return self.receive(seconds)

    def answer(self, message, seconds=20):
        """Sends a command, and hands back what answers it; frames that come between are left."""
        self.send(message)
        return self.answer_to(message["commandId"], seconds)

    def answer_to(self, command_id, seconds=20):
        deadline = time.monotonic() + seconds
        while True:
            message = self.receive(deadline - time.monotonic())
            if message.get("commandId") == command_id:
                return message

    def do(self, *commands):
        """Sends commands, each of which must be acknowledged; hands back the acknowledgements."""
        for message in commands:
            self.send(message)
        answers = [self.answer_to(message["commandId"]) for message in commands]
        for answer in answers:
            assert answer["type"] == "ack", answer
        return answers

    def watch(self, track):
        """Subscribes to a track, and waits for its board."""
        self.send({"type": "subscribe", "id": "watch", "track": track, "rate": 60})
        while self.receive()["type"] != "snapshot":
            pass

    def notice(self, seconds=20):
        """The next notice; whatever comes before it is left."""
        deadline = time.monotonic() + seconds
        while (message := self.receive(deadline - time.monotonic()))["type"] != "notice":
            pass
        return message

    def close_code(self, seconds=20):
        """Reads on until the server closes."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.socket.recv(timeout=deadline - time.monotonic())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
