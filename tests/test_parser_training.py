"""The training of the semantic parser: the parts of queries, the rows, the written databases, and the network."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import sqlglot
from sqlglot import exp
from training import parser_confidence
from training.name_phrases import read_names
from training.parser_rows import AXES, DATABASES, UNKNOWN, Arrays, questions_of, read_database, rows_of, scripts_in
from training.query_expressions import UnsupportedQueryError
from training.query_parts import parts_of

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, tokens
from fingerpost.assistants.agents.analytics.semantic_parser import network as network_module
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.features import LIKENESSES
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, HEADS, ROLES, ParserNetworks
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    FILLED,
    FLAGS,
    POSITIVE,
    TABLE,
    VALUE,
    WIDTH,
    ZERO,
    Item,
    schema_items,
)

WRITTEN = [*scripts_in([DATABASES]), *scripts_in([DATABASES / "held_out"])]
BREWERY = DATABASES / "brewery.sql"
OPEN = Path(__file__).parent / "data" / "questions" / "open"
SHOP = Allowlist(
    (
        AllowedTable(
            "customers",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("name"),
                AllowedColumn("city", values=("Porto", "Vigo")),
                AllowedColumn("email"),
            ),
            label=("name",),
        ),
        AllowedTable(
            "orders",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("customer_id", "integer", references=("customers", "id")),
                AllowedColumn("status", values=("open", "paid")),
                AllowedColumn("total", "number"),
                AllowedColumn("placed_on", "date"),
                AllowedColumn("sent_on", "date"),
            ),
        ),
    )
)
CUSTOMERS, ORDERS = Item(TABLE, "customers"), Item(TABLE, "orders")
CITY, EMAIL = Item(COLUMN, "customers", "city"), Item(COLUMN, "customers", "email")
TOTAL, PLACED = Item(COLUMN, "orders", "total"), Item(COLUMN, "orders", "placed_on")
SENT = Item(COLUMN, "orders", "sent_on")
PAID = Item(VALUE, "orders", "status", "paid")
NOTHING = {name: values[0] for name, values in HEADS.items()}


@pytest.mark.parametrize(
    ("sql", "roles", "heads"),
    [
        (
            "SELECT COUNT(*) FROM orders WHERE status = 'paid'",
            {ORDERS: "aggregate", PAID: "equal"},
            {"aggregate": "count"},
        ),
        ("SELECT name FROM customers", {CUSTOMERS: "select"}, {}),
        ("SELECT name, city FROM customers ORDER BY name", {CUSTOMERS: "select", CITY: "select"}, {}),
        (
            "SELECT c.name, SUM(o.total) AS t FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id ORDER BY t DESC LIMIT 5",
            {CUSTOMERS: "group", TOTAL: "aggregate"},
            {"aggregate": "sum", "order": "desc", "limit": "several"},
        ),
        (
            "SELECT strftime('%Y-%m', placed_on), ROUND(AVG(total), 2) FROM orders GROUP BY 1",
            {PLACED: "group_time", TOTAL: "aggregate"},
            {"aggregate": "avg", "part": "month"},
        ),
        (
            "SELECT name FROM customers WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = customers.id)",
            {CUSTOMERS: "select", ORDERS: "without"},
            {},
        ),
        (
            "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE total > 100)",
            {CUSTOMERS: "select", ORDERS: "exists", TOTAL: "compare"},
            {},
        ),
        (
            "SELECT COUNT(*) FROM customers WHERE email IS NULL",
            {CUSTOMERS: "aggregate", EMAIL._replace(kind=EMPTY): "hold"},
            {"aggregate": "count"},
        ),
        (
            "SELECT name FROM customers WHERE email IS NOT NULL",
            {CUSTOMERS: "select", EMAIL._replace(kind=FILLED): "hold"},
            {},
        ),
        (
            "SELECT MAX(total) FROM orders WHERE placed_on >= '2024-01-01'",
            {TOTAL: "aggregate", PLACED: "date"},
            {"aggregate": "max"},
        ),
        (
            "SELECT COUNT(DISTINCT customer_id) FROM orders",
            {CUSTOMERS: "aggregate", ORDERS: "exists"},
            {"aggregate": "count", "distinct": "yes"},
        ),
        ("SELECT COUNT(DISTINCT city) FROM customers", {CITY: "aggregate"}, {"aggregate": "count", "distinct": "yes"}),
        (
            "SELECT id FROM orders WHERE total BETWEEN 10 AND 20 AND NOT status = 'paid'",
            {ORDERS: "select", TOTAL: "compare", PAID: "differ"},
            {},
        ),
        (
            "SELECT c.name FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.total LIMIT 1",
            {CUSTOMERS: "select", TOTAL: "rank"},
            {"order": "asc", "limit": "one"},
        ),
        (
            "SELECT 100.0 * SUM(status = 'paid') / COUNT(*) FROM orders",
            {ORDERS: "aggregate", PAID: "share"},
            {"aggregate": "share"},
        ),
        (
            "SELECT ROUND(1.0 * SUM(CASE WHEN status = 'paid' THEN total END) / SUM(total), 2) FROM orders",
            {TOTAL: "aggregate", PAID: "share"},
            {"aggregate": "share"},
        ),
        (
            "SELECT AVG(julianday(sent_on) - julianday(placed_on)) FROM orders",
            {PLACED: "start", SENT: "end"},
            {"aggregate": "avg"},
        ),
        (
            "SELECT id FROM orders ORDER BY julianday(sent_on) - julianday(placed_on) DESC LIMIT 1",
            {ORDERS: "select", PLACED: "start", SENT: "end"},
            {"order": "desc", "limit": "one"},
        ),
        ("SELECT id FROM orders WHERE sent_on > placed_on", {ORDERS: "select", SENT: "more", PLACED: "less"}, {}),
        (
            "SELECT c.name FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id HAVING COUNT(*) > 3",
            {CUSTOMERS: "select", ORDERS: "having"},
            {},
        ),
        ("SELECT id FROM orders WHERE total = 0", {ORDERS: "select", TOTAL._replace(kind=ZERO): "hold"}, {}),
        ("SELECT id FROM orders WHERE total > 0", {ORDERS: "select", TOTAL._replace(kind=POSITIVE): "hold"}, {}),
        ("SELECT DISTINCT city FROM customers", {CITY: "select"}, {"distinct": "yes"}),
        ("SELECT * FROM orders WHERE status = 'paid'", {ORDERS: "select", PAID: "equal"}, {}),
        (
            "SELECT o.* FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.email IS NULL",
            {ORDERS: "select", EMAIL._replace(kind=EMPTY): "hold"},
            {},
        ),
    ],
)
def test_a_query_has_its_parts(sql: str, roles: dict[Item, str], heads: dict[str, str]) -> None:
    parts = parts_of(sql, SHOP)
    assert parts.roles == {item: {role} for item, role in roles.items()}
    assert parts.heads == {**NOTHING, **heads}


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM orders",
        "SELECT 1",
        "SELECT name FROM suppliers",
        "SELECT colour FROM customers",
        "SELECT total * 2 FROM orders",
        "SELECT SUM(total), COUNT(*) FROM orders",
        "SELECT SUM(total * 2) FROM orders",
        "SELECT SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) FROM orders",
        "SELECT name FROM customers WHERE name LIKE '%ana%'",
        "SELECT name FROM customers WHERE city = 'Porto' OR email IS NULL",
        "SELECT id FROM orders WHERE total > (SELECT AVG(total) FROM orders)",
        "SELECT COUNT(*) FROM (SELECT id FROM orders)",
        "SELECT 1.0 * SUM(total > 10) / COUNT(*) FROM orders",
        "SELECT id FROM orders WHERE sent_on >= placed_on",
        "SELECT customer_id FROM orders GROUP BY customer_id HAVING AVG(total) > 3",
    ],
)
def test_a_query_that_roles_cannot_say_is_refused(sql: str) -> None:
    with pytest.raises(UnsupportedQueryError):
        parts_of(sql, SHOP)


@pytest.fixture(scope="module")
def rows() -> Arrays:
    return rows_of([BREWERY])


def test_rows_have_the_shapes_that_the_network_reads(rows: Arrays, tmp_path: Path) -> None:
    own = {name.removeprefix("brewery/"): array for name, array in rows.items() if name.startswith("brewery/")}
    database = read_database(BREWERY, tmp_path)
    schema = schema_items(database.allowlist)
    count, words, items = len(database.questions), int(own["lengths"].sum()), len(schema.items)
    assert own["lengths"].tolist() == [len(tokens(question.text)) for question in database.questions]
    assert own["alike"].shape == (words, schema.sources, LIKENESSES)
    assert own["vectors"].shape == (schema.sources, 3 * WIDTH)
    assert own["item_flags"].shape == (items, FLAGS)
    assert own["references"].shape == (len(database.allowlist.tables),) * 2
    assert len(own["source"]) == len(own["table"]) == items
    assert len(own["words"]) == len(own["around"]) == len(own["links"]) == len(own["comparisons"]) == words
    assert own["heads"].shape == (count, len(HEADS))
    assert own["words"].max() == len(rows["words"]) - 1
    assert own["around"].shape[1] > AXES == rows["context"].shape[1]
    assert own["links"].max() < len(CLASSES) + items


def test_rows_have_the_parts_and_links_of_their_questions(rows: Arrays, tmp_path: Path) -> None:
    database = read_database(BREWERY, tmp_path)
    first = database.questions[0]
    assert first.text == "how many beers do we still make?"
    items = schema_items(database.allowlist).items
    not_retired = items.index(Item(VALUE, "beers", "retired", "0"))
    beers = items.index(Item(TABLE, "beers"))
    count, nothing, behind = CLASSES.index("count"), CLASSES.index("nothing"), len(CLASSES)
    said = [count, count, behind + beers, nothing, nothing, behind + not_retired, behind + not_retired, UNKNOWN]
    assert rows["brewery/links"][: len(said)].tolist() == said
    found = {tuple(one[1:]) for one in rows["brewery/roles"].tolist() if one[0] == 0}
    assert found == {(beers, ROLES.index("aggregate")), (not_retired, ROLES.index("equal"))}
    assert rows["brewery/heads"][0].tolist() == [HEADS["aggregate"].index("count"), 0, 0, 0, 0]
    without_query = [at for at, question in enumerate(database.questions) if question.sql is None]
    assert (rows["brewery/heads"][without_query] == UNKNOWN).all()


def test_the_databases_are_there_and_those_held_out_lie_apart() -> None:
    assert len(WRITTEN) == len({script.stem for script in WRITTEN}) == 408
    assert not any("held_out" in script.parts for script in scripts_in([DATABASES]))
    assert not {script.stem for script in WRITTEN} & {script.stem for script in scripts_in([OPEN])}


@pytest.mark.parametrize("script", WRITTEN, ids=lambda script: script.stem)
def test_every_query_runs_and_every_link_is_in_its_question(script: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script.read_text(encoding="utf-8"))
        tables = [name.lower() for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        questions = questions_of(script)
        assert len(questions) >= 30
        for question in questions:
            if question.sql is not None:
                assert connection.execute(question.sql).fetchall(), question.text
            at = 0
            for phrase, target in question.links:
                at = question.text.find(phrase, at)
                assert at >= 0, (question.text, phrase)
                at += len(phrase)
                named = re.match(r"(\w+)\b", target)
                classes = {*CLASSES, "total", "null", "and", "or"}
                assert target in classes or (named and named[1].lower() in tables), (question.text, target)


@pytest.mark.parametrize(
    ("sql", "wide"),
    [
        ("SELECT name FROM customers GROUP BY customers.name, customers.id", True),
        ("SELECT city FROM customers GROUP BY customers.city", False),
        ("SELECT COUNT(*) FROM customers", False),
    ],
)
def test_rows_are_right_whatever_is_shown_of_them(sql: str, wide: bool) -> None:
    select = sqlglot.parse_one(sql, into=exp.Select)
    shown = parser_confidence.with_whole_rows(select, SHOP)
    assert len(shown.expressions) == len(select.expressions) + wide
    assert shown.sql(dialect="sqlite").startswith(select.sql(dialect="sqlite").partition(" FROM")[0])


def test_the_confidence_tells_right_readings_from_wrong_ones() -> None:
    draw = np.random.default_rng(1)
    right = draw.integers(0, 2, 400).astype(np.float32)
    evidence = draw.normal(0, 1, (400, len(ReadingEvidence._fields))).astype(np.float32)
    evidence[:, 0] = right + draw.normal(0, 0.5, 400)
    judged = parser_confidence.judged_unseen(evidence, right, [str(at % 10) for at in range(400)])
    assert judged[right == 1].mean() > 0.7
    assert judged[right == 0].mean() < 0.3


def test_numpy_walks_the_trees_as_they_were_fitted() -> None:
    draw = np.random.default_rng(2)
    evidence = draw.normal(0, 1, (300, len(ReadingEvidence._fields))).astype(np.float32)
    right = (evidence[:, 0] + evidence[:, 1] + draw.normal(0, 0.3, 300) > 0).astype(np.float32)
    fitted = parser_confidence.fit(evidence, right)
    arrays = parser_confidence.arrays_of(fitted)
    walked = parser_confidence.probabilities(arrays, evidence)
    assert walked == pytest.approx(1 / (1 + np.exp(-fitted.scores(evidence))), abs=1e-4)
    broken = {**arrays, "left": arrays["right"], "right": arrays["left"]}
    assert parser_confidence.probabilities(broken, evidence) != pytest.approx(walked, abs=1e-2)


def test_two_epochs_lower_the_loss(rows: Arrays) -> None:
    torch = pytest.importorskip("torch")
    parser_network = import_module("training.parser_network")
    loaded = parser_network.Rows(rows, "cpu")
    of = loaded.databases["brewery"]
    picked = torch.arange(len(of.words))
    losses = []
    for epochs in (0, 2):
        network = parser_network.train(loaded, ["brewery"], seed=11, epochs=epochs)
        losses.append(parser_network.loss_of(network(of, picked, loaded.vectors), of, picked).item())
    assert losses[1] < losses[0]


def test_a_question_is_the_same_beside_longer_ones(rows: Arrays) -> None:
    torch = pytest.importorskip("torch")
    parser_network = import_module("training.parser_network")
    loaded = parser_network.Rows(rows, "cpu")
    of = loaded.databases["brewery"]
    network = parser_network.train(loaded, ["brewery"], seed=11, epochs=0)
    # A sign is like nothing, as what stands behind the end is: one without signs shows whether this counts.
    pieces = [tokens(question.text) for question in questions_of(BREWERY)]
    plain = next(at for at, words in enumerate(pieces) if {word.kind for word in words} == {WORD})
    longest = max(range(len(pieces)), key=lambda at: len(pieces[at]))
    alone, beside = (network(of, torch.tensor(picked), loaded.vectors) for picked in ([plain], [plain, longest]))
    assert torch.allclose(alone.roles[0], beside.roles[0], atol=1e-5)
    assert torch.allclose(alone.supported[0], beside.supported[0], atol=1e-5)
    assert all(torch.allclose(alone.heads[name][0], beside.heads[name][0], atol=1e-5) for name in HEADS)


def test_numpy_computes_what_was_trained(rows: Arrays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    # In training no value is left out.
    monkeypatch.setattr(network_module, "nearest_items", lambda schema, alike: np.arange(len(schema.items)))
    parser_network = import_module("training.parser_network")
    loaded = parser_network.Rows(rows, "cpu")
    network = parser_network.train(loaded, ["brewery"], seed=11, epochs=2)
    database = read_database(BREWERY, tmp_path)
    schema = schema_items(database.allowlist)
    guess = network(loaded.databases["brewery"], torch.tensor([0]), loaded.vectors)
    weights = parser_network.shipped_weights([network], loaded.context)
    weights |= parser_confidence.UNFITTED
    pieces = tokens(database.questions[0].text)
    networks = ParserNetworks(weights)
    seen = networks.see(schema, pieces)
    (reading,) = networks.read(seen)
    assert np.allclose(torch.sigmoid(guess.roles[0]).detach(), reading.roles, atol=0.01)
    assert np.allclose(torch.softmax(guess.links[0, : len(pieces)], -1).detach(), reading.links, atol=0.01)
    assert np.allclose(torch.sigmoid(guess.supported[0]).detach(), reading.supported, atol=0.01)
    for name in HEADS:
        assert np.allclose(torch.softmax(guess.heads[name][0], -1).detach(), reading.heads[name], atol=0.01)
    broken = {**weights, "0/role2.bias": weights["0/role2.bias"] + 1}
    (other,) = ParserNetworks(broken).read(seen)
    assert not np.allclose(reading.roles, other.roles, atol=0.01)


def test_phrases_stand_beside_the_names_of_what_they_are_linked_to() -> None:
    [one] = read_names(sorted((DATABASES / "held_out").glob("*.sql"))[:1])
    assert one.phrases
    assert {phrase.spelled for phrase in one.phrases} == {False, True}
    for phrase in one.phrases:
        names = " ".join(one.names[phrase.source])
        # Whoever says a word of the names is marked, whatever its ending.
        assert phrase.spelled or not any(f" {word} " in f" {names} " for word in phrase.words), (phrase, names)
