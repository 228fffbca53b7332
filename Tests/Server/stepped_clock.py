"""The system's clocks as one server process sees them, set while it runs, and another boot of the machine."""

import mmap
import struct
import time
import uuid

from pathlib import Path

from preloaded import compiled

SOURCE = Path(__file__).with_name("stepped_clock.c")


class SteppedClock:
    """`environment` is what a server starts with to live by these clocks. Steps are in microseconds."""

    def __init__(self, folder):
        library, steps, self._boot = folder / "stepped_clock.so", folder / "steps", folder / "boot-id"
        compiled(library, SOURCE)
        steps.write_bytes(bytes(16))
        with open(steps, "r+b") as file:
            self._steps = mmap.mmap(file.fileno(), 16)
        self._realtime = self._boottime = 0
        self.boot = str(uuid.uuid4())
        self._boot.write_text(self.boot + "\n", encoding="ascii")
        self.environment = {
            "LD_PRELOAD": str(library), "STEPPED_CLOCK": str(steps), "STEPPED_CLOCK_BOOT": str(self._boot)}

    def set_forward(self, microseconds):
        """Somebody sets the system's clock; a negative number sets it back."""
        self._realtime += microseconds * 1000
        self._write()

    def boot_again(self):
        """The machine was off, and started a minute ago."""
        self.boot = str(uuid.uuid4())
        self._boot.write_text(self.boot + "\n", encoding="ascii")
        self._boottime = 60 * 10**9 - time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        self._write()

    def realtime(self):
        """What the server's system clock shows, microseconds."""
        return (time.time_ns() + self._realtime) // 1000

    def boottime(self):
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) + self._boottime) // 1000

    def _write(self):
        self._steps[:] = struct.pack("=qq", self._realtime, self._boottime)
