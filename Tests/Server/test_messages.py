"""Connections and messages that can't be taken as they are: what the answer says."""

import json

import pytest
from websockets.exceptions import InvalidStatus

from server_process import ServerProcess
from wire import Wire, course, expect_error, now, start

LIMIT = 4096


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    settings = {"max_message_bytes": f"{LIMIT}B", "max_request_bytes": f"{LIMIT}B",
                "max_subscriptions": 3, "hello_timeout": "300ms"}
    with ServerProcess(tmp_path_factory.mktemp("server"), **settings) as server:
        yield server.start()


# The upgrade

def refused_upgrade(server, **options):
    with pytest.raises(InvalidStatus) as refused:
        Wire(server, **options)
    response = refused.value.response
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, json.loads(response.body)


@pytest.mark.parametrize("offered", [None, ["livetiming.v2.json"], ["LIVETIMING.V1.JSON"]])
def test_an_upgrade_without_the_subprotocol_is_refused(server, offered):
    status, problem = refused_upgrade(server, subprotocols=offered)
    assert (status, problem["code"]) == (400, "subprotocolRequired")
    assert "livetiming.v1.json" in problem["detail"]


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_may_not_connect(server, origin):
    status, problem = refused_upgrade(server, origin=origin)
    assert (status, problem["code"]) == (403, "originNotAllowed")
    assert origin in problem["detail"]


def test_a_page_of_this_server_may_connect(server):
    with Wire(server, origin=server.url) as wire:
        assert wire.welcome["type"] == "welcome"


def test_who_says_no_hello_is_sent_away_and_may_come_back(server):
    with Wire(server, hello=False) as wire:
        assert wire.close_code() == 4000


# Messages

@pytest.mark.parametrize("message, code, field, words", [
    ("{", "malformed", None, []),
    ("", "malformed", None, []),
    ('{"type":"ping","t0":1,"t0":2}', "malformed", None, ["t0"]),
    ("[1]", "notAnObject", None, ["object"]),
    ("7", "notAnObject", None, ["object"]),
    ('{"t0":1}', "missingField", "type", ["type"]),
    ('{"type":7}', "wrongType", "type", ["type"]),
    ('{"type":"pingg","t0":1}', "unknownType", "type", ["pingg", "ping"]),
    ('{"type":"ping"}', "missingField", "t0", ["t0"]),
    ('{"type":"ping","t0":"now"}', "wrongType", "t0", ["t0"]),
    ('{"type":"ping","t0":1.5}', "wrongType", "t0", ["t0"]),
    ('{"type":"subscribe","id":"a"}', "missingField", "track", ["track"]),
    ('{"type":"subscribe","id":"a","track":"hill","rate":7}', "invalidValue", "rate", ["7", "60"]),
    ('{"type":"subscribe","id":"a","track":"hill","clock":"wall"}', "invalidValue", "clock",
     ["wall", "client"]),
    ('{"type":"subscribe","id":"a","track":"no way"}', "invalidValue", "track", ["track"]),
    ('{"type":"subscribe","id":"a","track":"nowhere"}', "unknownTrack", "track", ["nowhere"]),
])
def test_a_message_that_cannot_be_read_is_answered(server, track, message, code, field, words):
    with Wire(server) as wire:
        expect_error(wire.ask(message), code, *words, field=field)
        # The line goes on.
        assert wire.ask({"type": "ping", "t0": 1})["type"] == "pong"


def test_a_binary_message_is_answered_and_the_line_closed(server):
    with Wire(server) as wire:
        expect_error(wire.ask(b"{}"), "malformed", "binary", "text")
        assert wire.close_code() == 4501


def padded(length):
    message = json.dumps({"type": "ping", "t0": 1})
    return message + " " * (length - len(message))


def test_a_message_at_the_limit_is_taken(server):
    with Wire(server) as wire:
        assert wire.welcome["limits"]["messageBytes"] == LIMIT
        assert wire.ask(padded(LIMIT))["type"] == "pong"


@pytest.mark.parametrize("length", [LIMIT + 1, 1 << 20])
def test_a_message_over_the_limit_is_answered_and_the_line_closed(server, length):
    with Wire(server) as wire:
        expect_error(wire.ask(padded(length)), "messageTooLarge", str(LIMIT))
        assert wire.close_code() == 4500


def test_who_sends_nothing_that_can_be_read_is_sent_away(server):
    with Wire(server) as wire:
        for _ in range(32):
            wire.send("nonsense")
        assert wire.close_code() == 4502


def test_a_token_that_is_not_known_is_told_and_gives_no_role(server, track):
    with Wire(server, token="not-the-token-at-all") as wire:
        expect_error(wire.welcome, "unauthorized", "token", field="token")
        expect_error(wire.answer(start(track, "x", "Eve", now())), "notAllowed", "spectator")


def test_more_subscriptions_than_allowed_are_refused(server, control):
    for number in range(4):
        control.do(course(f"sub-{number}"))
    for number in range(3):
        answer = control.ask({"type": "subscribe", "id": f"s{number}", "track": f"sub-{number}",
                              "rate": 1})
        assert (answer["type"], answer["id"]) == ("snapshot", f"s{number}")
    control.send({"type": "subscribe", "id": "s3", "track": "sub-3"})
    answer = next_but_frames(control)
    expect_error(answer, "tooManySubscriptions", "3", "unsubscribe")
    assert answer["id"] == "s3"
    control.send({"type": "unsubscribe", "id": "s0", "track": "sub-0"})
    assert next_but_frames(control) == {"type": "ack", "id": "s0", "track": "sub-0"}
    control.send({"type": "subscribe", "id": "s3", "track": "sub-3"})
    while (answer := control.receive())["type"] != "snapshot":
        pass
    assert answer["id"] == "s3"


def next_but_frames(wire):
    while (answer := wire.receive())["type"] in ("update", "snapshot"):
        pass
    return answer
