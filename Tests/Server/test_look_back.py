"""What the server tells of a run and a runner: comparisons as they stood, corrections, bests."""

from wire import SECOND, Wire, command, course, finished, now, split, start

# What a run is compared with

def compared(server, run, track):
    compare = server.get(f"/api/v1/runs/{run}?track={track}").json["compare"]
    return {key: best and (best["run"], best["time"], best["runner"]["name"])
            for key, best in compare.items()}


def test_a_run_is_compared_with_the_bests_as_they_stood_before_it(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("then", "t1", "finish"))
        for run in (finished("then", "then-1", "Ada", began, 21, 45),
                    finished("then", "then-2", "Bob", began + 100 * SECOND, 20, 41),
                    finished("then", "then-3", "Ada", began + 200 * SECOND, 20.5, 43),
                    finished("then", "then-4", "Ada", began + 300 * SECOND, 19, 39)):
            control.do(*run)
        none = {"personalBestLap": None, "overallBestLap": None}
        assert compared(server, "then-1", "then") == none | {
            "personalBest": None, "overallBest": None}
        assert compared(server, "then-3", "then") == none | {
            "personalBest": ("then-1", 45 * SECOND, "Ada"),
            "overallBest": ("then-2", 41 * SECOND, "Bob")}
        best = server.get("/api/v1/runs/then-3").json["compare"]["overallBest"]
        assert best["splits"] == [
            {"checkpoint": "t1", "lap": 1, "split": 20 * SECOND, "segment": 20 * SECOND},
            {"checkpoint": "finish", "lap": 1, "split": 41 * SECOND, "segment": 21 * SECOND}]
        # A best that is taken away is none any more, and comes back.
        control.do(command("voidRun", "then", run="then-2", reason="a shortcut"))
        assert compared(server, "then-3", "then")["overallBest"] == ("then-1", 45 * SECOND, "Ada")
        # So is one that is out now.
        control.do(start("then", "then-5", "Bob", began + 400 * SECOND))
        assert compared(server, "then-5", "then")["overallBest"] == ("then-4", 39 * SECOND, "Ada")
        assert compared(server, "then-5", "then")["personalBest"] is None


def test_a_run_with_laps_is_compared_with_the_best_lap_too(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("laps", "t1", "finish", laps=2),
                   *finished("laps", "laps-1", "Ada", began, 10, 30, 41, 58),
                   *finished("laps", "laps-2", "Bob", began + 100 * SECOND, 11, 29))
    assert compared(server, "laps-2", "laps") == {
        "personalBest": None, "overallBest": ("laps-1", 58 * SECOND, "Ada"),
        "personalBestLap": None, "overallBestLap": ("laps-1", 28 * SECOND, "Ada")}
    lap = server.get("/api/v1/runs/laps-2").json["compare"]["overallBestLap"]
    assert lap["lap"] == 2
    assert [(one["checkpoint"], one["lap"], one["split"], one["segment"]) for one in lap["splits"]] == [
        ("t1", 2, 11 * SECOND, 11 * SECOND), ("finish", 2, 28 * SECOND, 17 * SECOND)]


def test_bests_of_a_session_are_compared_within_it(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(course("scoped", scope="session"),
                   command("createSession", "scoped", session="heat", name="Heat", rank="time"),
                   *finished("scoped", "scoped-1", "Ada", began, 40),
                   *finished("scoped", "scoped-2", "Ada", began + 100 * SECOND, 50, session="heat"),
                   *finished("scoped", "scoped-3", "Ada", began + 200 * SECOND, 45, session="heat"))
    assert compared(server, "scoped-2", "scoped")["personalBest"] is None
    assert compared(server, "scoped-3", "scoped")["personalBest"] == ("scoped-2", 50 * SECOND, "Ada")


# What was corrected

def test_a_run_tells_its_corrections_with_who_when_and_why(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control", device="tower") as control:
        control.do(course("mended", "t1", "finish"),
                   command("createSession", "mended", session="heat", name="Heat"),
                   command("createStart", "mended", start="gun", session="heat", at=began,
                           uncertainty=0))
        control.do(command("startRun", "mended", run="mended-1", runnerName="Ada", start="gun",
                           session="heat"))
        control.do(split("mended", "mended-a", began + 20 * SECOND, run="mended-1"),
                   split("mended", "mended-b", began + 41 * SECOND, run="mended-1"))
        control.do(command("moveSplit", "mended", split="mended-a", at=began + 19 * SECOND,
                           reason="the video"))
        control.do(command("moveSplit", "mended", split="mended-a", at=began + 18 * SECOND))
        control.do(command("moveStart", "mended", start="gun", at=began - SECOND, uncertainty=0,
                           reason="a late gun"))
        control.do(command("setStatus", "mended", run="mended-1", status="dsq", reason="a shortcut"))
    before = now()
    corrections = server.get("/api/v1/runs/mended-1").json["corrections"]
    told = [{key: value for key, value in one.items() if key != "at"} for one in corrections]
    who = {"actor": "control", "device": "tower"}
    assert told == [
        {"type": "splitMoved", "split": "mended-a", **who, "reason": "the video",
         "from": began + 20 * SECOND, "to": began + 19 * SECOND},
        {"type": "splitMoved", "split": "mended-a", **who, "reason": None,
         "from": began + 19 * SECOND, "to": began + 18 * SECOND},
        {"type": "startMoved", "split": None, **who, "reason": "a late gun",
         "from": began, "to": began - SECOND},
        {"type": "statusSet", "split": None, **who, "reason": "a shortcut", "status": "dsq"}]
    assert all(began < one["at"] <= before for one in corrections)


# What a runner has done

def test_a_runner_has_bests_by_track(server):
    began = now() - 9000 * SECOND
    with Wire(server, "control") as control:
        control.do(command("registerRunner", runner="mae", name="Mae Jemison"),
                   course("short", "t1", "finish"), course("round", "t1", "finish", laps=0),
                   *finished("short", "short-1", "Mae Jemison", began, 20, 45),
                   *finished("short", "short-2", "Mae Jemison", began + 100 * SECOND, 22, 44),
                   *finished("round", "round-1", "Mae Jemison", began, 10, 30, 41, 58),
                   command("finishRun", "round", run="round-1", at=began + 60 * SECOND))
    runner = server.get("/api/v1/runners/mae").json
    tracks = {record["track"]["id"]: record for record in runner["tracks"]}
    assert (tracks["short"]["runs"], tracks["round"]["runs"]) == (2, 1)
    best = tracks["short"]["best"]
    assert (best["run"], best["time"], best["at"]) == (
        "short-2", 44 * SECOND, began + 144 * SECOND)
    assert (tracks["short"]["bestLap"], tracks["short"]["sumOfBest"]) == (None, 42 * SECOND)
    lap = tracks["round"]["bestLap"]
    assert (tracks["round"]["best"], lap["run"], lap["lap"], lap["time"]) == (
        None, "round-1", 2, 28 * SECOND)
    # The flying lap: from the line to t1 in 11 s, and to the finish in 17 s at best.
    assert tracks["round"]["sumOfBest"] == 28 * SECOND
    assert {run["id"] for run in runner["runs"]} == {"short-1", "short-2", "round-1"}
    assert runner["next"] is None
    assert tracks["short"]["track"] == {
        "id": "short", "name": "short", "laps": 1, "rounding": {"digits": 3, "direction": "down"}}
