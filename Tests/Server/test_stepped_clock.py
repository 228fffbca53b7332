"""The system's clock is set while a race goes on, by an hour and by a day, forward and back; the server is started
again meanwhile, also after another boot of the machine. Server time goes on as if nothing had happened."""

import datetime
import uuid

import pytest

from captures import database
from run_table import read_csv
from stepped_clock import SteppedClock
from test_verify import assert_whole
from wire import SECOND, Wire, course, split, start

HOUR = 3600 * SECOND
EACH_STEP = pytest.mark.parametrize("step", [HOUR, -HOUR, 24 * HOUR, -24 * HOUR])


@pytest.fixture
def clock(tmp_path):
    return SteppedClock(tmp_path)


@pytest.fixture
def server(own_server, clock):
    return own_server.start(environment=clock.environment)


def anchor(server):
    """Which boot server time is anchored in, and server time when `CLOCK_BOOTTIME` was 0."""
    with database(server) as connection:
        [text] = connection.execute("SELECT value FROM meta WHERE key = 'clock.anchor'").fetchone()
    boot, zero = text.split()
    return boot, int(zero)


class ServerTime:
    """Server time, read here from the machine's own clock and the anchor that the server had at first."""

    def __init__(self, server, clock):
        self.server, self.clock = server, clock
        self.zero = anchor(server)[1]

    def now(self):
        return self.zero + self.clock.boottime()

    def check(self, track):
        """Whatever the server says of the time, and stores of it, lies between two readings of the clock."""
        before = self.now()
        with Wire(self.server, "control") as control:
            pong = control.ask({"type": "ping", "t0": 0})
            control.do(course(track), start(track, "run", f"Runner of {track}", before))
            board = self.server.board(track)
            told = [control.welcome["time"], pong["t1"], pong["t2"], board["time"]]
        with database(self.server) as connection:
            told += [at for [at] in connection.execute(
                "SELECT received_at FROM events WHERE track = ?", [track])]
        made = board["runs"][0]["runner"]["id"]
        after = self.now()
        assert len(told) == 6
        for instant in told:
            assert before <= instant <= after, (before - instant, after - instant)
        # The first 48 bits of a UUIDv7 are the milliseconds at which it was made.
        assert before // 1000 <= uuid.UUID(made).int >> 80 <= after // 1000, made


@EACH_STEP
def test_a_clock_that_is_set_moves_nothing(server, clock, step):
    server_time = ServerTime(server, clock)
    server_time.check("before")
    began = server_time.now() - 60 * SECOND
    with Wire(server, "control") as control:
        control.do(course("hill", "t1", "finish"), start("hill", "run", "Ada", began),
                   split("hill", "a", began + 20 * SECOND, run="run"))
        told = control.ask({"type": "ping", "t0": 0})["t2"]
        clock.set_forward(step)
        # The line stayed, and the next instants are later by what has passed.
        assert told <= control.ask({"type": "ping", "t0": 0})["t1"] <= server_time.now()
        control.do(split("hill", "b", began + 50 * SECOND, run="run"))
    server_time.check("after")
    server.kill()
    server.start(environment=clock.environment)
    assert anchor(server) == (clock.boot, server_time.zero)
    server_time.check("after-a-restart")
    # The clock was set indeed: what the server prints for people is by the system's.
    printed = datetime.datetime.fromisoformat(server.log.splitlines()[-1].split()[0])
    assert abs(printed.timestamp() * SECOND - clock.realtime()) < HOUR / 2
    [run] = server.board("hill")["runs"]
    assert (run["startedAt"], run["time"], run["status"]) == (began, 50 * SECOND, "finished")
    assert [each["segment"] for each in run["splits"]] == [20 * SECOND, 30 * SECOND]
    assert [row["time"] for row in read_csv(server, "hill")] == ["50.000"]
    # In the history it lies at the instant of its end.
    end = began + 50 * SECOND
    for since, listed in [(end, ["run"]), (end + 1, [])]:
        runs = server.get(f"/api/v1/runs?track=hill&since={since}").json["runs"]
        assert [each["id"] for each in runs] == listed
    assert server.terminate() == 0
    assert_whole("--data", server.data)


@pytest.mark.parametrize("step", [0, HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
def test_after_another_boot_time_goes_on_and_never_back(server, clock, step):
    server_time = ServerTime(server, clock)
    server_time.check("before")
    server.kill()
    clock.set_forward(step)
    clock.boot_again()
    real, since_boot = clock.realtime(), clock.boottime()
    server.start(environment=clock.environment)
    boot, zero = anchor(server)
    assert boot == clock.boot
    with database(server) as connection:
        [latest] = connection.execute("SELECT max(received_at) FROM events").fetchone()
    passed = clock.boottime() - since_boot
    # What the system's clock shows; but where that is behind what the server gave before, right after that.
    origin = real if step >= 0 else latest + 1
    assert origin <= zero + clock.boottime() and zero + since_boot <= origin + passed
    ServerTime(server, clock).check("after")
    assert server.terminate() == 0
    assert_whole("--data", server.data)
