"""Commands and messages that can't be taken as they are: what the answer says, and what is kept."""

import json
import random

import pytest
from websockets.exceptions import InvalidStatus

from server_process import ServerProcess
from wire import SECOND, Wire, command, course, now, split, start

LIMIT = 4096


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    settings = {"max_message_bytes": f"{LIMIT}B", "max_request_bytes": f"{LIMIT}B",
                "max_subscriptions": 3, "hello_timeout": "300ms"}
    with ServerProcess(tmp_path_factory.mktemp("server"), **settings) as server:
        yield server.start()


@pytest.fixture(scope="module")
def track(server):
    """A track with a run that has one of its two splits."""
    began = now() - 100 * SECOND
    with Wire(server, "control", device="phone") as control:
        control.do(course("hill", "t1", "finish"), start("hill", "run", "Ada", began),
                   split("hill", "split", began + 20 * SECOND, run="run"))
    return "hill"


@pytest.fixture
def control(server, track):
    with Wire(server, "control") as wire:
        yield wire


def expect_error(answer, code, *words, field=None):
    """The answer has the code, and a sentence that names what was wrong and what would be right."""
    assert answer["type"] == "error", answer
    assert answer["code"] == code, answer
    assert answer.get("field") == field, answer
    for word in words:
        assert word in answer["message"], answer


# The upgrade

def refused_upgrade(server, **options):
    with pytest.raises(InvalidStatus) as refused:
        Wire(server, **options)
    response = refused.value.response
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, json.loads(response.body)


@pytest.mark.parametrize("offered", [None, ["livetiming.v2.json"], ["LIVETIMING.V1.JSON"]])
def test_an_upgrade_without_the_subprotocol_is_refused(server, offered):
    status, problem = refused_upgrade(server, subprotocols=offered)
    assert (status, problem["code"]) == (400, "subprotocolRequired")
    assert "livetiming.v1.json" in problem["detail"]


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_may_not_connect(server, origin):
    status, problem = refused_upgrade(server, origin=origin)
    assert (status, problem["code"]) == (403, "originNotAllowed")
    assert origin in problem["detail"]


def test_a_page_of_this_server_may_connect(server):
    with Wire(server, origin=server.url) as wire:
        assert wire.welcome["type"] == "welcome"


def test_who_says_no_hello_is_sent_away_and_may_come_back(server):
    with Wire(server, hello=False) as wire:
        assert wire.close_code() == 4000


# Messages

@pytest.mark.parametrize("message, code, field, words", [
    ("{", "malformed", None, []),
    ("", "malformed", None, []),
    ('{"type":"ping","t0":1,"t0":2}', "malformed", None, ["t0"]),
    ("[1]", "notAnObject", None, ["object"]),
    ("7", "notAnObject", None, ["object"]),
    ('{"t0":1}', "missingField", "type", ["type"]),
    ('{"type":7}', "wrongType", "type", ["type"]),
    ('{"type":"pingg","t0":1}', "unknownType", "type", ["pingg", "ping"]),
    ('{"type":"ping"}', "missingField", "t0", ["t0"]),
    ('{"type":"ping","t0":"now"}', "wrongType", "t0", ["t0"]),
    ('{"type":"ping","t0":1.5}', "wrongType", "t0", ["t0"]),
    ('{"type":"subscribe","id":"a"}', "missingField", "track", ["track"]),
    ('{"type":"subscribe","id":"a","track":"hill","rate":7}', "invalidValue", "rate", ["7", "60"]),
    ('{"type":"subscribe","id":"a","track":"hill","clock":"wall"}', "invalidValue", "clock",
     ["wall", "client"]),
    ('{"type":"subscribe","id":"a","track":"no way"}', "invalidValue", "track", ["track"]),
    ('{"type":"subscribe","id":"a","track":"nowhere"}', "unknownTrack", "track", ["nowhere"]),
])
def test_a_message_that_cannot_be_read_is_answered(server, track, message, code, field, words):
    with Wire(server) as wire:
        expect_error(wire.ask(message), code, *words, field=field)
        # The line goes on.
        assert wire.ask({"type": "ping", "t0": 1})["type"] == "pong"


def test_a_binary_message_is_answered_and_the_line_closed(server):
    with Wire(server) as wire:
        expect_error(wire.ask(b"{}"), "malformed", "binary", "text")
        assert wire.close_code() == 4501


def padded(length):
    message = json.dumps({"type": "ping", "t0": 1})
    return message + " " * (length - len(message))


def test_a_message_at_the_limit_is_taken(server):
    with Wire(server) as wire:
        assert wire.welcome["limits"]["messageBytes"] == LIMIT
        assert wire.ask(padded(LIMIT))["type"] == "pong"


@pytest.mark.parametrize("length", [LIMIT + 1, 1 << 20])
def test_a_message_over_the_limit_is_answered_and_the_line_closed(server, length):
    with Wire(server) as wire:
        expect_error(wire.ask(padded(length)), "messageTooLarge", str(LIMIT))
        assert wire.close_code() == 4500


def test_who_sends_nothing_that_can_be_read_is_sent_away(server):
    with Wire(server) as wire:
        for _ in range(32):
            wire.send("nonsense")
        assert wire.close_code() == 4502


def test_a_token_that_is_not_known_is_told_and_gives_no_role(server, track):
    with Wire(server, token="not-the-token-at-all") as wire:
        expect_error(wire.welcome, "unauthorized", "token", field="token")
        expect_error(wire.answer(start(track, "x", "Eve", now())), "notAllowed", "spectator")


def test_more_subscriptions_than_allowed_are_refused(server, control):
    for number in range(4):
        control.do(course(f"sub-{number}"))
    for number in range(3):
        answer = control.ask({"type": "subscribe", "id": f"s{number}", "track": f"sub-{number}",
                              "rate": 1})
        assert (answer["type"], answer["id"]) == ("snapshot", f"s{number}")
    control.send({"type": "subscribe", "id": "s3", "track": "sub-3"})
    answer = next_but_frames(control)
    expect_error(answer, "tooManySubscriptions", "3", "unsubscribe")
    assert answer["id"] == "s3"
    control.send({"type": "unsubscribe", "id": "s0", "track": "sub-0"})
    assert next_but_frames(control) == {"type": "ack", "id": "s0", "track": "sub-0"}
    control.send({"type": "subscribe", "id": "s3", "track": "sub-3"})
    while (answer := control.receive())["type"] != "snapshot":
        pass
    assert answer["id"] == "s3"


def next_but_frames(wire):
    while (answer := wire.receive())["type"] in ("update", "snapshot"):
        pass
    return answer


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
    (command("voidSplit", "hill", split="none"), "unknownSplit", "split"),
    (command("restoreSplit", "hill", split="none"), "unknownSplit", "split"),
    (command("skipCheckpoint", "hill", run="none", checkpoint="t1"), "unknownRun", "run"),
    (command("skipCheckpoint", "hill", run="run", checkpoint="none"), "unknownCheckpoint",
     "checkpoint"),
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


COMMANDS = {
    "createTrack": lambda: course(f"made-{random.getrandbits(60)}"),
    "registerRunner": lambda: command("registerRunner", runner="bob", name="Bob"),
    "enterRunner": lambda: command("enterRunner", "roles", runner="bob"),
    "createStart": lambda: command("createStart", "roles", start="gun", session="open", at=now(),
                                   uncertainty=0),
    "startRun": lambda: start("roles", f"run-{random.getrandbits(60)}", "Bob", now()),
    "recordSplit": lambda: split("roles", f"split-{random.getrandbits(60)}", now()),
    "finishRun": lambda: command("finishRun", "roles", run="others", at=now()),
    "editTrack": lambda: command("editTrack", "roles", name="Roles"),
    "createSession": lambda: command("createSession", "roles", session="s", name="S"),
    "editSession": lambda: command("editSession", "roles", session="s", name="S"),
    "closeSession": lambda: command("closeSession", "roles", session="s", at=now()),
    "moveStart": lambda: command("moveStart", "roles", start="gun", at=now(), uncertainty=0),
    "setStatus": lambda: command("setStatus", "roles", run="others", status="dnf"),
    "editRun": lambda: command("editRun", "roles", run="others", number="9"),
    "restoreRun": lambda: command("restoreRun", "roles", run="others"),
    "voidRun": lambda: command("voidRun", "roles", run="others"),
    "reopenRun": lambda: command("reopenRun", "roles", run="others"),
    "acceptSplit": lambda: command("acceptSplit", "roles", split="others-1"),
    "assignSplit": lambda: command("assignSplit", "roles", split="others-1", run="others"),
    "moveSplit": lambda: command("moveSplit", "roles", split="others-1", at=now()),
    "voidSplit": lambda: command("voidSplit", "roles", split="others-1"),
    "restoreSplit": lambda: command("restoreSplit", "roles", split="others-1"),
    "skipCheckpoint": lambda: command("skipCheckpoint", "roles", run="others", checkpoint="t1"),
}
OF_EVERY_TIMER = {"createTrack", "registerRunner", "enterRunner", "createStart", "startRun",
                  "recordSplit", "finishRun"}


@pytest.fixture(scope="module")
def roles(server):
    began = now() - 100 * SECOND
    with Wire(server, "control", device="others") as control:
        control.do(course("roles", "t1", "t2", "finish"), start("roles", "others", "Eve", began),
                   split("roles", "others-1", began + 9 * SECOND, run="others", checkpoint="t1"))


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_spectator_may_send_no_command(server, roles, kind):
    with Wire(server) as wire:
        expect_error(wire.answer(COMMANDS[kind]()), "notAllowed", "spectator", kind, "token")
    answer = server.post(COMMANDS[kind](), token="")
    assert (answer.status, answer.json["code"]) == (403, "notAllowed")


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_timer_may_capture_and_correct_nothing_of_others(server, roles, kind):
    with Wire(server, "timer", device="mine") as wire:
        answer = wire.answer(COMMANDS[kind]())
        if kind in OF_EVERY_TIMER:
            assert answer["type"] == "ack", answer
        else:
            expect_error(answer, "notAllowed", "timer", kind)


def test_a_timer_may_correct_what_its_own_device_did(server):
    began = now() - 100 * SECOND
    with Wire(server, "timer", device="mine") as wire:
        wire.do(course("own", "t1", "finish"), start("own", "own-run", "Ada", began),
                split("own", "own-1", began + 9 * SECOND, run="own-run"),
                command("moveSplit", "own", split="own-1", at=began + 8 * SECOND),
                command("voidSplit", "own", split="own-1"),
                command("restoreSplit", "own", split="own-1"),
                command("voidRun", "own", run="own-run"))


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
    with Wire(server, "timer", device="left") as left, Wire(server, "timer", device="right") as right:
        left.do(split("merged", "a", began + 20 * SECOND, run="run", checkpoint="t1",
                      uncertainty=9000))
        right.do(split("merged", "b", began + 21 * SECOND, run="run", checkpoint="t1",
                       uncertainty=4000))
    shown, _ = states(server, "merged")
    assert shown == {"a": "duplicate", "b": "counted"}
