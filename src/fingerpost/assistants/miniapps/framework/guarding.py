"""What must not be carried out, whatever a message was taken for: what is denied, and what is only asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.miniapps.framework.matching import Word
from fingerpost.language.text import fold, words

READ = 300
"""Characters from which a question is known."""

_NOT = words("""not dont don't didnt didn't doesnt doesn't wont won't wouldnt wouldn't cant can't never no nao nunca
    jamas tampoco nem ni""")
SENTENCE = words("""i im i'm i'd i'll i've we we're we'll you you're he she they is are was were been changed mind meant
    instead keep let's lets sorry because think should could would maybe nah
    yo nosotros son era fue estoy mejor perdon porque creo quiza quizas
    eu voce sao foi estou melhor desculpa acho talvez putz""")
"""Words in small letters that stand in sentences, and hardly in names."""
_EXCEPTING = words("except but menos excepto salvo exceto fora")
_WHY = words("why how porque que pq")
_REACH = 3
"""Words before a verb in which a negation denies it."""

_NO = re.compile(r"\W*no (?:me |lo |la |los |las |le |te )?\w{3,}(?:es|as|emos|amos)\b")
_ASKING = re.compile(
    r"\W*(?:so |and |but |y |e |mas |pero |ok |hey )?"
    r"(?:should|shall|is|are|was|were|am|does|did|do|has|have|why|what|how|when|where|who|which|if i"
    r"|debo|deberia|deberiamos|debemos|conviene|por que|que|como|cuando|donde|quien|cual"
    r"|devo|deveria|deveriamos|devemos|quando|onde|quem|qual|o que)\b"
)
_ASKING_FOR = re.compile(
    r"\W*(?:so |and |but |y |e |mas |pero |ok |hey )?(?:how about|what about|what if|why don.?t (?:you|we)|why not"
    r"|do you (?:mind|think you|want|wanna)|is it possible|is there (?:any|a) (?:chance|way)|are you able"
    r"|que tal si|que te parece si|por que no|por que nao|como (?:haria|seria) para)\b"
)


_SUPPOSING = re.compile(
    r"\W*(?:if (?!you\b|u\b|possible|it|that|not\b|theres?\b)|imagine\b|suppose\b|supposing\b|what if (?!we\b|you\b)"
    r"|si (?:\w+ )?(?:hubiera|hubiese|pagara|fuera)|imagina|supon|se (?:\w+ )?(?:tivesse|pagasse|fosse))"
)


def denied(message: Sequence[Word], text: str, first: int) -> bool:
    """Whether the verb at a place is denied: "don't remove it", but not "no, remove it" and "why don't you add it"."""
    for place in range(first - 1, max(first - 1 - _REACH, -1), -1):
        between = text[message[place].end : message[place + 1].start]
        if between.strip():
            return False
        if message[place].folded in _NOT:
            return not any(word.folded in _WHY for word in message[max(place - 2, 0) : place])
    return False


def begins_denied(message: Sequence[Word], text: str) -> bool:
    """Whether a message begins with a denial of what follows; "no fim" is Portuguese and none, "no agregues" is one."""
    if len(message) < 2 or message[0].folded not in _NOT or text[message[0].end : message[1].start].strip():
        return False
    if "," in text:
        # A correction: "not day 2, day 3".
        return False
    return message[0].folded != "no" or _NO.match(fold(text[:READ])) is not None


def excepts(text: str) -> bool:
    """Whether something is left out of what is meant."""
    return not _EXCEPTING.isdisjoint(fold(text[:READ]).split())


def supposes(text: str) -> bool:
    """Whether a message only supposes something: "if Bob had paid 20", but not "if you can, add it"."""
    return _SUPPOSING.match(fold(text[:READ])) is not None


def only_asks(text: str) -> bool:
    """Whether a message asks for an opinion or a fact, however much its words are those of an action."""
    read = fold(text[:READ])
    return "?" in text and _ASKING.match(read) is not None and _ASKING_FOR.match(read) is None
