"""The server as a process: started, asked over HTTP, and ended by its own process id."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.parse

import pytest

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
KEPT_VARIABLES = {"LIVETIMING_FRAME_WRITING", "LIVETIMING_LOOPS"}
LINKS = re.compile(r"^spectators +(http://[^\s/]+)/\n(?:.*\n)*"
                   r"control +(https?://[^\s/]+)/control#token=([\w-]+)", re.MULTILINE)


def binary():
    """The built `livetiming` that LIVETIMING_BINARY names; without one the test is skipped."""
    path = os.environ.get("LIVETIMING_BINARY")
    if not path:
        pytest.skip("LIVETIMING_BINARY is not set: tests against the real server are left out")
    return path


def clean_environment(variables=()):
    """This environment without settings of a server, so that tests mean the same everywhere; but for how
    frames are written and the number of loops, which no test depends on, so that all of them can be run
    with each."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("LIVETIMING_") or name in KEPT_VARIABLES}
    return kept | dict(variables)


def wait_until(condition, what, seconds=20, pause=0.01):
    """Asks until the answer is true, and hands it back."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = condition()
        if answer:
            return answer
        time.sleep(pause)
    raise AssertionError(f"{what}: not within {seconds} s")


class Answer:
    """The answer to an HTTP request. Header names are in lower case."""

    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode()


class ServerProcess:
    """A `livetiming serve` on the loopback interface, over one data directory.

    It keeps its port over restarts. Standard output (the links with the tokens) and standard error
    (the log) go to files beside the data, and are kept over restarts too.
    """

    def __init__(self, directory, **settings):
        self.directory = pathlib.Path(directory)
        self.data = self.directory / "data"
        self.settings = settings
        self.port = 0
        self.process = None
        self.url = None
        self.control_url = None
        self.control_token = None

    # The process

    def arguments(self):
        settings = {"data": self.data, "host": "127.0.0.1", "port": self.port, "public": PUBLIC}
        settings |= {name.replace("_", "-"): value for name, value in self.settings.items()}
        words = (word for name, value in settings.items() for word in (f"--{name}", str(value)))
        return [binary(), "serve", *words]

    def launch(self, prefix=(), environment=()):
        """Starts the process and doesn't wait for it. `prefix` is a program that runs it."""
        self.directory.mkdir(parents=True, exist_ok=True)
        with open(self.output_path, "ab") as output, open(self.log_path, "ab") as log:
            self._printed = output.tell()
            self.process = subprocess.Popen(
                [*prefix, *self.arguments()], stdout=output, stderr=log, stdin=subprocess.DEVNULL,
                env=clean_environment(environment))
        return self

    def start(self, **options):
        """Starts the process and returns when it takes connections."""
        self.launch(**options)
        links = wait_until(self._links, "the server prints its links")
        self.url, self.control_url, self.control_token = links.groups()
        self.port = urllib.parse.urlsplit(self.url).port
        return self

    def _links(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.log}")
        with open(self.output_path, encoding="utf-8") as output:
            output.seek(self._printed)
            return LINKS.search(output.read())

    def kill(self):
        """Ends the process at once, as a power cut does."""
        self.process.kill()
        self.process.wait(timeout=20)

    def terminate(self):
        """Asks the process to stop, and hands back its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self):
        return self.process.wait(timeout=30)

    def restart(self):
        assert self.terminate() == 0, self.log
        return self.start()

    def close(self):
        if self.process and self.process.poll() is None:
            self.terminate()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    # Its files

    @property
    def output_path(self):
        return self.directory / "output"

    @property
    def log_path(self):
        return self.directory / "log"

    @property
    def database_path(self):
        return self.data / "livetiming.sqlite"

    @property
    def log(self):
        return self.log_path.read_text(encoding="utf-8")

    def token(self, role):
        return (self.data / f"{role}-token").read_text(encoding="ascii").strip()

    @property
    def socket_url(self):
        return self.url.replace("http", "ws", 1) + "/ws"

    @property
    def socket_options(self):
        """What a WebSocket to it needs beside its address."""
        return {}

    # HTTP

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def request(self, method, path, body=None, headers=None):
        connection = self.connection()
        try:
            connection.request(method, path, body, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.request("GET", path, headers=named)

    def board(self, track):
        answer = self.get(f"/api/v1/tracks/{track}/board")
        assert answer.status == 200, answer.text
        return answer.json

    def metric(self, name):
        lines = self.get("/metrics").text.splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith(f"livetiming_{name} ")))

    def post(self, command, token=None, role="control", **headers):
        """Sends a command with the token of a role, or another one; "" sends none."""
        token = self.token(role) if token is None else token
        named = {"Content-Type": "application/json"}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        body = command if isinstance(command, (str, bytes)) else json.dumps(command)
        return self.request("POST", "/api/v1/commands", body, named)
