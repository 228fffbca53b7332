"""A spectator of a board: what a page has after each frame, by the rules of the contract."""

import asyncio
import copy
import json
import random

import websockets

from wire import SUBPROTOCOL


class BrokenContract(AssertionError):
    """The server sent what the contract does not allow."""


# What a split that is new has where the update does not say.
EMPTY_SPLIT = dict.fromkeys(("checkpoint", "lap", "split", "segment", "lapTime", "splitVerdict",
                             "segmentVerdict", "lapVerdict"))
EMPTY_SPLIT |= {"state": "counted", "standing": [], "close": [], "record": [], "corrected": False}


class Board:
    """A board made of a snapshot and the updates that came after it."""

    def __init__(self):
        self.value = None

    @property
    def position(self):
        return (self.value["epoch"], self.value["seq"]) if self.value else None

    def take(self, frame):
        if frame["type"] == "snapshot":
            self._check_position(frame)
            self.value = {key: frame[key] for key in frame if key not in ("type", "id")}
        else:
            self._update(frame)

    def _check_position(self, frame):
        if self.value and frame["epoch"] == self.value["epoch"]:
            if frame["seq"] < self.value["seq"]:
                raise BrokenContract(f"seq went back from {self.value['seq']} to {frame['seq']}")

    def _update(self, update):
        board = self.value
        if board is None or update["epoch"] != board["epoch"]:
            raise BrokenContract("an update of a board that was never sent")
        if update["base"] > board["seq"]:
            raise BrokenContract(f"an update from {update['base']} for a board at {board['seq']}")
        self._check_position(update)
        for run in board["runs"]:
            run.pop("elapsed", None)
        self._remove(update.get("removed", {}))
        if isinstance(update["track"], dict):
            board["track"] = update["track"]
        for key in ("time", "seq", "banner"):
            if key in update:
                board[key] = update[key]
        merge(board["sessions"], update.get("sessions", []), "id")
        merge(board["unassigned"], update.get("unassigned", []), "id", EMPTY_SPLIT)
        merge(board["standings"], update.get("standings", []), "runner")
        bests = update.get("bests", {})
        merge_bests(board["bests"]["overall"], bests.get("overall", {}))
        for change in bests.get("runners", []):
            known = board["bests"]["runners"]
            one = next((one for one in known if one["runner"] == change["runner"]), None)
            if one is None:
                known.append(one := {"runner": change["runner"], "segments": []})
            merge_bests(one, change)
        for change in update.get("runs", []):
            self._update_run(change)

    def _remove(self, removed):
        for key in ("runs", "sessions", "unassigned"):
            drop(self.value[key], "id", removed.get(key, []))
        drop(self.value["standings"], "runner", removed.get("standings", []))
        drop(self.value["bests"]["runners"], "runner", removed.get("bests", []))
        lost = {(one["runner"], one["from"], one["to"]) for one in removed.get("segments", [])}
        for bests in [self.value["bests"]["overall"], *self.value["bests"]["runners"]]:
            bests["segments"] = [one for one in bests["segments"]
                                 if (bests.get("runner"), one["from"], one["to"]) not in lost]
        gone = {(entry["run"], entry["split"]) for entry in removed.get("splits", [])}
        for run in self.value["runs"]:
            run["splits"] = [one for one in run["splits"] if (run["id"], one["id"]) not in gone]

    def _update_run(self, change):
        run = next((run for run in self.value["runs"] if run["id"] == change["id"]), None)
        if run is None:
            # It comes with all but its splits, which are left out where there is none yet.
            self.value["runs"].append(run := {"splits": []})
        splits = change.pop("splits", [])
        run.update(change)
        merge(run["splits"], splits, "id", EMPTY_SPLIT)


def merge_bests(bests, change):
    """Puts a change over the bests of a runner or of everyone; segments go by where they lie."""
    change = dict(change)
    segments = {(one["from"], one["to"]): one for one in bests["segments"]}
    segments |= {(one["from"], one["to"]): one for one in change.pop("segments", [])}
    bests |= change
    bests["segments"] = list(segments.values())


def merge(elements, changed, key, fresh=None):
    """Puts the fields of each changed element over those of the one with the same key; one that is new
    begins as `fresh`."""
    places = {element[key]: place for place, element in enumerate(elements)}
    for element in changed:
        if element[key] in places:
            elements[places[element[key]]] |= element
        else:
            elements.append(copy.deepcopy(fresh or {}) | element)


def drop(elements, key, gone):
    elements[:] = [element for element in elements if element[key] not in gone]


def comparable(board):
    """The board without what is of the moment of one frame, its lists in an order of their own."""
    board = copy.deepcopy(board)
    board.pop("type", None)
    board.pop("time")
    for run in board["runs"]:
        run.pop("elapsed", None)
        run["splits"].sort(key=lambda split: split["id"])
    for key in ("runs", "sessions", "unassigned"):
        board[key].sort(key=lambda element: element["id"])
    board["standings"].sort(key=lambda standing: standing["runner"])
    board["bests"]["runners"].sort(key=lambda bests: bests["runner"])
    for bests in [board["bests"]["overall"], *board["bests"]["runners"]]:
        bests["segments"].sort(key=lambda segment: (segment["from"], segment["to"]))
    return board


class Spectator:
    """Watches a track over a WebSocket, comes back after every lost line, and keeps its board.

    `seen` is called with the board after every frame. `positions` holds the greatest `seq` that was
    seen of each epoch; one that goes back breaks the contract, also over reconnections.
    """

    def __init__(self, server, track, rate=10, clock="client", seen=None, pause=0.0):
        self.server, self.track = server, track
        self.subscription = {"rate": rate, "clock": clock}
        self.seen = seen
        self.pause = pause
        self.board = Board()
        self.positions = {}
        self.connections = 0
        self.errors = []
        self._changed = asyncio.Event()

    async def watch(self, drop_after=None):
        """Until cancelled, or until a number of frames has come."""
        while True:
            try:
                async with websockets.connect(
                    self.server.socket_url, subprotocols=[SUBPROTOCOL], proxy=None, max_size=None
                ) as socket:
                    self.connections += 1
                    await self._watch(socket, drop_after)
                    return
            except (OSError, websockets.exceptions.InvalidHandshake,
                    websockets.exceptions.ConnectionClosed) as lost:
                self.errors.append(lost)
                await asyncio.sleep(random.uniform(0.01, 0.1))

    async def _watch(self, socket, drop_after):
        await socket.send(json.dumps({"type": "hello", "client": "spectator/1"}))
        subscription = {"type": "subscribe", "id": "main", "track": self.track} | self.subscription
        if self.board.position:
            epoch, seq = self.board.position
            subscription |= {"epoch": epoch, "after": seq}
        await socket.send(json.dumps(subscription))
        is_first = True
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] not in ("snapshot", "update"):
                if frame["type"] == "error" and frame["code"] != "unknownTrack":
                    raise BrokenContract(text)
                if frame["type"] == "error":
                    await asyncio.sleep(0.02)
                    await socket.send(json.dumps(subscription))
                continue
            if is_first and frame.get("id") != "main":
                raise BrokenContract(f"the first answer does not carry the id: {text[:200]}")
            is_first = False
            self._take(frame)
            if drop_after is not None:
                drop_after -= 1
                if drop_after <= 0:
                    return
            if self.pause:
                await asyncio.sleep(self.pause)

    def _take(self, frame):
        known = self.positions.get(frame["epoch"], 0)
        if frame["seq"] < known:
            raise BrokenContract(f"seq went back from {known} to {frame['seq']}")
        self.positions[frame["epoch"]] = frame["seq"]
        self.board.take(frame)
        if self.seen:
            self.seen(self.board.value)
        self._changed.set()

    async def until(self, condition, seconds=60):
        """Returns when the board is as asked for."""
        async with asyncio.timeout(seconds):
            while not (self.board.value and condition(self.board.value)):
                self._changed.clear()
                await self._changed.wait()
