"""The large button of the timer: which presses are splits, and of which instant."""

from scripted_board import until
from timing_phone import KEPT, begin, only_run, states


def test_a_second_tap_at_once_is_held_back_and_can_be_accepted(server, park, phone):
    device = begin(phone, park)
    device.later_tap()
    device.tap()
    device.until_button("Ignored – tap to accept")
    device.until_button("Split: t2")
    device.past_slip()
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1
    device.tap()
    device.tap()
    held = device.page.evaluate("performance.now()")
    until(device.page, "(held) => performance.now() > held + 500", held)
    device.tap()
    device.wait_for("finish")
    device.settled()
    assert states(only_run(server, park)) == [
        ("t1", "counted"), ("t2", "counted"), ("finish", "counted")]


def test_a_long_press_is_one_split_and_a_click_of_its_own_another(server, park, phone):
    device = begin(phone, park)
    page = device.page
    device.past_slip()
    page.locator("tap-button button").hover()
    page.mouse.down()
    device.past_slip()
    page.mouse.up()
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1
    device.past_slip()
    released = page.evaluate("performance.now()")
    until(page, "(released) => performance.now() > released + 600", released)
    page.evaluate("document.querySelector('tap-button button').click()")
    device.until_button("Finish")
    device.settled()
    assert len(only_run(server, park)["splits"]) == 2


def test_it_works_without_wake_lock_vibration_and_random_uuid(server, park, phone):
    device = begin(phone, park, init="""
        delete Navigator.prototype.wakeLock;
        delete Navigator.prototype.vibrate;
        delete Crypto.prototype.randomUUID;""")
    device.page.wait_for_selector("text=May sleep")
    device.later_tap()
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1


def test_the_instant_is_that_of_the_event_and_not_of_the_handler(server, park, phone):
    device = begin(phone, park)
    device.past_slip()
    at, handled = device.page.evaluate(f"""async () => {{
        const event = new PointerEvent("pointerdown", {{ button: 0 }});
        const wall = Date.now() * 1000;
        const until = performance.now() + 300;
        while (performance.now() < until);
        document.querySelector("tap-button button").dispatchEvent(event);
        const handled = Date.now() * 1000 - wall;
        const {{ run }} = {KEPT};
        return [run.splits[0].at - wall, handled];
    }}""")
    assert handled >= 300_000
    assert abs(at) < handled - 200_000
    device.settled()
    assert len(only_run(server, park)["splits"]) == 1


def test_a_phone_that_cannot_shake_beeps_and_flashes_unless_the_sound_is_off(server, park, phone):
    device = begin(phone, park, init="""
        delete Navigator.prototype.vibrate;
        window.beeps = [];
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) {
            window.beeps.push(this.frequency.value);
            return start.apply(this, when);
        };
        window.flashes = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            window.flashes += this === document.body ? 1 : 0;
            return animate.apply(this, how);
        };""")
    page = device.page
    page.click("sound-button >> text=Sound on")
    page.wait_for_selector("text=Sound off")
    page.evaluate("window.beeps = []")
    device.later_tap()
    device.until_button("Split: t2")
    until(page, "() => window.flashes === 2")
    assert page.evaluate("window.beeps") == []
    page.click("sound-button >> text=Sound off")
    device.later_tap()
    device.until_button("Finish")
    device.later_tap()
    device.wait_for("finish")
    until(page, "() => window.beeps.length === 3")
    assert page.evaluate("window.beeps") == [880, 880, 1320]
    assert page.evaluate("localStorage.getItem('livetiming.sound')") == "on"


def test_leaving_asks_while_a_run_goes_on(server, park, phone):
    device = begin(phone, park)
    page = device.page
    asked = []

    def answer(dialog):
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.click("text=Splits (0) and more")
    page.click("text=Back to the clock")
    page.reload()
    device.wait_for("run")
    assert asked == ["beforeunload"]
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    device.settled()
    page.click("text=Finished")
    page.reload()
    device.wait_for("finish")
    assert asked == ["beforeunload"]
