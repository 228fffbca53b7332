"""What ended long ago is on disk alone: a start does not read it, and a command about it finds it."""

import os
import signal
import sqlite3

import pytest

from captures import database
from server_process import ServerProcess
from test_rebuild import rebuild
from wire import SECOND, Wire, command, course, expect_error, now, split, start

DAY = 24 * 3600 * SECOND


def whole_run(run, name, at, *seconds, **fields):
    yield start("hill", run, name, at, **fields)
    for number, second in enumerate(seconds):
        yield split("hill", f"{run}-{number}", at + round(second * SECOND), run=run)


@pytest.fixture
def server(tmp_path):
    """A server that was started anew a week after its first races."""
    with ServerProcess(tmp_path / "server", max_waiting=2) as server:
        server.start()
        then, today = now() - 7 * DAY, now() - 600 * SECOND
        with Wire(server, "control", device="old-phone") as control:
            control.do(
                course("hill", "t1", "finish"),
                command("registerRunner", runner="ada", name="Ada"),
                command("registerRunner", runner="bob", name="Bob"),
                *whole_run("first", "Ada", then, 25, 50, number="7"),
                *whole_run("best", "Ada", then + 100 * SECOND, 20, 40, number="7"),
                *whole_run("second", "Bob", then + 200 * SECOND, 21, 41),
                command("createSession", "hill", session="final", rank="race"),
                command("createStart", "hill", start="gun", session="final",
                        at=then + DAY, uncertainty=0))
            for name, runner, times in (("f1", "ada", (30, 60)), ("f2", "bob", (31, 59))):
                control.do(
                    command("startRun", "hill", run=name, runner=runner, session="final",
                            start="gun"),
                    *(split("hill", f"{name}-{number}", then + DAY + time * SECOND, run=name)
                      for number, time in enumerate(times)))
            control.do(
                command("closeSession", "hill", session="final", at=then + DAY + 100 * SECOND),
                *whole_run("between", "Bob", then + 3 * DAY, 26, 52),
                *whole_run("today", "Ada", today, 22, 43))
        server.then = then
        server.restart()
        yield server


@pytest.fixture
def control(server):
    with Wire(server, "control", device="desk") as wire:
        yield wire


def row(server, run, columns):
    with database(server) as connection:
        return connection.execute(f"SELECT {columns} FROM runs WHERE id = ?", [run]).fetchone()


def follows_from_the_log(server):
    assert server.terminate() == 0
    return rebuild(server) == ["The tables followed from the log."]


def test_a_start_leaves_on_disk_what_ended_long_ago(server):
    # The first and the last run of the open session stay, and stand for those between.
    assert server.metric("runs_in_memory") == 2
    board = server.board("hill")
    assert [run["id"] for run in board["runs"]] == ["today"]
    assert board["runs"][0]["delta"]["personalBest"] == 3 * SECOND
    assert board["bests"]["overall"]["run"] == "best"
    assert board["bests"]["overall"]["sumOfBest"] == 40 * SECOND
    assert len(server.get("/api/v1/runs").json["runs"]) == 7
    assert follows_from_the_log(server)


def test_a_start_does_not_read_what_ended_long_ago(server, control):
    assert server.terminate() == 0
    with sqlite3.connect(server.database_path) as connection:
        connection.execute("UPDATE events SET body = '{}' WHERE split = 'best-0'")
    connection.close()
    server.start()
    with Wire(server, "control", device="desk") as control:
        refused = command("setStatus", "hill", run="best", status="dsq")
        expect_error(control.answer(refused), "internalError", "nothing was recorded")
        # What is captured is kept, whatever it is of.
        control.do(split("hill", "late", server.then + 150 * SECOND, run="best"),
                   command("setStatus", "hill", run="today", status="hc"))


def test_a_late_split_comes_to_a_run_of_last_week(server, control):
    control.do(split("hill", "late", server.then + 45 * SECOND, number="7"))
    with database(server) as connection:
        assert connection.execute(
            "SELECT run, state FROM splits WHERE id = 'late'").fetchone() == ("first", "counted")
    assert row(server, "first", "time") == (45 * SECOND,)
    assert follows_from_the_log(server)


def test_where_the_best_of_last_week_is_taken_out_the_next_one_stands(server, control):
    assert row(server, "second", "verdict") == ("personalBest",)
    control.do(command("voidRun", "hill", run="best", reason="a shortcut"))
    assert row(server, "second", "verdict") == ("overallBest",)
    board = server.board("hill")
    assert board["bests"]["overall"]["run"] == "second"
    assert board["bests"]["runners"][0]["run"] == "today"
    control.do(command("restoreRun", "hill", run="best"))
    assert row(server, "second", "verdict") == ("personalBest",)
    assert server.board("hill")["bests"]["overall"]["run"] == "best"
    assert follows_from_the_log(server)


def test_a_correction_in_a_closed_race_places_all_of_it_anew(server, control):
    assert row(server, "f2", "place") == (1,)
    control.do(command("setStatus", "hill", run="f2", status="dsq", reason="short cut"))
    assert row(server, "f1", "place") == (1,)
    assert row(server, "f2", "place") == (None,)
    assert server.metric("runs_in_memory") == 4
    assert follows_from_the_log(server)


def test_a_moved_start_of_last_week_moves_its_runs(server, control):
    control.do(command("moveStart", "hill", start="gun", at=server.then + DAY - SECOND,
                       uncertainty=0))
    assert row(server, "f1", "time") == (61 * SECOND,)
    assert row(server, "f2", "time") == (60 * SECOND,)
    assert follows_from_the_log(server)


def test_what_is_nowhere_is_an_error(server, control):
    expect_error(control.answer(command("voidRun", "hill", run="no body")), "invalidValue",
                 field="run")
    expect_error(control.answer(command("voidRun", "hill", run="none")), "unknownRun", "none",
                 field="run")
    expect_error(control.answer(command("voidSplit", "hill", split="none")), "unknownSplit", "none",
                 field="split")


def test_a_timer_corrects_what_its_own_device_did_last_week(server):
    with Wire(server, "timer", device="other-phone") as other:
        expect_error(other.answer(command("voidSplit", "hill", split="best-0")), "notAllowed",
                     "own device")
    with Wire(server, "timer", device="old-phone") as same:
        same.do(command("moveSplit", "hill", split="best-0", at=server.then + 121 * SECOND))
    assert row(server, "best", "corrected") == (1,)
    assert follows_from_the_log(server)


def test_a_command_of_last_week_gets_its_first_answer(server, control):
    with database(server) as connection:
        (identity, seq), = connection.execute(
            "SELECT command_id, seq FROM events WHERE split = 'best-1'")
        (runner_command,), = connection.execute(
            "SELECT command_id FROM events WHERE run IS NULL AND track = '' AND seq = 1")
    again = split("hill", "best-1", server.then + 140 * SECOND, run="best") | {
        "commandId": identity}
    assert control.answer(again)["seq"] == seq
    assert server.post(again).json["seq"] == seq
    expect_error(control.answer(again | {"uncertainty": 5}), "commandIdReused", field="commandId")
    ada = command("registerRunner", runner="ada", name="Ada") | {"commandId": runner_command}
    assert control.answer(ada)["seq"] == 1
    expect_error(control.answer(ada | {"name": "Eve"}), "commandIdReused", field="commandId")


def frozen(server, wire, messages):
    """Sends messages while the server stands still, so that it finds all of them at once."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        for message in messages:
            wire.send(message)
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    answers = {}
    while len(answers) < len(messages):
        answer = wire.receive()
        answers[answer.get("commandId")] = answer
    return [answers[message["commandId"]] for message in messages]


def test_the_commands_of_one_device_stay_in_order(server, control):
    at = now()
    answers = frozen(server, control, [
        command("voidRun", "hill", run="best"),
        start("hill", "new", "Ada", at),
        command("setStatus", "hill", run="new", status="dns")])
    assert [answer["type"] for answer in answers] == ["ack"] * 3
    seqs = [answer["seq"] for answer in answers]
    assert seqs == sorted(seqs)
    assert follows_from_the_log(server)


def test_more_commands_than_may_wait_are_refused_and_can_be_sent_again(server, control):
    waiting = [command("voidRun", "hill", run="best")] + [
        split("hill", f"quick-{number}", now(), run="today") for number in range(3)]
    answers = frozen(server, control, waiting)
    assert [answer["type"] for answer in answers] == ["ack"] * 3 + ["error"]
    expect_error(answers[3], "tooManyMessages", "2 commands", "send it again")
    control.do(waiting[3])


def test_other_rules_make_the_history_anew(server):
    assert server.terminate() == 0
    server.settings["merge_window"] = "1s"
    server.start()
    assert "the rules have changed" in server.log
    assert server.metric("runs_in_memory") == 2
    server.restart()
    assert server.log.count("the rules have changed") == 1
