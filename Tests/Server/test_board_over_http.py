"""The whole board over HTTP: compressed beside the loop, once for each state, and known by its tag."""

import gzip
import json
import re

import pytest

from held_gzip import HeldGzip
from server_process import Answer, wait_until
from spectator import Board
from wire import Wire, course, now, start

PATH = "/api/v1/tracks/hill/board"


@pytest.fixture
def held(tmp_path):
    return HeldGzip(tmp_path)


@pytest.fixture
def server(own_server, held):
    own_server.start(environment=held.environment)
    with Wire(own_server, "control") as control:
        control.do(course("hill"))
        own_server.control = control
        run(own_server, "first")
        yield own_server
        held.release()


def run(server, name):
    """Another run is on the board."""
    server.control.do(start("hill", name, name, now()))


def ask(server, **headers):
    """Sends a request; its answer is read with `answer`."""
    connection = server.connection()
    connection.request("GET", PATH, headers={"Accept-Encoding": "gzip"} | headers)
    return connection


def answer(connection):
    try:
        return Answer(connection.getresponse())
    finally:
        connection.close()


def unpacked(answered):
    assert (answered.status, answered.headers["content-encoding"]) == (200, "gzip")
    board = json.loads(gzip.decompress(answered.body))
    assert answered.headers["etag"].startswith(f'W/"{board["epoch"]}-{board["seq"]}-')
    return board


# Compression

def test_all_who_ask_for_a_state_share_one_compression(server, held):
    before = held.begun
    held.hold()
    asked = [ask(server) for _ in range(6)]
    held.until_begun(before + 1)
    held.release()
    bodies = {answer(each).body for each in asked}
    assert len(bodies) == 1 and {answer(ask(server)).body} == bodies
    assert held.begun == before + 1
    run(server, "second")
    assert len(unpacked(answer(ask(server)))["runs"]) == 2
    assert held.begun == before + 2


def test_while_a_board_is_compressed_the_loop_does_its_other_work(server, held):
    before = held.begun
    held.hold()
    asked = ask(server)
    held.until_begun(before + 1)
    plain = server.get(PATH)
    tag = plain.headers["etag"]
    assert (plain.status, plain.headers["vary"]) == (200, "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert answer(ask(server, **{"If-None-Match": tag})).status == 304
    with Wire(server) as spectator:
        board = Board()
        board.take(spectator.ask({"type": "subscribe", "id": "w", "track": "hill", "rate": 60}))
        run(server, "meanwhile")

        def is_shown():
            board.take(spectator.receive())
            return "meanwhile" in [each["id"] for each in board.value["runs"]]
        wait_until(is_shown, "the spectator sees the run", pause=0)
    assert server.board("hill")["seq"] > plain.json["seq"]
    held.release()
    # It was asked for before that.
    answered = answer(asked)
    assert answered.headers["etag"] == tag and unpacked(answered) == plain.json


def test_those_who_ask_for_later_states_meanwhile_get_the_newest(server, held):
    before = held.begun
    held.hold()
    first = ask(server)
    held.until_begun(before + 1)
    later = []
    for name in ("second", "third", "fourth"):
        run(server, name)
        later.append(ask(server))
        server.board("hill")  # the loop has had the request before
    held.release()
    assert [each["id"] for each in unpacked(answer(first))["runs"]] == ["first"]
    newest = server.board("hill")
    assert [unpacked(answer(each)) for each in later] == [newest] * 3
    assert held.begun == before + 2


def test_what_cannot_be_compressed_goes_as_it_is(server, held):
    held.refuse()
    answered = answer(ask(server))
    assert answered.status == 200 and "content-encoding" not in answered.headers
    assert answered.json == server.board("hill")


# The tag

def test_the_tag_is_weak_and_one_of_epoch_and_seq(server):
    plain, packed = server.get(PATH), answer(ask(server))
    assert plain.headers["etag"] == packed.headers["etag"]
    assert re.fullmatch(rf'W/"{plain.json["epoch"]}-{plain.json["seq"]}-[\w-]+"', plain.headers["etag"])
    assert plain.headers["cache-control"] == packed.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("listed", [
    "{tag}", "{strong}", '"other", {tag}', '"other",{strong} , W/"more"', "*", " {tag} "])
@pytest.mark.parametrize("headers", [{}, {"Accept-Encoding": "gzip"}])
def test_who_has_the_state_is_told_so(server, held, listed, headers):
    tag = server.get(PATH).headers["etag"]
    before = held.begun
    answered = server.request("GET", PATH, headers=headers | {
        "If-None-Match": listed.format(tag=tag, strong=tag.removeprefix("W/"))})
    assert (answered.status, answered.body) == (304, b"")
    assert answered.headers["etag"] == tag
    assert answered.headers["vary"] == "Accept-Encoding"
    assert answered.headers["cache-control"] == "no-cache"
    assert held.begun == before


@pytest.mark.parametrize("listed", ['"other"', 'W/"other", W/"{epoch}-{seq}"', "{epoch}", '""', ""])
def test_who_has_another_one_gets_it(server, listed):
    board = server.board("hill")
    answered = server.get(PATH, If_None_Match=listed.format(**board))
    assert answered.status == 200 and answered.json == board


def test_a_state_has_another_tag_once_the_server_shows_it_otherwise(server, held):
    run(server, "second")
    server.control.do(*({"type": "finishRun", "commandId": f"end-{name}", "track": "hill", "run": name,
                         "at": now()} for name in ("first", "second")))
    before = server.get(PATH)
    assert len(before.json["runs"]) == 2
    server.terminate()
    server.settings["kept_runs"] = 1
    server.start(environment=held.environment)
    after = server.get(PATH, If_None_Match=before.headers["etag"])
    assert after.status == 200 and len(after.json["runs"]) == 1
    assert [after.json[name] for name in ("epoch", "seq")] == [before.json[name] for name in ("epoch", "seq")]
