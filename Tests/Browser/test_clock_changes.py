"""The nights in which clocks are set forward and back: days, times that are typed, and times that are shown."""

import pytest

from clock_changes import BACK, FORWARD, HOUR
from control_desk import SECOND

MINUTE = 60 * SECOND
EITHER = pytest.mark.parametrize("night", FORWARD + BACK, ids=str)
PARSE = "m.parseInstant(...argument)"


@pytest.fixture
def module_there(modules, night):
    return modules(timezone_id=night.zone)


@pytest.fixture
def instants(module_there):
    """Evaluates with `instants.js` in the night's zone."""
    return lambda expression, *argument: module_there("instants", expression, list(argument))


@EITHER
def test_the_day_is_longer_or_shorter_and_the_days_beside_it_are_not(module_there, night):
    days = module_there("calendar", """[-1, 0, 1].map((days) => {
        const day = m.dayOf(argument + days * 86400e6);
        const { from, to } = m.spanOfDay(day);
        return [day, (to - from) / 1e6, m.dayOf(from), m.dayOf(from - 1) < day, m.dayOf(to - 1), m.dayOf(to) > day];
    })""", night.at)
    assert days[1][0] == night.day
    assert [each[1] for each in days] == [24 * HOUR, 24 * HOUR - night.by, 24 * HOUR]
    for day, _, *edges in days:
        assert edges == [day, True, day, True]
    before, after = days[0][0], days[2][0]
    words = "argument.map(([day, today]) => m.dayWords(day, today))"
    assert module_there("calendar", words, [[before, night.day], [night.day, after]]) == ["Yesterday"] * 2


@EITHER
def test_an_instant_is_shown_and_typed_as_clocks_in_the_zone_show_it(instants, night):
    for moved in (-90 * MINUTE, -20 * SECOND, 20 * SECOND, 90 * MINUTE):
        instant = night.at + moved
        shown = instants("m.exactTimeOfDay(argument[0])", instant)
        assert shown == f"{night.time_of_day(instant)}.000"
        # Also from the other side of the change.
        for near in (instant - 40 * SECOND, instant, instant + 40 * SECOND):
            assert instants(PARSE, shown, near) == instant
    for moved in (-2 * HOUR, 2 * HOUR):
        assert "UTC" not in instants("m.fullInstant(argument[0])", night.at + moved * SECOND)


@EITHER
def test_every_time_that_there_was_is_found_half_a_day_away(instants, night):
    for near in (night.at - 6 * HOUR * SECOND, night.at + 6 * HOUR * SECOND):
        times = [f"{hour:02}:{minute}:00" for hour in range(24) for minute in ("05", "45")]
        found = instants("argument[0].map((text) => m.parseInstant(text, argument[1]))", times, near)
        assert [night.time_of_day(instant) for instant in found if instant is not None] == [
            text for text, instant in zip(times, found) if instant is not None]
        assert found.count(None) == (round(night.by / HOUR * 2) if night.by > 0 else 0)
        assert max(abs(instant - near) for instant in found if instant) <= 13 * HOUR * SECOND


@pytest.mark.parametrize("night", BACK, ids=str)
def test_a_time_that_comes_twice_is_the_nearer_one_and_is_told_apart(instants, night):
    for moved in (-10 * MINUTE, -20 * MINUTE):
        first = night.at + moved
        both = (first, first - night.by * SECOND)
        [text] = {night.time_of_day(instant) for instant in both}
        for instant in both:
            for near in (instant - MINUTE, instant, instant + MINUTE):
                assert instants(PARSE, text, near) == instant
        words = [instants("m.fullInstant(argument[0])", instant) for instant in both]
        assert len(set(words)) == 2
        assert len({each.split(" (UTC")[0] for each in words}) == 1


@pytest.mark.parametrize("night", FORWARD, ids=str)
def test_a_time_that_did_not_come_is_none_and_that_is_said(module_there, instants, night):
    hour = int(night.time_of_day(night.at - SECOND)[:2]) + 1
    text = f"{hour:02}:10:00"
    for near in (night.at - 10 * MINUTE, night.at, night.at + 10 * MINUTE):
        assert instants(PARSE, text, near) is None
        assert instants(PARSE, night.time_of_day(night.at), near) == night.at
        message = module_there("run-forms", """(() => {
            try { return m.typedInstant(...argument); } catch (fault) { return fault.message; }
        })()""", [text, near])
        assert message.startswith(f"There was no “{text}”: the clocks were set forward then.")
