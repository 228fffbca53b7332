"""The allocations of one server process, counted while it runs."""

import mmap
import struct

from pathlib import Path

from preloaded import compiled

SOURCE = Path(__file__).with_name("counted_malloc.c")


class CountedMalloc:
    """`environment` is what a server starts with to be counted."""

    def __init__(self, folder):
        library, count = folder / "counted_malloc.so", folder / "allocations"
        compiled(library, SOURCE)
        count.write_bytes(bytes(8))
        with open(count, "r+b") as file:
            self._count = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": str(library), "COUNTED_MALLOC": str(count)}

    @property
    def allocations(self):
        """How many there were since the server started, on all its threads."""
        return struct.unpack("=Q", self._count)[0]
