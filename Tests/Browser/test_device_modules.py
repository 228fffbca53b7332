"""The modules behind the list of devices, apart from any page: what is worrying, from which bound on, and in which order."""

import pytest

from scripted_board import SECOND

TIME = 1_796_000_000 * SECOND
FINE = {"at": TIME, "offset": 0, "uncertainty": 4000, "unsent": 0, "battery": 81}


def device(id="phone", status=None, silent=0, **fields):
    """A device that is fine but for what is said of it; `silent` for so many seconds."""
    return {"id": id, "role": "timer", "client": "timer/1", "connected": True, "captures": 0, "lastCapture": None,
            "lastHeard": TIME - round(silent * SECOND), "unsentSince": None,
            "status": FINE | (status or {})} | fields


def rows(module, *devices, out=False, dismissed=()):
    return module("device-rows", """m.deviceRows(argument[0], { time: argument[1], own: "desk", track: "hill",
        isAnyoneOut: argument[2], tracks: new Map([["hill", "Hill Climb"]]), dismissed: new Set(argument[3]) })""",
                  [list(devices), TIME, out, list(dismissed)])


def worries(row):
    return [name for name, fact in row.items() if isinstance(fact, dict) and fact["isWorrying"]]


@pytest.mark.parametrize("status, fact, text", [
    ({"battery": 20}, "battery", "20 %"), ({"uncertainty": 100_001}, "uncertainty", "±101 ms"),
    ({"uncertainty": 2 * SECOND}, "uncertainty", "±2.0 s"),
    ({"offset": 2_000_001}, "ownTime", "2.0 s behind, matters only unsynced"),
    ({"offset": -12_300 * SECOND}, "ownTime", "3 h 25 min ahead, matters only unsynced"),
])
def test_a_figure_beyond_its_bound_is_worrying_while_connected(module, status, fact, text):
    [row] = rows(module, device(status=status))
    assert (worries(row), row["isWorrying"], row[fact]["text"]) == ([fact], True, text)
    [gone] = rows(module, device(status=status, connected=False))
    assert (worries(gone), gone[fact]["text"]) == ([], text)


@pytest.mark.parametrize("status", [
    {"battery": 21}, {"battery": None}, {"uncertainty": 100_000}, {"offset": 2_000_000}, {"offset": -2_000_000}])
def test_a_figure_within_its_bound_is_not(module, status):
    assert worries(rows(module, device(status=status))[0]) == []


@pytest.mark.parametrize("seconds, is_worrying", [(19.9, False), (20, True)])
def test_captures_that_stay_unsent_are_worrying_after_a_while(module, seconds, is_worrying):
    late = device(status={"unsent": 3}, unsentSince=TIME - round(seconds * SECOND))
    assert worries(rows(module, late)[0]) == (["unsent"] if is_worrying else [])


@pytest.mark.parametrize("fields, out, is_worrying", [
    ({"silent": 30}, True, False), ({"silent": 30.1}, True, True), ({"silent": 31}, False, False),
    ({"silent": 31, "connected": False}, True, True), ({"silent": 31, "role": "control"}, True, False),
    ({"silent": 31, "lastCapture": {"track": "hill", "at": TIME}}, True, True),
    ({"silent": 31, "lastCapture": {"track": "park", "at": TIME}}, True, False),
    ({"silent": 31, "status": {"unsent": 1}}, False, True),
    ({"silent": 31, "role": "control", "status": {"unsent": 1}}, False, True),
])
def test_silence_is_worrying_where_the_device_is_wanted(module, fields, out, is_worrying):
    [row] = rows(module, device(**fields), out=out)
    assert ("contact" in worries(row)) is is_worrying
    if not is_worrying:
        return
    [aside] = rows(module, device(**fields), out=out, dismissed=[row["silence"]])
    assert (worries(aside), aside["silence"]) == ([], None)
    [again] = rows(module, device(**fields | {"silent": 40}), out=out, dismissed=[row["silence"]])
    assert "contact" in worries(again), "it was heard of since"


def test_of_a_device_that_has_told_nothing_yet_nothing_is_said(module):
    [row] = rows(module, device() | {"status": None})
    assert [row[name]["text"] for name in ("ownTime", "uncertainty", "unsent", "battery")] == ["—"] * 4


def test_a_closed_page_of_race_control_is_left_out_unless_it_captured(module):
    desk = {"role": "control", "status": None, "connected": False}
    assert rows(module, device() | desk) == []
    for kept in ({"captures": 1}, {"connected": True}, {"role": "timer"}):
        assert len(rows(module, device() | desk | kept)) == 1


def test_what_is_worrying_comes_first_then_who_is_connected_then_by_id(module):
    found = rows(module, device("b"), device("a", connected=False), device("c", status={"battery": 3}), device("desk"))
    assert [row["id"] for row in found] == ["c", "b", "desk", "a"]
    assert [row["isOwn"] for row in found] == [False, False, True, False]


def test_a_long_id_is_cut_to_the_end_that_tells_it_apart(module):
    long = "0198f2a0-1b2c-7def-8123-456789abcdef"
    assert module("identity", "argument.map(m.deviceName)", ["marshal-1", long]) == ["marshal-1", "…abcdef"]


@pytest.mark.parametrize("captures, last, words", [
    (0, None, "no captures"), (1, None, "1 capture"), (7, {"track": "gone", "at": TIME}, "on gone"),
    (7, {"track": "hill", "at": TIME}, "on Hill Climb")])
def test_captures_are_counted_and_the_last_is_told(module, captures, last, words):
    [row] = rows(module, device(captures=captures, lastCapture=last))
    assert row["captures"].endswith(words)


# Shifts

FORM = """(() => {
    const splits = [{ at: %d }, { at: %d }];
    const board = { track: { id: "hill", name: "Hill" }, runs: new Map([["r", { splits }]]), unassigned: new Map() };
    const form = m.shiftForm(board, argument.device, %d);
    const values = Object.fromEntries(form.fields.map(({ name, value = "" }) => [name, value]));
    return %%s;
})()""" % (TIME - 60 * SECOND, TIME - 3600 * SECOND, TIME)


def test_a_shift_is_of_the_last_ten_minutes_at_first(module):
    deed = module("device-deeds", FORM % "form.deed({ ...values, by: '−2.3' })", {"device": device()})
    shift = {"type": "shiftCaptures", "device": "phone", "from": TIME - 600 * SECOND, "to": TIME}
    assert deed["commands"] == [shift | {"by": -2_300_000}]
    assert deed["inverse"] == [shift | {"by": 2_300_000}]
    assert (deed["done"], deed["undo"]) == ("Shifted captures of phone: 2.3 s earlier", "shift them back")


@pytest.mark.parametrize("at, begin, end", [
    (TIME - 3600 * SECOND, TIME - 4200 * SECOND, TIME), (TIME + SECOND, TIME - 600 * SECOND, TIME + SECOND)])
def test_its_last_capture_lies_within(module, at, begin, end):
    deed = module("device-deeds", FORM % "form.deed({ ...values, by: '+1', uncertainty: '0.05', reason: ' why ' })",
                  {"device": device(lastCapture={"track": "hill", "at": at})})
    assert deed["commands"] == [{"type": "shiftCaptures", "device": "phone", "from": begin, "to": end,
                                 "by": SECOND, "uncertainty": 50_000, "reason": "why"}]
    assert "uncertainty" not in deed["inverse"][0]


@pytest.mark.parametrize("by, words", [
    ("", "board."), ("0", "board."), ("soon", "board."), ("−2.3", "become 2.3 s earlier."), ("+2", "become 2 s later."),
    ("2", "become 2 s later.")])
def test_what_would_come_of_it_is_told(module, by, words):
    text = module("device-deeds", FORM % "form.preview({ ...values, by: argument.by })", {"device": device(), "by": by})
    assert text.startswith("From ") and ": 1 split of all devices" in text and text.endswith(words)
