"""Open the router and the store for a command, with the student and routebook that servers use."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from fingerpost.errors import StoreError
from fingerpost.routebook.check import check_examples_file
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.stores.factory import database_exists

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Student
    from fingerpost.stores.store import Store


def open_store(settings: Settings | None = None) -> Store:
    """Return the store of the settings."""
    from fingerpost.stores.store import Store

    settings = settings or Settings.from_environment()
    return Store.open(settings.database, settings.retention)


def open_existing_store() -> AbstractContextManager[Store | None]:
    """Return the store of the settings; None if there is none yet, for commands that only read what may be in it."""
    settings = Settings.from_environment()
    return open_store(settings) if database_exists(settings.database) else nullcontext()


def open_router(routebook: str) -> Router:
    """Return a routebook's router with the store's champion, if there is one."""
    router = Router.from_routebook(routebook, settings=Settings.from_environment())
    check_examples_file(router.routebook)
    return with_served_student(router)


def with_served_student(router: Router) -> Router:
    """Return a router with the store's champion, or the router itself if there is none."""
    book = router.routebook
    # A book without a folder is from `fingerpost build train`, whose student is used as it is.
    if book.folder is None or not book.examples or not database_exists(router.settings.database):
        return router
    # Imported late: a message that a rule decides needs no numpy.
    from fingerpost.learning.champion import with_champion

    return with_champion(router)


def served_student(routebook: str) -> Student | None:
    """Return the store's champion; None if the student of the examples serves."""
    router = Router.from_routebook(routebook)
    served = with_served_student(router)
    return None if served is router else served.warm_student()


def published_version(name: str, settings: Settings) -> int | None:
    """Return the number of the published version of a routebook; None if there is none, or no store."""
    if not database_exists(settings.database):
        return None
    try:
        with open_store(settings) as store:
            latest = store.published.latest(name)
    except StoreError:
        return None
    return None if latest is None else latest.number


def open_published_router(store: Store | None, routebook: str) -> Router:
    """Return a router of the routebook version that servers use, with the student of its examples."""
    from fingerpost.learning.published_routebook import served_routebook

    router = Router.from_routebook(routebook)
    if store is None or router.routebook.folder is None:
        return router
    book = served_routebook(store, router.routebook)
    return router if book is router.routebook else router.rebuilt(book)
