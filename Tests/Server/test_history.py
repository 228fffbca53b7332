"""What is on disk after a race, as people who query it find it: with SQL, and as CSV."""

import contextlib
import sqlite3

import pytest

from races import generate, replay, track_of
from run_table import read_csv
from wire import SECOND, Wire, command, course, now, split, start

NAMES = ["=1+1", "-Ada", "+49 30", "@home", 'Ada "Countess" Lovelace', "Lovelace, Ada",
         "Two\nlines", "Łukasz Żółć", "渡辺 🏎", "'quoted", "plain"]


@pytest.fixture(scope="module")
def raced(server, tmp_path_factory):
    """The server after a race of twenty karts; hands back the final board."""
    path = generate(tmp_path_factory.mktemp("race") / "race.txt", runners=20, minutes=5, seed=2)
    replay(server, path, 1000)
    return server.board(track_of(server))


@pytest.fixture
def database(server):
    with contextlib.closing(
        sqlite3.connect(f"file:{server.database_path}?mode=ro", uri=True)
    ) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def test_the_finished_runs_on_disk_have_the_figures_of_the_board(raced, database):
    rows = {row["id"]: row for row in database.execute(
        "SELECT * FROM runs WHERE track = ?", [raced["track"]["id"]])}
    assert len(rows) == len(raced["runs"]) == 20
    for run in raced["runs"]:
        row = rows[run["id"]]
        expected = (run["status"], run["startedAt"], run["finishedAt"], run["time"], run["laps"],
                    run["bestLap"], run["place"], run["verdict"], run["number"],
                    run["runner"]["id"], run["session"])
        assert expected == tuple(row[key] for key in (
            "status", "started_at", "finished_at", "time", "laps", "best_lap", "place", "verdict",
            "number", "runner", "session"))


def test_the_splits_on_disk_are_those_of_the_board_and_add_up(raced, database):
    track = raced["track"]["id"]
    for run in raced["runs"]:
        rows = database.execute(
            "SELECT * FROM splits WHERE track = ? AND run = ? ORDER BY at", [track, run["id"]])
        stored = [(row["id"], row["checkpoint"], row["lap"], row["at"], row["state"], row["split"],
                   row["segment"], row["lap_time"], row["split_verdict"], row["segment_verdict"],
                   row["lap_verdict"]) for row in rows]
        shown = [(one["id"], one["checkpoint"], one["lap"], one["at"], one["state"], one["split"],
                  one["segment"], one["lapTime"], one["splitVerdict"], one["segmentVerdict"],
                  one["lapVerdict"]) for one in sorted(run["splits"], key=lambda one: one["at"])]
        assert stored == shown
        # The first passing is that of the start line, from the gun, which is no segment.
        segments = [row[6] for row in stored[1:]]
        assert stored[0][6] is None
        assert stored[0][5] + sum(segments) == stored[-1][5] == run["time"]


def test_every_row_on_disk_refers_to_rows_that_are_there(raced, database):
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_views_for_people_show_seconds_and_names(raced, database):
    row = database.execute(
        "SELECT * FROM run_results WHERE place = 1 AND track_id = ?",
        [raced["track"]["id"]]).fetchone()
    winner = next(run for run in raced["runs"] if run["place"] == 1)
    assert row["runner"] == winner["runner"]["name"]
    assert row["seconds"] == f"{winner['time'] // SECOND}.{winner['time'] % SECOND:06d}"


# CSV

def clock(milliseconds):
    """41230 is 41.230, 62345 is 1:02.345."""
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest // 1000:02d}.{rest % 1000:03d}"
    if hours:
        return f"{hours}:{minutes:02d}:{seconds}"
    return f"{minutes}:{seconds}" if minutes else f"{rest // 1000}.{rest % 1000:03d}"


def test_the_table_of_runs_has_the_times_of_the_board_as_text_and_in_milliseconds(server, raced):
    rows = {row["run_id"]: row for row in read_csv(server, raced["track"]["id"])}
    assert len(rows) == 20
    for run in raced["runs"]:
        row = rows[run["id"]]
        milliseconds = run["time"] // 1000
        assert (row["time_ms"], row["time"]) == (str(milliseconds), clock(milliseconds))
        best = run["bestLap"] // 1000
        assert (row["best_lap_ms"], row["best_lap"]) == (str(best), clock(best))
        assert (row["place"], row["laps"]) == (str(run["place"]), str(run["laps"]))
        splits = [one["split"] // 1000 for one in sorted(run["splits"], key=lambda one: one["at"])]
        assert row["splits_ms"].split() == [str(one) for one in splits]
        assert row["splits"].split() == [clock(one) for one in splits]


def test_names_in_the_table_of_runs_are_safe_for_spreadsheets(server):
    began = now() - 100 * SECOND
    with Wire(server, "control") as control:
        control.do(course("names"))
        for number, name in enumerate(NAMES):
            run = f"run-{number}"
            control.do(start("names", run, name, began),
                       split("names", f"split-{number}", began + 61_234_999, run=run))
    rows = {row["run_id"]: row for row in read_csv(server, "names")}
    assert len(rows) == len(NAMES)
    for number, name in enumerate(NAMES):
        cell = rows[f"run-{number}"]["runner"]
        # Line breaks were taken out of the name when it came in.
        name = name.replace("\n", " ")
        assert cell == ("'" + name if name[0] in "=+-@" else name)
        assert rows[f"run-{number}"]["time"] == "1:01.234"
        assert rows[f"run-{number}"]["time_ms"] == "61234"


def test_a_long_time_and_whole_seconds_are_written_as_people_read_them(server):
    began = now() - 10_000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("long", rounding={"digits": 0, "direction": "up"}),
                   start("long", "run", "Ada", began),
                   split("long", "split", began + 3_723_000_001, run="run"))
    [row] = read_csv(server, "long")
    assert (row["time"], row["time_ms"]) == ("1:02:04", "3724000")


def test_runs_without_a_time_have_empty_cells(server):
    began = now() - 100 * SECOND
    with Wire(server, "control") as control:
        control.do(course("stopped"), start("stopped", "run", "Ada", began),
                   command("setStatus", "stopped", run="run", status="dnf"))
    [row] = read_csv(server, "stopped")
    assert (row["status"], row["time"], row["time_ms"], row["best_lap"], row["splits"]) == (
        "dnf", "", "", "", "")
