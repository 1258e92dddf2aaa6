"""Writes the regular forms of a verb of three languages, so that a closed verb is known in every person and time."""

from __future__ import annotations

from collections.abc import Iterator

_AR = """
    a as am an amos o e es em en emos ou aram aron aste ava avam aba aban ara arao aria ariam arian asse assem ar arem
    ando ado ada ados adas aramos
"""
_ER = """
    e es em en emos o a as am an amos eu eram iram io ieron ia iam ian era eriam erian er erem ir irem irao endo indo
    iendo ido ida idos idas imos iu
"""
_VOWELS = frozenset("aeiou")


def forms(verb: str) -> Iterator[str]:
    """Yield the forms of a verb that is written as its infinitive, without accents; `to split` is English.

    Of a phrase the first word that is an infinitive changes: `no llegar a`.
    """
    words = verb.split()
    if words[0] == "to":
        yield from (" ".join([form, *words[2:]]) for form in _english(words[1]))
        return
    at = next((at for at, word in enumerate(words) if len(word) > 3 and word.endswith(("ar", "er", "ir"))), 0)
    yield from (" ".join([*words[:at], form, *words[at + 1 :]]) for form in _romance(words[at]))


def _romance(verb: str) -> Iterator[str]:
    if verb.endswith("ar"):
        yield from (verb[:-2] + ending for ending in _AR.split())
        if verb.endswith(("gar", "car", "zar")):
            # `agrego`, but `agregue`: the sound stays, the spelling changes.
            stem = verb[:-3] + {"g": "gu", "c": "qu", "z": "c"}[verb[-3]]
            yield from (stem + ending for ending in ("e", "es", "em", "en", "emos"))
    elif verb.endswith(("er", "ir")):
        yield from (verb[:-2] + ending for ending in _ER.split())
    else:
        raise ValueError(f"this is no infinitive: {verb}")


def _english(verb: str) -> Iterator[str]:
    stem = verb.removesuffix("e")
    doubled = len(verb) > 2 and verb[-1] not in _VOWELS | {"w", "y"} and verb[-2] in _VOWELS and verb[-3] not in _VOWELS
    yield from (verb, f"{verb}s", f"{stem}ed", f"{stem}ing")
    if doubled:
        yield from (f"{verb}{verb[-1]}ed", f"{verb}{verb[-1]}ing")
