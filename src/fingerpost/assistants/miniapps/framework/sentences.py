"""Sentences in three languages with values, counts and names put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, Refusal, Said, said

NAMED = 5
"""Names that a sentence lists."""
_MORE = said("{n} more", "{n} más", "mais {n}")
_AND = said("and", "y", "e")


def filled(sentence: Said, **values: object) -> Said:
    """Return a sentence with a value for each of its {names}; a value may be given by language."""
    return {
        language: text.format(
            **{name: value[language] if isinstance(value, Mapping) else value for name, value in values.items()}
        )
        for language, text in sentence.items()
    }


def refused(sentence: Said, **values: object) -> Refusal:
    """Return a refusal in these words."""
    return Refusal(filled(sentence, **values))


def counted(count: int, one: Said, many: Said) -> Said:
    """Return how many there are of something: "1 place", "2 places"."""
    return {language: f"{count} {(one if count == 1 else many)[language]}" for language in LANGUAGES}


def joined(names: Sequence[str], language: Language) -> str:
    """Return names as a sentence has them: "A, B and C"; of many the first ones."""
    shown = list(names[:NAMED])
    if len(names) > NAMED:
        shown.append(more(len(names) - NAMED, language))
    return "".join(shown) if len(shown) < 2 else f"{', '.join(shown[:-1])} {_AND[language]} {shown[-1]}"


def more(count: int, language: Language) -> str:
    """Return "3 more"."""
    return _MORE[language].format(n=count)
