"""Runs looked for over HTTP: while they run, when they have ended, by name, in pages and by time."""

import sqlite3

from run_table import read_csv
from wire import SECOND, Wire, command, course, finished, now, split, start


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


def test_runs_that_are_out_are_listed_when_they_are_asked_for(server):
    began = now() - 50 * SECOND
    with Wire(server, "control") as control:
        control.do(
            course("out", "t1", "finish"), course("out-2"),
            command("createSession", "out", session="heat", name="Heat", rank="time"),
            start("out", "out-a", "Ada", began, session="heat"),
            start("out", "out-b", "Bob", began + SECOND),
            start("out-2", "out-c", "Cyd", began + 2 * SECOND),
            start("out", "out-d", "Dan", began + 3 * SECOND),
            split("out", "out-d1", began + 41 * SECOND, run="out-d"),
            split("out", "out-d2", began + 49 * SECOND, run="out-d"))

    def listed(query):
        answer = server.get(f"/api/v1/runs?status=running{query}").json
        return [each["id"] for each in answer["runs"] if each["id"].startswith("out-")], answer["next"]

    assert listed("")[0] == ["out-c", "out-b", "out-a"]
    assert listed("&track=out") == (["out-b", "out-a"], None)
    assert listed("&track=nowhere") == ([], None)
    first, after = listed("&track=out&limit=1")
    assert (first, listed(f"&track=out&limit=1&before={after}")) == (["out-b"], (["out-a"], None))
    assert listed(f"&track=out&since={began + SECOND}")[0] == ["out-b"]
    run = server.get("/api/v1/runs?status=running&track=out").json["runs"][1]
    ended = server.get("/api/v1/runs?track=out").json["runs"][0]
    assert (run["session"]["name"], run["runner"]["name"], run["status"]) == ("Heat", "Ada", "running")
    assert run.keys() == ended.keys() and ended["id"] == "out-d"
    with Wire(server, "control") as control:
        control.do(command("finishRun", "out", run="out-a", at=now()))
    assert listed("&track=out")[0] == ["out-b"]


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
