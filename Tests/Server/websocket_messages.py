"""WebSocket messages as bytes on their way (RFC 6455, section 5.2), for whoever stands between two ends."""

import struct

CONTROL = 0x8
FINAL = 0x80
IS_MASKED = 0x80


class MessageReader:
    """Reads whole messages off a stream: header, mask and payload as they came, fragments together."""

    def __init__(self, stream):
        self._stream = stream
        self._fragments = b""

    async def next(self):
        """The next message, and whether it is a control frame, which may stand between fragments."""
        while True:
            first, frame = await self._frame()
            if first & CONTROL:
                return frame, True
            self._fragments += frame
            if first & FINAL:
                message, self._fragments = self._fragments, b""
                return message, False

    async def _frame(self):
        head = await self._stream.readexactly(2)
        length = head[1] & 0x7F
        if length == 126:
            head += await self._stream.readexactly(2)
            [length] = struct.unpack("!H", head[2:])
        elif length == 127:
            head += await self._stream.readexactly(8)
            [length] = struct.unpack("!Q", head[2:])
        rest = length + (4 if head[1] & IS_MASKED else 0)
        return head[0], head + await self._stream.readexactly(rest)
