"""Fixtures: servers, each over a data directory of its own."""

import pytest

from server_process import ServerProcess


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
