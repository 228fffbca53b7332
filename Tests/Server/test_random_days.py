"""What a start finds again, without reading the log, is what was there; and what the tables hold after
any commands is what a full replay of the log comes to."""

import contextlib
import random
import time

from random_days import CHECKPOINTS, DEVICES, TRACKS, RandomDays
from test_rebuild import rebuild
from wire import SECOND, Wire, course, now

STARTS = 15
COMMANDS = 250


def boards(server):
    return {track: server.board(track) | {"time": None} for track in TRACKS}


def test_any_commands_about_any_day_end_in_what_the_log_says(own_server):
    seed = time.time_ns()
    print(f"seed {seed}")
    days = RandomDays(random.Random(seed), today=now() - 200 * SECOND)
    server = own_server.start()
    with Wire(server, "control") as control:
        control.do(*(course(track, *CHECKPOINTS, **fields) for track, fields in TRACKS.items()))
    consultations = 0
    for _ in range(STARTS):
        with contextlib.ExitStack() as lines:
            devices = [lines.enter_context(Wire(server, "control", device=device)) for device in DEVICES]
            acknowledged = [days.random.choice(devices).answer(days.next())["type"] == "ack"
                            for _ in range(COMMANDS)]
        assert sum(acknowledged) > COMMANDS // 3
        consultations += server.metric("archive_reads_total")
        before = boards(server)
        server.kill()
        server.start()
        assert boards(server) == before
    assert consultations > COMMANDS
    assert server.terminate() == 0
    assert rebuild(server) == ["The tables followed from the log."]
