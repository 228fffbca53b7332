"""Tokens and lines that fail a phone while it times, and a page that is loaded anew: nothing is lost."""

from timing_phone import begin, only_run, states


def test_without_a_token_the_page_says_how_to_get_one(server, phone):
    device = phone(token="")
    page = device.page
    device.wait_for("token")
    page.wait_for_selector("text=Scan the code")
    page.click("text=Use this token")
    page.wait_for_selector("text=There is no token yet")
    page.fill("#token", f"{server.url}/timer#token={server.token('timer')}")
    page.click("text=Use this token")
    device.wait_for("track")


def test_a_token_that_is_refused_is_told(server, phone):
    device = phone(token="nonsense")
    device.wait_for("token")
    device.page.wait_for_selector("text=The server does not know this token")
    device.page.fill("#token", server.token("timer"))
    device.page.click("text=Use this token")
    device.wait_for("track")
    device.page.reload()
    device.wait_for("track")


def test_a_token_that_is_taken_back_stops_nobody_in_mid_run(server, park, phone):
    device = begin(phone, park, init="""
        const Real = WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Real {
            constructor(url, protocol) {
                super(url, protocol);
                window.sockets.push(this);
            }
            send(text) {
                super.send(window.isStranger ? text.replace(/"token":"[^"]*"/, '"token":"old"') : text);
            }
        };""")
    page = device.page
    device.settled()
    page.evaluate("window.isStranger = true; window.sockets.at(-1).close()")
    page.wait_for_selector("text=Go on: what you tap is kept on this phone")
    device.later_tap()
    device.until_button("Split: t2")
    page.wait_for_selector("timer-status >> text=1 unsent")
    page.evaluate("window.isStranger = false")
    page.goto(f"{server.url}/timer?track={park}#token={server.token('timer')}")
    device.settled()
    assert states(only_run(server, park)) == [("t1", "counted")]


def test_a_reload_goes_on_with_the_run(server, park, phone):
    device = begin(phone, park)
    device.later_tap()
    device.settled()
    run = device.run["id"]
    device.page.reload()
    device.wait_for("run")
    assert device.run["id"] == run
    device.until_button("t2")
    device.synced()
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    device.settled()
    assert only_run(server, park)["id"] == run
    device.page.reload()
    device.wait_for("finish")


def test_a_cut_line_loses_and_doubles_nothing(server, park, phone):
    device = begin(phone, park, expected_errors=("WebSocket", "Failed to load"), init="""
        const Real = WebSocket;
        window.sockets = [];
        window.isCut = false;
        window.WebSocket = class extends Real {
            constructor(url, protocol) {
                super(window.isCut ? url.replace('/ws', '/cut') : url, protocol);
                window.sockets.push(this);
            }
        };""")
    page = device.page
    device.later_tap()
    device.settled()
    page.evaluate("window.isCut = true; window.sockets.at(-1).close()")
    page.wait_for_selector("text=Reconnecting…")
    device.later_tap()
    device.later_tap()
    device.wait_for("finish")
    page.wait_for_selector("timer-status >> text=2 unsent")
    page.wait_for_selector("text=provisional: not confirmed")
    assert len(only_run(server, park)["splits"]) == 1
    page.reload()
    device.wait_for("finish")
    device.settled()
    run = only_run(server, park)
    assert (run["status"], len(run["splits"]), run["splitCount"]) == ("finished", 3, 3)
