"""Clues, guards and variants are read and checked with the routebook: a fault names file, key, value and remedy."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Example, Route, RoutebookError, Router
from fingerpost.assistants.agents.schema import allowlist_of
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import GUARD_CONFIDENCE, Clue, EnsembleVariant, Guard
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook, Thresholds
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder

ROUTES = '[[routes]]\nname = "data"\n[[routes]]\nname = "papers"\nretrieval = true\n'
SCHEMA = '[extensions]\nschema = "allowlist.json"\n'
SOUND = (
    "llm_first = true\nconversation = true\n"
    + ROUTES
    + """
[thresholds]
trust = 0.9

[[clues]]
name = "meta"
words = ["Você", "ayuda"]
patterns = ['\\bwho are you\\b']
unless = ["SELECT"]
signal = "meta_question"

[[guards]]
name = "paper"
to = "papers"
when = ["document", "earlier:papers"]
unless = ["sql", "meta"]
from = ["data"]
contradicts = true
signal = "commerce_doc"
confidence = 0.95

[[guards]]
name = "found"
to = "papers"
when = ["earlier:data", "after:data"]

[[variants]]
name = "neutral"

[[variants]]
name = "figures"
focus = ["data"]
"""
)


def written(folder: Path, toml: str = SOUND) -> Path:
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    return folder


def fault(folder: Path, file: str = "routebook.toml") -> RoutebookError:
    """Load a broken folder, check that the error tells its four parts, and return it."""
    with pytest.raises(RoutebookError) as caught:
        load(folder)
    error = caught.value
    assert error.file == str(folder / file)
    assert str(error).startswith(f"{error.file}: {error.key}")
    assert str(error).endswith(f": {error.remedy}")
    assert error.remedy
    return error


def test_all_that_is_written_is_read(tmp_path: Path) -> None:
    book = load(written(tmp_path))
    assert book.clues == (
        Clue(
            "meta",
            frozenset({"voce", "ayuda"}),
            (re.compile(r"\bwho are you\b"),),
            frozenset({"select"}),
            "meta_question",
        ),
    )
    paper, found = book.guards
    assert paper == Guard(
        name="paper",
        to="papers",
        when=frozenset({"document", "earlier:papers"}),
        unless=frozenset({"sql", "meta"}),
        off=frozenset({"data"}),
        contradicts=True,
        signal="commerce_doc",
        confidence=0.95,
    )
    assert found == Guard("found", "papers", when=frozenset({"earlier:data", "after:data"}))
    assert (found.contradicts, found.signal, found.confidence) == (False, "supervisor_fallback", GUARD_CONFIDENCE)
    assert book.variants == (EnsembleVariant("neutral"), EnsembleVariant("figures", frozenset({"data"})))
    assert (book.llm_first, book.conversation, book.thresholds.trust) == (True, True, 0.9)


def test_nothing_of_it_need_be_there(tmp_path: Path) -> None:
    book = load(written(tmp_path, ROUTES))
    assert (book.clues, book.guards, book.variants, book.llm_first, book.extensions) == ((), (), (), False, ())
    assert book.thresholds.trust == 0.85


def clue(**parts: str) -> str:
    return table("clues", {"name": '"meta"', "words": '["x"]', **parts})


def guard(**parts: str) -> str:
    return table("guards", {"name": '"g"', "to": '"data"', "when": '["sql"]', **parts})


def variant(**parts: str) -> str:
    return table("variants", {"name": '"v"', **parts})


def table(kind: str, parts: dict[str, str]) -> str:
    """Write one more table; an empty value leaves its key out."""
    return f"[[{kind}]]\n" + "".join(f"{key} = {value}\n" for key, value in parts.items() if value)


BROKEN = {
    # Clues.
    "clues as one table": ('[clues]\nname = "x"\n', "clues", "'x'", "[[clues]]"),
    "clues as strings": ('clues = ["x"]\n', "clues[0]", "'x'", "must be a table"),
    "clue with an unknown key": (clue(word='["x"]'), "clues[0].word", "['x']", "known: name, words, patterns"),
    "clue without a name": (clue(name=""), "clues[0].name", "None", "is required"),
    "clue with an empty name": (clue(name='" "'), "clues[0].name", "' '", "not empty"),
    "clue without words and patterns": (clue(words=""), "clues[0]", "'meta'", "give it words or patterns"),
    "clue with unless alone": (clue(words="", unless='["x"]'), "clues[0]", "'meta'", "can never be found"),
    "words that are no list": (clue(words='"x"'), "clues[0].words", "'x'", "list of strings"),
    "word that is empty": (clue(words='["x", ""]'), "clues[0].words", "['x', '']", "not empty"),
    "phrase for a word": (clue(words='["em anexo"]'), "clues[0].words", "'em anexo'", "single word"),
    "phrase in unless": (clue(unless='["em anexo"]'), "clues[0].unless", "'em anexo'", "single word"),
    "pattern that is none": (clue(patterns="['(x']"), "clues[0].patterns", "'(x'", "not a regular expression"),
    "pattern with an accent": (clue(patterns="['política']"), "clues[0].patterns", "'política'", "without accents"),
    "pattern with a capital": (clue(patterns="['PDF']"), "clues[0].patterns", "'PDF'", "lower case"),
    "signal of another type": (clue(signal="5"), "clues[0].signal", "5", "must be a string"),
    "clue that is called like a probe": (clue(name='"sql"'), "clues[0].name", "'sql'", "choose another"),
    "clue with a colon": (clue(name='"after:data"'), "clues[0].name", "'after:data'", "contains a colon"),
    "two clues of one name": (clue() + clue(), "clues[1].name", "'meta'", "choose another"),
    # Guards.
    "guards as one table": ('[guards]\nname = "x"\n', "guards", "'x'", "[[guards]]"),
    "guard with an unknown key": (guard(off='["data"]'), "guards[0].off", "['data']", "known: name, to, when"),
    "guard without a name": (guard(name=""), "guards[0].name", "None", "is required"),
    "guard that leads nowhere": (guard(to=""), "guards[0].to", "None", "is required"),
    "guard to no route": (guard(to='"sales"'), "guards[0].to", "'sales'", "routes: data, papers"),
    "guard from no route": (guard(**{"from": '["sales"]'}), "guards[0].from", "'sales'", "routes: data, papers"),
    "guard from a string": (guard(**{"from": '"data"'}), "guards[0].from", "'data'", "list of strings"),
    "two guards of one name": (guard() + guard(), "guards[1].name", "'g'", "rename one"),
    "guard without evidence": (guard(when=""), "guards[0]", "'g'", "`when` or `unless`"),
    "evidence that is no list": (guard(when='"sql"'), "guards[0].when", "'sql'", "list of strings"),
    "unknown evidence": (guard(when='["sqll"]'), "guards[0].when", "'sqll'", "attachment, document, figures, guess-told, hits"),
    "unknown evidence to be absent": (guard(unless='["sqll"]'), "guards[0].unless", "'sqll'", "no such evidence"),
    "evidence of no route": (guard(when='["after:sales"]'), "guards[0].when", "'after:sales'", "after:ROUTE"),
    "evidence for and against": (guard(unless='["sql"]'), "guards[0].unless", "'sql'", "the guard can never fire"),
    "contradicts as a word": (guard(contradicts='"yes"'), "guards[0].contradicts", "'yes'", "true or false"),
    "guard's signal of another type": (guard(signal="[]"), "guards[0].signal", "[]", "must be a string"),
    "confidence of nothing": (guard(confidence="0"), "guards[0].confidence", "0.0", "between 0 and 1"),
    "confidence above one": (guard(confidence="1.2"), "guards[0].confidence", "1.2", "between 0 and 1"),
    "confidence that is no number": (guard(confidence="nan"), "guards[0].confidence", "nan", "between 0 and 1"),
    "confidence as a switch": (guard(confidence="true"), "guards[0].confidence", "True", "must be a number"),
    # Variants.
    "variants as one table": ('[variants]\nname = "x"\n', "variants", "'x'", "[[variants]]"),
    "variant with an unknown key": (variant(prompt='"x"'), "variants[0].prompt", "'x'", "known: name, focus"),
    "variant without a name": (variant(name=""), "variants[0].name", "None", "is required"),
    "two variants of one name": (variant() + variant(), "variants[1].name", "'v'", "rename one"),
    "variant that shows no route": (variant(focus='["sales"]'), "variants[0].focus", "'sales'", "routes: data, papers"),
    "focus that is no list": (variant(focus='"data"'), "variants[0].focus", "'data'", "list of strings"),
    # The rest.
    "trust of one": ("[thresholds]\ntrust = 1.0\n", "thresholds.trust", "1.0", "both excluded"),
    "trust as a word": ('[thresholds]\ntrust = "high"\n', "thresholds.trust", "'high'", "must be a number"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_broken_is_told_with_file_key_value_and_remedy(tmp_path: Path, case: str) -> None:
    toml, key, value, remedy = BROKEN[case]
    # A plain key must stand before the first table.
    error = fault(written(tmp_path, toml + ROUTES if toml.startswith("clues =") else ROUTES + toml))
    assert error.key == key
    assert value in repr(error.value)
    assert remedy in error.remedy


@pytest.mark.parametrize("key", ["llm_first", "conversation"])
def test_a_switch_that_is_none_is_told(tmp_path: Path, key: str) -> None:
    error = fault(written(tmp_path, f'{key} = "yes"\n{ROUTES}'))
    assert (error.key, error.value) == (key, "yes")
    assert "true or false" in error.remedy


def test_every_kind_of_evidence_can_be_named(tmp_path: Path) -> None:
    names = ["attachment", "document", "sql", "hits", "meta"]
    names += [f"{kind}{route}" for kind in ("earlier:", "after:") for route in ("data", "papers")]
    book = load(written(tmp_path, ROUTES + clue() + guard(when=json.dumps(names))))
    assert book.guards[0].reads == frozenset(names)


def test_a_confidence_of_one_is_sound(tmp_path: Path) -> None:
    assert load(written(tmp_path, ROUTES + guard(confidence="1"))).guards[0].confidence == 1.0


def test_the_allowlist_lies_beside_the_routebook(tmp_path: Path) -> None:
    (tmp_path / "allowlist.json").write_text('{"orders": ["order_id", "total"]}', encoding="utf-8")
    book = load(written(tmp_path, SOUND + SCHEMA))
    allowlist = allowlist_of(book)
    assert allowlist is not None
    assert allowlist.columns_by_table() == {"orders": ["order_id", "total"]}
    (tmp_path / "allowlist.json").write_text('{"orders": []}', encoding="utf-8")
    error = fault(tmp_path, "allowlist.json")
    assert error.key == "orders.columns"


def test_what_is_built_in_code_is_checked_alike() -> None:
    routes = [Route("data"), Route("papers")]
    with pytest.raises(RoutebookError, match=r"Router\(…\): guards\[0\]\.to = 'sales': no such route"):
        build("b", routes, guards=[Guard("g", "sales", frozenset({"sql"}))])
    with pytest.raises(RoutebookError, match=r"clues\[0\] = 'meta': can never be found"):
        build("b", routes, clues=[Clue("meta")])
    with pytest.raises(RoutebookError, match=r"variants\[1\]\.name = 'v': two variants"):
        build("b", routes, variants=[EnsembleVariant("v"), EnsembleVariant("v")])


def test_words_are_kept_as_they_are_looked_for() -> None:
    made = Clue("meta", frozenset({"POLÍTICA", "Información"}), unless=frozenset({"Não"}))
    assert (made.words, made.unless) == (frozenset({"politica", "informacion"}), frozenset({"nao"}))


def test_a_route_to_which_a_guard_alone_leads_is_reached() -> None:
    taught = [Example("how many orders", "data"), Example("what is the policy", "papers")]
    routes = [Route("data"), Route("papers"), Route("commerce")]
    with pytest.raises(RoutebookError, match="nothing leads to this route"):
        build("b", routes, examples=taught)
    book = build("b", routes, examples=taught, guards=[Guard("g", "commerce", frozenset({"document"}))])
    assert book.names == ["data", "papers", "commerce"]


# Every part of it counts: a router that follows its folder takes an edit over only where the digest tells it.

FULL = build(
    "b",
    [Route("data"), Route("papers")],
    clues=[Clue("meta", frozenset({"help"}), (re.compile("who are you"),), frozenset({"select"}), "meta_question")],
    guards=[Guard("g", "data", frozenset({"sql"}), frozenset({"meta"}), frozenset({"papers"}))],
    variants=[EnsembleVariant("v", frozenset({"data"}))],
)
CHANGES: dict[str, Callable[[Routebook], Routebook]] = {
    "clue's name": lambda b: replace(b, clues=(replace(b.clues[0], name="other"),)),
    "clue's words": lambda b: replace(b, clues=(replace(b.clues[0], words=frozenset({"ayuda"})),)),
    "clue's patterns": lambda b: replace(b, clues=(replace(b.clues[0], patterns=()),)),
    "clue's flags": lambda b: replace(b, clues=(replace(b.clues[0], patterns=(re.compile("who are you", re.DOTALL),)),)),
    "clue's unless": lambda b: replace(b, clues=(replace(b.clues[0], unless=frozenset()),)),
    "clue's signal": lambda b: replace(b, clues=(replace(b.clues[0], signal="other"),)),
    "clue's files": lambda b: replace(b, clues=(replace(b.clues[0], files=True),)),
    "guard's name": lambda b: replace(b, guards=(replace(b.guards[0], name="other"),)),
    "guard's to": lambda b: replace(b, guards=(replace(b.guards[0], to="papers"),)),
    "guard's when": lambda b: replace(b, guards=(replace(b.guards[0], when=frozenset({"hits"})),)),
    "guard's unless": lambda b: replace(b, guards=(replace(b.guards[0], unless=frozenset()),)),
    "guard's from": lambda b: replace(b, guards=(replace(b.guards[0], off=frozenset()),)),
    "guard's contradicts": lambda b: replace(b, guards=(replace(b.guards[0], contradicts=True),)),
    "guard's signal": lambda b: replace(b, guards=(replace(b.guards[0], signal="other"),)),
    "guard's confidence": lambda b: replace(b, guards=(replace(b.guards[0], confidence=0.5),)),
    "variant's focus": lambda b: replace(b, variants=(EnsembleVariant("v"),)),
    "llm_first": lambda b: replace(b, llm_first=True),
    "conversation": lambda b: replace(b, conversation=True),
    "trust": lambda b: replace(b, thresholds=Thresholds(trust=0.5)),
}  # fmt: skip


@pytest.mark.parametrize("part", CHANGES)
def test_the_digest_changes_with_any_part(part: str) -> None:
    assert CHANGES[part](FULL).digest() != FULL.digest()
    assert replace(FULL).digest() == FULL.digest()


def test_an_edit_of_a_guard_or_of_the_allowlist_is_followed(tmp_path: Path) -> None:
    """Whoever watches a folder sees what the supervisor reads, too."""
    (tmp_path / "allowlist.json").write_text('{"orders": ["total"]}', encoding="utf-8")
    settings = Settings(cache=None)
    live = LiveRouter(
        written(tmp_path, ROUTES + guard(confidence="0.8") + SCHEMA), encoder=WordEncoder(), settings=settings
    )
    try:
        written(tmp_path, ROUTES + guard(confidence="0.7") + SCHEMA)
        assert live.reload() is True
        assert live.router.routebook.guards[0].confidence == 0.7
        live.watch(every=0.02)
        part = tmp_path / "new.json"
        part.write_text('{"orders": ["total"], "customers": ["city"]}', encoding="utf-8")
        part.replace(tmp_path / "allowlist.json")
        until = time.monotonic() + 10
        while time.monotonic() < until and "customers" not in _tables(live.router):
            time.sleep(0.02)
        assert _tables(live.router) == ["orders", "customers"]
    finally:
        live.close()


def _tables(router: Router) -> list[str]:
    allowlist = allowlist_of(router.routebook)
    return [] if allowlist is None else [entry.name for entry in allowlist.tables]
