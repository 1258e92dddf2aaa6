"""Strip the assistant's name from a message that addresses it."""

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
def _address_patterns(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    escaped = re.escape(name)
    at_start = re.compile(rf"^[^\w]*(?:(?:{_CALLING})[\s,!.]+)?@?{escaped}(?![\w'’])[\s,:;.!–—-]*", re.IGNORECASE)
    # Without punctuation before it, a name at the end may be part of the content: "add Café Sage".
    at_end = re.compile(
        rf"(?:(?:^|(?<=\W))(?P<small>{_SMALL})\s+|\s*[,;–—]\s*|\s+-\s*|\s+@){escaped}\s*(?P<sign>[?!.…]*)\s*$",
        re.IGNORECASE,
    )
    return at_start, at_end


def strip_assistant_name(text: str, name: str) -> tuple[str, bool]:
    """Return the text without the assistant's name at its start or end, and whether there was one."""
    if name.lower() not in text.lower():
        # A plain substring test first: it takes a tenth of the time, and most messages have no name.
        return text, False
    at_start, at_end = _address_patterns(name)
    found = at_start.match(text)
    if found is not None:
        return text[found.end() :].strip(), True
    found = at_end.search(text[-200:])
    if found is not None:
        cut = len(text) - len(text[-200:]) + found.start()
        return (text[:cut] + (found["small"] or "") + found["sign"]).strip(), True
    return text, False
