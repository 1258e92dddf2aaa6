"""Applies the settings to a routebook."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.routebook.model import BEHIND, Routebook
from fingerpost.settings import Settings


def configured(book: Routebook, settings: Settings) -> Routebook:
    """Return a routebook with the settings applied: its extensions, the assistant's name, the handlers, and
    whether the model is asked first.

    With apps, `settings.behind` names the routebook that answers the messages that are not for an app.
    """
    if book.extensions:
        book = replace(book, extensions=tuple(extension.configured(settings) for extension in book.extensions))
    if settings.assistant_name is not None and book.assistant is not None:
        book = replace(book, assistant=settings.assistant_name)
    if settings.llm_first is not None:
        book = replace(book, llm_first=settings.llm_first)
    if settings.behind is not None and book.apps:
        routes = (route if route.app or route.opens_as else replace(route, handler=BEHIND) for route in book.routes)
        book = replace(book, routes=tuple(routes))
    return book
