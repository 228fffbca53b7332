"""The network is gone for everyone at once: how soon are they back, and what do the timing devices notice?

    python Benchmarks/crowd/reconnect.py [--spectators 10000] [--rate 10] [--return-within 500] [--rounds 3]

All connections are cut off in the middle of the race, without a closing handshake. Each spectator connects again
after a random wait of at most `--return-within` milliseconds, as the pages do, and asks for what has changed
since what it has. It is back when it has a board at least as new as anyone's at the cut.

Judged, by the worst of the rounds: everyone is back within 5 s; until then devices' splits are acknowledged within
50 ms, 99 % of them.
"""

from scene import Scene, arguments


def main():
    options = arguments(__doc__, spectators=10_000, rate=10, seconds=15, cut_after=4, return_within=500,
                        splits_per_second=20, rounds=3)
    scene = Scene(options)
    reports = [measured(scene, options) for _ in range(options.rounds)]

    def worst(figure):
        return max(figure(each) for each in reports)

    scene.tell("cut off", min(each["cut"] for each in reports), least=options.spectators)
    scene.tell("of them back", min(each["back"]["count"] for each in reports), least=options.spectators)
    for name, share in (("median", "p50"), ("99 %", "p99"), ("the last", "p100")):
        scene.tell(f"back after, {name}", worst(lambda each: each["back"][share] / 1000),
                   most=5000 if share == "p100" else None, unit="ms")
    for name, share in (("median", "p50"), ("99 %", "p99"), ("longest", "p100")):
        scene.tell(f"acknowledgement of a split meanwhile, {name}",
                   worst(lambda each: each["acknowledgementMeanwhile"][share] / 1000),
                   most=50 if share == "p99" else None, unit="ms", digits=1)
    scene.tell("splits acknowledged meanwhile", min(each["acknowledgementMeanwhile"]["count"] for each in reports))
    scene.tell("processor for each who comes back", worst(lambda each: each["processorOfReturnMicroseconds"] or 0),
               unit="µs")
    scene.end()


def measured(scene, options):
    # Some of the old connections are still known to the server when the new ones come.
    with scene.server(min(2 * options.spectators, 19_000)) as server:
        return scene.load(server, "--spectators", options.spectators, "--rate", options.rate,
                          "--seconds", options.seconds, "--cut-after", options.cut_after,
                          "--return-within", options.return_within,
                          "--splits-per-second", options.splits_per_second)


if __name__ == "__main__":
    main()
