"""The number of values in JSON, counted before it is parsed: parsing holds up all other requests."""

from __future__ import annotations

import re

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_SIGNS = (b",", b":", b"[", b"{")


LARGE_BODY = 262_144
"""Bytes above which a body, or JSON within one, is counted and parsed in a thread."""


def has_more_values(body: bytes, most: int) -> bool:
    """Whether a JSON text has more than `most` values, names of fields included; it need not be valid.

    Every value but the first comes after a sign that opens a list or an object or separates two values. Counting stops
    at the bound. It goes from one string to the next, so that other threads can run in between. Strings count too: what
    is no JSON may have them without a sign in between.
    """
    if len(body) <= most or sum(map(body.count, _SIGNS)) <= most:
        return False
    found, at = 0, 0
    for strings, string in enumerate(_STRING.finditer(body)):
        found += sum(body.count(sign, at, string.start()) for sign in _SIGNS)
        if found > most or strings > most:
            return True
        at = string.end()
    return found + sum(body.count(sign, at) for sign in _SIGNS) > most
