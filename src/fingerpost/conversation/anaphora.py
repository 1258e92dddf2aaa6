"""Rewrite a message that refers to previous turns into a self-contained text, without a model.

A pronoun is replaced if its referent is clear; otherwise the question it refers to is put in front, with a dash:
"quantos pedidos em SP? — e no mês passado?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.conversation import cues, lexicon
from fingerpost.language.function_words import AND
from fingerpost.language.text import fold, undisguised, words
from fingerpost.types import Turn

MAX_TURNS = 20
"""Most previous turns that are considered."""
MAX_QUOTED_CHARACTERS = 160
"""Most characters of an earlier message that are put in front: a question, not a pasted document."""
MAX_THING_WORDS, MAX_OWNER_WORDS = 8, 4
"""Most words of a subject that can replace a pronoun, or a possessive with "'s"."""
DASH = " — "

_WRITTEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE = re.compile(r"[^?!.;:\n]+")

# The subject of a question follows these.
_ABOUT = re.compile(
    r"(?:(?:ok|okay|so|and|please|oh|now|pues|y|e|entao|por favor|can you|could you) )*"
    r"(?:tell me (?:more )?about|describe|explain|(?:what|who)(?:s| is| are| was| were)|what about|how about"
    r"|(?:hablame|cuentame|dime) (?:mas )?(?:de|sobre)|explica|explicame|que tal|que pasa con|que significa|que dice"
    r"|(?:que|quien|quienes|cual|cuales) (?:es|son|era|fue|fueron)|como funciona|como funcionan"
    r"|(?:me )?(?:fala|fale|conta|conte|diz|diga) (?:mais )?sobre|(?:me )?explique|me explica"
    r"|(?:o que|quem|qual|quais) (?:e|sao|era|foi|foram)|o que significa|o que diz|e quanto (?:a|ao|aos|as)) "
)
# The subject ends here, and another clause begins.
_BREAK = re.compile(
    r" (?:(?:and|y|e) (?:why|how|what|when|where|who|por que|como|que|cuando|donde|quien|o que|quando|onde|quem)"
    r"|if|si|se)\b"
)
_BEHIND_HEAD = words("of in for about between from with to on that who which")
_AND = AND | words("or ou vs versus")

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
# "Is it possible to…", "does it mean that…": an expletive "it" has no referent.
FILLER = re.compile(r"\bit (?:is |was )?\w+ (?:to|that)\b|\b(?:time|day|late) is it\b|\bit (?:rains?|snows?)\b")


class WordSpan(NamedTuple):
    """A word of a text: its span and its folded form."""

    begin: int
    end: int
    folded: str


def make_self_contained(text: str, turns: Sequence[Turn]) -> str:
    """Return the message rewritten to be self-contained; unchanged if nothing was asked before it."""
    asked = [
        undisguised(turn.text[: 2 * MAX_QUOTED_CHARACTERS]).strip()
        for turn in turns[-MAX_TURNS:]
        if turn.role == "user"
    ]
    # A message without a topic may still be the referent if it is longer than a greeting: "o que você faz?".
    asked = [one for one in asked if any(map(cues.is_specific, _tokens(one)))] or [
        one for one in asked[-1:] if len(_tokens(one)) > 2
    ]
    if not asked or not text.strip():
        return text
    last_self_contained = next((index for index in reversed(range(len(asked))) if _is_self_contained(asked[index])), 0)
    since = asked[last_self_contained + 1 :]
    # The questions since then must be about the same subject, or a pronoun is ambiguous.
    if len(text) <= 2 * MAX_QUOTED_CHARACTERS and all(cues.pointing_positions(_tokens(one)) for one in since):
        subject = _subject_of(asked[last_self_contained])
        replaced = _replace_pronoun(text, subject) if subject else None
        if replaced is not None:
            return replaced
    # "E no RJ?" continues the question and belongs to it.
    context = [asked[last_self_contained], *(one for one in since[-1:] if cues.opens_as_continuation(one))]
    known = set(_tokens(text))
    new = [one for one in context if not known.issuperset(_tokens(one))]
    return DASH.join([*map(_truncated, new), text.strip()]) if new else text


def _is_self_contained(text: str) -> bool:
    """Whether a past message names its subject."""
    tokens = _tokens(text)
    # "Compare essas duas notas" has a demonstrative and its noun.
    pointing = [
        i
        for i in cues.pointing_positions(tokens)
        if tokens[i] not in _DETERMINERS or not any(map(cues.is_specific, tokens[i + 1 : i + 3]))
    ]
    if (
        not any(map(cues.is_specific, tokens))
        or pointing
        or cues.opens_as_continuation(text)
        or not cues.OTHER.isdisjoint(tokens)
    ):
        return False
    return not cues.ends_with_definite_noun(text, tokens) and not cues.may_end_pointing(tokens[-1])


def _subject_of(text: str) -> str | None:
    """Return the subject of a question, if it names one: "throat cancer" of "what is throat cancer?"."""
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
        if not any(map(cues.is_specific, tokens)) or cues.pointing_positions(tokens):
            continue
        if len(span) <= MAX_THING_WORDS and tokens[-1] not in cues.EMPTY:
            return sentence[0][span[0].begin : span[-1].end]
    return None


def _replace_pronoun(text: str, subject: str) -> str | None:
    """Return the text with the first pronoun replaced by the subject; None if that could change the meaning."""
    found = _words_of(text)
    tokens = [word.folded for word in found]
    both = _BOTH.search(" ".join(tokens))
    if both:
        first = both.string.count(" ", 0, both.start())
        last = first + both[0].count(" ")
        # "Los dos meses" does not refer to two subjects.
        before_noun = any(map(cues.is_specific, tokens[last + 1 : last + 3]))
        replacement = None if before_noun or _AND.isdisjoint(_tokens(subject)) else subject
    else:
        first = last = next((index for index, token in enumerate(tokens) if token in _PRONOUNS), len(tokens))
        replacement = _replacement(tokens, first, subject)
        if replacement and tokens[first - 1 : first] == ["de"] and subject.startswith("el "):
            first, replacement = first - 1, _contracted("de", subject)
    return text[: found[first].begin] + replacement + text[found[last].end :] if replacement else None


def _replacement(tokens: list[str], index: int, subject: str) -> str | None:
    """Return the replacement of the pronoun at an index; None if its referent is not clear."""
    # After a noun of the message itself, the pronoun may refer to that one.
    if index == len(tokens) or FILLER.search(" ".join(tokens)) or any(map(cues.is_specific, tokens[:index])):
        return None
    token, after = tokens[index], " ".join(tokens[index + 1 : index + 2])
    before_noun = token in _BEFORE_NOUNS and after and after not in lexicon.AUXILIARY
    # "Eso de las devoluciones" names its own subject.
    names_it = after in lexicon.DE and token not in _OWNER
    other_number = token in (_ONE if _is_plural(subject) else _SEVERAL)
    too_long = token in _OWNER and len(subject.split()) > MAX_OWNER_WORDS
    if before_noun or names_it or other_number or too_long:
        return None
    if token in _OWNER:
        return subject + ("'" if subject.endswith("s") else "'s")
    if token in _DE or token in _EM:
        return _contracted("de" if token in _DE else "em", subject)
    return subject


def _is_plural(subject: str) -> bool:
    """Whether an English noun phrase is plural, by its head: "the different types of shark"."""
    head: list[str] = []
    for token in _tokens(subject):
        if head and token in _BEHIND_HEAD:
            break
        head.append(token)
    return "and" in head or (head[-1].endswith("s") and not head[-1].endswith(("ss", "us", "is")))


def _contracted(preposition: str, subject: str) -> str:
    """Return the contraction of preposition and article: "do prazo" of "de" and "o prazo"."""
    first, _, rest = subject.partition(" ")
    known = _CONTRACTED[preposition].get(fold(first))
    return f"{known} {rest}" if known and rest else f"{preposition} {subject}"


def _truncated(text: str) -> str:
    """Return the start of a message on one line, truncated between words."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_QUOTED_CHARACTERS else line[:MAX_QUOTED_CHARACTERS].rsplit(" ", 1)[0] + "…"


def _words_of(text: str) -> list[WordSpan]:
    # Removes apostrophes, and the spaces that some single characters fold into.
    return [WordSpan(m.start(), m.end(), "".join(cues.TOKEN.findall(fold(m[0])))) for m in _WRITTEN.finditer(text)]


def _tokens(text: str) -> list[str]:
    return cues.tokens_of(fold(text[: 2 * MAX_QUOTED_CHARACTERS]))
