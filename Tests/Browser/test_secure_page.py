"""The page that brings the authority onto a phone, over servers with TLS and without."""

import pytest

from history_pages import look_at
from scripted_board import until

SIZES = [(360, 780), (390, 844), (1280, 800), (1920, 1080)]


def open_secure(page, server):
    page.goto(f"{server.url}/secure")
    page.wait_for_selector("secure-page:not([aria-busy])")
    return page


def shown(page):
    """The parts that are in sight."""
    return set(page.eval_on_selector_all(
        "[data-part]", "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.part)"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height", SIZES)
def test_the_steps_are_readable_at_every_size(secure_server, open_page, width, height, scheme):
    page = open_secure(open_page(width, height, color_scheme=scheme), secure_server)
    assert {"install", "open", "fingerprint", "timer"} <= shown(page)
    assert not {"none", "known", "here"} & shown(page)
    look_at(page, f"secure-{width}-{scheme}")


def test_the_fingerprint_is_the_one_that_the_terminal_printed(secure_server, open_page):
    page = open_secure(open_page(), secure_server)
    assert f"SHA-256 fingerprint {page.inner_text('[data-part=fingerprint]')}\n" in secure_server.certify()


def test_the_authority_is_downloaded_from_the_page(secure_server, open_page):
    page = open_secure(open_page(), secure_server)
    with page.expect_download() as download:
        page.click("text=Download the authority")
    assert download.value.suggested_filename == "authority.crt"
    with open(download.value.path(), "rb") as file:
        assert file.read() == secure_server.plain.get("/authority.crt").body


def test_the_code_and_the_address_beside_it_lead_here(secure_server, open_page):
    page = open_secure(open_page(), secure_server)
    until(page, "() => document.querySelector('.secure-code img').naturalWidth > 0")
    assert page.inner_text("[data-part=page]") == f"{secure_server.url}/secure"


def test_the_timer_opens_over_tls(secure_server, open_page):
    # A browser that has not been given the authority keeps no worker of the page.
    page = open_secure(open_page(ignore_https_errors=True, expected_errors=["An SSL certificate error"]), secure_server)
    page.click("text=Open the timer securely")
    page.wait_for_url(f"https://127.0.0.1:{secure_server.secure_port}/timer*")
    assert page.evaluate("isSecureContext")


def test_over_tls_the_page_says_that_nothing_is_to_be_done(secure_server, open_page):
    page = open_page(ignore_https_errors=True)
    page.goto(f"https://127.0.0.1:{secure_server.secure_port}/secure")
    page.wait_for_selector("text=This page is secure already")
    assert "unsent" not in shown(page)


def test_without_tls_the_page_tells_how_to_get_it(server, open_page):
    page = open_secure(open_page(), server)
    assert "none" in shown(page) and not {"install", "open"} & shown(page)
    assert "livetiming certificate" in page.inner_text("[data-part=none]")
    page.click("theme-button button")
    look_at(page, "secure-none")


def test_a_server_that_is_gone_is_told(server, open_page):
    page = open_page(expected_errors=["Failed to load resource"])
    page.route("**/api/v1/secure", lambda route: route.abort())
    open_secure(page, server)
    assert "Load the page again" in page.inner_text("[data-part=status]")
