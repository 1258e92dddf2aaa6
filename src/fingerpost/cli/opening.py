"""A router as the commands open it: with the student that serves."""

from __future__ import annotations

from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.stores.opening import is_there


def open_router(routebook: str) -> Router:
    """Return a routebook's router with the champion that the store names, where there is a store."""
    settings = Settings.from_environment()
    router = Router.from_routebook(routebook, settings=settings)
    if not router.routebook.examples or not is_there(settings.database):
        return router
    # Only now: a message that a rule decides does without numpy.
    from fingerpost.learning.serving import with_champion

    return with_champion(router)
