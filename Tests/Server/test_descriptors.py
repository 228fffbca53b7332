"""How many connections the system lets a server have."""

import contextlib
import pathlib
import re
import shutil

import pytest

from server_process import ServerProcess
from wire import Wire

pytestmark = pytest.mark.skipif(not shutil.which("prlimit"), reason="there is no prlimit to set limits with")
WARNING = "this process may not have so many connections"


def test_the_limit_is_lifted_as_far_as_is_needed(tmp_path):
    with ServerProcess(tmp_path, max_connections=400) as server, contextlib.ExitStack() as stack:
        server.start(prefix=["prlimit", "--nofile=80:600"])
        assert WARNING not in server.log
        limit = int(re.search(r"Max open files +(\d+)", pathlib.Path(f"/proc/{server.process.pid}/limits").read_text())[1])
        # No further: each loop has a table of that length.
        assert 400 < limit < 600
        for _ in range(120):
            stack.enter_context(Wire(server))
        assert server.metric("connections") == 120


def test_a_limit_that_is_too_low_is_told_of_and_met(tmp_path):
    with ServerProcess(tmp_path, max_connections=400) as server, contextlib.ExitStack() as stack:
        server.start(prefix=["prlimit", "--nofile=100:100"])
        assert f"{WARNING}: raise 'ulimit -n'" in server.log
        assert re.search(r"maxConnections=400 needed=4\d\d descriptors=100", server.log)
        for _ in range(40):
            stack.enter_context(Wire(server))
        assert server.get("/livez").status == 200
