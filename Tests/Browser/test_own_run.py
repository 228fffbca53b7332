"""The modules under the timer's page: places of a course, what follows of a run's splits, ids of names."""

import pytest

TRACK = {"id": "hill", "laps": 1, "revision": 1, "start": "gun",
         "checkpoints": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "f", "name": "F"}]}


def places(module, track, first, last):
    return module("course", """Array.from({ length: argument[2] - argument[1] + 1 }, (_, n) => {
        const place = m.placeAt(argument[0], argument[1] + n);
        return place && [place.checkpoint, place.lap, place.isLast];
    })""", [track, first, last])


def test_the_places_of_one_lap_end_with_the_finish(module):
    assert places(module, TRACK, 0, 3) == [["a", 1, False], ["b", 1, False], ["f", 1, True], None]


def test_laps_go_round_and_open_ones_have_no_last(module):
    assert places(module, TRACK | {"laps": 2}, 2, 6) == [
        ["f", 1, False], ["a", 2, False], ["b", 2, False], ["f", 2, True], None]
    assert places(module, TRACK | {"laps": 0}, 300, 300) == [["a", 101, False]]


def test_from_the_line_the_first_place_ends_lap_0(module):
    track = TRACK | {"laps": 2, "start": "line"}
    assert module("course", "m.startPosition(argument) + 1", track) == -1
    assert places(module, track, -1, 0) == [["f", 0, False], ["a", 1, False]]


@pytest.mark.parametrize("laps, position, checkpoint, place", [
    (1, -1, "b", 1), (1, 0, "b", 1), (1, 1, "b", None), (2, 1, "b", 4), (2, 4, "a", None),
    (0, 8, "f", 11), (1, -1, "gone", None), (1, 1, None, 2), (1, 2, None, None), (2, -2, "f", -1)])
def test_the_next_place_of_a_checkpoint(module, laps, position, checkpoint, place):
    found = module("course", "m.placeAfter(...argument)?.position ?? null",
                   [TRACK | {"laps": laps}, position, checkpoint])
    assert found == place


@pytest.mark.parametrize("laps, lap, words", [
    (1, 1, ""), (3, 2, "lap 2 of 3"), (0, 2, "lap 2"), (3, 0, "to the start line")])
def test_laps_in_words(module, laps, lap, words):
    assert module("course", "m.lapWords(argument[0], argument[1])", [{"laps": laps}, lap]) == words


@pytest.mark.parametrize("name, taken, expected", [
    ("Hill Climb", [], "hill-climb"), ("Hill Climb", ["hill-climb", "hill-climb-2"], "hill-climb-3"),
    ("Übung № 5!", [], "ubung-no-5"), ("山田", [], "track"), ("  ", ["track"], "track-2"),
    ("x" * 200, [], "x" * 48)])
def test_ids_from_names(module, name, taken, expected):
    assert module("slug", "m.slug(argument[0], argument[1])", [name, taken]) == expected


def tap(number, checkpoint, state=None, wish=None, lap=1):
    seen = state and {"id": f"s{number}", "checkpoint": checkpoint, "at": number, "state": state,
                      "lap": lap if state == "counted" else None}
    return {"id": f"s{number}", "checkpoint": checkpoint, "lap": lap, "at": number, "seen": seen,
            "wish": wish and {"value": wish, "command": "c", "seq": None}, "refused": None}


def standing(module, splits, skips=(), track=TRACK, **fields):
    run = {"id": "r", "track": track, "startedAt": 0, "splits": splits, "skips": list(skips),
           "ending": None, "wasStopped": False, "seen": {"status": "running"}} | fields
    return module("own-run", """(() => {
        const { next, hasEnded, status, counted } = m.standingOf(argument);
        return [next?.checkpoint ?? null, hasEnded, status, counted.length];
    })()""", run)


def test_a_split_counts_until_the_server_says_otherwise(module):
    assert standing(module, [tap(1, "a")]) == ["b", False, "running", 1]
    assert standing(module, [tap(1, "a", "tooSoon")]) == ["a", False, "running", 0]
    assert standing(module, [tap(1, "a", "tooSoon", wish="counted")])[0] == "b"
    assert standing(module, [tap(1, "a", "counted", wish="voided")])[0] == "a"


def test_a_skipped_place_is_passed_over(module):
    assert standing(module, [], [{"checkpoint": "a", "lap": 1}])[0] == "b"
    assert standing(module, [tap(1, "b", "counted")], [{"checkpoint": "a", "lap": 1}])[0] == "f"


def test_the_last_place_ends_the_run_before_the_server_has_said_so(module):
    assert standing(module, [tap(1, "f")]) == [None, True, "finished", 1]
    finished = [tap(1, "f", "counted")]
    assert standing(module, finished, seen={"status": "finished"})[1:3] == [True, "finished"]
    undone = [tap(1, "f", "counted", wish="voided")]
    assert standing(module, undone, seen={"status": "finished"}) == ["a", False, "running", 0]


def test_an_end_that_the_server_knows_of_ends_the_run(module):
    assert standing(module, [], seen={"status": "dsq"})[1:3] == [True, "dsq"]


def test_a_wish_is_done_with_when_the_board_has_its_seq(module):
    wishes = module("own-run", """[4, 5].map((seq) => {
        const board = { seq, track: argument.track,
                        runs: new Map([["r", { id: "r", status: "running", splits: [] }]]) };
        return m.seenOn(argument, board).splits[0].wish?.value ?? null;
    })""", {"id": "r", "track": TRACK, "startedAt": 0, "skips": [], "ending": None, "seen": None,
            "splits": [tap(1, "a", "counted") | {
                "wish": {"value": "voided", "command": "c", "seq": 5}}]})
    assert wishes == ["voided", None]


@pytest.mark.parametrize("kept, shown, skips", [
    ([], [{"checkpoint": "a", "lap": 1}], [["a", None]]),
    ([{"checkpoint": "a", "lap": 1, "wish": None}], [], []),
    ([{"checkpoint": "a", "lap": 1, "wish": {"value": False, "command": "c", "seq": None}}],
     [{"checkpoint": "a", "lap": 1}], [["a", False]]),
    ([{"checkpoint": "a", "lap": 1, "wish": {"value": True, "command": "c", "seq": 9}}], [], [["a", True]]),
    ([{"checkpoint": "a", "lap": 1, "wish": {"value": True, "command": "c", "seq": 4}}], [], []),
])
def test_skips_are_those_of_the_board_but_for_what_is_on_its_way(module, kept, shown, skips):
    assert module("own-run", """(() => {
        const run = { id: "r", status: "running", splits: [], skipped: argument.shown };
        const board = { seq: 5, track: argument.own.track, runs: new Map([["r", run]]) };
        return m.seenOn(argument.own, board).skips
            .map((skip) => [skip.checkpoint, skip.wish?.value ?? null]);
    })()""", {"shown": shown, "own": {
        "id": "r", "track": TRACK, "startedAt": 0, "skips": kept, "ending": None, "seen": None,
        "splits": []}}) == skips


def test_a_skip_that_is_being_taken_back_is_none(module):
    wish = {"value": False, "command": "c", "seq": None}
    assert standing(module, [], [{"checkpoint": "a", "lap": 1, "wish": wish}])[0] == "a"


def test_a_tap_of_a_bounce_is_held_back_and_a_wanted_one_accepts_it(module):
    taken = module("../components/timer-run/slip-guard", """(() => {
        const guard = new m.SlipGuard(() => {});
        const take = (at, isTooSoon) => guard.take({ at }, isTooSoon);
        const answers = [take(5e6, false), take(5.1e6, true), take(5.2e6, true), take(5.9e6, true)];
        guard.clear();
        return answers.map((answer) => answer && [answer.instant.at, answer.isAccepted]);
    })()""")
    assert taken == [[5_000_000, False], None, None, [5_100_000, True]]
