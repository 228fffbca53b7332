"""Devices that time runs: each sends its next command when the one before is acknowledged. One process
drives all of them, on plain sockets, so that it is not what is measured."""

import base64
import os
import select
import socket
import struct
import time

CHECKPOINTS = [f"t{number}" for number in range(1, 8)] + ["finish"]


def framed(text):
    """A text message of a client, masked with zeros."""
    payload = text.encode()
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack(
        ">BH", 0x80 | 126, len(payload))
    return b"\x81" + size + bytes(4) + payload


class Device:
    """One runner's phone, over and over: start, splits, finish."""

    def __init__(self, server, track, name):
        self.track, self.name = track, name
        self.run = self.step = 0
        self.splits = 0
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Protocol: livetiming.v1.json\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(4096)
        assert b" 101 " in answer, answer
        token = server.token("timer")
        self.socket.sendall(framed(
            f'{{"type":"hello","client":"bench/1","device":"{name}","token":"{token}"}}'))
        assert b'"welcome"' in self.socket.recv(4096)

    def send(self):
        now = time.time_ns() // 1000
        run = f"{self.name}-{self.run}"
        if self.step == 0:
            fields = (f'"type":"startRun","run":"{run}","runnerName":"Runner {self.name}",'
                      f'"at":{now},"uncertainty":4000')
        else:
            fields = (f'"type":"recordSplit","split":"{run}-{self.step}","run":"{run}",'
                      f'"checkpoint":"{CHECKPOINTS[self.step - 1]}",'
                      f'"at":{now},"uncertainty":4000,"method":"tap"')
        self.socket.sendall(framed(
            f'{{{fields},"commandId":"0193f0a0-{run}-{self.step}","track":"{self.track}"}}'))

    def take(self):
        """Reads an acknowledgement, and goes on to the next command."""
        answer = self.socket.recv(4096)
        assert b'"type":"ack"' in answer, answer
        self.splits += self.step > 0
        self.step += 1
        if self.step > len(CHECKPOINTS):
            self.run, self.step = self.run + 1, 0


def drive(server, track, count, seconds):
    """Has devices send for so long. Hands back the splits that were acknowledged a second, and the
    part of that time in which this process was busy."""
    devices = [Device(server, track, f"d{count}-{number}") for number in range(count)]
    poll = select.epoll()
    by_descriptor = {device.socket.fileno(): device for device in devices}
    for descriptor in by_descriptor:
        poll.register(descriptor, select.EPOLLIN)
    began, busy = time.monotonic(), time.process_time()
    for device in devices:
        device.send()
    while time.monotonic() - began < seconds:
        for descriptor, _ in poll.poll(1):
            device = by_descriptor[descriptor]
            device.take()
            device.send()
    took = time.monotonic() - began
    busy = (time.process_time() - busy) / took
    for device in devices:
        device.socket.close()
    return sum(device.splits for device in devices) / took, busy
