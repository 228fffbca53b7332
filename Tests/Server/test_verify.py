"""`livetiming verify`: what is wrong with a data directory is named, and nothing is written."""

import sqlite3
import subprocess

import pytest

from races import Replay, generate
from server_process import binary, clean_environment, wait_until
from test_rebuild import a_busy_day, rebuild
from wire import SECOND, Wire, command, course, now, split


def verify(*arguments, expect=0):
    done = subprocess.run(
        [binary(), "verify", *map(str, arguments)], capture_output=True, text=True, timeout=60,
        env=clean_environment())
    assert done.returncode == expect, done.stdout + done.stderr
    return done.stdout.splitlines()


def assert_whole(*arguments):
    [line] = verify(*arguments)
    assert line.startswith("The log is whole and the tables follow from it: "), line


@pytest.fixture
def stopped(own_server):
    """The data of a server that has stopped after a busy day."""
    own_server.start()
    with Wire(own_server, "control") as control:
        a_busy_day(control)
    assert own_server.terminate() == 0
    return own_server


def change(server, *statements):
    connection = sqlite3.connect(server.database_path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_a_whole_directory_is_whole(stopped):
    before = stopped.database_path.read_bytes()
    assert_whole("--data", stopped.data)
    assert stopped.database_path.read_bytes() == before


def test_a_runner_whom_nobody_registered_is_no_fault(own_server):
    own_server.start()
    with Wire(own_server, "control") as control:
        control.do(course("hill"),
                   command("startRun", "hill", run="r", runner="stranger", at=now() - 9 * SECOND),
                   split("hill", "s", now() - SECOND, run="r"))
    assert own_server.terminate() == 0
    assert_whole("--data", own_server.data)


def test_rows_that_do_not_follow_from_the_log_are_named_and_left(stopped):
    change(
        stopped, "UPDATE runs SET time = 1 WHERE id = 'f1'",
        "DELETE FROM bests WHERE scope = '' AND runner = 'ada' AND measure = 'lap'",
        "UPDATE splits SET state = 'voided' WHERE id = 'f2-1'", "DELETE FROM active",
        "INSERT INTO runners (id, name, name_key) VALUES ('nobody', 'Nobody', 'nobody')")
    found = verify("--data", stopped.data, expect=3)
    assert found == verify("--data", stopped.data, expect=3)
    assert "run f1 of track hill was different" in found
    assert "run f2 of track hill was different" in found
    assert "run last of track hill, out was missing" in found
    assert "runner nobody does not follow from the log" in found
    # The same code finds what `rebuild` mends.
    assert rebuild(stopped)[:-1] == found
    assert_whole("--data", stopped.data)


@pytest.mark.parametrize("damage, finding", [
    ("DELETE FROM events WHERE track = 'hill' AND seq = 4",
     "the log of track hill has gaps: "),
    ("UPDATE logs SET last_seq = last_seq + 1 WHERE track = 'hill'",
     "the log of track hill should end with seq "),
    ("UPDATE events SET epoch = 'other' WHERE track = 'hill' AND seq = 4",
     "the log of track hill goes back to epoch "),
    ("UPDATE events SET body = '{}' WHERE track = 'hill' AND type = 'splitRecorded'",
     "event 9 of the log of track hill cannot be read"),
    ("UPDATE events SET body = '{' WHERE track = ''",
     "event 1 of the log of the registry of runners cannot be read"),
    ("UPDATE commands SET seq = 9999 WHERE seq = 4 AND track = 'hill'",
     "which the log of track hill does not have"),
    ("UPDATE meta SET value = 'in doubt' WHERE key = 'history.derivation'",
     "the tables were not computed by the rules in force"),
], ids=["gap", "head", "epoch", "unreadable", "registry", "answer", "doubt"])
def test_a_log_that_is_not_whole_is_named(stopped, damage, finding):
    change(stopped, damage)
    found = verify("--data", stopped.data, expect=3)
    assert any(finding in line for line in found), found


def test_every_event_that_cannot_be_read_is_named(stopped):
    change(stopped, "UPDATE events SET body = '{}' WHERE type = 'splitRecorded'")
    connection = sqlite3.connect(stopped.database_path)
    (count,) = connection.execute(
        "SELECT count(*) FROM events WHERE type = 'splitRecorded'").fetchone()
    connection.close()
    found = verify("--data", stopped.data, expect=3)
    assert len(found) == count and all("cannot be read" in line for line in found)


@pytest.mark.parametrize("intact", [4, 20], ids=["with its schema", "in its rows"])
def test_a_damaged_file_is_named(stopped, intact):
    content = bytearray(stopped.database_path.read_bytes())
    for page in range(intact, len(content) // 4096):
        content[page * 4096:page * 4096 + 16] = bytes(16)
    stopped.database_path.write_bytes(content)
    found = verify("--data", stopped.data, expect=3)
    assert found and all(line.startswith(("the file is damaged: ", "… and")) for line in found)


def test_what_is_no_journal_is_a_failure(tmp_path):
    verify("--data", tmp_path, expect=1)
    (tmp_path / "notes.txt").write_text("This is a text, and no journal.\n" * 20)
    verify("--file", tmp_path / "notes.txt", expect=1)
    verify("--fiel", tmp_path / "notes.txt", expect=2)


def test_a_server_that_writes_meanwhile_is_whole_at_every_moment(own_server, tmp_path):
    path = generate(tmp_path / "race.txt", runners=24, minutes=4, seed=5)
    own_server.start()
    with Replay(own_server, path, speed=20) as running:
        wait_until(lambda: own_server.get("/api/v1/tracks").json["tracks"], "the race begins")
        times = 0
        while running.is_running:
            assert_whole("--data", own_server.data)
            times += 1
        running.finish()
    assert times > 2
    assert_whole("--data", own_server.data)
