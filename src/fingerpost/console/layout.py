"""What all pages share: the frame with its navigation, the headers that bind the browser, and errors as pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from fingerpost.answering.assistant import Assistant
from fingerpost.console.static_files import address_of
from fingerpost.server.access import Caller
from fingerpost.server.http import HttpApp
from fingerpost.server.keys import Role
from fingerpost.server.middleware import BODY_KEY, CALLER_KEY, FORM_LIMIT
from fingerpost.server.request_bodies import content_type
from fingerpost.server.sign_in import TOKEN_HEADER
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from jinja2 import Environment

PREFIX = "/console/"
HOME = "/console/playground"
SIGN_IN = "/console/sign-in"

FORM_TYPE = "application/x-www-form-urlencoded"
MAX_FIELDS = 10
"""The most fields of such a form."""

PAGE_HEADERS = {
    # All that a page loads and calls is of this server; no script and no style stands in the page itself.
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "x-content-type-options": "nosniff",
    # Not `no-referrer`, with which browsers send the form of the sign-in as one of no origin.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
}


class Page(NamedTuple):
    """A page of the console: its title in the navigation, its path, the role it needs, and what adds its paths."""

    title: str
    path: str
    role: Role
    add_paths: Callable[[Console], None]


class Console(NamedTuple):
    """What pages are made from: the app, its assistant and settings, and all pages for the navigation."""

    app: HttpApp
    assistant: Assistant
    settings: Settings
    pages: tuple[Page, ...]

    def get(self, path: str, handler: Callable[[Request], Awaitable[Response]]) -> None:
        """Add a path that shows something."""
        self.app.add_route(path, handler, methods=["GET"], include_in_schema=False)

    def post(self, path: str, handler: Callable[[Request], Awaitable[Response]]) -> None:
        """Add a path that changes or computes something; calls by cookie need the token, which all pages send."""
        self.app.add_route(path, handler, methods=["POST"], include_in_schema=False)

    def render(
        self,
        request: Request,
        template: str,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        **values: Any,
    ) -> HTMLResponse:
        """Return a page or a part of one, from a template that extends `layout.html` or stands for itself."""
        caller: Caller | None = request.scope.get(CALLER_KEY)
        signed_in = caller is not None and bool(caller.session)
        known = {
            "pages": [page for page in self.pages if caller is not None and caller.role >= page.role],
            "path": request.url.path,
            "caller": caller,
            "signed_in": signed_in,
            "call_headers": {TOKEN_HEADER: self.app.sign_in.token(caller.session)} if caller and signed_in else {},
            "routebook": self.assistant.routes.router.routebook.name if caller is not None else "",
        }
        text = templates().get_template(template).render({**known, **values})
        return HTMLResponse(text, status, {**PAGE_HEADERS, **(headers or {})})

    def traces_for(self, request: Request) -> str:
        """Return where traces go, which may be a path: it is for who administers, and empty for others."""
        return self.settings.traces if request.scope[CALLER_KEY].role >= Role.ADMINISTER else ""

    def refusal(self, request: Request, status: int, message: str, headers: Mapping[str, str]) -> Response:
        """Return what a person sees instead of a page: the sign-in for a stranger, else the error.

        Calls of a page's scripts get the status and the message alone, or are told to go to the sign-in; those for
        events get the status, after which a browser does not ask again by itself.
        """
        called = "hx-request" in request.headers
        if status == HTTPStatus.UNAUTHORIZED:
            if called:
                return Response(message, status, {**PAGE_HEADERS, "hx-redirect": SIGN_IN}, "text/plain")
            if "text/event-stream" in request.headers.get("accept", ""):
                # A browser would follow to the sign-in, and ask for the events again and again.
                return Response(message, status, {**PAGE_HEADERS, **headers}, "text/plain")
            asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            again = request.method == "GET" and asked != HOME
            address = f"{SIGN_IN}?next={quote(asked, safe='/')}" if again else SIGN_IN
            return RedirectResponse(address, 303, {**PAGE_HEADERS, **headers})
        if called:
            return Response(message, status, {**PAGE_HEADERS, **headers}, "text/plain")
        if request.url.path == SIGN_IN:
            return self.render(request, "sign_in.html", status, headers, next="", message=message)
        title = HTTPStatus(status).phrase
        return self.render(request, "error.html", status, headers, title=title, code=status, message=message)


def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form of a few short ones, the last of each name; raises HTTPException for any other."""
    kind = content_type(request.scope["headers"])
    if kind != FORM_TYPE:
        raise HTTPException(415, f"the Content-Type is {kind[:80] or 'missing'}: send a form as {FORM_TYPE}")
    body: bytes = request.scope[BODY_KEY]
    if len(body) > FORM_LIMIT.size:
        # It would be parsed while all others wait.
        raise HTTPException(413, FORM_LIMIT.message)
    try:
        pairs = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise HTTPException(422, f"the form has more than {MAX_FIELDS} fields: send only those of the page") from None
    return dict(pairs)


def day_text(at: float) -> str:
    """Return a time as people read it on all pages, in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


@cache
def templates() -> Environment:
    """Return the templates; what is put into them is escaped. Made with the first page, since few servers show one."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("fingerpost.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(static=address_of, day=day_text)
    return made
