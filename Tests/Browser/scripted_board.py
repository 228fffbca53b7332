"""A board whose messages a test writes: the page's side of the wire with nothing left to chance.

The page talks to the URL it always does; Playwright answers. For what a real race seldom does on
request: sixty clocks, names of every script, a dead line, an update that does not fit.
"""

import json
import time

SECOND = 1_000_000
NAMES = ["Ada Lovelace", "Grace Hopper", "عبد الرحمن الخوارزمي", "山田 太郎",
         "Maximiliane-Alexandra von Hohenzollern-Sigmaringen-Habsburg X"]


def now():
    return time.time_ns() // 1000


def until(page, expression, argument=None):
    """Waits until a function of the page is true. (Playwright's own wait needs `eval` in the page,
    which the content security policy forbids.)"""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if page.evaluate(expression, argument):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"never came true: {expression}")


def split(number, checkpoint, at, start, segment, verdict="slower", **fields):
    return {"id": f"s{number}", "checkpoint": checkpoint, "lap": 1, "at": at, "uncertainty": 4000,
            "state": "counted", "split": at - start, "segment": segment, "lapTime": None,
            "splitVerdict": None, "segmentVerdict": verdict, "lapVerdict": None,
            "standing": [], "close": [], "record": [], "corrected": False} | fields


def run(number, **fields):
    """A run that started a minute ago and passed the first of two checkpoints after 41 s."""
    start = now() - 60 * SECOND
    verdict = ["overallBest", "personalBest", "slower"][min(number - 1, 2)]
    first = split(f"{number}-1", "t1", start + 41 * SECOND + number, start, 41 * SECOND + number,
                  verdict, close=["segment"] if number == 2 else [])
    return {"id": f"r{number}", "session": "final", "number": str(number), "status": "running",
            "runner": {"id": f"u{number}", "name": NAMES[(number - 1) % len(NAMES)]},
            "startedAt": start, "finishedAt": None, "held": [],
            "next": {"checkpoint": "fin", "lap": 1}, "time": None, "verdict": None,
            "corrected": False, "place": number, "gap": None if number == 1 else number * 1000,
            "gapLaps": 0, "interval": None, "laps": 0, "lastLap": None, "bestLap": None,
            "delta": {"personalBest": -120000, "overallBest": 310000, "leader": 0},
            "splitCount": 1, "splits": [first]} | fields


def snapshot(runs, seq=10, **track):
    return {"type": "snapshot", "epoch": "e", "seq": seq, "time": now(),
            "track": {"id": "hill", "name": "Hill", "laps": 1, "revision": 1,
                      "rounding": {"digits": 3, "direction": "down"},
                      "checkpoints": [{"id": "t1", "name": "T-intersection"},
                                      {"id": "fin", "name": "Finish"}]} | track,
            "sessions": [{"id": "final", "name": "Final", "rank": "race", "state": "running",
                          "flag": "green", "startedAt": now() - 60 * SECOND, "current": True}],
            "runs": runs, "bests": {"overall": None, "runners": []}, "standings": []}


class ScriptedBoard:
    """Opens the board page over a scripted server; `send` speaks to it, `heard` is what it said."""

    def __init__(self, page, url, board, query=""):
        self.page = page
        self.board = board
        self.heard = []
        self.socket = None
        self.connections = 0
        page.route("**/api/v1/tracks/hill/board", lambda route: route.fulfill(json=self.board))
        page.route_web_socket("**/ws", self._accept)
        page.goto(f"{url}/track/hill{query}")
        page.wait_for_selector("board-page.is-ready")
        self.wait_for("subscribe")

    def _accept(self, socket):
        self.socket = socket
        self.connections += 1
        socket.on_message(lambda text: self._receive(json.loads(text)))

    def _receive(self, message):
        self.heard.append(message)
        if message["type"] == "hello":
            self.send({"type": "welcome", "time": now(), "role": "spectator", "server": "s"})
        elif message["type"] == "ping":
            self.send({"type": "pong", "t0": message["t0"], "t1": now(), "t2": now()})
        elif message["type"] == "subscribe":
            self.send({"type": "update", "track": "hill", "time": now()} if "after" in message
                      else self.board | {"id": message["id"]})

    def send(self, message):
        self.socket.send(json.dumps(message))

    def update(self, seq, **parts):
        self.send({"type": "update", "track": "hill", "epoch": "e", "base": seq - 1, "seq": seq,
                   "time": now()} | parts)

    def wait_for(self, kind, count=1):
        """Waits until the page has sent `count` messages of a kind; answers the last."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            found = [message for message in self.heard if message["type"] == kind]
            if len(found) >= count:
                return found[-1]
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page sent no {kind}: {self.heard}")
