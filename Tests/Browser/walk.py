"""What a whole walk through the pages needs: a way to go it, and boards that are watched meanwhile."""

import copy

from hands import KeyboardHand, PointerHand
from scripted_board import until

LAN_NAME = "paddock.lan"
WAYS = ["pointer", "keyboard", "pointer, insecure origin"]


def on_lan(server):
    """The server under the name that a phone in a paddock has for it."""
    server = copy.copy(server)
    server.url = server.url.replace("127.0.0.1", LAN_NAME)
    return server


class Walk:
    """Pages of one browser over one server, under the name that the way of going has for it."""

    def __init__(self, way, open_page, server, browser, lan_browser):
        self.is_insecure = way.endswith("insecure origin")
        self._hand = KeyboardHand if way == "keyboard" else PointerHand
        self._open_page = open_page
        self._browser = lan_browser if self.is_insecure else browser
        self.server = on_lan(server) if self.is_insecure else server

    def page(self, width, height, **options):
        return self._open_page(width, height, inside=self._browser, **options)

    def hand(self, page, **options):
        return self._hand(page, **options)

    def boards(self, track):
        """The track's board as it is watched from a desk and on the smallest phone."""
        return [Board(self.page(width, height), self.server, track)
                for width, height in ((1280, 800), (360, 760))]

    def check_origin(self, page):
        """What browsers keep for secure origins is there, or is not, as the walk has it."""
        assert page.evaluate("""[isSecureContext, typeof crypto.randomUUID === 'function',
            navigator.wakeLock !== undefined]""") == [not self.is_insecure] * 3


class Board:
    """A board that somebody else watches all the while."""

    def __init__(self, page, server, track):
        self.page = page
        page.goto(f"{server.url}/track/{track}")
        page.wait_for_selector("connection-state[data-state=live]")

    def row(self, name, status=None):
        with_status = f'[data-status="{status}"]' if status else ""
        return self.page.locator(f".board-body > .row{with_status}", has_text=name)

    def until_row(self, name, *words, status=None):
        """Until a runner's row says all of this to those who look or listen."""
        self._until(self.row(name, status), words)

    def until_cell(self, name, index, *words):
        self._until(self._cell(name, index), words)

    def until_cell_without(self, name, index, words):
        until(self.page, "([cell, words]) => !cell.textContent.includes(words)",
              [self._cell(name, index).element_handle(), words])

    def until_order(self, names):
        until(self.page, """(names) => JSON.stringify(names) === JSON.stringify(
            [...document.querySelectorAll('.runner-name')].map((each) => each.textContent))""", names)

    def _cell(self, name, index):
        return self.row(name).locator(".strip > .cell-time").nth(index)

    def _until(self, part, words):
        part.wait_for()
        says = "([part, words]) => words.every((each) => part.textContent.includes(each))"
        try:
            until(self.page, says, [part.element_handle(), list(words)])
        except AssertionError:
            raise AssertionError(f"it does not say {words}, but “{part.text_content()}”") from None
