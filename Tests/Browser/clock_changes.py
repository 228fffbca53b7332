"""The nights of 2025 in which clocks were set, in three zones: two that move by an hour, one by half of one."""

import dataclasses
import datetime
import zoneinfo

from wire import SECOND


@dataclasses.dataclass(frozen=True)
class ClockChange:
    """`at` is the instant at which the clocks are set; `by` is how far, in seconds, below zero where back."""

    zone: str
    day: str
    at: int
    by: int

    def __str__(self):
        return f"{self.zone} {'forward' if self.by > 0 else 'back'}"

    def time_of_day(self, instant):
        """What clocks in the zone show at an instant, by the zone rules of this machine."""
        local = datetime.datetime.fromtimestamp(instant / SECOND, zoneinfo.ZoneInfo(self.zone))
        return local.strftime("%H:%M:%S")


def change(zone, day, utc, by):
    at = datetime.datetime.fromisoformat(utc + "+00:00").timestamp()
    return ClockChange(zone, day, round(at) * SECOND, by)


HOUR = 3600
FORWARD = [
    change("Europe/Berlin", "2025-03-30", "2025-03-30T01:00", HOUR),
    change("America/New_York", "2025-03-09", "2025-03-09T07:00", HOUR),
    change("Australia/Lord_Howe", "2025-10-05", "2025-10-04T15:30", HOUR // 2),
]
BACK = [
    change("Europe/Berlin", "2025-10-26", "2025-10-26T01:00", -HOUR),
    change("America/New_York", "2025-11-02", "2025-11-02T06:00", -HOUR),
    change("Australia/Lord_Howe", "2025-04-06", "2025-04-05T15:00", -HOUR // 2),
]
