"""Pages that are left open for an hour of race hold at its end what they held once they were full.

A board carries 200 runs that have ended and those that are out, so a page is full a third into the
race. From there on the race is periodic (see `hour_of_race.py`), and each time it is looked at the same
number of runs is out, ended, and wrong in the same way. So there have to be exactly as many elements in
the document and as many listeners, whatever came and went in between, and as many nodes beyond the
document but for a few, such as the fields' own. The heap is no such exact figure: it wavers with what the
browser compiles, by some dozens of kilobytes. A board that is held on to takes more each tenth of a
second.
"""

import pytest

from gauge import Gauge
from hour_of_race import RUNS, TRACK, HourOfRace
from scripted_board import SECOND
from server_process import ServerProcess, wait_until
from timing_phone import TimingPhone
from wire import command, split

# Shares of the hour: from the first on, more than 200 runs have ended.
LOOKS = [0.4, 0.6, 0.8, 1.0]
SECONDS = 30
LOOSE = 64
HEAP = 256 * 1024
# These pages ask every few seconds; so their hour is shortened too.
HASTE = """for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name];
    window[name] = (act, wait = 0) => real(act, wait >= 1000 ? wait / 20 : wait);
}"""


@pytest.fixture
def race(tmp_path):
    with ServerProcess(tmp_path / "server") as server:
        server.start()
        with HourOfRace(server) as race:
            yield server, race


def test_pages_that_are_open_for_an_hour_of_race_do_not_grow(race, open_page):
    server, feed = race
    feed.wire.do(command("startRun", TRACK, run="long", runnerName="Long Run", at=feed.base, uncertainty=0),
                 split(TRACK, "long-a", feed.base + 20 * SECOND, run="long", checkpoint="a"))
    pages = open_all(server, feed, open_page)
    gauges = {name: Gauge(page) for name, page in pages.items()}
    readings = {name: [] for name in pages}
    rows = []
    for share, before in zip(LOOKS, [0, *LOOKS]):
        drive(feed, pages, share, seconds=SECONDS * (share - before))
        catch_up(pages, round(RUNS * share) - 1)
        rows.append(rows_shown(server, pages))
        for name, gauge in gauges.items():
            readings[name].append(gauge.read())
    assert rows == [rows[0]] * len(LOOKS)
    for name, (first, second, third, last) in readings.items():
        print(name, first, second, third, last, sep="\n    ")
        for later in (second, third, last):
            assert later.elements == first.elements, name
            assert later.listeners == first.listeners, name
            assert abs(later.loose - first.loose) <= LOOSE, name
        assert min(third.heap, last.heap) <= max(first.heap, second.heap) + HEAP, name


def open_all(server, feed, open_page):
    timer = TimingPhone(open_page(390, 844, has_touch=True), server, query=f"?track={TRACK}")
    timer.be("Ada Lovelace", "77")
    timer.start()
    timer.settled()
    # Overdue all along, like the others.
    feed.wire.do(command("editRun", TRACK, run=timer.run["id"], at=feed.base, uncertainty=0))
    pages = {"timer": timer.page}
    for name, path in [("board", f"/track/{TRACK}"), ("front", "/"), ("run", f"/run/long?track={TRACK}"),
                       ("control", f"/control?track={TRACK}#token={server.token('control')}")]:
        page = pages[name] = open_page()
        if name in ("front", "run"):
            page.add_init_script(HASTE)
        page.goto(f"{server.url}{path}")
    pages["control"].wait_for_selector("control-page.is-ready")
    pages["board"].wait_for_selector("board-page.is-ready")
    return pages


def drive(feed, pages, share, seconds):
    """Lets the pages do their work until the race has come so far."""
    leg = feed.drive(share, seconds)
    while not leg.done():
        pages["board"].wait_for_timeout(50)
    leg.result()


def catch_up(pages, run):
    """Waits until the pages show the latest run, however busy the machine is."""
    for name, row in [("board", f".row[data-key=run-{run}]"), ("control", f".run-line[data-run=run-{run}]")]:
        wait_until(lambda: pages[name].locator(row).count(), f"{run} is on {name}", seconds=90, pause=0.1)


def rows_shown(server, pages):
    """Each run of the board is a row, 200 of them over."""
    runs = server.board(TRACK)["runs"]
    assert sum(run["status"] != "running" for run in runs) == 200
    for name, row in [("board", ".board-body > .row"), ("control", ".run-line[data-run]")]:
        assert pages[name].locator(row).count() == len(runs), name
    return len(runs)
