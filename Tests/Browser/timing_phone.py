"""A phone with the timer's page, over the real server: what a runner does with it."""

import pathlib
import re
import uuid

from scripted_board import until

SHOTS = pathlib.Path(__file__).parent / "screenshots"
PHONE = {"width": 390, "height": 844, "has_touch": True}
# What the page's own modules say is kept on the device.
KEPT = "(await (await import('/js/device-store.js')).deviceStore().read())"
PHASE = "document.querySelector('timer-page').dataset.phase"
# A line that a test can cut, mend, and take the token off.
LINE = """
    const Real = WebSocket;
    window.sockets = [];
    window.WebSocket = class extends Real {
        constructor(url, protocol) {
            super(window.isCut ? url.replace('/ws', '/cut') : url, protocol);
            window.sockets.push(this);
        }
        send(text) {
            super.send(window.isStranger ? text.replace(/"token":"[^"]*",?/, '') : text);
        }
    };"""
CUT = "window.isCut = true; window.sockets?.at(-1)?.close();"
MEND = "window.isCut = false; dispatchEvent(new Event('online'));"


def behind(hours):
    """A phone whose clocks, the monotonic one and the time of day, were so far behind when the page opened;
    `later` moves them on. Timers run as ever. (Playwright's own clock loses what passes while its timers
    run, so pings that it times contradict each other.)"""
    return f"""
        const {{ now: wall }} = Date;
        const {{ now: monotonic }} = Performance.prototype;
        const {{ get: stamp }} = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
        window.movedOn = 0;
        Date.now = () => wall.call(Date) - {hours} * 3600_000 + window.movedOn;
        performance.now = () => monotonic.call(performance) + window.movedOn;
        Object.defineProperty(Event.prototype, 'timeStamp',
            {{ get() {{ return stamp.call(this) + window.movedOn; }} }});"""


def later(page, minutes):
    page.evaluate("(minutes) => { window.movedOn += minutes * 60_000; }", minutes)


class TimingPhone:
    """Opens `/timer` with a token; each method is what a thumb does."""

    def __init__(self, page, server, token=None, query=""):
        self.page = page
        self.server = server
        self.faults = []
        token = server.token("timer") if token is None else token
        page.goto(f"{server.url}/timer{query}" + (f"#token={token}" if token else ""))
        until(page, f"() => {PHASE} !== undefined")

    def wait_for(self, phase):
        until(self.page, f"(phase) => {PHASE} === phase", phase)

    def choose(self, track):
        self.wait_for("track")
        self.page.locator(".choice", has_text=track).first.click()

    def be(self, name, number=""):
        self.wait_for("runner")
        self.page.fill("#runner-name", name)
        self.page.fill("#runner-number", number)
        self.page.click("text=Go on to the start")

    def start(self):
        self.wait_for("ready")
        self.synced()
        self.tap()
        self.wait_for("run")

    def tap(self):
        self.page.locator("tap-button button").dispatch_event(
            "pointerdown", {"button": 0, "isPrimary": True})

    def later_tap(self):
        """Taps once the last tap is long enough ago to be no slip, and waits until the split is kept: the
        next one is measured by it."""
        self.past_slip()
        before = len(self.run["splits"])
        self.tap()
        until(self.page, f"async (before) => {KEPT}.run.splits.length > before", before)

    def reload_without_network(self):
        """In a run that has just begun: the network goes, then the page, and the run goes on to its end."""
        self.page.context.set_offline(True)
        self.later_tap()
        self.until_button("Split: t2")
        self.page.reload()
        self.until_button("Split: t2")
        self.later_tap()
        self.later_tap()
        self.wait_for("finish")

    def past_slip(self):
        until(self.page, f"""async () => {{
            const {{ run }} = {KEPT};
            const counted = run.splits.filter((split) => (split.wish?.value ?? split.seen?.state ?? 'counted') === 'counted');
            const last = Math.max(run.startedAt, ...counted.map((split) => split.at));
            return Date.now() * 1000 - last > 1.1e6;
        }}""")

    def synced(self):
        self.until_text(".status-cell:nth-child(3) .status-value", "Good")

    def all_sent(self):
        # What is only about to be kept is in no count yet; a read of what is kept waits for it.
        until(self.page, f"async () => {KEPT}.commands.every(({{ refusal }}) => refusal)")
        self.until_text(".status-cell:nth-child(2) .status-value", "All sent")

    def settled(self):
        """All is sent, and the board has said what it makes of it."""
        self.all_sent()
        until(self.page, f"""async () => {{
            const {{ run }} = {KEPT};
            return run.seen && run.splits.every((split) => split.seen && !split.wish) && !run.ending;
        }}""")

    def until_text(self, selector, text):
        until(self.page, "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)",
              [selector, text])

    def button(self):
        return re.sub(r"\s+", " ", self.page.locator("tap-button button").inner_text()).strip()

    def until_button(self, text):
        self.until_text("tap-button button", text)

    def facts(self):
        """What the finish sheet tells, by its name."""
        return dict(self.page.eval_on_selector_all(
            ".fact", "(facts) => facts.map((fact) => [...fact.children].map((part) => part.textContent))"))

    @property
    def run(self):
        return self.page.evaluate(f"async () => {KEPT}.run")


def begin(phone, track, name=None, **options):
    """A phone whose run has just started."""
    device = phone(query=f"?track={track}", **options)
    device.be(name or f"Runner {uuid.uuid4().hex[:8]}")
    device.start()
    return device


def only_run(server, track):
    [run] = server.board(track)["runs"]
    return run


def states(run):
    return [(each["checkpoint"], each["state"]) for each in run["splits"]]


def shoot(page, name):
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"timer-{name}.png")
