"""What a language model's word is worth: what is accepted with it, how much of that is right, and which strangers.

Small routers are measured without a model, with one whose word is taken as it is (right with probability `llm_trust`),
and with its word judged by how often it was right about the examples; the avap routebook, whose `llm_trust` was
measured, on those messages of its first set that reach the model. Answers are kept: an interrupted run goes on.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from benchmarks.report import BUILD, Check, Table
from fingerpost import Route, Router
from fingerpost.evaluation.evaluate import without_training_rows
from fingerpost.evaluation.rows import read_rows
from fingerpost.models.label_chooser import LabelChooser
from fingerpost.routebook.check import build
from fingerpost.routebook.model import LLM_TRUST, Routebook, Thresholds
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.layers.model_trust import describe
from fingerpost.settings import Settings
from fingerpost.types import Decision

DATA = Path(__file__).parent.parent / "tests" / "data"

DOMAINS = ("en_print_shop", "es_florist", "pt_tailor")
"""One for each language; none took part in choosing how the model's word is judged."""

TIMEOUT = 300.0
"""Seconds for an answer: a slow machine must not count as a wrong one."""

Message = tuple[str, str | None]
"""A text and its route, None for a stranger."""


class KeptAnswers(LabelChooser):
    """Asks each question once, in this run and in later ones."""

    def __init__(self, chooser: LabelChooser, file: Path) -> None:
        """Take the chooser to ask, and the file of its answers."""
        super().__init__(chooser.chat, TIMEOUT)
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self._known: dict[str, str] = dict(json.loads(line) for line in lines)

    async def choose(self, system: str, shots: Sequence[tuple[str, str]], question: str, labels: Sequence[str]) -> str:
        """Return the answer that was kept, else the model's."""
        key = sha256(repr((self.chat.slot.model, system, shots, question, labels)).encode()).hexdigest()[:24]
        if key not in self._known:
            self._known[key] = await super().choose(system, shots, question, labels)
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps([key, self._known[key]]) + "\n")
        return self._known[key]


def measure(cache: Path, *, quick: bool = False, domains: Sequence[Path] = ()) -> Iterator[Table | Check]:
    """Yield the figures of the domains, of all together against their targets, and of avap."""
    settings = replace(Settings.from_environment(), cache=cache)
    if "classifier" not in settings.slots:
        raise SystemExit(
            "no language model is set, so there is nothing to measure: set OPENAI_BASE_URL and OPENAI_MODEL_NAME, or"
            " OLLAMA_URL and OLLAMA_MODEL_NAME"
        )
    everything: dict[str, list[tuple[Message, Decision]]] = {}
    for file in domains or [DATA / "small-routers" / f"{name}.toml" for name in DOMAINS]:
        book, messages = _read(file)
        if quick:
            messages = messages[::4]
        said, about = _small_router(book, messages, settings)
        yield _table(book.name, said, [about])
        for who, decided in said.items():
            everything.setdefault(who, []).extend(decided)
    yield _table("All together", everything)
    _, accepted, right, strangers = _figures(everything[JUDGED])
    yield Check("accepted with the model, over the classifier alone", accepted - _figures(everything[ALONE])[1], 0.0,
                at_least=True)  # fmt: skip
    yield Check("of these right", right, 0.90, at_least=True)
    yield Check("strangers accepted", strangers, 0.08)
    if not domains:
        yield _avap(settings, quick=quick)


ALONE, TAKEN, JUDGED = "without a model", "its word as it is", "its word judged"


def _read(file: Path) -> tuple[Routebook, list[Message]]:
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    routes = [Route(name, route["description"], examples=route["examples"]) for name, route in table["routes"].items()]
    inside: list[Message] = [(text, name) for name, route in table["routes"].items() for text in route["messages"]]
    return build(file.stem, routes), [*inside, *((text, None) for text in table["strangers"]["near"])]


def _small_router(
    book: Routebook, messages: Sequence[Message], settings: Settings
) -> tuple[dict[str, list[tuple[Message, Decision]]], str]:
    alone = Router.from_routebook(book, settings=replace(settings, slots={}), memo=Memo(size=0))
    judged = _asking(Router.from_routebook(book, settings=settings, memo=Memo(size=0)))
    taken = judged.rebuilt(replace(book, thresholds=Thresholds(llm_trust=LLM_TRUST)))
    if judged.model is None:
        raise RuntimeError("the settings name a model")
    about = describe(judged.model.check())
    routers = {ALONE: alone, TAKEN: taken, JUDGED: judged}
    said = {who: [(message, router.route(message[0])) for message in messages] for who, router in routers.items()}
    judged.close()
    return said, about


def _asking(router: Router) -> Router:
    """Return the router with answers that are kept."""
    if router.chooser is not None:
        router.chooser = KeptAnswers(router.chooser, BUILD / "model-answers.jsonl")
    return router


def _figures(decided: Sequence[tuple[Message, Decision]]) -> tuple[float, float, float, float]:
    """Return the share served right, accepted, right of what is accepted (messages in scope), strangers accepted."""
    inside = [(route, decision) for (_, route), decision in decided if route is not None]
    strangers = [decision for (_, route), decision in decided if route is None]
    accepted = [route == decision.route for route, decision in inside if decision.accepted]
    return (
        sum(route == decision.route for route, decision in inside) / len(inside),
        len(accepted) / len(inside),
        sum(accepted) / max(1, len(accepted)),
        sum(decision.accepted and decision.route is not None for decision in strangers) / max(1, len(strangers)),
    )


def _table(title: str, said: dict[str, list[tuple[Message, Decision]]], notes: Sequence[str] = ()) -> Table:
    columns = ("model", "served right", "accepted", "of these right", "strangers accepted")
    return Table(title, columns, [(who, *_figures(decided)) for who, decided in said.items()], notes)


def _avap(settings: Settings, *, quick: bool) -> Table:
    """Return the figures of those messages of avap's first set that the classifier does not accept."""
    alone = Router.from_routebook("avap", settings=replace(settings, slots={}), memo=Memo(size=0))
    asking = _asking(Router.from_routebook("avap", settings=settings, memo=Memo(size=0)))
    book = alone.routebook
    rows = without_training_rows(alone, read_rows(DATA / "avap-dev.jsonl", book.names, book.out_of_scope))
    decided = [(row, alone.route(row.message)) for row in rows]
    unsure = [(row, decision) for row, decision in decided if not decision.accepted][:: 4 if quick else 1]
    with_model = [(row, asking.route(row.message)) for row, _ in unsure]
    asking.close()
    shares = [
        (
            who,
            sum(row.expected == decision.route for row, decision in part) / len(part),
            sum(decision.accepted for _, decision in part) / len(part),
        )
        for who, part in ((ALONE, unsure), ("with it", with_model))
    ]
    return Table(f"avap: {len(unsure)} messages that reach the model", ("model", "right", "accepted"), shares)
