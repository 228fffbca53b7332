"""What race control presses with the mouse, where no other test presses it: each button does what it says."""

import pytest

from control_desk import SECOND, command, new_track, now, race, split, until


def button(place, name):
    return place.get_by_role("button", name=name)


@pytest.fixture
def racing(control, track, desk):
    """A desk over a race that began a minute ago; two of eight have passed the first checkpoint."""
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.page.wait_for_selector('.run-line[data-run="r8"]')
    return it


# The page

def test_the_views_the_order_and_the_help_have_buttons(racing):
    page = racing.page
    for view in ("starts", "sessions", "track", "devices", "runs"):
        page.click(f".view-button[data-view={view}]")
        assert page.get_attribute("control-page", "data-view") == view
    page.click("[data-action=order]")
    assert page.inner_text("[data-action=order]") == "By number"
    page.click("[data-action=help]")
    page.click("help-dialog button")
    assert page.is_hidden("help-dialog dialog")


def test_an_empty_table_leads_to_the_start_list(track, desk):
    page = desk(track).page
    page.click("text=Go to the start list")
    page.wait_for_selector("text=Nobody is entered yet")


def test_the_desk_leads_to_its_board(racing):
    racing.page.click("[data-part=board-link]")
    racing.page.wait_for_url(f"**/track/{racing.track}")


def test_another_session_is_looked_at(racing):
    page = racing.page
    page.select_option("select[aria-label=Session]", "open")
    page.wait_for_selector("text=No runs yet")
    page.select_option("select[aria-label=Session]", label="Final")
    page.wait_for_selector('.run-line[data-run="r8"]')


def test_what_was_done_is_undone_and_its_message_put_away(racing):
    racing.open("r1")
    button(racing.capture("x1-1"), "Void").click()
    racing.toast("Voided t1 of 1 Ada Lovelace")
    button(racing.page.locator("control-toast"), "Undo").click()
    racing.toast("Undone: Voided")
    assert racing.split("x1-1")["state"] == "counted"
    button(racing.page.locator("control-toast"), "Put this message away").click()
    assert racing.page.is_hidden("control-toast")


# A run and its captures

def test_a_capture_is_voided_restored_and_given_to_another_checkpoint(racing):
    racing.open("r1")
    capture = racing.capture("x1-1")
    button(capture, "Void").click()
    racing.toast("Voided")
    button(capture, "Restore").click()
    racing.toast("Restored t1 of 1 Ada Lovelace")
    assert racing.split("x1-1")["state"] == "counted"
    button(capture, "Give").click()
    racing.page.select_option("#dialog-checkpoint", "finish")
    racing.submit()
    racing.toast("Gave finish to 1 Ada Lovelace")
    assert racing.run("r1")["status"] == "finished"


def test_a_capture_that_came_too_soon_is_accepted_at_its_run_or_where_it_is_asked_about(control, desk):
    track = new_track(control, checkpoints=[
        {"id": name, "name": name, "minimumSegment": 50 * SECOND} for name in ("t1", "finish")])
    race(control, track, now() - 60 * SECOND)
    it = desk(track)
    it.attention("2 Grace Hopper").wait_for()
    it.open("r1")
    button(it.capture("x1-1"), "Accept").click()
    it.toast("Accepted t1 of 1 Ada Lovelace")
    assert it.split("x1-1")["state"] == "counted"
    button(it.attention("2 Grace Hopper"), "Accept").click()
    it.toast("Accepted t1 of 2 Grace Hopper")
    assert it.split("x2-1")["state"] == "counted"


def test_what_cannot_be_made_to_count_is_not_offered_to_be_accepted(control, racing):
    control.do(split(racing.track, "again", now() - 10 * SECOND, run="r1", checkpoint="t1"),
               split(racing.track, "early", now() - 90 * SECOND, run="r1", checkpoint="t1"),
               split(racing.track, "end", now() - 9 * SECOND, run="r2", checkpoint="finish"),
               split(racing.track, "late", now() - SECOND, run="r2", checkpoint="finish"))
    racing.attention("after the finish").wait_for()
    racing.open("r1")
    for capture in ("again", "early"):
        racing.capture(capture).wait_for()
        assert button(racing.capture(capture), "Move").is_visible()
        assert button(racing.capture(capture), "Accept").count() == 0
    assert button(racing.page.locator(".attention-item"), "Accept").count() == 0


def test_a_run_is_given_a_status_a_split_a_number_an_end_and_closed(racing):
    page = racing.page
    racing.open("r3")
    of_run = page.locator("control-run")
    button(of_run, "Status").click()
    page.select_option("#dialog-status", "dsq")
    racing.submit()
    racing.toast("Set 3 عبد الرحمن الخوارزمي DSQ")
    button(of_run, "Reopen").click()
    racing.toast("Reopened")
    button(of_run, "Add split").click()
    page.select_option("#dialog-checkpoint", "t1")
    page.fill("#dialog-at", "-20")
    racing.submit()
    racing.toast("Added t1 of 3")
    assert [each["checkpoint"] for each in racing.run("r3")["splits"]] == ["t1"]
    button(of_run, "Edit").click()
    page.fill("#dialog-number", "33")
    page.select_option("#dialog-session", "open")
    # The session that started last stays the current one.
    page.fill("#dialog-at", "-10")
    racing.submit()
    racing.toast("Edited the run")
    page.wait_for_selector('.run-line[data-run="r3"]', state="detached")
    racing.open("r4")
    button(of_run, "Finish").click()
    racing.submit()
    racing.toast("Finished 4")
    assert racing.run("r4")["status"] == "dnf"
    button(of_run, "Close this run").click()
    assert page.is_hidden("control-run")


def test_the_next_checkpoint_of_a_run_is_skipped(racing):
    racing.open("r5")
    button(racing.page.locator("control-run"), "Skip next").click()
    racing.toast("Skipped t1 of 5 Katherine Johnson")
    assert racing.run("r5")["next"]["checkpoint"] == "finish"


def test_a_form_is_left_and_changes_nothing(racing):
    racing.open("r1")
    button(racing.capture("x1-1"), "Move").click()
    racing.page.fill("#dialog-at", "+1")
    racing.page.click("text=Leave it as it is")
    racing.page.wait_for_selector(".control-dialog", state="hidden")
    assert racing.split("x1-1")["corrected"] is False


# What needs attention

@pytest.fixture
def asking(control, track, desk):
    """A desk over a race with a capture too early, one of nobody, one missed, and runs that are overdue."""
    began = now() - 300 * SECOND
    race(control, track, began, passed=0)
    control.do(split(track, "early", began - 5 * SECOND, run="r1", checkpoint="t1"),
               split(track, "end", began + 80 * SECOND, run="r2", checkpoint="finish"),
               split(track, "whose", began + 50 * SECOND, checkpoint="t1"))
    it = desk(track)
    it.attention("Whose is it?").wait_for()
    it.attention("Overdue").first.wait_for()
    return it


def test_an_early_capture_is_moved_into_the_run(asking):
    button(asking.attention("before the start"), "Move").click()
    asking.page.fill("#dialog-at", "+45")
    asking.submit()
    asking.toast("Moved t1 of 1 Ada Lovelace")
    assert asking.run("r1")["splits"][0]["split"] == 40 * SECOND


def test_a_capture_of_nobody_is_voided(asking):
    button(asking.attention("Whose is it?"), "Void").click()
    asking.toast("Voided t1")
    assert asking.split("whose")["state"] == "voided"


def test_an_overdue_run_is_opened_from_there_and_finished(asking):
    line = asking.attention("Overdue 6")
    button(line, "6 Maximiliane").first.click()
    asking.page.wait_for_selector("control-run h2 >> text=6 Maximiliane")
    button(line, "Finish").click()
    asking.submit()
    asking.toast("Finished 6")
    assert asking.run("r6")["status"] == "dnf"


# Before the race

def test_a_session_shows_every_flag(control, track, desk):
    it = desk(track)
    control.do(command("createSession", track, session="heat", name="Heat", rank="race"))
    it.page.click(".view-button[data-view=sessions]")
    card = it.page.locator(".session-card", has_text="Heat")
    for flag in ("Yellow", "Red", "Green"):
        button(card, flag).click()
        it.toast(f"Showed the {flag.lower()} flag in Heat")
        until(it.page, "(flag) => document.querySelector('[data-session=heat] [data-flag=' + flag + ']')"
                       ".getAttribute('aria-pressed') === 'true'", flag.lower())
    button(card, "Finish flag").click()
    it.submit()
    it.toast("Showed the chequered flag in Heat")
    assert next(each for each in it.board()["sessions"] if each["id"] == "heat")["flag"] == "finish"


CHOICES = {"rank": "lap", "counts": "sum", "finish": "leader", "ties": "second", "clock": "net",
           "scope": "track"}


def test_a_session_is_made_with_every_choice_and_ends_by_hand_after_all(track, desk):
    it = desk(track)
    page = it.page
    page.click(".view-button[data-view=sessions]")
    button(page, "New session").click()
    for name, value in (CHOICES | {"limitKind": "laps"}).items():
        page.select_option(f"#dialog-{name}", value)
    page.fill("#dialog-name", "Qualifying")
    page.fill("#dialog-limit", "8")
    it.submit()
    it.toast("Created Qualifying")

    def session():
        return next(each for each in it.board()["sessions"] if each["name"] == "Qualifying")

    assert (CHOICES | {"limit": {"laps": 8}}).items() <= session().items()
    button(page.locator(".session-card", has_text="Qualifying"), "Edit").click()
    page.select_option("#dialog-limitKind", "hand")
    it.submit()
    it.toast("Edited Qualifying")
    assert session()["limit"] is None


def test_a_new_track_is_ranked_and_started_as_chosen(track, desk):
    it = desk(track)
    it.page.click(".view-button[data-view=track]")
    button(it.page, "New track").click()
    it.page.fill("#track-name", f"Oval {track}")
    it.page.select_option("#track-start", "line")
    it.page.select_option("#track-rank", "lap")
    button(it.page, "Create this track").click()
    it.toast(f"Created Oval {track}")
    it.track = f"oval-{track}"
    board = it.board()
    assert board["track"]["start"] == "line"
    assert [session["rank"] for session in board["sessions"]] == ["lap"]


def test_a_course_is_shortened_turned_round_and_started_at_the_line(track, desk):
    it = desk(track)
    page = it.page
    page.click(".view-button[data-view=track]")
    button(page, "New track").click()
    button(page, "Back to Hill Climb").click()
    page.wait_for_selector("text=Course of Hill Climb")
    button(page, "Move finish up").click()
    button(page, "Take t1 off the course").click()
    page.select_option("#track-start", "line")
    page.select_option("#track-rank", "lap")
    page.select_option("#track-rounding", "0-up")
    button(page, "Save the course of Hill Climb").click()
    it.toast("Changed Hill Climb")
    made = it.board()["track"]
    assert [each["id"] for each in made["checkpoints"]] == ["finish"]
    assert (made["start"], made["rounding"]) == ("line", {"digits": 0, "direction": "up"})
