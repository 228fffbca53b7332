"""What is said once: to race control what to look at, to everyone what a correction did to others."""

from wire import SECOND, Wire, command, course, now, split, start


def test_race_control_is_told_of_what_is_set_aside_and_of_what_was_missed(server):
    with Wire(server, "control") as control, Wire(server) as spectator:
        began = now() - 100 * SECOND
        control.do(course("told", "t1", "t2", "fin"), start("told", "r1", "Ada", began, number="7"))
        control.watch("told")
        spectator.watch("told")
        control.send(split("told", "lost", began + 10 * SECOND, run="nobody"))
        said = control.notice()
        assert (said["kind"], said["code"]) == ("attention", "setAside")
        assert (said["track"], said["runs"]) == ("told", [])
        assert "lost" in said["message"] and "unassigned" in said["message"]
        control.send(split("told", "end", began + 60 * SECOND, run="r1", checkpoint="fin"))
        said = control.notice()
        assert (said["code"], said["runs"]) == ("missed", ["r1"])
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
        spectator.watch("anew")
        control.do(command("voidSplit", "anew", split="a", reason="a cat"))
        said = spectator.notice()
        assert (said["kind"], said["code"]) == ("correction", "verdictsChanged")
        assert said["runs"] == ["r2"]
        assert "Bob" in said["message"]
