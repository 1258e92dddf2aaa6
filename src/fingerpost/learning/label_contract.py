"""Whether a label breaks the routing contract: by the routebook's rules, or by the auditor, who does not trust them."""

from __future__ import annotations

from fingerpost.audit.auditor import Auditor
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.rules import required_route


class LabelContract:
    """Tells which labels nothing may learn from."""

    def __init__(self, book: Routebook) -> None:
        """Take the routebook whose contract holds."""
        self._rules, self._auditor = book.rules, Auditor(book)

    def is_broken_by(self, text: str, route: str | None, *, given_by_person: bool = False) -> bool:
        """Return whether the text of a message requires, or by the auditor may require, another route than its label.

        Where only the auditor says so and is not certain, the word of a person counts.
        """
        if required_route(self._rules, text) not in (None, route):
            return True
        return self._auditor.refuses_label(text, route, given_by_person=given_by_person)
