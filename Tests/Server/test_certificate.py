"""`livetiming certificate`: an authority once, certificates that others check out, and its refusals."""

import concurrent.futures
import socket
import stat
import subprocess

import pytest

from secure_server import certificate


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def made(data, *arguments):
    answer = certificate("--data", data, *arguments)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def openssl(*arguments):
    answer = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True,
                            timeout=60, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def verify(data, *arguments):
    return openssl("verify", "-x509_strict", "-purpose", "sslserver", *arguments,
                   "-CAfile", data / "authority.pem", data / "server.pem")


def test_the_chain_checks_out_by_every_name(data):
    said = made(data, "--name", "paddock.lan,192.168.77.1")
    assert f"livetiming serve --data {data}\n" in said
    names = ["paddock.lan", "localhost"]
    for name in names:
        assert "OK" in verify(data, "-verify_hostname", name)
    for address in ("192.168.77.1", "127.0.0.1", "::1"):
        assert "OK" in verify(data, "-verify_ip", address)
    if "." not in socket.gethostname():
        assert "OK" in verify(data, "-verify_hostname", f"{socket.gethostname()}.local")


def test_a_certificate_is_as_phones_want_it(data):
    made(data)
    server = openssl("x509", "-in", data / "server.pem", "-noout", "-text")
    authority = openssl("x509", "-in", data / "authority.pem", "-noout", "-text")
    assert "TLS Web Server Authentication" in server and "CA:FALSE" in server
    assert "CA:TRUE" in authority and "Certificate Sign" in authority
    assert "Name Constraints: critical" in authority
    # Apple takes no server's certificate of more than 398 days.
    openssl("x509", "-in", data / "server.pem", "-noout", "-checkend", 300 * 24 * 3600)
    answer = subprocess.run(
        ["openssl", "x509", "-in", data / "server.pem", "-noout", "-checkend", str(397 * 24 * 3600)],
        capture_output=True, timeout=60, check=False)
    assert answer.returncode == 1


def test_called_again_the_authority_stays_and_the_certificate_is_new(data):
    first = made(data)
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    second = made(data, "--name", "paddock.lan")
    after = {path.name: path.read_bytes() for path in data.iterdir()}
    assert "Made the authority" in first and "Kept the authority" in second
    assert {name for name in before if before[name] != after[name]} == {"server.pem"}
    assert "OK" in verify(data, "-verify_hostname", "paddock.lan")


def test_another_directory_is_named_in_the_command(data, tmp_path):
    folder = tmp_path / "a folder"
    said = made(data, "--directory", folder)
    assert (f"livetiming serve --data {data} --tls-certificate '{folder}/server.pem' "
            f"--tls-key '{folder}/server-key.pem'\n") in said
    assert not data.exists()


@pytest.mark.parametrize("name", ["a b", "*.lan", "x,,-y", "10.0.0.256"])
def test_a_name_of_no_host_is_a_wrong_flag(data, name):
    answer = certificate("--data", data, "--name", name)
    assert answer.returncode == 2
    assert "--name" in answer.stderr and "names no host" in answer.stderr
    assert not data.exists()


def test_an_authority_signs_for_no_name_that_it_was_not_made_for(data):
    made(data)
    before = (data / "server.pem").read_bytes()
    answer = certificate("--data", data, "--name", "bank.example")
    assert answer.returncode == 1
    assert "the authority may not sign for" in answer.stderr and "bank.example" in answer.stderr
    assert (data / "server.pem").read_bytes() == before


@pytest.mark.parametrize("fault, words", [
    ("no key", "No such file"), ("other key", "is not that of the certificate"),
    ("other certificate", "is not a certificate of the authority"),
])
def test_what_is_not_its_own_is_left_as_it_is(data, tmp_path, fault, words):
    made(data)
    made(tmp_path / "other")
    if fault == "no key":
        (data / "authority-key.pem").unlink()
    elif fault == "other key":
        other = (tmp_path / "other" / "authority-key.pem").read_bytes()
        (data / "authority-key.pem").write_bytes(other)
    else:
        other = (tmp_path / "other" / "server.pem").read_bytes()
        (data / "server.pem").write_bytes(other)
    before = (data / "server.pem").read_bytes()
    answer = certificate("--data", data)
    assert answer.returncode == 1
    assert words in answer.stderr
    assert (data / "server.pem").read_bytes() == before


def test_the_directory_is_its_owners_and_their_groups(data):
    made(data)
    assert stat.S_IMODE(data.stat().st_mode) == 0o750


def test_an_authority_that_was_taken_away_is_made_again_with_its_key(data):
    made(data)
    key = (data / "authority-key.pem").read_bytes()
    (data / "authority.pem").rename(data / "authority.old")
    made(data, "--name", "bank.example")
    assert (data / "authority-key.pem").read_bytes() == key
    verify(data, "-verify_hostname", "bank.example")


def test_nothing_is_written_where_the_certificate_is_not_its_own(data, tmp_path):
    made(data)
    (data / "authority.pem").unlink()
    (data / "authority-key.pem").unlink()
    answer = certificate("--data", data)
    assert answer.returncode == 1
    assert "move it away" in answer.stderr
    assert not (data / "authority-key.pem").exists() and not (data / "authority.pem").exists()


def test_calls_at_once_take_turns(data):
    with concurrent.futures.ThreadPoolExecutor(4) as calls:
        for answer in calls.map(lambda _: certificate("--data", data), range(4)):
            assert answer.returncode == 0, answer.stderr
    verify(data)


def test_a_directory_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("", encoding="ascii")
    answer = certificate("--directory", tmp_path / "file" / "below")
    assert answer.returncode == 1
    assert str(tmp_path / "file" / "below") in answer.stderr
