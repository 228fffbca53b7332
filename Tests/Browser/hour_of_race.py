"""An hour of racing in half a minute: runs begin, pass their checkpoints and end, six seconds apart, and
in every twenty of them the same things go wrong and are put right.

All that is periodic, so that the board looks alike each time a whole number of periods has gone by: as
many runs out at the same points, as many captures set aside. Only times and ids differ.
"""

import itertools
import time
from concurrent.futures import ThreadPoolExecutor

from wire import SECOND, Wire, command, course, now, split

HOUR = 3600 * SECOND
RUNS = 600
SPACING = HOUR // RUNS
RUNNERS = 40
PERIOD = 20
TRACK = "hour"
NAMES = [f"Runner {chr(65 + number % 26)}{number}" for number in range(RUNNERS)]


def deeds_of(index, base):
    """What happens because of one run, as instants and commands. Of the period's places a few are taken
    by a run that misses a checkpoint, one that is stopped, and captures that have to be corrected."""
    run, place = f"run-{index}", index % PERIOD
    began = base + index * SPACING
    first, second, finish = (began + round(seconds * SECOND) for seconds in (
        14 + place / 10, 29 + place / 5, 43 + place / 3))

    def at(instant, *commands):
        return [(instant, each) for each in commands]

    deeds = at(began, command("startRun", TRACK, run=run, runner=f"runner-{index % RUNNERS}",
                              number=str(index % RUNNERS + 1), at=began, uncertainty=0))
    if place == 11:
        return deeds + at(first, command("setStatus", TRACK, run=run, status="dnf"))
    deeds += at(first, split(TRACK, f"{run}-a", first, run=run, checkpoint="a"))
    if place != 15:
        deeds += at(second, split(TRACK, f"{run}-b", second, run=run, checkpoint="b"))
    deeds += at(finish, split(TRACK, f"{run}-f", finish, run=run, checkpoint="finish"))
    if place == 3:
        again = finish + 8 * SECOND
        deeds += at(again, split(TRACK, f"{run}-g", again, run=run, checkpoint="finish"))
        deeds += at(again + 20 * SECOND, command("voidSplit", TRACK, split=f"{run}-g"))
    if place == 7:
        deeds += at(first, split(TRACK, f"{run}-x", first, checkpoint="a"))
        deeds += at(second, command("voidSplit", TRACK, split=f"{run}-x"))
    if place == 19:
        deeds += at(finish + SECOND, command("moveSplit", TRACK, split=f"{run}-b", at=second + SECOND))
    return deeds


class HourOfRace:
    """The feed of a race that began two hours ago, so that whoever is out is overdue all along. It goes
    on in legs, so that pages can be looked at while it rests."""

    def __init__(self, server):
        self.base = now() - 2 * HOUR
        self._deeds = sorted((deed for index in range(RUNS) for deed in deeds_of(index, self.base)),
                             key=lambda deed: deed[0])
        self.wire = Wire(server, "control", device="tower")
        self.wire.do(
            course(TRACK, "a", "b", "finish", name="An hour of race", rank="race"),
            *(command("registerRunner", runner=f"runner-{number}", name=name)
              for number, name in enumerate(NAMES)))
        self._hand = ThreadPoolExecutor(max_workers=1)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._hand.shutdown()
        self.wire.close()

    def drive(self, until, seconds):
        """What happens before a share of the hour, spread over so many seconds: a future of it."""
        end = self.base + round(HOUR * until)
        leg = list(itertools.takewhile(lambda deed: deed[0] < end, self._deeds))
        self._deeds = self._deeds[len(leg):]
        return self._hand.submit(self._send, leg, seconds)

    def _send(self, leg, seconds):
        """In steps of a twentieth of a second, as a phone would that has not got more to say."""
        began = time.monotonic()
        first, span = leg[0][0], leg[-1][0] - leg[0][0]
        for step, deeds in itertools.groupby(
                leg, lambda deed: (deed[0] - first) * seconds * 20 // span):
            time.sleep(max(began + step / 20 - time.monotonic(), 0))
            self.wire.do(*(deed for _, deed in deeds))
