"""Listening sockets, the check for exposed hosts, the startup message and the logging of a server."""

from __future__ import annotations

import ipaddress
import logging
import socket
import sys
from typing import Any, Literal

from fingerpost.errors import SettingsError
from fingerpost.observability.events import log_event
from fingerpost.server.log_handler import LineFormatter, LineHandler, LineRecord
from fingerpost.server.worker import ServerInfo
from fingerpost.settings import ServerSettings


def check_exposure(serving: ServerSettings, *, open_to_all: bool) -> None:
    """Raise SettingsError if other machines can reach the server without a key, unless `open_to_all` allows it.

    A key that would travel in clear is told in the log.
    """
    if _is_loopback(serving.host):
        return
    keyed = serving.key is not None or serving.access.keys is not None
    if not keyed and not open_to_all:
        raise SettingsError(
            f"FINGERPOST_HOST = {serving.host!r} can be reached from other machines, and FINGERPOST_API_KEY is not set,"
            " nor FINGERPOST_KEYS: set a key, listen on 127.0.0.1, or pass --open to serve without authentication"
        )
    if keyed and serving.access.certificate is None:
        log_event(
            f"[serve] FINGERPOST_HOST = {serving.host!r} can be reached from other machines without TLS: keys travel in"
            " clear, unless a proxy encrypts. Set FINGERPOST_TLS_CERT and FINGERPOST_TLS_KEY",
            logging.WARNING,
        )


def configure_logging() -> None:
    """Log Fingerpost's events and other libraries' warnings to stderr, unless logging is configured already."""
    handler = LineHandler()
    handler.setFormatter(LineFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("fingerpost").setLevel(logging.INFO)
    if handler in logging.getLogger().handlers:
        # Our lines do not show these, and every decision is logged: collecting them doubles the cost of a line.
        logging.setLogRecordFactory(LineRecord)
        logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
        logging._srcfile = None


def print_addresses(info: ServerInfo, serving: ServerSettings, *, pages: bool = False) -> None:
    """Print the addresses of a server to stdout; programs that start one wait for these lines."""
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    scheme = "http" if serving.access.certificate is None else "https"
    workers = f"{serving.workers} workers" if serving.workers > 1 else "1 worker"
    sys.stdout.write(
        f"Fingerpost serves {info.routebook} ({workers})\n"
        f"HTTP {scheme}://{host}:{info.http_port} ({'console at /, ' if pages else ''}documentation at /docs)\n"
        f"gRPC {host}:{info.grpc_port}\n"
    )
    sys.stdout.flush()


def bind(host: str, port: int, *, shared: bool = False, kind: Literal["http", "grpc"] = "http") -> socket.socket:
    """Return a bound socket that does not listen yet; several `shared` ones can be bound to one port.

    `kind`: what is served there, which names the option in the error.
    """
    try:
        found = _addresses(host, port)
        family, type_, protocol, _, address = next((each for each in found if each[0] == socket.AF_INET), found[0])
        bound = socket.socket(family, type_, protocol)
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
            f"cannot listen on {host}:{port}: {error.strerror or error}: give another port with --{kind}-port or"
            f" FINGERPOST_{kind.upper()}_PORT, or another host with --host or FINGERPOST_HOST"
        ) from error
    return bound


def _is_loopback(host: str) -> bool:
    try:
        return all(ipaddress.ip_address(each[4][0]).is_loopback for each in _addresses(host, 0))
    except OSError as error:
        raise SettingsError(f"FINGERPOST_HOST = {host!r}: {error.strerror}: give an address of this machine") from error


def _addresses(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
