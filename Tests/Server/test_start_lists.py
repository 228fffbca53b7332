"""What the server tells of sessions: their rules, who is entered, when they started; and that it changes."""

import pytest

from wire import SECOND, Wire, command, course, now, start


@pytest.fixture
def hill(control):
    track = f"list-{now()}"
    control.do(course(track), command(
        "createSession", track, session="heat", name="Heat 1", rank="time", counts="sum",
        ties="second", scope="session", clock="net", limit={"laps": 3}))
    return track


def session(server, track, name="heat"):
    return server.get(f"/api/v1/tracks/{track}/sessions/{name}").json


def test_a_session_is_told_with_all_its_rules(server, control, hill):
    told = session(server, hill)
    rules = {"name": "Heat 1", "rank": "time", "counts": "sum", "ties": "second",
             "scope": "session", "clock": "net", "finish": "each", "limit": {"laps": 3}}
    assert rules.items() <= told.items()
    board = next(each for each in server.board(hill)["sessions"] if each["id"] == "heat")
    assert board == {key: told[key] for key in board}
    assert (told["entries"], told["starts"], told["runs"]) == ([], [], [])


def test_the_scope_of_the_track_is_that_of_a_session_without_one(server, control, hill):
    control.do(command("createSession", hill, session="free"))
    assert session(server, hill, "free")["scope"] == "track"


def test_entries_come_with_all_that_was_entered_until_they_are_withdrawn(server, control, hill):
    control.do(
        command("registerRunner", runner="ada-" + hill, name="Ada"),
        command("enterRunner", hill, session="heat", runner="ada-" + hill, number="7",
                category="Junior", team="Red", transponders=["1001", "1002"]),
        command("enterRunner", hill, session="heat", runner="bob-" + hill))
    ada, bob = session(server, hill)["entries"]
    assert ada == {"runner": {"id": "ada-" + hill, "name": "Ada"}, "number": "7",
                   "category": "Junior", "team": "Red", "transponders": ["1001", "1002"]}
    assert bob == {"runner": {"id": "bob-" + hill, "name": "bob-" + hill}, "number": None,
                   "category": None, "team": None, "transponders": []}
    control.do(command("withdrawRunner", hill, session="heat", runner="ada-" + hill))
    assert session(server, hill)["entries"] == [bob]
    # The number is free again.
    control.do(command("enterRunner", hill, session="heat", runner="bob-" + hill, number="7"))


def test_a_withdrawn_runner_keeps_the_run_and_loses_the_number(server, control, hill):
    runner = "eve-" + hill
    control.do(command("enterRunner", hill, session="heat", runner=runner, number="5"),
               command("startRun", hill, run="r", runner=runner, session="heat", at=now()))
    assert server.board(hill)["runs"][0]["number"] == "5"
    control.do(command("withdrawRunner", hill, session="heat", runner=runner))
    run = server.board(hill)["runs"][0]
    assert (run["number"], run["status"], run["runner"]["id"]) == (None, "running", runner)


def test_starts_are_told_where_they_stand(server, control, hill):
    began = now() - 60 * SECOND
    control.do(command("createStart", hill, start="gun", session="heat", at=began, uncertainty=4000),
               command("createStart", hill, start="late", session="heat", at=began + 9, uncertainty=0))
    assert session(server, hill)["starts"] == [
        {"id": "gun", "at": began, "uncertainty": 4000},
        {"id": "late", "at": began + 9, "uncertainty": 0}]
    control.do(command("moveStart", hill, start="gun", at=began + 99, uncertainty=0))
    assert [each["id"] for each in session(server, hill)["starts"]] == ["late", "gun"]


def test_who_has_run_is_told_also_when_the_board_shows_another_session(server, control, hill):
    began = now() - 60 * SECOND
    control.do(command("startRun", hill, run="r1", runner="ada", number="7", session="heat", at=began),
               command("startRun", hill, run="r2", runner="bob", session="heat", at=began + 1),
               command("finishRun", hill, run="r2", at=began + 9 * SECOND),
               command("startRun", hill, run="gone", runner="cyd", session="heat", at=began + 2),
               command("voidRun", hill, run="gone"),
               command("startRun", hill, run="other", runner="cyd", at=began + 30 * SECOND))
    assert [run["id"] for run in server.board(hill)["runs"]] == ["other"]
    assert session(server, hill)["runs"] == [
        {"id": "r1", "runner": {"id": "ada", "name": "ada"}, "number": "7", "status": "running",
         "startedAt": began},
        {"id": "r2", "runner": {"id": "bob", "name": "bob"}, "number": None, "status": "dnf",
         "startedAt": began + 1}]


def test_what_was_entered_is_there_after_a_restart(own_server):
    server = own_server.start()
    with Wire(server, "control") as control:
        control.do(course("kept"), command("enterRunner", "kept", runner="ada", number="7"),
                   command("enterRunner", "kept", runner="bob"),
                   command("withdrawRunner", "kept", runner="bob"))
    before = session(server, "kept", "open")
    server.restart()
    assert session(server, "kept", "open") == before
    assert [each["number"] for each in before["entries"]] == ["7"]


@pytest.mark.parametrize("name", ["none", "no%20id"])
def test_an_unknown_session_is_a_problem_document(server, control, hill, name):
    answer = server.get(f"/api/v1/tracks/{hill}/sessions/{name}")
    assert (answer.status, answer.json["code"], answer.json["field"]) == (404, "unknownSession", "session")


def test_race_control_is_told_that_a_start_list_changed_and_others_are_not(server, hill):
    with Wire(server, "control") as control, Wire(server) as spectator:
        control.watch(hill)
        spectator.watch(hill)
        began = now() - 9 * SECOND
        for message in [
                command("enterRunner", hill, session="heat", runner="ada"),
                command("withdrawRunner", hill, session="heat", runner="ada"),
                command("createStart", hill, start="gun", session="heat", at=began, uncertainty=0),
                command("moveStart", hill, start="gun", at=began + 1, uncertainty=0)]:
            control.send(message)
            said = control.notice()
            assert (said["kind"], said["code"], said["session"]) == ("change", "startList", "heat")
            assert "Heat 1" in said["message"]
        control.send(command("enterRunner", hill, runner="ada"))
        assert control.notice()["session"] == "open"
        control.send(command("startRun", hill, run="r", runner="ada", session="heat", start="gun"))
        assert control.notice()["session"] == "heat"
        control.send(command("editRun", hill, run="r", session="open"))
        assert sorted(control.notice()["session"] for _ in range(2)) == ["heat", "open"]
        spectator.send({"type": "ping", "t0": 1})
        while (message := spectator.receive())["type"] != "pong":
            assert message["type"] != "notice"


def test_a_skip_is_on_the_board_until_it_is_taken_back(server, control, hill):
    control.do(course("skips-" + hill, "t1", "t2", "finish"),
               start("skips-" + hill, "r", "Ada", now() - 60 * SECOND),
               command("skipCheckpoint", "skips-" + hill, run="r", checkpoint="t1"))
    run = server.board("skips-" + hill)["runs"][0]
    assert run["skipped"] == [{"checkpoint": "t1", "lap": 1}]
    assert (run["next"]["checkpoint"], run["corrected"]) == ("t2", True)
    control.do(command("restoreCheckpoint", "skips-" + hill, run="r", checkpoint="t1"))
    run = server.board("skips-" + hill)["runs"][0]
    assert (run["skipped"], run["next"]["checkpoint"]) == ([], "t1")
    types = [each["type"] for each in server.get("/api/v1/runs/r?track=skips-" + hill).json["corrections"]]
    assert types == ["checkpointSkipped", "checkpointRestored"]


def test_a_new_name_is_in_the_start_list_and_control_is_told(server, hill):
    runner = "late-" + hill
    with Wire(server, "control") as control:
        control.do(command("registerRunner", runner=runner, name="Late"),
                   command("enterRunner", hill, session="heat", runner=runner))
        control.watch(hill)
        control.send(command("registerRunner", runner=runner, name="Later"))
        said = control.notice()
        assert (said["code"], said["session"]) == ("startList", "heat")
    assert session(server, hill)["entries"][0]["runner"]["name"] == "Later"


def test_race_control_is_told_of_runs_that_the_board_does_not_show(server, hill):
    began = now() - 60 * SECOND
    with Wire(server, "control") as control:
        control.do(command("startRun", hill, run="old", runner="ada", session="heat", at=began),
                   command("startRun", hill, run="new", runner="bob", at=began + SECOND))
        control.watch(hill)
        for message in [command("finishRun", hill, run="old", at=began + 9 * SECOND),
                        command("setStatus", hill, run="old", status="dsq", reason="too light"),
                        command("editRun", hill, run="old", number="9")]:
            control.send(message)
            while (said := control.notice())["code"] != "runs":
                pass
            assert (said["kind"], said["runs"]) == ("change", ["old"])
        control.send(command("finishRun", hill, run="new", at=began + 9 * SECOND))
        control.send({"type": "ping", "t0": 1})
        while (message := control.receive())["type"] != "pong":
            assert message["type"] != "notice" or "new" not in message["runs"]
