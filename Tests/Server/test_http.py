"""What the server says over HTTP, wanted or not."""

import contextlib
import gzip
import json
import re
import socket

import pytest

from server_process import PUBLIC
from wire import Wire, command, course, now, start


@pytest.fixture(scope="module")
def track(server):
    with Wire(server, "control") as control:
        control.do(course("hill"), start("hill", "run", "Ada", now()))
    return "hill"


BOARD = "/api/v1/tracks/hill/board"
PATHS = ["/", "/track/hill", "/js/board.js", "/styles/page.css", "/icons/livetiming.svg", BOARD,
         "/api/v1/tracks", "/api/v1/tracks/hill", "/api/v1/tracks/hill/runs.csv", "/api/v1/runs",
         "/api/v1/runs/run", "/api/v1/runners?name=Ada", "/livez", "/readyz", "/metrics"]


# Headers

@pytest.mark.parametrize("path", [*PATHS, "/nowhere", "/ws", "/api/v1/runs?limit=x"])
def test_every_answer_keeps_pages_to_themselves(server, track, path):
    headers = server.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in
                  headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] in ("no-cache", "no-store")


@pytest.mark.parametrize("method, path", [("PUT", "/"), ("POST", "/"), ("GET", "/api/v1/commands")])
def test_refusals_by_the_method_keep_pages_to_themselves_too(server, method, path):
    headers = server.request(method, path).headers
    assert "content-security-policy" in headers
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", PATHS)
def test_head_is_get_without_the_body(server, track, path):
    get, head = server.get(path), server.request("HEAD", path)
    assert (head.status, head.body) == (get.status, b"")
    assert head.headers["content-type"] == get.headers["content-type"]
    if path not in (BOARD, "/metrics"):  # these two tell of their moment
        assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize("path", ["/", "/js/board.js", BOARD])
def test_what_is_known_already_is_not_sent_again(server, track, path):
    first = server.get(path)
    assert first.status == 200 and first.body
    tag = first.headers["etag"]
    again = server.get(path, If_None_Match=f'"other", {tag}')
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == tag
    assert server.get(path, If_None_Match='"other"').status == 200


def test_a_board_that_has_changed_is_sent_again(server, track):
    tag = server.get(BOARD).headers["etag"]
    assert server.post(start("hill", "run-2", "Bob", now())).status == 200
    changed = server.get(BOARD, If_None_Match=tag)
    assert changed.status == 200
    assert {run["id"] for run in changed.json["runs"]} >= {"run", "run-2"}


@pytest.mark.parametrize("path", ["/", "/js/board.js", BOARD])
def test_text_is_compressed_for_those_who_take_it(server, track, path):
    plain, packed = server.get(path), server.get(path, Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"].lower() == plain.headers["vary"].lower() == "accept-encoding"
    assert len(packed.body) < len(plain.body)
    unpacked = gzip.decompress(packed.body)
    if path == BOARD:
        unpacked, expected = json.loads(unpacked), plain.json
        assert unpacked.pop("time") <= expected.pop("time") + 1_000_000
        assert unpacked == expected
    else:
        assert unpacked == plain.body


@pytest.mark.parametrize("accepted", ["gzip;q=0", "identity;q=1, gzip;q=0", "identity"])
def test_nothing_is_compressed_for_those_who_refuse_it(server, accepted):
    assert "content-encoding" not in server.get("/", Accept_Encoding=accepted).headers


@pytest.mark.parametrize("accepted", ["gzip;q=1.0", "GZIP", "deflate, gzip;q=0.5"])
def test_a_weighted_wish_for_gzip_is_one_too(server, accepted):
    assert server.get("/", Accept_Encoding=accepted).headers["content-encoding"] == "gzip"


def test_pages_are_the_files_and_nothing_outside_is_served(server):
    assert server.get("/").body == (PUBLIC / "index.html").read_bytes()
    assert server.get("/track/any").body == (PUBLIC / "track.html").read_bytes()
    for path in ("/../Package.swift", "/%2e%2e/Package.swift", "/js/../../Package.swift",
                 "/.git/config", "/js", "/js/"):
        assert server.get(path).status in (400, 403, 404), path


# Health

def test_the_server_says_that_it_lives_and_is_ready(server):
    for path in ("/livez", "/readyz"):
        answer = server.get(path)
        assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")


def test_the_loop_tells_what_its_callbacks_take(server, track):
    def figures():
        lines = server.get("/metrics").text.splitlines()
        return {name: float(value) for name, value in (
            line.split() for line in lines if line.startswith("livetiming_loop_"))}
    before, after = figures(), figures()
    assert after["livetiming_loop_callbacks_total"] > before["livetiming_loop_callbacks_total"]
    assert after["livetiming_loop_callback_seconds"] > 0
    slow = "livetiming_loop_slow_callbacks_total"
    assert 0 <= before[slow] <= after[slow] <= after["livetiming_loop_callbacks_total"]


def test_metrics_are_in_the_format_of_prometheus(server, track):
    text = server.get("/metrics").text
    kinds, values, described = {}, {}, set()
    assert text.endswith("\n")
    for line in text.splitlines():
        if match := re.fullmatch(r"# HELP ([a-z_]+) (.+)", line):
            described.add(match[1])
        elif match := re.fullmatch(r"# TYPE ([a-z_]+) (counter|gauge)", line):
            assert match[1] not in kinds
            kinds[match[1]] = match[2]
        else:
            name, label, value = re.fullmatch(r'([a-z_]+)({loop="\d+"}|) (\d+(?:\.\d+)?)', line).groups()
            assert (name, label) not in values
            values[name, label] = float(value)
    assert kinds.keys() == {name for name, _ in values} == described
    assert all(name.startswith("livetiming_") for name in kinds)
    assert all(name.endswith("_total") == (kind == "counter") for name, kind in kinds.items())
    assert values["livetiming_tracks", ""] >= 1 and values["livetiming_events_total", ""] >= 2


# What is refused

def problem(answer):
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json
    assert document["status"] == answer.status
    assert document["type"] == "about:blank" and document["title"] and document["detail"]
    return document


@pytest.mark.parametrize("path, code", [
    ("/nowhere", "notFound"), ("/api/v1", "notFound"), ("/api/v1/tracks/hill/none", "notFound"),
    ("/api/v1/tracks/none", "unknownTrack"), ("/api/v1/tracks/none/board", "unknownTrack"),
    ("/api/v1/tracks/no%20way/board", "unknownTrack"),
    ("/api/v1/tracks/none/runs.csv", "unknownTrack"), ("/api/v1/runs/none", "unknownRun"),
    ("/api/v1/runners/none", "unknownRunner"),
])
def test_what_is_not_there_is_told(server, track, path, code):
    document = problem(server.get(path))
    assert (document["status"], document["code"]) == (404, code)


@pytest.mark.parametrize("method, path, allowed", [
    ("POST", BOARD, "GET, HEAD"), ("POST", "/", "GET, HEAD"), ("GET", "/api/v1/commands", "POST"),
    ("POST", "/livez", "GET, HEAD"), ("POST", "/metrics", "GET, HEAD"),
])
def test_a_wrong_method_is_told_with_the_right_ones(server, track, method, path, allowed):
    answer = server.request(method, path, body="" if method == "POST" else None)
    document = problem(answer)
    assert (document["status"], document["code"]) == (405, "methodNotAllowed")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_a_method_that_nothing_takes_is_refused(server, method):
    document = problem(server.request(method, "/api/v1/tracks"))
    assert document["status"] in (405, 501) and document["code"] == "methodNotAllowed"


@pytest.mark.parametrize("query, field, words", [
    ("limit=0", "limit", ["0", "1"]), ("limit=many", "limit", ["many"]),
    ("limit=99999999999999999999", "limit", []), ("before=soon", "before", ["microseconds"]),
    ("before=1~2", "before", []), ("status=dead", "status", ["dead"]),
    ("since=soon", "since", ["soon", "microseconds"]), ("since=1.5", "since", []),
    ("colour=red", "colour", ["colour", "track"]),
])
def test_a_query_that_cannot_be_read_is_told(server, query, field, words):
    document = problem(server.get(f"/api/v1/runs?{query}"))
    assert (document["status"], document["code"], document["field"]) == (400, "invalidValue", field)
    for word in words:
        assert word in document["detail"]


@pytest.mark.parametrize("body, status, code", [
    ("{", 400, "malformed"), ("[]", 400, "notAnObject"), ("{}", 400, "missingField"),
    ('{"type":"ping","t0":1}', 400, "unknownType"), ('{"type":"none"}', 400, "unknownType"),
])
def test_a_command_that_cannot_be_read_is_told(server, body, status, code):
    document = problem(server.post(body))
    assert (document["status"], document["code"]) == (status, code)


def test_a_command_that_does_not_say_that_it_is_json_is_refused(server):
    answer = server.post(course("typed"), Content_Type="text/plain")
    document = problem(answer)
    assert (document["status"], document["code"]) == (415, "unsupportedMediaType")
    assert "application/json" in document["detail"]
    typed = server.post(course("typed"), Content_Type="application/json; charset=utf-8")
    assert typed.status == 200


@pytest.mark.parametrize("token, status, code", [
    ("wrong-wrong-wrong-wrong", 401, "unauthorized"), ("", 403, "notAllowed")])
def test_a_command_without_the_right_token_is_refused(server, track, token, status, code):
    answer = server.post(start("hill", "eve", "Eve", now()), token=token)
    assert (answer.status, problem(answer)["code"]) == (status, code)
    if status == 401:
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_body_over_the_limit_is_refused_and_one_at_it_is_taken(server):
    limit = 1 << 20
    message = json.dumps(command("registerRunner", runner="big", name="Big"))
    assert server.post(message + " " * (limit - len(message))).status == 200
    answer = server.post(message + " " * (limit - len(message) + 1))
    document = problem(answer)
    assert (document["status"], document["code"]) == (413, "messageTooLarge")
    assert str(limit) in document["detail"]


def raw(server, request, is_refused=False):
    """Sends bytes, and hands back all that comes until the server closes. Of what it refuses it may cut the
    connection off while bytes are still on their way."""
    with (socket.create_connection(("127.0.0.1", server.port), timeout=20) as line,
          contextlib.suppress(*[ConnectionError] * is_refused)):
        line.sendall(request)
        if not is_refused:
            line.shutdown(socket.SHUT_WR)
        answer = b""
        while part := line.recv(65536):
            answer += part
        return answer


def test_a_post_of_unknown_length_is_refused(server):
    answer = raw(server, b"POST /api/v1/commands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                         b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 411 ") and b'"status":411' in answer


def test_nonsense_does_not_stop_the_server(server):
    raw(server, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200))
    raw(server, b"GET\r\n\r\n")
    raw(server, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n", is_refused=True)
    assert server.get("/livez").status == 200
