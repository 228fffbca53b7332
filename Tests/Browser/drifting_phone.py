"""A phone with a clock of its own on a link with delays of its own, over the real server; and the truth.

Server time is `CLOCK_BOOTTIME` from an anchor in the journal, and the browser's `performance.now()` is
`CLOCK_MONOTONIC` from the begin of the navigation, which Chromium tells. On one machine these two say what the
server's clock is at a reading of the browser's, without any message on the way.
"""

import pathlib
import time

from captures import database

SCRIPT = pathlib.Path(__file__).parent / "drifting_phone.js"
#: Chromium rounds what a page reads of its clock to a tenth of a millisecond.
READING = 100


class DriftingPhone:
    """A page on the link; it is loaded before the link becomes slow."""

    def __init__(self, page, server, link):
        self.page, self.server = page, server
        page.route("**/drifting_phone.js", lambda route: route.fulfill(
            body=SCRIPT.read_text(encoding="utf-8"), content_type="text/javascript"))
        # A page of the server's that does nothing itself; one that a test makes up may open no socket here.
        page.goto(f"{link.url}/livez")
        page.evaluate("import('/js/line.js')")

    def begin(self, **options):
        """Begins to time, as `drifting_phone.js` says, and does not wait."""
        self.page.evaluate(
            "async (options) => { window.timed = (await import('/drifting_phone.js')).timePhone(options); }",
            {"extraPings": None, "sleeps": []} | options)

    def readings(self):
        """Waits for the end; the readings with their true error and stated uncertainty, in microseconds."""
        readings = self.page.evaluate("window.timed")
        ahead = self._server_ahead()
        return [{"error": each["time"] - each["at"] - ahead, "uncertainty": each["uncertainty"]}
                for each in readings]

    def _server_ahead(self):
        """By how much the server's clock is ahead of what the page reads of the browser's."""
        with database(self.server) as connection:
            [anchor] = connection.execute("SELECT value FROM meta WHERE key = 'clock.anchor'").fetchone()
        boot_is_ahead = (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)) / 1000
        session = self.page.context.new_cdp_session(self.page)
        session.send("Performance.enable")
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return int(anchor.split()[1]) + boot_is_ahead + metrics["NavigationStart"] * 1e6


def within(readings):
    """The share of readings whose true error is not greater than was stated."""
    return sum(abs(each["error"]) <= each["uncertainty"] + READING for each in readings) / len(readings)
