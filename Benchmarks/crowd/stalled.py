"""Spectators who read little, or nothing: what do the others notice?

    python Benchmarks/crowd/stalled.py [--spectators 5000] [--stalled 100] [--slow 500] [--slow-rate 10000] [--rounds 3]

In each round one after the other, and the other way round in the next: a crowd of which all read, and one of
the same size with stalled and slow ones in it. The race has more to say than a slow one can take, and it is
measured for longer than the server waits for a sign of life.

Judged, with medians over the rounds: the others' 99th percentile of the delay is at most a tenth above that of a crowd in which
all read; the server's memory is above it by less than one frame for each of them; all slow ones end on
the true board, without losing their connection; all stalled ones are let go.
"""

import statistics

from scene import DEVICES, Scene, Watch, arguments


def main():
    options = arguments(__doc__, spectators=5000, stalled=100, slow=500, slow_rate=10_000, rate=10, seconds=35,
                        splits_per_second=15, rounds=3)
    scene = Scene(options)
    healthy, mixed = [], []
    for number in range(options.rounds):
        ways = [(healthy, 0, 0), (mixed, options.stalled, options.slow)]
        for reports, stalled, slow in ways if number % 2 == 0 else reversed(ways):
            reports.append(measured(scene, options, stalled, slow))
    judge(scene, options, healthy, mixed)
    scene.end()


def measured(scene, options, stalled, slow):
    with scene.server(options.spectators) as server, Watch(server) as watch:
        report = scene.load(server, "--spectators", options.spectators - stalled - slow, "--stalled", stalled,
                            "--slow", slow, "--slow-rate", options.slow_rate, "--rate", options.rate,
                            "--seconds", options.seconds, "--splits-per-second", options.splits_per_second)
    # The last time that most were still there: afterwards all leave.
    counts = [count for count, _ in watch.samples]
    report["lastConnected"] = [count for count in counts if count > max(counts) / 2][-1]
    print(f"{stalled} stalled, {slow} slow: 99 % within {report['frameDelay']['p99'] / 1000:.1f} ms, "
          f"{report['processorMicroseconds'] / report['frames']:.2f} µs a frame", flush=True)
    return report


def median(reports, figure):
    return statistics.median(figure(each) for each in reports)


def judge(scene, options, healthy, mixed):
    delays = [median(reports, lambda each: each["frameDelay"]["p99"] / 1000) for reports in (healthy, mixed)]
    scene.tell("99 % of the delay, all reading", delays[0], unit="ms", digits=1)
    scene.tell("99 % of the delay, of those who read", delays[1], most=delays[0] * 1.1, unit="ms", digits=1)
    odd = options.stalled + options.slow
    growth = (median(mixed, lambda each: each["memoryGrowth"])
              - median(healthy, lambda each: each["memoryGrowth"])) / odd
    frame = median(mixed, lambda each: each["bytes"] / each["frames"])
    scene.tell("memory for each who does not, beside a connection's own", growth, most=frame, unit="bytes")
    scene.tell("connections of others lost", max(each["lost"] for each in mixed), most=0)
    scene.tell("slow ones on the true board at the end", min(each["slowTrue"] for each in mixed), least=options.slow)
    scene.tell("connections of slow ones lost", max(each["slowLost"] for each in mixed), most=0)
    connected = 1 + DEVICES + options.spectators - options.stalled
    scene.tell("connected once the stalled ones' time is over", max(each["lastConnected"] for each in mixed),
               most=connected)
    scene.tell("stalled ones who can see that they were let go", min(each["stalledGone"] for each in mixed),
               least=options.stalled)
    for each in mixed:
        if each["slowFault"]:
            print(f"a slow one: {each['slowFault']}")


if __name__ == "__main__":
    main()
