"""Every button of every page is pressed by a test. This file runs last: see `conftest.py`."""

import pytest

from pressed import PAGES, Pressed
from server_process import binary

EXAMPLE = """<!doctype html><main>
    <made-up><button id="one">Void 7 Ada</button><button id="two">Void 8 Grace</button></made-up>
    <button id="never">Never pressed</button><button hidden>Never shown</button>
    <button id="off" disabled>Always off</button>
    <form><select id="field"><option>a<option>b</select><button>Save Heat 1</button></form>
</main>"""


@pytest.fixture
def example(browser, static_url):
    """A page of its own, watched by a record of its own."""
    record = Pressed()
    context = browser.new_context()
    context.add_init_script("window.tellPressed = (things) => window.tellExample(things);")
    context.expose_binding("tellExample", lambda source, things: record.note(things))
    page = context.new_page()
    page.route("**/example/page", lambda route: route.fulfill(body=EXAMPLE, content_type="text/html"))
    page.goto(f"{static_url}/example/page")
    yield page, record
    context.close()


def words(buttons):
    return {each.words for each in buttons}


def wait_for(page, condition):
    for _ in range(500):
        if condition():
            return
        page.wait_for_timeout(20)
    raise AssertionError("never came true")


def test_what_was_shown_and_never_pressed_is_found(example):
    page, record = example
    wait_for(page, lambda: len(record.shown) == 5)
    page.click("#two")
    page.select_option("#field", "b")
    page.locator("#off").dispatch_event("click")
    page.keyboard.press("v")
    wait_for(page, lambda: len(record.pressed) == 2)
    assert words(record.never_pressed({"example"})) == {"Never pressed", "Always off", "Save …"}
    page.focus("#never")
    page.keyboard.press("Enter")
    wait_for(page, lambda: len(record.pressed) == 3)
    assert words(record.never_pressed({"example"})) == {"Always off", "Save …"}


def test_every_button_that_was_shown_was_pressed(pressed, whole_suite):
    if not whole_suite:
        pytest.skip("Only a part of Tests/Browser was selected, so not every button can have been "
                    "pressed. Run the folder as a whole.")
    binary()  # Without the server most tests of pages are left out.
    # A record that has broken down finds nothing to complain of.
    assert {each.page for each in pressed.pressed} == PAGES - {"404"}
    never = pressed.never_pressed()
    assert not never, "Shown, and never pressed by any test:\n" + "\n".join(map(str, never))
