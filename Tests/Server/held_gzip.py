"""The compression of one server process: held up, refused, and counted."""

import mmap
import struct

from pathlib import Path

from preloaded import compiled
from server_process import wait_until

SOURCE = Path(__file__).with_name("held_gzip.c")


class HeldGzip:
    """`environment` is what a server starts with to compress by this."""

    def __init__(self, folder):
        library, plan = folder / "held_gzip.so", folder / "plan"
        compiled(library, SOURCE)
        plan.write_bytes(bytes(8))
        with open(plan, "r+b") as file:
            self._plan = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": str(library), "HELD_GZIP": str(plan)}

    def hold(self):
        """Whatever is compressed from now on waits."""
        self._want(1)

    def refuse(self):
        self._want(2)

    def release(self):
        self._want(0)

    @property
    def begun(self):
        """How often a compression has begun since the server started."""
        return struct.unpack_from("=i", self._plan, 4)[0]

    def until_begun(self, count):
        wait_until(lambda: self.begun >= count, f"{count} compressions have begun", pause=0.001)

    def _want(self, what):
        struct.pack_into("=i", self._plan, 0, what)
