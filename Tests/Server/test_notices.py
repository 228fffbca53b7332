"""What is said once: to race control what to look at, to everyone what a correction did to others."""

import time

from wire import SECOND, Wire, command, course, now, split, start


def watch(client, track):
    client.send({"type": "subscribe", "id": "watch", "track": track, "rate": 60})
    while client.receive()["type"] != "snapshot":
        pass


def notice(client, seconds=20):
    """The next notice; whatever comes before it is left."""
    deadline = time.monotonic() + seconds
    while (message := client.receive(deadline - time.monotonic()))["type"] != "notice":
        pass
    return message


def test_race_control_is_told_of_what_is_set_aside_and_of_what_was_missed(server):
    with Wire(server, "control") as control, Wire(server) as spectator:
        began = now() - 100 * SECOND
        control.do(course("told", "t1", "t2", "fin"), start("told", "r1", "Ada", began, number="7"))
        watch(control, "told")
        watch(spectator, "told")
        control.send(split("told", "lost", began + 10 * SECOND, run="nobody"))
        said = notice(control)
        assert (said["kind"], said["track"], said["runs"]) == ("attention", "told", [])
        assert "lost" in said["message"] and "unassigned" in said["message"]
        control.send(split("told", "end", began + 60 * SECOND, run="r1", checkpoint="fin"))
        said = notice(control)
        assert said["runs"] == ["r1"]
        assert "7 Ada" in said["message"] and "t1, t2" in said["message"]
        # A spectator hears nothing of either before the pong.
        spectator.send({"type": "ping", "t0": 1})
        while (message := spectator.receive())["type"] != "pong":
            assert message["type"] != "notice"


def test_everyone_is_told_whom_a_correction_has_judged_anew(server):
    with Wire(server, "control") as control, Wire(server) as spectator:
        began = now() - 100 * SECOND
        control.do(
            course("anew"), start("anew", "r1", "Ada", began), start("anew", "r2", "Bob", began),
            split("anew", "a", began + 40 * SECOND, run="r1"),
            split("anew", "b", began + 45 * SECOND, run="r2"))
        watch(spectator, "anew")
        control.do(command("voidSplit", "anew", split="a", reason="a cat"))
        said = notice(spectator)
        assert (said["kind"], said["runs"]) == ("correction", ["r2"])
        assert "Bob" in said["message"]
