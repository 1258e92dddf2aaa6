"""The sign-in page, which takes a key and sets a cookie, and signing out."""

from __future__ import annotations

import logging
import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fingerpost.console.layout import HOME, PAGE_HEADERS, SIGN_IN, Console, read_form
from fingerpost.observability.events import log_event
from fingerpost.server.access import AccessDenied
from fingerpost.server.sign_in import COOKIE, LASTS, key_name
from fingerpost.server.statuses import DENIED

SIGN_OUT = "/console/sign-out"

_OWN_PAGE = re.compile(r"/console/[\w./~?=&%+:@,-]*", re.ASCII)


def add_paths(console: Console) -> None:
    """Add the page, which needs no key, and signing out."""

    async def show(request: Request) -> Response:
        if console.app.policy.is_open:
            return RedirectResponse(HOME, 303, PAGE_HEADERS)
        return console.render(request, "sign_in.html", next=own_page(request.query_params.get("next", "")), message="")

    def refused(request: Request, address: str, denied: AccessDenied, wanted: str) -> Response:
        log_event(f"[console] a sign-in from {address} was refused: {denied.kind}", logging.WARNING)
        status = DENIED[denied.kind]
        return console.render(request, "sign_in.html", status, denied.headers, next=wanted, message=denied.message)

    async def sign_in(request: Request) -> Response:
        address, policy = request.client.host if request.client else "", console.app.policy
        fields = read_form(request)
        key, wanted = fields.get("key", "").strip(), own_page(fields.get("next", ""))
        found = policy.check_key(key, HOME)
        if isinstance(found, AccessDenied):
            return refused(request, address, found, wanted)
        cookie = policy.cookie_for(key)
        response = RedirectResponse(wanted or HOME, 303, PAGE_HEADERS)
        if cookie is not None:
            log_event(f"[console] the key {key_name(cookie)!r} signed in from {address}")
            _set_cookie(request, response, cookie, LASTS)
        return response

    async def sign_out(request: Request) -> Response:
        response = Response(headers={**PAGE_HEADERS, "hx-redirect": SIGN_IN})
        _set_cookie(request, response, "", 0)
        return response

    console.get(SIGN_IN, show)
    console.post(SIGN_IN, sign_in)
    console.post(SIGN_OUT, sign_out)


def own_page(wanted: str) -> str:
    """Return the address of a page of the console, or nothing where it is something else: nobody is sent elsewhere."""
    return wanted if _OWN_PAGE.fullmatch(wanted) and "//" not in wanted and ".." not in wanted else ""


def _set_cookie(request: Request, response: Response, value: str, seconds: int) -> None:
    """Set the cookie, which no script can read and no page of another site sends.

    Behind a proxy that ends TLS the request comes unencrypted; that the page was not, its origin tells.
    """
    encrypted = request.url.scheme == "https" or request.headers.get("origin", "").lower().startswith("https://")
    response.set_cookie(COOKIE, value, max_age=seconds, path="/", secure=encrypted, httponly=True, samesite="strict")
