"""The page of the gRPC service, from its .proto file."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.reference import table, written_by

PROTO = Path(__file__).parents[2] / "src" / "fingerpost" / "server" / "assistance.proto"

_METHOD = re.compile(r"^  rpc (\w+)\((\w+)\) returns \((stream )?(\w+)\);", re.MULTILINE)
_MESSAGE = re.compile(r"^message (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^  (repeated )?([\w.]+) (\w+) = (\d+);(?:  // (.*))?$", re.MULTILINE)


def grpc_page() -> str:
    """Return the page: the methods of the service and the fields of its messages."""
    proto = PROTO.read_text(encoding="utf-8")
    package = re.findall(r"^package ([\w.]+);", proto, re.MULTILINE)[0]
    service = re.findall(r"^service (\w+)", proto, re.MULTILINE)[0]
    lines = [
        "# gRPC",
        "",
        written_by("`src/fingerpost/server/assistance.proto`"),
        "",
        f"The service `{package}.{service}`, on port 50051 unless `FINGERPOST_GRPC_PORT` says another; health and"
        " reflection are served beside it. The file `fingerpost/server/assistance.proto` of the installed package is"
        " what clients are generated from. A key goes into the metadata, as `authorization: Bearer KEY` or"
        " `x-api-key: KEY`.",
        "",
        "## Methods",
        "",
        *table(("method", "takes", "returns", "what it does"), _methods(proto)),
        "",
        "## Messages",
        "",
    ]
    for name, body in _MESSAGE.findall(proto):
        lines += [f"### {name}", "", *table(("field", "number", "type", "meaning"), _fields(body)), ""]
    return "\n".join(lines).rstrip() + "\n"


def _methods(proto: str) -> list[tuple[str, str, str, str]]:
    rows = []
    for found in _METHOD.finditer(proto):
        comments: list[str] = []
        for line in reversed(proto[: found.start()].rstrip("\n").splitlines()):
            if not line.strip().startswith("//"):
                break
            comments.insert(0, line.strip().removeprefix("// "))
        name, takes, stream, returns = found.groups()
        rows.append((f"`{name}`", _message(takes), f"{stream or ''}{_message(returns)}", " ".join(comments)))
    return rows


def _message(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _fields(body: str) -> list[tuple[str, str, str, str]]:
    return [
        (f"`{name}`", number, f"{repeated}{kind}", comment)
        for repeated, kind, name, number, comment in _FIELD.findall(body)
    ]
