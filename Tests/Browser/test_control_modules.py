"""The modules of race control, apart from any page: typed instants, attention, deeds, drafts."""

import pytest

from scripted_board import SECOND, run, snapshot, split

NEAR = "new Date(2026, 10, 30, 14, 5, 10, 250).getTime() * 1000"


@pytest.mark.parametrize("text, moved", [
    ("14:05:10.25", 0), ("14:05:11", 750_000), ("14:05", -10_250_000), ("+0.5", 500_000),
    ("-2", -2_000_000), ("\u22120,25", -250_000), ("+ 1 s", 1_000_000), ("14:05:10.250001", 1),
])
def test_a_typed_instant_is_the_nearest_such_time_of_day_or_a_shift(module, text, moved):
    assert module("instants", f"m.parseInstant(argument, {NEAR}) - {NEAR}", text) == moved


@pytest.mark.parametrize("text", ["", "half past", "25:00", "14:61", "14:05:10.1234567", "5"])
def test_what_is_no_instant_is_none(module, text):
    assert module("instants", f"m.parseInstant(argument, {NEAR})", text) is None


def test_a_time_before_midnight_typed_after_it_is_yesterdays(module):
    after = "new Date(2026, 11, 1, 0, 0, 5).getTime() * 1000"
    assert module("instants", f"m.parseInstant('23:59:58', {after}) - {after}") == -7 * SECOND


def test_an_exact_time_of_day_reads_back_as_the_same_instant(module):
    for part in (0, 1, 123_000, 123_456, 999_999):
        expression = f"m.parseInstant(m.exactTimeOfDay({NEAR} + argument), {NEAR}) - {NEAR}"
        assert module("instants", expression, part) == part


@pytest.mark.parametrize("text, number, name", [
    ("7 Ada Lovelace", "7", "Ada Lovelace"), (" 12B  山田 太郎 ", "12B", "山田 太郎"),
    ("#3, Grace", "3", "Grace"), ("Ada Lovelace", "", "Ada Lovelace"), ("7", "", "7"),
])
def test_an_entry_is_typed_as_it_is_said(module, text, number, name):
    assert module("start-list", "m.parseEntry(argument)", text) == {"number": number, "name": name}


# Boards

def test_captures_of_nobody_come_and_go_with_updates(module):
    aside = {"id": "x", "checkpoint": "t1", "lap": None, "at": 5, "state": "unassigned"}
    message = snapshot([run(1)]) | {"unassigned": [aside]}
    update = {"type": "update", "epoch": "e", "base": 10, "seq": 11, "time": 1,
              "unassigned": [aside | {"id": "y", "at": 6}], "removed": {"unassigned": ["x"]}}
    assert module("board", """(() => {
        const board = m.boardFromSnapshot(argument[0]);
        const after = m.boardAfter(board, argument[1]);
        return [[...board.unassigned.keys()], [...after.unassigned.keys()],
                m.isHeartbeat(argument[1])];
    })()""", [message, update]) == [["x"], ["y"], False]


def items(module, message, at=None, notices=(), dismissed=()):
    return module("attention", """(async () => {
        const { boardFromSnapshot } = await import("/js/board.js");
        const [message, now, notices, dismissed] = argument;
        const board = boardFromSnapshot(message);
        return m.attentionItems(board, board.sessions.get("final"), now, notices,
            new Set(dismissed)).map(({ kind, key, place }) => [kind, key, place ?? null]);
    })()""", [message, at, list(notices), list(dismissed)])


def test_a_run_in_order_needs_no_attention(module):
    assert items(module, snapshot([run(1)])) == []


@pytest.mark.parametrize("state", ["tooSoon", "outOfOrder", "beforeStart", "afterFinish"])
def test_captures_that_were_set_aside_need_attention_until_dismissed(module, state):
    one = run(1)
    one["splits"].append(split("x", "fin", one["startedAt"], 0, None, state=state))
    assert items(module, snapshot([one])) == [["setAside", f"aside:sx:{state}", None]]
    assert items(module, snapshot([one]), dismissed=[f"aside:sx:{state}"]) == []


@pytest.mark.parametrize("state", ["duplicate", "voided", "counted"])
def test_other_captures_do_not(module, state):
    one = run(1)
    one["splits"].append(split("x", "fin", one["startedAt"] + 60 * SECOND, 0, None, state=state))
    assert items(module, snapshot([one])) == []


def lap_split(number, checkpoint, lap):
    return split(number, checkpoint, lap * 10 * SECOND + (checkpoint == "fin"), 0, None, lap=lap)


def test_places_between_two_splits_were_missed_on_whichever_lap(module):
    one = run(1, startedAt=0, splits=[lap_split("a", "t1", 1), lap_split("b", "t1", 2),
                                      lap_split("c", "fin", 3)], splitCount=3)
    missed = [each[2] for each in items(module, snapshot([one], laps=0))]
    assert sorted((each["lap"], each["checkpoint"]) for each in missed) == [
        (1, "fin"), (2, "fin"), (3, "t1")]


def test_from_the_line_a_start_line_that_was_not_seen_was_missed_too(module):
    one = run(1, startedAt=0, splits=[lap_split("a", "t1", 1)], splitCount=1)
    message = snapshot([one], laps=0, start="line")
    assert [(each[2]["lap"], each[2]["checkpoint"]) for each in items(module, message)] == [(0, "fin")]
    one["splits"].insert(0, lap_split("0", "fin", 0))
    one["splitCount"] = 2
    assert items(module, snapshot([one], laps=0, start="line")) == []


def test_what_the_board_no_longer_holds_is_not_taken_for_missed(module):
    one = run(1, startedAt=0, splits=[lap_split("b", "fin", 9)], splitCount=18)
    assert items(module, snapshot([one], laps=0)) == []


def test_a_run_is_overdue_at_twice_the_slowest_time(module):
    done = run(1, status="finished", next=None, time=50 * SECOND, startedAt=0, splits=[])
    out = run(2, startedAt=0, splits=[], splitCount=0)
    message = snapshot([done, out])
    assert items(module, message, at=100 * SECOND) == []
    assert items(module, message, at=100 * SECOND + 1) == [["overdue", "overdue:r2", None]]
    assert items(module, message, at=None) == []


# Deeds

DEEDS = """(() => {
    const track = { laps: 1, checkpoints: [{ id: "t1", name: "T" }, { id: "fin", name: "Finish" }] };
    const run = { id: "r1", number: "7", runner: { id: "u", name: "Ada" }, status: "running" };
    const other = { id: "r2", number: null, runner: { id: "v", name: "Bob" }, status: "running" };
    const split = { id: "x", checkpoint: "fin", lap: 1, at: 5000000, state: "counted", ...argument };
    return %s;
})()"""


def test_a_split_is_given_away_and_back(module):
    deed = module("split-deeds", DEEDS % "m.assignSplit(track, split, run, { run: other }, ' why ')", {})
    assert deed == {
        "done": "Gave Finish to Bob",
        "commands": [{"type": "assignSplit", "split": "x", "run": "r2", "reason": "why"}],
        "inverse": [{"type": "assignSplit", "split": "x", "run": "r1"}]}


def test_a_capture_of_nobody_that_was_given_away_is_voided_by_undo(module):
    deed = module("split-deeds", DEEDS % "m.assignSplit(track, split, null, { run: other })",
                  {"state": "unassigned"})
    assert deed["inverse"] == [{"type": "voidSplit", "split": "x"}]
    assert deed["undo"] == "void it"


def test_a_split_that_did_not_count_is_moved_back_and_voided_by_undo(module):
    deed = module("split-deeds", DEEDS % "m.moveSplit(track, split, run, 6000000)",
                  {"state": "tooSoon"})
    assert deed["inverse"] == [{"type": "moveSplit", "split": "x", "at": 5_000_000},
                               {"type": "voidSplit", "split": "x"}]


def test_an_edit_of_a_run_is_undone_field_by_field(module):
    deed = module("run-deeds", "m.editRun(argument, { number: '8', at: 9 }, '')", {
        "id": "r1", "number": "7", "runner": {"id": "u", "name": "Ada"}, "startedAt": 4})
    assert deed["inverse"] == [{"type": "editRun", "run": "r1", "number": "7", "at": 4}]


# A desk that is open for days

def test_a_desk_remembers_its_latest_deeds_and_not_all_of_them(module):
    undone = module("desk", """await (async () => {
        const desk = new m.Desk({ send: () => Promise.resolve() }, "hill");
        for (let n = 0; n < 250; n++) {
            await desk.perform({ done: String(n), commands: [{}], inverse: [{}] });
        }
        const undone = [];
        for (let deed; (deed = await desk.undo());) undone.push(Number(deed.done));
        return undone;
    })()""")
    assert undone == list(reversed(range(50, 250)))


def test_what_was_dismissed_long_ago_is_forgotten_on_the_page_as_on_the_device(module):
    size, first, last, kept = module("dismissed", """(() => {
        const dismissed = new m.Dismissed("hill");
        for (let n = 0; n < 600; n++) dismissed.add(`aside:${n}`);
        const keys = [...dismissed.keys];
        return [keys.length, keys[0], keys.at(-1), new m.Dismissed("hill").keys.size];
    })()""")
    assert (size, first, last, kept) == (500, "aside:100", "aside:599", 500)


# Courses

def test_a_course_is_sent_as_what_changed_and_can_be_put_back(module):
    track = {"name": "Hill", "laps": 1, "start": "gun", "rank": "time",
             "rounding": {"digits": 3, "direction": "down"},
             "checkpoints": [{"id": "t1", "name": "T"}, {"id": "fin", "name": "Finish"}]}
    deed = module("track-draft", """(() => {
        const draft = m.draftOf(argument);
        draft.rounding = "0-up";
        return m.editTrack(argument, draft);
    })()""", track)
    assert deed["commands"] == [{"type": "editTrack", "rounding": {"digits": 0, "direction": "up"}}]
    assert deed["inverse"] == [
        {"type": "editTrack", "rounding": {"digits": 3, "direction": "down"}}]


@pytest.mark.parametrize("change, field", [
    ("draft.name = ' '", "name"), ("draft.laps = 'many'", "laps"),
    ("draft.checkpoints[0].name = ''", "name-0"), ("draft.checkpoints[0].minimum = 'x'", "minimum-0"),
    ("draft.checkpoints = []", "add"),
])
def test_a_course_that_cannot_be_names_the_field(module, change, field):
    assert module("track-draft", f"""(() => {{
        const draft = m.draftOf(null);
        draft.name = "Hill";
        {change};
        try {{ m.createTrack(draft); }} catch (fault) {{ return fault.field; }}
    }})()""") == field
