"""Cues: single words that hint at a route, for messages on which no layer has an opinion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.routebook.model import Cue
from fingerpost.types import Resolved

_WORD = re.compile(r"\w+")


def read_cues(cues: Sequence[Cue], resolved: Resolved) -> tuple[str, str] | None:
    """Return the route of the first cue that occurs in the text as a whole word, and the word."""
    present = set(_WORD.findall(resolved.folded))
    for cue in cues:
        found = cue.words & present
        if found:
            return cue.route, min(found)
    return None
