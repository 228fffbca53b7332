"""`livetiming rebuild`: the tables are what follows from the log, whatever was done in between."""

import sqlite3
import subprocess

from server_process import binary, clean_environment
from wire import SECOND, Wire, command, course, now, split, start


def rebuild(server):
    done = subprocess.run(
        [binary(), "rebuild", "--data", server.data], capture_output=True, text=True, timeout=60,
        env=clean_environment())
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def a_busy_day(control):
    """Everything that changes rows again after they were written."""
    began = now() - 600 * SECOND

    def run(name, runner, offset, *times, **fields):
        origin = {} if "start" in fields else {"at": began + offset}
        control.do(command("startRun", "hill", run=name, runner=runner, **(origin | fields)))
        control.do(*(split("hill", f"{name}-{number}", began + offset + time * SECOND, run=name)
                     for number, time in enumerate(times)))

    control.do(
        course("hill", "t1", "finish"),
        command("registerRunner", runner="ada", name="Ada"),
        command("registerRunner", runner="eve", name="Eve", aliases=["b", "a", "b", "É"]),
        command("createSession", "hill", session="final", rank="race"),
        command("enterRunner", "hill", runner="ada", session="final", number="7", category="A"))
    run("first", "ada", 0, 20, 41)
    run("second", "bob", SECOND, 21, 40)
    run("third", "bob", 2 * SECOND, 19)
    control.do(command("createStart", "hill", start="gun", session="final", at=began,
                       uncertainty=0))
    for name, runner, times in (("f1", "ada", (30, 60)), ("f2", "bob", (31, 59)), ("f3", "eve", ())):
        run(name, runner, 0, *times, session="final", start="gun")
    control.do(
        command("closeSession", "hill", session="final", at=began + 100 * SECOND),
        # A correction of a closed session, and one that takes its winner away and back.
        command("moveSplit", "hill", split="f2-1", at=began + 61 * SECOND, reason="misread"),
        command("voidRun", "hill", run="f1"), command("restoreRun", "hill", run="f1"),
        command("moveStart", "hill", start="gun", at=began - SECOND, uncertainty=0),
        # The winner is taken out, which nothing but the others' places shows.
        command("setStatus", "hill", run="f2", status="dsq", reason="short cut"),
        # A run that ends and goes on again; the best is taken away; a split changes its run.
        command("setStatus", "hill", run="third", status="dnf"),
        command("setStatus", "hill", run="third", status="running"),
        command("voidRun", "hill", run="second"),
        command("assignSplit", "hill", split="third-0", run="first"),
        command("editTrack", "hill", rounding={"digits": 2, "direction": "up"}),
        command("registerRunner", runner="bob", name="Bob"),
        command("registerRunner", runner="ada", name="Ada Lovelace", aliases=["Ada"]),
        split("hill", "lost", began + SECOND, number="99"),
        start("hill", "last", "Somebody New", now()))


def test_the_tables_follow_from_the_log_after_a_busy_day(own_server):
    server = own_server.start()
    with Wire(server, "control") as control:
        a_busy_day(control)
        assert server.terminate() == 0
    assert rebuild(server) == ["The tables followed from the log."]
    with sqlite3.connect(server.database_path) as connection:
        assert connection.execute("SELECT count(*), sum(voided) FROM runs").fetchone() == (5, 1)


def test_rows_that_were_changed_by_hand_are_named_and_mended(own_server):
    server = own_server.start()
    with Wire(server, "control") as control:
        a_busy_day(control)
    assert server.terminate() == 0
    with sqlite3.connect(server.database_path) as connection:
        connection.execute("UPDATE runs SET time = 1 WHERE id = 'f1'")
        connection.execute("DELETE FROM runners WHERE id = 'bob'")
        connection.execute(
            "INSERT INTO runners (id, name, name_key) VALUES ('nobody', 'Nobody', 'nobody')")
    connection.close()
    assert rebuild(server) == [
        "runner bob was missing", "run f1 of track hill was different",
        "runner nobody does not follow from the log", "3 rows differed; they are mended."]
    assert rebuild(server) == ["The tables followed from the log."]
