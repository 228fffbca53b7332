"""Commands of any kind over several race days, most of which are long over: what race control, timers
and broken devices could send, in any order."""

from wire import SECOND, command

DAYS = 6
BETWEEN_DAYS = 30 * 3600 * SECOND
TRACKS = {"hill": {}, "laps": {"laps": 0, "start": "line"}, "net": {"laps": 3}}
CHECKPOINTS = ["t1", "t2", "finish"]
DEVICES = ["gate", "phone", "tablet"]

CAPTURES = ["recordSplit"] * 12 + ["startRun"] * 4 + ["finishRun", "createStart"]
CORRECTIONS = [
    "moveStart", "reopenRun", "editRun", "voidRun", "restoreRun", "acceptSplit", "assignSplit",
    "voidSplit", "restoreSplit", "moveSplit", "shiftCaptures", "skipCheckpoint", "restoreCheckpoint",
    "createSession", "editSession", "closeSession", "enterRunner", "withdrawRunner", "editTrack", "registerRunner"] + ["setStatus"] * 4


class RandomDays:
    """Things of one day have ids of their own; now and then a command mixes days up."""

    def __init__(self, random, today):
        self.random, self.today = random, today
        self.day = 0

    def next(self):
        self.day = self._day(often=0)
        kind = self.random.choice(CAPTURES + CORRECTIONS)
        fields = getattr(self, "_" + kind)()
        track = None if kind == "registerRunner" else self.random.choice(list(TRACKS))
        return command(kind, track, **{key: value for key, value in fields.items()
                                       if value is not None})

    # What is in commands

    def _day(self, often):
        return self.random.choice([often] * DAYS + list(range(DAYS)))

    def _once_in(self, count):
        return self.random.randrange(count) == 0

    def _id(self, kind, count):
        day = self.random.randrange(DAYS) if self._once_in(30) else self.day
        return f"{kind}{day}-{self.random.randrange(count)}"

    def _run(self):
        return self._id("run", 20)

    def _split(self):
        return self._id("split", 200)

    def _session(self):
        return self._id("session", 3)

    def _start(self):
        return self._id("start", 3)

    def _runner(self):
        return f"runner{self.random.randrange(6)}"

    def _few(self):
        return str(self.random.randrange(6))

    def _at(self):
        day = self.random.randrange(DAYS) if self._once_in(30) else self.day
        # Whole seconds too, so that equal instants and equal times happen.
        offset = self.random.choice([
            self.random.randrange(-5, 100) * SECOND, self.random.randrange(100 * SECOND)])
        return self.today - day * BETWEEN_DAYS + offset

    def _device(self):
        return self.random.choice(DEVICES)

    def _maybe(self, value):
        return self.random.choice([None, value])

    # Captures

    def _recordSplit(self):
        who = self.random.choice([
            {}, {"run": self._run()}, {"run": self._run()}, {"runner": self._runner()},
            {"number": self._few()}, {"transponder": self._few()}])
        return who | {
            "split": self._split(), "at": self._at(),
            "uncertainty": self.random.choice([0, 1000, SECOND // 2]),
            "checkpoint": self._maybe(self.random.choice(CHECKPOINTS)),
            "method": self._maybe("sensor")}

    def _startRun(self):
        who = self.random.choice([
            {"runner": self._runner()}, {"runnerName": self.random.choice(["Ada", "Bob", "Cyd"])}])
        origin = self.random.choice([{"at": self._at()}, {"start": self._start()}])
        return who | origin | {"run": self._run(), "session": self._maybe(self._session()),
                               "number": self._maybe(self._few())}

    def _finishRun(self):
        return {"run": self._run(), "at": self._at()}

    def _createStart(self):
        return self._moveStart() | {"session": self._session()}

    # Corrections

    def _moveStart(self):
        return {"start": self._start(), "at": self._at(), "uncertainty": 0}

    def _reopenRun(self):
        return {"run": self._run()}

    _voidRun = _restoreRun = _reopenRun

    def _withdrawRunner(self):
        return {"runner": self._runner(), "session": self._maybe(self._session())}

    def _setStatus(self):
        return {"run": self._run(), "status": self.random.choice(
            ["dnf", "dsq", "hc", "nc", "dns", "running"])}

    def _editRun(self):
        return {"run": self._run()} | self.random.choice([
            {"runner": self._runner()}, {"number": self._few()}, {"session": self._session()},
            {"at": self._at()}, {"start": self._start()}])

    def _acceptSplit(self):
        return {"split": self._split()}

    _voidSplit = _restoreSplit = _acceptSplit

    def _moveSplit(self):
        return {"split": self._split(), "at": self._at()}

    def _shiftCaptures(self):
        begin = self._at()
        return {"device": self._device(), "from": begin,
                "to": begin + self.random.randrange(60 * SECOND),
                "by": self.random.randrange(-20, 20) * SECOND // 2,
                "uncertainty": self.random.choice([None, 0, 5000])}

    def _assignSplit(self):
        return {"split": self._split()} | self.random.choice([
            {"run": self._run()}, {"checkpoint": "t1"}, {"checkpoint": "t2", "lap": 2}, {"lap": 1}])

    def _skipCheckpoint(self):
        return {"run": self._run(), "checkpoint": self.random.choice(CHECKPOINTS)}

    _restoreCheckpoint = _skipCheckpoint

    def _limit(self):
        return self.random.choice([
            None, {"laps": 2}, {"time": 40 * SECOND}, {"time": 30 * SECOND, "plusLaps": 1}])

    def _createSession(self):
        return {
            "session": self._session(), "rank": self.random.choice(["race", "time", "lap"]),
            "finish": self.random.choice(["each", "leader", "clock"]), "limit": self._limit(),
            "ties": self.random.choice(["share", "first", "second"]),
            "clock": self.random.choice(["gun", "net"]),
            "scope": self.random.choice(["track", "session"])}

    def _editSession(self):
        return {"session": "open" if self._once_in(4) else self._session()} | self.random.choice([
            {"flag": "finish", "at": self._at()}, {"limit": {"laps": 1}}, {"finish": "leader"},
            {"finish": "each"}, {"rank": "lap"}, {"scope": "session"}, {"clock": "net"}])

    def _closeSession(self):
        return {"session": self._session(), "at": self._at()}

    def _enterRunner(self):
        return {"runner": self._runner(), "session": self._maybe(self._session()),
                "number": self._few(), "transponders": [self._few()]}

    def _editTrack(self):
        if not self._once_in(3):
            return {"name": self.random.choice(["One", "Other"])}
        order = self.random.choice([["t1", "t2", "finish"], ["t2", "t1", "finish"], ["finish"]])
        return self.random.choice([
            {"rounding": {"digits": self.random.randrange(4), "direction": "up"}},
            {"scope": self.random.choice(["track", "session"])},
            {"checkpoints": [{"id": line, "name": line} for line in order]}])

    def _registerRunner(self):
        return {"runner": self._runner(), "name": self.random.choice(["Ada", "Bob", '=1+"1'])}
