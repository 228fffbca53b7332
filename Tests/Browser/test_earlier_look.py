"""How race control's list of earlier runs looks: with names of every kind, and empty."""

import pytest

from control_desk import NAMES, SECOND, command, look, new_track, now, split
from earlier_view import Earlier, heat
from past_runs import ARABIC, JAPANESE

LONG = "Maximiliane-Alexandra von Hohenzollern-Sigmaringen-Habsburg X"
LOOKS = [(360, 760, "dark"), (768, 1024, "light"), (1280, 800, "dark"), (1280, 800, "light"),
         (1920, 1080, "light")]


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
