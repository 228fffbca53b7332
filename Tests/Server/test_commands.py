"""Commands that can't be taken as they are, that come again, and captures that don't count."""

import json

import pytest

from wire import SECOND, Wire, command, course, expect_error, now, split, start


# Commands

@pytest.mark.parametrize("fields, code, field, words", [
    ({"name": None}, "missingField", "name", ["name"]),
    ({"name": 7}, "wrongType", "name", ["name"]),
    ({"name": ""}, "invalidValue", "name", ["name"]),
    ({"checkpoints": []}, "invalidValue", "checkpoints", ["checkpoint"]),
    ({"checkpoints": [{"id": "a"}]}, "missingField", "checkpoints[0].name", ["name"]),
    ({"checkpoints": [{"id": "a b", "name": "A"}]}, "invalidValue", "checkpoints[0].id", []),
    ({"checkpoints": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]}, "invalidValue",
     "checkpoints[1].id", ["a"]),
    ({"laps": -1}, "invalidValue", "laps", ["-1", "0"]),
    ({"start": "horn"}, "invalidValue", "start", ["horn", "gun", "line"]),
    ({"rounding": {"digits": 9, "direction": "down"}}, "invalidValue", "rounding.digits", ["9"]),
    ({"track": "no/way"}, "invalidValue", "track", ["track"]),
    ({"commandId": None}, "missingField", "commandId", ["commandId"]),
])
def test_a_command_with_a_wrong_field_is_told_which_and_what_is_right(
        control, fields, code, field, words):
    message = course("other")
    message = {key: value for key, value in (message | fields).items() if value is not None}
    expect_error(control.ask(message), code, *words, field=field)


@pytest.mark.parametrize("message, code, field", [
    (start("nowhere", "r", "Ada", now()), "unknownTrack", "track"),
    (split("nowhere", "s", now()), "unknownTrack", "track"),
    (command("editTrack", "nowhere", name="X"), "unknownTrack", "track"),
    (command("createTrack", "hill", name="Hill", checkpoints=[{"id": "f", "name": "F"}]),
     "trackExists", "track"),
    (command("editSession", "hill", session="none", name="X"), "unknownSession", "session"),
    (command("closeSession", "hill", session="none", at=now()), "unknownSession", "session"),
    (command("enterRunner", "hill", runner="ada", session="none"), "unknownSession", "session"),
    (command("withdrawRunner", "hill", runner="nobody"), "nothingToDo", "runner"),
    (command("withdrawRunner", "hill", runner="ada", session="none"), "unknownSession", "session"),
    (command("moveStart", "hill", start="none", at=now(), uncertainty=0), "unknownStart", "start"),
    (command("setStatus", "hill", run="none", status="dnf"), "unknownRun", "run"),
    (command("editRun", "hill", run="none", number="1"), "unknownRun", "run"),
    (command("editRun", "hill", run="run", session="none"), "unknownSession", "session"),
    (command("editRun", "hill", run="run", start="none"), "unknownStart", "start"),
    (command("reopenRun", "hill", run="none"), "unknownRun", "run"),
    (command("voidRun", "hill", run="none"), "unknownRun", "run"),
    (command("restoreRun", "hill", run="none"), "unknownRun", "run"),
    (command("acceptSplit", "hill", split="none"), "unknownSplit", "split"),
    (command("assignSplit", "hill", split="none", run="run"), "unknownSplit", "split"),
    (command("assignSplit", "hill", split="split", run="none"), "unknownRun", "run"),
    (command("assignSplit", "hill", split="split", checkpoint="none"), "unknownCheckpoint",
     "checkpoint"),
    (command("moveSplit", "hill", split="none", at=now()), "unknownSplit", "split"),
    (command("shiftCaptures", "hill", device="none", by=1, **{"from": now(), "to": now()}),
     "nothingToDo", "device"),
    (command("voidSplit", "hill", split="none"), "unknownSplit", "split"),
    (command("restoreSplit", "hill", split="none"), "unknownSplit", "split"),
    (command("skipCheckpoint", "hill", run="none", checkpoint="t1"), "unknownRun", "run"),
    (command("skipCheckpoint", "hill", run="run", checkpoint="none"), "unknownCheckpoint",
     "checkpoint"),
    (command("restoreCheckpoint", "hill", run="none", checkpoint="t1"), "unknownRun", "run"),
    (command("restoreCheckpoint", "hill", run="run", checkpoint="t1"), "nothingToDo", "checkpoint"),
    (command("setStatus", "hill", run="run", status="dead"), "invalidValue", "status"),
])
def test_a_command_about_something_unknown_names_it(control, message, code, field):
    answer = control.answer(message)
    expect_error(answer, code, message[field], field=field)


def test_an_instant_up_to_a_minute_ahead_is_taken_and_no_later_one(server, control):
    control.do(course("ahead"))
    # Exactly a minute ahead of the moment before the command came in, so never more than that.
    minute = server_time(server) + 60 * SECOND
    assert control.answer(start("ahead", "just", "Ada", minute))["type"] == "ack"
    far = server_time(server) + 90 * SECOND
    answer = control.answer(start("ahead", "far", "Ada", far))
    expect_error(answer, "instantAhead", "60 s", field="at")
    assert [run["id"] for run in server.board("ahead")["runs"]] == ["just"]


def server_time(server):
    with Wire(server) as wire:
        return wire.ask({"type": "ping", "t0": 0})["t2"]


# Repeats

def test_a_repeat_gets_the_first_answer_over_any_connection(server, control):
    control.do(course("repeats"))
    message = start("repeats", "run", "Ada", now())
    first = control.answer(message)
    control.do(start("repeats", "run-2", "Bob", now()))
    with Wire(server, "timer", device="another") as other:
        # Order of fields and white space don't matter.
        other.send(json.dumps(dict(reversed(message.items())), indent=2))
        assert other.answer_to(message["commandId"]) == first
    answer = server.post(message)
    assert (answer.status, answer.json) == (200, first)
    assert len(server.board("repeats")["runs"]) == 2


def test_a_repeat_gets_the_first_answer_while_that_one_still_waits(server, control):
    control.do(course("bursts"))
    message = start("bursts", "run", "Ada", now())
    for _ in range(50):
        control.send(message)
    answers = [control.answer_to(message["commandId"]) for _ in range(50)]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["type"] == "ack"
    assert server.board("bursts")["seq"] == answers[0]["seq"]


def test_what_comes_in_one_go_is_answered_in_its_order_each_once(server, control):
    """More than are answered in one turn of the server's loop, and on disk with one commit or few."""
    commands = [start("hill", "go", "Ada", now())]
    commands += [split("hill", f"go-{number}", now(), run="go") for number in range(500)]
    other = course("other")
    with Wire(server, "timer", device="burst") as burst:
        for message in commands:
            burst.send(message)
        # Nobody else's answer waits for the end of these, or is lost among them.
        assert control.answer(other)["type"] == "ack"
        answers = [burst.receive() for _ in commands]
    assert [answer["commandId"] for answer in answers] == [
        message["commandId"] for message in commands]
    assert {answer["type"] for answer in answers} == {"ack"}
    seqs = [answer["seq"] for answer in answers]
    assert seqs == sorted(set(seqs))


def test_another_command_under_the_same_id_is_refused_over_any_connection(server, control):
    control.do(course("reused"))
    message = start("reused", "run", "Ada", now())
    control.do(message)
    changed = message | {"at": message["at"] - 1}
    with Wire(server, "control", device="another") as other:
        expect_error(other.answer(changed), "commandIdReused", message["commandId"], "new id",
                     field="commandId")
    answer = server.post(changed)
    assert (answer.status, answer.json["code"]) == (409, "commandIdReused")
    assert message["commandId"] in answer.json["detail"]


def test_repeats_are_known_after_a_restart(own_server):
    server = own_server.start()
    track, run = course("kept"), start("kept", "run", "Ada", now())
    runner = command("registerRunner", runner="bob", name="Bob")
    with Wire(server, "control") as control:
        firsts = control.do(track, run, runner)
    server.restart()
    with Wire(server, "control") as control:
        assert control.do(track, run, runner) == firsts
        expect_error(control.answer(run | {"runnerName": "Eve"}), "commandIdReused",
                     field="commandId")
        # Ids are unique in their track: the registry has its own.
        control.do(runner | {"commandId": run["commandId"]})
    assert len(server.board("kept")["runs"]) == 1


def test_a_track_and_the_registry_know_their_commands_apart(server, control):
    control.do(course("apart"))
    by_name = start("apart", "run", "Somebody New", now())
    renaming = command("registerRunner", runner="new", name="Renamed") | {
        "commandId": by_name["commandId"]}
    control.do(by_name, renaming)
    answer = control.answer(by_name)
    assert answer["type"] == "ack", answer


def test_fields_that_are_not_known_are_listed(server, control):
    message = course("ignored") | {"colour": "red", "weather": {"rain": True}}
    [answer] = control.do(message)
    assert sorted(answer["ignored"]) == ["colour", "weather"]
    assert sorted(server.post(message).json["ignored"]) == ["colour", "weather"]


# Captures that don't count

def states(server, track):
    board = server.board(track)
    return ({one["id"]: one["state"] for run in board["runs"] for one in run["splits"]},
            {one["id"]: one["state"] for one in board["unassigned"]})


def test_captures_that_cannot_count_are_kept_and_shown(server, control):
    began = now() - 300 * SECOND
    lines = [{"id": name, "name": name, "minimumSegment": 5 * SECOND}
             for name in ("t1", "finish")]
    control.do(
        course("aside", checkpoints=lines), start("aside", "run", "Ada", began),
        split("aside", "before", began - SECOND, run="run"),
        split("aside", "first", began + 20 * SECOND, run="run"),
        split("aside", "soon", began + 24 * SECOND, run="run"),
        split("aside", "last", began + 60 * SECOND, run="run"),
        split("aside", "after", began + 90 * SECOND, run="run"),
        split("aside", "stray", began + 95 * SECOND, run="later"))
    shown, unassigned = states(server, "aside")
    assert unassigned == {"stray": "unassigned"}
    assert shown == {"before": "beforeStart", "first": "counted", "soon": "tooSoon",
                     "last": "counted", "after": "afterFinish"}
    # The run that the stray one names comes at last.
    control.do(start("aside", "later", "Bob", began + 40 * SECOND))
    shown, unassigned = states(server, "aside")
    assert unassigned == {} and shown["stray"] == "counted"


def test_two_devices_at_one_line_make_one_passing(server, control):
    began = now() - 300 * SECOND
    control.do(course("merged", "t1", "finish"), start("merged", "run", "Ada", began))
    for device, after, uncertainty in (("left", 20, 9000), ("right", 21, 4000)):
        with Wire(server, "timer", device=device) as timer:
            timer.do(split("merged", device, began + after * SECOND, run="run", checkpoint="t1",
                           uncertainty=uncertainty))
    shown, _ = states(server, "merged")
    assert shown == {"left": "duplicate", "right": "counted"}
