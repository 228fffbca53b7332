"""A phone's clock over a real link to the real server: what it says of itself holds. (The figures of docs/clocks.md
come from Benchmarks/clock/through_proxy.py, which takes its time; here the phone pings ten times a second beside
the page's own pings, so that seconds have the pings of minutes.)"""

import pytest

from drifting_phone import DriftingPhone, within
from jittery_proxy import JitteryProxy

PHONE = {"drift": 40e-6, "seconds": 4, "every": 0.01, "extraPings": 0.1}


@pytest.mark.parametrize("there, back, sleeps", [
    (0, 0, []), (0.2, 0.02, []), (0.02, 0.2, []), (0.2, 0.02, [[1.2, 0.7], [2.8, 0.4]]),
], ids=["quiet", "slow there", "slow back", "with sleeps"])
def test_the_true_error_lies_within_what_the_phone_states(server, open_page, there, back, sleeps):
    with JitteryProxy(server.port) as link:
        phone = DriftingPhone(open_page(), server, link)
        link.there, link.back = there, back
        phone.begin(**PHONE, sleeps=sleeps)
        readings = phone.readings()
    assert len(readings) > 100
    assert within(readings) >= 0.999, [
        each for each in readings if abs(each["error"]) > each["uncertainty"]][:10]
