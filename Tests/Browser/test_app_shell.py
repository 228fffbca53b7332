"""The timer's page opens without a network: its service worker keeps what it is made of."""

import json
import shutil

from control_desk import Wire, new_track
from scripted_board import until
from server_process import PUBLIC, ServerProcess
from timing_phone import PHONE, TimingPhone, begin, only_run, states

READY = """async () => {
    const names = await caches.keys();
    const marks = await Promise.all(names.map(async (name) => (await caches.open(name)).match("/shell.json")));
    return navigator.serviceWorker.controller !== null && marks.some(Boolean);
}"""


def kept(page):
    return set(page.evaluate("""async () => (await Promise.all((await caches.keys()).map(
        async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""))


def test_the_whole_page_is_kept_and_nothing_of_the_timing(server, park, phone):
    device = begin(phone, park)
    until(device.page, READY)
    device.later_tap()
    device.settled()
    loaded = device.page.evaluate("""() => performance.getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)""")
    shell = {path for path in loaded if not path.startswith(("/api/", "/ws", "/shell.json", "/service-worker"))}
    assert shell <= kept(device.page)
    assert not any(path.startswith("/api/") for path in kept(device.page))


def test_a_reload_without_a_network_goes_on_with_the_run(server, park, phone):
    device = begin(phone, park, expected_errors=("WebSocket", "Failed to load", "ERR_INTERNET"))
    page = device.page
    device.settled()
    until(page, READY)
    device.reload_without_network()
    page.context.set_offline(False)
    device.settled()
    run = only_run(server, park)
    assert [each["at"] for each in run["splits"]] == [each["at"] for each in device.run["splits"]]
    assert run["status"] == "finished"


def test_a_run_is_started_on_a_page_that_was_opened_without_a_network(server, park, phone):
    device = begin(phone, park, expected_errors=("WebSocket", "Failed to load", "ERR_INTERNET"))
    page = device.page
    until(page, READY)
    for _ in range(3):
        device.later_tap()
    device.wait_for("finish")
    device.settled()
    page.click("text=Run again")
    device.wait_for("ready")
    page.context.set_offline(True)
    page.reload()
    device.wait_for("ready")
    device.tap()
    device.wait_for("run")
    begun = device.run["startedAt"]
    page.context.set_offline(False)
    device.settled()
    # It was unsynced, and is measured by now.
    assert abs(device.run["startedAt"] - begun) <= 2_000_000
    assert device.run["startedAt"] in [run["startedAt"] for run in server.board(park)["runs"]]


def test_someone_new_starts_on_a_page_that_was_opened_without_a_network(server, park, phone):
    device = phone(query=f"?track={park}", expected_errors=("WebSocket", "Failed to load", "ERR_INTERNET"))
    page = device.page
    device.wait_for("runner")
    until(page, READY)
    page.context.set_offline(True)
    page.reload()
    device.be(f"Ada {park}")
    page.click("text=Go on as a new runner")
    device.wait_for("ready")
    device.tap()
    device.later_tap()
    device.until_button("Split: t2")
    page.context.set_offline(False)
    device.settled()
    run = only_run(server, park)
    assert (run["runner"]["name"], run["splitCount"]) == (f"Ada {park}", 1)


def test_another_version_is_taken_as_a_whole_and_breaks_no_run(tmp_path, open_page):
    public = tmp_path / "public"
    shutil.copytree(PUBLIC, public)
    with ServerProcess(tmp_path / "server", public=public) as server:
        server.start()
        with Wire(server, "control") as control:
            track = new_track(control, "t1", "t2", "finish")
        page = open_page(expected_errors=("WebSocket", "Failed to load"), **PHONE)
        device = TimingPhone(page, server, query=f"?track={track}")
        device.be("Ada Lovelace")
        device.start()
        device.later_tap()
        device.settled()
        until(page, READY)
        first = server.get("/shell.json").json["version"]
        server.kill()
        (public / "timer.html").write_text(
            (public / "timer.html").read_text().replace("<h1>Timer</h1>", "<h1>Newer timer</h1>"))
        server.start()
        assert server.get("/shell.json").json["version"] != first
        page.reload()
        page.wait_for_selector("h1 >> text=Newer timer")
        device.until_button("Split: t2")
        device.later_tap()
        device.settled()
        assert states(only_run(server, track)) == [("t1", "counted"), ("t2", "counted")]


def test_the_timer_can_be_installed(server, open_page):
    page = open_page(**PHONE)
    page.goto(f"{server.url}/timer")
    answer = server.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    for icon in json.loads(answer.text)["icons"]:
        assert server.get(icon["src"]).headers["content-type"] == icon["type"]
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [
        {"errorId": "in-incognito", "errorArguments": []}])
