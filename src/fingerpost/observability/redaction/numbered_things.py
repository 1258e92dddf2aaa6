"""Tells by the words before a number that it numbers a thing, such as an order, and neither a person nor a secret."""

from __future__ import annotations

import re

from fingerpost.observability.redaction.words import NUMBERED_THINGS

_THING = re.compile(
    rf"""(?ix) (?: \# | (?<![^\W\d_]) (?:{NUMBERED_THINGS})
      (?: [ _-]? (?:id|key|code|codigo|num(?:ero|ber)?[.]?|n[or]?[.]?|ref|fiscal) ){{0,2}}
      (?: \s (?:de\ )? (?:compra|serie|seguimiento|rastreio|rastreamento|cliente|venta|venda|envio|lote) )?
      (?: \s? (?:id|num(?:ero|ber)?[.]?|n[or]?[.]?|code|codigo|is|es|e|was|del?|do|da) ){{0,2}}
      \s? [:=\#]? \s? [("']? ) $"""
)
_LETTER_OR_SIGN = re.compile(r"[A-Za-z#]")
_BEFORE = 48
"""Characters before a number that are read."""


def names_a_thing(text: str, start: int) -> bool:
    """Return whether the words before a place say that what stands there numbers a thing."""
    before = text[max(0, start - _BEFORE) : start]
    # Most of a long list of numbers has neither, and the long pattern takes its time.
    return _LETTER_OR_SIGN.search(before) is not None and _THING.search(before) is not None
