"""Races from a seed: runs against time, laps from the line, and heats from a gun, each passing seen by whichever
device stood there."""

import uuid

from wire import SECOND, command, course

RUNNERS = 40
HEAT = 16
HEAT_LAPS = 3
#: All of it happens within so many seconds.
DAY = 2400
COURSES = {
    "hill": (["t1", "t2", "finish"], {}),
    "heats": (["t1", "finish"], {"laps": HEAT_LAPS}),
    "ring": (["t1", "finish"], {"laps": 0, "start": "line"}),
}


class Races:
    """`setup` is what control does before; `captures` are `(device, command)` by instant, a start before what
    hangs on it. The first instant is `began`; everything else follows from `chance`."""

    def __init__(self, chance, devices, began, count):
        self.chance, self.devices, self.began = chance, devices, began
        self.tracks = list(COURSES)
        self.runs = {track: [] for track in COURSES}
        self.sessions = {track: [] for track in COURSES}
        self._told = []
        self.setup = [self._named(course(track, *lines, **fields))
                      for track, (lines, fields) in COURSES.items()]
        self.setup += [self._command("registerRunner", None, runner=f"runner-{number}", name=f"Name {number}")
                       for number in range(RUNNERS)]
        self._new_session("ring", "laps", rank="lap", limit={"time": DAY * SECOND}, finish="leader")
        # Each track has a run, whatever follows.
        self._heat()
        self._ride()
        self._climb()
        while len(self._told) < count:
            self.chance.choice([self._climb, self._climb, self._climb, self._ride, self._heat])()
        self._told.sort(key=lambda each: each[:2])
        self.captures = [(device, message) for _, _, device, message in self._told]

    # Runs

    def _climb(self):
        begun = self._some_instant()
        self._run("hill", begun, 1, at=begun)

    def _ride(self):
        begun = self._some_instant()
        self._run("ring", begun, self.chance.randrange(2, 8), at=begun, session="laps")

    def _heat(self):
        gun, number = self._some_instant(), len(self.sessions["heats"])
        start, session = f"gun-{number}", f"heat-{number}"
        self._new_session("heats", session, rank="race", limit={"laps": HEAT_LAPS}, finish="leader")
        self._tell(gun, 0, self._command(
            "createStart", "heats", start=start, session=session, at=gun, uncertainty=0))
        for _ in range(HEAT):
            self._run("heats", gun, HEAT_LAPS, start=start, session=session)

    def _new_session(self, track, session, **fields):
        self.sessions[track].append(session)
        self.setup.append(self._command("createSession", track, session=session, **fields))

    def _run(self, track, begun, laps, **fields):
        number = sum(map(len, self.runs.values()))
        run, runner = f"run-{number}", self.chance.randrange(RUNNERS)
        self.runs[track].append(run)
        who = self.chance.choice([{"runner": f"runner-{runner}"}, {"runnerName": f"Name {runner}"}])
        self._tell(begun, 1, self._command(
            "startRun", track, run=run, number=str(number), **who, **fields))
        at = begun
        for lap in range(laps):
            for line in COURSES[track][0]:
                at += self._span(6, 40)
                self._passing(track, {"run": run}, {"number": str(number)}, line, at, f"{number}-{lap}-{line}")
        if self._once_in(10):
            at += self._span(6, 9)
            self._tell(at, 2, self._command("finishRun", track, run=run, at=at))

    def _passing(self, track, run, number, line, at, name):
        """Seen by one device, by two, by a thumb that slips, by one that does not know whose it is, or missed."""
        kind = self.chance.choices(["once", "twice", "slip", "nobody's", "missed"], [70, 15, 5, 5, 5])[0]
        if kind == "missed":
            return
        who = {} if kind == "nobody's" else self.chance.choice([run, run, number])
        where = self.chance.choice([{}, {"checkpoint": line}])
        self._split(track, name, at, **who, **where)
        if kind == "twice":
            self._split(track, f"{name}-again", at + self._span(-1.4, 1.4), **who, checkpoint=line)
        if kind == "slip":
            self._split(track, f"{name}-slip", at + self._span(0.1, 4), **who, **where)

    # Captures

    def _split(self, track, name, at, **fields):
        self._tell(at, 2, self._command(
            "recordSplit", track, split=name, at=at, uncertainty=self.chance.randrange(5000),
            method=self.chance.choice(["tap", "sensor"]), **fields))

    def _tell(self, at, order, message):
        self._told.append((at, order, self.chance.choice(self.devices), message))

    def _command(self, kind, track, **fields):
        return self._named(command(kind, track, **fields))

    def _named(self, message):
        return message | {"commandId": str(uuid.UUID(int=self.chance.getrandbits(128)))}

    def _some_instant(self):
        return self.began + self._span(0, DAY - 400)

    def _span(self, least, most):
        return round(self.chance.uniform(least, most) * SECOND)

    def _once_in(self, count):
        return self.chance.randrange(count) == 0
