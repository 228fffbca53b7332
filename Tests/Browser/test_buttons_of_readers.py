"""What readers press on the front page, the board, a run and a runner, where no other test presses it."""

import pytest

from past_runs import fill_many, hill, run
from scripted_board import SECOND, ScriptedBoard, now, snapshot, until
from scripted_board import run as board_run
from server_process import wait_until
from wire import Wire, course

GROUNDS = {"Auto": "rgb(13, 17, 23)", "Light": "rgb(255, 255, 255)", "Dark": "rgb(13, 17, 23)"}


@pytest.mark.parametrize("path", [
    "/", "/track/colours", "/run/nothing", "/runner/nobody", "/timer", "/control"])
def test_the_colours_of_every_page_go_round(server, open_page, path):
    server.post(course("colours"))
    page = open_page(color_scheme="dark", expected_errors=("404",))
    page.goto(server.url + path)
    button = page.locator("theme-button button")
    button.wait_for()
    seen = set()
    for _ in range(3):
        before = button.inner_text()
        button.click()
        word = button.inner_text().split()[-1]
        assert button.inner_text() != before
        assert button.get_attribute("aria-label") == f"Colours: {word}"
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == GROUNDS[word]
        seen.add(word)
    assert seen == set(GROUNDS)


# The board

@pytest.fixture
def board(open_page, static_url):
    message = snapshot([board_run(number) for number in range(1, 6)])
    return ScriptedBoard(open_page(), static_url, message).page


def test_the_view_is_switched_by_its_button(board):
    first = board.locator('.row[data-key="r1"] .cell-time').nth(0)
    assert "overall best" in first.text_content()
    board.click("[data-action=view]")
    assert board.get_attribute("board-page", "data-view") == "totals"
    assert "overall best" not in first.text_content() and "41.000" in first.text_content()
    assert board.get_attribute("[data-action=view]", "aria-label") == "View: totals"
    board.click("[data-action=view]")
    assert board.get_attribute("board-page", "data-view") == "segments"


@pytest.mark.parametrize("action, head, words", [
    ("delta", ".delta .head-button", ["vs best", "vs leader", "vs PB"]),
    ("gap", ".gap .head-button", ["Interval", "Gap"]),
])
def test_what_is_compared_is_chosen_above_the_board_and_in_its_head(board, action, head, words):
    for pressed in (f"[data-action={action}]", head):
        for word in words:
            board.click(pressed)
            assert board.inner_text(f"[data-part={action}-word]") == word
            assert board.inner_text(head).endswith(word)


def test_the_board_is_paused_and_goes_on_by_one_button(board):
    button = board.locator("[data-part=pause-button]")
    button.click()
    board.wait_for_selector(".pause-banner >> text=Paused at")
    assert (button.inner_text(), button.get_attribute("aria-pressed")) == ("Go on", "true")
    button.click()
    board.wait_for_selector(".pause-banner", state="hidden")
    assert (button.inner_text(), button.get_attribute("aria-pressed")) == ("Pause", "false")


def test_the_big_screen_is_turned_on_by_its_button_and_off_by_its_key(board):
    board.click("[data-action=screen]")
    until(board, "document.documentElement.classList.contains('big')")
    board.keyboard.press("f")
    until(board, "!document.documentElement.classList.contains('big')")


def test_the_help_is_opened_and_closed_by_buttons(board):
    board.click("[data-action=help]")
    assert board.is_visible("text=Reading the board")
    board.click("help-dialog button")
    assert board.is_hidden("help-dialog dialog")


# Looking back

def test_a_runner_is_picked_with_the_mouse(server, open_page):
    with Wire(server, "control") as control:
        control.do(hill("past-mouse", "Mouse Hill"),
                   *run("past-mouse", "mouse-1", "Wilhelmina Mouse", now() - 900 * SECOND, 1, 2, 3))
    wait_until(lambda: server.get("/api/v1/runs?track=past-mouse").json["runs"], "the run is stored")
    page = open_page()
    page.goto(server.url)
    page.wait_for_selector(".run-link")
    page.fill("#runner", "wilhelmina")
    page.click("[role=option] >> text=Wilhelmina Mouse")
    until(page, "location.search.startsWith('?runner=')")
    until(page, "document.querySelectorAll('.run-link').length === 1")
    assert page.input_value("#runner") == "Wilhelmina Mouse"


def test_where_time_was_lost_is_compared_with_the_one_and_the_other(server, open_page):
    began = now() - 900 * SECOND
    with Wire(server, "control") as control:
        control.do(hill("past-both", "Both Hill"),
                   *run("past-both", "both-1", "Ada", began, 10, 20, 30),
                   *run("past-both", "both-2", "Grace", began + 100 * SECOND, 9, 18, 27),
                   *run("past-both", "both-3", "Ada", began + 200 * SECOND, 11, 20, 29))
    page = open_page()
    page.goto(f"{server.url}/run/both-3?track=past-both")
    page.click("[data-against=overallBest]")
    assert page.locator(".lost-figure").all_inner_texts() == ["+2.000", "0.000", "0.000"]
    page.click("[data-against=personalBest]")
    assert page.locator(".lost-figure").all_inner_texts() == ["+1.000", "−1.000", "−1.000"]
    assert page.get_attribute("[data-against=personalBest]", "aria-pressed") == "true"


def test_more_runs_of_a_runner_come_a_page_at_a_time(server, open_page):
    with Wire(server, "control") as control:
        fill_many(control, 60, "past-of-one", "Tirunesh of Many Runs")
    runner = server.get("/api/v1/runners?name=tirunesh").json["runners"][0]["id"]
    page = open_page(expected_errors=("Failed to load resource",))
    page.goto(f"{server.url}/runner/{runner}")
    page.wait_for_selector(".run-link")
    assert page.locator(".run-link").count() == 50
    page.route("**/api/v1/runs?*", lambda route: route.fulfill(
        status=503, json={"code": "unavailable", "detail": "The server is too busy."}))
    page.click("text=Show more runs")
    page.wait_for_selector("text=The server is too busy.")
    page.unroute("**/api/v1/runs?*")
    page.click("text=Ask again")
    until(page, "document.querySelectorAll('.run-link').length === 60")
