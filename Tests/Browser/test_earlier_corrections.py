"""Race control puts runs right that are on the board no more: an earlier heat, a voided run."""

from control_desk import NAMES, SECOND, Desk, Wire, command, new_track, now, split, until
from earlier_view import Earlier, heat, stored, archive_reads, captures, run_in_focus
from past_runs import DAY
from server_process import ServerProcess


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
    it.desk.in_focus("2 Grace Hopper")
    press("ArrowDown")
    press("ArrowDown")
    press("v")
    it.desk.toast("Voided finish of 2 Grace Hopper")
    it.page.wait_for_selector('.capture[data-split="h1r2-end"][data-state="voided"]')
    it.result("h1r2", "Running")
    until(it.page, "document.activeElement.dataset.split === 'h1r2-end'")
    press("u")
    it.desk.toast("Undone: Voided finish")
    it.result("h1r2", "1:22.000")
    it.page.wait_for_selector('.capture[data-split="h1r2-end"][data-state="counted"]')
    assert stored(server, heats, "h1r2")["time"] == 82 * SECOND
    until(it.page, "document.activeElement.dataset.split === 'h1r2-end'")
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
    run_in_focus(it.page, "h1r2")


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
    it.page.get_by_role("button", name="Earlier").click()
    view = Earlier(it)
    view.line("h2r2").locator(".mark", has_text="voided").wait_for()
    view.open("h2r2")
    view.facts("voided: in no results")
    assert it.capture("h2r2-t1").get_by_role("button").count() == 0
    it.page.get_by_role("button", name="Restore the run of 2 Grace Hopper").click()
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
