"""What is too close to call, apart from any page: places and verdicts at the edge of the uncertainty."""

import pytest

from scripted_board import NAMES, SECOND, run, snapshot, split

CALLS = """(async () => {
    const { boardFromSnapshot } = await import("/js/board.js");
    const [message, dismissed] = argument;
    const board = boardFromSnapshot(message);
    return m.closeCalls(board, board.sessions.get("final"), new Set(dismissed)).map((call) =>
        ({ key: call.key, run: call.run.id, what: call.what, detail: call.detail().join("") }));
})()"""
PLACES = """(async () => {
    const { boardFromSnapshot } = await import("/js/board.js");
    const board = boardFromSnapshot(argument);
    return m.closePlaces(board, board.sessions.get("final")).map(({ ahead, behind, place, by, uncertainty }) =>
        [ahead.id, behind.id, place, by, uncertainty]);
})()"""


def passed(number, seconds, checkpoint="t1", lap=1, uncertainty=100_000, start=0, **fields):
    at = round(seconds * SECOND)
    return split(f"{number}-{checkpoint}-{lap}", checkpoint, start + at, start, at, **{
        "lap": lap, "uncertainty": uncertainty} | fields)


def racer(number, place, *splits, **fields):
    return run(number, place=place, startedAt=0, splits=list(splits), splitCount=len(splits), **fields)


def places(module, message):
    return module("close-places", f"await {PLACES}", message)


def calls(module, message, dismissed=()):
    return module("close-calls", f"await {CALLS}", [message, list(dismissed)])


@pytest.mark.parametrize("behind, is_close", [(41.2, True), (41.200001, False), (41, True)])
def test_a_place_is_close_up_to_what_both_are_uncertain_by(module, behind, is_close):
    found = places(module, snapshot([racer(1, 1, passed(1, 41)), racer(2, 2, passed(2, behind))]))
    assert found == ([["r1", "r2", 1, round((behind - 41) * SECOND), 200_000]] if is_close else [])


def test_whoever_is_further_on_the_course_is_ahead_whatever_the_clocks_say(module):
    ahead = racer(1, 1, passed(1, 41), passed(1, 60, "fin"))
    assert places(module, snapshot([ahead, racer(2, 2, passed(2, 41.01))])) == []
    lapped = snapshot([racer(1, 1, passed(1, 41, lap=2)), racer(2, 2, passed(2, 41.01))], laps=3)
    assert places(module, lapped) == []


def test_a_run_without_a_place_and_captures_set_aside_are_in_no_order(module):
    late = passed(1, 60, "fin", state="afterFinish")
    message = snapshot([racer(1, 1, passed(1, 41), late), racer(2, 2, passed(2, 41.1)),
                        racer(3, None, passed(3, 41.1), status="dnf")])
    assert [each[:2] for each in places(module, message)] == [["r1", "r2"]]


def test_a_place_that_was_decided_at_the_finish_is_not_by_what_came_later(module):
    ended = [racer(number, number, passed(number, 41, "fin"), passed(number, 50 + number, "fin", lap=2),
                   status="finished", finishedAt=41 * SECOND) for number in (1, 2)]
    assert [each[3] for each in places(module, snapshot(ended, laps=0))] == [0]


def by(rank, runs, *standings, **track):
    message = snapshot(runs, **track)
    message["sessions"][0]["rank"] = rank
    message["standings"] = [{"runner": f"u{number}", "order": place, "place": place, "run": f"r{number}",
                             "time": round(time * SECOND), "gap": None} for number, place, time in standings]
    return message


def test_by_time_the_results_are_compared(module):
    ended = [racer(number, None, passed(number, time, "fin"), status="finished", time=round(time * SECOND))
             for number, time in ((1, 60), (2, 60.15), (3, 61))]
    assert places(module, by("time", ended, (1, 1, 60), (2, 2, 60.15), (3, 3, 61))) == [["r1", "r2", 1, 150_000, 200_000]]
    # A sum of several runs: what that is uncertain by is not known.
    assert places(module, by("time", ended, (1, 1, 120), (2, 2, 120.1))) == []


def test_by_lap_both_ends_of_the_lap_are_uncertain(module):
    def lapper(number, seconds):
        return racer(number, number, passed(number, 30, "fin"),
                     passed(number, 30 + seconds, "fin", lap=2, lapTime=round(seconds * SECOND)))
    runs = [lapper(1, 20), lapper(2, 20.4)]
    assert places(module, by("lap", runs, (1, 1, 20), (2, 2, 20.4), laps=0)) == [["r1", "r2", 1, 400_000, 400_000]]


def test_a_close_place_stands_on_the_board_and_in_the_desks_table(module):
    message = snapshot([racer(1, 1, passed(1, 41)), racer(2, 2, passed(2, 41.1)), racer(3, 3, passed(3, 45))])
    rows = """(async () => {
        const { boardFromSnapshot } = await import("/js/board.js");
        const board = boardFromSnapshot(argument);
        return m.controlRows(board, board.sessions.get("final")).map((row) => row.placeClose);
    })()"""
    assert module("control-rows", f"await {rows}", message) == [True, True, False]
    board_rows = """(async () => {
        const { boardFromSnapshot } = await import("/js/board.js");
        const { columnsOf } = await import("/js/columns.js");
        const board = boardFromSnapshot(argument);
        const session = board.sessions.get("final");
        const choices = { view: "segments", delta: "leader", gap: "gap", stars: new Set() };
        return m.boardRows(board, session, columnsOf(board.track, session), choices).map((row) => row.placeClose);
    })()"""
    assert module("rows", f"await {board_rows}", message) == [True, True, False]


@pytest.mark.parametrize("close, expected", [(["split", "run"], True), (["split"], False), ([], False)])
def test_whether_a_run_is_close_is_said_by_the_split_that_it_ended_with(module, close, expected):
    splits = [passed(1, 30, "t1", close=["split"]), passed(2, 60, "fin", close=close)]
    assert module("cells", "m.isRunClose(argument)", splits) is expected


# The list

def test_a_place_is_told_with_whom_by_how_much_and_how_uncertain_it_is(module):
    message = snapshot([racer(1, 1, passed(1, 41)), racer(2, 2, passed(2, 41.031))])
    [call] = calls(module, message)
    assert call == {"key": "close:place:r1:r2:t1:1", "run": "r1", "what": "Place 1",
                    "detail": f"0.031 s ahead of 2 {NAMES[1]} at T-intersection; ±0.200 s"}
    assert calls(module, message, [call["key"]]) == []


def judged(*others, verdict="overallBest"):
    """A run whose segment was judged, too close to call, after those of the others."""
    one = passed("x", 41, segmentVerdict=verdict, close=["segment"], start=100 * SECOND)
    return snapshot([*others, run(9, place=None, startedAt=100 * SECOND, splits=[one], splitCount=1)])


def other(number, seconds, runner=None, start=0):
    return run(number, id=f"o{number}", place=None, startedAt=start, splitCount=1,
               runner={"id": runner or f"u{number}", "name": f"Runner {number}"},
               splits=[passed(f"o{number}", seconds, start=start)])


def test_a_verdict_is_told_with_the_earlier_time_that_it_is_closest_to(module):
    [call] = calls(module, judged(other(1, 41.15), other(2, 43)))
    assert (call["run"], call["what"]) == ("r9", "◆ overall best")
    assert call["detail"] == "segment to T-intersection 41.000: 0.150 s below that of 1 Runner 1; ±0.200 s"


@pytest.mark.parametrize("verdict, own, everyones, words", [
    ("slower", 40.9, 40.5, "0.100 s above that of 2 Runner 2"),
    ("personalBest", 41.05, 40.9, "0.050 s below that of 2 Runner 2"),
    ("personalBest", 41.15, 40.95, "0.050 s above that of 1 Runner 1"),
])
def test_it_is_the_nearer_of_the_best_of_all_and_the_runners_own(module, verdict, own, everyones, words):
    [call] = calls(module, judged(other(1, everyones), other(2, own, runner="u9"), other(3, 41.01), verdict=verdict))
    assert words in call["detail"]


def test_what_is_close_to_something_that_the_board_does_not_have_says_so(module):
    later = other(1, 41.1, start=200 * SECOND)
    [call] = calls(module, judged(later, other(2, 45)))
    assert call["detail"] == "segment to T-intersection 41.000: not to be told from an earlier one; ±0.100 s"


def test_the_time_of_a_run_is_told_with_the_run_that_it_is_close_to(module):
    def raced(number, seconds, start, **fields):
        fin = passed(f"f{number}", seconds, "fin", start=start, close=["run"] if fields else [])
        return run(number, place=None, status="finished", startedAt=start, splits=[fin], splitCount=1,
                   time=round(seconds * SECOND), **fields)
    [call] = calls(module, snapshot([raced(1, 90, 0), raced(2, 90.05, 200 * SECOND, verdict="slower")]))
    assert (call["run"], call["detail"]) == (
        "r2", f"total time 1:30.050: 0.050 s above that of 1 {NAMES[0]}; ±0.200 s")


@pytest.mark.parametrize("fields, measures", [
    ({"close": ["segment", "split"]}, ["segment"]),
    ({"close": ["segment", "split"], "split": 90 * SECOND}, ["segment", "split"]),
    ({"close": ["segment", "lap"], "lapTime": 41 * SECOND}, ["lap"]),
    ({"close": ["split", "run"], "split": 90 * SECOND}, ["split"]),
    ({"close": ["segment", "run"]}, ["segment", "run"]),
    ({"close": ["somethingLater"]}, []), ({"close": [], }, [])])
def test_what_is_one_and_the_same_time_is_named_once(module, fields, measures):
    one = run(1, splits=[passed(1, 41, **fields)], time=90 * SECOND)
    assert module("close-verdicts", "m.closeVerdicts(argument).map(({ measure }) => measure)", one) == measures


def test_places_come_first_then_verdicts_the_latest_first(module):
    early = passed("e", 30, verdict="slower", close=["segment"])
    message = judged(racer(1, 1, passed(1, 41), early), racer(2, 2, passed(2, 41.031)))
    assert [call["key"].split(":")[1] for call in calls(module, message)] == ["place", "sx-t1-1", "se-t1-1"]
