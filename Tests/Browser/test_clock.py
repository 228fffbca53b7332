"""The server's clock as the pages know it: from pings, with how uncertain it is; sleep and clocks that are set."""

import pathlib

import pytest

SIMULATION = pathlib.Path(__file__).parents[2] / "Benchmarks" / "clock" / "simulation.js"
# Pings of a phone whose clock gains 40 ppm, over a link that is slow now and then, in one direction.
DRIFTING = """
    const clock = new m.ServerClock();
    const local = (at) => at * (1 + 40e-6);
    const ping = (at, there, back) => clock.add(
        { t0: local(at), t1: at + there, t2: at + there + 50, t3: local(at + there + 50 + back) });
    const off = (at) => {
        const { time, uncertainty } = clock.measure(local(at));
        return [Math.abs(time - at), uncertainty];
    };
"""


def test_the_clock_believes_the_sample_with_the_least_delay(module):
    offset = module("clock", """(() => {
        const clock = new m.ServerClock();
        const ping = (t0, there, back) => clock.add(
            { t0, t1: t0 + there + 5000000, t2: t0 + there + 5000000, t3: t0 + there + back });
        ping(0, 90000, 10000);
        ping(200000, 2000, 2000);
        ping(400000, 5000, 250000);
        return [clock.serverTime(3000000) - 3000000, clock.uncertainty(404000)];
    })()""")
    assert abs(offset[0] - 5_000_000) <= 2_000
    assert 2_000 <= offset[1] <= 2_100


def test_a_displayed_clock_never_goes_back_while_its_offset_is_corrected(module):
    readings = module("clock", """(() => {
        const clock = new m.ServerClock();
        clock.add({ t0: 0, t1: 400000, t2: 400000, t3: 400000 });
        const readings = [];
        for (let local = 400000; local < 9000000; local += 16667) {
            if (local > 1000000 && readings.length === 37) {
                clock.add({ t0: local - 100, t1: local - 50, t2: local - 50, t3: local });
            }
            readings.push(clock.serverTime(local) - local);
        }
        return readings;
    })()""")
    steps = [b - a + 16667 for a, b in zip(readings, readings[1:])]
    assert min(steps) > 0
    assert abs(readings[0] - 200_000) <= 40  # What a drift could be in 0.4 s.
    assert abs(readings[-1]) < 100


def test_a_sample_that_contradicts_itself_is_dropped(module):
    known = module("clock", """(() => {
        const clock = new m.ServerClock();
        clock.add({ t0: 100, t1: 50, t2: 40, t3: 120 });
        clock.add({ t0: 100, t1: 0, t2: 900, t3: 120 });
        return clock.isKnown;
    })()""")
    assert known is False


def test_the_bounds_of_all_pings_together_are_sharper_than_those_of_each(module):
    # Each ping is late in one direction: alone it says ±50 ms, and both together ±1 ms.
    [error, uncertainty] = module("clock", f"""(() => {{ {DRIFTING}
        ping(0, 1000, 99000);
        ping(200000, 99000, 1000);
        return off(300000);
    }})()""")
    assert error <= uncertainty <= 1_100


def test_the_drift_is_found_so_that_minutes_without_a_line_cost_little(module):
    early, late = module("clock", f"""(() => {{ {DRIFTING}
        ping(0, 1000, 1000);
        const minutesAfterOnePing = off(300e6);
        for (let at = 12e6; at <= 600e6; at += 12e6) ping(at, 1000, 1000);
        return [minutesAfterOnePing, off(900e6)];
    }})()""")
    assert early[0] <= early[1] and 30_000 <= early[1] <= 35_000
    assert late[0] <= late[1] <= 6_000


def test_an_instant_without_a_line_is_known_better_once_there_is_one_again(module):
    then, afterwards = module("clock", f"""(() => {{ {DRIFTING}
        for (const at of [0, 200e3, 400e3]) ping(at, 1000, 1000);
        const then = off(600e6);
        ping(1200e6, 1000, 1000);
        return [then, off(600e6)];
    }})()""")
    assert then[0] <= then[1] and then[1] > 60_000
    assert afterwards[0] <= afterwards[1] < 5_000


def test_what_contradicts_the_newest_ping_is_given_up(module):
    # The local clock stood still for a minute and nobody noticed.
    [error, uncertainty] = module("clock", f"""(() => {{ {DRIFTING}
        ping(0, 1000, 1000);
        const asleep = 60e6;
        clock.add({{ t0: local(90e6) - asleep, t1: 90e6 + 2000, t2: 90e6 + 2000, t3: local(90e6 + 4000) - asleep }});
        const {{ time, uncertainty }} = clock.measure(local(91e6) - asleep);
        return [Math.abs(time - 91e6), uncertainty];
    }})()""")
    assert error <= uncertainty <= 2_300


@pytest.mark.parametrize("forward, back, is_distrusted", [
    (0, 0, False), (5_000, 0, False), (60_000_000, 0, True), (30_000, 0, True), (0, 3_600_000_000, False),
])
def test_a_wall_clock_that_ran_ahead_tells_of_a_sleep(module, forward, back, is_distrusted):
    pings, is_known = module("line", """(async () => {
        const [forward, back] = argument;
        let [now, wall] = [1e6, 1e15];
        const socket = { readyState: WebSocket.OPEN, sent: [], send(text) { this.sent.push(JSON.parse(text)); },
                         close() {} };
        const line = new m.ServerLine(() => ({ client: "test/1" }),
            { open: () => socket, now: () => now, wall: () => wall });
        line.start();
        socket.onopen();
        const answer = () => socket.onmessage({ data: JSON.stringify(
            { type: "pong", t0: now, t1: 5e15, t2: 5e15 }) });
        answer();
        line.measure();
        const before = socket.sent.length;
        [now, wall] = [now + 1e6, wall + 1e6 + forward - back];
        const known = line.measure() !== null;
        line.stop();
        return [socket.sent.length - before, known];
    })()""", [forward, back])
    assert is_known is not is_distrusted
    assert pings == (1 if is_distrusted else 0)


def test_a_ping_that_was_under_way_in_a_sleep_says_nothing(module):
    knows = module("line", """(async () => {
        let [now, wall] = [1e6, 1e15];
        const socket = { readyState: WebSocket.OPEN, send() {}, close() {} };
        const line = new m.ServerLine(() => ({ client: "test/1" }),
            { open: () => socket, now: () => now, wall: () => wall });
        line.start();
        socket.onopen();
        const answer = (t0, at) => socket.onmessage({ data: JSON.stringify({ type: "pong", t0, t1: at, t2: at }) });
        line.measure();
        const asleep = now;
        [now, wall] = [now + 1000, wall + 60e6];
        answer(asleep, 5e15);
        const knows = [line.measure() !== null];
        answer(asleep, 5e15);
        knows.push(line.measure() !== null);
        answer(now, 5e15 + 60e6);
        knows.push(line.measure() !== null);
        line.stop();
        return knows;
    })()""")
    assert knows == [False, False, True]


def test_a_clock_is_settled_once_a_burst_is_back_and_another_burst_makes_nobody_wait_anew(module):
    settled, patience = module("ping-burst", """(() => {
        const patience = [];
        globalThis.setTimeout = (act, milliseconds) => patience.push(milliseconds);
        const seen = [];
        const burst = new m.PingBurst(() => {}, () => seen.push("settled"));
        const answered = (times) => {
            for (let n = 0; n < times; n++) burst.answered();
            seen.push(burst.isSettled);
        };
        burst.start();
        answered(4);
        burst.start();
        answered(4);
        answered(1);
        burst.start();
        answered(0);
        burst.stop();
        return [seen, patience.filter((each) => each === 3000).length];
    })()""")
    assert settled == [False, False, "settled", True, False]
    assert patience == 2


@pytest.fixture
def simulated(open_page, static_url):
    """`simulated(scene, seeds)`: the summary of a scene of the benchmark, over so many seeds."""
    page = open_page()
    page.route("**/simulation.js", lambda route: route.fulfill(
        body=SIMULATION.read_text(encoding="utf-8"), content_type="text/javascript"))
    page.route("**/blank.html", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"{static_url}/blank.html")
    return lambda scene, seeds: page.evaluate("""async ([scene, seeds]) => {
        const { ServerClock } = await import("/js/clock.js");
        const { narrowed } = await import("/js/retiming.js");
        const { SCENES, simulate, summary } = await import("/simulation.js");
        return summary(seeds.flatMap((seed) => simulate({ ServerClock, narrowed }, { ...SCENES[scene], seed })));
    }""", [scene, seeds])


@pytest.mark.parametrize("scene", [
    "asymmetric jitter up to 200 ms, 40 ppm", "the same, and no line for 15 minutes",
    "splits of those 15 minutes, once the line is back", "sleeps of a minute and of twenty", "a drift that changes by 1 ppm as the phone warms up"])
def test_the_true_error_lies_within_what_is_stated(simulated, scene):
    figures = simulated(scene, [1, 2])
    assert figures["splits"] > 800
    assert figures["within"] >= 0.999, figures


def test_on_a_quiet_link_half_of_all_errors_are_below_two_milliseconds(simulated):
    figures = simulated("quiet Wi-Fi", [1])
    assert figures["within"] >= 0.999 and figures["medianError"] < 2, figures


def test_a_ping_that_was_out_during_a_sleep_says_nothing(module):
    assert module("clock", f"""(() => {{ {DRIFTING}
        ping(0, 1000, 1000);
        const asleep = 60e6;
        clock.breakOff(local(500));
        // It reached the server before the sleep, and the phone after it.
        clock.add({{ t0: local(100), t1: 200, t2: 250, t3: local(60.001e6) - asleep }});
        return clock.measure(local(61e6) - asleep);
    }})()""") is None


@pytest.mark.parametrize("said, found, is_same, expected", [
    # Both are true of one clock: what they have in common.
    ((1000, 100), (1080, 60), True, (1060, 40)),
    ((1000, 100), (1010, 20), True, (1010, 20)),
    ((1000, 20), (1010, 100), True, (1000, 20)),
    ((1000, 20), (1030, 15), True, (1018, 3)),
    # They contradict each other though they are of one clock, or are of two and do not: the sharper one.
    ((1000, 100), (5000, 60), True, (5000, 60)),
    ((1000, 100), (5000, 200), True, (1000, 100)),
    ((1000, 100), (1080, 60), False, (1080, 60)),
    ((1000, 60), (1080, 60), False, (1000, 60)),
    # Of two clocks, and they contradict each other: the later one.
    ((1000, 60), (1200, 100), False, (1200, 100)),
])
def test_what_is_known_twice_of_an_instant(module, said, found, is_same, expected):
    instants = [{"at": at, "uncertainty": uncertainty} for at, uncertainty in (said, found)]
    narrowed = module("retiming", "m.narrowed(...argument)", [*instants, is_same])
    assert (narrowed["at"], narrowed["uncertainty"]) == expected
