"""Adds the console to a server: `/`, its pages, sign-in and static files."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fingerpost.answering.assistant import Assistant
from fingerpost.console import health, playground, review, routes, savings, signing_in, traffic
from fingerpost.console.layout import HOME, PAGE_HEADERS, PREFIX, SIGN_IN, Console, Page
from fingerpost.console.static_files import addresses, serve_file
from fingerpost.server.http import HttpApp
from fingerpost.server.keys import Role
from fingerpost.server.pages import Pages
from fingerpost.settings import Settings

PAGES: tuple[Page, ...] = (playground.PAGE, traffic.PAGE, review.PAGE, routes.PAGE, savings.PAGE, health.PAGE)
"""All pages, in the order of the navigation."""

HOMES = ("/", "/console", PREFIX)
"""Paths that lead to the first page."""


def add_console(app: HttpApp, assistant: Assistant, settings: Settings) -> None:
    """Add the console to an app, for `make_app` and `serve`."""
    console = Console(app, assistant, settings, PAGES)
    roles = {start: page.role for page in PAGES for start in (page.path, f"{page.path}/")}
    app.pages = Pages(
        PREFIX,
        console.refusal,
        {**roles, signing_in.SIGN_OUT: Role.USE},
        {*HOMES, SIGN_IN, *addresses()},
        PAGE_HEADERS,
    )

    async def home(_: Request) -> Response:
        return RedirectResponse(HOME, 303, PAGE_HEADERS)

    for path in HOMES:
        console.get(path, home)
    for address in addresses():
        console.get(address, serve_file)
    signing_in.add_paths(console)
    for page in PAGES:
        page.add_paths(console)
