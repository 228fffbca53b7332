"""Other servers that send one frame to everyone, where Debian's packages of them are installed."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# What `script/bench --peers` installs is in that script; this is where the packages put it.
NCHAN = pathlib.Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
WS = pathlib.Path("/usr/share/nodejs/ws")
GO_PACKAGES = pathlib.Path("/usr/share/gocode")
GORILLA = GO_PACKAGES / "src/github.com/gorilla/websocket"


def installed():
    """By name, what starts each peer: (folder, port, rate, lengths, prefix) to a context of its process. `lengths` is a file. At its end not all
    spectators need to be there: one core is too little for some of them."""
    found = {}
    if NCHAN.exists() and (shutil.which("nginx") or pathlib.Path("/usr/sbin/nginx").exists()):
        found["nginx and nchan"] = nchan
    if GORILLA.exists() and shutil.which("go"):
        found["Go and gorilla"] = gorilla
    if WS.exists() and shutil.which("node"):
        found["Node and ws"] = ws
    return found


@contextlib.contextmanager
def nchan(folder, port, rate, lengths, prefix):
    home = folder / f"nginx-{port}"
    home.mkdir(exist_ok=True)
    configuration = home / "nginx.conf"
    text = (HERE / "nginx.conf").read_text(encoding="utf-8")
    configuration.write_text(text.replace("PORT", str(port)).replace("FOLDER", str(home)), encoding="utf-8")
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    with running([*prefix, nginx, "-c", configuration], port) as master:
        # Its only child; the master listens before it makes it.
        children = pathlib.Path(f"/proc/{master}/task/{master}/children")
        worker = int(until(lambda: children.read_text(encoding="ascii").strip(), "a worker of nginx"))
        # On the core of the load, as what it takes is not the server's.
        command = ["taskset", "--cpu-list", "1", sys.executable, HERE / "publish.py", port, rate, lengths]
        publisher = subprocess.Popen([str(word) for word in command])
        try:
            yield worker
        finally:
            publisher.kill()
            publisher.wait()


@contextlib.contextmanager
def gorilla(folder, port, rate, lengths, prefix):
    program = folder / "gorilla"
    if not program.exists():
        subprocess.run(["go", "build", "-o", program, HERE / "gorilla.go"], check=True,
                       env=os.environ | {"GO111MODULE": "off", "GOPATH": str(GO_PACKAGES), "GOFLAGS": "",
                                         "GOCACHE": str(folder / "go")})
    with running([*prefix, program, port, rate, lengths], port, GOMAXPROCS="1") as process:
        yield process


@contextlib.contextmanager
def ws(folder, port, rate, lengths, prefix):
    with running([*prefix, "node", HERE / "ws.js", port, rate, lengths], port,
                 NODE_PATH=str(WS.parent)) as process:
        yield process


@contextlib.contextmanager
def running(command, port, **environment):
    process = subprocess.Popen([str(word) for word in command], env=os.environ | environment)
    try:
        until(lambda: listens(process, port), f"{process.args} listens")
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def listens(process, port):
    assert process.poll() is None, f"{process.args} ended with {process.returncode}"
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def until(condition, what, seconds=10):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"{what}: not within {seconds} s")
