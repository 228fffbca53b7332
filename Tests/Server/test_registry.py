"""Runners are known to the whole server: what the registry learns shows on every board, and its
commands have nothing to do with those of the tracks."""

import pytest

from server_process import wait_until
from wire import SECOND, Wire, command, course, now, start


@pytest.fixture
def control(server):
    with Wire(server, "control") as control:
        yield control


def name_on(board):
    [run] = board["runs"]
    return run["runner"]["name"]


def test_a_runner_is_called_by_the_id_until_there_is_a_name(server, control):
    run = command("startRun", "nameless", run="run", runner="ada", at=now() - SECOND)
    control.do(course("nameless"), run)
    before = server.board("nameless")
    assert name_on(before) == "ada"
    control.do(command("registerRunner", runner="ada", name="Ada Lovelace"))
    after = server.board("nameless")
    assert name_on(after) == "Ada Lovelace"
    # Another board has another place in the log: who has the old one is sent the name.
    assert after["seq"] > before["seq"]


def test_a_rename_under_the_id_of_a_command_of_the_track_disturbs_neither(server, control):
    named = command("registerRunner", runner="bob", name="Bob")
    run = command("startRun", "renamed", run="run", runner="bob", at=now() - SECOND)
    control.do(course("renamed"), named, run)
    renaming = command("registerRunner", runner="bob", name="Robert")
    renaming["commandId"] = run["commandId"]
    first = control.answer(renaming)
    assert first["type"] == "ack", first
    assert control.answer(renaming) == first
    assert control.answer(run)["type"] == "ack"
    assert name_on(server.board("renamed")) == "Robert"
    # The other way round: the id of a rename is free on the tracks that show the runner.
    again = command("registerRunner", runner="bob", name="Bob again")
    other = start("renamed", "other", "Eve", now()) | {"commandId": again["commandId"]}
    control.do(again)
    assert control.answer(other)["type"] == "ack"
    wait_until(lambda: server.get("/readyz").status == 200, "the disk takes events")
    assert "given up" not in server.log
