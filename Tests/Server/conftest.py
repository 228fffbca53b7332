"""Fixtures: servers, each over a data directory of its own.

LIVETIMING_BINARY names the server that is tested. STORM_KILLS=100 makes test_storm.py long, and STORM_SEED
repeats one of its storms.
"""

import pytest

from faulty_disk import build
from secure_server import SecureServer
from server_process import ServerProcess
from wire import SECOND, Wire, course, now, split, start


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for the tests of a module, each of which has tracks of its own."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server.start()


@pytest.fixture
def own_server(tmp_path):
    """A server for one test, not started yet."""
    with ServerProcess(tmp_path / "server") as server:
        yield server


@pytest.fixture
def secure_server(tmp_path):
    """A server with a certificate of its own authority, not started yet."""
    with SecureServer(tmp_path / "server") as server:
        server.certify()
        yield server


@pytest.fixture(scope="module")
def track(server):
    """A track with a run that has one of its two splits."""
    began = now() - 100 * SECOND
    with Wire(server, "control", device="phone") as control:
        control.do(course("hill", "t1", "finish"), start("hill", "run", "Ada", began),
                   split("hill", "split", began + 20 * SECOND, run="run"))
    return "hill"


@pytest.fixture
def control(server, track):
    with Wire(server, "control") as wire:
        yield wire


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The faulty disk, compiled."""
    return build(tmp_path_factory.mktemp("library"))
