"""Race control and runs that are on the board no more: an earlier heat is put right, and a voided run
comes back, against the real server."""

import re

import pytest

from control_desk import (
    NAMES, SECOND, Desk, Wire, command, look, new_track, now, plain, split, until)
from past_runs import ARABIC, DAY, JAPANESE, fill_many
from server_process import ServerProcess

LONG = "Maximiliane-Alexandra von Hohenzollern-Sigmaringen-Habsburg X"
LOOKS = [(360, 760, "dark"), (768, 1024, "light"), (1280, 800, "dark"), (1280, 800, "light"),
         (1920, 1080, "light")]


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


@pytest.fixture
def heats(control, track):
    """Heat 1 is over and has made room on the board; in heat 2 all are out."""
    heat(control, track, 1, now() - 600 * SECOND)
    heat(control, track, 2, now() - 60 * SECOND, ended=False)
    return track


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


@pytest.fixture
def earlier(desk):
    return lambda track, **options: Earlier(desk(track, **options))


def stored(server, track, run):
    return server.get(f"/api/v1/runs/{run}?track={track}").json


def archive_reads(server):
    return int(re.search(r"archive_reads_total (\d+)", server.get("/metrics").text)[1])


def captures(run):
    return {each["id"]: each["state"] for each in run["splits"]}


def focused_run(page):
    return page.evaluate("document.activeElement.closest('.earlier-line')?.dataset.run ?? null")


# The list

def test_the_runs_of_an_earlier_heat_are_listed_newest_first(heats, earlier):
    it = earlier(heats)
    it.line("h1r3").wait_for()
    assert it.page.eval_on_selector_all(
        ".earlier-body > .earlier-line", "(lines) => lines.map((line) => line.dataset.run)"
    ) == ["h1r3", "h1r2", "h1r1"]
    words = plain(it.line("h1r1").inner_text())
    assert words.startswith("1 Ada Lovelace 1:21.000 Heat 1 Today ")
    it.page.wait_for_selector("text=All 3 runs.")


def test_nothing_is_asked_for_before_the_view_is_opened_or_after_it_is_left(control, heats, desk):
    it = desk(heats)
    it.page.wait_for_selector('.run-line[data-run="h2r1"]')
    asked = []
    it.page.on("request", lambda request: "/api/v1/runs" in request.url and asked.append(request.url))
    it.open("h2r1")
    it.page.keyboard.press("v")
    it.toast("Voided the run of")
    assert asked == []
    Earlier(it)
    assert len(asked) == 2  # Those that are over, and those that are still out.
    it.page.keyboard.press("1")
    it.page.keyboard.press("u")
    it.toast("Undone: Voided the run of")
    assert len(asked) == 2


def test_finding_says_that_it_looks_in_what_is_loaded(heats, earlier):
    it = earlier(heats)
    it.line("h1r3").wait_for()
    press = it.page.keyboard.press
    press("/")
    it.page.keyboard.type("grace")
    it.page.wait_for_selector("text=1 of all 3 runs has “grace” in number or name.")
    assert it.shown() == 1
    press("Enter")
    assert focused_run(it.page) == "h1r2"
    press("/")
    it.page.keyboard.type("nobody")
    it.page.wait_for_selector("text=Nobody found")
    press("Escape")
    until(it.page, "document.querySelectorAll('.earlier-body > .earlier-line').length === 3")
    assert focused_run(it.page) == "h1r3"


def test_an_empty_list_says_what_it_is_for(track, earlier):
    it = earlier(track)
    it.page.wait_for_selector("text=No run has ended yet")
    assert it.page.evaluate("document.activeElement.textContent") == "Earlier runs"


def test_a_list_that_cannot_be_had_says_so_and_is_asked_for_again(heats, desk, open_page, server):
    it = desk(heats, expected_errors=("Failed to load resource",))
    it.page.route("**/api/v1/runs?*", lambda route: route.abort())
    view = Earlier(it)
    it.page.wait_for_selector("text=The runs could not be read. The server does not answer.")
    it.page.get_by_role("button", name="Ask again").focus()
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector("text=The runs could not be read.")
    it.page.unroute("**/api/v1/runs?*")
    it.page.keyboard.press("Enter")
    view.line("h1r1").wait_for()
    it.page.wait_for_selector("text=The runs could not be read.", state="hidden")
    assert focused_run(it.page) == "h1r3"


def test_a_run_that_cannot_be_had_says_so_and_is_asked_for_again(heats, desk):
    it = desk(heats, expected_errors=("Failed to load resource",))
    view = Earlier(it)
    it.page.route("**/api/v1/runs/h1r2?*", lambda route: route.abort())
    view.line("h1r2").locator(".run-open").click()
    it.page.wait_for_selector("text=The run could not be read.")
    it.page.unroute("**/api/v1/runs/h1r2?*")
    it.page.get_by_role("button", name="Ask again").click()
    it.page.wait_for_selector("control-run h2 >> text=2 Grace Hopper")
    assert it.focused() == "2 Grace Hopper"


def test_a_long_history_is_paged_and_read_anew_as_far_as_it_is_loaded(control, server, earlier):
    track = f"many-{now()}"
    fill_many(control, 120, track)
    it = earlier(track)
    it.page.wait_for_selector("text=The latest 50 runs.")
    more = it.page.get_by_role("button", name="Show earlier runs")
    more.focus()
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector("text=The latest 100 runs.")
    assert focused_run(it.page) == f"{track}-69"
    more.dblclick()
    it.page.wait_for_selector("text=All 120 runs.")
    more.wait_for(state="hidden")
    assert focused_run(it.page) == f"{track}-19"
    it.open(f"{track}-3")
    it.page.keyboard.press("v")
    it.line(f"{track}-3").locator(".mark", has_text="voided").wait_for()
    assert it.shown() == 120
    assert stored(server, track, f"{track}-3")["voided"] is True


def test_lines_that_did_not_change_are_not_written_while_others_race(control, heats, earlier):
    it = earlier(heats)
    it.line("h1r3").wait_for()
    it.page.evaluate("""() => {
        window.written = 0;
        new MutationObserver((changes) => { window.written += changes.length; }).observe(
            document.querySelector(".earlier-body"),
            { subtree: true, childList: true, characterData: true, attributes: true });
    }""")
    control.do(split(heats, "h2r1-end", now(), run="h2r1", checkpoint="finish"))
    it.page.get_by_role("button", name="Show newer runs").wait_for()
    assert it.page.evaluate("window.written") == 0


def test_runs_that_end_meanwhile_are_offered(control, heats, earlier):
    it = earlier(heats)
    it.line("h1r3").wait_for()
    newer = it.page.get_by_role("button", name="Show newer runs")
    assert newer.is_hidden()
    control.do(split(heats, "h2r1-end", now(), run="h2r1", checkpoint="finish"))
    newer.focus()
    it.page.keyboard.press("Enter")
    it.line("h2r1").wait_for()
    newer.wait_for(state="hidden")
    assert focused_run(it.page) == "h2r1"


# Corrections

def test_a_finish_of_heat_1_is_moved_and_moved_back(server, heats, earlier):
    it = earlier(heats)
    it.open("h1r2")
    it.facts("Heat 1")
    capture = it.desk.capture("h1r2-end")
    capture.get_by_role("button", name="Move").click()
    it.page.fill("#dialog-at", "-0.5")
    it.page.locator(".preview", has_text="1:21.500 after the start").wait_for()
    it.page.fill("#dialog-reason", "read off the video")
    it.desk.submit()
    it.desk.toast("Moved finish of 2 Grace Hopper by −0.500 s")
    it.result("h1r2", "1:21.500")
    it.line("h1r2").locator(".mark", has_text="corrected").wait_for()
    capture.locator(".mark", has_text="corrected").wait_for()
    run = stored(server, heats, "h1r2")
    assert run["time"] == 81_500_000
    assert run["corrections"][-1]["reason"] == "read off the video"
    it.page.keyboard.press("u")
    it.desk.toast("Undone: Moved finish of 2 Grace Hopper")
    it.result("h1r2", "1:22.000")
    assert stored(server, heats, "h1r2")["time"] == 82 * SECOND


def test_a_finish_is_given_to_another_run_of_heat_1_and_back(server, control, heats, earlier):
    control.do(command("voidSplit", heats, split="h1r3-end"),
               command("setStatus", heats, run="h1r3", status="dnf"))
    it = earlier(heats)
    it.open("h1r2")
    it.desk.capture("h1r2-end").get_by_role("button", name="Give").click()
    options = it.page.eval_on_selector_all("#dialog-run option", "(all) => all.map((each) => each.text)")
    assert options == [f"{kart} {name}" for kart, name in enumerate(NAMES[:3], 1)] + [
        f"{kart} {name} · Heat 2" for kart, name in enumerate(NAMES[:3], 1)]
    it.page.select_option("#dialog-run", "h1r3")
    it.desk.submit()
    it.desk.toast(f"Gave finish to 3 {NAMES[2]}")
    it.result("h1r2", "Running")
    it.desk.capture("h1r2-end").wait_for(state="detached")
    other = stored(server, heats, "h1r3")
    assert captures(other)["h1r2-end"] == "counted" and other["status"] == "dnf"
    assert stored(server, heats, "h1r2")["time"] is None
    it.page.keyboard.press("u")
    it.desk.toast("Undone: Gave finish")
    it.result("h1r2", "1:22.000")
    it.desk.capture("h1r2-end").wait_for()
    assert stored(server, heats, "h1r2")["time"] == 82 * SECOND


def test_all_of_it_by_keyboard_alone(server, heats, earlier):
    it = earlier(heats)
    it.line("h1r3").wait_for()
    press = it.page.keyboard.press
    for key in ("/", "ArrowDown", "ArrowDown", "Enter"):
        press(key)
    it.page.wait_for_selector("control-run h2 >> text=2 Grace Hopper")
    it.page.wait_for_selector('.capture[data-split="h1r2-end"]')
    assert it.desk.focused() == "2 Grace Hopper"
    press("ArrowDown")
    press("ArrowDown")
    press("v")
    it.desk.toast("Voided finish of 2 Grace Hopper")
    it.page.wait_for_selector('.capture[data-split="h1r2-end"][data-state="voided"]')
    it.result("h1r2", "Running")
    assert it.page.evaluate("document.activeElement.dataset.split") == "h1r2-end"
    press("u")
    it.desk.toast("Undone: Voided finish")
    it.result("h1r2", "1:22.000")
    it.page.wait_for_selector('.capture[data-split="h1r2-end"][data-state="counted"]')
    assert stored(server, heats, "h1r2")["time"] == 82 * SECOND
    assert it.page.evaluate("document.activeElement.dataset.split") == "h1r2-end"
    press("m")
    it.page.keyboard.type("+1")
    press("Enter")
    it.desk.toast("Moved finish of 2 Grace Hopper by +1.000 s")
    it.result("h1r2", "1:23.000")
    press("r")
    it.page.keyboard.type("not on the list of entries")
    it.page.locator(".run-title").focus()
    press("v")
    it.desk.toast("Voided the run of 2 Grace Hopper")
    it.page.get_by_role("button", name="Restore run").wait_for()
    run = stored(server, heats, "h1r2")
    assert run["voided"] and run["corrections"][-1]["reason"] == "not on the list of entries"
    press("r")
    it.desk.toast("Restored the run of 2 Grace Hopper")
    it.result("h1r2", "1:23.000")
    press("Escape")
    it.page.wait_for_selector("control-run", state="hidden")
    assert focused_run(it.page) == "h1r2"


def test_a_status_is_set_a_run_reopened_edited_and_a_split_added(server, heats, earlier):
    it = earlier(heats)
    it.open("h1r1")
    press = it.page.keyboard.press
    press("s")
    it.page.select_option("#dialog-status", "dsq")
    it.desk.submit()
    it.result("h1r1", "DSQ")
    press("u")
    it.result("h1r1", "1:21.000")
    press("e")
    it.page.fill("#dialog-number", "77")
    it.page.fill("#dialog-at", "-2")
    it.desk.submit()
    it.page.wait_for_selector("control-run h2 >> text=77 Ada Lovelace")
    it.result("h1r1", "1:23.000")
    press("u")
    it.result("h1r1", "1:21.000")
    it.desk.capture("h1r1-end").get_by_role("button", name="Void").click()
    it.result("h1r1", "Running")
    it.page.get_by_role("button", name="Add split").click()
    it.page.select_option("#dialog-checkpoint", "finish")
    it.page.fill("#dialog-at", "+50")
    it.desk.submit()
    it.desk.toast("Added finish of 1 Ada Lovelace")
    run = stored(server, heats, "h1r1")
    assert run["status"] == "finished"
    it.result("h1r1", "2:11.000")
    assert run["time"] == 131 * SECOND


def test_a_run_that_is_out_again_is_found_after_a_reload(server, heats, desk):
    """It is in no list of runs that are over, and heat 2 has the board."""
    it = desk(heats)
    view = Earlier(it)
    view.open("h1r2")
    it.capture("h1r2-end").get_by_role("button", name="Void").click()
    view.result("h1r2", "Running")
    it.page.reload()
    it.page.wait_for_selector("control-page.is-ready")
    view = Earlier(it)
    view.result("h1r2", "Running")
    view.open("h1r2")
    it.capture("h1r2-end").get_by_role("button", name="Restore").click()
    view.result("h1r2", "1:22.000")
    assert stored(server, heats, "h1r2")["time"] == 82 * SECOND


def test_a_run_that_the_server_has_only_on_disk_is_corrected(tmp_path, open_page):
    with ServerProcess(tmp_path / "server") as server:
        server.start()
        with Wire(server, "control", device="marshal") as control:
            track = new_track(control)
            heat(control, track, 1, now() - 3 * DAY)
            heat(control, track, 2, now() - 60 * SECOND, ended=False)
        server.restart()
        it = Earlier(Desk(open_page(), server, track))
        it.open("h1r2")
        it.facts("Heat 1")
        assert archive_reads(server) == 0
        it.page.keyboard.press("v")
        it.line("h1r2").locator(".mark", has_text="voided").wait_for()
        assert stored(server, track, "h1r2")["voided"] is True
        assert archive_reads(server) > 0
        it.page.keyboard.press("r")
        it.result("h1r2", "1:22.000")
        it.desk.capture("h1r2-end").get_by_role("button", name="Move").click()
        it.page.fill("#dialog-at", "+1")
        it.desk.submit()
        it.result("h1r2", "1:23.000")
        assert stored(server, track, "h1r2")["time"] == 83 * SECOND
        it.page.context.close()


def test_a_voided_run_is_restored_after_a_reload(server, heats, desk):
    it = desk(heats)
    it.open("h2r2")
    it.page.keyboard.press("v")
    it.toast("Voided the run of 2 Grace Hopper")
    it.page.reload()
    it.page.wait_for_selector("control-page.is-ready")
    view = Earlier(it)
    view.line("h2r2").locator(".mark", has_text="voided").wait_for()
    view.open("h2r2")
    view.facts("voided: in no results")
    assert it.capture("h2r2-t1").get_by_role("button").count() == 0
    it.page.keyboard.press("r")
    it.toast("Restored the run of 2 Grace Hopper")
    view.facts("Running")
    it.capture("h2r2-t1").get_by_role("button", name="Move").wait_for()
    assert it.run("h2r2")["status"] == "running"
    it.page.keyboard.press("1")
    it.page.wait_for_selector('.run-line[data-run="h2r2"]')


def test_whoever_was_forgotten_in_an_earlier_heat_stands_on_top(control, heats, earlier):
    control.do(command("startRun", heats, run="h1r9", runnerName="Lost Runner", number="9",
                       session="heat-1", at=now() - 500 * SECOND))
    it = earlier(heats)
    first = it.page.locator(".earlier-body > .earlier-line").first
    first.locator("text=Lost Runner").wait_for()
    assert first.locator(".result").inner_text().startswith("Running")
    assert it.line("h2r2").count() == 0  # It is out too, and on the board.
    it.open("h1r9")
    it.desk.page.get_by_role("button", name="Set the status of 9 Lost Runner").click()
    it.desk.page.select_option("#dialog-status", "dnf")
    it.desk.submit()
    it.result("h1r9", "DNF")


def test_what_others_send_of_an_earlier_run_is_seen(control, heats, earlier):
    it = earlier(heats)
    it.open("h1r2")
    it.desk.capture("h1r2-end").wait_for()
    control.do(split(heats, "late", now() - 400 * SECOND, run="h1r2", checkpoint="finish"))
    it.desk.capture("late").locator(".mark", has_text="after the finish").wait_for()


def test_a_run_that_cannot_be_read_anew_says_so_where_it_is_looked_at(heats, desk):
    it = desk(heats, expected_errors=("Failed to load resource",))
    view = Earlier(it)
    view.open("h1r2")
    it.page.wait_for_selector("control-run h2 >> text=2 Grace Hopper")
    it.page.route("**/api/v1/runs/h1r2?*", lambda route: route.abort())
    it.capture("h1r2-end").get_by_role("button", name="Void").click()
    it.page.wait_for_selector("control-run .refusal >> text=What it is now could not be read.")
    it.page.unroute("**/api/v1/runs/h1r2?*")
    it.page.keyboard.press("u")
    it.toast("Undone")
    it.page.wait_for_selector("control-run .refusal", state="detached")


def test_a_run_that_is_on_the_board_opens_as_it_is_there(control, heats, earlier):
    control.do(split(heats, "h2r1-end", now(), run="h2r1", checkpoint="finish"))
    it = earlier(heats)
    asked = []
    it.page.on("request", lambda request: "/api/v1/runs/" in request.url and asked.append(request.url))
    it.open("h2r1")
    it.facts("place 1")
    assert asked == []
    control.do(command("moveSplit", heats, split="h2r1-t1", at=now() - 30 * SECOND))
    it.desk.capture("h2r1-t1").locator(".mark", has_text="corrected").wait_for()


def test_the_open_run_and_the_views_do_not_disturb_each_other(heats, desk):
    it = desk(heats)
    it.open("h2r1")
    view = Earlier(it)
    it.page.wait_for_selector("control-run", state="hidden")
    view.open("h1r2")
    it.page.wait_for_selector("control-run h2 >> text=2 Grace Hopper")
    it.page.keyboard.press("1")
    it.page.wait_for_selector("control-run h2 >> text=1 Ada Lovelace")
    it.page.keyboard.press("5")
    it.page.wait_for_selector("control-run h2 >> text=2 Grace Hopper")
    it.page.keyboard.press("Escape")
    it.page.wait_for_selector("control-run", state="hidden")
    it.page.keyboard.press("1")
    it.page.wait_for_selector("control-run h2 >> text=1 Ada Lovelace")


def test_another_track_has_other_earlier_runs(control, heats, earlier):
    other = new_track(control, name="Valley")
    heat(control, other, 7, now() - 200 * SECOND)
    it = earlier(heats)
    it.open("h1r1")
    it.page.wait_for_selector(f'select[aria-label=Track] option[value="{other}"]', state="attached")
    it.page.select_option("select[aria-label=Track]", other)
    it.line("h7r1").wait_for()
    it.page.wait_for_selector("control-run", state="hidden")
    assert it.line("h1r1").count() == 0


# The look

@pytest.fixture(scope="module")
def history(control):
    """Heats with names of every script and length, and runs of every end."""
    track = new_track(control, name="Hill Climb Montségur")
    names = [*NAMES, LONG, ARABIC, JAPANESE]
    heat(control, track, 1, now() - 90_000 * SECOND, names)
    heat(control, track, 2, now() - 900 * SECOND, names)
    heat(control, track, 3, now() - 60 * SECOND, NAMES[:3], ended=False)
    control.do(command("editSession", track, session="heat-1",
                       name="Qualifying of the seniors and the juniors, group A, in the rain"))
    control.do(command("setStatus", track, run="h2r4", status="dnf", reason="puncture"),
               command("moveSplit", track, split="h2r10-end", at=now() - 800 * SECOND),
               command("voidRun", track, run="h2r2"), command("voidSplit", track, split="h2r11-t1"),
               split(track, "again", now() - 700 * SECOND, run="h2r11", checkpoint="finish"),
               command("moveSplit", track, split="h1r1-end", at=now() - 89_900 * SECOND))
    control.do(command("voidRun", track, run="h1r1"))
    return track


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_it_is_accessible_and_fits(history, earlier, width, height, scheme):
    it = earlier(history, width=width, height=height, color_scheme=scheme)
    it.line("h2r11").wait_for()
    look(it.page, f"{scheme}-{width}-earlier")
    it.open("h2r11")
    look(it.page, f"{scheme}-{width}-earlier-run")
    it.page.keyboard.press("Escape")
    it.open("h2r2")
    look(it.page, f"{scheme}-{width}-earlier-voided")
    it.page.keyboard.press("Escape")
    it.page.fill("[data-part=find]", "nobody at all")
    it.page.wait_for_selector("text=Nobody found")
    look(it.page, f"{scheme}-{width}-earlier-nobody")


@pytest.mark.parametrize("width, scheme", [(360, "light"), (1280, "dark")])
def test_empty_and_without_an_answer_it_is_accessible_and_fits(track, desk, width, scheme):
    it = desk(track, width=width, color_scheme=scheme, expected_errors=("Failed to load resource",))
    it.page.route("**/api/v1/runs?*", lambda route: route.abort())
    Earlier(it)
    it.page.wait_for_selector("text=The runs could not be read.")
    look(it.page, f"{scheme}-{width}-earlier-trouble")
    it.page.unroute("**/api/v1/runs?*")
    it.page.get_by_role("button", name="Ask again").click()
    it.page.wait_for_selector("text=No run has ended yet")
    look(it.page, f"{scheme}-{width}-earlier-empty")
