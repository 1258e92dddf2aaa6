"""Says in the language of a question why it was refused; the code says it in English (`refusal_reasons.toml`)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("refusal_reasons.toml")


@cache
def _reasons() -> tuple[tuple[re.Pattern[str], dict[str, str]], ...]:
    """Return each reason as a pattern, with how other languages say it; those with more words of their own first."""
    said = tomllib.loads(FILE.read_text(encoding="utf-8"))
    ordered = sorted(said, key=lambda why: (why.count("{}"), -len(why)))
    return tuple((re.compile("(.+)".join(map(re.escape, why.split("{}")))), said[why]) for why in ordered)


def reason_in(why: str, language: str) -> str:
    """Return a reason in a language; as it is where nobody has translated it."""
    for pattern, said in _reasons():
        if language in said and (found := pattern.fullmatch(why)):
            return said[language].format(*found.groups())
    return why
