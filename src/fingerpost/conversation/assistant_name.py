"""Whether the assistant is called by its name, and what is said without it."""

from __future__ import annotations

import re
from functools import lru_cache

_CALLING = r"hey+|hi+|hello|ok(?:ay)?|yo|oi+|ola|ei|e ai|opa|hola|oye|oiga|che|dear|so|and|please|por favor"
_SMALL = (
    r"thanks?|thank you|thx|hey+|hi+|hello|bye+|good ?(?:morning|afternoon|evening|night)|morning|night"
    r"|gracias|hola|adi[oó]s|buen[oa]s(?: \w+)?|obrigad[oa]|valeu|oi+|ol[aá]|tchau|bom dia"
    r"|boa (?:tarde|noite)|please|por favor"
)


@lru_cache(maxsize=64)
def _calls(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    said = re.escape(name)
    before = re.compile(rf"^[^\w]*(?:(?:{_CALLING})[\s,!.]+)?@?{said}(?![\w'’])[\s,:;.!–—-]*", re.IGNORECASE)
    # Without a sign before it, a name at the end may be that of a place: "add Café Sage".
    behind = re.compile(
        rf"(?:(?:^|(?<=\W))(?P<small>{_SMALL})\s+|\s*[,;–—]\s*|\s+-\s*|\s+@){said}\s*(?P<sign>[?!.…]*)\s*$",
        re.IGNORECASE,
    )
    return before, behind


def without_name(text: str, name: str) -> tuple[str, bool]:
    """Return a text without the name that calls the assistant at its beginning or end, and whether there was one."""
    if name.lower() not in text.lower():
        # Most messages call nobody, and looking for the name alone takes a tenth of the time.
        return text, False
    before, behind = _calls(name)
    called = before.match(text)
    if called is not None:
        return text[called.end() :].strip(), True
    called = behind.search(text[-200:])
    if called is not None:
        cut = len(text) - len(text[-200:]) + called.start()
        return (text[:cut] + (called["small"] or "") + called["sign"]).strip(), True
    return text, False
