"""The board page over scripted messages: what it shows, and how it holds still."""

import pathlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from scripted_board import SECOND, ScriptedBoard, now, run, snapshot, split, until

SHOTS = pathlib.Path(__file__).parent / "screenshots"


def board_of(count, **fields):
    return snapshot([run(number, **fields) for number in range(1, count + 1)])


@pytest.fixture
def board(open_page, static_url):
    def open_board(count=5, query="", snapshot_message=None, **options):
        page = open_page(**options)
        return ScriptedBoard(page, static_url, snapshot_message or board_of(count), query)

    return open_board


def order(page):
    return page.eval_on_selector_all(
        ".board-body > .row", "(rows) => rows.map((row) => row.dataset.key)")


def row(page, number):
    return page.locator(f'.row[data-key="r{number}"]')


def test_it_says_hello_then_resumes_from_the_board_it_fetched(board):
    script = board()
    assert script.heard[0] == {"type": "hello", "client": "board/0.1.0"}
    subscribe = script.wait_for("subscribe")
    assert (subscribe["track"], subscribe["epoch"], subscribe["after"]) == ("hill", "e", 10)
    script.wait_for("ping", count=5)


def test_a_settled_split_shows_time_glyph_and_word_and_the_next_segment_runs(board):
    page = board().page
    first = row(page, 1).locator(".cell-time").nth(0)
    assert re.sub(r"\s+", " ", first.inner_text()).strip().startswith("◆")
    assert "41.000" in first.inner_text().replace("\n", "")
    assert "overall best" in first.text_content()
    running = row(page, 1).locator(".cell-time").nth(1).locator(".clock")
    until(
        page, "(cell) => /^\\d+\\.\\d$/.test(cell.textContent)", running.element_handle())
    before = running.text_content()
    until(page, "([cell, text]) => cell.textContent !== text",
          [running.element_handle(), before])


def test_a_verdict_inside_the_uncertainty_is_marked(board):
    cell = row(board().page, 2).locator(".cell-time").nth(0)
    assert "≈▲" in cell.text_content()
    assert "within the uncertainty" in cell.text_content()


def test_rows_keep_their_elements_when_places_change(board):
    script = board()
    page = script.page
    page.evaluate("window.firstRow = document.querySelector('[data-key=r1]')")
    script.update(11, runs=[{"id": "r1", "place": 2}, {"id": "r2", "place": 1}])
    until(
        page, "document.querySelector('.board-body > .row').dataset.key === 'r2'")
    assert order(page)[:3] == ["r2", "r1", "r3"]
    assert page.evaluate("window.firstRow === document.querySelector('[data-key=r1]')")
    assert row(page, 2).locator(".move").text_content() == "↑1"
    assert row(page, 1).locator(".move").text_content() == "↓1"


def test_rows_stand_still_under_a_pressed_pointer(board):
    script = board()
    page = script.page
    row(page, 2).locator(".gap").hover()
    page.mouse.down()
    script.update(11, runs=[{"id": "r1", "place": 2}, {"id": "r2", "place": 1}])
    until(
        page, "document.querySelector('[data-key=r2] .place-number').textContent.endsWith('1')")
    assert order(page)[:2] == ["r1", "r2"]
    page.mouse.up()
    until(
        page, "document.querySelector('.board-body > .row').dataset.key === 'r2'")


def test_a_live_delta_shows_once_the_comparison_has_gone_by(board):
    compare = {"personalBest": 50 * SECOND, "overallBest": 3600 * SECOND}
    board_message = snapshot([run(1, next={"checkpoint": "fin", "lap": 1, "compare": compare})])
    page = board(snapshot_message=board_message).page
    delta = row(page, 1).locator(".delta")
    until(
        page, "(cell) => /^\\+1?\\d\\.\\d$/.test(cell.textContent.trim())", delta.element_handle())
    page.keyboard.press("d")
    until(
        page, "(cell) => cell.textContent.trim() === '+0.310'", delta.element_handle())


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("delta", [-120_000, -68_813_000, 994_485_000, -3_994_485_000])
def test_a_delta_is_never_cut_to_another_one(board, width, delta):
    runs = [run(1, status="finished", next=None, time=61 * SECOND, delta={"personalBest": delta})]
    message = snapshot(runs)
    message["sessions"][0]["rank"] = "time"
    page = board(snapshot_message=message, width=width).page
    cell = page.locator(".board-body > .row .delta")
    fits = cell.evaluate("""(cell) => {
        const [outer, inner] = [cell, cell.querySelector(".clock")].map((each) => each.getBoundingClientRect());
        return inner.width > 0 && inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5;
    }""")
    assert fits, cell.text_content()


def test_an_update_that_does_not_fit_is_answered_by_asking_for_a_snapshot(board):
    script = board()
    script.board["seq"] = 40
    script.board["runs"][0]["runner"]["name"] = "Someone else"
    script.send({"type": "update", "track": "hill", "epoch": "e", "base": 39, "seq": 40,
                 "time": now(), "runs": [{"id": "r1", "place": 5}]})
    subscribe = script.wait_for("subscribe", count=2)
    assert "after" not in subscribe
    script.page.wait_for_selector("text=Someone else")


def test_it_comes_back_after_a_break_and_resumes(board):
    script = board()
    script.update(11, runs=[{"id": "r1", "number": "77"}])
    until(script.page, "document.querySelector('[data-key=r1] .number').textContent === '77'")
    script.socket.close(code=1012)
    subscribe = script.wait_for("subscribe", count=2)
    assert subscribe["after"] == 11
    script.page.wait_for_selector("connection-state[data-state=live]")


def test_it_does_not_come_back_when_told_not_to(board):
    script = board()
    script.socket.close(code=4501)
    script.page.wait_for_selector("text=Stopped by the server")
    assert script.connections == 1


def test_silence_is_told_as_stale_with_the_time(board):
    page = board().page
    page.wait_for_selector("connection-state[data-state=stale]", timeout=8000)
    assert re.search(r"Stale since\s*\d\d:\d\d:\d\d", page.inner_text("connection-state"))


def test_removed_runs_leave_and_statuses_are_words(board):
    script = board()
    script.update(11, removed={"runs": ["r2"]}, runs=[{"id": "r3", "status": "dnf", "next": None}])
    script.page.wait_for_selector('.row[data-key="r2"]', state="detached")
    status = row(script.page, 3).locator(".status-word")
    assert (status.inner_text(), status.get_attribute("title")) == ("DNF", "did not finish")


def test_a_finisher_carries_a_flag_and_is_announced(board):
    script = board()
    start = script.board["runs"][0]["startedAt"]
    at = start + 62 * SECOND
    script.update(11, runs=[{"id": "r1", "status": "finished", "finishedAt": at, "next": None,
                             "time": 62 * SECOND,
                             "splits": [split("1-2", "fin", at, start, 21 * SECOND)]}])
    script.page.wait_for_selector('.row[data-key="r1"][data-status=finished] .flag-glyph')
    until(script.page, """document.querySelector('[data-part=announcer]')
        .textContent.includes('Ada Lovelace finished in 1:02.000')""")
    assert row(script.page, 1).locator(".total").inner_text().replace("\n", "").strip() == "1:02.000"


def test_pause_freezes_the_view_and_goes_on_to_the_newest(board):
    script = board()
    page = script.page
    page.keyboard.press("p")
    page.wait_for_selector(".pause-banner >> text=Paused at")
    clock = row(page, 1).locator(".total .clock")
    frozen = clock.text_content()
    script.update(11, runs=[{"id": "r1", "number": "99"}])
    page.wait_for_selector("text=1 update waits")
    assert clock.text_content() == frozen
    assert row(page, 1).locator(".number").inner_text() == "1"
    page.click(".pause-banner button")
    until(
        page, "document.querySelector('[data-key=r1] .number').textContent === '99'")
    assert page.is_hidden(".pause-banner")


def test_keys_step_through_view_delta_gap_and_open_the_help(board):
    page = board().page
    page.keyboard.press("s")
    assert page.get_attribute("board-page", "data-view") == "totals"
    page.keyboard.press("d")
    assert "vs best" in page.inner_text(".delta .head-button")
    page.keyboard.press("g")
    assert page.inner_text(".gap .head-button") == "Interval"
    page.keyboard.press("?")
    assert page.is_visible("dialog[open]")
    page.keyboard.press("Escape")
    assert page.is_hidden("dialog")
    page.reload()
    page.wait_for_selector("board-page.is-ready[data-view=totals]")


def test_the_keyboard_opens_a_row_and_follows_a_runner(board):
    page = board().page
    row(page, 3).locator(".runner-button").focus()
    page.keyboard.press("Enter")
    assert row(page, 3).locator(".details").is_visible()
    assert "on track" in row(page, 3).locator(".details").inner_text()
    row(page, 3).locator(".star").focus()
    page.keyboard.press("Enter")
    until(
        page, "document.querySelector('.board-body > .row').dataset.key === 'r3'")
    assert row(page, 3).locator(".star").get_attribute("aria-pressed") == "true"


def test_the_big_screen_turns_pages_without_a_scroll_bar_or_a_cursor(board):
    page = board(count=40, query="?screen=big", width=1920, height=1080).page
    page.wait_for_selector("html.big .page-number:text-matches('1 / [34]')")
    shown = page.locator(".board-body > .row:visible").count()
    assert 10 <= shown <= 15
    fits = page.evaluate("""[document.documentElement.scrollHeight <= innerHeight,
        getComputedStyle(document.body).cursor,
        document.querySelector('.board-body > .row:not([hidden])').scrollWidth <= innerWidth]""")
    assert fits == [True, "none", True]


def test_an_unknown_track_is_told_with_a_way_back(open_page, static_url):
    page = open_page(expected_errors=("404", "WebSocket"))
    page.goto(f"{static_url}/track/nowhere")
    page.wait_for_selector("text=There is no such track")
    assert page.get_attribute("main a:visible", "href") == "/"
    assert Axe().run(page).violations_count == 0


def test_nothing_shifts_while_clocks_run_and_splits_arrive(board):
    script = board(count=20)
    page = script.page
    until(page, "document.querySelector('.running .whole').textContent !== ''")
    page.evaluate("""() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
                window.shifts.push(entry.sources.map((source) =>
                    `${entry.value} ${source.node?.outerHTML ?? source.node?.parentNode?.outerHTML}`));
            }
        }).observe({ type: "layout-shift" });
        window.frames = 0;
        const count = () => { window.frames += 1; requestAnimationFrame(count); };
        requestAnimationFrame(count);
    }""")
    for n in range(1, 11):
        start = script.board["runs"][n - 1]["startedAt"]
        at = start + 62 * SECOND
        script.update(10 + n, runs=[{"id": f"r{n}", "gap": n * 1_000_000, "splits": [
            split(f"{n}-2", "fin", at, start, 21 * SECOND, "personalBest")]}])
        page.wait_for_timeout(60)
    until(page, "window.frames > 90")
    assert page.evaluate("window.shifts") == []


LOOKS = [(360, 740, "dark"), (360, 740, "light"), (390, 844, "dark"), (768, 1024, "light"),
         (1280, 800, "dark"), (1280, 800, "light"), (1920, 1080, "dark")]


@pytest.mark.parametrize("count", [12, 0])
@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_the_board_is_accessible_and_fits(board, count, width, height, scheme):
    page = board(count=count, width=width, height=height, color_scheme=scheme).page
    if count:
        until(page, "document.querySelector('.running .whole').textContent !== ''")
    else:
        page.wait_for_selector("text=No runs yet")
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"board-{'' if count else 'empty-'}{scheme}-{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_an_open_row_and_the_help_are_accessible(board, scheme):
    page = board(color_scheme=scheme, reduced_motion="reduce").page
    row(page, 2).locator(".runner-button").click()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.keyboard.press("?")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_the_theme_button_overrides_the_system_and_is_remembered(board):
    page = board(color_scheme="dark").page
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(13, 17, 23)"
    page.click("theme-button button")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.reload()
    assert page.evaluate(ground) == "rgb(255, 255, 255)"


def test_reduced_motion_lets_rows_stand_and_nothing_lights_up(board):
    script = board(reduced_motion="reduce")
    script.update(11, runs=[{"id": "r1", "place": 2}, {"id": "r2", "place": 1}])
    until(
        script.page,
        "document.querySelector('.board-body > .row').dataset.key === 'r2'")
    assert script.page.evaluate("document.getAnimations().length") == 0
    assert row(script.page, 2).locator(".move").text_content() == "↑1"


def test_a_heartbeat_is_not_counted_as_news_while_paused(board):
    script = board()
    script.page.keyboard.press("p")
    script.send({"type": "update", "track": "hill", "epoch": "e", "base": 10, "seq": 10,
                 "time": now()})
    script.update(11, runs=[{"id": "r1", "number": "7"}])
    script.page.wait_for_selector("text=1 update waits")


def test_a_held_clock_stands(board):
    held = [{"from": now() - 30 * SECOND, "to": None}]
    page = board(snapshot_message=snapshot([run(1, held=held), run(2)])).page
    standing = row(page, 1).locator(".total .clock")
    running = row(page, 2).locator(".total .clock")
    until(page, "(cell) => cell.textContent !== ''", running.element_handle())
    before = (standing.text_content(), running.text_content())
    until(page, "([cell, text]) => cell.textContent !== text",
          [running.element_handle(), before[1]])
    assert standing.text_content() == before[0]


@pytest.mark.parametrize("kind, words", [
    ("storageUnavailable", "The server cannot save new times."),
    ("storageSlow", "The server is slow to save new times.")])
def test_a_server_that_cannot_save_is_told_across_the_board(board, kind, words):
    script = board()
    script.update(11, banner={"kind": kind, "since": now()})
    script.page.wait_for_selector(f"text={words}")
    script.update(12, banner=None)
    script.page.wait_for_selector(".trouble-banner", state="hidden")


def test_runs_of_another_session_can_be_chosen(board):
    message = snapshot([run(1), run(2, session="open")])
    message["sessions"].append(message["sessions"][0] | {
        "id": "open", "name": "Open", "current": False})
    page = board(snapshot_message=message).page
    assert order(page) == ["r1"]
    page.select_option("select[aria-label=Session]", label="Open")
    until(page, "document.querySelector('.board-body > .row').dataset.key === 'r2'")
    assert order(page) == ["r2"]
