"""What the pages of the history share: the keyboard leads through them, and they fit at every width."""

import pytest

from history_pages import look_at, runner_id, settle, tab_to
from scripted_board import until
from wire import command

ADA_2 = "/run/ada-2?track=past-hill"
# Every width once, and both schemes on a phone and on a desktop.
LOOKS = [(360, 760, "dark"), (390, 844, "dark"), (390, 844, "light"), (768, 1024, "light"),
         (1280, 800, "dark"), (1280, 800, "light"), (1920, 1080, "dark")]


def test_the_keyboard_leads_from_the_list_to_a_runner(open_at, past):
    page = open_at("/?track=past-hill&status=finished")
    page.focus("#runner")
    tab_to(page, ".run-link[href*=ada-2]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/run/ada-2*")
    settle(page)
    page.keyboard.press("Tab")
    until(page, "document.activeElement.textContent === 'Skip to the run'")
    tab_to(page, "[data-against=overallBest]")
    page.keyboard.press("Space")
    assert page.get_attribute("[data-against=overallBest]", "aria-pressed") == "true"
    page.focus("[data-part=runner]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/runner/*")


@pytest.mark.parametrize("width, height, scheme", LOOKS)
@pytest.mark.parametrize("name, path", [
    ("history", "/"), ("history-none", "/?track=past-karts&status=dsq"), ("run", ADA_2),
    ("run-laps", "/run/kart-2?track=past-karts"), ("run-dnf", "/run/lost-1?track=past-hill"),
    ("run-arabic", "/run/arab-1?track=past-hill"), ("run-japanese", "/run/japan-1?track=past-hill"),
    ("runner", "ada"),
])
def test_every_page_is_accessible_and_fits(open_at, past, name, path, width, height, scheme):
    path = path if path.startswith("/") else f"/runner/{runner_id(past, path)}"
    page = open_at(path, width=width, height=height, color_scheme=scheme, reduced_motion="reduce")
    look_at(page, f"{name}-{scheme}-{width}", checked=width in (390, 1280))


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_a_runner_without_a_run_is_accessible_and_fits(past, open_at, width, height, scheme):
    past.post(command("registerRunner", runner="fresh", name="Mae Jemison"))
    page = open_at("/runner/fresh", width=width, height=height, color_scheme=scheme)
    assert page.is_visible("text=No run of this runner is over yet")
    look_at(page, f"runner-empty-{scheme}-{width}")


@pytest.mark.parametrize("width, height, scheme", LOOKS)
def test_an_address_that_leads_nowhere_is_accessible_and_fits(past, open_page, width, height, scheme):
    page = open_page(width, height, expected_errors=("404",), color_scheme=scheme)
    page.goto(f"{past.url}/nothing")
    look_at(page, f"nowhere-{scheme}-{width}")


@pytest.mark.parametrize("width, height, scheme", [
    (360, 760, "light"), (390, 844, "dark"), (768, 1024, "dark"), (1280, 800, "dark"),
    (1280, 800, "light"), (1920, 1080, "light")])
@pytest.mark.parametrize("name, path", [
    ("history-empty", "/"), ("run-missing", "/run/nothing"), ("runner-missing", "/runner/nobody"),
])
def test_empty_pages_are_accessible_and_fit(empty, open_page, name, path, width, height, scheme):
    page = open_page(width, height, expected_errors=("404",), color_scheme=scheme)
    page.goto(empty.url + path)
    settle(page)
    look_at(page, f"{name}-{scheme}-{width}")


@pytest.mark.parametrize("width, height, scheme", [(360, 760, "dark"), (1280, 800, "light")])
def test_the_open_list_of_runners_is_accessible_and_fits(open_at, width, height, scheme):
    page = open_at("/", width=width, height=height, color_scheme=scheme)
    page.focus("#runner")
    page.keyboard.type("a")
    page.wait_for_selector("[role=option]")
    look_at(page, f"history-picker-{scheme}-{width}")
