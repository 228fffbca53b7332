"""Subscriptions that come and go faster than a disk writes."""

from wire import SECOND, Wire, course, now, split, start


def test_a_subscription_that_is_taken_back_at_once_stays_taken_back(server):
    with Wire(server, "control") as control, Wire(server) as other:
        control.do(course("quick"), start("quick", "run", "Ada", now() - SECOND))
        answers = {}
        for number in range(50):
            # Nobody watches, so the board is behind this one, and waits for the next to be on disk.
            control.do(split("quick", f"before-{number}", now()))
            capture = split("quick", f"split-{number}", now())
            subscription, end = f"s-{number}", f"e-{number}"
            control.send(capture)
            control.send({"type": "subscribe", "id": subscription, "track": "quick", "rate": 60})
            control.send({"type": "unsubscribe", "id": end, "track": "quick"})
            while not {capture["commandId"], subscription, end} <= answers.keys():
                message = control.receive()
                answers[message.get("commandId") or message.get("id")] = message["type"]
            assert answers[subscription] in ("snapshot", "ack")
        other.ask({"type": "subscribe", "id": "other", "track": "quick", "rate": 60})
        [last] = control.do(split("quick", "last", now()))
        # Who still watches has heard of it; the one who left hears nothing before the pong.
        while other.receive()["seq"] < last["seq"]:
            pass
        pong = control.ask({"type": "ping", "t0": 1})
        assert pong["type"] == "pong", pong
