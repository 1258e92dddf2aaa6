"""Detect messages that object to the answer before them, and extract the request of those that state it.

Only the start of a message counts, in three languages, with and without accents. In Spanish and Portuguese
"no quería decir…" denies and "no, quería decir…" corrects, so punctuation after the "no", or a pronoun, is required.
For a stated request ("no, I meant how many calls I made") precision is preferred to recall: a missed correction costs
one label, a false one makes a wrong label. For a mere objection it is the other way round.
"""

from __future__ import annotations

import re

from fingerpost.conversation import lexicon as words
from fingerpost.language.function_words import SMALL
from fingerpost.language.text import clean, fold

MAX_CHARACTERS = 400
"""Number of leading characters in which a correction must start."""

_TOKEN = re.compile(r"[a-z0-9_]+")
_EMPTY = SMALL | words.POINTING | words.GENERIC
_APOSTROPHES = "'’´`"

# All patterns read folded text without apostrophes, in which a space is one space.
_SIGN = r" ?[,.;:!–—-]+ ?"
_GAP = rf"(?:{_SIGN}| )"
_FILLER = (
    "sorry|my bad|oh|oops|ops|hmm|hm|hey|wait|actually|but|well|ah|ay|uy|perdon|perdona|disculpa|disculpe|lo siento"
    "|pero|espera|espere|pera|bueno|en realidad|oye|desculpa|desculpe|mas|na verdade|epa|bem|olha"
)
_BEFORE = rf"\W*(?:(?:{_FILLER}){_GAP}){{0,3}}"
_NO = "(?:no|nope|nah|nao)"

_SAY = "(?: to (?:say|ask|know|write))?"
_ABOUT = "(?: about| for)?"
_MEANT_EN = f"i (?:really |actually )?meant{_SAY}"
_ASKED_EN = f"i (?:asked|was asking|am asking|wanted)(?: you)?{_SAY}{_ABOUT}"
_WHAT_EN = f"what i (?:really |actually )?(?:meant|wanted|asked){_SAY} (?:was|is)"
_DENY_EN = (
    "(?:(?:thats|this is|its|that is|it is|that was|it was) not|(?:that|this|it) (?:isnt|wasnt))"
    f" (?:what i (?:meant|asked|wanted|was asking){_ABOUT}|it|that)"
    f"|not that|i didnt (?:mean|ask|want){_ABOUT} (?:that|this|it)"
)
_LEAD_EN = f"(?:but )?(?:{_MEANT_EN}|{_ASKED_EN}|{_WHAT_EN}|i (?:mean|want|need)|my question (?:was|is))"

_DECIR = "(?: (?:decir|saber|preguntar|pedir))?"
_MEANT_ES = "(?:yo )?(?:queria decir|quise decir|me referia(?: a)?)"
_MEAN_ES = (
    "(?:yo )?(?:quiero decir|me refiero(?: a)?|decia|(?:te )?preguntaba(?: por)?|pregunte por|te pregunte(?: por)?)"
)
_WHAT_ES = f"lo que (?:yo )?(?:(?:queria|quise|quiero){_DECIR}|pregunte|preguntaba|pedi|pedia) (?:era|es|fue)"
_DENY_ES = (
    "eso no(?: es| era)?"
    "|no (?:es|era|fue) (?:eso|lo que (?:te )?(?:pregunte|preguntaba|pedi|pedia|queria|quise)(?: decir)?)"
    "|no (?:te )?(?:pregunte|pedi|queria decir|quise decir|me referia a) eso"
)
_LEAD_ES = f"(?:sino que )?(?:{_MEANT_ES}|{_MEAN_ES}|{_WHAT_ES}|(?:yo )?(?:quiero|queria)(?: saber)?|sino)"

_DIZER = "(?: (?:dizer|saber|perguntar|pedir))?"
_MEANT_PT = "(?:eu )?(?:quis dizer|queria dizer|me referia(?: a)?|referia[ -]me(?: a)?)"
_MEAN_PT = (
    "(?:eu )?(?:quero dizer|me refiro(?: a)?|perguntei(?: sobre| por)?"
    "|(?:es)?tava (?:a )?(?:falar|falando|perguntar|perguntando)(?: de| sobre| por)?)"
)
_WHAT_PT = f"o que (?:eu )?(?:quis|queria|perguntei|pedi){_DIZER} (?:era|foi|e)"
_DENY_PT = (
    "isso nao"
    "|nao (?:e|era|foi) (?:bem )?(?:isso(?: que)?|o que)(?: (?:eu )?(?:perguntei|pedi|falei|quis|queria)(?: dizer)?)?"
    "|(?:eu )?nao (?:perguntei|pedi|quis dizer|queria dizer|me referia a) isso"
)
_LEAD_PT = f"(?:mas )?(?:{_MEANT_PT}|{_MEAN_PT}|{_WHAT_PT}|(?:eu )?(?:quero|queria)(?: saber)?|sim)"

_DENY, _LEAD = f"(?:{_DENY_EN}|{_DENY_ES}|{_DENY_PT})", f"(?:{_LEAD_EN}|{_LEAD_ES}|{_LEAD_PT})"
_OTHERS = f"{_MEANT_ES}|{_MEAN_ES}|{_MEANT_PT}|{_MEAN_PT}"
_SO_MUCH = "[^.?!]{1,80}?"
OPENINGS = tuple(
    re.compile(rf"{_BEFORE}(?:{opening})(?!\w)")
    for opening in (
        # "I didn't mean the loop, I meant the invoice": what is denied comes first.
        rf"(?:{_NO}{_GAP})?i didnt mean {_SO_MUCH}{_GAP}(?:but )?i mean(?:t)?",
        rf"(?:no ?[,.;] ?)?no (?:me referia a|queria decir|quise decir) {_SO_MUCH} sino(?: que| a)?",
        rf"(?:nao ?[,.;] ?)?(?:eu )?nao (?:me referia a|quis dizer|queria dizer) {_SO_MUCH} (?:mas|e) sim",
        # "that is not it, I want …"
        rf"(?:{_NO}{_GAP})?{_DENY}{_GAP}{_LEAD}",
        # "no, I meant …"
        rf"{_NO}{_GAP}(?:{_MEANT_EN}|{_ASKED_EN}|{_WHAT_EN}|i mean|{_WHAT_ES}|{_WHAT_PT})",
        rf"{_NO}(?:{_SIGN}(?:{_OTHERS})|{_GAP}(?=(?:yo|eu) )(?:{_OTHERS}))",
        # "sorry, I meant …", but not "I meant to ask", with which a new matter begins.
        rf"i (?:really |actually )?meant(?! to)|{_WHAT_EN}|{_MEANT_ES}|{_WHAT_ES}|{_MEANT_PT}|{_WHAT_PT}",
        # "not that, the invoice of May": without a verb only where a sign stands.
        rf"(?:{_NO}{_GAP})?{_DENY}(?={_SIGN})",
    )
)
_NO_CORRECTION = re.compile(
    r"\W*(?:it|well|no (?:offen[cs]e|harm|disrespect)|what i said|lo que dije|o que eu disse)\W*$"
)
"""What follows the opening in set phrases that are no correction: "I meant it", "I meant no offence"."""

_WRONG = (
    "(?:thats|that is|this is|its|it is|you are|youre|you got it|that was)?(?: completely| totally)? ?"
    "(?:wrong|incorrect)"
    "|you (?:misunderstood|didnt understand|got me wrong)"
    "|(?:eso |esto )?(?:esta|es|estuvo) (?:mal|equivocado|incorrecto|erroneo)|incorrecto|te equivocas|te equivocaste"
    "|me entendiste mal"
    "|(?:isso |isto )?(?:es)?ta (?:mal|errado|incorreto)|errado|incorreto|voce (?:errou|entendeu (?:mal|errado))"
)
_MEANT = f"{_MEANT_EN}|{_WHAT_EN}|{_MEANT_ES}|{_WHAT_ES}|{_MEANT_PT}|{_WHAT_PT}"
_OBJECTION = re.compile(rf"{_BEFORE}(?:{_NO}|{_DENY}|{_MEANT}|{_WRONG})(?!\w)")
"""A message that starts so may object to the answer; many start with "no" and do not."""


def may_object(text: str) -> bool:
    """Whether a message may object to the answer before it, with or without saying what was meant."""
    folded = _folded(clean(text).strip()[:MAX_CHARACTERS])[0]
    return _OBJECTION.match(folded) is not None or corrected_request(text) is not None


def corrected_request(text: str) -> str | None:
    """Return the request that a correcting message states, as written; None if it is not a correction."""
    text = clean(text).strip()
    folded, positions = _folded(text[:MAX_CHARACTERS])
    found = next((found for opening in OPENINGS if (found := opening.match(folded))), None)
    if found is None or found.end() == len(folded):
        return None
    rest = folded[found.end() :]
    if _NO_CORRECTION.match(rest) or _EMPTY.issuperset(_TOKEN.findall(rest)):
        return None
    return text[positions[found.end()] :].strip(" \t\n,.;:-–—\"'«»“”")


def _folded(text: str) -> tuple[str, list[int]]:
    """Return the folded text without apostrophes and repeated spaces, and the position of each character."""
    folded: list[str] = []
    positions: list[int] = []
    for position, letter in enumerate(text):
        plain = " " if letter.isspace() else fold(letter)
        if letter in _APOSTROPHES or (plain == " " and folded and folded[-1] == " "):
            continue
        folded.append(plain)
        positions += [position] * len(plain)
    return "".join(folded), positions
