"""`console` serves a routebook on this machine and opens its pages in a browser."""

from __future__ import annotations

import threading
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.cli.choose_routebook import RoutebookArgument
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.server.worker import ServerInfo

HOST = "127.0.0.1"


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("console", rich_help_panel="Answer")(console)


def console(
    routebook: RoutebookArgument,
    http_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="HTTP port; 0 chooses a free one. [FINGERPOST_HTTP_PORT]")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Start the server only, and open no browser.")] = False,
) -> None:
    """Serve a routebook on this machine alone, and open its console in a browser: `fingerpost console ./shop`."""
    from fingerpost.server.serve import require_packages, serve

    require_packages()
    from fingerpost.console.app import add_console

    settings = Settings.from_environment()
    named = settings.serving
    port = named.http_port if http_port is None else http_port
    # No fixed port for gRPC: people open this beside a server that runs.
    serving = replace(named, host=HOST, http_port=port, grpc_port=0, workers=1)

    def open_browser(info: ServerInfo) -> None:
        if not no_open:
            scheme = "http" if named.access.certificate is None else "https"
            address = f"{scheme}://{HOST}:{info.http_port}/"
            # A browser in the terminal returns when it is closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    served = replace(settings, serving=serving)
    raise typer.Exit(serve(routebook, served, add_pages=add_console, when_ready=open_browser))
