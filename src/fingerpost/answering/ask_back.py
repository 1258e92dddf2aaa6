"""Asking back: an unsure decision without a model offers the two likeliest routes, and the person's choice decides.

The question is a part of the answer for front ends with buttons, and numbered lines in its text. Nothing else is kept:
the next message of the conversation is read as a choice if the last answer was such a question. "Yes", "both" and small
talk leave it open for the message after them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from fingerpost.answering.phrases import ASK_BACK, SOMETHING_ELSE
from fingerpost.answering.request import Request
from fingerpost.language.agreement import answer_in
from fingerpost.language.text import fold, words
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.replies import answer_language, title_of
from fingerpost.routing.layers.small_talk import is_packaged_example
from fingerpost.types import Decision, Message, Part

CHOICE = "choice"
"""The kind of the part with the question, and the layer of a decision by the person's choice."""

NEITHER = "something_else"
"""The signal of a decision where the person chose neither of the two routes."""

_OPTION = re.compile(r"(\d)\. (.+)")
_KEYCAP = re.compile("[\ufe0f\u20e3]")
"""What makes a key of a digit, as phones write it."""
_ONE = "1|one|first|uno|una|primer[oa]?|um|uma|primeir[oa]"
_TWO = "2|two|second|dos|segund[oa]|dois|duas"
_THREE = "3|three|third|last|tres|tercer[oa]?|terceir[oa]|ultim[oa]"
_PICKED = re.compile(
    r"(?:the |el |la |lo |o |a )?(?:option |number |opcion |opcao |numero )?"
    rf"(?:(?P<one>{_ONE})|(?P<two>{_TWO})|(?P<three>{_THREE}))(?: one| option| opcion| opcao)?"
    r"(?: please| por favor)?"
)
_NONE = re.compile(
    r"(?:no|nope|nah|nao|not really)(?:,? (?:thanks|thank you|gracias|obrigad[oa]))?"
    r"|(?:(?:no|nao),? )?(?:none|neither|nothing|ningun[oa]?|nenhuma?)"
    r"(?: one| of (?:these|them|those|the two)| de (?:est[ao]s|es[ao]s|l[ao]s dos|ell[ao]s)| d[ao]s (?:duas|dois)"
    r"| dess[ae]s| del[ae]s)?"
    r"|ni (?:el |la )?un[oa] ni (?:el |la )?otr[oa]|nem (?:o |a )?uma? nem (?:o |a )?outr[oa]"
)
_UNCLEAR = re.compile(
    r"both(?: of (?:them|these|those))?|all(?: of (?:them|these|those))?|l[ao]s dos|ambos|ambas"
    r"|(?:todas )?[ao]s duas|(?:todos )?os dois|[0-9](?: ?(?:,|&|\+|/|and|or|y|o|e|ou) ?[0-9])*"
)
"""Words that answer the question and choose none of its options: several of them, or a number that is not there."""
_FILLERS = words("""
hm hmm hmmm mm mmm uh uhm ah oh eh k ok okay okey thanks thx alright well great cool
gracias vale bueno ya pues perfecto genial
obrigado obrigada valeu ta bom bem certo beleza entendi legal
""")
"""Words of which a message may consist that says nothing; "um" is none of them: it is a number too."""


class _OpenQuestion(NamedTuple):
    """A question that is not answered yet: the place of the turn that it is about, and the offered routes by title."""

    place: int
    offered: dict[str, str]


def question_for(decision: Decision, message: Message, book: Routebook) -> Part | None:
    """Return the question of an unsure decision; None where the decision is sure or its routes have no titles."""
    names = decision.route, decision.runner_up
    if decision.accepted or not book.ask_back or book.apps or (decision.scope is not None and decision.scope < 0):
        return None
    language = answer_language(message.text, book)
    routes = [route for name in names for route in book.routes if route.name == name and route.title]
    titles = [title_of(route, language) for route in routes]
    if len({fold(title) for title in (*titles, SOMETHING_ELSE[language])}) < 3:
        return None
    options: list[dict[str, Any]] = [
        {"id": str(number), "title": title, "route": route.name}
        for number, (route, title) in enumerate(zip(routes, titles, strict=True), 1)
    ]
    options.append({"id": "3", "title": SOMETHING_ELSE[language], "route": None})
    return Part(CHOICE, ASK_BACK[language], {"options": options})


def question_text(part: Part) -> str:
    """Return a question with numbered lines, which `chosen` reads again."""
    return "\n".join([part.text, *(f"{option['id']}. {option['title']}" for option in part.values["options"])])


def chosen(message: Message, request: Request) -> tuple[Message, Decision] | None:
    """Return the message that was asked about and the decision on it, if this message chooses; None if it does not.

    A "yes" or "both" chooses none of them: the decision after it is not accepted, so the question is asked again.
    """
    found = None if message.declared is not None else _open_question(message, request.book)
    if found is None:
        return None
    said = _plain(message.text)
    number = _picked(said, found.offered)
    if number is None:
        return _undecided(message, request, found, "the person chose neither of them alone") if _unclear(said) else None
    book, original = request.book, _asked_about(message, found)
    title = [*found.offered, ""][number - 1]
    return original, Decision(
        route=found.offered[title] if title else book.out_of_scope or book.fallback,
        accepted=True,
        confidence=1.0,
        layer=CHOICE,
        reason=f'the person chose "{title}"' if title else "the person chose something else",
        signals=() if title else (NEITHER,),
        resolved=request.router.resolve(original),
    )


def asked_again(message: Message, request: Request) -> tuple[Message, Decision] | None:
    """Return the message that was asked about and an undecided decision, if this message is small talk in between.

    For small talk that no route takes: it would be asked about in its turn, and the open question would be lost.
    """
    if message.declared is not None or not _leaves_open(message.text):
        return None
    found = _open_question(message, request.book)
    return found and _undecided(message, request, found, "the person has not chosen yet")


def _undecided(message: Message, request: Request, found: _OpenQuestion, why: str) -> tuple[Message, Decision]:
    """Return the message that was asked about, and a decision that is asked about in the same words."""
    original, (first, second) = _asked_about(message, found), found.offered.values()
    resolved = request.router.resolve(original)
    return original, Decision(first, False, 0.0, CHOICE, why, runner_up=second, resolved=resolved)


def _asked_about(message: Message, found: _OpenQuestion) -> Message:
    return replace(message, text=message.turns[found.place].text, turns=message.turns[: found.place])


def is_label(decision: Decision, book: Routebook) -> bool:
    """Return whether a decision is a person's label for their message; a mere fallback is none."""
    if decision.layer != CHOICE or not decision.accepted:
        return False
    return NEITHER not in decision.signals or decision.route == book.out_of_scope


def _open_question(message: Message, book: Routebook) -> _OpenQuestion | None:
    """Return the question that the last answer asked, or one before it if only small talk followed."""
    found, answer = None, ""
    for place in reversed(range(len(message.turns))):
        turn = message.turns[place]
        if turn.role != "user":
            answer = answer or turn.text
            continue
        offered = _offered(answer, book)
        found = _OpenQuestion(place, offered) if offered else found
        if not _leaves_open(turn.text) and (turn.route is None or turn.route != book.small_talk):
            break
        answer = ""
    return found


def _leaves_open(text: str) -> bool:
    """Return whether a text chooses nothing yet, as a bare yes or small talk: a question before it stays open."""
    said = _plain(text)
    if _NONE.fullmatch(said) or _PICKED.fullmatch(said):
        return False
    return _unclear(said) or _FILLERS.issuperset(re.findall(r"\w+", said)) or is_packaged_example(text)


def _unclear(said: str) -> bool:
    return answer_in(said) == "yes" or _UNCLEAR.fullmatch(said) is not None


def _offered(answer: str, book: Routebook) -> dict[str, str]:
    """Return the two routes by title that an answer offers, in its language; none if it was no question."""
    language = next((each for each, question in ASK_BACK.items() if answer.startswith(question)), None)
    if language is None:
        return {}
    by_title = {title_of(route, language): route.name for route in book.routes if route.title}
    found = [_OPTION.fullmatch(line.strip()) for line in answer.splitlines()[1:]]
    titles = dict.fromkeys(option[2] for option in found[:2] if option is not None)
    return {title: by_title[title] for title in titles} if len(titles) == 2 and titles.keys() <= by_title.keys() else {}


def _plain(text: str) -> str:
    return " ".join(_KEYCAP.sub("", fold(text[:200])).split()).strip(" .,;:!?¿¡()\"'«»“”…")


def _picked(said: str, offered: dict[str, str]) -> int | None:
    """Return the number of the option that a text names, by number, by its title or route, or by its place."""
    if said in ("1", "2", "3"):
        return int(said)
    for names in (offered, offered.values()):
        for number, name in enumerate(names, 1):
            if said == _plain(name):
                return number
    if said in map(fold, SOMETHING_ELSE.values()) or _NONE.fullmatch(said):
        return 3
    found = _PICKED.fullmatch(said)
    return None if found is None else 1 if found["one"] else 2 if found["two"] else 3
