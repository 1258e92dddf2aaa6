"""Probes: what came along, SQL, words of the schema, clues and history, and only what a guard reads."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Message, Route
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.schema import SchemaExtension, SchemaMentions
from fingerpost.conversation.guesses import PERHAPS
from fingerpost.conversation.resolve import resolve
from fingerpost.errors import RoutebookError
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import Clue, Guard
from fingerpost.routebook.model import Routebook
from fingerpost.routing.effects import NoScores
from fingerpost.routing.evidence import probes as module
from fingerpost.routing.evidence.filetypes import UNKNOWN, is_document, mime_of
from fingerpost.routing.evidence.probes import (
    MAX_HITS,
    MIN_HIT_SCORE,
    Probes,
    describe,
    holds_sql,
    is_wordless,
    with_hits,
    with_search,
)
from fingerpost.types import Attachment, Evidence, Turn, extra_of

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ZIP = b"PK\x03\x04" + b"\x14\x00" * 20
PDF = b"%PDF-1.7\n" + b"\x00" * 20
PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 20
JPEG = b"\xff\xd8\xff\xe0" + b"\x00" * 20
HEIC = b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40
CSV = b"product,price\nlamp,12.50\n"


def reading(*names: str, clues: Sequence[Clue] = (), allowlist: Allowlist | None = None) -> Routebook:
    """Return a routebook with one guard that reads this evidence."""
    routes = [Route("data"), Route("papers"), Route("talk", carries_topic=False)]
    guards = [Guard("g", "data", frozenset(names))] if names else []
    extensions = [] if allowlist is None else [SchemaExtension(allowlist)]
    return build("b", routes, clues=clues, guards=guards, extensions=extensions)


def mentions(evidence: Evidence) -> SchemaMentions:
    return extra_of(evidence.extras, SchemaMentions) or SchemaMentions()


def gather(book: Routebook, message: str | Message) -> Evidence:
    message = message if isinstance(message, Message) else Message(message)
    return Probes(book).gather(message, resolve(message, book.transparent))


# Attachments.

TYPES: dict[str, tuple[Any, str]] = {
    "bytes of a PDF": (PDF, "application/pdf"),
    "a bytearray of a PNG": (bytearray(PNG), "image/png"),
    "bytes of a JPEG": (JPEG, "image/jpeg"),
    "bytes of a WebP": (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
    "bytes of a TIFF": (b"II*\x00\x08\x00", "image/tiff"),
    "bytes of a GIF": (b"GIF89a\x01\x00", "image/gif"),
    "bytes of a zip file": (ZIP, "application/zip"),
    "bytes of nothing known": (b"\x00\x01\x02\x03", UNKNOWN),
    "no bytes at all": (b"", UNKNOWN),
    "a sound that begins as WebP does": (b"RIFF\x00\x00\x00\x00WAVEfmt ", UNKNOWN),
    "an attachment": (Attachment("a.pdf", "application/pdf", PDF), "application/pdf"),
    "an attachment as declared": (Attachment("a", "text/csv; charset=utf-8", CSV), "text/csv"),
    "an attachment in capitals": (Attachment("a", "TEXT/CSV", CSV), "text/csv"),
    "an attachment by its name alone": (Attachment("Report.CSV", "", CSV), "text/csv"),
    "an attachment without any hint": (Attachment("report", "", b"\x00\x01"), UNKNOWN),
    "a mapping": ({"name": "a.png", "mime": "image/png", "data": PNG}, "image/png"),
    "a mapping without data": ({"name": "a", "mime": "application/pdf"}, "application/pdf"),
    "a mapping with a name alone": ({"name": "invoice.xml"}, "application/xml"),
    "a mapping of another kind": (MappingProxyType({"mime": "text/plain"}), "text/plain"),
    "a mapping of nonsense": ({"name": 5, "mime": None, "data": "text"}, UNKNOWN),
    "an empty mapping": ({}, UNKNOWN),
    "a table of an office": (Attachment("sales.xlsx", XLSX, ZIP), XLSX),
    "a table of an office by its declaration": (Attachment("sales", XLSX, ZIP), XLSX),
    "a table of an office by its name": (Attachment("sales.xlsx", "application/zip", ZIP), XLSX),
    "a photo of a phone": (Attachment("invoice.heic", "image/heic", HEIC), "image/heic"),
    "a PDF that nobody declared": (Attachment("scan", "application/octet-stream", PDF), "application/pdf"),
    "a PDF that is declared as text": (Attachment("a.txt", "text/plain", PDF), "application/pdf"),
    "an image that is declared as a PDF": (Attachment("a.pdf", "application/pdf", JPEG), "image/jpeg"),
    "a text that is declared as a PDF": (Attachment("a.pdf", "application/pdf", b"hello"), "text/plain"),
    "a text that is declared as a PDF in capitals": (Attachment("a.pdf", "Application/PDF", b"hello"), "text/plain"),
    "a text that is named as a PDF": (Attachment("a.pdf", "", b"hello"), "text/plain"),
    "a program that is declared as an image": (Attachment("a.png", "image/png", b"MZ\x90\x00\x03"), UNKNOWN),
    "a zip file that is declared as a PDF": (Attachment("a", "application/pdf", ZIP), "application/zip"),
    "a zip file that is named as a PDF": (Attachment("a.pdf", "", ZIP), "application/zip"),
    "a table that a client sent as any bytes": (Attachment("sales.csv", UNKNOWN, CSV), "text/csv"),
    "a drawing": (Attachment("a.svg", "image/svg+xml", b"<svg xmlns='x'/>"), "image/svg+xml"),
}  # fmt: skip


@pytest.mark.parametrize("case", TYPES)
def test_a_file_is_what_its_first_bytes_tell_and_else_what_is_declared(case: str) -> None:
    attachment, mime = TYPES[case]
    assert mime_of(attachment) == mime


@pytest.mark.parametrize(
    ("mime", "document"),
    [
        ("application/pdf", True),
        ("image/jpeg", True),
        ("text/csv", True),
        ("text/plain", True),
        ("application/xml", True),
        (XLSX, True),
        ("image/gif", False),
        ("image/svg+xml", False),
        ("text/x-python", False),
        ("text/javascript", False),
        ("application/zip", False),
        ("application/vnd.android.package-archive", False),
        ("audio/mpeg", False),
        (UNKNOWN, False),
        ("", False),
    ],
)
def test_what_a_person_reads_is_a_document(mime: str, document: bool) -> None:
    assert is_document(mime) is document


@pytest.mark.parametrize(
    "case", ["a drawing", "a zip file that is named as a PDF", "a program that is declared as an image"]
)
def test_what_is_no_document_does_not_become_one_by_its_name(case: str) -> None:
    assert not is_document(mime_of(TYPES[case][0]))


def test_an_attachment_is_evidence_and_so_is_that_it_is_a_document() -> None:
    found = gather(reading("document"), Message("this", attachments=[PDF, {"name": "a.pdf", "data": PDF}, ZIP]))
    assert found.names == {"attachment", "document"}
    assert found.signals == (
        "attachment_present",
        "attachment_mime:application/pdf",
        "attachment_mime:application/zip",
    )
    found = gather(reading("attachment"), Message("this", attachments=[ZIP]))
    assert found.names == {"attachment"}
    assert gather(reading("document"), "this").names == frozenset()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "mime", "data", "x"]), inner),
    max_leaves=6,
)


@given(ANYTHING)
def test_whatever_comes_along_has_some_type(attachment: Any) -> None:
    mime = mime_of(attachment)
    assert isinstance(mime, str)
    assert mime
    if not isinstance(attachment, bytes | Mapping):
        assert mime == UNKNOWN


# SQL.

SQL = [
    "SELECT * FROM orders",
    "select count(*) from orders where total > 10",
    "SELECT customer_id,\n  sum(total)\nFROM orders\nGROUP BY 1\nORDER BY 2 DESC",
    "Run this:\n```sql\nSELECT a FROM b\n```\nand tell me why it is slow",
    "¿Qué devuelve esto?\nSELECT nombre FROM clientes;\ngracias",
    "O que faz essa consulta? SELECT a FROM b WHERE c = 'São Paulo'; obrigado",
    "WITH recent AS (SELECT * FROM orders) SELECT count(*) FROM recent",
    "select count(*) total from orders o",
    "SELECT o.total t, c.city FROM orders o JOIN customers c ON c.id = o.customer_id",
    "SELECT total FROM orders\n\nit is slow\nand\nI\ndo\nnot\nknow\nwhy,\nplease\nhelp",
    "INSERT INTO orders (id) VALUES (1)",
    "UPDATE orders SET total = 0 WHERE id = 1",
    "DELETE FROM orders WHERE id = 1",
    "Select one of my queries and run it: SELECT a FROM b",
    "Please select the right columns from this one: SELECT a, b FROM c",
]
PLAIN = [
    "please select a colour from the list",
    "I'd like to select a plan from your website",
    "can you select one from the menu for me?",
    "please select one from the menu",
    "Select something from the list",
    "Select the best product from our catalogue",
    "which customers did you select from the campaign?",
    "we select people from many countries every year",
    "delete from my account everything you know",
    "remove it, delete from the list",
    "insert into the box what belongs there",
    "how do I update orders set aside for later?",
    "selecione um item da lista",
    "selecciona uno de la lista, por favor",
    "quero atualizar o pedido e remover do carrinho",
    "with love as (in the song) a second language",
    "select",
    "from",
    "",
]  # fmt: skip


@pytest.mark.parametrize("text", SQL)
def test_a_statement_is_found_among_other_words(text: str) -> None:
    pytest.importorskip("sqlglot")
    assert holds_sql(text)
    found = gather(reading("sql"), text)
    assert found.names == {"sql"}
    assert found.signals == ("sql_probe_true",)


@pytest.mark.parametrize("text", PLAIN)
def test_the_words_of_sql_in_a_plain_sentence_are_none(text: str) -> None:
    pytest.importorskip("sqlglot")
    assert not holds_sql(text)
    assert gather(reading("sql"), text) == Evidence()


def test_without_the_parser_the_shape_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlglot", None)
    assert all(map(holds_sql, SQL))
    for text in (
        "select",
        "I select this one",
        "selecione da lista",
        "with love as ever",
        "update me",
        "remove from it",
    ):
        assert not holds_sql(text)


def test_what_the_parser_refuses_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: without the second look, a shape is enough."""
    sqlglot = pytest.importorskip("sqlglot")
    text = "select which one of these? from those here, I mean"
    assert not holds_sql(text)
    statement = sqlglot.select("price").from_("lamps")
    monkeypatch.setattr(sqlglot, "parse_one", lambda _: statement)
    assert holds_sql(text)


@pytest.mark.parametrize(
    "text",
    [
        "select " + "(" * 900 + " from",
        "select " + "[{" * 450 + " from",
        "select " + "case when " * 90 + " from x",
        "select " + "not " * 200 + "from x",
        "select from " + "(select " * 120,
        "select \x00 from \ud800",
        "select ' from",
        "select /* from",
    ],
)
def test_what_confuses_a_parser_is_missing_evidence_and_no_error(text: str) -> None:
    pytest.importorskip("sqlglot")
    assert isinstance(holds_sql(text), bool)


@given(st.text(alphabet=st.sampled_from("()'\"`;,.*=<>[]{}@#$%-/\\ \nax1"), max_size=40))
def test_no_statement_makes_the_probe_fail(middle: str) -> None:
    pytest.importorskip("sqlglot")
    assert isinstance(holds_sql(f"select {middle} from t{middle}"), bool)  # noqa: S608 - it is read, not run


def test_a_statement_of_many_lines_is_not_parsed_once_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs inline: a message of empty lines must not hold the event loop up."""
    sqlglot = pytest.importorskip("sqlglot")
    parsed: list[str] = []
    real = sqlglot.parse_one

    def counting(statement: str) -> Any:
        parsed.append(statement)
        return real(statement)

    monkeypatch.setattr(sqlglot, "parse_one", counting)
    assert not holds_sql("select ) from" + "\n" * 900)
    assert 0 < len(parsed) <= 20


# The schema.

STORE = Allowlist(
    (
        AllowedTable(
            "orders",
            (AllowedColumn("order_id"), AllowedColumn("total_amount", synonyms=("faturamento", "ingresos", "revenue"))),
            synonyms=("pedidos", "compras"),
        ),
        AllowedTable("customers", (AllowedColumn("city", synonyms=("cidade", "ciudad")),), synonyms=("clientes",)),
    )
)


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("how many orders do we have", ("orders",)),
        ("quantos pedidos temos", ("orders",)),
        ("¿cuántas compras tenemos?", ("orders",)),
        ("FATURAMENTO por cidade", ("orders", "customers")),
        ("ingresos por ciudad", ("orders", "customers")),
        ("revenue by city", ("orders", "customers")),
        ("os clientes de São Paulo", ("customers",)),
    ],
)
def test_words_of_the_schema_in_three_languages(text: str, tables: tuple[str, ...]) -> None:
    found = gather(reading("schema", allowlist=STORE), text)
    assert found.names == {"schema"}
    assert set(tables) <= set(mentions(found).tables)


@pytest.mark.parametrize("text", ["I reordered it", "a pedidozinho", "velocity matters", "hello", "", "borders"])
def test_parts_of_words_name_no_table(text: str) -> None:
    assert gather(reading("schema", allowlist=STORE), text) == Evidence()


def test_a_column_that_nobody_can_place_is_evidence_too() -> None:
    twice = Allowlist(
        (AllowedTable("buyers", (AllowedColumn("city"),)), AllowedTable("shops", (AllowedColumn("city"),)))
    )
    found = gather(reading("schema", allowlist=twice), "by city")
    assert found.names == {"schema"}
    assert mentions(found).columns == ("city",)


def test_a_guard_on_the_schema_needs_the_extension() -> None:
    with pytest.raises(RoutebookError, match="no such evidence"):
        reading("schema")


# Clues.

META = Clue("meta", frozenset({"ajuda", "ayuda", "help"}), (re.compile(r"\bquem e voce\b"),), frozenset({"select"}))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("I need help", True),
        ("AYÚDA", True),
        ("ajuda!", True),
        ("Quem é você?", True),
        ("quem e voce", True),
        ("helpful", False),
        ("a_help", False),
        ("help me select one", False),
        ("quem é você, SELECT", False),
        ("selected help", True),
        ("nothing", False),
    ],
)
def test_a_clue_is_a_whole_word_or_a_pattern_in_folded_text(text: str, holds: bool) -> None:
    assert gather(reading("meta", clues=[META]), text).names == ({"meta"} if holds else frozenset())


def test_a_clue_with_a_signal_is_told_though_no_guard_reads_it() -> None:
    told = Clue("meta", frozenset({"help"}), signal="meta_question")
    book = reading(clues=[told, Clue("silent", frozenset({"help"}))])
    assert Probes(book).any
    assert gather(book, "help") == Evidence(frozenset({"meta"}), ("meta_question",))


# History.

PAST = [("data", "how many orders"), ("talk", "hello"), ("papers", "what is the policy"), ("talk", "thanks")]


def test_where_the_conversation_went_and_what_the_message_leans_on() -> None:
    book = reading("earlier:data", "after:papers")
    found = gather(book, Message("and that one?", intent_history=PAST))
    assert {"earlier:data", "earlier:papers", "earlier:talk", "after:papers"} == found.names
    alone = gather(book, Message("how many sellers are there in the whole country", intent_history=PAST))
    assert not any(name.startswith("after:") for name in alone.names)
    assert "earlier:data" in alone.names
    assert gather(book, "and that one?") == Evidence()


def test_turns_whose_route_nobody_knows_are_no_evidence() -> None:
    book = reading("earlier:data", "after:data")
    turns = [Turn("user", "how many orders"), Turn("assistant", "ten", "data"), Turn("user", "since when", None)]
    assert gather(book, Message("and that one?", turns=turns)) == Evidence()
    turns[0] = Turn("user", "how many orders", "data")
    assert gather(book, Message("and that one?", turns=turns)).names == {"earlier:data"}


def test_only_the_recent_past_counts() -> None:
    past = [("data", "how many orders"), *[("papers", "what is the policy")] * 6]
    assert "earlier:data" not in gather(reading("earlier:data"), Message("x", intent_history=past)).names


# Hits.


def test_hits_of_the_caller_are_taken_as_they_are() -> None:
    found = gather(reading("hits"), Message("x", hits=[0.1, MIN_HIT_SCORE, 0.2]))
    assert found.names == {"hits"}
    assert found.signals == ("rag_probe_hit",)
    assert found.hits == (MIN_HIT_SCORE, 0.2, 0.1)
    below = gather(reading("hits"), Message("x", hits=[MIN_HIT_SCORE - 0.001]))
    assert (below.names, below.signals, below.hits) == (frozenset(), (), (MIN_HIT_SCORE - 0.001,))
    assert gather(reading("hits"), Message("x", hits=[])).hits == ()
    assert gather(reading("hits"), "x").hits is None


@given(st.lists(st.floats(0, 1), max_size=20))
def test_a_hit_is_a_score_of_the_bar_and_more_among_the_best(scores: list[float]) -> None:
    found = with_hits(Evidence(frozenset({"sql"}), ("sql_probe_true",)), scores)
    assert found.hits is not None
    assert len(found.hits) == min(MAX_HITS, len(scores))
    assert ("hits" in found.names) is any(score >= MIN_HIT_SCORE for score in scores)
    assert ("rag_probe_hit" in found.signals) is ("hits" in found.names)
    assert "sql" in found.names


# Only what is read is looked for.


class _Watched(Allowlist):
    """An allowlist that nobody may ask."""

    def mentions(self, text: str) -> Any:
        raise AssertionError("looked for the schema")


def test_what_no_guard_reads_is_not_looked_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def forbidden(*_: object) -> Any:
        raise AssertionError("looked for what nobody reads")

    monkeypatch.setattr(module, "holds_sql", forbidden)
    monkeypatch.setattr(module, "mime_of", forbidden)
    monkeypatch.setattr(module, "recent_user_turns", forbidden)
    watched = _Watched(STORE.tables)
    message = Message("SELECT total_amount FROM orders -- unread", attachments=[PDF], intent_history=PAST)
    book = reading("meta", clues=[META, Clue("unread", frozenset({"unread"}))], allowlist=watched)
    assert gather(book, message) == Evidence()
    for name in ("sql", "document", "attachment", "earlier:data", "after:data"):
        with pytest.raises(AssertionError, match="looked for"):
            gather(reading(name, allowlist=watched), message)
    # An extension is asked too, and its failure is logged, not raised.
    assert not caplog.text
    gather(reading("schema", allowlist=watched), message)
    assert "looked for the schema" in caplog.text


def test_without_guards_and_signals_there_is_nothing_to_look_for() -> None:
    assert not Probes(reading()).any
    assert not Probes(reading(clues=[META])).any
    assert Probes(reading("meta", clues=[META])).any


def test_the_evidence_is_told_in_words() -> None:
    names = frozenset({"zeta", "hits", "sql", "schema", "after:data", "attachment"})
    found = Evidence(names, (), (0.71, 0.2), (SchemaMentions(("orders", "customers")),))
    said = f"attachment, sql, hits, after:data, schema, zeta, tables orders, customers, best hit 0.71 of {MIN_HIT_SCORE:.2f}"
    assert describe(found) == said
    assert describe(Evidence()) == "nothing"
    assert json.dumps(describe(with_hits(Evidence(), [0.5]))) == f'"best hit 0.50 of {MIN_HIT_SCORE:.2f}"'


# Few words, files set aside, searches without scores.


@pytest.mark.parametrize("folded", ["", "?", "...", "da uma olhada", "mira esto", "see attached", "ta ai", "this one"])
def test_words_that_only_point_say_nothing(folded: str) -> None:
    assert is_wordless(folded)


@pytest.mark.parametrize("folded", ["obrigado", "thanks", "gracias", "my cat", "quanto deu o frete", "o " * 9])
def test_words_that_tell_something_say_something(folded: str) -> None:
    assert not is_wordless(folded)


def test_a_file_that_is_set_aside_is_no_evidence_but_a_signal() -> None:
    book, message = reading("document"), Message("hello", attachments=[PDF])
    resolved = resolve(message)
    assert Probes(book).gather(message, resolved).names >= {"document"}
    aside = Probes(book).gather(message, resolved._replace(file_aside=True))
    assert (aside.names, aside.signals) == (frozenset(), ("attachment_ignored",))


@pytest.mark.parametrize("told", PERHAPS.values())
def test_a_guess_in_the_last_answer_is_evidence(told: str) -> None:
    asked = [Turn("user", "odd?", "data"), Turn("assistant", f"Hm. {told.format('Orders')}", "data")]
    later = [*asked, Turn("user", "yes", "data"), Turn("assistant", "Done.", "data")]
    book = reading("guess-told")
    assert gather(book, Message("yes", turns=asked)).names == {"guess-told"}
    assert gather(book, Message("yes", turns=later)).names == frozenset()
    assert gather(book, told).names == frozenset()
    assert gather(reading("short"), Message("yes", turns=asked)).names == {"short"}


@pytest.mark.parametrize(
    ("text", "holds"), [("sí, eso", True), ("no", True), ("yes, in 2017", False), ("maybe", False)]
)
def test_a_yes_or_a_no_alone_is_evidence(text: str, holds: bool) -> None:
    assert ("yes-or-no" in gather(reading("yes-or-no"), text).names) is holds


def test_a_clue_of_files_is_looked_for_in_their_names() -> None:
    named = Clue("bills", frozenset({"fatura"}), files=True)
    book = reading("bills", clues=[named])
    assert gather(book, Message("hello", attachments=[{"name": "FATURA_2024-07.pdf"}])).names == {"bills"}
    assert gather(book, Message("fatura", attachments=[{"name": "slides.pdf"}])).names == frozenset()
    assert gather(book, "fatura").names == frozenset()
    aside = Message("hello", attachments=[{"name": "fatura.pdf"}])
    assert Probes(book).gather(aside, resolve(aside)._replace(file_aside=True)).names == frozenset()


def test_items_are_evidence() -> None:
    assert gather(reading("items"), "lamp 319.00 / chair 189.00").names == {"items"}
    assert gather(reading("items"), "lamp 319.00").names == frozenset()


def test_a_turn_without_a_route_and_a_kept_document_are_evidence() -> None:
    book = reading("earlier:papers", "unrecorded")
    assert gather(book, Message("and?", turns=[("user", "read it")])).names == {"unrecorded"}
    kept = [Turn("document", "{}", "papers"), *[Turn("user", "hi", "talk")] * 9]
    assert gather(book, Message("and?", turns=kept)).names >= {"earlier:papers", "earlier:talk"}


@pytest.mark.parametrize("why", NoScores)
def test_a_search_without_scores_is_a_signal_of_its_own(why: NoScores) -> None:
    evidence = with_search(Evidence(), why)
    assert (evidence.hits, evidence.signals) == (None, (why.value,))
    assert with_search(Evidence(), [0.9]).signals == ("rag_probe_hit",)
