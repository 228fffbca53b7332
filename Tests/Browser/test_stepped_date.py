"""Somebody sets the phone's clock while it times, forward and back: the instants are those of the taps."""

import pytest

from control_desk import Wire
from scripted_board import SECOND, until
from timing_phone import KEPT, begin, only_run

HOUR = 3600 * SECOND
# Every way to ask what time of day it is; how long something takes is another clock.
STEPPED = """
    const Real = Date;
    window.step = 0;
    window.Date = class extends Real {
        constructor(...parts) { parts.length ? super(...parts) : super(Real.now() + window.step); }
        static now() { return Real.now() + window.step; }
    };"""


@pytest.fixture
def timed(server, park, phone):
    """A phone whose run has just started, and server time as a wire without any page says it."""
    device = begin(phone, park, init=STEPPED)
    with Wire(server, "control") as wire:
        yield device, lambda: wire.ask({"type": "ping", "t0": 0})["t1"]


@pytest.mark.parametrize("step", [HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
def test_a_phone_whose_clock_is_set_goes_on_with_the_instants_of_its_taps(server, park, timed, step):
    device, server_time = timed
    taps = [tapped(device, server_time)]
    device.page.evaluate("(step) => { window.step += step; }", step / 1000)
    taps.append(tapped(device, server_time))
    device.settled()
    device.page.add_init_script(f"window.step = {step / 1000};")
    device.page.reload()
    device.until_button("Finish")
    taps.append(tapped(device, server_time))
    device.wait_for("finish")
    device.settled()
    run = only_run(server, park)
    assert run["status"] == "finished"
    for split, (before, after) in zip(run["splits"], taps, strict=True):
        # What the method adds to the uncertainty of a tap is no part of the clock's.
        uncertainty = split["uncertainty"] - 100_000
        assert 0 <= uncertainty < SECOND
        assert before - uncertainty <= split["at"] <= after + uncertainty
    for split, kept in zip(run["splits"], device.run["splits"], strict=True):
        assert split["at"] == kept["at"]
    assert 0 <= run["splits"][-1]["at"] - run["startedAt"] - run["time"] < 1000


def tapped(device, server_time):
    """Taps once the last tap is no slip any more and the clock is known; answers server time before and after."""
    count = len(device.run["splits"])
    until(device.page, "(slip) => performance.now() > slip", device.page.evaluate("performance.now()") + 1200)
    device.synced()
    before = server_time()
    device.tap()
    until(device.page, f"async (count) => {KEPT}.run.splits.length > count", count)
    return before, server_time()
