"""The devices in race control: how they are doing, and how the clock of one is corrected afterwards."""

import uuid

import pytest

from control_desk import SECOND, Wire, look, now, plain, race, split, until
from timing_phone import begin

GOOD = {"type": "deviceStatus", "offset": 0, "uncertainty": 4000, "unsent": 0, "battery": 81}


def told(wire, **status):
    """The server has heard how the device is doing."""
    wire.send(GOOD | status)
    wire.ask({"type": "ping", "t0": 1})


def line(page, device):
    return page.locator(f'.device-line[data-device="{device}"]')


def says(page, device, cell, text):
    line(page, device).locator(f".{cell}", has_text=text).wait_for()


def order_of(page):
    return page.eval_on_selector_all(".devices-body > .device-line", "(lines) => lines.map((line) => line.dataset.device)")


@pytest.fixture
def devices(track, desk):
    """The desk, with its devices in view."""
    it = desk(track)
    it.page.keyboard.press("6")
    it.page.wait_for_selector(".devices-table:not([hidden])")
    return it


def test_how_a_device_is_doing_is_told_in_words(server, track, devices):
    at = now() - 5 * SECOND
    with Wire(server, "timer", device="marshal-1") as marshal:
        told(marshal, offset=-300_000, uncertainty=3200)
        marshal.do(split(track, "seen", at))
        page = devices.page
        says(page, "marshal-1", "captures", "1 capture, last")
        says(page, "marshal-1", "captures", "on Hill Climb")
        cells = {name: plain(line(page, "marshal-1").locator(f".{name}").inner_text())
                 for name in ("device", "contact", "own-time", "uncertainty", "not-sent", "battery")}
        assert cells == {"device": "marshal-1 timer, test/1", "contact": "connected", "own-time": "0.3 s ahead",
                         "uncertainty": "±4 ms", "not-sent": "all sent", "battery": "81 %"}
        assert line(page, "marshal-1").locator(".worrying").count() == 0
    says(page, "marshal-1", "contact", "not heard of since")


def test_this_device_is_named_as_such(devices):
    own = devices.page.evaluate("localStorage.getItem('livetiming.device')")
    says(devices.page, own, "device", "this one")
    says(devices.page, own, "device", "control, control/")


# Devices of other tests on the same server may have gone silent.
COUNTED = """() => {
    const worrying = document.querySelectorAll(".device-line:has(.worrying)").length;
    const count = document.querySelector(".view-button[data-view=devices] .count");
    return worrying > 0 ? count.textContent === `! ${worrying}` : !count.checkVisibility();
}"""


def test_what_is_worrying_is_marked_stands_on_top_and_is_counted(server, devices):
    page = devices.page
    with Wire(server, "timer", device="a-fine") as fine, Wire(server, "timer", device="z-poor") as poor:
        told(fine)
        told(poor, battery=12, uncertainty=140_000, offset=61 * SECOND)
        says(page, "z-poor", "battery.worrying", "12 %")
        says(page, "z-poor", "uncertainty.worrying", "±140 ms")
        says(page, "z-poor", "own-time.worrying", "1 min behind, matters only unsynced")
        line(page, "a-fine").wait_for()
        names = order_of(page)
        assert names.index("z-poor") < names.index("a-fine")
        until(page, COUNTED)
        page.keyboard.press("1")
        told(poor)
        page.click(".view-button[data-view=devices]")
        line(page, "z-poor").locator(".worrying").first.wait_for(state="detached")
        until(page, COUNTED)


def test_a_phone_says_what_race_control_calls_it(park, phone, desk):
    it = desk(park)
    it.page.keyboard.press("6")
    timer = phone(query=f"?track={park}")
    timer.be(f"Runner {uuid.uuid4().hex[:8]}")
    timer.wait_for("ready")
    device = timer.page.evaluate("localStorage.getItem('livetiming.device')")
    name = line(it.page, device).locator(".device-name").inner_text()
    assert name == "…" + device[-6:]
    assert timer.page.inner_text(".device-note") == f"Race control sees this device as {name}"


def test_a_phone_tells_how_it_is_doing_as_soon_as_that_changes(server, park, phone, desk):
    it = desk(park)
    it.page.keyboard.press("6")
    # It also tells every 15 s, whatever happens: not here.
    timer = begin(phone, park, init="""
        const every = setInterval;
        window.setInterval = (work, wait, ...more) => wait === 15_000 ? 0 : every(work, wait, ...more);""")
    device = timer.page.evaluate("localStorage.getItem('livetiming.device')")
    says(it.page, device, "own-time", "right")
    says(it.page, device, "battery", "%")
    says(it.page, device, "uncertainty", "ms")
    says(it.page, device, "not-sent", "all sent")
    # The server cannot be told of what does not leave: a line that swallows commands alone.
    timer.page.evaluate("""() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            if (!text.includes('"commandId"')) send.call(this, text);
        };
        window.mend = () => { WebSocket.prototype.send = send; };
    }""")
    timer.later_tap()
    says(it.page, device, "not-sent", "1 unsent")
    timer.page.evaluate("window.mend()")
    says(it.page, device, "not-sent", "all sent")


def test_a_phone_whose_clock_is_wrong_says_by_how_much(server, park, phone, desk):
    timer = phone(query=f"?track={park}", init="""
        const real = Date.now;
        Date.now = () => real() - 3_600_000;""")
    it = desk(park)
    it.page.keyboard.press("6")
    device = timer.page.evaluate("localStorage.getItem('livetiming.device')")
    says(it.page, device, "own-time.worrying", "1 h behind")


def test_a_silence_is_put_aside_until_it_is_another_one(server, control, track, devices):
    race(control, track, now() - 60 * SECOND, passed=0, count=2)
    page, silent_for = devices.page, [31 * SECOND]

    def age(route):
        """The server's answer, as it would be some time later."""
        answer = route.fetch().json()
        for device in answer["devices"]:
            device["lastHeard"] -= silent_for[0] if device["id"] == "asleep" else 0
        route.fulfill(json=answer)

    with Wire(server, "timer", device="asleep") as asleep:
        told(asleep)
        asleep.do(split(track, "before", now() - SECOND))
        page.route("**/api/v1/devices", age)
        says(page, "asleep", "contact.worrying", "not heard of since")
        dismiss = line(page, "asleep").get_by_role("button", name="Dismiss that asleep is silent")
        dismiss.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector('.device-line[data-device="asleep"] .worrying', state="detached")
        until(page, "document.activeElement.dataset.device === 'asleep'")
        silent_for[0] += SECOND
        says(page, "asleep", "contact.worrying", "not heard of since")


# The list, while it is worked with

def test_the_list_is_kept_when_the_server_does_not_answer(server, track, desk):
    it = desk(track)
    with Wire(server, "timer", device="kept") as kept:
        told(kept)
        it.page.keyboard.press("6")
        line(it.page, "kept").wait_for()
        it.page.route("**/api/v1/devices", lambda route: route.fulfill(
            status=200, headers={"content-type": "text/html"}, body="captive portal"))
        it.page.wait_for_selector("control-devices .refusal >> text=This is how they were at")
        assert line(it.page, "kept").is_visible()
        it.page.unroute("**/api/v1/devices")
        it.page.wait_for_selector("control-devices .refusal", state="hidden")


def test_nothing_is_asked_while_nobody_sees_the_page(track, desk):
    it = desk(track)
    page, asked = it.page, []
    page.on("request", lambda request: request.url.endswith("/devices") and asked.append(request))
    page.clock.install()

    def until_asked(count):
        while len(asked) < count:
            page.clock.run_for(2_000)
        with page.expect_response("**/api/v1/devices"):
            page.clock.run_for(2_000)

    page.keyboard.press("6")
    until_asked(3)
    page.evaluate("""() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    before = len(asked)
    page.clock.run_for(60_000)
    page.evaluate("document.visibilityState")
    assert len(asked) == before
    with page.expect_request("**/api/v1/devices"):
        page.evaluate("""() => {
            delete document.visibilityState;
            document.dispatchEvent(new Event('visibilitychange'));
        }""")


def test_the_hand_stays_where_it_is_while_the_list_is_read_anew(server, devices):
    page = devices.page
    with Wire(server, "timer", device="hand-1") as one, Wire(server, "timer", device="hand-2") as two:
        told(one)
        told(two)
        line(page, "hand-2").wait_for()
        page.locator("control-devices h2").focus()
        page.keyboard.press("ArrowDown")
        for _ in range(20):
            if page.evaluate("document.activeElement.dataset.device") == "hand-2":
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        button = "document.activeElement.getAttribute('aria-label')"
        assert page.evaluate(button) == "Shift captures: Shift captures of hand-2"
        told(two, battery=5)
        says(page, "hand-2", "battery.worrying", "5 %")
        until(page, "document.querySelector('.device-line[data-device=hand-2]').previousElementSibling === null")
        assert page.evaluate(button) == "Shift captures: Shift captures of hand-2"


# Shifting

def test_captures_of_a_device_are_shifted_by_keyboard_alone_and_back(server, control, track, devices):
    began = now() - 100 * SECOND
    page = devices.page
    race(control, track, began, passed=0)
    with Wire(server, "timer", device="ahead") as phone:
        told(phone)
        phone.do(split(track, "early", began + 30 * SECOND, run="r1", checkpoint="t1"))
        says(page, "ahead", "captures", "1 capture")
        line(page, "ahead").focus()
        page.keyboard.press("c")
        page.wait_for_selector(".control-dialog[open]")
        preview = page.locator(".preview")
        assert preview.inner_text().startswith("From ") and "1 split of all devices" in preview.inner_text()
        page.locator("#dialog-by").focus()
        page.keyboard.type("-2.3")
        preview.locator("text=Those of this device become 2.3 s earlier. Its last capture").wait_for()
        page.fill("#dialog-reason", "by the tower's clock")
        page.keyboard.press("Enter")
        devices.toast("Shifted captures of ahead: 2.3 s earlier")
        shifted = devices.split("early")
        assert (shifted["at"], shifted["corrected"]) == (began + 27_700_000, True)
        page.keyboard.press("u")
        devices.toast("Undone: Shifted captures of ahead")
        assert devices.split("early")["at"] == began + 30 * SECOND
        until(page, "document.activeElement.dataset.device === 'ahead'")


def test_a_device_is_shifted_by_its_id(server, track, devices):
    page = devices.page
    at = now() - 60 * SECOND
    with Wire(server, "timer", device="drowned") as phone:
        phone.do(split(track, "gone-1", at))
    page.get_by_role("button", name="Shift captures of a device that is not listed").click()
    page.fill("#dialog-by", "+1")
    devices.submit_refused("Type the id of the device")
    page.fill("#dialog-device", "nobody")
    devices.submit_refused("nobody")
    page.fill("#dialog-device", "drowned")
    page.fill("#dialog-uncertainty", "0.05")
    devices.submit()
    devices.toast("Shifted captures of drowned: 1 s later")
    assert (devices.split("gone-1")["at"], devices.split("gone-1")["uncertainty"]) == (at + SECOND, 150_000)
    page.get_by_role("button", name="Undo: shift them back, as uncertain as you said").click()
    devices.toast("Undone")
    assert devices.split("gone-1")["at"] == at


@pytest.mark.parametrize("field, text, words", [
    ("by", "soon", "“soon” is no shift"), ("by", "0", "everything stays"), ("from", "noon", "“noon” is no time"),
    ("to", "-3600", "before it begins"), ("uncertainty", "little", "“little” is no time"),
    ("by", "+120", "ahead of the server"), ("by", "-31622401", "31622400000000")])
def test_a_shift_that_cannot_be_is_told_at_its_field(server, track, devices, field, text, words):
    page = devices.page
    with Wire(server, "timer", device="strict") as phone:
        told(phone)
        phone.do(split(track, "strict-1", now()))
        says(page, "strict", "captures", "last")
        line(page, "strict").get_by_role("button", name="Shift captures").click()
        page.fill("#dialog-by", "-1")
        page.fill(f"#dialog-{field}", text)
        devices.submit_refused(words)
        assert page.get_attribute(f"#dialog-{field}", "aria-invalid") == "true"
        page.keyboard.press("Escape")


# Without any, and its look

def test_without_a_device_it_says_how_one_joins(server, track, desk, open_page):
    it = desk(track)
    it.page.route("**/api/v1/devices", lambda route: route.fulfill(json={"time": now(), "devices": []}))
    it.page.keyboard.press("6")
    it.page.wait_for_selector("text=No device has joined yet")
    look(it.page, "devices-none")
