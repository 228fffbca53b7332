"""TLS beside plain HTTP: who is let in, what is printed, and a certificate that is exchanged."""

import contextlib
import hashlib
import signal
import socket
import ssl
import stat

import pytest
from websockets.exceptions import InvalidStatus

from secure_server import certificate
from server_process import ServerProcess, wait_until
from wire import SECOND, Wire, course, finished, now


@pytest.fixture
def own_files(tmp_path):
    """A certificate and its key in a directory that is not a server's."""
    made = certificate("--directory", tmp_path / "own")
    assert made.returncode == 0, made.stderr
    return tmp_path / "own" / "server.pem", tmp_path / "own" / "server-key.pem"


def refusal(server, code):
    server.launch()
    assert server.wait() == code, server.log
    return server.log


# Both transports

def test_a_handshake_checks_out_against_the_authority_and_http_1_1_is_agreed_on(secure_server):
    server = secure_server.start()
    trust = server.trust
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with (socket.create_connection(("127.0.0.1", server.secure_port), timeout=20) as raw,
          trust.wrap_socket(raw, server_hostname="localhost") as secure):
        assert secure.selected_alpn_protocol() == "http/1.1"
        assert secure.version() in ("TLSv1.2", "TLSv1.3")
    with (socket.create_connection(("127.0.0.1", server.secure_port), timeout=20) as raw,
          pytest.raises(ssl.SSLCertVerificationError)):
        ssl.create_default_context().wrap_socket(raw, server_hostname="localhost")


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_old_versions_of_tls_are_refused(secure_server):
    server = secure_server.start()
    trust = server.trust
    trust.set_ciphers("DEFAULT@SECLEVEL=0")
    trust.minimum_version = trust.maximum_version = ssl.TLSVersion.TLSv1_1
    with (socket.create_connection(("127.0.0.1", server.secure_port), timeout=20) as raw,
          pytest.raises(ssl.SSLError)):
        trust.wrap_socket(raw, server_hostname="localhost")


def test_both_ports_serve_the_same_pages_and_no_page_forces_tls(secure_server):
    server = secure_server.start()
    for path in ("/", "/timer", "/js/line.js", "/livez"):
        secure, plain = server.get(path), server.plain.get(path)
        assert secure.status == plain.status == 200
        assert secure.body == plain.body
        assert "strict-transport-security" not in secure.headers
        assert secure.headers.get("content-security-policy") == plain.headers.get(
            "content-security-policy")


def test_a_race_is_timed_over_tls_and_watched_over_both(secure_server):
    server = secure_server.start()
    began = now() - 100 * SECOND
    with Wire(server, "control") as control:
        control.do(course("hill", "t1", "finish"), *finished("hill", "run", "Ada", began, 20, 40))
    for board in (server.board("hill"), server.plain.get("/api/v1/tracks/hill/board").json):
        assert [run["time"] for run in board["runs"]] == [40 * SECOND]


def test_a_large_answer_and_many_small_ones_go_over_one_connection(secure_server):
    server = secure_server.start()
    connection = server.connection()
    for path in ("/metrics", "/js/line.js", "/") * 5:
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
    assert connection.sock is not None
    connection.close()


def test_a_page_of_the_secure_origin_may_open_a_socket_and_another_may_not(secure_server):
    server = secure_server.start()
    with Wire(server, origin=f"https://127.0.0.1:{server.secure_port}"):
        pass
    with pytest.raises(InvalidStatus, match="403"):
        Wire(server, origin=server.url)


def test_connections_of_both_ports_are_counted_together(secure_server):
    secure_server.settings["max_connections"] = 2
    server = secure_server.start()
    with Wire(server), Wire(server.plain):
        assert "livetiming_connections 2\n" in server.get("/metrics").text
        for port in (server, server.plain):
            with pytest.raises(InvalidStatus, match="503"):
                Wire(port)


def test_plain_http_at_the_port_of_tls_just_ends(secure_server):
    server = secure_server.start()
    with socket.create_connection(("127.0.0.1", server.secure_port), timeout=20) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert raw.recv(1000) == b""
    assert server.get("/livez").status == 200


def test_tls_at_the_plain_port_fails_at_once(secure_server):
    server = secure_server.start()
    with (socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw,
          pytest.raises(ssl.SSLError)):
        server.trust.wrap_socket(raw, server_hostname="localhost")
    assert server.plain.get("/livez").status == 200


# What is printed, and told to phones

def test_the_links_of_timer_and_control_are_secure_and_phones_are_sent_to_the_page(secure_server):
    server = secure_server.start()
    printed = server.output_path.read_text(encoding="utf-8")
    assert f"spectators  {server.url}/\n" in printed
    assert f"phones      {server.url}/secure\n" in printed
    for page in ("timer", "control"):
        assert f"https://127.0.0.1:{server.secure_port}/{page}#token=" in printed
    assert "serving over TLS" in server.log


def test_the_authority_is_handed_out_over_plain_http_and_no_key_is(secure_server):
    server = secure_server.start()
    answer = server.plain.get("/authority.crt")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/x-x509-ca-cert"
    pem = (server.data / "authority.pem").read_text(encoding="ascii")
    assert answer.body == ssl.PEM_cert_to_DER_cert(pem)
    digits = hashlib.sha256(answer.body).hexdigest().upper()
    fingerprint = ":".join(digits[at:at + 2] for at in range(0, len(digits), 2))
    told = server.plain.get("/api/v1/secure").json
    assert told["port"] == server.secure_port
    assert told["authority"]["fingerprint"] == fingerprint
    assert told["page"] == f"{server.url}/secure"
    assert fingerprint in server.certify()
    for name in ("authority-key.pem", "server-key.pem", "authority.pem", "server.pem"):
        assert server.plain.get(f"/{name}").status == 404


def test_without_tls_the_page_is_told_so(server):
    assert server.get("/api/v1/secure").json == {
        "port": None, "authority": None, "page": f"{server.url}/secure"}
    assert server.get("/authority.crt").status == 404
    assert server.get("/secure.svg").headers["content-type"] == "image/svg+xml"


def test_a_certificate_of_another_authority_is_shown_without_one_to_install(secure_server, own_files):
    server = secure_server
    for name in ("server.pem", "server-key.pem"):
        (server.data / name).write_bytes((own_files[0].parent / name).read_bytes())
    server.start()
    told = server.plain.get("/api/v1/secure").json
    assert told["port"] == server.secure_port and told["authority"] is None


# Files that are named

def test_a_named_pair_is_served(own_server, own_files):
    certificate_file, key = own_files
    own_server.settings |= {"tls_certificate": certificate_file, "tls_key": key, "tls_port": 0}
    own_server.start()
    assert own_server.control_url.startswith("https://")


def test_one_of_the_two_files_alone_is_a_wrong_setting(own_server, own_files):
    own_server.settings["tls_certificate"] = own_files[0]
    assert "tls-certificate needs tls-key beside it" in refusal(own_server, 2)


def test_tls_needs_a_port_of_its_own(own_server, own_files):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    own_server.port = port
    own_server.settings |= {
        "tls_certificate": own_files[0], "tls_key": own_files[1], "tls_port": port}
    assert f"port and tls-port are both {port}" in refusal(own_server, 1)


@pytest.mark.parametrize("fault, words", [
    ("missing", "No such file"), ("text", "expected certificates in PEM"),
    ("key", "expected a private key in PEM"), ("other", "is not that of the certificate"),
])
def test_files_that_cannot_be_used_are_named(own_server, own_files, tmp_path, fault, words):
    certificate_file, key = own_files
    if fault == "missing":
        certificate_file = tmp_path / "nowhere.pem"
    if fault == "text":
        certificate_file.write_text("hello", encoding="ascii")
    if fault == "key":
        key.write_text("hello", encoding="ascii")
    if fault == "other":
        key = own_files[0].parent / "authority-key.pem"
    own_server.settings |= {"tls_certificate": certificate_file, "tls_key": key, "tls_port": 0}
    said = refusal(own_server, 1)
    assert words in said
    assert str(key if fault in ("key", "other") else certificate_file) in said
    assert not own_server.database_path.exists()


def test_a_found_pair_that_cannot_be_used_is_told_and_the_race_is_timed_without_tls(secure_server):
    (secure_server.data / "server.pem").write_text("hello", encoding="ascii")
    ServerProcess.start(secure_server)
    assert secure_server.control_url.startswith("http://")
    assert "serving without TLS" in secure_server.log
    assert secure_server.plain.get("/livez").status == 200


# Another certificate while it serves

def test_sighup_brings_a_new_certificate_and_drops_nobody(secure_server):
    server = secure_server.start()
    before = server.shown()
    with Wire(server, "control") as wire:
        wire.do(course("hill", "finish"))
        server.certify("paddock.lan")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.shown() != before, "new connections see another certificate")
        wire.do(*finished("hill", "run", "Ada", now() - 100 * SECOND, 20))
        with (socket.create_connection(("127.0.0.1", server.secure_port), timeout=20) as raw,
              server.trust.wrap_socket(raw, server_hostname="paddock.lan")):
            pass


@pytest.mark.parametrize("fault", ["text", "other key", "missing"])
def test_a_broken_pair_is_told_and_the_old_one_stays(secure_server, fault):
    server = secure_server.start()
    before = server.shown()
    good = (server.data / "server.pem").read_bytes()
    with Wire(server, "control") as wire:
        if fault == "text":
            (server.data / "server.pem").write_text("hello", encoding="ascii")
        elif fault == "missing":
            (server.data / "server.pem").unlink()
        else:
            key = (server.data / "authority-key.pem").read_bytes()
            (server.data / "server-key.pem").write_bytes(key)
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "the certificate that was in force stays so" in server.log, "it is told")
        assert server.shown() == before
        wire.do(course("hill", "finish"))
        if fault != "other key":
            (server.data / "server.pem").write_bytes(good)
            server.certify()
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: server.shown() != before, "the mended pair is taken")


def test_a_server_without_tls_goes_on_after_sighup(own_server):
    server = own_server.start()
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "this server has no TLS" in server.log, "it is told")
    assert server.get("/livez").status == 200


# livetiming certificate

def test_the_keys_are_their_owners_alone(secure_server):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in secure_server.data.iterdir()}
    assert modes == {"authority-key.pem": 0o600, "authority.pem": 0o644,
                     "server-key.pem": 0o600, "server.pem": 0o644}
