"""A link to the server that is slow now and then, and differently so in its two directions. It keeps bytes whole
and in order, as TCP does, so that pages, too, can be loaded over it."""

import asyncio
import random
import threading

CHUNK = 65_536


class JitteryProxy:
    """A port of this machine, served by a thread of its own; `there` and `back` are the longest delays in
    seconds, and may be set at any time. Most delays are short, and now and then one is nearly the longest."""

    def __init__(self, port, seed=1):
        self._server_port = port
        self._chance = random.Random(seed)
        self.there = self.back = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        self._listening = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._accept, "127.0.0.1", 0), self._loop).result(timeout=20)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *exception):
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(timeout=20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=20)
        self._loop.close()

    async def _close(self):
        self._listening.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    async def _accept(self, reader, writer):
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass(reader, server_writer, lambda: self.there))
                group.create_task(self._pass(server_reader, writer, lambda: self.back))
        except* (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            server_writer.close()

    async def _pass(self, reader, writer, longest):
        while chunk := await reader.read(CHUNK):
            await asyncio.sleep(longest() * self._chance.random() ** 4)
            writer.write(chunk)
        writer.close()
