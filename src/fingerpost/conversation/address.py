"""Whether the assistant is called by its name, and what is said without it."""

from __future__ import annotations

import re
from functools import lru_cache

_CALLING = r"hey+|hi+|hello|ok(?:ay)?|yo|oi+|ola|ei|e ai|opa|hola|oye|oiga|che|dear|so|and|please|por favor"


@lru_cache(maxsize=64)
def _calls(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    said = re.escape(name)
    before = re.compile(rf"^[^\w]*(?:(?:{_CALLING})[\s,!.]+)?@?{said}(?!\w)(?:['’]s\b)?[\s,:;.!–—-]*", re.IGNORECASE)
    behind = re.compile(rf"[\s,;–—-]+@?{said}\s*([?!.…]*)\s*$", re.IGNORECASE)
    return before, behind


def without_name(text: str, name: str) -> tuple[str, bool]:
    """Return a text without the name that calls the assistant at its beginning or end, and whether there was one."""
    before, behind = _calls(name)
    called = before.match(text)
    if called is not None:
        return text[called.end() :].strip(), True
    called = behind.search(text[-200:])
    if called is not None:
        cut = len(text) - len(text[-200:]) + called.start()
        return (text[:cut] + called.group(1)).strip(), True
    return text, False
