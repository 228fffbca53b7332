"""Races to replay: one that a timing system recorded, and one that `livetiming generate` makes."""

import asyncio
import pathlib
import subprocess

import pytest

from server_process import binary, clean_environment

RECORDING = "shared/cases/rmonitor_orbits_mock_session.txt"


def recording():
    """The recorded race. It is no part of the repository, but may lie in a folder above."""
    for folder in pathlib.Path(__file__).resolve().parents:
        if (folder / RECORDING).is_file():
            return folder / RECORDING
    pytest.skip(f"there is no {RECORDING} in a folder above the tests")


def generate(path, **options):
    """A race that `livetiming generate` makes, as a file."""
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    with open(path, "wb") as output:
        subprocess.run(
            [binary(), "generate", *words], stdout=output, check=True, timeout=20,
            env=clean_environment())
    return path


class Replay:
    """A running `livetiming replay`."""

    def __init__(self, server, path, speed, replay_id="replay"):
        self.log_path = server.directory / f"{replay_id}.log"
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [binary(), "replay", str(path), "--server", server.url,
                 "--token-file", str(server.data / "control-token"), "--speed", str(speed),
                 "--id", replay_id],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env=clean_environment())

    @property
    def is_running(self):
        return self.process.poll() is None

    @property
    def log(self):
        return self.log_path.read_text(encoding="utf-8")

    def finish(self, seconds=120):
        """Waits until every command is acknowledged."""
        assert self.process.wait(timeout=seconds) == 0, self.log

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.is_running:
            self.process.kill()
        self.process.wait(timeout=20)


def replay(server, path, speed, **options):
    with Replay(server, path, speed, **options) as running:
        running.finish()


def track_of(server, beside=None):
    """The track of a replay, once the server has it; `beside` is another one that it has."""
    tracks = server.get("/api/v1/tracks").json["tracks"]
    return next((track["id"] for track in tracks if track["id"] != beside), None)


async def track_appears(server, beside=None):
    async with asyncio.timeout(20):
        while not (track := await asyncio.to_thread(track_of, server, beside)):
            await asyncio.sleep(0.02)
    return track


def outcome(board):
    """What a race came to, without the instants at which it was replayed."""
    session = next(session for session in board["sessions"] if session["current"])
    gun = session["startedAt"]

    def relative(at):
        return None if at is None else at - gun

    runs = {}
    for run in board["runs"]:
        figures = {key: run[key] for key in (
            "number", "status", "place", "time", "laps", "lastLap", "bestLap", "gap", "gapLaps",
            "interval", "intervalLaps", "verdict", "splitCount", "delta")}
        figures["runner"] = run["runner"]["name"]
        figures["finishedAt"] = relative(run["finishedAt"])
        figures["splits"] = sorted((
            relative(split["at"]), split["checkpoint"], split["lap"], split["state"],
            split["split"], split["segment"], split["lapTime"], split["splitVerdict"],
            split["segmentVerdict"], split["lapVerdict"], sorted(split["standing"]))
            for split in run["splits"])
        runs[run["id"]] = figures
    figures = {key: session[key] for key in ("id", "name", "state", "flag", "limit")}
    figures |= {key: relative(session[key]) for key in ("flagAt", "closedAt")}
    return {"session": figures, "runs": runs, "bests": board["bests"]["overall"],
            "standings": sorted(board["standings"], key=lambda standing: standing["runner"])}
