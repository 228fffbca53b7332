"""Looking back over the runs of all tracks, against the real server: the list and its filters."""

import pytest

from history_pages import listed, runner_id, settle, text
from past_runs import fill_many, hill, run
from scripted_board import SECOND, now, until
from wire import Wire


def test_recent_runs_of_all_tracks_stand_by_day_newest_first(open_at):
    page = open_at("/")
    runs = listed(page)
    assert runs[0] == "lost-1" and runs.index("grace-1") + 1 == runs.index("ada-1")
    assert set(runs) >= {"ada-2", "kart-2", "arab-1", "japan-1", "grace-1"}
    assert len(page.locator(".run-day").all_inner_texts()) >= 3
    row = page.locator(".run-link[href*=grace-1]")
    for words in ("Grace Hopper", "Hill Climb", "3", "1:41.800", "overall best"):
        assert words in text(row)
    assert "◆" in text(row)
    assert "DNF" in text(page.locator(".run-link[href*=lost-1]"))
    assert "2 laps" in text(page.locator(".run-link[href*=kart-1]"))


def test_a_row_leads_to_its_run_and_back_leads_to_the_list(open_at):
    page = open_at("/?track=past-hill")
    page.click(".run-link[href*=grace-1]")
    page.wait_for_url("**/run/grace-1?track=past-hill")
    settle(page)
    page.go_back()
    page.wait_for_url("**/?track=past-hill")
    assert "kart-2" not in listed(page) and "grace-1" in listed(page)


def test_each_filter_narrows_the_list_and_goes_into_the_address(open_at, past):
    page = open_at("/")
    page.select_option("[data-part=track]", label="Kart Arena")
    until(page, "location.search === '?track=past-karts'")
    until(page, "document.querySelectorAll('.run-link').length === 2")
    assert listed(page) == ["kart-2", "kart-1"]
    page.select_option("[data-part=track]", label="All tracks")
    page.select_option("[data-part=status]", "dnf")
    until(page, "document.querySelectorAll('.run-link').length === 1")
    assert listed(page) == ["lost-1"]
    page.click("text=Show all")
    until(page, "location.search === '' && document.querySelectorAll('.run-link').length > 5")
    day = page.evaluate("""async () => {
        const { dayOf } = await import('/js/calendar.js');
        const run = await (await fetch('/api/v1/runs/ada-1')).json();
        return dayOf(run.finishedAt);
    }""")
    page.fill("[data-part=day]", day)
    until(page, "document.querySelectorAll('.run-link').length === 1")
    assert listed(page) == ["ada-1"]
    page.go_back()
    until(page, "document.querySelectorAll('.run-link').length > 5")
    assert page.input_value("[data-part=day]") == ""


def test_a_runner_is_found_by_keyboard_alone_while_one_types(open_at, past):
    page = open_at("/")
    page.focus("#runner")
    page.keyboard.type("ad")
    page.wait_for_selector("[role=option] >> text=Ada Lovelace")
    assert page.get_attribute("#runner", "aria-expanded") == "true"
    assert page.get_attribute("#runner", "aria-activedescendant") == "picker-0"
    page.keyboard.press("Enter")
    ada = runner_id(past, "ada")
    until(page, f"location.search === '?runner={ada}'")
    until(page, "document.querySelectorAll('.run-link').length === 4")
    assert set(listed(page)) == {"ada-1", "ada-2", "ada-3", "kart-2"}
    page.focus("#runner")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Tab")
    until(page, "location.search === ''")


def test_a_half_typed_name_narrows_nothing_and_escape_takes_it_back(open_at):
    page = open_at("/")
    page.focus("#runner")
    page.keyboard.type("nobody")
    page.wait_for_selector("text=No runner has that name")
    page.keyboard.press("Escape")
    assert page.input_value("#runner") == ""
    assert page.evaluate("location.search") == ""


def test_an_address_with_several_filters_shows_what_it_says(open_at, past):
    page = open_at(f"/?track=past-hill&runner={runner_id(past, 'ada')}&status=finished")
    assert set(listed(page)) == {"ada-1", "ada-2", "ada-3"}
    until(page, "document.querySelector('[data-part=track]').selectedOptions[0].text === 'Hill Climb'")
    until(page, "document.querySelector('#runner').value === 'Ada Lovelace'")
    assert page.input_value("[data-part=status]") == "finished"
    page.reload()
    assert set(listed(page)) == {"ada-1", "ada-2", "ada-3"}


def test_an_address_that_makes_no_sense_shows_all_runs(open_at):
    page = open_at("/?day=2026-13-45&status=lost&colour=red")
    assert len(listed(page)) > 5


def test_no_match_is_told_with_a_way_out(open_at):
    page = open_at("/?track=past-karts&status=dsq")
    assert listed(page) == []
    assert page.is_visible("text=No run is like that.")
    page.click("text=Show all")
    until(page, "document.querySelectorAll('.run-link').length > 5")
    settle(page)
    assert page.is_hidden("text=No run is like that.")


def test_a_server_without_runs_says_what_comes_here(open_at, empty):
    page = open_at("/", server=empty)
    assert page.is_visible("text=No run is over yet.")
    assert page.is_hidden("[data-part=filters]")


@pytest.mark.parametrize("count", [50, 101])
def test_more_runs_come_a_page_at_a_time_each_once(past, open_at, count):
    track = f"past-many-{count}"
    with Wire(past, "control") as control:
        fill_many(control, count, track)
    page = open_at(f"/?track={track}")
    more = page.locator("run-list > .control:has-text('Show more')")
    while more.is_visible():
        before = len(listed(page))
        assert before % 50 == 0
        more.focus()
        page.keyboard.press("Enter")
        until(page, f"document.querySelectorAll('.run-link').length > {before}")
        until(page, "document.activeElement.classList.contains('run-link')")
        settle(page)
    assert listed(page) == [f"{track}-{number}" for number in reversed(range(count))]
    assert page.inner_text(".run-status") == f"{count} runs"


def test_a_list_that_cannot_be_read_is_told_and_asked_for_again(past, open_page):
    page = open_page(expected_errors=("Failed to load resource",))
    page.route("**/api/v1/runs?*", lambda route: route.fulfill(
        status=503, json={"code": "unavailable", "detail": "The server is too busy."}))
    page.goto(past.url)
    page.wait_for_selector("text=The runs could not be read. The server is too busy.")
    page.unroute("**/api/v1/runs?*")
    page.click("text=Ask again")
    page.wait_for_selector(".run-link[href*=ada-2]")


def test_runs_that_end_meanwhile_are_offered_and_do_not_move_the_list(past, open_at):
    began = now() - 100 * SECOND
    with Wire(past, "control") as control:
        control.do(hill("past-news", "Newsworthy"),
                   *run("past-news", "news-1", "Grace Hopper", began - 3000 * 86400 * SECOND, 1, 2, 3))
        page = open_at("/?track=past-news")
        control.do(*run("past-news", "news-2", "Grace Hopper", began - 2999 * 86400 * SECOND, 1, 2, 4))
        page.wait_for_selector("text=Show the runs that ended since")
    assert listed(page) == ["news-1"]
    page.click("text=Show the runs that ended since")
    until(page, "document.querySelectorAll('.run-link').length === 2")
    assert listed(page) == ["news-2", "news-1"]
    assert page.is_hidden("[data-part=news]")
