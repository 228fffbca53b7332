"""What the rows of a board say, for the kinds of track and session there are."""

from scripted_board import SECOND, run, snapshot, split

ROWS = """(async () => {
    const { boardFromSnapshot } = await import("/js/board.js");
    const { columnsOf } = await import("/js/columns.js");
    const { shownSession } = await import("/js/sessions.js");
    const [message, choices] = argument;
    const board = boardFromSnapshot(message);
    const session = shownSession(board);
    return m.boardRows(board, session, columnsOf(board.track, session),
        { view: "segments", delta: "personalBest", gap: "gap", ...choices,
          stars: new Set(choices.stars ?? []) });
})()"""


def rows(module, message, **choices):
    return module("rows", f"await {ROWS}", [message, choices])


def kinds(row):
    return [(cell["kind"], cell["text"]) for cell in row["cells"]]


def by_time(message, standings):
    message["sessions"][0]["rank"] = "time"
    message["standings"] = [
        {"runner": runner, "place": place, "run": None, "time": time,
         "gap": None if place == 1 else time - standings[0][2]}
        for runner, place, time in standings]
    return message


def lap_split(number, checkpoint, lap, at, segment, lap_time=None):
    return split(number, checkpoint, at, 0, segment, lap=lap, lapTime=lap_time,
                 lapVerdict="personalBest" if lap_time else None)


def test_a_race_is_in_order_of_place_and_the_unplaced_follow_by_status(module):
    message = snapshot([run(1, place=None, status="dsq", next=None), run(2, place=2),
                        run(3, place=None, status="dnf", next=None), run(4, place=1)])
    assert [row["key"] for row in rows(module, message)] == ["r4", "r2", "r3", "r1"]


def test_a_checkpoint_that_was_jumped_is_missed_and_the_next_one_runs(module):
    message = snapshot([run(1, splits=[])])
    assert kinds(rows(module, message)[0]) == [("missed", "—"), ("running", "")]


def test_totals_show_the_time_since_the_start(module):
    one = split("a", "t1", 41 * SECOND, 0, 41 * SECOND)
    two = split("b", "fin", 62 * SECOND, 0, 21 * SECOND, "personalBest", splitVerdict="slower")
    message = snapshot([run(1, status="finished", next=None, splits=[one, two])])
    assert kinds(rows(module, message)[0])[1] == ("settled", "21.000")
    total = rows(module, message, view="totals")[0]["cells"][1]
    assert (total["text"], total["verdict"]) == ("1:02.000", "slower")


def test_a_new_lap_keeps_the_segments_of_the_lap_before_until_it_writes_over_them(module):
    splits = [lap_split("a", "t1", 1, 10 * SECOND, 10 * SECOND),
              lap_split("b", "fin", 1, 30 * SECOND, 20 * SECOND, 30 * SECOND),
              lap_split("c", "t1", 2, 39 * SECOND, 9 * SECOND)]
    message = snapshot([run(1, startedAt=0, laps=1, lastLap=30 * SECOND, bestLap=30 * SECOND,
                            next={"checkpoint": "fin", "lap": 2}, splits=splits)], laps=8)
    row = rows(module, message)[0]
    assert kinds(row) == [("settled", "9.000"), ("running", "")]
    assert (row["last"]["text"], row["last"]["verdict"]) == ("30.000", "personalBest")
    assert (row["laps"], row["best"]["text"]) == ("1", "30.000")
    message["runs"][0].update(next={"checkpoint": "t1", "lap": 2}, splits=splits[:2])
    row = rows(module, message)[0]
    assert kinds(row) == [("running", ""), ("settled", "20.000")]
    assert [cell["old"] for cell in row["cells"]] == [False, True]
    assert row["clocks"]["segmentFrom"] == 30 * SECOND
    assert row["clocks"]["compareFrom"] == 30 * SECOND


def test_against_the_leader_a_run_has_the_leaders_time_at_its_own_next_checkpoint(module):
    leading = [lap_split("a", "t1", 1, 10 * SECOND, 10 * SECOND),
               lap_split("b", "fin", 1, 30 * SECOND, 20 * SECOND, 30 * SECOND),
               lap_split("c", "t1", 2, 39 * SECOND, 9 * SECOND)]
    behind = [lap_split("d", "t1", 1, 11 * SECOND, 11 * SECOND)]
    message = snapshot([run(1, startedAt=0, next={"checkpoint": "fin", "lap": 2}, splits=leading),
                        run(2, startedAt=0, next={"checkpoint": "fin", "lap": 1}, splits=behind),
                        run(3, startedAt=0, next=None, splits=behind)], laps=8)
    found = {row["key"]: row["clocks"] for row in rows(module, message, delta="leader")}
    assert [found[key]["compare"] for key in ("r1", "r2", "r3")] == [None, 30 * SECOND, None]
    # Since the start, also in a later lap.
    message["runs"][1].update(next={"checkpoint": "t1", "lap": 2}, splits=[
        *behind, lap_split("e", "fin", 1, 32 * SECOND, 21 * SECOND, 32 * SECOND)])
    found = rows(module, message, delta="leader")[1]["clocks"]
    assert (found["compareFrom"], found["compare"]) == (0, 39 * SECOND)
    # Nobody leads before the first place is known.
    message["runs"][0]["place"] = None
    assert all(row["clocks"]["compare"] is None for row in rows(module, message, delta="leader"))


def test_by_time_the_leader_is_who_has_the_best_result(module):
    done = run(1, status="finished", next=None, time=62 * SECOND, splits=[
        split("a", "t1", 41 * SECOND, 0, 41 * SECOND), split("b", "fin", 62 * SECOND, 0, 21 * SECOND)])
    message = by_time(snapshot([run(2), done]), [("u1", 1, 62 * SECOND)])
    message["standings"][0].update(order=1, run="r1")
    found = {row["key"]: row["clocks"] for row in rows(module, message, delta="leader")}
    assert found["u2"]["compare"] == 62 * SECOND


def test_with_a_single_checkpoint_the_lap_is_the_segment(module):
    message = snapshot([run(1, splits=[], next={"checkpoint": "fin", "lap": 0})],
                       laps=0, checkpoints=[{"id": "fin", "name": "Finish"}])
    names = module("columns", "m.columnsOf(argument).cells.map((cell) => cell.name)",
                   message["track"])
    assert names == ["Lap"]
    assert kinds(rows(module, message)[0]) == [("running", "")]


def test_by_time_each_runner_is_one_row_that_shows_the_run_that_is_on(module):
    runner = {"id": "u1", "name": "Ada"}
    done = run(1, id="old", runner=runner, status="finished", next=None, time=62 * SECOND)
    message = by_time(snapshot([done, run(1, id="new", runner=runner), run(2)]),
                      [("u2", 1, 60 * SECOND), ("u1", 2, 62 * SECOND)])
    found = rows(module, message)
    assert [(row["key"], row["run"]["id"]) for row in found] == [("u2", "r2"), ("u1", "new")]
    assert [row["gap"] for row in found] == ["—", "+2.000"]
    assert [row["best"]["text"] for row in found] == ["1:00.000", "1:02.000"]


def test_the_interval_by_time_is_to_the_one_ahead(module):
    message = by_time(snapshot([run(1), run(2), run(3)]),
                      [("u1", 1, 60 * SECOND), ("u2", 2, 62 * SECOND), ("u3", 3, 65 * SECOND)])
    found = rows(module, message, gap="interval")
    assert [row["gap"] for row in found] == ["—", "+2.000", "+3.000"]


def test_followed_runners_stand_on_top_with_their_own_place(module):
    message = snapshot([run(1), run(2), run(3)])
    found = rows(module, message, stars=["u3"])
    places = [(row["key"], row["placeText"]) for row in found]
    assert places == [("r3", "3"), ("r1", "1"), ("r2", "2")]


def test_captures_that_are_set_aside_are_not_shown(module):
    aside = split("x", "fin", 50 * SECOND, 0, 9 * SECOND, state="tooSoon")
    message = snapshot([run(1)])
    message["runs"][0]["splits"].append(aside)
    assert kinds(rows(module, message)[0])[1] == ("running", "")


def test_only_the_current_session_is_shown(module):
    message = snapshot([run(1), run(2, session="open")])
    message["sessions"].append({"id": "open", "name": "Open", "rank": "time", "startedAt": None})
    assert [row["key"] for row in rows(module, message)] == ["r1"]


STANDING = "m.sessionStanding(...argument)"
TRACK = {"laps": 0, "checkpoints": []}


def session(**fields):
    return {"id": "s", "rank": "race", "state": "running", "flag": "green", "startedAt": 0,
            "closedAt": None, "flagAt": None, "limit": None} | fields


def test_the_flag_bar_counts_laps_and_rounds_the_time_to_go_up(module):
    laps = module("sessions", STANDING, [session(limit={"laps": 8}), TRACK, [run(1, laps=5)], 0])
    assert (laps["word"], laps["details"]) == ("Green", ["lap 6 of 8", "1 on track"])
    limit = {"time": 600 * SECOND, "plusLaps": 1}
    time = module("sessions", STANDING, [session(limit=limit), TRACK, [], 469_000_001])
    assert time["details"] == ["2:11 + 1 lap to go"]


def test_the_flag_bar_tells_the_end(module):
    fallen = module("sessions", STANDING, [session(flagAt=5), TRACK, [], 6])
    assert (fallen["flag"], fallen["word"]) == ("chequered", "Chequered flag")
    closed = module("sessions", STANDING, [session(closedAt=9), TRACK, [run(1, laps=8)], 10])
    assert (closed["word"], closed["details"]) == ("Session over", ["8 laps"])
    waiting = module("sessions", STANDING, [session(flag=None, startedAt=None), TRACK, [], 6])
    assert waiting["word"] == "Waiting for the start"
