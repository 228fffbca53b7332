"""Small libraries in C that go between a server and the system (`LD_PRELOAD`)."""

import subprocess


def compiled(library, *sources):
    """Compiles one, and hands back its path."""
    subprocess.run(["cc", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                    *sources, "-ldl", "-lpthread"], check=True)
    return library
