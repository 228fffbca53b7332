"""The view of race control on runs that are on the board no more, and heats that are over."""

import re

from control_desk import NAMES, SECOND, command, split, until


def heat(control, track, number, began, names=NAMES[:3], ended=True):
    """A heat that starts at an instant; each of its runs passes t1 and, if it has ended, the finish."""
    session = f"heat-{number}"
    control.do(command("createSession", track, session=session, name=f"Heat {number}", rank="race"),
               command("createStart", track, start=f"gun-{number}", session=session, at=began,
                       uncertainty=0))
    for kart, name in enumerate(names, 1):
        run = f"h{number}r{kart}"
        control.do(command("startRun", track, run=run, runnerName=name, number=str(kart),
                           session=session, start=f"gun-{number}"),
                   split(track, f"{run}-t1", began + (40 + kart) * SECOND, run=run, checkpoint="t1"))
        if ended:
            control.do(split(track, f"{run}-end", began + (80 + kart) * SECOND, run=run,
                             checkpoint="finish"))


class Earlier:
    """The view of the earlier runs, turned to."""

    def __init__(self, desk):
        self.desk, self.page = desk, desk.page
        self.page.keyboard.press("5")
        self.page.wait_for_selector("control-page[data-view=earlier]")
        self.page.wait_for_selector(".earlier-table[aria-busy=false]", state="attached")

    def line(self, run):
        return self.page.locator(f'.earlier-line[data-run="{run}"]')

    def open(self, run):
        self.line(run).locator(".run-open").click()
        self.line(run).locator(".run-open[aria-expanded=true]").wait_for()
        self.page.wait_for_selector("control-run:not([hidden])")

    def result(self, run, words):
        until(self.page, "([cell, words]) => cell.textContent.startsWith(words)",
              [self.line(run).locator(".result").element_handle(), words])

    def shown(self):
        return self.page.locator(".earlier-body > .earlier-line").count()

    def facts(self, words):
        self.page.locator("control-run .facts", has_text=words).wait_for()


def stored(server, track, run):
    return server.get(f"/api/v1/runs/{run}?track={track}").json


def archive_reads(server):
    return int(re.search(r"archive_reads_total (\d+)", server.get("/metrics").text)[1])


def captures(run):
    return {each["id"]: each["state"] for each in run["splits"]}


def run_in_focus(page, run):
    until(page, "(run) => document.activeElement.closest('.earlier-line')?.dataset.run === run", run)
