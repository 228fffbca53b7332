"""A disk that fails where a test says so, between a server and its data directory; see `disk/`."""

import contextlib
import errno
import mmap
import os
import pathlib
import shutil
import struct

from keeper import Keeper
from preloaded import compiled
from server_process import ServerProcess, wait_until

SOURCES = pathlib.Path(__file__).resolve().parent / "disk"
CALLS = ["open", "write", "truncate", "sync"]
FILES = ["database", "log", "index", "other", "directory"]
FIELDS = ["calls", "files", "at", "lasting", "error", "cut", "drops", "hold",
          "seen", "failed", "held", "loaded"]
TRACE_LENGTH = 8192


def build(folder):
    """Compiles the library that goes between, and hands back its path."""
    return compiled(folder / "faulty_disk.so", SOURCES / "faulty_disk.c", SOURCES / "durable.c")


class FaultyDisk:
    """The disk under one data directory, `directory`.

    It also keeps what a power cut would leave. What a killed server had written and not synced is not
    in that, whatever a later server syncs: as after a sync that failed, only writing it again helps."""

    def __init__(self, library, directory, folder):
        self.library, self.directory = library, directory
        self.durable = folder / "durable"
        self.path = folder / "plan"
        folder.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(bytes(4 * len(FIELDS) + TRACE_LENGTH))
        with open(self.path, "r+b") as file:
            self._plan = mmap.mmap(file.fileno(), 0)

    def start(self, server):
        """Starts a server on this disk. What was in the directory before the first one is durable."""
        if not self.durable.exists():
            self.durable.mkdir(parents=True)
            if self.directory.exists():
                self._copy(self.directory, self.durable)
        self._set(loaded=0)
        server.start(environment={
            "LD_PRELOAD": str(self.library), "FAULTY_DISK_PLAN": str(self.path),
            "FAULTY_DISK_DIRECTORY": str(self.directory),
            "FAULTY_DISK_DURABLE": str(self.durable)})
        assert self["loaded"], "the server does not run on this disk"

    def arm(self, at=0, error=0, calls=CALLS, files=FILES, **how):
        """From now on the `at`-th of these calls on these files fails with `error`; 0 only counts.

        `lasting`: so do all after it. `cut`: a write at that place takes half of its bytes, and the
        next one fails. `drops`: a failed sync takes what it did not keep out of the file."""
        self.heal()
        self._set(
            seen=0, failed=0, error=error, lasting=how.get("lasting", False),
            cut=how.get("cut", False), drops=how.get("drops", False),
            files=sum(1 << FILES.index(name) for name in files))
        self._set(calls=sum(1 << CALLS.index(name) for name in calls), at=at)

    def heal(self):
        """Nothing fails from now on, and nothing is counted."""
        self._set(at=0, calls=0)

    @property
    def points(self):
        """The calls that were counted, by name."""
        first = 4 * len(FIELDS)
        return [f"{CALLS[point >> 4]} of the {FILES[point & 15]}"
                for point in self._plan[first:first + min(self["seen"], TRACE_LENGTH)]]

    @property
    def has_failed(self):
        return self["failed"] > 0

    def until_failed(self):
        wait_until(lambda: self.has_failed, "the call fails", pause=0.001)

    def hold(self):
        """The next sync of the write-ahead log waits for `release`."""
        self._set(hold=1)

    def until_held(self):
        wait_until(lambda: self["held"], "a sync waits", pause=0.001)

    def release(self):
        self._set(hold=0)

    def cut_power(self, server):
        """Ends the server, and leaves in the directory only what the disk had promised to keep."""
        server.kill()
        self.heal()
        self.release()
        shutil.rmtree(self.directory)
        self.directory.mkdir(mode=0o750)
        self._copy(self.durable, self.directory)

    @contextlib.contextmanager
    def naming(self, at, *fault):
        """Adds to a failure which call it was."""
        try:
            yield
        except Exception as error:
            point = dict(enumerate(self.points, 1)).get(at, "none")
            words = [errno.errorcode[self["error"]] if self["error"] else "no error", *fault]
            error.add_note(f"call {at} of {self['seen']} ({point}): {words}")
            raise

    @staticmethod
    def _copy(source, target):
        """Copies files, but for names that are not durable and the index, which no crash outlives."""
        for file in source.iterdir():
            if not file.name.endswith((".unnamed", "-shm")):
                shutil.copy(file, target)
                os.chmod(target / file.name, file.stat().st_mode & 0o777)

    def __getitem__(self, field):
        return struct.unpack_from("I", self._plan, 4 * FIELDS.index(field))[0]

    def _set(self, **values):
        for field, value in values.items():
            struct.pack_into("I", self._plan, 4 * FIELDS.index(field), int(value))


@contextlib.contextmanager
def faulty_server(library, folder, **settings):
    """A server on a faulty disk that is well so far, and a device that sends to it."""
    with ServerProcess(folder / "server", **settings) as server:
        disk = FaultyDisk(library, server.data, folder)
        disk.start(server)
        yield server, disk, Keeper(server)
        disk.heal()
        disk.release()
