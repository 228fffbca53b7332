"""Captures that leave a phone by hand: as codes that a camera reads, or as a file, and what control makes of them."""

import hashlib
import json
import random
import subprocess
import uuid

import pytest

from control_desk import new_track
from scripted_board import until
from server_process import PUBLIC
from timing_phone import CUT, LINE, MEND, begin, only_run

CODE = ".handover-code"
PANEL = "control-handover .handover-panel"
SHARING = """
    window.shared = [];
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files }) => {
        if (window.cannotShare) throw new DOMException("no", window.cannotShare);
        window.shared.push([files[0].name, await files[0].text()]);
    };"""


@pytest.fixture
def ring(control):
    """A track with laps, for as many taps as fill several codes."""
    return new_track(control, "t1", "finish", name="Ring", laps=7)


@pytest.fixture
def cut_phone(phone):
    """A phone whose line is cut in a run; it has tapped so often since."""
    def cut_phone(track, taps, init="", **options):
        device = begin(phone, track, init=LINE + init, expected_errors=("WebSocket",), **options)
        device.settled()
        device.page.evaluate(CUT)
        for _ in range(taps):
            device.later_tap()
        return device

    return cut_phone


def hand_over(device):
    device.page.click("text=Hand over what is unsent…")
    device.page.wait_for_selector(".handover-dialog[open]")


def read_code(page, folder):
    """What a camera makes of the code on the page."""
    picture = folder / "code.png"
    page.locator(CODE).screenshot(path=picture)
    found = subprocess.run(["zbarimg", "--quiet", "--raw", "--oneshot", picture],
                           check=True, capture_output=True, text=True)
    return found.stdout.strip()


def read_codes(page, folder):
    """All codes, turned by hand."""
    words = page.inner_text(".handover-caption")
    count = int(words.rpartition(" ")[2])
    addresses = []
    for number in range(1, count + 1):
        page.wait_for_selector(f"text=Code {number} of {count}")
        addresses.append(read_code(page, folder))
        if count > 1:
            page.click("text=Next code")
    return addresses


def saved(device, folder):
    with device.page.expect_download() as download:
        device.page.click("text=Save as a file")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def choose(page, path):
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("6")
        page.click("text=Read handed-over captures…")
    chooser.value.set_files(path)


def says(page, words):
    page.locator(PANEL, has_text=words).wait_for()


def send(page, amount):
    page.click(f"{PANEL} >> text=Send {amount}")


def splits(run):
    return [(each["id"], each["at"]) for each in run["splits"]]


def mend(page):
    # One more try may be under way, and fail, when the network comes back.
    until(page, f"() => {{ {MEND} return window.sockets.at(-1).readyState === WebSocket.OPEN; }}")


def handover(*commands, **fields):
    return json.dumps({"livetiming": "handover", "version": 1, "device": "phone-7f",
                       "commands": list(commands)} | fields)


def capture(track, **fields):
    return {"type": "recordSplit", "commandId": f"c-{uuid.uuid4().hex}", "track": track,
            "split": f"s-{uuid.uuid4().hex}", "checkpoint": "t1", "at": 1_796_000_000_000_000,
            "uncertainty": 4000} | fields


def test_codes_in_any_order_and_one_twice_bring_every_tap_once(
        server, ring, cut_phone, desk, tmp_path):
    device = cut_phone(ring, 14)
    hand_over(device)
    addresses = read_codes(device.page, tmp_path)
    assert len(addresses) >= 3
    assert all(address.startswith(f"{server.url}/control#handover=") and len(address) <= 700
               for address in addresses)
    opened = desk(ring).page.context
    order = [*addresses, addresses[0]]
    random.Random(7).shuffle(order)
    for address in order:
        page = opened.new_page()
        page.goto(address)
        page.wait_for_selector("control-page[data-access=granted]")
        assert "handover" not in page.url
    says(page, "Handed over: 14 captures")
    # The pages that were opened before have heard of it.
    says(opened.pages[1], "Handed over: 14 captures")
    assert page.locator(".handover-line").count() == 14
    assert only_run(server, ring)["splits"] == []
    send(page, "14 captures")
    says(page, "The server took 14 captures.")
    kept = device.run
    assert splits(only_run(server, ring)) == splits(kept)
    assert only_run(server, ring)["status"] == "finished"
    # It is the phone's all the same: what was sent twice counts once, and the phone may correct it.
    device.page.click("text=Close: go on")
    mend(device.page)
    device.settled()
    assert splits(only_run(server, ring)) == splits(kept)
    device.page.click("text=Undo the finish")
    device.wait_for("run")
    device.settled()
    assert only_run(server, ring)["splits"][-1]["state"] == "voided"


def test_a_file_brings_what_was_never_measured_and_the_phone_sends_the_same_later(
        server, park, phone, desk, tmp_path):
    device = phone(query=f"?track={park}", init=CUT + LINE, expected_errors=("WebSocket",))
    device.be(f"Ada {uuid.uuid4().hex[:8]}")
    device.wait_for("ready")
    device.tap()
    device.wait_for("run")
    device.later_tap()
    hand_over(device)
    path = saved(device, tmp_path)
    assert path.name.startswith("livetiming-handover-") and path.suffix == ".json"
    page = desk(park).page
    choose(page, path)
    says(page, "Handed over: 2 captures and 1 other command")
    assert "unsynced" in page.locator(".handover-line", has_text="Split t1").inner_text()
    send(page, "2 captures and 1 other command")
    says(page, "The server took 2 captures.")
    page.click(f"{PANEL} >> text=Close this")
    page.wait_for_selector(PANEL, state="hidden")
    choose(page, path)
    send(page, "2 captures and 1 other command")
    says(page, "It had 2 captures already.")
    # Handed over as they were, they are not timed anew: the server would take them for others.
    device.page.click("text=Close: go on")
    mend(device.page)
    device.settled()
    assert device.page.is_hidden("timer-refused")
    [split] = only_run(server, park)["splits"]
    assert split["uncertainty"] == 2_100_000


def test_codes_wait_for_the_token_and_can_be_put_away(server, ring, cut_phone, open_page, tmp_path):
    device = cut_phone(ring, 7)
    hand_over(device)
    addresses = read_codes(device.page, tmp_path)
    page = open_page()
    page.goto(addresses[0])
    page.wait_for_selector("text=This is race control")
    page.fill("#token", server.token("control"))
    page.click("text=Take control with this token")
    says(page, f"1 of {len(addresses)} codes read")
    page.click(f"{PANEL} >> text=Put these codes away")
    page.wait_for_selector(PANEL, state="hidden")
    for address in addresses:
        page.goto(address)
    says(page, "Handed over: 7 captures")
    page.click(f"{PANEL} >> text=Put it away unsent")
    page.wait_for_selector(PANEL, state="hidden")
    page.reload()
    page.wait_for_selector("control-page[data-access=granted]")
    assert page.is_hidden(PANEL)
    assert only_run(server, ring)["splits"] == []


def test_codes_that_come_one_upon_the_other_are_all_read(server, ring, cut_phone, desk, tmp_path):
    device = cut_phone(ring, 14)
    hand_over(device)
    addresses = read_codes(device.page, tmp_path)
    assert len(addresses) >= 3
    page = desk(ring).page
    # The browser may tell of each only when the page's address is the last one's, or none's any more.
    page.evaluate("""addresses => {
        for (const newURL of addresses) dispatchEvent(new HashChangeEvent("hashchange", { newURL }));
    }""", addresses)
    says(page, "Handed over: 14 captures")


def test_what_the_server_does_not_take_is_told_with_its_reason(server, park, desk, tmp_path):
    path = tmp_path / "handover.json"
    path.write_text(handover(capture(park), capture("nowhere")))
    page = desk(park, expected_errors=("404",)).page
    choose(page, path)
    send(page, "2 captures")
    says(page, "The server took 1 capture. It did not take 1, for these reasons:")
    assert "nowhere" in page.locator(".handover-line .refusal").inner_text()


def test_what_is_read_goes_out_after_a_reload_too(server, park, desk, tmp_path):
    path = tmp_path / "handover.json"
    sent = capture(park)
    path.write_text(handover(sent))
    page = desk(park, expected_errors=("WebSocket",)).page
    page.evaluate(f"{{ {LINE} {CUT} }}")
    choose(page, path)
    send(page, "1 capture")
    says(page, "Sending handed-over captures: 1 left")
    assert server.board(park)["unassigned"] == []
    page.reload()
    says(page, "The server took 1 capture.")
    assert [each["id"] for each in server.board(park)["unassigned"]] == [sent["split"]]


@pytest.mark.parametrize("text, words", [
    ("not json", "it is no JSON"),
    ('{"runs": []}', "This file is of something else"),
    (handover(version=2), "by a newer version of these pages (2; this page reads 1)"),
    (handover(version="1"), "does not say of which version"),
    (handover({"type": "recordSplit", "commandId": "c"}, device="a b"), "which device it is from"),
    (handover(), "1 to 10000 captures"),
    (handover(*[capture("x")] * 10_001), "1 to 10000 captures"),
    (handover({"type": "recordSplit"}), "number 1 of it is no capture"),
    (handover({"type": "closeSession", "commandId": "c"}), "“closeSession”, which no phone hands over"),
    (handover({"type": "recordSplit", "commandId": "c", "instant": {}}), "a field that no command has"),
    (" " * 8_000_001, "too large"),
])
def test_a_file_that_is_none_is_refused_with_the_reason(desk, park, tmp_path, text, words):
    path = tmp_path / "file.json"
    path.write_text(text)
    page = desk(park).page
    choose(page, path)
    says(page, words)
    assert page.is_hidden(f"{PANEL} .primary")
    page.click(f"{PANEL} >> text=Close this")
    page.wait_for_selector(PANEL, state="hidden")


def test_the_file_is_shared_where_the_phone_can(park, cut_phone):
    device = cut_phone(park, 1, init=SHARING)
    page = device.page
    hand_over(device)
    page.click("text=Share the file…")
    until(page, "() => window.shared.length === 1")
    [[name, text]] = page.evaluate("window.shared")
    assert name.endswith(".json")
    assert [each["type"] for each in json.loads(text)["commands"]] == ["recordSplit"]
    page.evaluate("window.cannotShare = 'AbortError'")
    page.click("text=Share the file…")
    page.evaluate("window.cannotShare = 'NotAllowedError'")
    page.click("text=Share the file…")
    page.wait_for_selector("text=The phone did not share the file. Save it instead")


def test_codes_turn_by_themselves_unless_motion_is_unwanted(ring, cut_phone):
    device = cut_phone(ring, 7)
    page = device.page
    hand_over(device)
    page.wait_for_selector("text=Code 2 of")
    page.click("text=Stay on this code")
    page.click("text=Code before")
    page.wait_for_selector("text=Code 1 of")
    page.click("text=Turn by itself")
    page.wait_for_selector("text=Code 2 of")
    page.click("text=Close: go on")
    page.emulate_media(reduced_motion="reduce")
    hand_over(device)
    page.wait_for_selector("text=Code 1 of")
    page.wait_for_selector("text=Turn by itself")


def test_what_is_on_its_way_is_not_offered(park, phone):
    device = begin(phone, park)
    device.settled()
    assert device.page.is_hidden("timer-handover")


def test_the_encoder_is_the_one_of_debian():
    encoder = PUBLIC / "vendor" / "qrcode-generator" / "qrcode.js"
    assert hashlib.sha256(encoder.read_bytes()).hexdigest() == (
        "18ae399f81182bc9de916e9c77b195df20cc58d6f2d55a62b085a299f1bf1780")


PACKED = """(async () => {
    const { isPlain, count } = argument;
    if (isPlain) { delete window.CompressionStream; }
    const { handoverOf, readHandover } = await import("/js/handover.js");
    const commands = Array.from({ length: count }, (_, n) => ({
        type: "registerRunner", commandId: `c${n}`, runner: crypto.getRandomValues(new Uint8Array(20)).join("-"),
        name: "山田 太郎" }));
    const handover = handoverOf("phone-7f", commands);
    const addresses = await m.codeAddresses(handover, "http://paddock:8080");
    if (addresses === null) return null;
    const parts = addresses.map((each) => m.partOf(each.split("#handover=")[1]));
    const isSame = JSON.stringify(readHandover(await m.textOf(parts))) === JSON.stringify(handover);
    return [isSame, new Set(parts.map(({ form }) => form)).size, parts[0].form, Math.max(...addresses.map((each) => each.length))];
})()"""


@pytest.mark.parametrize("is_plain, form", [(False, "d"), (True, "p")])
def test_what_is_packed_is_unpacked_the_same(module, is_plain, form):
    packed = module("handover-codes", PACKED, {"isPlain": is_plain, "count": 40})
    assert packed[:3] == [True, 1, form]
    assert packed[3] < 700


def test_what_is_too_much_for_codes_has_none(module):
    assert module("handover-codes", PACKED, {"isPlain": False, "count": 2000}) is None


@pytest.mark.parametrize("text, words", [
    ("", "Scan it once more"), ("1.abc.1.2.d", "Scan it once more"), ("1.abc.3.2.d.xx", "Scan it once more"),
    ("1.abc.0.2.d.xx", "Scan it once more"), ("1.abc.1.61.d.xx", "Scan it once more"),
    ("2.whatever", "newer version of these pages (2;"),
])
def test_a_code_that_is_none_is_refused(module, text, words):
    assert words in module("handover-codes", "(() => { try { m.partOf(argument); } catch ({ message }) { return message; } })()", text)


def test_the_last_code_there_can_be_is_read(module):
    assert module("handover-codes", "m.partOf('1.abc.60.60.d.xx').number") == 60


@pytest.mark.parametrize("content, words", [
    ("xx", "do not belong together"), (None, "damaged"),
])
def test_codes_that_say_nothing_are_refused(module, content, words):
    message = module("handover-codes", """(async () => {
        const [address] = await m.codeAddresses({ a: 1 }, "");
        const part = m.partOf(address.split("=")[1]);
        // Deflated, and read as if it were not: no text comes of it.
        const spoilt = argument === null ? { ...part, form: "d", content: part.content } : { ...part, content: argument };
        if (argument === null) globalThis.DecompressionStream = class extends TransformStream {
            constructor() { super({ transform() { throw new TypeError("spoilt"); } }); } };
        try { await m.textOf([spoilt]); } catch ({ message }) { return message; }
    })()""", content)
    assert words in message
