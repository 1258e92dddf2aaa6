"""Text as people send it, made fit for rules and features: cleaned, cut, folded."""

from __future__ import annotations

import re
import unicodedata

HEAD, TAIL = 600, 400
"""How much of a long message is read: the encoder's time grows with length and it cuts nothing itself."""

_ACCENT = re.compile("[\u0300-\u036f]+")
_TERMINAL = re.compile("\x1b\\[(?:[0-9;]+[A-Za-z]|[mKJH])")
_SIGN = re.compile(r"[\W_]")
# Soft hyphens, zero-width characters, marks of direction, fillers and variation selectors.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]+"
)
_SHAPES = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2460-\u24ff\u2800\u3164\ufb00-\ufb06\uff01-\uffa0"
    "\U0001d400-\U0001d7ff\U0001f130-\U0001f189\U000e0100-\U000e01ef"
)
"""Letters and digits in other shapes, and what is invisible though printable; not such ordinary signs as º and ²."""
# After a letter: an emoji keeps the selector that belongs to it.
_DISGUISED = re.compile(f"[{_SHAPES}]|[A-Za-z\u00c0-\u024f][\ufe00-\ufe0f]")
_MAY_DISGUISE = re.compile(f"[{_SHAPES}\u0370-\u052f\ufdf0-\ufdff\ufe00-\ufe0f]")
_LONG_FORMS = re.compile("[\ufdf0-\ufdff]+")
"""Signs that stand for whole sentences: spelled out, a text of them would grow eighteenfold."""
_WORD = re.compile(r"\w+")
_OTHER_ALPHABETS = re.compile("[\u0370-\u052f]")
# Without the rest of its word: from each letter of a long word, the search would read on to its end.
_MIXED_PAIR = re.compile("[A-Za-z][\u0370-\u052f]|[\u0370-\u052f][A-Za-z]")
_LOOKALIKES = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405"
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0432"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03f2",
    "ABEKMHOPCTYXIJS" "abekmhopctyxijshdqwb" "ABEZHIKMNOPTYX" "aeikvoptuxc",
)  # fmt: skip
"""Letters of the Cyrillic and Greek alphabets that look like Latin ones."""
_UNREADABLE = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127, *range(0xD800, 0xE000)], " ")


def clean(text: str) -> str:
    """Replace terminal codes, control characters and broken code units by spaces; remove invisible characters."""
    if text.isprintable():
        return text
    if "\x1b[" in text:
        text = _TERMINAL.sub(" ", text)
    return INVISIBLE.sub("", text.translate(_UNREADABLE))


def undisguised(text: str) -> str:
    """Return a cleaned text in the letters that it shows; one without disguise keeps each sign and its lines.

    Full-width and other shapes of letters are plain, and letters of other alphabets inside a word with Latin ones are
    the Latin ones that they look like.
    """
    text = clean(text)
    if text.isascii() or not _MAY_DISGUISE.search(text):
        return text
    return _in_latin(_compatible(text) if _DISGUISED.search(text) else text)


def normalised(text: str) -> str:
    """Return the one form in which rules and the audit read a text, however it is disguised.

    It is undisguised, all compatibility forms are plain, and white space is single spaces, also for newlines.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    text = clean(text)
    return " ".join((text if text.isascii() else _in_latin(_compatible(text))).split())


def _compatible(text: str) -> str:
    if _MAY_DISGUISE.search(text):
        text = _LONG_FORMS.sub(" ", INVISIBLE.sub("", text))
    return unicodedata.normalize("NFKC", text)


def _in_latin(text: str) -> str:
    # The search for one letter takes an eighth of the time of the one for a pair.
    mixed = _OTHER_ALPHABETS.search(text) and _MIXED_PAIR.search(text)
    return _WORD.sub(_as_latin, text) if mixed else text


def _as_latin(word: re.Match[str]) -> str:
    """Return a word in Latin letters where all others in it look like such; a Russian word stays as it is."""
    latin = word[0].translate(_LOOKALIKES)
    return word[0] if _OTHER_ALPHABETS.search(latin) else latin


def mixed_alphabets(text: str) -> list[str]:
    """Return the words of a text that mix Latin letters with Cyrillic or Greek ones, as somebody does to deceive."""
    if text.isascii() or not _OTHER_ALPHABETS.search(text):
        return []
    return [word for word in _WORD.findall(_compatible(clean(text))) if _MIXED_PAIR.search(word)]


def cut(text: str) -> tuple[str, bool]:
    """Return the head and the tail of a long text, and whether anything was left out."""
    if len(text) <= HEAD + TAIL:
        return text, False
    return f"{text[:HEAD]} … {text[-TAIL:]}", True


def as_read(text: str) -> str:
    """Return what an encoder gets to see of a text."""
    return cut(undisguised(text).strip())[0]


def fold(text: str) -> str:
    """Lower case without accents, so that `cuántas` and `CUANTAS` are one word."""
    text = text.lower()
    if text.isascii():
        return text
    # Compatibility forms may unfold into capitals and into many letters.
    return _ACCENT.sub("", unicodedata.normalize("NFKD", text)).lower()[: max(len(text), 2 * (HEAD + TAIL))]


def unpunctuated(text: str) -> str:
    """Return a key that texts share which differ only in case, accents, spaces and punctuation."""
    signs = _SIGN.sub(lambda found: " " if unicodedata.category(found[0])[0] in "PZC" else found[0], fold(text))
    return " ".join(signs.split()) or text.strip()


def words(text: str) -> frozenset[str]:
    """Return the words of a text that lists them."""
    return frozenset(text.split())
