"""Takes the pictures of this folder from a running server.

    .venv/bin/python docs/images/take.py http://127.0.0.1:8080/track/<id>

Choose a moment in mid-race. The pictures are of the real page, as a reader gets it.
"""

import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

FOLDER = pathlib.Path(__file__).resolve().parent

PICTURES = [
    # name, width, height, colour scheme
    ("board-dark", 1280, 608, "dark"),
    ("board-light", 1280, 608, "light"),
    ("board-phone", 390, 844, "dark"),
]


def take(address):
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, width, height, scheme in PICTURES:
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=scheme,
                device_scale_factor=2)
            page.goto(address)
            page.wait_for_selector("connection-state[data-state=live]")
            page.locator(".board-body > .row .running").first.wait_for()
            page.screenshot(path=FOLDER / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    take(sys.argv[1])
