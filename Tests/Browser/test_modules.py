"""The board's state, the waits: modules without a page."""

import copy
import random

import pytest

from scripted_board import run, snapshot, split

CANONICAL = """
const inOrder = (fields) => Object.fromEntries(Object.entries(fields).toSorted());
const canonical = (b) => JSON.stringify({
  ...b,
  runs: [...b.runs.values()].toSorted((x, y) => x.id < y.id ? -1 : 1)
    .map((r) => inOrder({ ...r, splits: r.splits.map(inOrder) })),
  sessions: [...b.sessions.values()],
  standings: [...b.standings.values()].toSorted((x, y) => x.runner < y.runner ? -1 : 1),
  bests: {
    overall: b.bests.overall,
    runners: [...b.bests.runners.values()].toSorted((x, y) => x.runner < y.runner ? -1 : 1),
  },
});
"""


def changes(before, after):
    """The update that leads from one snapshot to a later one."""
    def changed(key, name):
        old = {each[name]: each for each in before[key]}
        return [each for each in after[key] if old.get(each[name]) != each]

    def gone(key, name):
        left = {each[name] for each in after[key]}
        return [each[name] for each in before[key] if each[name] not in left]

    runs, splits_gone, missing = [], [], object()
    old = {each["id"]: each for each in before["runs"]}
    for each in after["runs"]:
        known = old.get(each["id"], {"splits": []})
        part = {key: value for key, value in each.items()
                if key == "id" or (key != "splits" and known.get(key, missing) != value)}
        was = {one["id"]: one for one in known["splits"]}
        part["splits"] = [
            {key: value for key, value in one.items()
             if key == "id" or (was[one["id"]][key] != value if one["id"] in was else value not in (None, False, []))}
            for one in each["splits"] if was.get(one["id"]) != one]
        left = {one["id"] for one in each["splits"]}
        splits_gone += [{"run": each["id"], "split": one} for one in was if one not in left]
        runs.append(part)
    return {"type": "update", "track": "hill", "epoch": "e", "base": before["seq"],
            "seq": after["seq"], "time": after["time"], "runs": runs,
            "standings": changed("standings", "runner"),
            "bests": {"overall": after["bests"]["overall"], "runners": after["bests"]["runners"]},
            "removed": {"runs": gone("runs", "id"), "splits": splits_gone,
                        "standings": gone("standings", "runner")}}


def evolve(board, dice):
    """A later board: a runner more or less, splits more, moved or gone, a status, a standing."""
    board = copy.deepcopy(board)
    board["seq"] += 1
    board["time"] += 100_000
    for _ in range(dice.randint(1, 4)):
        runs = board["runs"]
        kind = dice.choice(["start", "split", "unsplit", "move", "finish", "remove", "standing"])
        one = dice.choice(runs) if runs else None
        if kind == "start" or one is None:
            runs.append(run(dice.randint(100, 10**9)))
        elif kind == "split":
            at = one["startedAt"] + dice.randint(1, 10**8)
            one["splits"].append(split(dice.randint(1, 10**9), "fin", at, one["startedAt"], at))
            one["splits"].sort(key=lambda each: each["at"])
        elif kind == "unsplit" and one["splits"]:
            one["splits"].pop(dice.randrange(len(one["splits"])))
        elif kind == "move" and one["splits"]:
            moved = dice.choice(one["splits"])
            moved["at"] += dice.randint(-10**6, 10**6)
            moved["corrected"] = True
            one["splits"].sort(key=lambda each: each["at"])
        elif kind == "finish":
            one.update(status="finished", next=None, time=dice.randint(1, 10**8))
        elif kind == "remove":
            runs.remove(one)
        elif kind == "standing":
            runner = one["runner"]["id"]
            board["standings"] = [s for s in board["standings"] if s["runner"] != runner]
            board["standings"].append({
                "runner": runner, "place": dice.randint(1, 9), "run": one["id"],
                "time": dice.randint(1, 10**8), "gap": None})
    return board


@pytest.mark.parametrize("seed", range(8))
def test_a_snapshot_and_the_updates_after_it_equal_the_later_snapshot(module, seed):
    dice = random.Random(seed)
    boards = [snapshot([run(n) for n in range(1, 4)])]
    for _ in range(30):
        boards.append(evolve(boards[-1], dice))
    updates = [changes(a, b) for a, b in zip(boards, boards[1:])]
    same = module("board", """(() => { %s
        const [first, updates, last] = argument;
        const board = updates.reduce(m.boardAfter, m.boardFromSnapshot(first));
        return [canonical(board), canonical(m.boardFromSnapshot(last))];
    })()""" % CANONICAL, [boards[0], updates, boards[-1]])
    assert same[0] == same[1], f"seed {seed}"
def test_an_update_names_the_fields_that_changed_and_leaves_the_others(module):
    whole = {"checkpoint": None, "lap": None, "at": 5, "uncertainty": 1, "state": "counted", "split": 7,
             "segment": None, "lapTime": None, "splitVerdict": None, "segmentVerdict": None,
             "lapVerdict": None, "standing": ["segment"], "close": [], "record": [], "corrected": False}
    segments = [{"from": "start", "to": "t1", "time": 9, "run": "r1"},
                {"from": "t1", "to": "fin", "time": 8, "run": "r1"}]
    before = {"type": "snapshot", "track": {"id": "hill"}, "epoch": "e", "seq": 1, "time": 1, "banner": None,
              "sessions": [], "unassigned": [],
              "runs": [{"id": "r1", "number": "7", "gap": 3, "held": [],
                        "next": {"checkpoint": "t1", "lap": 1, "compare": {"leader": None, "overallBest": 4}},
                        "delta": {"leader": 1, "overallBest": 2}, "splits": [{"id": "x1", **whole}]}],
              "bests": {"overall": {"run": None, "time": None, "segments": segments, "sumOfBest": None},
                        "runners": [{"runner": "ada", "run": None, "time": 3, "segments": segments,
                                     "sumOfBest": 17}]},
              "standings": [{"runner": "ada", "order": 1, "place": 1, "run": "r1", "time": 2, "gap": None}]}
    update = {"type": "update", "track": "hill", "epoch": "e", "base": 1, "seq": 2, "time": 2,
              "runs": [{"id": "r1", "gap": None, "next": {"checkpoint": "t1", "lap": 2}, "delta": {"leader": None},
                        "splits": [{"id": "x1", "standing": []},
                                   {"id": "x2", "at": 6, "uncertainty": 1, "split": 8}]}],
              "bests": {"overall": {"segments": [{"from": "start", "to": "t1", "time": 5, "run": "r2"}]},
                        "runners": [{"runner": "ada", "sumOfBest": None},
                                    {"runner": "bob", "run": None, "time": None, "sumOfBest": None}]},
              "standings": [{"runner": "ada", "time": 4}],
              "removed": {"segments": [{"runner": "ada", "from": "t1", "to": "fin"}]}}
    after = copy.deepcopy(before) | {"seq": 2, "time": 2}
    run = after["runs"][0]
    # What is an object is replaced whole.
    run |= {"gap": None, "delta": {"leader": None}, "next": {"checkpoint": "t1", "lap": 2}}
    run["splits"][0]["standing"] = []
    run["splits"].append({"id": "x2", **whole, "at": 6, "split": 8, "standing": []})
    after["bests"]["overall"]["segments"][0] |= {"time": 5, "run": "r2"}
    after["bests"]["runners"][0] |= {"segments": segments[:1], "sumOfBest": None}
    after["bests"]["runners"].append({"runner": "bob", "run": None, "time": None, "segments": [],
                                      "sumOfBest": None})
    after["standings"][0]["time"] = 4
    [shown, expected, untouched] = module("board", """(() => {
        const [before, update, after] = argument;
        const first = m.boardFromSnapshot(before);
        const plain = (board) => JSON.parse(JSON.stringify({
            ...board, ...Object.fromEntries(["runs", "standings"].map((key) => [key, [...board[key].values()]])),
            bests: { ...board.bests, runners: [...board.bests.runners.values()] } }));
        const unchanged = JSON.stringify(plain(first));
        const result = plain(m.boardAfter(first, update));
        return [result, plain(m.boardFromSnapshot(after)), JSON.stringify(plain(first)) === unchanged];
    })()""", [before, update, after])
    assert shown == expected
    assert untouched




def test_what_went_and_came_back_within_one_update_is_there(module):
    before = snapshot([run(1), run(2)])
    before["standings"] = [{"runner": "n1", "place": 1, "run": "run1", "time": 1, "gap": None}]
    before["bests"]["runners"] = [{"runner": "n1", "run": None, "time": 5, "segments": []}]
    back = {"runs": [run(1, status="finished")],
            "standings": [before["standings"][0] | {"place": 2}],
            "bests": {"runners": [before["bests"]["runners"][0] | {"time": 4}]},
            "removed": {"runs": [before["runs"][0]["id"]], "standings": ["n1"], "bests": ["n1"]}}
    update = {"type": "update", "track": "hill", "epoch": before["epoch"], "base": before["seq"],
              "seq": before["seq"] + 9, "time": before["time"]} | back
    found = module("board", """(() => {
        const [first, update] = argument;
        const board = m.boardAfter(m.boardFromSnapshot(first), update);
        return [board.runs.get(update.runs[0].id)?.status, board.runs.size,
                board.standings.get("n1")?.place, board.bests.runners.get("n1")?.time];
    })()""", [before, update])
    assert found == ["finished", 2, 2, 4]


def test_an_update_from_an_older_base_changes_nothing_that_is_known(module):
    boards = [snapshot([run(1), run(2)])]
    dice = random.Random(7)
    for _ in range(5):
        boards.append(evolve(boards[-1], dice))
    wide = changes(boards[0], boards[-1])
    same = module("board", """(() => { %s
        const [wide, last] = argument;
        const known = m.boardFromSnapshot(last);
        return m.canApply(known, wide) && canonical(m.boardAfter(known, wide)) === canonical(known);
    })()""" % CANONICAL, [wide, boards[-1]])
    assert same


def test_a_run_that_did_not_change_stays_the_same_value(module):
    board = snapshot([run(1), run(2)])
    update = {"epoch": "e", "base": 10, "seq": 11, "runs": [{"id": "r1", "place": 2}]}
    assert module("board", """(() => {
        const before = m.boardFromSnapshot(argument[0]);
        const after = m.boardAfter(before, argument[1]);
        return [after.runs.get("r1") === before.runs.get("r1"),
                after.runs.get("r2") === before.runs.get("r2"), before.runs.get("r1").place];
    })()""", [board, update]) == [False, True, 1]


@pytest.mark.parametrize("epoch, base, fits", [
    ("e", 10, True), ("e", 3, True), ("e", 11, False), ("other", 10, False),
])
def test_an_update_fits_where_nothing_is_missing_in_between(module, epoch, base, fits):
    board = snapshot([])
    update = {"epoch": epoch, "base": base, "seq": 12}
    expression = "m.canApply(m.boardFromSnapshot(argument[0]), argument[1])"
    assert module("board", expression, [board, update]) is fits


def test_waits_double_up_to_half_a_minute(module):
    spans = module("backoff", "[0, 1, 2, 5, 6, 60].map((n) => m.reconnectDelay(n, 1))")
    assert spans == [500, 1000, 2000, 16_000, 30_000, 30_000]
    assert module("backoff", "m.reconnectDelay(3, 0)") == 0


@pytest.mark.parametrize("code, may", [
    (1000, True), (1006, True), (1012, True), (1013, True), (4000, True), (4499, True),
    (4500, False), (4999, False),
])
def test_close_codes_from_4500_on_forbid_coming_back(module, code, may):
    assert module("backoff", "m.mayReconnect(argument)", code) is may


def test_preferences_survive_a_storage_that_throws(module):
    assert module("preferences", """(() => {
        const broken = { getItem() { throw new Error(); }, setItem() { throw new Error(); } };
        m.setPreference("theme", "dark", broken);
        m.setStarredRunners(new Set(["u"]), broken);
        return [m.preference("theme", broken), m.starredRunners(broken).size];
    })()""") == ["system", 0]


def test_a_stored_choice_that_makes_no_sense_is_the_default(module):
    assert module("preferences", """(() => {
        const stored = { getItem: () => "sideways" };
        return [m.preference("view", stored), m.starredRunners(stored).size];
    })()""") == ["segments", 0]


@pytest.mark.parametrize("held, elapsed", [
    ([], 100), ([{"from": 20, "to": 50}], 70), ([{"from": -50, "to": 10}], 90),
    ([{"from": 60, "to": None}], 60), ([{"from": 120, "to": None}], 100),
    ([{"from": 10, "to": 20}, {"from": 90, "to": 500}], 80),
])
def test_a_clock_that_is_held_does_not_count_that_time(module, held, elapsed):
    assert module("stopwatch", "m.timeBetween(0, 100, argument)", held) == elapsed


def test_an_update_without_parts_is_a_heartbeat(module):
    beat = {"type": "update", "track": "hill", "epoch": "e", "base": 10, "seq": 10, "time": 1}
    expression = "argument.map(m.isHeartbeat)"
    assert module("board", expression, [beat, beat | {"runs": []}, beat | {"banner": None},
                                        beat | {"track": {"id": "hill"}}]) == [
        True, False, False, False]
