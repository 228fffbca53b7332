"""What tests of the history's pages share: waiting, reading, going and looking."""

import pathlib
import re

from axe_playwright_python.sync_playwright import Axe

from scripted_board import until

SHOTS = pathlib.Path(__file__).parent / "screenshots"


def settle(page):
    """Waits until nothing on the page is being asked for."""
    until(page, """document.querySelectorAll('[aria-busy]').length === 0
        && document.querySelector('.run-status, .run-official:not(:empty), [data-part=missing]:not([hidden])')""")


def listed(page):
    settle(page)
    return page.eval_on_selector_all(
        ".run-link", "(links) => links.map((link) => link.getAttribute('href').match(/run\\/([^?]+)/)[1])")


def runner_id(server, name):
    return server.get(f"/api/v1/runners?name={name}").json["runners"][0]["id"]


def tab_to(page, selector):
    """Presses Tab until the focus is there."""
    for _ in range(40):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def text(locator):
    return re.sub(r"\s+", " ", locator.text_content()).strip()


def look_at(page, name, checked=True):
    """Takes a picture; the page is as wide as the window, and axe finds nothing to complain of."""
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if not checked:
        return
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
