"""Personal data and secrets in a text, replaced by what they were: [e-mail], [phone], [card], [key].

Every pattern is linear in the text: runs are taken whole (`++`) and begin only where no run is under way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

# fmt: off
_TOKENS = re.compile(r"""(?x) (?<![\w-]) (?:
      sk[-_][\w-]{16,}+                             # OpenAI, Anthropic, Stripe
    | gh[opsur]_\w{20,}+ | github_pat_\w{20,}+ | glpat-[\w-]{16,}+
    | (?:AKIA|ASIA)[A-Z0-9]{12,}+ | AIza[\w-]{30,}+ | xox[a-z]-[\w-]{10,}+ | hf_\w{20,}+
    | eyJ[\w-]{8,}+ (?:\.[\w-]++){1,4}              # JSON Web Token
)""")
_IN_URL = re.compile(r"(://[^\s:/@]*+:)[^\s/@]++(?=@)")
_BEARER = re.compile(r"(?i)(?<!\w)(bearer\s{1,4})([\w.~+/=-]{8,}+)")
_SECRET = re.compile(r"""(?ix)
    ( (?: api[_-]?key | secret | access[_-]?key | private[_-]?key | passw(?:or)?d | passphrase | contrase[ñn]a
        | senha | palavra-passe ) [\w-]{0,12}+ ["']? \s{0,4} [:=] \s{0,4} ["']? )
    ( [^\s"',;&()]++ ) (?!\()                       # a call is code, not a secret
""")
_PERHAPS_SECRET = re.compile(r"""(?ix) (?<![^\W_])
    ( (?: token | clave | pin | passw(?:or)?d | contrase[ñn]a | senha | palavra-passe | (?:api[ _-]?)?key )
      ["']? \s{0,4} (?: [:=] | \s(?:is|es|é|:)\s ) \s{0,4} ["']? )
    ( [^\s"',;&()]{4,}+ ) (?!\()
""")
_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]++@[\w-]++(?:\.[\w-]++)++")
_DENSE = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{20,}+={0,2}")
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
    """Replace e-mail addresses, phone and card numbers, and whatever looks like a key."""
    text = _IN_URL.sub(r"\1[key]", text)
    text = _TOKENS.sub("[key]", text)
    text = _BEARER.sub(_if_secret, text)
    text = _SECRET.sub(r"\1[key]", text)
    text = _PERHAPS_SECRET.sub(_if_secret, text)
    text = _EMAIL.sub("[e-mail]", text)
    text = _DENSE.sub(_if_dense, text)
    text = _DIGITS.sub(_cards, text)
    return _PHONE.sub("[phone]", text)


def _if_secret(found: re.Match[str]) -> str:
    """Take "password is hunter2" for a secret, and leave "password is wrong" alone."""
    name, value = found.groups()
    return f"{name}[key]" if any(map(str.isdigit, value)) or len(value) > 24 else found[0]


def _if_dense(found: re.Match[str]) -> str:
    return "[key]" if _is_dense(found[0]) else found[0]


def _is_dense(text: str) -> bool:
    """Tell random characters from words: those change between cases and digits at almost every step."""
    pieces = [piece for piece in _SEPARATORS.split(text) if piece]
    joined = "".join(pieces)
    if len(joined) < 16:
        return False
    if joined.isdigit() or joined.isalpha():
        # Letters alone are a word or an identifier unless they change case all the time.
        return joined.isalpha() and _changes(pieces, _case) >= 0.5 * len(joined)
    if _HEX.fullmatch(joined) and len(joined) >= 20:
        return True
    if _changes(pieces, str.isdigit) >= max(5, 0.2 * len(joined)):
        return True
    changes = _changes(pieces, _case) / len(joined)
    return changes >= 0.5 or (changes >= 0.35 and not any(map(_WORD.search, pieces)))


def _case(letter: str) -> int:
    return 0 if letter.isdigit() else 1 if letter.isupper() else 2


def _changes(pieces: list[str], kind: Callable[[str], int]) -> int:
    return sum(left != right for piece in pieces for left, right in pairwise(map(kind, piece)))


def _cards(found: re.Match[str]) -> str:
    """Replace each stretch of whole groups that makes a card number; other numbers may stand beside it."""
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
    """Return the group with which a card number that begins at `first` ends."""
    if groups[first][0][0] in "01":
        return None
    digits, best = "", None
    for at in range(first, min(first + 6, len(groups))):
        group = groups[at][0]
        # Cards are grouped by four to six, and by one sign; dates and lists of small numbers are not.
        if len(digits) + len(group) > 19 or (at == first and len(group) < 4) or len(group) < 3:
            break
        if at > first + 1 and text[groups[at].start() - 1] != text[groups[first].end()]:
            break
        digits += group
        if len(digits) >= 13 and _luhn(digits):
            best = at
    return best


def _luhn(digits: str) -> bool:
    doubled = [int(digit) * 2 for digit in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(value - 9 if value > 9 else value for value in doubled)) % 10 == 0
