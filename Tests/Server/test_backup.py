"""`livetiming backup` and `restore`: a copy while the server serves, and the way back."""

import re
import sqlite3
import subprocess

import pytest

from captures import on_disk
from races import Replay, generate, track_of
from server_process import ServerProcess, binary, clean_environment, wait_until
from spectator import comparable
from test_full_disk import SmallFileSystem
from test_rebuild import a_busy_day
from test_verify import assert_whole
from wire import Wire, course, now, split

LIMIT = ("prlimit", "--fsize=65536:unlimited")


def call(*words, expect=0, prefix=()):
    done = subprocess.run(
        [*prefix, binary(), *map(str, words)], capture_output=True, text=True, timeout=60,
        env=clean_environment())
    assert done.returncode == expect, done.stdout + done.stderr
    return done.stdout + done.stderr


def backup(server, path, *words, **options):
    return call("backup", "--data", server.data, "--to", path, *words, **options)


def restore(path, data, **options):
    return call("restore", "--from", path, "--data", data, **options)


def put_back(path, server, tokens, roles=("timer", "control")):
    """Restores a backup to where a server will start, with the files of tokens from elsewhere."""
    restore(path, server.data)
    for role in roles:
        (server.data / f"{role}-token").write_bytes((tokens / f"{role}-token").read_bytes())


@pytest.fixture
def other_server(tmp_path):
    """What a backup is restored to: another machine, as it were."""
    with ServerProcess(tmp_path / "other") as server:
        yield server


@pytest.fixture
def busy(own_server):
    """A server that runs, with a busy day behind it."""
    own_server.start()
    with Wire(own_server, "control") as control:
        a_busy_day(control)
    return own_server


def rows(path, sql, *values):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


LOG = """SELECT track, seq, command_id, received_at, type, body FROM events
         WHERE track = ? AND seq <= ? ORDER BY seq"""
TABLES = {
    "runs": "track, id", "splits": "track, id", "times": "track, measure, at, value, run, lap",
    "bests": "track, scope, runner, measure, at", "active": "track, run, split",
    "sessions": "track, id", "tracks": "id", "runners": "id", "aliases": "runner, alias",
    "commands": "track, command_id"}


def tables(path):
    return {name: rows(path, f"SELECT * FROM {name} ORDER BY {order}")
            for name, order in TABLES.items()}


def test_a_restored_server_is_as_the_one_that_was_backed_up(busy, other_server, tmp_path):
    path = tmp_path / "backup.sqlite"
    said = backup(busy, path)
    assert re.fullmatch(r".*backup\.sqlite has 1 tracks with \d+ events\.\n", said)
    assert [entry.name for entry in tmp_path.glob("backup*")] == ["backup.sqlite"]
    assert path.stat().st_mode & 0o007 == 0
    assert_whole("--file", path)
    board = busy.board("hill")
    runs = busy.get("/api/v1/runs").json
    put_back(path, other_server, busy.data)
    assert_whole("--data", other_server.data)
    other_server.start()
    again = other_server.board("hill")
    assert again["epoch"] != board["epoch"]
    assert comparable(again) | {"epoch": board["epoch"]} == comparable(board)
    assert other_server.get("/api/v1/runs").json == runs
    assert tables(other_server.database_path) == tables(busy.database_path)
    # The log goes on where it was, under its new epoch.
    with Wire(other_server, "control") as control:
        [answer] = control.do(split("hill", "after", now(), number="99"))
    assert answer["seq"] == board["seq"] + 1
    assert other_server.terminate() == 0
    assert_whole("--data", other_server.data)


def test_the_tokens_that_were_in_force_are_so_again(busy, other_server, tmp_path):
    path = tmp_path / "backup.sqlite"
    backup(busy, path)
    token = busy.token("timer")
    # Of the tokens only hashes are in the backup.
    assert token.encode() not in path.read_bytes()
    put_back(path, other_server, busy.data, roles=["control"])
    other_server.start()
    assert not (other_server.data / "timer-token").exists()
    assert other_server.post(course("lake"), token=token).status == 200


def test_who_watched_before_takes_the_board_anew(busy, tmp_path):
    path = tmp_path / "backup.sqlite"
    backup(busy, path)
    # What comes after the backup is lost, and its numbers are given again.
    with Wire(busy, "control") as control:
        control.do(*(split("hill", f"gone-{number}", now()) for number in range(3)))
    seen = busy.board("hill")
    assert busy.terminate() == 0
    lost = busy.data.rename(busy.directory / "lost")
    put_back(path, busy, lost)
    busy.start()
    with Wire(busy, "control") as control:
        control.do(*(split("hill", f"new-{number}", now()) for number in range(5)))
    with Wire(busy) as wire:
        answer = wire.ask({"type": "subscribe", "id": "again", "track": "hill",
                           "epoch": seen["epoch"], "after": seen["seq"]})
        assert (answer["type"], answer["id"]) == ("snapshot", "again")
        assert answer["epoch"] != seen["epoch"]
        assert {split["id"] for split in answer["unassigned"]} >= {f"new-{n}" for n in range(5)}
        assert not any(split["id"].startswith("gone") for split in answer["unassigned"])


def test_a_backup_during_a_race_has_all_that_was_acknowledged(own_server, tmp_path):
    race = generate(tmp_path / "race.txt", runners=24, minutes=4, seed=5)
    own_server.start()
    with Replay(own_server, race, speed=20) as running, Wire(own_server, "control") as control:
        control.do(course("captures"))
        wait_until(lambda: track_of(own_server, beside="captures"), "the race begins")
        number, taken = 0, []
        while running.is_running:
            [answer] = control.do(split("captures", f"capture-{number}", now()))
            path = tmp_path / f"backup-{number}.sqlite"
            backup(own_server, path)
            taken.append((path, answer["seq"]))
            number += 1
        running.finish()
    assert len(taken) > 2
    assert own_server.terminate() == 0
    # Some of them, from the first to near the last.
    for number, (path, acknowledged) in enumerate(taken[::len(taken) // 3]):
        assert_whole("--file", path)
        heads = dict(rows(path, "SELECT track, last_seq FROM logs"))
        assert heads["captures"] == acknowledged
        for track, last in heads.items():
            assert rows(path, LOG, track, last) == rows(own_server.database_path, LOG, track, last)
        with ServerProcess(tmp_path / f"restored-{number}") as restored:
            put_back(path, restored, own_server.data)
            restored.start()
            assert restored.board("captures")["seq"] == acknowledged
            assert set(on_disk(restored).values()) == set(heads.values())


def test_what_is_there_is_left_as_it_is(busy, tmp_path):
    path = tmp_path / "backup.sqlite"
    path.write_text("something else")
    assert "is there already" in backup(busy, path, expect=1)
    assert path.read_text() == "something else"
    backup(busy, path, "--overwrite", "yes")
    assert_whole("--file", path)
    # A log beside it would be taken for the new one's.
    (tmp_path / "backup.sqlite-wal").write_text("a log")
    assert "is there already" in backup(busy, path, "--overwrite", "yes", expect=1)


def test_a_directory_with_a_journal_is_not_restored_into(busy, tmp_path):
    path = tmp_path / "backup.sqlite"
    backup(busy, path)
    assert "in use by another server" in restore(path, busy.data, expect=1)
    assert busy.terminate() == 0
    before = busy.database_path.read_bytes()
    assert "is there already" in restore(path, busy.data, expect=1)
    assert busy.database_path.read_bytes() == before


def test_a_log_without_its_journal_is_not_restored_over(busy, tmp_path):
    path = tmp_path / "backup.sqlite"
    backup(busy, path)
    data = tmp_path / "data"
    data.mkdir()
    (data / "livetiming.sqlite-wal").write_bytes(b"what was last committed")
    assert "is there already" in restore(path, data, expect=1)


@pytest.mark.parametrize("content", [None, b"", b"This is a text, and no backup.\n" * 99],
                         ids=["nothing", "an empty file", "a text"])
def test_what_is_no_backup_is_refused(tmp_path, content):
    path, data = tmp_path / "backup.sqlite", tmp_path / "data"
    if content is not None:
        path.write_bytes(content)
    restore(path, data, expect=1)
    assert [entry.name for entry in data.iterdir()] == ["livetiming.lock"]


def test_a_disk_without_room_leaves_nothing_that_looks_whole(busy, tmp_path):
    with Wire(busy, "control") as control:
        control.do(*(split("hill", f"long-{number}", now(), reason="x" * 900)
                     for number in range(300)))
    folder = tmp_path / "backups"
    folder.mkdir()
    old = folder / "old.sqlite"
    backup(busy, old)
    content = old.read_bytes()
    backup(busy, folder / "new.sqlite", expect=1, prefix=LIMIT)
    backup(busy, old, "--overwrite", "yes", expect=1, prefix=LIMIT)
    # The older one is still there, and nothing else.
    assert [entry.name for entry in folder.iterdir()] == ["old.sqlite"]
    assert old.read_bytes() == content
    data = tmp_path / "data"
    restore(old, data, expect=1, prefix=LIMIT)
    assert [entry.name for entry in data.iterdir()] == ["livetiming.lock"]
    # A later one goes through.
    restore(old, data)
    assert_whole("--data", data)
    # The server did not notice.
    assert busy.get("/readyz").status == 200


def test_a_full_file_system_leaves_nothing_that_looks_whole(busy, tmp_path):
    with SmallFileSystem(tmp_path / "small") as disk:
        disk.fill(busy)
        said = backup(busy, disk.folder / "backup.sqlite", expect=1)
        assert said.startswith("livetiming backup: ")
        assert list(disk.folder.iterdir()) == [disk.filler]
        disk.free(busy)
        backup(busy, disk.folder / "backup.sqlite")
        assert_whole("--file", disk.folder / "backup.sqlite")


def test_the_file_has_to_be_named(own_server):
    assert "--to" in call("backup", expect=2)
    assert "--from" in call("restore", expect=2)
    assert "--overwrite" in call("backup", "--to", "x", "--overwrite", "maybe", expect=2)
