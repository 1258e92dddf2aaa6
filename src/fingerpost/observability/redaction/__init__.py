"""Redaction of personal data and secrets: replaced by [e-mail], [phone], [card], [iban], [id], [ip] and [key].

Every pattern runs in linear time: quantifiers are bounded or possessive (`++`), and a match cannot start inside another
run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from fingerpost.observability.redaction.plain_text import plain_text

Span = tuple[int, int]

Finder = Callable[[str], Iterable[Span]]

_HIDDEN = "\x00"
"""Stands for each found character, so that places stay the same; it is neither a letter nor a blank."""


@cache
def _finders() -> tuple[tuple[str, Finder], ...]:
    """Return what finds each kind, in turn: what one has found, the next does not see.

    Imported on first use, as the patterns take a twentieth of a second to compile.
    """
    from fingerpost.observability.redaction.addresses import find_emails, find_ip_addresses
    from fingerpost.observability.redaction.cards import find_cards
    from fingerpost.observability.redaction.identifiers import find_ibans, find_identifiers
    from fingerpost.observability.redaction.phones import find_phones
    from fingerpost.observability.redaction.phrases import find_named_secrets
    from fingerpost.observability.redaction.tokens import find_random_strings, find_tokens

    return (
        ("[key]", find_tokens),
        ("[key]", find_named_secrets),
        ("[e-mail]", find_emails),
        ("[iban]", find_ibans),
        ("[id]", find_identifiers),
        ("[card]", find_cards),
        ("[key]", find_random_strings),
        ("[ip]", find_ip_addresses),
        ("[phone]", find_phones),
    )


def redact(text: str) -> str:
    """Return the text with personal data and secrets replaced by placeholders."""
    plain, places = plain_text(text)
    found: list[tuple[int, int, str]] = []
    for placeholder, find in _finders():
        spans = _apart(find(plain))
        plain = _hidden(plain, spans)
        found += [(start, end, placeholder) for start, end in spans]
    if not found:
        return text
    out, done = [], 0
    for start, end, placeholder in sorted(found):
        first, last = (start, end) if places is None else (places[start], places[end - 1] + 1)
        out += [text[done:first], placeholder]
        done = last
    return "".join([*out, text[done:]])


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, less those that begin inside another."""
    kept: list[Span] = []
    for start, end in sorted(spans):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _hidden(text: str, spans: list[Span]) -> str:
    out, done = [], 0
    for start, end in spans:
        out += [text[done:start], _HIDDEN * (end - start)]
        done = end
    return "".join([*out, text[done:]]) if spans else text
