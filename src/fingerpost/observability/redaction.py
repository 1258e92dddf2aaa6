"""Redaction of personal data and secrets: replaced by placeholders [e-mail], [phone], [card] and [key].

Every pattern runs in linear time: quantifiers are possessive (`++`) and a match cannot start inside another run.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

# fmt: off
_KNOWN_TOKENS = re.compile(r"""(?x) (?<![\w-]) (?:
      sk[-_][\w-]{16,}+                             # OpenAI, Anthropic, Stripe
    | gh[opsur]_\w{20,}+ | github_pat_\w{20,}+ | glpat-[\w-]{16,}+
    | (?:AKIA|ASIA)[A-Z0-9]{12,}+ | AIza[\w-]{30,}+ | xox[a-z]-[\w-]{10,}+ | hf_\w{20,}+
    | eyJ[\w-]{8,}+ (?:\.[\w-]++){1,4}              # JSON Web Token
)""")
_URL_PASSWORD = re.compile(r"(://[^\s:/@]*+:)[^\s/@]++(?=@)")
_BEARER = re.compile(r"(?i)(?<!\w)(bearer\s{1,4})([\w.~+/=-]{8,}+)")
_SECRET = re.compile(r"""(?ix)
    ( (?: api[_-]?key | secret | access[_-]?key | private[_-]?key | passw(?:or)?d | passphrase | contrase[ñn]a
        | senha | palavra-passe ) [\w-]{0,12}+ ["']? \s{0,4} [:=] \s{0,4} ["']? )
    ( [^\s"',;&()]++ ) (?!\()                       # a call is code, not a secret
""")
_POSSIBLE_SECRET = re.compile(r"""(?ix) (?<![^\W_])
    ( (?: token | clave | pin | passw(?:or)?d | contrase[ñn]a | senha | palavra-passe | (?:api[ _-]?)?key )
      ["']? \s{0,4} (?: [:=] | \s(?:is|es|é|:)\s ) \s{0,4} ["']? )
    ( [^\s"',;&()]{4,}+ ) (?!\()
""")
_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]++@[\w-]++(?:\.[\w-]++)++")
_LONG_RUN = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{20,}+={0,2}")
_DIGITS = re.compile(r"(?<![\w.,])\d++(?:[ -]\d++)*+(?![\w])")
_PHONE = re.compile(r"""(?x) (?<![\w+]) (?<!\d[.,:/-]) (?:
      \+[1-9](?:[ .()\u00a0-]{0,2}\d){7,14}                                        # international
    | 00(?:1|3[349]|351|4[49]|5[24567])(?:[ .()\u00a0-]{0,2}\d){8,11}
    | [6-9]\d\d(?:[ .-]\d{3}){2} | [6-9]\d\d(?:[ .-]\d\d){3} | [67]\d\d[ .-]\d{6}   # Spain
    | [89]\d[ .-]\d{3}[ .-]\d\d[ .-]\d\d | [6-9]\d{8}
    | 2\d\d(?:[ -]\d{3}){2} | 2\d[ -]\d{3}[ -]\d{4} | 2[1-9]\d{7}                   # Portugal
    | \((?:0?[1-9][1-9])\)[ ]?9?\d{4}[ -]?\d{4} | 0?[1-9][1-9][ ]9?\d{4}[ -]\d{4}   # Brazil
    | [1-9][1-9][ ]?9\d{8} | 9\d{4}-\d{4}
    | (?:1[ .-])?\([2-9]\d\d\)[ ]?[2-9]\d\d[ .-]?\d{4}                              # United States
    | (?:1[ .-])?[2-9]\d\d([ .-])[2-9]\d\d\1\d{4} | [2-9]\d\d[2-9]\d{6}
    | \(?0\d\d\)?[ -]\d{4}[ -]\d{4} | \(?0\d{3}\)?[ -]\d{3}[ -]\d{3,4}              # United Kingdom
    | \(?0\d{4}\)?[ -](?:\d{5,6}|\d{3}[ -]\d{3}) | 0[1-9]\d{8,9}
) (?!\w) (?![.,:/-]\d) (?!\s?(?:[€$£%]|euros?\b|d[oó]lar|dollar|pesos\b|rea(?:is|l)\b))""")
# fmt: on
_HEX = re.compile(r"[0-9a-fA-F]+")
_SEPARATORS = re.compile(r"[+/_=-]+")
_WORD = re.compile(r"[a-z]{6}|[A-Z]{6}")
_GROUP = re.compile(r"\d+")


def redact(text: str) -> str:
    """Return the text with e-mail addresses, phone numbers, card numbers and secrets replaced by placeholders."""
    text = _URL_PASSWORD.sub(r"\1[key]", text)
    text = _KNOWN_TOKENS.sub("[key]", text)
    text = _BEARER.sub(_redact_secret, text)
    text = _SECRET.sub(r"\1[key]", text)
    text = _POSSIBLE_SECRET.sub(_redact_secret, text)
    text = _EMAIL.sub("[e-mail]", text)
    text = _LONG_RUN.sub(_redact_random, text)
    text = _DIGITS.sub(_redact_cards, text)
    return _PHONE.sub("[phone]", text)


def _redact_secret(found: re.Match[str]) -> str:
    """Redact a value with digits or more than 24 characters: "password is hunter2", not "password is wrong"."""
    name, value = found.groups()
    return f"{name}[key]" if any(map(str.isdigit, value)) or len(value) > 24 else found[0]


def _redact_random(found: re.Match[str]) -> str:
    return "[key]" if _is_random(found[0]) else found[0]


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


def _redact_cards(found: re.Match[str]) -> str:
    """Replace every run of digit groups that is a card number; other numbers may stand beside it."""
    text = found[0]
    if len(text) < 13:
        return text
    groups = list(_GROUP.finditer(text))
    out, done, first = [], 0, 0
    while first < len(groups):
        last = _card_end(text, groups, first)
        if last is None:
            first += 1
            continue
        out += [text[done : groups[first].start()], "[card]"]
        done, first = groups[last].end(), last + 1
    return "".join([*out, text[done:]])


def _card_end(text: str, groups: list[re.Match[str]], first: int) -> int | None:
    """Return the index of the last group of a card number that starts at `first`, or None."""
    if groups[first][0][0] in "01":
        return None
    digits, best = "", None
    for at in range(first, min(first + 6, len(groups))):
        group = groups[at][0]
        # Card numbers have groups of four to six digits and one separator; dates and lists of small numbers do not.
        if len(digits) + len(group) > 19 or (at == first and len(group) < 4) or len(group) < 3:
            break
        if at > first + 1 and text[groups[at].start() - 1] != text[groups[first].end()]:
            break
        digits += group
        if len(digits) >= 13 and _passes_luhn(digits):
            best = at
    return best


def _passes_luhn(digits: str) -> bool:
    doubled = [int(digit) * 2 for digit in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(value - 9 if value > 9 else value for value in doubled)) % 10 == 0
