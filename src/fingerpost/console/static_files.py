"""The static files of the console, under addresses that change with their content, so that browsers keep them."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

PREFIX = "/console/static/"
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
"""Content types of the files that are served; licences beside them are not."""

_HEADERS = {
    "cache-control": "public, max-age=31536000, immutable",
    "vary": "accept-encoding",
    "x-content-type-options": "nosniff",
    # A drawing that is opened by itself may run nothing.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}


class StaticFile(NamedTuple):
    """A file with its address, whole and compressed."""

    address: str
    kind: str
    content: bytes
    compressed: bytes


@cache
def static_files() -> dict[str, StaticFile]:
    """Return the files of the package by their name, such as `console.css` and `vendor/htmx.min.js`."""
    found: dict[str, StaticFile] = {}
    root = files(__package__) / "static"
    for folder, start in ((root, ""), (root / "vendor", "vendor/")):
        for file in folder.iterdir():
            kind = KINDS.get(file.name[file.name.rfind(".") :])
            if kind is None:
                continue
            name, content = start + file.name, file.read_bytes()
            address = f"{PREFIX}{hashlib.sha256(content).hexdigest()[:12]}/{name}"
            found[name] = StaticFile(address, kind, content, gzip.compress(content, mtime=0))
    return found


def address_of(name: str) -> str:
    """Return the address of a file, for templates."""
    return static_files()[name].address


@cache
def addresses() -> dict[str, StaticFile]:
    """Return the files by their address."""
    return {file.address: file for file in static_files().values()}


async def serve_file(request: Request) -> Response:
    """Return the file of an address."""
    file = addresses()[request.url.path]
    headers = {**_HEADERS, "content-type": file.kind}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, headers={**headers, "content-encoding": "gzip"})
    return Response(file.content, headers=headers)
