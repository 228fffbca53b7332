"""A server that speaks TLS beside plain HTTP, with what `livetiming certificate` makes."""

import http.client
import socket
import ssl
import subprocess
import urllib.parse

from server_process import ServerProcess, binary, clean_environment


def certificate(*arguments):
    """Calls `livetiming certificate`, whatever it answers."""
    return subprocess.run([binary(), "certificate", *map(str, arguments)], capture_output=True,
                          text=True, env=clean_environment(), timeout=60, check=False)


class SecureServer(ServerProcess):
    """Asked and spoken to over TLS; `plain` asks it over plain HTTP."""

    def __init__(self, directory, **settings):
        super().__init__(directory, **({"tls_port": 0} | settings))

    def certify(self, *names):
        """Makes a certificate for these names too, and the authority if there is none yet."""
        extra = ["--name", ",".join(names)] if names else []
        made = certificate("--data", self.data, *extra)
        assert made.returncode == 0, made.stderr
        return made.stdout

    @property
    def secure_port(self):
        return urllib.parse.urlsplit(self.control_url).port

    @property
    def trust(self):
        """A client's settings that trust the authority alone."""
        return ssl.create_default_context(cafile=self.data / "authority.pem")

    @property
    def socket_url(self):
        return f"wss://127.0.0.1:{self.secure_port}/ws"

    @property
    def socket_options(self):
        # The client reads on one thread and writes on another, which Python's TLS does not keep apart. By TLS 1.3 a
        # server sends tickets right after the handshake; taken in while the request is written, they can keep it
        # from ever going out.
        trust = self.trust
        trust.maximum_version = ssl.TLSVersion.TLSv1_2
        return {"ssl": trust}

    def connection(self):
        return http.client.HTTPSConnection(
            "127.0.0.1", self.secure_port, timeout=20, context=self.trust)

    @property
    def plain(self):
        return PlainPort(self)

    def shown(self):
        """The certificate that a new connection sees, in DER."""
        with (socket.create_connection(("127.0.0.1", self.secure_port), timeout=20) as raw,
              self.trust.wrap_socket(raw, server_hostname="127.0.0.1") as secure):
            return secure.getpeercert(binary_form=True)


class PlainPort:
    """The plain port of a server that speaks TLS too."""

    socket_options = {}
    get = ServerProcess.get
    request = ServerProcess.request
    connection = ServerProcess.connection

    def __init__(self, server):
        self.port = server.port
        self.socket_url = f"ws://127.0.0.1:{server.port}/ws"
