"""What the history pages work out, without a page: days, filters, deltas, words."""

import pytest

SECOND = 1_000_000
LINES = [{"id": "a", "name": "A"}, {"id": "fin", "name": "Finish"}]


def split(checkpoint, seconds, lap=1, **fields):
    return {"id": f"{checkpoint}{lap}", "checkpoint": checkpoint, "lap": lap, "state": "counted",
            "split": round(seconds * SECOND), "lapTime": None, "lapVerdict": None} | fields


def best(time, *splits):
    return {"run": "b", "runner": {"id": "g", "name": "Grace"}, "time": round(time * SECOND),
            "splits": list(splits)}


def run(splits, laps=1, compare=None, **track):
    return {"id": "r", "splits": splits, "time": splits[-1]["split"], "compare": compare or {},
            "track": {"id": "t", "name": "T", "laps": laps, "checkpoints": LINES, "start": "gun",
                      "firstLap": "same", "rounding": {"digits": 3, "direction": "down"}} | track}


LOSSES = "m.lossesOf(argument, m.comparisonOf(argument, 'overallBest')).map((one) => one.value)"
DELTAS = """argument.splits.map(
    (split) => m.deltaAt(argument, split, m.comparisonOf(argument, 'overallBest')))"""


@pytest.mark.parametrize("search, filters", [
    ("", ["", "", "", ""]), ("?track=hill&runner=a-1", ["hill", "a-1", "", ""]),
    ("?day=2026-02-29&status=running&track=../x", ["", "", "", ""]),
    ("?day=2028-02-29&status=dnf", ["", "", "2028-02-29", "dnf"]),
])
def test_an_address_is_read_and_nonsense_left_out(module, search, filters):
    assert module("run-filters", "Object.values(m.filtersOf(argument))", search) == filters


def test_filters_come_back_from_the_address_that_they_make(module):
    filters = {"track": "hill", "runner": "", "day": "2026-11-30", "status": "dnf"}
    assert module("run-filters", "m.filtersOf(m.searchOf(argument))", filters) == filters
    assert module("run-filters", "m.searchOf(m.filtersOf(''))") == ""


def test_a_day_is_asked_for_from_its_begin_to_the_next_and_paged_from_within(module):
    first, later = module("run-filters", """[
        m.runsQuery({ day: '2026-11-30' }, { limit: 5 }),
        m.runsQuery({ day: '2026-11-30' }, { before: '1~t~r', limit: 5 })]""")
    span = module("calendar", "m.spanOfDay('2026-11-30')")
    assert first == f"runs?limit=5&since={span['from']}&before={span['to']}"
    assert later == f"runs?limit=5&since={span['from']}&before=1%7Et%7Er"


def test_days_near_now_are_words(module):
    words = module("calendar", """['2026-03-01', '2026-02-28', '2026-02-27'].map(
        (day) => m.dayWords(day, '2026-03-01'))""")
    assert words[:2] == ["Today", "Yesterday"]
    assert "2026" in words[2]


def test_losses_add_up_to_the_difference_of_the_runs(module):
    compare = {"overallBest": best(60, split("a", 20), split("fin", 60))}
    it = run([split("a", 21.5), split("fin", 59.8)], compare=compare)
    assert module("run-deltas", DELTAS, it) == [1_500_000, -200_000]
    assert module("run-deltas", LOSSES, it) == [1_500_000, -1_700_000]


def test_over_a_missed_checkpoint_the_loss_is_joined(module):
    compare = {"overallBest": best(60, split("a", 20), split("fin", 60))}
    it = run([split("fin", 61)], compare=compare)
    assert module("run-deltas", LOSSES, it) == [1_000_000]


def test_deltas_are_of_rounded_times(module):
    compare = {"overallBest": best(60, split("a", 20.0009), split("fin", 60))}
    it = run([split("a", 20.0011), split("fin", 60)], compare=compare)
    assert module("run-deltas", DELTAS, it) == [1000, 0]


def test_with_laps_each_lap_so_far_is_compared_with_the_best_lap(module):
    compare = {"overallBestLap": best(30, split("a", 14, 5), split("fin", 30, 5))}
    splits = [split("a", 15), split("fin", 31, lapTime=31 * SECOND),
              split("a", 45, 2), split("fin", 60.5, 2, lapTime=29_500_000)]
    assert module("run-deltas", DELTAS, run(splits, 0, compare)) == [
        1_000_000, 1_000_000, 0, -500_000]
    assert module("run-deltas", LOSSES, run(splits, 0, compare)) == [1_000_000, -500_000]


def test_a_first_lap_of_another_length_is_not_compared(module):
    compare = {"overallBestLap": best(30, split("a", 14, 5), split("fin", 30, 5))}
    splits = [split("a", 15), split("fin", 40, lapTime=40 * SECOND),
              split("a", 54, 2), split("fin", 71, 2, lapTime=31 * SECOND)]
    it = run(splits, 0, compare, firstLap="own")
    assert module("run-deltas", DELTAS, it) == [None, None, 0, 1_000_000]
    assert module("run-deltas", LOSSES, it) == [1_000_000]


def test_without_a_best_there_is_nothing_to_compare_with(module):
    it = run([split("fin", 61)])
    assert module("run-deltas", "m.comparisonOf(argument, 'personalBest')", it) is None
    assert module("run-deltas", DELTAS, it) == [None]
    assert module("run-deltas", LOSSES, it) == []


@pytest.mark.parametrize("correction, words", [
    ({"type": "statusSet", "status": "dsq"}, "Status set to disqualified"),
    ({"type": "checkpointSkipped", "checkpoint": "a", "lap": 1}, "A marked as missed"),
    ({"type": "splitAssigned", "split": "a1", "run": "x"}, "Capture at A assigned to another run"),
    ({"type": "runEdited", "number": "8"}, "Run changed: number 8"),
    ({"type": "somethingNew"}, "Corrected (somethingNew)"),
])
def test_corrections_are_told_in_words(module, correction, words):
    it = {"run": run([split("a", 20)]), "correction": correction}
    assert module("run-story", "m.correctionWords(argument.run, argument.correction)", it) == words


@pytest.mark.parametrize("fields, text", [
    ({"status": "finished", "time": 62_345_000}, "1:02.345"), ({"status": "dnf"}, "DNF"),
    ({"status": "running"}, "Running"), ({"status": "finished", "voided": True}, "Taken out"),
    ({"status": "finished", "time": None}, "—"),
])
def test_a_result_is_a_time_or_why_there_is_none(module, fields, text):
    assert module("run-words", "m.resultOf(argument).text", run([split("fin", 1)]) | fields) == text
