"""Publishes frames to nchan, at a rate and of lengths: publish.py PORT RATE LENGTHS"""

import http.client
import itertools
import pathlib
import sys
import time


def main():
    port, rate = map(int, sys.argv[1:3])
    lengths = map(int, itertools.cycle(pathlib.Path(sys.argv[3]).read_text(encoding="ascii").split()))
    connection = http.client.HTTPConnection("127.0.0.1", port)
    due = time.monotonic()
    for length in lengths:
        due += 1 / rate
        time.sleep(max(0, due - time.monotonic()))
        head = f'{{"type":"update","track":"floor","time":{time.monotonic_ns() // 1000},"pad":"'
        connection.request("POST", "/publish", head.ljust(length - 2, "x") + '"}', {"Content-Type": "text/plain"})
        connection.getresponse().read()


if __name__ == "__main__":
    main()
