"""What each role may send, on every command."""

import random

import pytest

from wire import SECOND, Wire, command, course, expect_error, now, split, start

COMMANDS = {
    "createTrack": lambda: course(f"made-{random.getrandbits(60)}"),
    "registerRunner": lambda: command("registerRunner", runner="bob", name="Bob"),
    "enterRunner": lambda: command("enterRunner", "roles", runner="bob"),
    "withdrawRunner": lambda: command("withdrawRunner", "roles", runner="eve"),
    "createStart": lambda: command("createStart", "roles", start="gun", session="open", at=now(),
                                   uncertainty=0),
    "startRun": lambda: start("roles", f"run-{random.getrandbits(60)}", "Bob", now()),
    "recordSplit": lambda: split("roles", f"split-{random.getrandbits(60)}", now()),
    "finishRun": lambda: command("finishRun", "roles", run="others", at=now()),
    "editTrack": lambda: command("editTrack", "roles", name="Roles"),
    "createSession": lambda: command("createSession", "roles", session="s", name="S"),
    "editSession": lambda: command("editSession", "roles", session="s", name="S"),
    "closeSession": lambda: command("closeSession", "roles", session="s", at=now()),
    "moveStart": lambda: command("moveStart", "roles", start="gun", at=now(), uncertainty=0),
    "setStatus": lambda: command("setStatus", "roles", run="others", status="dnf"),
    "editRun": lambda: command("editRun", "roles", run="others", number="9"),
    "restoreRun": lambda: command("restoreRun", "roles", run="others"),
    "voidRun": lambda: command("voidRun", "roles", run="others"),
    "reopenRun": lambda: command("reopenRun", "roles", run="others"),
    "acceptSplit": lambda: command("acceptSplit", "roles", split="others-1"),
    "assignSplit": lambda: command("assignSplit", "roles", split="others-1", run="others"),
    "moveSplit": lambda: command("moveSplit", "roles", split="others-1", at=now()),
    "shiftCaptures": lambda: command("shiftCaptures", "roles", device="others", by=SECOND,
                                     **{"from": now() - 300 * SECOND, "to": now()}),
    "voidSplit": lambda: command("voidSplit", "roles", split="others-1"),
    "restoreSplit": lambda: command("restoreSplit", "roles", split="others-1"),
    "skipCheckpoint": lambda: command("skipCheckpoint", "roles", run="others", checkpoint="t1"),
    "restoreCheckpoint": lambda: command("restoreCheckpoint", "roles", run="others", checkpoint="t1"),
}
OF_EVERY_TIMER = {"createTrack", "registerRunner", "enterRunner", "createStart", "startRun",
                  "recordSplit", "finishRun"}


@pytest.fixture(scope="module")
def roles(server):
    began = now() - 100 * SECOND
    with Wire(server, "control", device="others") as control:
        control.do(course("roles", "t1", "t2", "finish"), start("roles", "others", "Eve", began),
                   split("roles", "others-1", began + 9 * SECOND, run="others", checkpoint="t1"))


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_spectator_may_send_no_command(server, roles, kind):
    with Wire(server) as wire:
        expect_error(wire.answer(COMMANDS[kind]()), "notAllowed", "spectator", kind, "token")
    answer = server.post(COMMANDS[kind](), token="")
    assert (answer.status, answer.json["code"]) == (403, "notAllowed")


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_timer_may_capture_and_correct_nothing_of_others(server, roles, kind):
    with Wire(server, "timer", device="mine") as wire:
        answer = wire.answer(COMMANDS[kind]())
        if kind in OF_EVERY_TIMER:
            assert answer["type"] == "ack", answer
        else:
            expect_error(answer, "notAllowed", "timer", kind)


def test_a_timer_may_correct_what_its_own_device_did(server):
    began = now() - 100 * SECOND
    with Wire(server, "timer", device="mine") as wire:
        wire.do(course("own", "t1", "finish"), start("own", "own-run", "Ada", began),
                split("own", "own-1", began + 9 * SECOND, run="own-run"),
                command("moveSplit", "own", split="own-1", at=began + 8 * SECOND),
                command("voidSplit", "own", split="own-1"),
                command("restoreSplit", "own", split="own-1"),
                command("voidRun", "own", run="own-run"))
