"""Publishes frames to nchan, at a rate and of a length: publish.py PORT RATE LENGTH"""

import http.client
import sys
import time


def main():
    port, rate, length = map(int, sys.argv[1:])
    connection = http.client.HTTPConnection("127.0.0.1", port)
    due = time.monotonic()
    while True:
        due += 1 / rate
        time.sleep(max(0, due - time.monotonic()))
        head = f'{{"type":"update","track":"floor","time":{time.monotonic_ns() // 1000},"pad":"'
        connection.request("POST", "/publish", head.ljust(length - 2, "x") + '"}', {"Content-Type": "text/plain"})
        connection.getresponse().read()


if __name__ == "__main__":
    main()
