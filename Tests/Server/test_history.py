"""What is on disk after a race, as people who query it find it: with SQL, and as CSV."""

import contextlib
import csv
import io
import re
import sqlite3

import pytest

from races import generate, replay, track_of
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

def read_csv(server, track):
    answer = server.get(f"/api/v1/tracks/{track}/runs.csv")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/csv")
    text = answer.body.decode("utf-8-sig")
    # RFC 4180: every line ends in CRLF, the last one too.
    assert text.endswith("\r\n") and not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert {len(row) for row in rows} == {len(rows[0])}
    return [dict(zip(rows[0], row)) for row in rows[1:]]


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


# Over HTTP

def test_a_run_that_was_taken_out_stays_in_the_history_and_comes_back(server):
    began = now() - 90 * SECOND
    with Wire(server, "control") as control:
        control.do(course("taken"), start("taken", "taken-1", "Ada", began),
                   split("taken", "taken-split", began + 41 * SECOND, run="taken-1"),
                   command("voidRun", "taken", run="taken-1", reason="a test drive"))
        run = server.get("/api/v1/runs/taken-1").json
        assert (run["voided"], run["time"]) == (True, None)
        assert [(split["id"], split["state"]) for split in run["splits"]] == [
            ("taken-split", "voided")]
        assert [row["voided"] for row in read_csv(server, "taken")] == ["yes"]
        assert server.get("/api/v1/tracks/taken/board").json["runs"] == []
        control.do(command("restoreRun", "taken", run="taken-1"))
    run = server.get("/api/v1/runs/taken-1").json
    assert (run["voided"], run["time"]) == (False, 41 * SECOND)
    assert [split["state"] for split in run["splits"]] == ["counted"]


def test_a_capture_of_no_run_is_on_disk_until_its_run_is_known(server):
    began = now() - 90 * SECOND

    def on_disk():
        with sqlite3.connect(f"file:{server.database_path}?mode=ro", uri=True) as connection:
            return connection.execute(
                "SELECT run, state FROM splits WHERE track = 'early' AND id = 'early-1'").fetchall()

    with Wire(server, "control") as control:
        control.do(course("early", "t1", "fin"),
                   split("early", "early-1", began + 41 * SECOND, run="late-run"))
        assert on_disk() == [(None, "unassigned")]
        control.do(start("early", "late-run", "Ada", began))
        assert on_disk() == [], "the splits of a run are written when it ends"
        control.do(split("early", "early-2", began + 80 * SECOND, run="late-run"))
        assert on_disk() == [("late-run", "counted")]


def test_a_run_is_found_while_it_runs_and_after_it_has_finished(server):
    began = now() - 50 * SECOND
    with Wire(server, "control") as control:
        control.do(course("one", "t1", "finish"), start("one", "one-run", "Ada", began),
                   split("one", "one-1", began + 20 * SECOND, run="one-run"))
        running = server.get("/api/v1/runs/one-run").json
        assert (running["status"], running["time"]) == ("running", None)
        assert [one["id"] for one in running["splits"]] == ["one-1"]
        control.do(split("one", "one-2", began + 41 * SECOND, run="one-run"))
    finished = server.get("/api/v1/runs/one-run").json
    assert (finished["status"], finished["time"]) == ("finished", 41 * SECOND)
    assert [one["id"] for one in finished["splits"]] == ["one-1", "one-2"]
    assert finished.keys() == running.keys()


def test_a_run_is_found_also_while_its_end_is_on_its_way_to_disk(server):
    with Wire(server, "control") as control:
        control.do(course("ending"))
        for number in range(30):
            run = f"ending-{number}"
            began = now() - 50 * SECOND
            control.do(start("ending", run, "Ada", began))
            end = split("ending", f"split-{number}", began + 41 * SECOND, run=run)
            control.send(end)
            answer = server.get(f"/api/v1/runs/{run}")
            assert answer.status == 200, answer.text
            assert control.answer_to(end["commandId"])["type"] == "ack"


def test_a_name_finds_its_runner_and_the_runners_runs(server):
    began = now() - 50 * SECOND
    with Wire(server, "control") as control:
        control.do(command("registerRunner", runner="grace", name="Grace Hopper",
                           aliases=["Amazing Grace"]),
                   course("named"), start("named", "named-1", "grace hopper", began),
                   split("named", "named-split", began + 9 * SECOND, run="named-1"))
    for name in ("Grace%20Hopper", "grace%20hopper", "AMAZING%20GRACE"):
        runners = server.get(f"/api/v1/runners?name={name}").json["runners"]
        assert [runner["id"] for runner in runners] == ["grace"], name
    runner = server.get("/api/v1/runners/grace").json
    assert runner["name"] == "Grace Hopper"
    assert [run["id"] for run in runner["runs"]] == ["named-1"]
    assert server.get("/api/v1/runners?name=nobody").json == {"runners": []}


def test_the_list_of_runs_comes_in_pages_without_repeats_and_gaps(server):
    """A thousand runs, many of which ended at the same instant."""
    began = now() - 1000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("many"))
        control.do(*(start("many", f"many-{number}", "Ada", began) for number in range(1001)))
        control.do(*(split("many", f"many-split-{number}", began + (1 + number % 7) * SECOND,
                           run=f"many-{number}") for number in range(1001)))
    seen, before = [], ""
    while before is not None:
        page = server.get(f"/api/v1/runs?track=many&limit=99{before and '&before=' + before}").json
        seen += [(run["finishedAt"], run["id"]) for run in page["runs"]]
        before = page["next"]
    assert len(seen) == 1001
    assert sorted(id for _, id in seen) == sorted(f"many-{number}" for number in range(1001))
    assert [at for at, _ in seen] == sorted((at for at, _ in seen), reverse=True)


def test_the_runs_of_a_span_of_time_are_listed(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("span"))
        for number in range(5):
            control.do(*finished("span", f"span-{number}", "Ada", began + number * 100 * SECOND, 10))

    def listed(query):
        return [run["id"] for run in server.get(f"/api/v1/runs?track=span&{query}").json["runs"]]

    second, fourth = (began + (number * 100 + 10) * SECOND for number in (1, 3))
    assert listed(f"since={second}") == ["span-4", "span-3", "span-2", "span-1"]
    assert listed(f"since={second + 1}&before={fourth}") == ["span-2"]
    assert listed(f"since={fourth}&before={second}") == []


def test_the_last_page_says_that_it_is_the_last_also_when_it_is_full(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("full"))
        for number in range(4):
            control.do(*finished("full", f"full-{number}", "Ada", began + number * SECOND, 10))
    first = server.get("/api/v1/runs?track=full&limit=2").json
    second = server.get(f"/api/v1/runs?track=full&limit=2&before={first['next']}").json
    assert [len(page["runs"]) for page in (first, second)] == [2, 2]
    assert second["next"] is None


# What a run is compared with

def finished(track, run, name, began, *seconds, **fields):
    """A run with splits at these seconds after its start; their ids are `<run>-<index>`."""
    return [start(track, run, name, began, **fields),
            *(split(track, f"{run}-{index}", began + round(at * SECOND), run=run)
              for index, at in enumerate(seconds))]


def compared(server, run, track):
    compare = server.get(f"/api/v1/runs/{run}?track={track}").json["compare"]
    return {key: best and (best["run"], best["time"], best["runner"]["name"])
            for key, best in compare.items()}


def test_a_run_is_compared_with_the_bests_as_they_stood_before_it(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("then", "t1", "finish"))
        for run in (finished("then", "then-1", "Ada", began, 21, 45),
                    finished("then", "then-2", "Bob", began + 100 * SECOND, 20, 41),
                    finished("then", "then-3", "Ada", began + 200 * SECOND, 20.5, 43),
                    finished("then", "then-4", "Ada", began + 300 * SECOND, 19, 39)):
            control.do(*run)
        none = {"personalBestLap": None, "overallBestLap": None}
        assert compared(server, "then-1", "then") == none | {
            "personalBest": None, "overallBest": None}
        assert compared(server, "then-3", "then") == none | {
            "personalBest": ("then-1", 45 * SECOND, "Ada"),
            "overallBest": ("then-2", 41 * SECOND, "Bob")}
        best = server.get("/api/v1/runs/then-3").json["compare"]["overallBest"]
        assert best["splits"] == [
            {"checkpoint": "t1", "lap": 1, "split": 20 * SECOND, "segment": 20 * SECOND},
            {"checkpoint": "finish", "lap": 1, "split": 41 * SECOND, "segment": 21 * SECOND}]
        # A best that is taken away is none any more, and comes back.
        control.do(command("voidRun", "then", run="then-2", reason="a shortcut"))
        assert compared(server, "then-3", "then")["overallBest"] == ("then-1", 45 * SECOND, "Ada")
        # So is one that is out now.
        control.do(start("then", "then-5", "Bob", began + 400 * SECOND))
        assert compared(server, "then-5", "then")["overallBest"] == ("then-4", 39 * SECOND, "Ada")
        assert compared(server, "then-5", "then")["personalBest"] is None


def test_a_run_with_laps_is_compared_with_the_best_lap_too(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("laps", "t1", "finish", laps=2),
                   *finished("laps", "laps-1", "Ada", began, 10, 30, 41, 58),
                   *finished("laps", "laps-2", "Bob", began + 100 * SECOND, 11, 29))
    assert compared(server, "laps-2", "laps") == {
        "personalBest": None, "overallBest": ("laps-1", 58 * SECOND, "Ada"),
        "personalBestLap": None, "overallBestLap": ("laps-1", 28 * SECOND, "Ada")}
    lap = server.get("/api/v1/runs/laps-2").json["compare"]["overallBestLap"]
    assert lap["lap"] == 2
    assert [(one["checkpoint"], one["lap"], one["split"], one["segment"]) for one in lap["splits"]] == [
        ("t1", 2, 11 * SECOND, 11 * SECOND), ("finish", 2, 28 * SECOND, 17 * SECOND)]


def test_bests_of_a_session_are_compared_within_it(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("scoped", scope="session"),
                   command("createSession", "scoped", session="heat", name="Heat", rank="time"),
                   *finished("scoped", "scoped-1", "Ada", began, 40),
                   *finished("scoped", "scoped-2", "Ada", began + 100 * SECOND, 50, session="heat"),
                   *finished("scoped", "scoped-3", "Ada", began + 200 * SECOND, 45, session="heat"))
    assert compared(server, "scoped-2", "scoped")["personalBest"] is None
    assert compared(server, "scoped-3", "scoped")["personalBest"] == ("scoped-2", 50 * SECOND, "Ada")


# What was corrected

def test_a_run_tells_its_corrections_with_who_when_and_why(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control", device="tower") as control:
        control.do(course("mended", "t1", "finish"),
                   command("createSession", "mended", session="heat", name="Heat"),
                   command("createStart", "mended", start="gun", session="heat", at=began,
                           uncertainty=0))
        control.do(command("startRun", "mended", run="mended-1", runnerName="Ada", start="gun",
                           session="heat"))
        control.do(split("mended", "mended-a", began + 20 * SECOND, run="mended-1"),
                   split("mended", "mended-b", began + 41 * SECOND, run="mended-1"))
        control.do(command("moveSplit", "mended", split="mended-a", at=began + 19 * SECOND,
                           reason="the video"))
        control.do(command("moveSplit", "mended", split="mended-a", at=began + 18 * SECOND))
        control.do(command("moveStart", "mended", start="gun", at=began - SECOND, uncertainty=0,
                           reason="a late gun"))
        control.do(command("setStatus", "mended", run="mended-1", status="dsq", reason="a shortcut"))
    before = now()
    corrections = server.get("/api/v1/runs/mended-1").json["corrections"]
    told = [{key: value for key, value in one.items() if key != "at"} for one in corrections]
    who = {"actor": "control", "device": "tower"}
    assert told == [
        {"type": "splitMoved", "split": "mended-a", **who, "reason": "the video",
         "from": began + 20 * SECOND, "to": began + 19 * SECOND},
        {"type": "splitMoved", "split": "mended-a", **who, "reason": None,
         "from": began + 19 * SECOND, "to": began + 18 * SECOND},
        {"type": "startMoved", "split": None, **who, "reason": "a late gun",
         "from": began, "to": began - SECOND},
        {"type": "statusSet", "split": None, **who, "reason": "a shortcut", "status": "dsq"}]
    assert all(began < one["at"] <= before for one in corrections)


# What a runner has done

def test_a_runner_has_bests_by_track(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(command("registerRunner", runner="mae", name="Mae Jemison"),
                   course("short", "t1", "finish"), course("round", "t1", "finish", laps=0),
                   *finished("short", "short-1", "Mae Jemison", began, 20, 45),
                   *finished("short", "short-2", "Mae Jemison", began + 100 * SECOND, 22, 44),
                   *finished("round", "round-1", "Mae Jemison", began, 10, 30, 41, 58),
                   command("finishRun", "round", run="round-1", at=began + 60 * SECOND))
    runner = server.get("/api/v1/runners/mae").json
    tracks = {record["track"]["id"]: record for record in runner["tracks"]}
    assert (tracks["short"]["runs"], tracks["round"]["runs"]) == (2, 1)
    best = tracks["short"]["best"]
    assert (best["run"], best["time"], best["at"]) == (
        "short-2", 44 * SECOND, began + 144 * SECOND)
    assert (tracks["short"]["bestLap"], tracks["short"]["sumOfBest"]) == (None, 42 * SECOND)
    lap = tracks["round"]["bestLap"]
    assert (tracks["round"]["best"], lap["run"], lap["lap"], lap["time"]) == (
        None, "round-1", 2, 28 * SECOND)
    # The flying lap: from the line to t1 in 11 s, and to the finish in 17 s at best.
    assert tracks["round"]["sumOfBest"] == 28 * SECOND
    assert {run["id"] for run in runner["runs"]} == {"short-1", "short-2", "round-1"}
    assert runner["next"] is None
    assert tracks["short"]["track"] == {
        "id": "short", "name": "short", "laps": 1, "rounding": {"digits": 3, "direction": "down"}}
