"""A phone in the paddock that trusts the server's own authority: all that needs a secure origin works."""

import copy
import subprocess

import pytest
from playwright.sync_api import Error

from control_desk import Wire, new_track
from history_pages import look_at
from scripted_board import until
from test_app_shell import READY
from timing_phone import PHONE, TimingPhone, only_run, states
from walk import LAN_NAME

PADDOCK = f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1"
CUT = ("WebSocket", "Failed to load", "ERR_INTERNET")


@pytest.fixture(scope="module")
def trusting_browser(launch, secure_server, tmp_path_factory):
    """A Chromium whose user has installed the authority, as a phone's owner does."""
    home = tmp_path_factory.mktemp("home")
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    for arguments in (["-N", "--empty-password"],
                      ["-A", "-n", "livetiming", "-t", "C,,", "-i",
                       str(secure_server.data / "authority.pem")]):
        subprocess.run(["certutil", "-d", f"sql:{database}", *arguments], check=True, timeout=60)
    return launch(PADDOCK, home=home)


@pytest.fixture
def paddock(secure_server):
    """The server as such a phone calls it."""
    server = copy.copy(secure_server)
    server.url = f"https://{LAN_NAME}:{secure_server.secure_port}"
    return server


@pytest.fixture(scope="module")
def course(secure_server):
    with Wire(secure_server, "control", device="marshal") as control:
        yield new_track(control, "t1", "t2", "finish", name="Paddock")


def test_a_run_is_timed_offline_through_a_reload_with_the_screen_on(
        trusting_browser, paddock, course, open_page):
    page = open_page(inside=trusting_browser, expected_errors=CUT, **PHONE)
    device = TimingPhone(page, paddock, query=f"?track={course}")
    assert page.evaluate("isSecureContext")
    device.wait_for("runner")
    assert page.locator("timer-origin").is_hidden()
    device.be("Ada Lovelace")
    device.start()
    device.until_text(".status-cell:nth-child(4) .status-value", "Stays on")
    until(page, READY)
    device.settled()

    device.reload_without_network()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert paddock.board(course)["runs"][0]["splitCount"] == 0

    page.context.set_offline(False)
    device.settled()
    run = only_run(paddock, course)
    assert run["status"] == "finished"
    assert states(run) == [(name, "counted") for name in ("t1", "t2", "finish")]
    assert [each["at"] for each in run["splits"]] == [each["at"] for each in device.run["splits"]]


def test_who_does_not_trust_the_authority_is_not_let_onto_the_page(launch, paddock, open_page):
    page = open_page(inside=launch(PADDOCK))
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(f"{paddock.url}/timer")


def test_a_phone_goes_from_the_plain_page_to_the_secure_one_and_stays_who_it_is(
        trusting_browser, secure_server, course, open_page):
    plain = copy.copy(secure_server)
    plain.url = f"http://{LAN_NAME}:{secure_server.port}"
    page = open_page(inside=trusting_browser, **PHONE)
    device = TimingPhone(page, plain, query=f"?track={course}")
    device.wait_for("runner")
    device.until_text("timer-origin", "the screen may go dark")
    look_at(page, "timer-insecure")
    page.click("text=Make it secure")
    page.wait_for_selector("text=3. Open the timer")
    page.click("text=Open the timer securely")
    page.wait_for_url(f"https://{LAN_NAME}:{secure_server.secure_port}/timer")
    assert page.evaluate("isSecureContext")
    # The token came along: nobody is asked for it.
    page.locator(".choice", has_text="Paddock").first.click()
    device.be("Grace Hopper")
    device.start()
    device.all_sent()
