"""What a server knows of the pages that people open in a browser: who may open them, and how they are refused.

The pages themselves are made above this room, by whoever starts the server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.server.keys import Role

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant
    from fingerpost.server.http import HttpApp
    from fingerpost.settings import Settings

AddPages = Callable[["HttpApp", "Assistant", "Settings"], None]
"""Adds pages to an app; a function of a module, since worker processes are sent its name."""


class ErrorPage(Protocol):
    """Returns what a person sees instead of a page."""

    def __call__(self, request: Request, status: int, message: str, headers: Mapping[str, str]) -> Response:
        """Return the response for a status, with these headers."""


@dataclass
class Pages:
    """The pages of one app.

    `prefix`: how their paths begin. `roles`: the role that each path needs; one that ends in a slash stands for all
    below it. `public`: paths that need no key. `headers`: what every response of theirs has.
    """

    prefix: str
    refusal: ErrorPage
    roles: dict[str, Role] = field(default_factory=dict)
    public: set[str] = field(default_factory=set)
    headers: Mapping[str, str] = field(default_factory=dict)

    def has(self, path: str) -> bool:
        """Whether a path is one of a page."""
        return path.startswith(self.prefix)
