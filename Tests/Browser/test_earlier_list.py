"""Race control's list of runs that are on the board no more."""

from control_desk import now, plain, split, until
from earlier_view import Earlier, stored, run_in_focus
from past_runs import fill_many


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
    run_in_focus(it.page, "h1r2")
    press("/")
    it.page.keyboard.type("nobody")
    it.page.wait_for_selector("text=Nobody found")
    press("Escape")
    until(it.page, "document.querySelectorAll('.earlier-body > .earlier-line').length === 3")
    run_in_focus(it.page, "h1r3")


def test_an_empty_list_says_what_it_is_for(track, earlier):
    it = earlier(track)
    it.page.wait_for_selector("text=No run has ended yet")
    until(it.page, "document.activeElement.textContent === 'Earlier runs'")


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
    run_in_focus(it.page, "h1r3")


def test_a_run_that_cannot_be_had_says_so_and_is_asked_for_again(heats, desk):
    it = desk(heats, expected_errors=("Failed to load resource",))
    view = Earlier(it)
    it.page.route("**/api/v1/runs/h1r2?*", lambda route: route.abort())
    view.line("h1r2").locator(".run-open").click()
    it.page.wait_for_selector("text=The run could not be read.")
    it.page.unroute("**/api/v1/runs/h1r2?*")
    it.page.get_by_role("button", name="Ask again").click()
    it.page.wait_for_selector("control-run h2 >> text=2 Grace Hopper")
    it.in_focus("2 Grace Hopper")


def test_a_long_history_is_paged_and_read_anew_as_far_as_it_is_loaded(control, server, earlier):
    track = f"many-{now()}"
    fill_many(control, 120, track)
    it = earlier(track)
    it.page.wait_for_selector("text=The latest 50 runs.")
    more = it.page.get_by_role("button", name="Show earlier runs")
    more.focus()
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector("text=The latest 100 runs.")
    run_in_focus(it.page, f"{track}-69")
    more.dblclick()
    it.page.wait_for_selector("text=All 120 runs.")
    more.wait_for(state="hidden")
    run_in_focus(it.page, f"{track}-19")
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
    run_in_focus(it.page, "h2r1")
