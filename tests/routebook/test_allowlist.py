"""An allowlist is read with every fault told, written as it was, and finds what a message speaks of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import KINDS, AllowlistError, read_allowlist, write_allowlist

STORE = store_allowlist()


def written(folder: Path, content: Any) -> Path:
    file = folder / "allowlist.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


MENTIONS = {
    "quantos pedidos por estado?": ("orders customers", "customers.customer_state"),
    "Quantas COMPRAS em São Paulo?": ("orders", ""),
    "show me the reviews of orders": ("order_reviews orders", ""),
    "¿cuántas reseñas tenemos?": ("order_reviews", ""),
    "frete médio por categoria": ("order_items products", "order_items.freight_value products.product_category_name"),
    "costo de envio por vendedor": ("order_items sellers", "order_items.freight_value"),
    "número de parcelas": ("order_payments", "order_payments.payment_installments"),
    "number of installments by payment method": ("order_payments", "order_payments.payment_installments order_payments.payment_type"),
    "cuotas por forma de pago": ("order_payments", "order_payments.payment_installments order_payments.payment_type"),
    "cidade dos vendedores": ("sellers", "sellers.seller_city"),
    "customers by city": ("customers", "customers.customer_city"),
    "ciudades de los clientes": ("customers", "customers.customer_city"),
    "faturamento de maio": ("order_payments", "order_payments.payment_value"),
    "revenue in May": ("order_payments", "order_payments.payment_value"),
    "ingresos de mayo": ("order_payments", "order_payments.payment_value"),
    "peso dos produtos": ("products", "products.product_weight_g"),
    "fotos": ("products", "products.product_photos_qty"),
    "itens vendidos": ("order_items", ""),
    "estado del pedido": ("orders", "orders.order_status"),
    "preço do frete por CEP do cliente": ("order_items customers", "order_items.price order_items.freight_value customers.customer_zip_code_prefix"),
    "SELECT order_id FROM order_items": ("order_items", "order_items.order_id"),
    "what is order_id": ("orders", "orders.order_id"),
    "prazo de entrega": ("orders", "orders.order_estimated_delivery_date"),
}  # fmt: skip


@pytest.mark.parametrize("text", MENTIONS)
def test_mentions(text: str) -> None:
    """Names, synonyms and plurals in three languages point to tables, and columns to theirs."""
    tables, columns = MENTIONS[text]
    assert STORE.mentions(text) == (tuple(tables.split()), tuple(columns.split()))


@pytest.mark.parametrize(
    "text",
    ["", "oi", "foi", "Bom dia, tudo bem?", "valor total", "nome e data", "Total?", "the name and the date", "o valor", "fecha y nombre",
     "resuma essa nota fiscal", "leia a ordem de compra", "in order to understand", "the state of the art", "pedidozinho", "reordered"],
)  # fmt: skip
def test_nothing_is_mentioned(text: str) -> None:
    """Parts of words, words about anything and phrases that mean something else point nowhere."""
    assert STORE.mentions(text) == ((), ())


def test_unclear_column_stays_bare() -> None:
    """A city may be a buyer's or a seller's: where nothing tells, no table is guessed."""
    found = STORE.mentions("por cidade")
    assert found.tables == ()
    assert set(found.columns) == {"customer_city", "seller_city", "geolocation_city"}


def test_general_word_counts_beside_its_table() -> None:
    """`nome` alone points nowhere; beside the table that has it, it is that column."""
    people = Allowlist(
        (
            AllowedTable("clientes", (AllowedColumn("nome"), AllowedColumn("total"))),
            AllowedTable("lojas", (AllowedColumn("nome"),)),
        )
    )
    assert people.mentions("nome") == ((), ())
    assert people.mentions("o nome dos clientes") == (("clientes",), ("clientes.nome",))


def test_names_as_people_say_them() -> None:
    """Underscores and humps are spaces in speech."""
    shop = Allowlist(
        (
            AllowedTable("StockMoves", (AllowedColumn("movedAt"),)),
            AllowedTable("price_list", (AllowedColumn("gross_price"),)),
        )
    )
    assert shop.mentions("stock moves").tables == ("StockMoves",)
    assert shop.mentions("gross prices").columns == ("price_list.gross_price",)
    assert shop.mentions("stockmoves").tables == ("StockMoves",)


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    """Whatever is sent, what is found is in the allowlist."""
    found = STORE.mentions(text)
    assert all(STORE.table(table) is not None for table in found.tables)
    names = {name for columns in STORE.columns_by_table().values() for name in columns}
    assert all(column.split(".")[-1] in names for column in found.columns)


@given(
    st.sampled_from([(t.name, word) for t in STORE.tables for word in (t.name, *t.synonyms)]),
    st.sampled_from(["", "¿", "x "]),
)
def test_every_synonym_points_to_its_table(pair: tuple[str, str], before: str) -> None:
    """With capitals or in lower case, at the start or not."""
    table, word = pair
    assert table in STORE.mentions(before + word.upper()).tables
    assert table in STORE.mentions(f"{before}{word}?").tables


def test_near_keeps_a_small_schema_whole() -> None:
    """Nothing is left out where all fits."""
    assert STORE.near("qualquer coisa", 9) is STORE


def test_near_takes_what_is_mentioned_and_what_it_hangs_on() -> None:
    """References to what is left out are left out too, so that nothing points into the void."""
    many = Allowlist((*(AllowedTable(f"filler_{n}", (AllowedColumn("x"),)) for n in range(60)), *STORE.tables))
    near = many.near("avaliações por estado do cliente", 3)
    assert {table.name for table in near.tables} == {"order_reviews", "customers", "orders"}
    two = many.near("frete", 2)
    names = {table.name for table in two.tables}
    assert "order_items" in names
    assert len(names) == 2
    for table in two.tables:
        assert all(column.references is None or column.references[0] in names for column in table.columns)


def test_near_reads_values_and_comments() -> None:
    """A word that is no synonym still tells which table is nearer."""
    many = Allowlist((*(AllowedTable(f"filler_{n}", (AllowedColumn("x"),)) for n in range(20)), *STORE.tables))
    assert {table.name for table in many.near("boleto", 1).tables} == {"order_payments"}


def test_store_has_nine_tables() -> None:
    """The built-in default names the tables of the store, the seed's spelling included."""
    assert len(STORE.tables) == 9
    assert "product_name_lenght" in STORE.columns_by_table()["products"]
    for table in STORE.tables:
        assert table.comment
        assert len(table.synonyms) >= 3


def test_lookup_and_capitals() -> None:
    """Capitals count only where two names differ in nothing else."""
    both = Allowlist(
        (
            AllowedTable("Orders", (AllowedColumn("ID"), AllowedColumn("id"))),
            AllowedTable("orders", (AllowedColumn("id"),)),
            AllowedTable("Items", (AllowedColumn("a"),)),
        )
    )
    assert both.table("items") is both.tables[2]
    assert both.table("orders") is both.tables[1]
    assert both.table("ORDERS") is None
    assert both.tables[0].column("ID") is both.tables[0].columns[0]
    assert both.table("nothing") is None


BROKEN: dict[str, tuple[Any, str, str]] = {
    "not json": ("{", "json", "fix the JSON"),
    "not an object": ([], "allowlist", "must be an object"),
    "empty": ({}, "tables", "at least one table"),
    "no tables": ({"tables": {}}, "tables", "at least one table"),
    "unknown key": ({"tables": {"a": ["b"]}, "extra": 1}, "allowlist.extra", "known: tables, ignored"),
    "unknown key of a table": ({"a": {"columns": ["b"], "synonims": []}}, "a.synonims", "known: comment"),
    "unknown key of a column": ({"tables": {"a": {"columns": {"b": {"kind": "text"}}}}}, "tables.a.columns.b.kind", "known: type"),
    "table of no columns": ({"a": []}, "a.columns", "must list the columns"),
    "column twice": ({"a": ["b", "b"]}, "a.columns", "each once"),
    "table twice": ('{"a": ["b"], "a": ["c"]}', "allowlist", "given twice"),
    "column is a number": ({"a": [1]}, "a.columns", "list of names"),
    "table is a string": ({"a": "b"}, "a", "must be an object"),
    "no name": ({"": ["b"]}, "", "not empty"),
    "unknown type": ({"a": {"columns": {"b": {"type": "varchar"}}}}, "a.columns.b.type", "text, integer"),
    "key is a string": ({"a": {"columns": {"b": {"key": "yes"}}}}, "a.columns.b.key", "true or false"),
    "synonyms as one string": ({"a": {"columns": ["b"], "synonyms": "x"}}, "a.synonyms", "list of strings"),
    "values as numbers": ({"a": {"columns": {"b": {"values": [1]}}}}, "a.columns.b.values", "list of strings"),
    "comment is a list": ({"a": {"columns": ["b"], "comment": []}}, "a.comment", "must be a string"),
    "reference without a column": ({"a": {"columns": {"b": {"references": "c"}}}}, "a.columns.b.references", "table.column"),
    "reference to nothing": ({"a": {"columns": {"b": {"references": "c.d"}}}}, "a.columns.b.references", "not in this file"),
    "proposed as one string": ({"a": {"columns": ["b"], "proposed": "x"}}, "a.proposed", "list of strings"),
    "words for values as a list": ({"a": {"columns": {"b": {"value_synonyms": []}}}}, "a.columns.b.value_synonyms", "must be an object"),
    "words for a value as one string": ({"a": {"columns": {"b": {"value_synonyms": {"x": "y"}}}}}, "a.columns.b.value_synonyms.x", "list of strings"),
    "ignored is a string": ({"tables": {"a": ["b"]}, "ignored": "x"}, "ignored", "list of strings"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_fault_is_told(tmp_path: Path, name: str) -> None:
    """File, key, value and remedy."""
    content, key, remedy = BROKEN[name]
    file = written(tmp_path, content)
    with pytest.raises(AllowlistError) as caught:
        read_allowlist(file)
    assert caught.value.file == str(file)
    assert caught.value.key == key
    assert remedy in caught.value.remedy


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder and another encoding each say what to do."""
    with pytest.raises(AllowlistError, match="fingerpost agents allowlist URL"):
        read_allowlist(tmp_path / "none.json")
    with pytest.raises(AllowlistError, match="fingerpost agents allowlist URL"):
        read_allowlist(tmp_path)
    file = tmp_path / "latin.json"
    file.write_bytes('{"preço": ["a"]}'.encode("latin-1"))
    with pytest.raises(AllowlistError, match="UTF-8"):
        read_allowlist(file)
    with pytest.raises(AllowlistError, match="may write"):
        write_allowlist(tmp_path / "no" / "such.json", STORE)
    assert [entry.name for entry in tmp_path.iterdir()] == ["latin.json"]


def test_plain_form(tmp_path: Path) -> None:
    """Names alone are enough; a table may be called tables."""
    plain = {"tables": ["id"], "orders": ["order_id", "customer_id"]}
    assert read_allowlist(written(tmp_path, plain)).columns_by_table() == plain


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(
    lambda name: bool(name.strip())
)
words = st.lists(names, max_size=3).map(tuple)
columns = st.builds(
    AllowedColumn, names, st.sampled_from(KINDS), st.text(max_size=10), words, words, st.none(), st.booleans()
)
tables = st.builds(
    AllowedTable,
    names,
    st.lists(columns, min_size=1, max_size=4, unique_by=lambda column: column.name).map(tuple),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    words,
)
allowlists = st.builds(
    Allowlist, st.lists(tables, min_size=1, max_size=4, unique_by=lambda table: table.name).map(tuple), words
)


@given(allowlists)
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, allowlist: Allowlist) -> None:
    """All parts survive, whatever the names are."""
    file = tmp_path_factory.getbasetemp() / "round.json"
    write_allowlist(file, allowlist)
    assert read_allowlist(file) == allowlist


def test_store_is_written_back_whole(tmp_path: Path) -> None:
    """References too."""
    write_allowlist(tmp_path / "again.json", STORE)
    assert read_allowlist(tmp_path / "again.json") == STORE
