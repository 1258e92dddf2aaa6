"""A text that stands on its own feet, from a message that leans on what was said before.

No model is asked. A pronoun is replaced where it is plain what it stands for; else the question that is meant is put
in front, with a dash between: "quantos pedidos em SP? — e no mês passado?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.conversation import cues
from fingerpost.language import lexicon
from fingerpost.language.lexicon import words
from fingerpost.language.text import clean, fold
from fingerpost.types import Turn

SEEN = 20
"""Turns that are looked back at."""
LONGEST = 160
"""Characters of an earlier message that are put in front: enough for a question, not for a pasted document."""
THING, OWNER = 8, 4
"""Words beyond which what was asked about is no name that could stand in a sentence, or before "'s"."""
DASH = " — "

_WRITTEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE = re.compile(r"[^?!.;:\n]+")

# Behind these stands the thing that a message asks about.
_ABOUT = re.compile(
    r"(?:(?:ok|okay|so|and|please|oh|now|pues|y|e|entao|por favor|can you|could you) )*"
    r"(?:tell me (?:more )?about|describe|explain|(?:what|who)(?:s| is| are| was| were)|what about|how about"
    r"|(?:hablame|cuentame|dime) (?:mas )?(?:de|sobre)|explica|explicame|que tal|que pasa con|que significa|que dice"
    r"|(?:que|quien|quienes|cual|cuales) (?:es|son|era|fue|fueron)|como funciona|como funcionan"
    r"|(?:me )?(?:fala|fale|conta|conte|diz|diga) (?:mais )?sobre|(?:me )?explique|me explica"
    r"|(?:o que|quem|qual|quais) (?:e|sao|era|foi|foram)|o que significa|o que diz|e quanto (?:a|ao|aos|as)) "
)
# There the thing ends, and another clause begins.
_BREAK = re.compile(
    r" (?:(?:and|y|e) (?:why|how|what|when|where|who|por que|como|que|cuando|donde|quien|o que|quando|onde|quem)"
    r"|if|si|se)\b"
)
_BEHIND_HEAD = words("of in for about between from with to on that who which")
_AND = words("and y e or ou vs versus")

_THING = words("it they them esto eso aquello ello isso isto aquilo")
_BEFORE_NOUNS = words("this that these those")
_OWNER = words("its their")
_DETERMINERS = lexicon.POINTING - lexicon.PRONOUNS - _THING - _OWNER
_DE, _EM = words("disso disto daquilo"), words("nisso nisto naquilo")
_BOTH = re.compile(
    r"\b(?:(?:the|these|those) two|both(?! of)|(?:est[oa]s|es[oa]s|l[oa]s) dos"
    r"|(?:ess[ea]s|est[ea]s|[oa]s) (?:dois|duas)|ambos|ambas)\b"
)
_ONE, _SEVERAL = words("it its this that"), words("they them their these those")
_PRONOUNS = _THING | _BEFORE_NOUNS | _OWNER | _DE | _EM
_CONTRACTED = {
    "de": {"o": "do", "a": "da", "os": "dos", "as": "das", "el": "del"},
    "em": {"o": "no", "a": "na", "os": "nos", "as": "nas"},
}
# "Is it possible to…", "does it mean that…": such an "it" stands for nothing that was said.
FILLER = re.compile(r"\bit (?:is |was )?\w+ (?:to|that)\b|\b(?:time|day|late) is it\b|\bit (?:rains?|snows?)\b")


class Word(NamedTuple):
    """A word of a text: where it stands, and how it reads folded."""

    begin: int
    end: int
    folded: str


def complete(text: str, turns: Sequence[Turn]) -> str:
    """Return a message that leans with what it leans on; as it is, where nothing was asked before it."""
    asked = [clean(turn.text[: 2 * LONGEST]).strip() for turn in turns[-SEEN:] if turn.role == "user"]
    # Where no topic was named, more than a greeting may still be what is meant: "o que você faz?".
    asked = [one for one in asked if any(map(cues.is_specific, _tokens(one)))] or [
        one for one in asked[-1:] if len(_tokens(one)) > 2
    ]
    if not asked or not text.strip():
        return text
    standing = next((place for place in reversed(range(len(asked))) if _stands(asked[place])), 0)
    since = asked[standing + 1 :]
    # What was asked since then must have been about the same, or nobody can tell what a pronoun stands for.
    if len(text) <= 2 * LONGEST and all(cues.pointing(_tokens(one)) for one in since):
        thing = _thing_of(asked[standing])
        replaced = _with_thing(text, thing) if thing else None
        if replaced is not None:
            return replaced
    # "E no RJ?" went on from the question, and belongs to it.
    meant = [asked[standing], *(one for one in since[-1:] if cues.continues(one))]
    known = set(_tokens(text))
    new = [one for one in meant if not known.issuperset(_tokens(one))]
    return DASH.join([*map(_shortened, new), text.strip()]) if new else text


def _stands(text: str) -> bool:
    """Whether a past message says by itself what it is about."""
    tokens = _tokens(text)
    # "Compare essas duas notas" points and names.
    pointing = [
        i
        for i in cues.pointing(tokens)
        if tokens[i] not in _DETERMINERS or not any(map(cues.is_specific, tokens[i + 1 : i + 3]))
    ]
    if not any(map(cues.is_specific, tokens)) or pointing or cues.continues(text) or not cues.OTHER.isdisjoint(tokens):
        return False
    return not cues.ends_definite(text, tokens) and not cues.may_end_pointing(tokens[-1])


def _thing_of(text: str) -> str | None:
    """Return the thing that a question asks about, if it names one: "throat cancer" of "what is throat cancer?"."""
    for sentence in _SENTENCE.finditer(text):
        found = _words_of(sentence[0])
        joined = " ".join(word.folded for word in found) + " "
        opening = _ABOUT.match(joined)
        if not opening:
            continue
        end = _BREAK.search(joined, opening.end() - 1)
        last = joined.count(" ", 0, end.start()) + 1 if end else len(found)
        span = found[joined.count(" ", 0, opening.end()) : last]
        tokens = [word.folded for word in span]
        if not any(map(cues.is_specific, tokens)) or cues.pointing(tokens):
            continue
        if len(span) <= THING and tokens[-1] not in cues.EMPTY:
            return sentence[0][span[0].begin : span[-1].end]
    return None


def _with_thing(text: str, thing: str) -> str | None:
    """Put the thing where the first pronoun stands; None where that could say something else than was meant."""
    found = _words_of(text)
    tokens = [word.folded for word in found]
    both = _BOTH.search(" ".join(tokens))
    if both:
        first = both.string.count(" ", 0, both.start())
        last = first + both[0].count(" ")
        # "Los dos meses" are not two things that were named.
        before_noun = any(map(cues.is_specific, tokens[last + 1 : last + 3]))
        put = None if before_noun or _AND.isdisjoint(_tokens(thing)) else thing
    else:
        first = last = next((place for place, token in enumerate(tokens) if token in _PRONOUNS), len(tokens))
        put = _in_place_of(tokens, first, thing)
        if put and tokens[first - 1 : first] == ["de"] and thing.startswith("el "):
            first, put = first - 1, _contracted("de", thing)
    return text[: found[first].begin] + put + text[found[last].end :] if put else None


def _in_place_of(tokens: list[str], place: int, thing: str) -> str | None:
    """Return what to write for the pronoun at a place; None where it is not plain that it stands for the thing."""
    # Behind a thing that the message names itself, the pronoun may stand for that one.
    if place == len(tokens) or FILLER.search(" ".join(tokens)) or any(map(cues.is_specific, tokens[:place])):
        return None
    token, after = tokens[place], " ".join(tokens[place + 1 : place + 2])
    before_noun = token in _BEFORE_NOUNS and after and after not in lexicon.AUXILIARY
    # "Eso de las devoluciones" brings its own thing.
    names_it = after in lexicon.OF and token not in _OWNER
    other_number = token in (_ONE if _is_several(thing) else _SEVERAL)
    too_long = token in _OWNER and len(thing.split()) > OWNER
    if before_noun or names_it or other_number or too_long:
        return None
    if token in _OWNER:
        return thing + ("'" if thing.endswith("s") else "'s")
    if token in _DE or token in _EM:
        return _contracted("de" if token in _DE else "em", thing)
    return thing


def _is_several(thing: str) -> bool:
    """Whether an English thing is a plural, by its head: "the different types of shark"."""
    head: list[str] = []
    for token in _tokens(thing):
        if head and token in _BEHIND_HEAD:
            break
        head.append(token)
    return "and" in head or (head[-1].endswith("s") and not head[-1].endswith(("ss", "us", "is")))


def _contracted(preposition: str, thing: str) -> str:
    """Return "do prazo" of "de" and "o prazo"."""
    first, _, rest = thing.partition(" ")
    known = _CONTRACTED[preposition].get(fold(first))
    return f"{known} {rest}" if known and rest else f"{preposition} {thing}"


def _shortened(text: str) -> str:
    """Return the beginning of a message on one line, cut between words."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[:LONGEST].rsplit(" ", 1)[0] + "…"


def _words_of(text: str) -> list[Word]:
    # What is no letter goes: apostrophes, and the spaces that some single characters unfold into.
    return [Word(m.start(), m.end(), "".join(cues.TOKEN.findall(fold(m[0])))) for m in _WRITTEN.finditer(text)]


def _tokens(text: str) -> list[str]:
    return cues.tokens_of(fold(text[: 2 * LONGEST]))
