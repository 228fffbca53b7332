"""What race control sees of the devices that time, and how it corrects their clocks."""

import json

import pytest

from wire import SECOND, Wire, command, course, expect_error, now, split, start

STATUS = {"type": "deviceStatus", "offset": -2_300_000, "uncertainty": 4000, "unsent": 3, "battery": 81}


def devices(server, role="control"):
    token = {"Authorization": f"Bearer {server.token(role)}"} if role else {}
    return server.get("/api/v1/devices", **token)


def device(server, name):
    return next((each for each in devices(server).json["devices"] if each["id"] == name), None)


def shift(track, of, begin, end, by, **fields):
    return command("shiftCaptures", track, device=of, by=by, **{"from": begin, "to": end}, **fields)


def settled(wire):
    """All that was sent over a line has been taken: messages are taken in their order."""
    wire.ask({"type": "ping", "t0": 1})


def test_race_control_sees_how_the_devices_are_doing(server, control, track):
    at = now() - 5 * SECOND
    with Wire(server, "timer", device="marshal-1") as marshal:
        marshal.send(STATUS)
        marshal.do(split(track, "seen-1", at), split(track, "seen-0", at - SECOND))
        seen = device(server, "marshal-1")
        assert seen["connected"] and seen["role"] == "timer" and seen["address"] == "127.0.0.1"
        assert {**seen["status"], "at": 0} == {
            "at": 0, "offset": -2_300_000, "uncertainty": 4000, "unsent": 3, "battery": 81}
        assert seen["captures"] == 2
        assert seen["lastCapture"] == {"track": track, "at": at}
        assert at < seen["status"]["at"] <= seen["lastHeard"] <= devices(server).json["time"]
    left = device(server, "marshal-1")
    assert not left["connected"] and left["captures"] == 2


def test_a_device_has_as_many_connections_as_tabs(server):
    with Wire(server, "timer", device="tabs"):
        with Wire(server, "timer", device="tabs") as other:
            other.send({"type": "hello", "token": server.token("timer"), "device": "another", "client": "x/1"})
            settled(other)
            assert device(server, "tabs")["connected"] and device(server, "another")["connected"]
        assert device(server, "tabs")["connected"] and not device(server, "another")["connected"]
    assert not device(server, "tabs")["connected"]


def test_what_comes_from_a_device_that_times_by_way_of_the_desk_is_not_that_device(server):
    with Wire(server, "timer", device="handed"):
        pass
    with Wire(server, "control", device="handed"):
        seen = device(server, "handed")
        assert seen["role"] == "timer" and not seen["connected"]


def test_those_who_only_watch_are_no_devices(server):
    with Wire(server, device="sofa") as watcher:
        watcher.send(STATUS)
        settled(watcher)
        assert device(server, "sofa") is None


@pytest.mark.parametrize("role, status, code", [(None, 403, "notAllowed"), ("timer", 403, "notAllowed")])
def test_only_race_control_sees_them(server, role, status, code):
    answer = devices(server, role)
    assert (answer.status, answer.json["code"]) == (status, code)


def test_a_token_that_is_not_known_is_told_so(server):
    answer = server.get("/api/v1/devices", Authorization="Bearer nonsense")
    assert (answer.status, answer.json["code"]) == (401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_more_devices_than_are_kept_push_out_those_longest_gone(own_server):
    own_server.settings["max_devices"] = 2
    server = own_server.start()
    for name in ["first", "second"]:
        with Wire(server, "timer", device=name):
            pass
    with Wire(server, "timer", device="third") as third:
        assert [each["id"] for each in devices(server).json["devices"]] == ["second", "third"]
        with Wire(server, "timer", device="fourth"), Wire(server, "timer", device="fifth") as fifth:
            assert [each["id"] for each in devices(server).json["devices"]] == ["fourth", "third"]
            # It is not seen, and times all the same.
            fifth.do(course("kept", "finish"), split("kept", "kept-1", now()))
        settled(third)


# A device's clock


def test_a_devices_captures_are_shifted(server, control, track):
    began = now() - 100 * SECOND
    with Wire(server, "timer", device="ahead") as phone:
        phone.do(start(track, "shifted", "Ada", began),
                 split(track, "shifted-1", began + 30 * SECOND, run="shifted"))
    control.do(shift(track, "ahead", began + SECOND, began + 60 * SECOND, -2 * SECOND,
                     uncertainty=9000, reason="two seconds ahead"),
               command("moveSplit", track, split="shifted-1", at=began + 29 * SECOND))
    run = server.get(f"/api/v1/runs/shifted?track={track}").json
    assert run["startedAt"] == began, "the start lies outside of the span"
    assert [(each["at"], each["corrected"]) for each in run["splits"]] == [(began + 29 * SECOND, True)]
    shifted, moved = run["corrections"]
    assert (shifted["type"], shifted["shifted"], shifted["by"], shifted["reason"]) == (
        "capturesShifted", "ahead", -2 * SECOND, "two seconds ahead")
    assert (moved["from"], moved["to"]) == (began + 28 * SECOND, began + 29 * SECOND)


def test_a_start_that_comes_after_the_shift_of_its_device_tells_of_it(server, control, track):
    began = now() - 100 * SECOND
    with Wire(server, "timer", device="gate") as gate, Wire(server, "timer", device="other") as other:
        gate.do(split(track, "gate-1", began + 10 * SECOND))
        other.do(command("startRun", track, run="gunned", runnerName="Ada", start="late-gun"),
                 split(track, "gunned-1", began + 30 * SECOND, run="gunned"))
        control.do(shift(track, "gate", began, began + 60 * SECOND, SECOND))
        gate.do(command("createStart", track, start="late-gun", session="open", at=began, uncertainty=0))
    run = server.get(f"/api/v1/runs/gunned?track={track}").json
    assert run["startedAt"] == began + SECOND
    assert [each["type"] for each in run["corrections"]] == ["capturesShifted"]


def test_a_shift_holds_for_what_comes_later_and_over_a_restart(own_server):
    server = own_server.start()
    began = now() - 100 * SECOND
    with Wire(server, "control", device="late") as late:
        late.do(course("hill", "t1", "finish"), start("hill", "run", "Ada", began),
                shift("hill", "late", began, began + 90 * SECOND, SECOND, uncertainty=0),
                split("hill", "run-1", began + 30 * SECOND, run="run", uncertainty=50_000))
    before = server.board("hill")["runs"][0]
    assert before["startedAt"] == began + SECOND
    assert [(each["at"], each["uncertainty"]) for each in before["splits"]] == [
        (began + 31 * SECOND, 100_000)]
    server.kill()
    server.start()
    assert server.board("hill")["runs"][0] == before


def test_a_timer_shifts_its_own_captures_alone(server, control, track):
    at = now() - 50 * SECOND
    with Wire(server, "timer", device="own") as own, Wire(server, "timer", device="other") as other:
        own.do(split(track, "own-1", at), shift(track, "own", at, at, 1000))
        expect_error(other.answer(shift(track, "own", at, at, 1000)), "notAllowed", "own device")


def test_a_shift_that_nothing_is_known_for_is_refused(server, control, track):
    at = now() - 50 * SECOND
    expect_error(control.answer(shift(track, "nobody", at, at, 1000)),
                 "nothingToDo", "nobody", field="device")
    control.do(split(track, "edge-1", at))
    expect_error(control.answer(shift(track, "test", at, at, 0)), "nothingToDo", field="by")
    expect_error(control.answer(shift(track, "test", at, at, 120 * SECOND)),
                 "instantAhead", "ahead of the server's time", field="by")
    # What was shifted before counts too: it is the later one now.
    control.do(split(track, "edge-2", at + SECOND), shift(track, "test", at, at, 90 * SECOND))
    expect_error(control.answer(shift(track, "test", at, at + SECOND, 60 * SECOND)), "instantAhead", field="by")
    control.do(shift(track, "test", at, at, -90 * SECOND))
    year = 366 * 86_400 * SECOND
    expect_error(control.answer(shift(track, "test", at, at, -year - 1)), "invalidValue", field="by")
    control.do(shift(track, "test", at, at, -year))


def test_others_are_told_that_their_verdicts_changed(server, control, track):
    began = now() - 200 * SECOND
    with Wire(server, "timer", device="fast") as fast:
        fast.do(start(track, "told-1", "Ada", began, device="fast"),
                split(track, "told-1-a", began + 20 * SECOND, run="told-1"),
                split(track, "told-1-b", began + 40 * SECOND, run="told-1"))
    control.do(start(track, "told-2", "Bob", began + 50 * SECOND),
               split(track, "told-2-a", began + 75 * SECOND, run="told-2"),
               split(track, "told-2-b", began + 95 * SECOND, run="told-2"))
    with Wire(server) as watcher:
        watcher.watch(track)
        control.do(shift(track, "fast", began + SECOND, began + 60 * SECOND, 10 * SECOND))
        notice = watcher.notice()
        assert notice["code"] == "verdictsChanged" and "told-2" in notice["runs"], json.dumps(notice)
