"""Looking back at one run and at one runner, against the real server."""

import re

import pytest

from history_pages import listed, runner_id, settle, text
from past_runs import run
from scripted_board import SECOND, now
from wire import Wire, command, split

ADA_2 = "/run/ada-2?track=past-hill"


# A run

def test_a_run_shows_time_verdict_splits_and_deltas_as_they_stood(open_at):
    page = open_at(ADA_2)
    assert page.inner_text(".run-official") == "1:42.244"
    assert "▲ personal best" in page.inner_text("[data-part=marks]")
    assert page.get_attribute("[data-part=track]", "href") == "/track/past-hill"
    assert page.get_attribute("[data-part=runner]", "href").startswith("/runner/")
    facts = text(page.locator("[data-part=facts]"))
    # The later, slower ada-3 and the faster runs of others after it change nothing here.
    assert "Personal best then 1:44.000 −1.756" in re.sub(r"then(?=\d)", "then ", facts)
    assert "1:41.800 +0.444 Grace Hopper" in facts
    rows = [[text(cell) for cell in row.locator("th, td").all()]
            for row in page.locator(".splits tbody tr").all()]
    assert [row[0] for row in rows] == ["T-junction", "Back straight", "Finish"]
    assert [row[-2:] for row in rows] == [
        ["−0.770", "+0.230"], ["−0.500", "+1.000"], ["−1.756", "+0.444"]]
    assert "41.230" in rows[0][1] and "41.230" in rows[0][2]


def test_where_time_was_lost_is_drawn_and_said(open_at):
    page = open_at(ADA_2)
    assert page.get_attribute("[data-against=personalBest]", "aria-pressed") == "true"
    page.click("[data-against=overallBest]")
    assert page.locator(".lost-figure").all_inner_texts() == ["+0.230", "+0.770", "−0.556"]
    assert page.locator(".lost-bar").count() == 3
    said = page.get_attribute(".lost-chart", "aria-label")
    assert "overall best" in said and "Most lost: Back straight, +0.770." in said
    assert "Most gained: Finish, −0.556." in said


def test_what_was_set_aside_and_corrected_is_told_with_who_when_and_why(open_at):
    page = open_at(ADA_2)
    aside = page.locator("[data-part=aside-list] > li")
    assert aside.count() == 2
    assert "before the start" in text(aside.nth(0))
    assert "taken out by a person" in text(aside.nth(1))
    corrections = [text(item) for item in page.locator("[data-part=corrections] > li").all()]
    assert len(corrections) == 2
    assert "taken out" in corrections[0] and "Tapped a spectator" in corrections[0]
    assert re.search(r"Split at Back straight moved from [\d:.]+ to [\d:.]+", corrections[1])
    assert "Race control, device tower" in corrections[1]
    assert "Read off the video" in corrections[1]


def test_a_first_run_says_that_there_is_nothing_to_compare_with(open_at):
    page = open_at("/run/ada-1?track=past-hill")
    assert page.is_visible("text=nothing to compare it with")
    assert page.is_hidden("time-lost")


def test_a_run_that_did_not_finish_says_so_with_its_reason(open_at):
    page = open_at("/run/lost-1?track=past-hill")
    assert page.inner_text(".run-official") == "DNF"
    assert "did not finish" in page.inner_text("[data-part=marks]")
    assert page.locator(".splits tbody tr").count() == 1
    assert "Broken chain" in page.inner_text("[data-part=corrections]")


def test_a_run_with_laps_is_compared_lap_by_lap_with_the_best_lap(open_at):
    page = open_at("/run/kart-2?track=past-karts")
    assert "Laps6" in text(page.locator("[data-part=facts]"))
    # There is one comparison, and so nothing to choose.
    assert page.is_hidden("[data-against=overallBest]")
    # Grace's best lap was 29.900.
    assert page.locator(".lost-figure").all_inner_texts() == [
        "+0.600", "+0.800", "−0.200", "−0.400", "−0.400", "+0.800"]
    assert page.locator(".lost-name").nth(2).inner_text() == "Lap 3"
    assert page.locator(".splits tbody tr").count() == 12
    assert page.locator(".splits thead th").all_inner_texts()[0] == "Lap"


def test_a_run_that_is_out_leads_to_the_board_and_ends_before_ones_eyes(past, open_at):
    began = now() - 60 * SECOND
    with Wire(past, "control") as control:
        control.do(*run("past-hill", "out-1", "Dorothy Vaughan", began, 41))
        page = open_at("/run/out-1?track=past-hill")
        assert page.inner_text(".run-official") == "Running"
        assert page.get_attribute("[data-part=board]", "href") == "/track/past-hill"
        assert page.locator(".splits tbody tr").count() == 1
        control.do(split("past-hill", "out-1-2", began + 50 * SECOND, run="out-1"),
                   split("past-hill", "out-1-3", began + 55 * SECOND, run="out-1"))
    page.wait_for_selector(".run-official:text-is('55.000')", timeout=20_000)
    assert page.is_hidden("[data-part=out]")
    with Wire(past, "control") as control:
        control.do(command("voidRun", "past-hill", run="out-1", reason="A test"))
    page.reload()
    settle(page)
    assert page.is_visible("text=This run was taken out of the results")


def test_the_table_of_all_runs_can_be_taken_along(open_at, past):
    page = open_at(ADA_2)
    with page.expect_download() as download:
        page.click("[data-part=csv]")
    assert download.value.suggested_filename == "past-hill-runs.csv"


@pytest.mark.parametrize("path, words", [
    ("/run/nothing", "There is no such run"), ("/run/ada-2?track=past-karts", "There is no such run"),
    ("/run/%E0%A4", "There is no such run"), ("/runner/nobody", "There is no such runner"),
])
def test_an_unknown_run_or_runner_is_told_with_a_way_back(past, open_page, path, words):
    page = open_page(expected_errors=("404", "400"))
    page.goto(past.url + path)
    page.wait_for_selector(f"text={words}")
    page.click("text=See all tracks and runs")
    page.wait_for_selector(".run-link")


# A runner

def test_a_runner_has_bests_by_track_and_all_runs(open_at, past):
    page = open_at(f"/runner/{runner_id(past, 'ada')}")
    assert page.inner_text("h1") == "Ada Lovelace"
    records = [text(record) for record in page.locator(".record").all()]
    assert records[0].startswith("Hill Climb") and "3 runs" in records[0]
    assert "1:42.244" in records[0] and "Sum of best segments" in records[0]
    assert records[1].startswith("Kart Arena") and "Best lap29.500" in records[1]
    assert set(listed(page)) == {"ada-1", "ada-2", "ada-3", "kart-2"}
    page.click(".record-time[href*=ada-2]")
    page.wait_for_url("**/run/ada-2?track=past-hill")


def test_a_runner_goes_by_aliases_and_may_have_no_run(open_at, past):
    past.post(command("registerRunner", runner="mj", name="Mae Jemison", aliases=["Dr. Mae", "ماي"]))
    page = open_at("/runner/mj")
    assert "Also known as Dr. Mae, ماي" in page.inner_text("[data-part=aliases]")
    assert page.is_visible("text=No run of this runner is over yet")
