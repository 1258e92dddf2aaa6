"""Finds secrets by the words around them, in three languages: `password is …`, `pwd=…`, `mi clave es …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.observability.redaction import words

_NAMED = re.compile(
    rf"""(?ixs) (?P<flag>--?)?
    (?: (?P<password>{words.PASSWORDS}) (?P<tail>(?:[\d_-][\w-]{{0,12}}+)?) (?![a-z])
      | (?<![^\W_]) (?: (?P<code>{words.CODES}) | (?P<key>{words.KEYS}) ) (?![a-z]) )
    (?: \ (?:de|del|do|da|of|for|para|no|na|to)\ (?:(?:the|la|el|mi|my|o|a|minha|meu)\ )? [\w-]{{2,20}}+
      | (?P<between> (?:\ [\w-]{{1,20}}+){{1,4}}? (?=\ (?:is|was|es|era|e)\ |\ ?[:=]) ) )?
    (?: (?P<assigned> ["'`*]{{0,2}} \s{{0,4}} (?:[:=]{{1,2}}>?|[-=]>|>|(?<=\s)-(?=\s))
        [ \t]{{0,4}}\n?[ \t]{{0,4}} )
      | (?P<is> \s{{1,3}} (?:is|was|es|era|e|sera|will\ be) (?:\ (?:now|ahora|agora|just|el|la|o|a|the))?
        \s?:? \s{{1,3}} )
      | (?P<to> \s{{1,3}} (?:to|a|para|por|as|como) :? \s{{1,3}} )
      | \s{{1,3}} )
    (?: ["'`] (?P<quoted>[^"'`\n\0]{{1,200}}+) ["'`] | (?P<value>[^\s"'`<>\0]{{1,300}}+) )"""
)
_BACKWARDS = re.compile(
    rf"""(?ix) (?<!\S) ["'`]? ( [^\s"'`\0]{{4,64}}+ ) ["'`]? \s (?:is|es|e|era|was) \s
    (?: (?:my|mi|a|la|the|minha|nossa|our|nuestra|su|sua) \s ){{1,2}} (?:wi-?fi\ )?
    (?:{words.PASSWORDS}|{words.CODES}|token) (?![a-z])"""
)
_SEED_PHRASE = re.compile(
    r"""(?ix) (?:seed|recovery|mnemonic|semilla|recuperacion|recuperacao|semente) [^\n:]{0,24} :? \s{1,2}
    ( (?:[a-z]{3,8}\s){11,23} [a-z]{3,8} ) (?![a-z])"""
)
_OWN = re.compile(r"(?i)\b(?:my|mi|minha|nossa|our|nuestra|his|her|their|su|sua|wi-?fi)\s(?:[\w-]+\s)?$")
_STATE = re.compile(rf"(?ix)(?:{words.STATES})!?$")
_STAND_IN = re.compile(
    rf"""(?ix) (?: \$.* | %\w+% | <.* | [{{\[].* | [*•.x_\#-]+ | process\.env.* | os\.(?:environ|getenv).*
    | [a-z_]+(?:\.[a-z_]+)+ | [a-z]+_[a-z_]+ | \w+[\[(].* | {words.STAND_INS} )$"""
)
_DATE_OR_AMOUNT = re.compile(
    r"""(?ix) \d{1,4}[-/:.]\d{1,2}(?:[-/:.]\d{1,4})? | v?\d+(?:\.\d+)+ | \d{1,2}:\d\d\w*
    | \d+(?:st|nd|rd|th|px|kb|mb|gb|ms|k)"""
)
_OTHER_NAME = re.compile(rf"(?ix) [_-]? (?:{words.OTHER_NAMES})")
_ENDS = re.compile(r"\s*(?:$|[\n<,.;&\"'}\])!?|])")
_AFTER = ",.;:?)]}"
"""What ends a sentence, and seldom a password."""


def find_named_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of what the words before or after it call a password, a key, a token or a PIN."""
    lower = text.lower()
    if not any(hint in lower for hint in words.SECRET_HINTS):
        return
    place = 0
    while found := _NAMED.search(text, place):
        span = _span(found)
        if _is_secret(found, span):
            yield span
            place = span[1]
        else:
            # The value may be a name itself: "password token=…".
            place = max(found.end("password"), found.end("code"), found.end("key"))
    yield from (found.span(1) for found in _SEED_PHRASE.finditer(text))
    yield from (found.span(1) for found in _BACKWARDS.finditer(text) if _looks_secret(found[1]))


def _span(found: re.Match[str]) -> tuple[int, int]:
    """Return the place of the value: without the quotes, and without what goes on or ends the sentence after it."""
    if found["quoted"] is not None:
        return found.span("quoted")
    value = found["value"]
    if "=" in (found["assigned"] or ""):
        value = re.split("[,;&()]", value, maxsplit=1)[0]
    return found.start("value"), found.start("value") + len(value.rstrip(_AFTER))


def _is_secret(found: re.Match[str], span: tuple[int, int]) -> bool:
    text, end = found.string, span[1]
    value = text[slice(*span)]
    if len(value) < 3 or text[end : end + 1] == "(" or _OTHER_NAME.match(found["tail"] or ""):
        return False
    if found["key"] and found["between"]:
        # "The key point is 2026."
        return False
    if _STAND_IN.match(value) or _DATE_OR_AMOUNT.fullmatch(value):
        return False
    certain, quoted = found["password"] is not None, found["quoted"] is not None
    if found["assigned"]:
        certain = certain or found["code"] in ("pass", "PASS")
        last = quoted or found["assigned"] == "=" or _ENDS.match(text, end) is not None
        return (certain and len(value) >= 4 and last and not found["between"]) or (
            _looks_secret(value) and (certain or not value.isalpha())
        )
    if found["is"]:
        own = _OWN.search(text[max(0, found.start() - 24) : found.start()])
        told = quoted or (own and not found["between"] and _ENDS.match(text, end) and not _STATE.match(value))
        return _looks_secret(value) or bool(certain and told)
    return _is_secret_beside(found, value)


def _is_secret_beside(found: re.Match[str], value: str) -> bool:
    """Return whether a value after a name and no more than a blank, or `to`, is a secret."""
    if found["to"]:
        return _looks_secret(value) and len(value) >= 4
    if found["flag"] and found["password"]:
        return True
    digits, letters = sum(map(str.isdigit, value)), sum(map(str.isalpha, value))
    if found["key"]:
        return digits > 0 and letters > 0 and len(value) >= 6
    return digits >= (1 if letters else 3) and len(value) >= (5 if letters else 3)


def _looks_secret(value: str) -> bool:
    """Return whether a value is no plain word: "hunter2", "p@ss", "fooBar", or longer than words are."""
    if any(map(str.isdigit, value)) or len(value) > 24:
        return True
    inner = value[1:-1]
    return any(not sign.isalpha() and sign not in "-'/.:()," for sign in inner) or (
        not value.isupper() and any(map(str.isupper, inner))
    )
