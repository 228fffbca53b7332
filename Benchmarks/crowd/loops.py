"""More frames than one loop can send: how many more do two send?

    python Benchmarks/crowd/loops.py [--spectators 6000] [--rate 60] [--rounds 3]

In each round one after the other, and the other way round in the next: a server with one loop and one with two.
Neither it nor the load is bound to a core: on two cores the load takes its share from two loops. So that this is not
most of what is measured, spectators read several frames at a time.

Judged, with medians over the rounds: two loops deliver at least 1.25 times as many frames a second as one.
"""

import statistics

from scene import Scene, arguments


def main():
    options = arguments(__doc__, spectators=6000, rate=60, seconds=10, splits_per_second=90, rounds=3, read_every=50)
    if options.loops:
        raise SystemExit("this scene compares one loop with two; leave --loops away")
    scene = Scene(options)
    rates = {1: [], 2: []}
    for number in range(options.rounds):
        for loops in (1, 2) if number % 2 == 0 else (2, 1):
            rates[loops].append(measured(scene, options, loops))
    one, two = (statistics.median(rates[loops]) for loops in (1, 2))
    due = options.spectators * options.rate
    # Where one loop keeps up there is no overload, and nothing to be seen.
    scene.tell("frames due a second", due)
    scene.tell("frames a second with one loop", one, most=0.95 * due)
    scene.tell("frames a second with two", two)
    scene.tell("two by one", two / one, least=1.25, digits=2)
    scene.end()


def measured(scene, options, loops):
    with scene.server(options.spectators, prefix=(), loops=loops) as server:
        report = scene.load(server, "--spectators", options.spectators, "--rate", options.rate,
                            "--seconds", options.seconds, "--splits-per-second", options.splits_per_second,
                            "--read-every", options.read_every, prefix=())
    rate = report["frames"] / report["measuredMicroseconds"] * 1e6
    print(f"{loops} loop{'s' * (loops > 1)}: {rate:.0f} frames a second", flush=True)
    return rate


if __name__ == "__main__":
    main()
