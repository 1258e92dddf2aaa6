"""The answer without a language model: quotations, examples and figures, and never more than that.

It says what it is. Nothing that it writes is its own, but for a sentence that tells where the rest comes from.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from fingerpost.answering.output_rules import sentences, sentences_wanted
from fingerpost.answering.phrases import SAY
from fingerpost.answering.reformulate import identifiers_in, referenced_code
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.language.phrases import phrase_for
from fingerpost.language.text import fold
from fingerpost.models.encoder import Batcher
from fingerpost.observability.facts import MODEL, record_fact
from fingerpost.retrieval.search import Hit
from fingerpost.routebook.model import Routebook
from fingerpost.types import USES_EDITOR, Message
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.code_check import CodeChecker

QUOTED, QUOTE = 3, 700
"""Passages that are quoted, and characters of each."""
SENT_ALONG, MANY = 20_000, 200
"""Characters, and values, that are read of what came with a message."""
FIGURES, NEAR, FEW = 40, 0.25, 8
"""Figures that are compared with a question, how near one must lie to it, and how many are told where none does."""

_THANKS = re.compile(r"\b(?:thanks?|thx|cheers|gracias|obrigad[oa]|valeu|brigad[oa])\b")
_HELLO = re.compile(
    r"\W*(?:hi+|hey+|hello+|good (?:morning|afternoon|evening)|hola+|buen[oa]s|oi+|ola+|bom dia|boa (?:tarde|noite))\b"
    r"\W*(?:\w+\W*){0,2}$"
)
_BYE = re.compile(r"^\W*(?:bye+|goodbye|good night|see you|adios|chau+|hasta luego|tchau+|ate (?:mais|logo))\b")
_WORD = re.compile(r"\w{3,}")
_RULE_OF_FORM = re.compile(
    r"\b(?:sentences?|frases?|oracion(?:es)?|oracoes|rules?|reglas?|regras?|words?|palabras?|palavras?)\b"
)


class ExtractiveWriter:
    """Stands in for the model of a slot."""

    def __init__(self, slot: str, batcher: Batcher, gate: CodeChecker | None = None) -> None:
        """`gate` tells which example is sound; the encoder which figure is meant."""
        self.slot, self._batcher, self._gate = slot, batcher, gate

    async def write(self, state: AgentState, book: Routebook) -> AsyncGenerator[str, None]:
        """Yield the answer, paragraph by paragraph."""
        record_fact(MODEL, slot=self.slot, model="extractive", purpose="answer")
        write = {
            "documents": self._quotes,
            "code": self._example,
            "conversation": self._again,
            "request": self._figures,
        }[state["handler"]]
        first = True
        for paragraph in await write(state, book):
            yield paragraph if first else f"\n\n{paragraph}"
            first = False

    async def _quotes(self, state: AgentState, _: Routebook) -> list[str]:
        text, hits = state["message"].text, state.get("hits") or ()
        if not hits:
            return [phrase_for(SAY["nothing"], text)]
        opening = phrase_for(SAY["quotes" if state.get("context_relevant", True) else "unsure"], text)
        return [opening, *(_quotation(number, hit) for number, hit in _worth_quoting(hits))]

    async def _example(self, state: AgentState, book: Routebook) -> list[str]:
        message = state["message"]
        shown = referenced_code(message, uses_editor=state["decision"].qualifier == USES_EDITOR)
        if shown:
            # A question about code that came along: what the documentation says of the commands in it.
            return self._about_code(state, shown)
        wanted = set(_WORD.findall(fold(state.get("reformulated_query") or message.text)))
        best: tuple[float, str, str, str] | None = None
        for rank, hit in enumerate(state.get("hits") or ()):
            for block in fenced_blocks(hit.passage.text):
                if book.code_language not in (None, block.language):
                    continue
                near = len(wanted & set(_WORD.findall(fold(f"{hit.passage.heading} {block.code}"))))
                score = near - 0.4 * rank
                if (best is None or score > best[0]) and await self._sound(block.code):
                    best = (score, block.code, block.language, f"{hit.passage.file} › {hit.passage.heading}")
        if best is None:
            return [phrase_for(SAY["no_example"], message.text)]
        _, code, language, where = best
        return [phrase_for(SAY["example"], message.text).format(where=where), f"```{language}\n{code}\n```"]

    def _about_code(self, state: AgentState, code: str) -> list[str]:
        message = state["message"]
        names = [fold(name) for name in identifiers_in(code)]
        hits = state.get("hits") or ()
        numbered = list(enumerate(hits, 1))
        about = [
            (number, hit)
            for number, hit in numbered
            if any(name in fold(f"{hit.passage.file} {hit.passage.heading}") for name in names)
        ]
        quoted = (about or numbered)[:QUOTED]
        if not quoted:
            return [phrase_for(SAY["nothing"], message.text)]
        # As a quotation and not as code of ours, which would go to the parser.
        lines = code[:QUOTE].splitlines()
        shown = "\n".join(f"> {line}" for line in (lines if len(code) <= QUOTE else [*lines[:-1], "…"]))
        return [
            phrase_for(SAY["quotes"], message.text),
            shown,
            *(_quotation(number, hit, prose=True) for number, hit in quoted),
        ]

    async def _again(self, state: AgentState, book: Routebook) -> list[str]:
        message = state["message"]
        prior = next((turn.text for turn in reversed(message.turns) if turn.role == "assistant" and turn.text), None)
        if book.apps and not state["resolved"].again and not _THANKS.search(fold(message.text)):
            return [_beside_apps(message, book)]
        if not (state["resolved"].leans or state["resolved"].again):
            thanks = _THANKS.search(fold(message.text))
            return [phrase_for(SAY["thanks" if thanks else "chat"], message.text)]
        if prior is None:
            return [phrase_for(SAY["nothing_said"], message.text)]
        return [phrase_for(SAY["again"], message.text), _core(prior)]

    async def _figures(self, state: AgentState, _: Routebook) -> list[str]:
        message = state["message"]
        found = await self._matching(message.text, figures_in(message.extra_context, message.user_info))
        found += [sentence for sentence in _told(message.text) if sentence not in found]
        wanted = sentences_wanted(message.text)
        if not found:
            return [phrase_for(SAY["no_figures"], message.text)]
        told = phrase_for(SAY["figures"], message.text).format(figures="; ".join(found))
        if wanted is None:
            return [f"{told} {phrase_for(SAY['no_model'], message.text)}"]
        return [
            " ".join(
                [told, phrase_for(SAY["no_model"], message.text), phrase_for(SAY["source"], message.text)][:wanted]
            )
        ]

    async def _matching(self, question: str, figures: Sequence[str]) -> list[str]:
        """Return the figures that a question is about, the nearest first."""
        if not figures:
            return []
        try:
            asked = await self._batcher.aencode(question)
            near = [(float(asked @ await self._batcher.aencode(figure)), figure) for figure in figures[:FIGURES]]
        except ModelError:
            # No vectors now: all of the figures are better than none.
            return list(figures[:FIGURES])
        near.sort(reverse=True)
        best = near[0][0]
        if best < NEAR:
            # What was sent is all there is; whoever asks will see whether it is there.
            return list(figures[:FEW])
        return [figure for score, figure in near[:3] if score >= best - 0.15]

    async def _sound(self, code: str) -> bool:
        gate = self._gate
        if gate is None or gate.validator.remote:
            # A service is asked once, about the answer: by the gate, with its breaker.
            return True
        return (await gate.validator.check(code, timeout=1.0)).valid


def _worth_quoting(hits: Sequence[Hit]) -> list[tuple[int, Hit]]:
    """Return hits with their numbers: how the best page begins, what was found there, and the best of another page."""
    numbered = list(enumerate(hits, 1))
    best = numbered[0]
    page = [each for each in numbered if each[1].passage.file == best[1].passage.file]
    opening = min(page, key=lambda each: each[1].passage.number)
    own = list(dict.fromkeys((opening[0], best[0], *(number for number, _ in page))))[: QUOTED - 1]
    other = next((number for number, hit in numbered if hit.passage.file != best[1].passage.file), None)
    return [numbered[number - 1] for number in (*own, other) if number is not None]


def _beside_apps(message: Message, book: Routebook) -> str:
    """Return what is said to a person where apps run and no model can talk."""
    running = [app.name for app in book.apps if app.id == message.active_app]
    named = ", ".join(running or [app.name for app in book.apps])
    opening = fold(message.text[:100])
    small = "bye" if _BYE.search(opening) else "hello" if _HELLO.match(opening) else ""
    if small:
        return phrase_for(SAY[small], message.text).format(apps=named)
    return phrase_for(SAY["app_goes_on" if running else "apps"], message.text).format(app=named, apps=named)


def _quotation(number: int, hit: Hit, *, prose: bool = False) -> str:
    passage = hit.passage
    text = _prose(passage.text) if prose else passage.text
    if len(text) > QUOTE:
        text = text[:QUOTE].rpartition("\n\n")[0] or text[:QUOTE].rpartition(" ")[0]
        # A fence that was opened must be closed again.
        text += "\n```" if text.count("```") % 2 else ""
        text += "\n…"
    quoted = "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
    return f"{quoted}\n> — [{number}] {passage.file} › {passage.heading}"


def _prose(text: str) -> str:
    return re.sub(r"```.*?(?:```|\Z)", "", text, flags=re.DOTALL).strip()


def _core(answer: str) -> str:
    """Return the first two sentences of an answer that say something, quotation marks and openings aside."""
    lines = [line.lstrip("> ") for line in _prose(answer).splitlines()]
    openings = {phrase for phrases in SAY.values() for phrase in phrases.values()}
    plain = [line for line in lines if line.strip() and line not in openings and not line.startswith(("—", "#", "|"))]
    return "".join(sentences(" ".join(plain))[:2]).strip() or answer[:200]


def figures_in(extra_context: str, user_info: Mapping[str, Any]) -> list[str]:
    """Return what was sent along, as short statements: `calls used: 1240`, or a sentence that holds a figure."""
    found: list[str] = []
    extra_context = extra_context[:SENT_ALONG]
    if extra_context.strip():
        try:
            stored = json.loads(extra_context)
        except (ValueError, RecursionError):
            stored = None
        if isinstance(stored, dict | list):
            found += islice(_leaves(stored), MANY)
        else:
            lines = [part for line in extra_context.splitlines() for part in re.split(r"(?<=[.;])\s+", line)]
            found += [line.strip(" -*•.;") for line in lines if re.search(r"\d|:", line)]
    return list(dict.fromkeys([*found, *islice(_leaves(user_info), MANY)]))


def _leaves(value: Any, path: str = "", depth: int = 0) -> Iterator[str]:
    if isinstance(value, Mapping) and depth < 8:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path} {key}".strip(), depth + 1)
    elif isinstance(value, list | tuple) and depth < 8:
        for inner in value:
            yield from _leaves(inner, path, depth + 1)
    elif isinstance(value, str | int | float) and str(value).strip():
        name = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", path).lower()
        yield f"{name}: {value}" if name else str(value)


def _told(text: str) -> list[str]:
    """Return the statements of the message itself that hold a figure, its rules of form aside."""
    told = [sentence.strip() for sentence in sentences(text) if not sentence.strip().endswith("?")]
    return [s.strip(" .!") for s in told if re.search(r"\d", s) and not _RULE_OF_FORM.search(fold(s))]
