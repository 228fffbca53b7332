"""The hands that a walk through the pages is done with: a pointer, or a keyboard and nothing else.

A walk is written once: `press`, `write`, `choose`, `tap`. The keyboard gets to things as a person does, with Tab and
Shift+Tab or with a key that the page's help tells of; nothing is focused for it. It complains where
the page has lost the focus, and where a thing is further away than anyone would go.
"""

from scripted_board import until

NAME_OF_FOCUS = """() => {
    const at = document.activeElement;
    return at === document.body ? "nothing"
        : (at.getAttribute("aria-label") || at.textContent.trim() || at.id || at.localName).slice(0, 60);
}"""


class PointerHand:
    """A finger where the page has touch, a mouse elsewhere."""

    def __init__(self, page, has_touch=False):
        self.page = page
        self._has_touch = has_touch

    def press(self, control, *keys):
        control.tap() if self._has_touch else control.click()

    def write(self, field, text, *keys):
        """Puts a text in the place of what a field has."""
        self.press(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, select, label):
        select.select_option(label=label)

    def tap(self):
        """The timer's large button."""
        self.press(self.page.locator("tap-button button"))


class KeyboardHand:
    """Keys alone. `keys` are those that the page tells of; without them it is Tab, and Enter."""

    def __init__(self, page, has_touch=False):
        self.page = page
        self.has_begun = False

    def press(self, control, *keys):
        for key in keys:
            self._key(key)
        if not keys:
            self.go_to(control)
            self._key("Enter")

    def write(self, field, text, *keys):
        for key in keys:
            self._key(key)
        self.go_to(field, most=0 if keys else 12)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, select, label):
        """Types the beginning of an option, as everyone does who has many."""
        self.go_to(select)
        self.page.keyboard.type(label)
        chosen = "(select) => select.selectedOptions[0].textContent"
        assert select.evaluate(chosen) == label

    def tap(self):
        """Space, wherever the hand is: the large button is meant."""
        self._key("Space")

    def go_to(self, control, most=12):
        """Tab, or Shift+Tab where the control comes before, until it has the focus."""
        self._keeps_focus()
        control.wait_for()
        until(self.page, "(control) => !control.disabled && !control.closest('[inert]')",
              control.element_handle())
        passed = []
        while not control.evaluate("(control) => control === document.activeElement"):
            passed.append(self.page.evaluate(NAME_OF_FOCUS))
            assert len(passed) <= most, f"Tab does not lead to {control} soon: {passed}"
            is_before = control.evaluate("""(control) => document.activeElement !== document.body
                && Boolean(control.compareDocumentPosition(document.activeElement)
                    & Node.DOCUMENT_POSITION_FOLLOWING)""")
            self.page.keyboard.press("Shift+Tab" if is_before else "Tab")

    def _key(self, key):
        self.page.keyboard.press(key)
        self.has_begun = True
        self._keeps_focus()

    def _keeps_focus(self):
        """Nobody is thrown back to the top of the page by what they do."""
        if self.has_begun:
            until(self.page, "document.activeElement !== document.body")
