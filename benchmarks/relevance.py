"""`python -m benchmarks.relevance [--model N] [--handbooks]`: how well it is judged whether passages answer a question.

Questions that the documents answer, and questions that they do not, of the reference of AVAP and of a help centre. For
each: similarity and coverage of what was found, as `Retriever.match` tells them. A judge is fitted on all questions of
one encoder or documents and judged on the others; the last row is the judge in use. Below them, for `HIT_COSINES`: the
messages for which a document is found at each cosine, by whether their route answers from documents. Last, the
documents of organisations that nothing was chosen on (`tests/data/answers/collections`), those kept apart as a total.
FINGERPOST_ENCODER names the encoder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.answers import OPEN_SETS
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.main_model import MainModel
from fingerpost.answering.request import Request
from fingerpost.answering.search_query import with_synonyms
from fingerpost.language.text import as_read
from fingerpost.models.encoder import Batcher
from fingerpost.models.factory import document_batcher, open_encoder
from fingerpost.retrieval.matching import QuestionMatch, answer_evidence
from fingerpost.routebook.load import load
from fingerpost.routing.evidence.document_search import HIT_COSINES, RoutebookDocuments
from fingerpost.runtime.call_limits import CallLimit
from fingerpost.settings import SearchSettings, Settings
from fingerpost.types import Message

SETS = Path(__file__).parent.parent / "tests" / "data"
DATA = SETS / "answers"
COLLECTIONS = DATA / "collections"
HANDBOOKS = Path(__file__).parent.parent / "training" / "handbooks"
COSINES = (0.4, 0.42, 0.44, 0.45, 0.46, 0.48)


class Pair(NamedTuple):
    """A question with what was found for it, whether the documents answer it, and the set it is from."""

    question: str
    relevant: bool
    match: QuestionMatch
    source: str


def questions(name: str) -> list[tuple[str, bool, str]]:
    """Return the questions to a routebook, with whether its documents answer them."""
    avap, help_centre, developers = OPEN_SETS
    found = [(row["text"], row["kind"] == "docs", name) for row in _rows(avap if name == "avap" else help_centre)]
    if name == "avap":
        found += [
            (row["text"], row["kind"] == "docs", "developers") for row in _rows(developers) if row["kind"] != "code"
        ]
        found += [(row["question"], True, "questions") for row in _rows(DATA / "questions.jsonl")]
        found += [(row["question"], False, "unanswerable") for row in _rows(DATA / "unanswerable.jsonl")]
    return found


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


async def pairs(assistant: Assistant, name: str) -> list[Pair]:
    """Search for every question."""
    retriever, router = assistant.components.retriever, assistant.routes.router
    if retriever is None:
        raise SystemExit("the routebook has no documents")
    found = []
    for question, relevant, source in questions(name):
        query = with_synonyms(question, router.routebook.synonyms)
        found.append(Pair(question, relevant, await retriever.match(question, query, text=question), source))
    return found


def evidence(found: list[Pair]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the evidence of each pair, one row each, and whether the documents answer it."""
    rows = [(pair.match.similarity, pair.match.coverage, pair.match.affinity, pair.match.foreign) for pair in found]
    return np.array(rows, dtype=float), np.array([pair.relevant for pair in found])


def fitted(found: list[Pair], judged: list[Pair], name: str) -> dict[str, Any]:
    """Fit the weights on some pairs, both answers weighing the same, and judge others by them."""
    model = LogisticRegression(C=10, class_weight="balanced").fit(*evidence(found))
    rows, true = evidence(judged)
    weights = [round(float(weight), 2) for weight in (*model.coef_[0], model.intercept_[0])]
    return {"judge": name, "weights": weights, **_right(model.decision_function(rows) >= 0, true)}


def in_use(found: list[Pair], name: str) -> dict[str, Any]:
    """Judge pairs by the weights in use."""
    said = np.array([answer_evidence(pair.match) >= 0 for pair in found])
    return {"judge": f"in use, {name}", **_right(said, np.array([pair.relevant for pair in found]))}


def _right(said: np.ndarray[Any, Any], true: np.ndarray[Any, Any]) -> dict[str, Any]:
    return {
        "pairs": len(true),
        "right": round(float((said == true).mean()), 3),
        "answered seen": round(float(said[true].mean()), 3) if true.any() else None,
        "unanswerable seen": round(float((~said)[~true].mean()), 3) if not true.all() else None,
    }


async def ask_model(assistant: Assistant, found: list[Pair], most: int) -> dict[str, Any]:
    """Ask the main model for a YES or NO about as many pairs as there is time for, relevant and not by turns."""
    from fingerpost.answering.chat_messages import format_passages

    chat, router = assistant.components.chat, assistant.routes.router
    if chat is None:
        raise SystemExit("no main model is set: see docs/reference/settings.md")
    model = MainModel(chat, CallLimit(600))
    yes, no = ([pair for pair in found if pair.relevant is wanted][: most // 2] for wanted in (True, False))
    asked, said, began = yes + no, [], perf_counter()
    for pair in asked:
        state: Any = {
            "message": Message(pair.question),
            "context": format_passages([hit.passage for hit in pair.match.hits]),
        }
        said.append(await model.judge_relevance(Request.create(pair.question, router, timeout=600), state, 600))
    took = (perf_counter() - began) / len(asked) * 1000
    true = np.array([pair.relevant for pair in asked])
    return {"judge": "model, YES or NO", **_right(np.array(said), true), "ms": round(took, 1)}


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


async def collections(folders: Sequence[Path], name: str) -> dict[str, Any]:
    """Return how the documents of some organisations fare, as one row: no single question is shown."""
    found, first = [], []
    for folder in folders:
        with TemporaryDirectory() as place:
            stored = Settings(
                cache=Path(place), database=f"sqlite:///{place}/store.sqlite", search=SearchSettings(folder=Path(place))
            )
            assistant = Assistant.open(folder, stored)
            retriever = assistant.components.retriever
            if retriever is None:
                raise SystemExit(f"{folder} has no documents")
            for row in _rows(folder / "questions.jsonl"):
                match = await retriever.match(row["text"], row["text"], text=row["text"])
                found.append(Pair(row["text"], row["kind"] == "docs", match, folder.name))
                if row["pages"]:
                    first.append(Path(match.hits[0].passage.file).stem in row["pages"] if match.hits else False)
            await assistant.close()
    scores = [answer_evidence(pair.match) for pair in found]
    auroc = roc_auc_score([pair.relevant for pair in found], scores)
    return {**in_use(found, name), "auroc": round(auroc, 3), "right page first": round(float(np.mean(first)), 3)}


def handbook_folders(place: Path) -> list[Path]:
    """Write the handbooks of the training into folders, as an assistant has its documents."""
    routebook = (COLLECTIONS / "open" / "pool" / "routebook.toml").read_text(encoding="utf-8")
    found = []
    for file in sorted(HANDBOOKS.glob("*.json")):
        handbook = json.loads(file.read_text(encoding="utf-8"))
        folder = place / file.stem
        (folder / "knowledge").mkdir(parents=True)
        (folder / "routebook.toml").write_text(routebook, encoding="utf-8")
        for page in handbook["pages"]:
            (folder / "knowledge" / f"{page['name']}.md").write_text(page["text"], encoding="utf-8")
        rows = (
            {"text": one["text"], "kind": "docs", "pages": [one["page"]]}
            if one["quotes"]
            else {"text": one["text"], "kind": "unanswerable", "pages": []}
            for one in handbook["questions"]
        )
        (folder / "questions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        found.append(folder)
    return found


async def measure(most: int) -> list[dict[str, Any]]:
    """Return a row a judge."""
    found: dict[str, list[Pair]] = {}
    table = []
    for name, place in (("avap", "avap"), ("help centre", OPEN_SETS[1].parent)):
        assistant = Assistant.open(place, Settings.from_environment())
        try:
            began = perf_counter()
            found[name] = await pairs(assistant, name)
            took = (perf_counter() - began) / len(found[name]) * 1000
            table += [{**in_use(found[name], name), "ms with the search": round(took, 1)}]
            for source in dict.fromkeys(pair.source for pair in found[name]):
                table.append(in_use([pair for pair in found[name] if pair.source == source], f"set {source}"))
            if most and assistant.components.chat is not None:
                table.append(await ask_model(assistant, found[name], most))
        finally:
            await assistant.close()
    table.append(fitted(found["avap"], found["help centre"], "fitted on avap, judged on the help centre"))
    table.append(fitted(found["help centre"], found["avap"], "fitted on the help centre, judged on avap"))
    both = found["avap"] + found["help centre"]
    table.append(fitted(both, both, "fitted on both, judged on both"))
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=int, default=0, metavar="N", help="ask the main model about N pairs too")
    parser.add_argument(
        "--handbooks", action="store_true", help="only the handbooks of training/handbooks, some minutes"
    )
    arguments = parser.parse_args()
    if arguments.handbooks:
        with TemporaryDirectory() as written:
            print(asyncio.run(collections(handbook_folders(Path(written)), "handbooks")))
        raise SystemExit
    for line in asyncio.run(measure(arguments.model)):
        print(line)
    for line in hits(Settings.from_environment()):
        print(line)
    for kind in ("open", "kept-apart"):
        print(asyncio.run(collections(sorted((COLLECTIONS / kind).iterdir()), f"collections {kind}")))
