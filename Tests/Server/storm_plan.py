"""What happens in a storm, from a seed: which device is told of which capture and when, who has no signal, and
when the server dies. Nothing in it depends on how fast the machine is."""

import random

from storm_races import Races

DEVICES = 50
CAPTURES_A_LIFE = 60


class Life:
    """From one start of the server to its end."""

    def __init__(self, chance):
        #: The server dies while it starts.
        self.is_cut_short = chance.random() < 0.1
        #: How long it lives: after it was launched, or after it was found to have all that it should.
        self.seconds = chance.uniform(0, 0.06) if self.is_cut_short else chance.uniform(0.02, 0.7)
        #: Devices that have no signal meanwhile.
        self.silent = set()
        #: `(seconds after the begin, device, command)`
        self.taps = []


class StormPlan:
    def __init__(self, seed, kills, began):
        chance = random.Random(f"plan {seed}")
        self.devices = [f"device-{number}" for number in range(DEVICES)]
        self.lives = [Life(chance) for _ in range(kills)]
        self.races = Races(chance, self.devices, began, kills * CAPTURES_A_LIFE)
        for device in self.devices:
            begin = chance.randrange(kills)
            for life in self.lives[begin:begin + chance.randrange(kills // 2 + 1)]:
                life.silent.add(device)
        captures = self.races.captures
        for place, (device, command) in enumerate(captures):
            # In about the order of instants; of four, one at any time, also long before its start.
            about = place * kills / len(captures) + chance.uniform(-1, 1)
            number = chance.randrange(kills) if chance.randrange(4) == 0 else int(about)
            life = self.lives[max(0, min(number, kills - 1))]
            life.taps.append((chance.uniform(0, 0.5), device, command))
