"""A device that keeps what was not acknowledged, for tests of a disk that fails: it knows what the
server owes it."""

import copy
import itertools

from captures import database
from test_verify import assert_whole
from wire import SECOND, Wire, course, finished, now, split


class Keeper:
    """Sends groups of commands about one track, and sends again what was refused."""

    track = "hill"

    def __init__(self, server):
        self.server = server
        self.acknowledged = {}
        self.waiting = {}
        self.numbers = itertools.count()
        self.wire = None
        self.connect()
        self.must(course(self.track, "t1", "finish"))

    def connect(self):
        """Opens a line; all that waits for an answer counts as unsent."""
        self.wire = Wire(self.server, "control")

    def of(self, server):
        """The same device, as it goes on with another server on a copy of the data."""
        other = copy.copy(self)
        other.server, other.wire = server, None
        other.acknowledged, other.waiting = dict(self.acknowledged), dict(self.waiting)
        return other

    def group(self):
        """Commands that touch every table: a run from start to finish, and a capture of nobody."""
        number = next(self.numbers)
        began = now() - 100 * SECOND
        return [*finished(self.track, f"run-{number}", f"Runner {number}", began,
                          20 + number % 7, 40 + number % 5),
                split(self.track, f"stray-{number}", now(), reason="x" * 300)]

    def send(self, *messages):
        for message in messages:
            self.waiting[message["commandId"]] = message
            self.wire.send(message)

    def until_answered(self):
        """Hands back what the disk did not take."""
        refused = []
        while self.waiting:
            message = self.take(self.wire.receive())
            if message:
                refused.append(message)
        return refused

    def take(self, answer):
        """Notes an answer; hands back the command where it was refused."""
        message = self.waiting.pop(answer["commandId"])
        if answer["type"] == "ack":
            self.acknowledged[answer["commandId"]] = answer["seq"]
            return None
        assert answer["code"] == "storageUnavailable" and "again" in answer["message"], answer
        return message

    def must(self, *messages):
        """Sends; everything is acknowledged."""
        self.send(*messages)
        assert self.until_answered() == []

    def must_not(self, message):
        """Sends; it is refused, whatever is answered before."""
        self.send(message)
        while message["commandId"] in self.waiting:
            refused = self.take(self.wire.receive())
        assert refused == message

    def connect_again(self):
        """After a restart of the server: what was not acknowledged goes out again, and is taken."""
        unsent = list(self.waiting.values())
        self.waiting = {}
        self.connect()
        self.must(*unsent)

    def missing(self):
        """What was acknowledged and is not on disk where it was said to be."""
        with database(self.server) as connection:
            stored = dict(connection.execute(
                "SELECT command_id, seq FROM commands WHERE track = ?", [self.track]))
        return {name: seq for name, seq in self.acknowledged.items() if stored.get(name) != seq}

    def check(self):
        """Everything that was acknowledged is there, and the data are as they should be."""
        assert self.missing() == {}
        assert_whole("--data", self.server.data)
