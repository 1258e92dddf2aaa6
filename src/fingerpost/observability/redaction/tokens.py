"""Finds secrets by their form: private keys, known tokens, passwords in addresses, and strings that look random."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from fingerpost.observability.redaction.numbered_things import names_a_thing

# fmt: off
_PEM = re.compile(r"""(?x) -----BEGIN\ [A-Z0-9 ]{1,40}+----- (?:
      (?: [^-] | -(?!----) )*+ -----END\ [A-Z0-9 ]{1,40}+-----
    | (?: (?:\s|\\[nr])*+ [A-Za-z0-9+/=]{16,}+ )*+                      # it was cut off
)""")
_KNOWN = re.compile(r"""(?x) (?<![\w-]) (?:
      [srp]k[-_][\w-]{16,}+ | whsec_\w{16,}+                            # OpenAI, Anthropic, Stripe
    | gh[opsur]_\w{20,}+ | github_pat_\w{20,}+ | glpat-[\w-]{16,}+
    | (?:AKIA|ASIA)[A-Z0-9]{12,}+ | AIza[\w-]{30,}+ | ya29\.[\w-]{20,}+ | GOCSPX-[\w-]{20,}+
    | xox[a-z]-[\w-]{10,}+ | xapp-[\w-]{10,}+ | hf_\w{20,}+ | npm_\w{20,}+ | pypi-[\w-]{20,}+
    | dop_v1_\w{20,}+ | shp(?:at|ca|pa|ss)_\w{20,}+ | dapi[0-9a-f]{20,}+ | hv[sb]\.[\w-]{20,}+
    | SG\.[\w-]{16,}+\.[\w-]{16,}+ | key-[0-9a-f]{32} | (?:AC|SK)[0-9a-f]{32} | APP_USR-[\w-]{20,}+
    | \d{8,10}:[\w-]{35}                                                # Telegram
    | [MN][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}+                           # Discord
    | T[A-Z0-9]{8,11}/B[A-Z0-9]{8,11}/\w{20,}+                          # Slack's web hooks
    | eyJ[\w-]{8,}+ (?:\.[\w-]++){1,4}                                  # JSON Web Token
) (?![\w-])""")
_AUTHORIZATION = re.compile(r"(?i)(?<!\w)(?:bearer|basic|digest)\s{1,4}([\w.~+/=-]{8,}+)")
_USER_AND_PASSWORD = re.compile(r"(?<!\S)(?:-u|--user)[ =]['\"]?[^\s:'\"]{1,60}:([^\s'\"]{2,80})")
_RUN = re.compile(r"\S{16}")
_LONG_RUN = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{20,}+={0,2}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
# fmt: on
_URL = re.compile(r"://([^\s/?#\"'<>]++)")
_HEX = re.compile(r"[0-9a-fA-F]+")
_SEPARATORS = re.compile(r"[+/_=-]+")
_WORD = re.compile(r"[a-z]{6}|[A-Z]{6}")


def find_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of private keys, known tokens and passwords in addresses."""
    if "-----BEGIN " in text:
        yield from (found.span() for found in _PEM.finditer(text))
    if "://" in text:
        yield from _url_passwords(text)
    if _RUN.search(text):
        yield from (found.span() for found in _KNOWN.finditer(text))
    lower = text.lower()
    if "bearer" in lower or "basic" in lower or "digest" in lower:
        for found in _AUTHORIZATION.finditer(text):
            if any(map(str.isdigit, found[1])) or len(found[1]) > 24:
                yield found.span(1)
    if "-u" in text:
        yield from (found.span(1) for found in _USER_AND_PASSWORD.finditer(text))


def _url_passwords(text: str) -> Iterator[tuple[int, int]]:
    for found in _URL.finditer(text):
        user, at, _ = found[1].rpartition("@")
        name, colon, password = user.partition(":")
        if at and colon and password:
            start = found.start(1) + len(name) + 1
            yield start, start + len(password)


def find_random_strings(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of long strings that look random, unless the words before them say what they number."""
    for found in _LONG_RUN.finditer(text):
        if not _UUID.fullmatch(found[0]) and _is_random(found[0]) and not names_a_thing(text, found.start()):
            yield found.span()


def _is_random(text: str) -> bool:
    """Return whether a string looks random: letter case and digits alternate far more often than in words."""
    pieces = [piece for piece in _SEPARATORS.split(text) if piece]
    joined = "".join(pieces)
    if len(joined) < 16:
        return False
    if joined.isdigit() or joined.isalpha():
        # Letters alone are a word or an identifier, unless their case changes at every other letter.
        return joined.isalpha() and _count_changes(pieces, _character_class) >= 0.5 * len(joined)
    if _HEX.fullmatch(joined) and len(joined) >= 20:
        return True
    if _count_changes(pieces, str.isdigit) >= max(5, 0.2 * len(joined)):
        return True
    changes = _count_changes(pieces, _character_class) / len(joined)
    return changes >= 0.5 or (changes >= 0.35 and not any(map(_WORD.search, pieces)))


def _character_class(letter: str) -> int:
    return 0 if letter.isdigit() else 1 if letter.isupper() else 2


def _count_changes(pieces: list[str], kind: Callable[[str], int]) -> int:
    return sum(left != right for piece in pieces for left, right in pairwise(map(kind, piece)))
