"""How times are written."""

import pytest

DOWN = {"digits": 3, "direction": "down"}


@pytest.mark.parametrize("span, text", [
    (None, "—"), (0, "0.000"), (999, "0.000"), (1_000, "0.001"), (59_999_999, "59.999"),
    (60_000_000, "1:00.000"), (62_345_678, "1:02.345"), (3_599_999_000, "59:59.999"),
    (3_600_000_000, "1:00:00.000"), (3_723_456_000, "1:02:03.456"),
    (86_399_999_999, "23:59:59.999"), (86_400_000_000, "1d 00:00:00.000"),
    (93_784_500_000, "1d 02:03:04.500"), (-1_234_000, "−1.234"),
])
def test_a_span_is_written_in_its_largest_units(module, span, text):
    assert module("format", "m.formatTime(argument)", span) == text


@pytest.mark.parametrize("span, digits, direction, text", [
    (41_239_999, 3, "down", "41.239"), (41_239_999, 2, "down", "41.23"),
    (41_230_001, 2, "up", "41.24"), (41_230_000, 2, "up", "41.23"),
    (-1_500, 3, "nearest", "−0.001"),
    (-1_500, 3, "down", "−0.002"), (-1_500, 3, "up", "−0.001"),
    (41_235_000, 2, "nearest", "41.24"), (41_234_999, 2, "nearest", "41.23"),
    (59_999_999, 1, "nearest", "1:00.0"), (59_000_001, 0, "up", "1:00"),
    (59_999_999, 0, "down", "59"),
    (41_239_999, 6, "down", "41.239999"),
])
def test_a_span_is_rounded_once_by_the_rule_of_the_track(module, span, digits, direction, text):
    rounding = {"digits": digits, "direction": direction}
    assert module("format", "m.formatTime(...argument)", [span, rounding]) == text


@pytest.mark.parametrize("span, text", [
    (None, "—"), (0, "0.000"), (400, "0.000"), (-400, "0.000"), (450_000, "+0.450"),
    (-310_000, "−0.310"), (62_345_000, "+1:02.345"), (-62_345_000, "−1:02.345"),
])
def test_a_delta_has_a_sign_unless_it_rounds_to_nothing(module, span, text):
    assert module("format", "m.formatDelta(argument)", span) == text


@pytest.mark.parametrize("gap, laps, text", [
    (None, 0, "—"), (450_000, 0, "+0.450"), (None, 1, "+1 lap"), (450_000, 2, "+2 laps"),
])
def test_a_gap_is_in_laps_before_it_is_in_time(module, gap, laps, text):
    assert module("format", "m.formatGap(...argument)", [gap, laps]) == text


def test_a_running_clock_rounds_down_and_splits_into_two_parts(module):
    parts = module("format", "m.clockParts(61999999, 1)")
    assert parts == {"whole": "1:01", "fraction": ".9"}


@pytest.mark.parametrize("verdict, glyph, word, name", [
    ("overallBest", "◆", "overall best", "overall-best"),
    ("personalBest", "▲", "personal best", "personal-best"),
    ("slower", "▪", "slower", "slower"),
    ("none", "", "", ""), (None, "", "", ""), ("fromALaterVersion", "", "", ""),
    ("constructor", "", "", ""),
])
def test_a_verdict_has_a_glyph_a_word_and_a_class(module, verdict, glyph, word, name):
    look = module("verdict", "m.verdictLook(argument)", verdict)
    assert look == {"glyph": glyph, "word": word, "className": name}


@pytest.mark.parametrize("span, text", [
    (0, "±1 ms"), (1_000, "±1 ms"), (3_001, "±4 ms"), (999_999, "±1000 ms"), (1_000_000, "±1.0 s"),
    (2_000_001, "±2.1 s"),
])
def test_an_uncertainty_is_rounded_up(module, span, text):
    assert module("format", "m.formatUncertainty(argument)", span) == text
