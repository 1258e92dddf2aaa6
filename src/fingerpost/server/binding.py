"""Where a server may listen, how it says so, and where its log goes."""

from __future__ import annotations

import ipaddress
import logging
import socket
import sys
import time
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.server.worker import Listening
from fingerpost.settings import ServerSettings


def check_exposure(serving: ServerSettings, *, open_to_all: bool) -> None:
    """Refuse to listen beyond this machine without a key, unless that is what is wanted."""
    if serving.key is None and not open_to_all and not _is_loopback(serving.host):
        raise SettingsError(
            f"FINGERPOST_HOST = {serving.host!r} can be reached from other machines, and FINGERPOST_API_KEY is not set:"
            " set a key, listen on 127.0.0.1, or say --open if anybody may ask"
        )


def set_up_log() -> None:
    """Write Fingerpost's events, and warnings of others, to the error stream, unless a log was set up already."""
    lines = logging.StreamHandler()
    lines.setFormatter(_Lines("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[lines])
    logging.getLogger("fingerpost").setLevel(logging.INFO)
    # Every decision is a line. What these find out for each is not in it, and takes as long as the rest.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None


class _Lines(logging.Formatter):
    """Lines with their time, of which all but the milliseconds is put into words once a second."""

    _second, _words = -1, ""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """Return the time of a line."""
        second = int(record.created)
        if second != self._second:
            self._words, self._second = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(second)), second
        return f"{self._words},{int(record.msecs):03d}"


def announce(listening: Listening, serving: ServerSettings) -> None:
    """Say where it listens, for people and for programs that wait for it."""
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    how = f"{serving.workers} workers" if serving.workers > 1 else "1 worker"
    sys.stdout.write(
        f"Fingerpost serves {listening.routebook} ({how})\n"
        f"HTTP http://{host}:{listening.http_port} (described at /docs)\n"
        f"gRPC {host}:{listening.grpc_port}\n"
    )
    sys.stdout.flush()


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a socket at an address, not listening yet; a `shared` one leaves room for others like it."""
    try:
        found = _addresses(host, port)
        family, kind, protocol, _, address = next((each for each in found if each[0] == socket.AF_INET), found[0])
        bound = socket.socket(family, kind, protocol)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            bound.bind(address)
        except BaseException:
            bound.close()
            raise
    except OSError as error:
        raise SettingsError(
            f"cannot listen on {host}:{port}: {error.strerror or error}: name another host or port"
        ) from error
    return bound


def _is_loopback(host: str) -> bool:
    try:
        return all(ipaddress.ip_address(each[4][0]).is_loopback for each in _addresses(host, 0))
    except OSError as error:
        raise SettingsError(f"FINGERPOST_HOST = {host!r}: {error.strerror}: give an address of this machine") from error


def _addresses(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
