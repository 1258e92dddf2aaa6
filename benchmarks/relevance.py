"""`python -m benchmarks.relevance [--model]`: accuracy and cost of each method to judge relevance.

Labelled pairs: every question with its right pages is searched; what was found is relevant if a right page is among
the first eight passages. Questions that no page answers are never relevant. The threshold is fitted on every other pair
and judged on the rest. Below them, for `HIT_COSINES`: the messages for which a document is found at each cosine, by
whether their route answers from documents. FINGERPOST_ENCODER names the encoder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.main_model import MainModel
from fingerpost.answering.reformulate import with_synonyms
from fingerpost.answering.request import Request
from fingerpost.evaluation.rag import page_of
from fingerpost.language.text import as_read
from fingerpost.models.encoder import Batcher
from fingerpost.models.factory import document_batcher, open_encoder
from fingerpost.routebook.load import load
from fingerpost.routing.evidence.document_search import HIT_COSINES, RoutebookDocuments
from fingerpost.settings import Settings
from fingerpost.types import Message

SETS = Path(__file__).parent.parent / "tests" / "data"
DATA = SETS / "answers"
COSINES = (0.4, 0.42, 0.44, 0.45, 0.46, 0.48)


class Pair(NamedTuple):
    """A question with what was found for it, and whether that is about it."""

    question: str
    relevant: bool
    best: float
    mean: float
    hits: Any


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a set."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


async def pairs(assistant: Assistant) -> list[Pair]:
    """Search for every question."""
    retriever, router = assistant.components.retriever, assistant.routes.router
    if retriever is None:
        raise SystemExit("the routebook has no documents")
    found = []
    for row in rows("questions") + rows("unanswerable"):
        question = row["question"]
        hits = await retriever.search(with_synonyms(question, router.routebook.synonyms), text=question)
        vector = await router.documents.batcher.aencode(question)
        near = [float(vector @ hit.vector) for hit in hits]
        middle = np.mean([hit.vector for hit in hits], axis=0)
        relevant = any(page_of(hit) in row.get("pages", ()) for hit in hits)
        found.append(Pair(question, relevant, max(near), float(vector @ middle / np.linalg.norm(middle)), hits))
    return found


def fit(scores: np.ndarray[Any, Any], relevant: np.ndarray[Any, Any]) -> float:
    """Return the threshold that is right most often."""
    thresholds = np.unique(scores)
    right = [((scores >= threshold) == relevant).mean() for threshold in thresholds]
    return float(thresholds[int(np.argmax(right))])


def judge(found: list[Pair], name: str) -> dict[str, Any]:
    """Fit on one half, judge on the other."""
    scores = np.array([getattr(pair, name) for pair in found])
    relevant = np.array([pair.relevant for pair in found])
    half = np.arange(len(found)) % 2 == 0
    threshold = fit(scores[half], relevant[half])
    said, true = scores[~half] >= threshold, relevant[~half]
    return {"judge": f"cosine, {name}", "threshold": round(threshold, 3), **_right(said, true)}


def _right(said: np.ndarray[Any, Any], true: np.ndarray[Any, Any]) -> dict[str, Any]:
    return {
        "pairs": len(true),
        "right": round(float((said == true).mean()), 3),
        "relevant seen": round(float(said[true].mean()), 3),
        "irrelevant seen": round(float((~said)[~true].mean()), 3),
    }


async def ask_model(assistant: Assistant, found: list[Pair], most: int) -> dict[str, Any]:
    """Ask the main model for a YES or NO about as many pairs as there is time for, relevant and not by turns."""
    from fingerpost.answering.chat_messages import format_passages

    chat, router = assistant.components.chat, assistant.routes.router
    if chat is None:
        raise SystemExit("no model is set: set OLLAMA_URL and OLLAMA_MODEL_NAME")
    model = MainModel(chat, 600)
    yes, no = ([pair for pair in found if pair.relevant is wanted][: most // 2] for wanted in (True, False))
    asked, said, began = yes + no, [], perf_counter()
    for pair in asked:
        state: Any = {"message": Message(pair.question), "context": format_passages([hit.passage for hit in pair.hits])}
        said.append(await model.judge_relevance(Request.create(pair.question, router, timeout=600), state, 600))
    took = (perf_counter() - began) / len(asked) * 1000
    true = np.array([pair.relevant for pair in asked])
    return {"judge": "model, YES or NO", "threshold": "", **_right(np.array(said), true), "ms": round(took, 1)}


def hits(settings: Settings) -> list[dict[str, Any]]:
    """Return a row a set of the agents routebook: the share of messages with a hit, by cosine."""
    batcher, found = document_batcher(Batcher(open_encoder(settings))), []
    documents = RoutebookDocuments(settings, batcher)
    retriever = documents.open(load("agents"))
    used = HIT_COSINES.get(batcher.encoder.fingerprint)
    for name in ("agents-dev", "agents-check"):
        best, known = [], []
        for line in (SETS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            best += retriever.top_similarities(batcher.encode(as_read(row["text"])), 1, 60)
            known.append(row["expected"] == "knowledge")
        near, true = np.array(best), np.array(known)
        shares = {c: [round(float((near[part] >= c).mean()), 3) for part in (true, ~true)] for c in COSINES}
        found.append({"set": name, "in use": used, "hits of knowledge, of others": shares})
    documents.close()
    return found


async def measure(most: int) -> list[dict[str, Any]]:
    """Return a row a judge."""
    assistant = Assistant.open("avap", Settings.from_environment())
    try:
        found = await pairs(assistant)
        table = [judge(found, "mean"), judge(found, "best")]
        vector = await assistant.routes.router.batcher.aencode("warm")
        began = perf_counter()
        for pair in found:
            max(float(vector @ hit.vector) for hit in pair.hits)
        for row in table:
            row["ms"] = round((perf_counter() - began) / len(found) * 1000, 4)
        if most and assistant.components.chat is not None:
            table.append(await ask_model(assistant, found, most))
        return table
    finally:
        await assistant.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=int, default=0, metavar="N", help="ask the main model about N pairs too")
    for line in asyncio.run(measure(parser.parse_args().model)):
        print(line)
    for line in hits(Settings.from_environment()):
        print(line)
