"""Commands of the AVAP parser: `check` parses programs, `serve` runs the parser as a gRPC service."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.errors import MessageError, SettingsError

if TYPE_CHECKING:
    from fingerpost.assistants.avap.parser import ParseReport

avap = typer.Typer(help="The AVAP language: check programs, or serve the parser.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the avap commands to the app."""
    app.add_typer(avap, name="avap", rich_help_panel="Languages")


@avap.command("check")
def check_files(
    files: Annotated[list[str], typer.Argument(help="Files of AVAP code, or - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the reports as JSON.")] = False,
) -> None:
    """Parse programs without running them; exit with 1 if one is invalid."""
    from fingerpost.assistants.avap.parser import check

    found = [(file, check(_read(file))) for file in files]
    if as_json:
        sys.stdout.write(json.dumps([_report_json(*one) for one in found], ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for one in found for line in _report_lines(*one))
    if not all(checked.valid for _, checked in found):
        raise typer.Exit(1)


@avap.command("serve")
def serve_parser(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = 50052,
    allow_remote: Annotated[
        bool, typer.Option("--open", help="Allow other machines to connect: the service has no authentication.")
    ] = False,
) -> None:
    """Serve the parser over gRPC until terminated; clients find it by AVAP_PARSER_URL."""
    import asyncio

    from fingerpost.assistants.avap.parser import VERSION
    from fingerpost.assistants.avap.service import serve

    if not allow_remote and not _is_loopback(host):
        raise SettingsError(
            f"--host {host} accepts other machines, and the service has no authentication: add --open to allow that"
        )

    def ready(bound: int) -> None:
        place = f"[{host}]" if ":" in host else host
        sys.stdout.write(f"AVAP parser {VERSION} at grpc://{place}:{bound}\n")
        sys.stdout.flush()

    asyncio.run(serve(host, port, ready))


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise MessageError(
            f"{file} cannot be read ({error}): name a file of UTF-8 text, or - for standard input"
        ) from None


def _report_lines(file: str, checked: ParseReport) -> list[str]:
    lines = [f"{file}:{fault.line}: {fault.message}" for fault in checked.trace]
    if checked.valid:
        lines.append(f"{file}: sound")
    return lines + [f"{file}:{fault.line}: warning: {fault.message}" for fault in checked.warnings]


def _report_json(file: str, checked: ParseReport) -> dict[str, Any]:
    from fingerpost.assistants.avap.parser import VERSION

    return {
        "file": file,
        "valid": checked.valid,
        "trace": [fault._asdict() for fault in checked.trace],
        "warnings": [fault._asdict() for fault in checked.warnings],
        "version": VERSION,
    }


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        # Only this host name is guaranteed to be local.
        return host == "localhost"
