"""Fixtures: a Chromium, the pages as static files, and the real server.

Tests of modules, and of pages whose messages a test scripts, need nothing but `Public/`. Tests that
use the `server` fixture drive the real one: set LIVETIMING_BINARY to a built `livetiming`; unset,
they are skipped and say so.
"""

import functools
import http.server
import os
import pathlib
import threading

import pytest
from playwright.sync_api import sync_playwright

from control_desk import SECOND, Desk, Wire, new_track, now
from earlier_view import Earlier, heat
from history_pages import settle
from past_runs import fill
from pressed import Pressed
from secure_server import SecureServer
from server_process import PUBLIC, ServerProcess
from timing_phone import PHONE, TimingPhone
from walk import LAN_NAME, WAYS, Walk

FOLDER = pathlib.Path(__file__).parent
LAST = "test_every_button.py"
POLICY = "default-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"


_left_out = []


def pytest_deselected(items):
    _left_out.extend(items)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """What looks back at all tests of pages runs after them, whatever the names of their files."""
    items.sort(key=lambda item: item.path == FOLDER / LAST)


@pytest.fixture(scope="session")
def whole_suite(request):
    """Whether every test of every file of this folder was selected."""
    files = {item.path for item in request.session.items}
    is_whole = set(FOLDER.glob("test_*.py")) <= files and not _left_out
    return is_whole and not any("::" in argument for argument in request.config.args)


class PublicFiles(http.server.SimpleHTTPRequestHandler):
    """`Public/` as the server serves it: `/track/<id>` and its like are pages, and the policy is sent."""

    def translate_path(self, path):
        page = path.split("?")[0].strip("/").split("/")[0]
        if page in ("track", "run", "runner", "timer", "control", "secure"):
            return str(PUBLIC / f"{page}.html")
        return super().translate_path(path)

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def static_url():
    handler = functools.partial(PublicFiles, directory=str(PUBLIC))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def pressed():
    """Which buttons were shown, and which were pressed, over all tests of pages."""
    return Pressed()


@pytest.fixture(scope="session")
def launch(pressed):
    """Starts a Chromium: `launch("--argument")`, perhaps with a home of its own; all are ended with the
    tests."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browsers = []

        def launch(*arguments, home=None):
            environment = os.environ | ({"HOME": str(home)} if home else {})
            browsers.append(playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", *arguments], env=environment))
            pressed.watch(browsers[-1])
            return browsers[-1]

        launch.playwright = playwright
        yield launch
        for browser in browsers:
            browser.close()


@pytest.fixture(scope="session")
def browser(launch):
    return launch()


@pytest.fixture(scope="session")
def lan_browser(launch):
    """A Chromium in a paddock: it finds this machine under a name of the LAN, over plain HTTP."""
    return launch(f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1")


@pytest.fixture
def open_page(browser):
    """Opens a page of its own context; fails the test on any console error or exception."""
    contexts, faults = [], []

    def open_page(width=1280, height=800, expected_errors=(), inside=browser, **options):
        context = inside.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()

        def note(text):
            if not any(expected in text for expected in expected_errors):
                faults.append(text)

        page.on("console", lambda message: message.type == "error" and note(message.text))
        page.on("pageerror", lambda error: note(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def modules(open_page, static_url):
    """`modules(timezone_id="Europe/Berlin")` is a `module` in a page with these options."""
    def modules(**options):
        page = open_page(**options)
        page.route("**/blank.html", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto(f"{static_url}/blank.html")

        def evaluate(name, expression, argument=None):
            load = f"const m = await import('/js/{name}.js');"
            return page.evaluate(
                f"async (argument) => {{ {load} return {expression}; }}", argument)

        return evaluate

    return modules


@pytest.fixture
def module(modules):
    """Evaluates JavaScript with a module of `Public/js`: `module("format", "m.formatTime(0)")`."""
    return modules()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The real server, one for all tests of pages."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server.start()


@pytest.fixture(scope="module")
def control(server):
    """A hand on the wire with the rights of control; its captures are those of a device."""
    with Wire(server, "control", device="marshal") as control:
        yield control


@pytest.fixture
def track(control):
    """A track of the test's own."""
    return new_track(control)


@pytest.fixture
def desk(open_page, server):
    """Opens race control: `desk(track)`."""
    return lambda track=None, **options: Desk(open_page(**options), server, track)


@pytest.fixture
def park(control):
    """A track of three checkpoints without least times, of its own for each test."""
    return new_track(control, "t1", "t2", "finish", name="Park")


@pytest.fixture
def phone(open_page, server):
    """Opens the timer's page on a phone; `init` is a script, `socket` takes the page's sockets."""
    def open_phone(query="", token=None, expected_errors=(), init=None, socket=None, **options):
        page = open_page(expected_errors=expected_errors, **(PHONE | options))
        if init:
            page.add_init_script(init)
        if socket:
            page.route_web_socket("**/ws", socket)
        return TimingPhone(page, server, token, query)

    return open_phone


@pytest.fixture(scope="module")
def past(tmp_path_factory):
    """A server with runs that are over, on two tracks."""
    with ServerProcess(tmp_path_factory.mktemp("past")) as server:
        server.start()
        with Wire(server, "control", device="tower") as control:
            fill(control)
        yield server


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A server that nothing was ever timed on."""
    with ServerProcess(tmp_path_factory.mktemp("empty")) as server:
        yield server.start()


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory):
    """A server with a certificate of its own authority, for the paddock's name too."""
    with SecureServer(tmp_path_factory.mktemp("secure")) as server:
        server.certify(LAN_NAME)
        yield server.start()


@pytest.fixture
def open_at(past, open_page):
    """Opens a page of the history: `open_at("/run/<id>")`."""
    def open_at(path, server=past, **options):
        page = open_page(**options)
        page.goto(f"{server.url}{path}")
        settle(page)
        return page

    return open_at


@pytest.fixture(params=WAYS)
def walk(request, open_page, server, browser, lan_browser):
    """A way through the pages: by pointer, by keyboard alone, by pointer over an insecure origin."""
    return Walk(request.param, open_page, server, browser, lan_browser)


@pytest.fixture
def heats(control, track):
    """Heat 1 is over and has made room on the board; in heat 2 all are out."""
    heat(control, track, 1, now() - 600 * SECOND)
    heat(control, track, 2, now() - 60 * SECOND, ended=False)
    return track


@pytest.fixture
def earlier(desk):
    return lambda track, **options: Earlier(desk(track, **options))
