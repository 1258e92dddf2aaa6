"""A router as the commands open it: with the student that serves, and where that counts the published routebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.errors import StoreError
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.stores.factory import database_exists

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Student
    from fingerpost.stores.store import Store


def open_store(settings: Settings | None = None) -> Store:
    """Open the store that the settings name."""
    from fingerpost.stores.store import Store

    settings = settings or Settings.from_environment()
    return Store.open(settings.database, settings.retention)


def open_router(routebook: str) -> Router:
    """Return a routebook's router with the champion that the store names, where there is a store."""
    return with_serving(Router.from_routebook(routebook, settings=Settings.from_environment()))


def with_serving(router: Router) -> Router:
    """Return a router with the champion that the store names; the router itself where there is none."""
    book = router.routebook
    # Without a folder it is what `fingerpost train` wrote: such a student serves as it is.
    if book.folder is None or not book.examples or not database_exists(router.settings.database):
        return router
    # Only now: a message that a rule decides does without numpy.
    from fingerpost.learning.champion import with_champion

    return with_champion(router)


def champion(routebook: str) -> Student | None:
    """Return the student that the store names; None where that of the examples serves."""
    router = Router.from_routebook(routebook)
    served = with_serving(router)
    return None if served is router else served.warm_student()


def published_version(name: str, settings: Settings) -> int | None:
    """Return which published version of a routebook servers serve; None where there is none, or no store to ask."""
    if not database_exists(settings.database):
        return None
    try:
        with open_store(settings) as store:
            latest = store.published.latest(name)
    except StoreError:
        return None
    return None if latest is None else latest.number


def open_published(store: Store, routebook: str) -> Router:
    """Return a router of the version of a routebook that servers serve, with the student of its examples."""
    from fingerpost.learning.published_routebook import served_routebook

    router = Router.from_routebook(routebook)
    if router.routebook.folder is None:
        return router
    book = served_routebook(store, router.routebook)
    return router if book is router.routebook else router.rebuilt(book)
