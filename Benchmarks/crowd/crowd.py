"""A grandstand on one core: does everyone see every second's state, and what does the last one cost?

    python Benchmarks/crowd/crowd.py [--spectators 18000] [--rate 2] [--seconds 20] [--splits-per-second 5]

Judged: nobody is without a frame for longer than a second and a tick; 99 % of the frames come within one
tick; a connection takes less than 2.5 KB of the server's memory; the last thousand are accepted at the processor time
of the first, to within a tenth.
"""

from scene import Scene, Watch, arguments, memory


def main():
    options = arguments(__doc__, spectators=18000, rate=2, seconds=20, splits_per_second=5)
    scene = Scene(options)
    with scene.server(options.spectators) as server:
        before = memory(server.process.pid)
        with Watch(server) as watch:
            report = scene.load(server, "--spectators", options.spectators, "--rate", options.rate,
                                "--seconds", options.seconds,
                                "--splits-per-second", options.splits_per_second)
    judge(scene, report, options)
    largest = max(held for _, held in watch.samples)
    scene.tell("memory of a connection, from the largest Pss", (largest - before) / options.spectators, unit="bytes")
    scene.end()


def judge(scene, report, options):
    tick = 1000 / options.rate
    seconds = report["measuredMicroseconds"] / 1e6
    scene.tell("spectators", report["open"])
    scene.tell("all there after", report["openingMicroseconds"] / 1e6, unit="s", digits=2)
    scene.tell("connections lost", report["lost"], most=0)
    scene.tell("frames a second, of all", report["frames"] / seconds)
    scene.tell("frames for whoever got the fewest", report["fewestFrames"])
    scene.tell("frames for whoever got the most", report["mostFrames"])
    scene.tell("longest that anyone was without a frame", report["longestGapMicroseconds"] / 1000,
               most=1000 + tick, unit="ms")
    for name, share in (("median", "p50"), ("99 %", "p99"), ("longest", "p100")):
        scene.tell(f"from making a frame to having it, {name}", report["frameDelay"][share] / 1000,
                   most=tick if share == "p99" else None, unit="ms", digits=1)
    scene.tell("acknowledgement of a split, 99 %", report["acknowledgement"]["p99"] / 1000, unit="ms", digits=1)
    scene.tell("processor", report["processorMicroseconds"] / report["measuredMicroseconds"] * 100, unit="%", digits=1)
    scene.tell("processor for a frame", report["processorMicroseconds"] / report["frames"], unit="µs", digits=2)
    scene.tell("memory of a connection, until all were there", report["memoryOfEach"], most=2500, unit="bytes")
    first, last = report["firstOpeningMicroseconds"], report["lastOpeningMicroseconds"]
    if first:
        scene.tell("processor to open each of the first thousand", first, unit="µs")
        scene.tell("processor to open each of the last thousand", last, most=first * 1.1, unit="µs")


if __name__ == "__main__":
    main()
