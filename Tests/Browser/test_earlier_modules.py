"""Earlier runs in race control, apart from any page: the history's JSON as runs that actions take."""

import pytest

from scripted_board import SECOND, run, snapshot

BEGAN = 1_796_000_000 * SECOND


def listed(name, number="7", session="heat-1", ended=80 * SECOND, **fields):
    """A run as the history lists it."""
    return {"id": name, "track": {"id": "hill", "name": "Hill"}, "number": number,
            "session": {"id": session, "name": session.title()},
            "runner": {"id": f"u-{name}", "name": "Ada"}, "status": "finished",
            "startedAt": BEGAN, "finishedAt": None if ended is None else BEGAN + ended,
            "time": ended, "corrected": False, "voided": False} | fields


def report(name="a", **fields):
    """A run as the history tells it in full; its captures stand in the order in which they came."""
    splits = [{"id": "x2", "checkpoint": "fin", "lap": 1, "at": BEGAN + 80 * SECOND, "state": "counted"},
              {"id": "x1", "checkpoint": "t1", "lap": 1, "at": BEGAN + 40 * SECOND, "state": "counted"}]
    return listed(name) | {"splits": splits, "corrections": []} | fields


def skip(lap, kind="checkpointSkipped"):
    return {"type": kind, "checkpoint": "t1", "lap": lap, "split": None}


def test_a_run_of_the_history_becomes_one_of_a_board(module):
    made = module("history-run", "m.runOfHistory(argument)", report())
    assert made["session"] == "heat-1" and made["sessionName"] == "Heat-1"
    assert [each["id"] for each in made["splits"]] == ["x1", "x2"]
    assert (made["splitCount"], made["held"], made["next"], made["skipped"]) == (2, [], None, [])
    assert made["near"] == BEGAN + 80 * SECOND


def test_what_is_typed_is_expected_near_its_end_its_last_capture_or_its_start(module):
    near = "m.runOfHistory(argument).near ?? null"
    assert module("history-run", near, report(finishedAt=None)) == BEGAN + 80 * SECOND
    assert module("history-run", near, report(finishedAt=None, splits=[])) == BEGAN
    assert module("history-run", near, report(finishedAt=None, splits=[], startedAt=None)) is None


def test_skips_that_were_not_taken_back_stand_in_the_order_they_were_said(module):
    corrections = [skip(1), skip(2), skip(1, "checkpointRestored"), skip(3), skip(1),
                   {"type": "splitAssigned", "split": "x1", "checkpoint": "t1", "lap": 2}]
    skipped = module("history-run", "m.runOfHistory(argument).skipped", report(corrections=corrections))
    assert [place["lap"] for place in skipped] == [2, 3, 1]


def around(module, of, listed_runs):
    return module("history-run", """(async () => {
        const { boardFromSnapshot } = await import("/js/board.js");
        const [message, report, listed] = argument;
        const board = boardFromSnapshot(message);
        const made = m.boardAround(board, m.runOfHistory(report), listed);
        return [[...made.runs.keys()], [...made.sessions.values()].map(({ name }) => name),
                board.runs.size];
    })()""", [snapshot([run(1)]), of, listed_runs])


def test_its_captures_can_be_given_to_runs_of_its_session_and_of_the_board(module):
    runs = [listed("a"), listed("b"), listed("c", session="heat-0"), listed("d", voided=True)]
    keys, sessions, unchanged = around(module, report("a"), runs)
    assert keys == ["a", "b", "r1"]
    assert {"Heat-1", "Heat-0", "Final"} <= set(sessions)
    assert unchanged == 1


def test_the_session_of_a_run_that_is_not_listed_is_known_all_the_same(module):
    keys, sessions, _ = around(module, report("a"), [])
    assert keys == ["r1", "a"]
    assert "Heat-1" in sessions


def test_a_run_on_the_board_is_that_of_the_board(module):
    assert around(module, report("a"), [listed("r1")])[0] == ["r1", "a"]


def test_the_list_is_in_the_order_of_the_server(module):
    runs = [listed("a", ended=10), listed("c", ended=30), listed("b", ended=30),
            listed("d", ended=None), listed("e", ended=None, startedAt=None)]
    ids = module("history-run", "argument.sort(m.newestFirst).map(({ id }) => id)", runs)
    assert ids == ["c", "b", "a", "d", "e"]


# Choices of a run

def choices(module, runs, home):
    return module("run-choices", """m.runChoices(argument[0],
        new Map([["heat-1", { name: "Heat 1" }], ["heat-2", { name: "Heat 2" }]]), argument[1])""",
                  [runs, home])


def choice(name, number, session, **fields):
    return {"id": name, "number": number, "session": session, "runner": {"id": "u", "name": "Ada"},
            "startedAt": BEGAN} | fields


def test_runs_of_the_own_session_come_first_and_others_say_theirs(module):
    runs = [choice("z", "2", "heat-2"), choice("b", "10", "heat-1"), choice("a", "9", "heat-1")]
    assert choices(module, runs, "heat-1") == [
        ["a", "9 Ada"], ["b", "10 Ada"], ["z", "2 Ada · Heat 2"]]


def test_without_a_session_all_are_named_alike(module):
    runs = [choice("z", "2", "heat-2"), choice("a", "9", "heat-1")]
    assert choices(module, runs, None) == [["z", "2 Ada"], ["a", "9 Ada"]]


def test_runs_that_would_read_alike_say_when_they_began(module):
    runs = [choice("b", "7", "heat-1", startedAt=BEGAN + 60 * SECOND), choice("a", "7", "heat-1")]
    (first, words), (second, other) = choices(module, runs, "heat-1")
    assert (first, second) == ("a", "b")
    assert words.startswith("7 Ada, started ") and other.startswith("7 Ada, started ")
    assert words != other


# The list

@pytest.mark.parametrize("search, found", [("", ["a", "b", "c"]), ("1", ["a", "b"]), ("graç", ["c"])])
def test_the_list_is_searched_by_number_and_name(module, search, found):
    runs = [listed("a", "1"), listed("b", "12"),
            listed("c", "3", runner={"id": "u", "name": "Graça"})]
    rows = module("earlier-rows", "m.earlierRows(argument[0], argument[1]).map(({ run }) => run.id)",
                  [runs, search])
    assert rows == found


@pytest.mark.parametrize("fields, result", [
    ({}, "1:20.000"), ({"status": "dnf", "time": None}, "DNF"), ({"status": "running"}, "Running"),
    ({"voided": True, "status": "ready", "time": None}, "—")])
def test_a_line_has_the_time_or_the_status(module, fields, result):
    rows = module("earlier-rows", "m.earlierRows([argument], '')", listed("a", **fields))
    assert rows[0]["result"] == result


def test_a_run_without_an_end_stands_where_it_began(module):
    runs = [listed("a", ended=None), listed("b", ended=None, startedAt=None), listed("c")]
    whens = module("earlier-rows", "m.earlierRows(argument, '').map(({ when }) => when)", runs)
    assert whens[0].endswith(", start")
    assert whens[1] == "Never started"
    assert not whens[2].endswith("start")


@pytest.mark.parametrize("look, words", [
    ({"shown": 50, "loaded": 50, "hasMore": True, "search": ""}, "The latest 50 runs."),
    ({"shown": 7, "loaded": 7, "hasMore": False, "search": " "}, "All 7 runs."),
    ({"shown": 1, "loaded": 1, "hasMore": False, "search": ""}, "The one run."),
    ({"shown": 3, "loaded": 7, "hasMore": False, "search": "7"},
     "3 of all 7 runs have “7” in number or name."),
    ({"shown": 1, "loaded": 50, "hasMore": True, "search": "ada"},
     "1 of the latest 50 runs has “ada” in number or name. Earlier ones are searched once they are "
     "shown."),
])
def test_it_says_what_is_loaded_and_what_was_searched(module, look, words):
    assert module("earlier-rows", "m.listWords(argument)", look) == words
