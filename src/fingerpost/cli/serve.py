"""`serve` runs the HTTP and gRPC servers."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.settings import Settings


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("serve", rich_help_panel="Answer")(serve)


def serve(
    routebook: RoutebookOption,
    host: Annotated[str | None, typer.Option(help="The address to listen on. [FINGERPOST_HOST]")] = None,
    http_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="HTTP port; 0 chooses a free one. [FINGERPOST_HTTP_PORT]")
    ] = None,
    grpc_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="gRPC port; 0 chooses a free one. [FINGERPOST_GRPC_PORT]")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Worker processes that share the ports. [FINGERPOST_WORKERS]")
    ] = None,
    open_to_all: Annotated[
        bool, typer.Option("--open", help="Listen beyond this machine without an API key: anybody can use it.")
    ] = False,
) -> None:
    """Serve the assistant over HTTP (with a console at `/` and an OpenAI-compatible API) and gRPC until stopped."""
    settings = Settings.from_environment()
    named = settings.serving
    serving = replace(
        named,
        host=host or named.host,
        http_port=named.http_port if http_port is None else http_port,
        grpc_port=named.grpc_port if grpc_port is None else grpc_port,
        workers=workers or named.workers,
    )
    from fingerpost.server.serve import require_packages
    from fingerpost.server.serve import serve as run

    require_packages()
    from fingerpost.console.app import add_console

    served = replace(settings, serving=serving)
    raise typer.Exit(run(routebook, served, open_to_all=open_to_all, add_pages=add_console))
