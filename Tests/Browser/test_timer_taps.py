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
