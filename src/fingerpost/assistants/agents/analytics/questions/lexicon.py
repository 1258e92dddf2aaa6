"""What words of a question can mean, and one form for all forms of a word."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.planner.request import Ref
from fingerpost.assistants.agents.analytics.questions.tokens import Token


class Meaning(NamedTuple):
    """One thing that words can mean: a kind, and the columns, value or number that goes with it."""

    kind: str
    refs: tuple[Ref, ...] = ()
    value: str = ""
    number: float = 0
    bound: bool = False
    """Whether it counts only beside the name of its column."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a question, from one token to before another, and what they can mean."""

    words: str
    start: int
    end: int
    meanings: tuple[Meaning, ...]
    tokens: tuple[Token, ...] = field(default=(), compare=False)
    made: object = None
    """What several marks were put together into."""
    _first: dict[str, Meaning] = field(init=False, repr=False, compare=False)
    """The first meaning of each kind: a question asks for these some thousand times."""

    def __post_init__(self) -> None:
        """Sort the meanings by their kinds."""
        object.__setattr__(self, "_first", {meaning.kind: meaning for meaning in reversed(self.meanings)})

    def of(self, *kinds: str) -> Meaning | None:
        """Return the first meaning that is of one of these kinds."""
        for kind in kinds:
            if (meaning := self._first.get(kind)) is not None:
                return meaning
        return None

    @property
    def kinds(self) -> Set[str]:
        """Return all kinds it can be of."""
        return self._first.keys()


def stem(word: str) -> str:
    """Return one form for singular and plural, masculine and feminine; not a word, only the same for all."""
    if len(word) < 4 or word.endswith(("us", "ss")) or (len(word) > 7 and word.endswith("mos")):
        return word
    if len(word) > 5 and word.endswith(("oes", "aes")):
        word = word[:-3] + "ao"
    elif len(word) > 5 and word.endswith(("ais", "eis", "ois")):
        word = word[:-2] + "l"
    elif word.endswith(("ies", "xes")) or (len(word) > 6 and word.endswith(("res", "nes", "les", "zes", "ses"))):
        word = word[:-2]
    else:
        word = word.removesuffix("s")
    # `cidade` and `ciudad`, `unidade` and `unidad` are spelled alike so far.
    if word.endswith("dade"):
        word = word[:-1]
    if len(word) > 4 and word[-1] in "oa" and not word.endswith("ao"):
        word = word[:-1]
    return word[:-1] + {"m": "n", "y": "i"}.get(word[-1], word[-1])
