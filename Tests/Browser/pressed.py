"""Which buttons of which page were ever shown in a test, and which of them were pressed.

Every context of the browser carries `pressed.js`, so no page of a test is left out. A button is what a
person would call one: "Void" in the list of captures of race control, whoever's split it is. So names,
numbers and times are taken out of the words that stand on it, by `WORDINGS` and `NAMED_BY_CLASS`; a new
button with a name on it that neither knows shows up as one that is never pressed.

Only what the page heard counts: a click (a key on a focused button makes one), a finger that comes down
where that is what acts, another choice in a field. A key of its own, such as V for "Void", does not press
the button.
"""

import functools
import pathlib
import re
import typing

from server_process import PUBLIC

SCRIPT = (pathlib.Path(__file__).parent / "pressed.js").read_text(encoding="utf-8")
# The first part of the path; the front page has none.
PAGES = {"" if page.stem == "index" else page.stem for page in PUBLIC.glob("*.html")}

# Words that go round and round on one button, and what remains of words with a name in them.
WORDINGS = [(re.compile(pattern), words) for pattern, words in [
    (r"^(Auto|Light|Dark)$", "Colours"), (r"^Sound (on|off)$", "Sound"), (r"^(Δ )?vs (PB|best|leader)$", r"\1Compare with another"),
    (r"^(Gap|Interval)$", "Gap or interval"), (r"^By (place|number)$", "Order"),
    (r"^Start (all #|# runner) now$|^Everyone has started$|^Asking for the start list…$", "Start all now"),
    (r"^Creating…$", "Create this track"), (r"^Splits \(#\) and more$", "Splits and more"),
    (r"^Undo: ((void|reopen|move|show|withdraw|enter again|shift).*)$", r"Undo"), (r"^Devices\b.*$", "Devices"),
    (r"^Finish lap.*$", "Finish"), (r"^Move .+ (up|down)$", r"Move … \1"),
    (r"^Take .+ off the course$", "Take … off the course"),
    (r"^(Undo: I passed|Undo the finish: void|Save the (?:course|run|entry) of|Back to|Save|"
     r"Set the status of|Move the start of|Show the finish flag in|Close|Follow|Split:|Restore|Count|"
     r"Void|Move|Give|Add|Finish|Remove|Shift captures of) (?!a checkpoint|the clock|the tracks|run\b|split…|flag…|"
     r"the run$).+$", r"\1 …"),
    (r"^# not taken by the server…$", "Not taken by the server"), (r"^Let go of .+$", "Let go of …"),
    (r"^Resend .+$", "Resend …"),
    (r"^Ignored – tap to accept.*$", "Ignored – tap to accept"),
    (r"^Start Tap, or press Space.*$", "Start"),
]]
# Where all the words are a name, or begin with one.
NAMED_BY_CLASS = {
    "runner-button": "open a row", "run-open": "open a run", "link-button": "open its run",
    "choice": "choose this one", "picker-option": "choose this runner",
}


class Button(typing.NamedTuple):
    page: str
    inside: str
    words: str

    def __str__(self):
        place = f" in <{self.inside}>" if self.inside else ""
        return f"/{self.page}{place}: {self.words}"


class Pressed:
    """What was shown and what was pressed, over all contexts that it watches."""

    def __init__(self):
        self.shown = set()
        self.pressed = set()

    def watch(self, browser):
        """Watches every context that the browser opens from now on."""
        new_context = browser.new_context

        @functools.wraps(new_context)
        def watched(**options):
            context = new_context(**options)
            self.watch_context(context)
            return context

        # A page opened straight from the browser would have a context that nobody has seen.
        browser.new_context, browser.new_page = watched, None

    def watch_context(self, context):
        context.expose_binding("tellPressed", lambda source, things: self.note(things))
        context.add_init_script(SCRIPT)

    def note(self, things):
        for thing in things:
            button = button_of(thing)
            self.shown.add(button)
            if thing["what"] == "pressed":
                self.pressed.add(button)

    def never_pressed(self, pages=PAGES):
        return sorted(each for each in self.shown - self.pressed if each.page in pages)


def button_of(thing):
    if thing["name"] or thing["form"]:
        form = f" of “{plain(thing['form'])}”" if thing["form"] else ""
        return Button(thing["page"], thing["inside"], f"{thing['name'] or thing['words']}{form}")
    named = next((NAMED_BY_CLASS[name] for name in thing["classes"].split()
                  if name in NAMED_BY_CLASS), None)
    # A glyph says what it does only to those who hear its label.
    words = thing["words"] if re.search(r"\w", thing["words"]) else thing["label"]
    return Button(thing["page"], thing["inside"], named or plain(words))


def plain(words):
    """The words without what differs from one thing to the next."""
    words = re.sub(r"\d+", "#", words).strip()
    for pattern, instead in WORDINGS:
        if pattern.search(words):
            return pattern.sub(instead, words)
    return words
