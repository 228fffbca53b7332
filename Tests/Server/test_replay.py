"""`livetiming replay` against a server that refuses for a while: a scripted one, as no disk can be made
to fail at just this command."""

import json
import threading
import types

from websockets.sync.server import serve

from races import Replay, generate
from wire import SUBPROTOCOL, now


class ScriptedServer:
    """Acknowledges commands, but refuses those that `refuses` picks. Keeps the ids in their order."""

    def __init__(self, refuses):
        self.refuses = refuses
        self.heard = []
        self.acknowledged = []

    def __enter__(self):
        self.server = serve(self.talk, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL])
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        port = self.server.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    def __exit__(self, *exception):
        self.server.shutdown()
        self.thread.join(timeout=20)

    def talk(self, socket):
        for text in socket:
            message = json.loads(text)
            if message["type"] == "hello":
                answer = {"type": "welcome", "time": now(), "role": "control", "server": "s"}
            elif message["type"] == "ping":
                answer = {"type": "pong", "t0": message["t0"], "t1": now(), "t2": now()}
            else:
                answer = self.answer(message)
            socket.send(json.dumps(answer))

    def answer(self, command):
        self.heard.append(command["commandId"])
        named = {"commandId": command["commandId"]}
        if self.refuses(command, self.heard.count(command["commandId"])):
            return named | {"type": "error", "code": "storageUnavailable", "message": "later"}
        self.acknowledged.append(command["commandId"])
        return named | {"type": "ack", "track": command.get("track"), "seq": len(self.heard)}


def replayed(tmp_path, refuses):
    path = generate(tmp_path / "race.txt", runners=5, minutes=2, seed=3)
    data = tmp_path / "data"
    data.mkdir()
    (data / "control-token").write_text("a" * 32, encoding="ascii")
    with ScriptedServer(refuses) as scripted:
        server = types.SimpleNamespace(directory=tmp_path, data=data, url=scripted.url)
        # Slow enough that commands are still to come when the refused one is tried again.
        with Replay(server, path, speed=40) as running:
            running.finish(seconds=60)
    return scripted


def test_what_a_disk_refused_goes_out_again_while_other_commands_are_acknowledged(tmp_path):
    first = []

    def refuses(command, times):
        if command["type"] == "recordSplit" and not first:
            first.append(command["commandId"])
        return times == 1 and command["commandId"] in first

    scripted = replayed(tmp_path, refuses)
    assert first[0] in scripted.acknowledged
    assert set(scripted.heard) == set(scripted.acknowledged)
