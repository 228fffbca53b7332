"""What the documents say is so: links lead somewhere, named files exist, examples parse, the help
and the settings are those of the program, and the commands of docs/by-hand.md work against a real server.

Set LIVETIMING_BINARY to a built `livetiming`; unset, what needs the program is skipped and says so.
The JSON of docs/protocol.md is read by a Swift test with the types that the server reads it with.
"""

import csv
import io
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("Benchmarks/**/*.md")])
FILES = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
    capture_output=True, text=True).stdout.split("\n")
FILE_NAMES = {pathlib.PurePath(file).name for file in FILES}
TOP_LEVEL = {pathlib.PurePath(file).parts[0] for file in FILES if file}
SOURCE_SUFFIXES = {".swift", ".py", ".js", ".css", ".html", ".md", ".h"}

FENCE = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def read(document):
    return document.read_text(encoding="utf-8")


def prose(document):
    """The text without its fenced blocks."""
    return FENCE.sub("", read(document))


def blocks(text, kind):
    return [match["text"] for match in FENCE.finditer(text) if match["kind"].split()[:1] == [kind]]


def anchors(document):
    """The headings of a document as GitHub names them in links."""
    headings = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def section(document, heading):
    _, _, rest = read(document).partition(f"\n## {heading}\n")
    assert rest, f"{document.name} has no section “{heading}”"
    return rest.partition("\n## ")[0]


# The documents by themselves.


def test_there_are_documents_to_check():
    names = {document.name for document in DOCUMENTS}
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "protocol.md"} <= names


@every_document
def test_every_link_and_image_leads_somewhere(document):
    text = re.sub(r"`[^`\n]*`", "", prose(document))
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'\bsrc(?:set)?="([^"]+)"', text)
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        assert file.exists(), f"{target} leads nowhere"
        assert not anchor or anchor in anchors(file), f"{target} names no heading"


@every_document
def test_every_file_that_is_named_exists(document):
    for code in re.findall(r"`([^`\n]+)`", prose(document)):
        path = code.split()[0].rstrip("/")
        if "<" in path or "*" in path:
            continue
        pure = pathlib.PurePath(path)
        if "/" in path and pure.parts[0] in TOP_LEVEL:
            assert (ROOT / path).exists(), f"there is no {path}"
        elif "/" not in path and pure.suffix in SOURCE_SUFFIXES and pure.stem:
            assert path in FILE_NAMES, f"there is no file called {path}"


@every_document
def test_json_blocks_are_json(document):
    for block in blocks(read(document), "json"):
        json.loads(block)


def test_decisions_are_numbered_without_gaps():
    decisions = sorted((ROOT / "docs/decisions").glob("*.md"))
    for number, decision in enumerate(decisions, start=1):
        assert decision.name.startswith(f"{number:04}-")
        assert read(decision).startswith(f"# {number}. "), f"{decision.name} differs inside"


# The documents and the program.


@pytest.fixture(scope="session")
def binary():
    path = os.environ.get("LIVETIMING_BINARY")
    if not path:
        pytest.skip("LIVETIMING_BINARY is not set: documents are not compared with the program")
    return path


def output(binary, *arguments):
    return subprocess.run(
        [binary, *arguments], check=True, capture_output=True, text=True, timeout=20).stdout


def test_the_help_is_the_programs_own(binary):
    shown = blocks(section(ROOT / "docs/operations.md", "The program"), "text")
    assert output(binary, "--help") in shown


def test_the_changelog_knows_the_version(binary):
    version = output(binary, "version").split()[1]
    assert re.search(rf"^## {re.escape(version)} ", read(ROOT / "CHANGELOG.md"), re.MULTILINE)


def test_the_configuration_file_is_one_that_the_program_takes(binary, tmp_path):
    example, = blocks(section(ROOT / "docs/operations.md", "Settings"), "json")
    file = tmp_path / "livetiming.json"
    file.write_text(example, encoding="utf-8")
    shown = output(binary, "check-config", "--config", str(file))
    for key, value in json.loads(example).items():
        assert re.search(rf" {value} +\({key} in {re.escape(str(file))}\)$", shown, re.MULTILINE)


def test_the_settings_are_the_programs_own(binary):
    """The table has every setting with its variable, key and default, in the order of the help."""
    help_text = output(binary, "serve", "--help", "--public", "…")
    settings = re.findall(r"^  --([\w-]+) VALUE\n.*\n      (.*)$", help_text, re.MULTILINE)
    rows = re.findall(
        r"^\| `--([\w-]+)` \| `(\w+)` \| `(\w+)` \| ([^|]*) \|",
        section(ROOT / "docs/operations.md", "Settings"), re.MULTILINE)
    assert [row[0] for row in rows] == [name for name, _ in settings]
    for (name, variable, key, default), (_, values) in zip(rows, settings):
        words = name.split("-")
        assert variable == "LIVETIMING_" + "_".join(words).upper()
        assert key == words[0] + "".join(word.capitalize() for word in words[1:])
        if default.strip() == "–":
            assert "default" not in values, name
        elif name != "public":  # lies beside the executable, wherever that is
            assert f"default {default.strip('`')}" == values.rpartition("; ")[2], name


class Server:
    def __init__(self, url, folder):
        self.url = url
        self.folder = folder

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return answer.read().decode("utf-8-sig")


@pytest.fixture
def server(binary, tmp_path):
    """A server whose working directory looks like a clone in which it was built."""
    release = tmp_path / ".build/release"
    release.mkdir(parents=True)
    (release / "livetiming").symlink_to(pathlib.Path(binary).resolve())
    log = tmp_path / "log"
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            [binary, "serve", "--host", "127.0.0.1", "--port", "0", "--public", ROOT / "Public"],
            cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
    try:
        yield Server(printed_address(process, log), tmp_path)
    finally:
        process.terminate()
        process.wait(timeout=20)


def printed_address(process, log):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and process.poll() is None:
        found = re.search(r"^spectators +(http://\S+)/$", read(log), re.MULTILINE)
        if found and "control " in read(log):
            return found[1]
        time.sleep(0.02)
    raise AssertionError(f"the server did not begin:\n{read(log)}")


def test_the_race_by_hand_happens_as_told(server):
    commands = "".join(blocks(read(ROOT / "docs/by-hand.md"), "sh"))
    assert "http://localhost:8080" in commands
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands.replace("http://localhost:8080", server.url)],
        cwd=server.folder, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr

    board = json.loads(server.get("/api/v1/tracks/hill/board"))
    runs = {run["id"]: run for run in board["runs"]}
    ada, bob = runs["ada-1"], runs["bob-1"]
    assert ada["status"] == bob["status"] == "finished"
    assert ada["corrected"] and not bob["corrected"]
    assert 70_000_000 < ada["time"] < 80_000_000 and 40_000_000 < bob["time"] < 60_000_000
    assert [split["segmentVerdict"] for split in bob["splits"]] == ["overallBest", "overallBest"]

    results = list(csv.DictReader(io.StringIO(server.get("/api/v1/tracks/hill/runs.csv"))))
    assert {row["runner"] for row in results} == {"Ada", "Bob"}

    table = section(ROOT / "docs/operations.md", "Results over HTTP")
    paths = re.findall(r"^\| `(/api/[^`]+)` \|", table, re.MULTILINE)
    assert len(paths) == 9
    for path in paths:
        for name, value in [("track", "hill"), ("run", "ada-1"), ("runner", ada["runner"]["id"]),
                            ("session", "open")]:
            path = path.replace(f"<{name}>", value)
        assert "Ada" in server.get(path) or path.startswith("/api/v1/tracks"), path

    tracks = json.loads(server.get("/api/v1/tracks"))["tracks"]
    replayed = [track for track in tracks if track["id"] != "hill"]
    assert len(replayed) == 1 and replayed[0]["session"]["state"] == "closed"
