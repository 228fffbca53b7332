"""Race control before the race: sessions, start lists, starts and courses."""

from control_desk import NAMES, SECOND, command, look, now, until


def test_a_session_is_made_flagged_edited_and_closed_by_keyboard_alone(control, track, desk):
    it = desk(track)
    press = it.page.keyboard.press
    press("3")
    it.page.get_by_role("button", name="New session…").focus()
    press("Enter")
    look(it.page, "session-form")
    it.page.keyboard.type("Heat 1")
    press("Enter")
    it.toast("Created Heat 1")
    card = it.page.locator(".session-card", has_text="Heat 1")
    card.get_by_role("button", name="Yellow").focus()
    press("Enter")
    it.toast("Showed the yellow flag in Heat 1")
    card.get_by_role("button", name="Edit").focus()
    press("Enter")
    it.page.select_option("#dialog-limitKind", "time")
    it.page.fill("#dialog-limit", "10 + 1")
    press("Enter")
    it.toast("Edited Heat 1")
    session = next(each for each in it.board()["sessions"] if each["name"] == "Heat 1")
    assert session["limit"] == {"time": 600 * SECOND, "plusLaps": 1}
    assert session["flag"] == "yellow"
    card.get_by_role("button", name="Close").focus()
    press("Enter")
    it.page.wait_for_selector("text=Nobody is out.")
    it.page.locator(".control-dialog .primary").focus()
    press("Enter")
    it.toast("Closed Heat 1")
    card.wait_for(state="detached")


def test_entries_are_typed_and_started_together_and_the_start_is_moved(control, track, desk):
    it = desk(track)
    press = it.page.keyboard.press
    press("2")
    it.page.wait_for_selector("text=Nobody is entered yet")
    it.page.locator("#entry-who").focus()
    for number, name in enumerate(NAMES, 1):
        it.page.keyboard.type(f"{number} {name}")
        press("Enter")
        it.toast(f"Entered {number} {name}")
        until(it.page, "document.querySelector('#entry-who').value === ''")
    it.page.get_by_role("button", name="Start all 8 now").focus()
    press("Enter")
    it.toast("Started 8 runners")
    it.page.wait_for_selector("text=Everyone has started")
    look(it.page, "starts-full")
    runs = it.board()["runs"]
    assert sorted(run["number"] for run in runs) == [str(number) for number in range(1, 9)]
    began = {run["startedAt"] for run in runs}
    assert len(began) == 1
    it.page.get_by_role("button", name="Move the start of").click()
    it.page.fill("#dialog-at", "-1.5")
    it.submit()
    it.toast("by −1.500 s")
    assert {run["startedAt"] for run in it.board()["runs"]} == {began.pop() - 1_500_000}
    press("u")
    it.toast("Undone: Moved")
    press("u")
    it.toast("Undone: Started 8 runners")
    assert it.board()["runs"] == []
    it.page.reload()
    it.page.wait_for_selector("control-page.is-ready")
    press("2")
    rows = it.page.locator(".entries-body .entry")
    rows.nth(7).wait_for()
    assert rows.count() == 8


def test_a_start_list_is_the_servers_and_follows_what_others_do(server, control, track, desk):
    control.do(command("createSession", track, session="heat", name="Heat"))
    it = desk(track)
    it.page.select_option("[data-part=sessions]", "heat")
    it.page.keyboard.press("Escape")
    it.page.locator(".view-button[data-view=starts]").click()
    it.page.wait_for_selector("text=Nobody is entered yet")
    control.do(command("enterRunner", track, session="heat", runner="ada-" + track, number="7",
                       category="Junior", team="Red", transponders=["1001"]))
    row = it.page.locator(".entries-body .entry")
    row.wait_for()
    assert row.inner_text().split()[:2] == ["7", "ada-" + track]
    control.do(command("createStart", track, session="heat", start="gun", at=now() - 9 * SECOND,
                       uncertainty=0))
    it.page.get_by_role("button", name="Move the start of").wait_for()
    control.do(command("withdrawRunner", track, session="heat", runner="ada-" + track))
    row.wait_for(state="detached")
    it.page.wait_for_selector("text=Nobody is entered yet")


def test_whoever_runs_in_a_session_that_the_board_has_left_is_not_started_again(control, track, desk):
    control.do(command("createSession", track, session="heat", name="Heat"),
               command("createStart", track, session="heat", start="gun", at=now() - 60 * SECOND,
                       uncertainty=0))
    for number in range(1, 4):
        control.do(command("enterRunner", track, session="heat", runner=f"r{number}-{track}",
                           number=str(number)))
    for number in range(1, 3):
        control.do(command("startRun", track, run=f"run-{number}", runner=f"r{number}-{track}",
                           session="heat", start="gun"))
    control.do(command("startRun", track, run="other", runner=f"own-{track}", at=now() - 30 * SECOND))
    it = desk(track)
    it.page.select_option("[data-part=sessions]", "heat")
    it.page.locator(".view-button[data-view=starts]").click()
    start_all = it.page.get_by_role("button", name="Start 1 runner now")
    start_all.wait_for()
    it.page.wait_for_selector("text=2 runs")
    start_all.click()
    it.toast("Started 3 r3-")
    it.page.wait_for_selector("text=Everyone has started")
    in_heat = [run for run in it.server.get(f"/api/v1/tracks/{track}/sessions/heat").json["runs"]]
    assert len(in_heat) == 3


def test_a_start_list_that_could_not_be_had_is_asked_for_again(control, track, desk):
    it = desk(track, expected_errors=("Failed to load resource",))
    page = it.page
    page.route("**/sessions/open", lambda route: route.abort())
    page.keyboard.press("2")
    page.get_by_role("button", name="Asking for the start list…").wait_for()
    page.unroute("**/sessions/open")
    page.wait_for_selector("text=Nobody is entered yet")


def test_enter_twice_is_one_runner(server, control, track, desk):
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.wait_for_selector("text=Nobody is entered yet")
    name = f"Twice {track}"
    it.page.fill("#entry-who", name)
    it.page.evaluate("""() => {
        const form = document.querySelector(".entry-form");
        form.requestSubmit();
        form.requestSubmit();
    }""")
    it.toast(f"Entered {name}")
    it.page.locator(".entries-body .entry").wait_for()
    found = server.get(f"/api/v1/runners?name=Twice {track}".replace(" ", "%20")).json["runners"]
    assert len(found) == 1
    it.page.get_by_role("button", name="Undo: withdraw").click()
    it.toast(f"Undone: Entered {name}")
    it.page.wait_for_selector("text=Nobody is entered yet")


def test_nobody_gets_a_second_id_while_the_server_cannot_say_whom_it_knows(control, track, desk):
    it = desk(track, expected_errors=("Failed to load resource",))
    it.page.keyboard.press("2")
    it.page.wait_for_selector("text=Nobody is entered yet")
    it.page.route("**/api/v1/runners?*", lambda route: route.abort())
    it.page.fill("#entry-who", "7 Ada Lovelace")
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector(".entry-form .refusal >> text=cannot be told")
    assert it.page.input_value("#entry-who") == "7 Ada Lovelace"
    it.page.unroute("**/api/v1/runners?*")
    it.page.keyboard.press("Enter")
    it.toast("Entered 7 Ada Lovelace")


def test_an_entry_is_changed_and_withdrawn_and_both_undone(server, control, track, desk):
    runner = "ada-" + track
    control.do(command("registerRunner", runner=runner, name="Ada Lovelace"),
               command("enterRunner", track, runner=runner, number="7", category="Junior",
                       transponders=["1001", "1002"]))
    entry = lambda: server.get(f"/api/v1/tracks/{track}/sessions/open").json["entries"]
    first = entry()
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.get_by_role("button", name="Edit the entry: 7 Ada Lovelace").click()
    assert it.page.input_value("#dialog-transponders") == "1001 1002"
    it.submit_refused("Nothing was changed yet.")
    it.page.fill("#dialog-number", "8")
    it.page.fill("#dialog-team", "Red")
    it.page.fill("#dialog-transponders", "1001, 1003")
    look(it.page, "entry-form")
    it.submit()
    it.toast("Changed the entry of 8 Ada Lovelace")
    assert [(each["number"], each["category"], each["team"], each["transponders"])
            for each in entry()] == [("8", "Junior", "Red", ["1001", "1003"])]
    it.page.get_by_role("button", name="Withdraw the entry: 8 Ada Lovelace").click()
    it.toast("Withdrew 8 Ada Lovelace")
    it.page.wait_for_selector("text=Nobody is entered yet")
    assert entry() == []
    for undone in ["Withdrew 8 Ada", "Changed the entry"]:
        it.page.keyboard.press("u")
        it.toast(f"Undone: {undone}")
    assert entry() == first


def test_typing_a_runner_again_changes_the_entry_and_keeps_what_the_field_does_not_ask(
        server, control, track, desk):
    runner = "bob-" + track
    control.do(command("registerRunner", runner=runner, name=f"Bob {track}"),
               command("enterRunner", track, runner=runner, number="7", transponders=["1001"]))
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.locator(".entries-body .entry").wait_for()
    it.page.fill("#entry-who", f"9 Bob {track}")
    it.page.keyboard.press("Enter")
    it.toast("Changed the entry of 9 Bob")
    entries = server.get(f"/api/v1/tracks/{track}/sessions/open").json["entries"]
    assert [(each["number"], each["transponders"]) for each in entries] == [("9", ["1001"])]


def test_every_rule_of_a_session_is_shown_edited_and_put_back(control, track, desk):
    rules = {"rank": "time", "counts": "average", "finish": "clock", "ties": "second",
             "clock": "net", "scope": "session"}
    control.do(command("createSession", track, session="heat", name="Heat", **rules))
    it = desk(track)
    session = lambda: next(each for each in it.board()["sessions"] if each["id"] == "heat")
    it.page.keyboard.press("3")
    it.page.locator("[data-session=heat]").get_by_role("button", name="Edit").click()
    shown = {name: it.page.input_value(f"#dialog-{name}") for name in rules}
    assert shown == rules
    changed = {"rank": "lap", "counts": "sum", "finish": "each", "ties": "judge", "clock": "gun",
               "scope": "track"}
    for name, value in changed.items():
        it.page.select_option(f"#dialog-{name}", value)
    it.submit()
    it.toast("Edited Heat")
    assert changed.items() <= session().items()
    it.page.keyboard.press("u")
    it.toast("Undone: Edited Heat")
    assert rules.items() <= session().items()


def test_a_number_that_is_taken_is_refused_beside_the_form(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.fill("#entry-who", "7 Ada Lovelace")
    it.page.keyboard.press("Enter")
    it.toast("Entered 7 Ada Lovelace")
    it.page.fill("#entry-who", "7 Grace Hopper")
    it.page.keyboard.press("Enter")
    it.page.wait_for_selector(".entry-form .refusal >> text=number 7 is")
    assert it.page.input_value("#entry-who") == "7 Grace Hopper"


def test_one_entry_starts_alone_with_the_runner_that_the_server_knows(control, track, desk):
    known = "known-" + track
    control.do(command("registerRunner", runner=known, name=f"Rózsa Péter {track}"))
    it = desk(track)
    it.page.keyboard.press("2")
    it.page.fill("#entry-who", f"12 Rózsa Péter {track}")
    it.page.keyboard.press("Enter")
    it.page.get_by_role("button", name="Start now: 12").click()
    it.toast("Started 12")
    run = it.board()["runs"][0]
    assert (run["runner"]["id"], run["number"], run["status"]) == (known, "12", "running")


def test_a_track_is_made_and_its_course_changed(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("4")
    it.page.get_by_role("button", name="New track…").click()
    it.page.fill("#track-name", f"Kart {track}")
    it.page.fill("#track-laps", "8")
    it.page.get_by_role("button", name="Add a checkpoint").click()
    it.page.keyboard.type("Back straight")
    it.page.select_option("#track-rounding", "2-down")
    it.page.get_by_role("button", name="Create this track").click()
    it.toast(f"Created Kart {track}")
    it.page.wait_for_selector(f"text=Course of Kart {track}")
    it.track = f"kart-{track}"
    made = it.board()["track"]
    assert it.track in it.page.url
    assert [each["name"] for each in made["checkpoints"]] == ["Back straight", "Finish"]
    assert (made["laps"], made["rounding"]) == (8, {"digits": 2, "direction": "down"})
    it.page.get_by_role("button", name="Move Back straight down").click()
    it.page.get_by_role("button", name=f"Save the course of Kart {track}").click()
    it.toast("Changed")
    assert [each["id"] for each in it.board()["track"]["checkpoints"]] == ["finish", "back-straight"]
    it.page.keyboard.press("Escape")
    it.page.locator("h1").click()
    it.page.keyboard.press("u")
    it.toast("Undone: Changed")
    assert it.board()["track"]["checkpoints"] == made["checkpoints"]


def test_a_changed_course_keeps_the_least_times_that_it_had(track, desk):
    # The track was made elsewhere, without a least time between its checkpoints.
    it = desk(track)
    it.page.keyboard.press("4")
    it.page.get_by_role("button", name="Move t1 down").click()
    it.page.get_by_role("button", name="Save the course of").click()
    it.toast("Changed")
    lines = [(each["id"], each["minimumSegment"]) for each in it.board()["track"]["checkpoints"]]
    assert lines == [("finish", 0), ("t1", 0)]


def test_a_course_without_a_name_is_told(control, track, desk):
    it = desk(track)
    it.page.keyboard.press("4")
    it.page.fill("#track-name", "")
    it.page.get_by_role("button", name="Save the course").click()
    it.page.wait_for_selector("control-track .refusal >> text=Give the track a name.")
