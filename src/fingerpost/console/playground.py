"""The playground: type a message, and see what is decided, why, and what is answered."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.layout import HOME, Console, Page
from fingerpost.server.keys import Role


def add_paths(console: Console) -> None:
    """Add the page."""

    async def show(request: Request) -> Response:
        return console.render(request, "playground.html", title="Playground")

    console.get(HOME, show)


PAGE = Page("Playground", HOME, Role.USE, add_paths)
