"""What stays of collected rows: duplicates, contradictions, held-out texts, floods, and clients with too much to say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.learning import cleaning
from fingerpost.learning.cleaning import (
    CLIENT_LIMIT,
    CONTRADICTORY,
    DUPLICATE,
    HELD_OUT,
    MIN_CLIENT_LIMIT,
    NEAR_DUPLICATE,
    OVERRULED,
    SAID_AGAIN,
    UNCORRECTED_LIMIT,
    _surplus_in_clusters,
    clean,
    client_limit,
)
from fingerpost.learning.collect import CollectedRows, LabelledRow, normalized
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.testing import WordEncoder
from tests.learning.talk import ROUTES, labelled, unhurried


def cleaned(rows: Sequence[LabelledRow], held_out: Sequence[str] = ()) -> CollectedRows:
    return clean(CollectedRows(list(rows), Counter()), held_out, WordEncoder(), None)


def told(rows: Sequence[LabelledRow]) -> list[tuple[str, str]]:
    return [(row.text, row.route) for row in rows]


def others(count: int, route: str, source: str = "teacher") -> list[LabelledRow]:
    """Return rows of which each is another client's, and unlike the others."""
    words = [f"w{number}a{route} w{number}b{route} w{number}c{route}" for number in range(count)]
    return [labelled(text, route, source, session=text) for text in words]


# Duplicates and contradictions.


def test_the_same_message_is_one_row() -> None:
    rows = [labelled("Sum the prices!", session="a", at=1), labelled("  sum the  PRICES", session="b", at=2)]
    rows += [labelled("sum the prices", session="a", at=3), labelled("sum the prices", after="CODE", session="a", at=4)]
    found = cleaned(rows)
    assert [(row.text, row.after) for row in found.rows] == [("sum the prices", None), ("sum the prices", "CODE")]
    assert found.left_out == {DUPLICATE: 2}


def test_a_whole_text_is_kept_rather_than_a_cut_one() -> None:
    rows = [labelled("sum the prices", session="a", at=1), labelled("sum the prices", session="b", at=2, cut=True)]
    assert [row.cut for row in cleaned(rows).rows] == [False]


@pytest.mark.parametrize(
    ("said", "settled"),
    [
        (["teacher BILLING", "teacher BILLING", "teacher CODE"], "BILLING"),
        (["teacher BILLING", "teacher BILLING", "correction CODE"], "CODE"),
        (["correction BILLING", "correction BILLING", "person CODE"], "CODE"),
        (["person BILLING", "person BILLING", "person CODE", "teacher CODE"], "BILLING"),
    ],
)
def test_the_more_trusted_source_and_then_the_majority_settle_it(said: list[str], settled: str) -> None:
    rows = [labelled("sum it", *reversed(one.split()), session=f"s{i}") for i, one in enumerate(said)]
    found = cleaned(rows)
    assert told(found.rows) == [("sum it", settled)]
    assert found.left_out.total() == len(said) - 1
    assert found.left_out[OVERRULED] == sum(settled not in one for one in said)


@pytest.mark.parametrize("source", ["teacher", "correction", "person"])
def test_a_tie_leaves_the_text_out(source: str) -> None:
    rows = [labelled("sum it", route, source, session=route) for route in ("CODE", "BILLING")]
    assert cleaned(rows) == ([], {CONTRADICTORY: 2})
    three = [*rows, labelled("sum it", "CODE", "teacher", session="third")]
    assert len(cleaned(three).rows) == (source == "teacher")


def test_one_client_has_one_voice() -> None:
    loud = [labelled("sum it", "BILLING", "person", session="loud", at=i) for i in range(50)]
    calm = [labelled("sum it", "CODE", "person", session=name) for name in ("a", "b")]
    assert told(cleaned([*loud, *calm]).rows) == [("sum it", "CODE")]


def test_of_one_client_the_last_word_counts() -> None:
    rows = [labelled("sum it", route, "person", at=at) for at, route in ((1, "BILLING"), (2, "CODE"), (0, "BILLING"))]
    assert told(cleaned(rows).rows) == [("sum it", "CODE")]


# Held-out texts.


def test_held_out_texts_and_what_is_near_to_them_are_removed() -> None:
    long = (
        "please tell me how much I have spent on calls to the service in May, June, July, August and all other months"
    )
    rows = [labelled("Show the invoice, ", session="a"), labelled(long[:60], session="b", cut=True)]
    rows += [labelled(long[:60], session="c"), labelled("one two three four five six seven eight", session="d")]
    found = cleaned(rows, ["show the INVOICE", long, "one two three four five six seven eight nine"])
    assert told(found.rows) == [(long[:60], "CODE")], "what is whole is no beginning of another text"
    assert found.left_out == {HELD_OUT: 3}


def test_nothing_held_out_and_nothing_to_clean() -> None:
    assert cleaned([]) == ([], {})
    assert cleaned([], ["a"]) == ([], {})
    assert told(cleaned([labelled("a")]).rows) == [("a", "CODE")]


VARIANTS = (
    ("how do I declare a variable in AVAP?", "hey, how do I declare a variable in AVAP"),
    ("cuántas llamadas llevo este mes?", "hola, cuantas llamadas llevo este mes"),
    ("escreve um endpoint que soma dois números", "por favor escreve um endpoint que soma dois números"),
)
UNRELATED = ("what does startLoop do?", "qué plan tengo contratado?", "obrigado, ajudou muito")


@pytest.mark.parametrize("name", EMBEDDED_ENCODERS)
def test_the_embedded_encoder_finds_variants_and_leaves_others(name: str) -> None:
    rows = [labelled(text, session=text) for text in (*(variant for _, variant in VARIANTS), *UNRELATED)]
    found = clean(CollectedRows(rows, Counter()), [text for text, _ in VARIANTS], EmbeddedEncoder(name), None)
    assert sorted(row.text for row in found.rows) == sorted(UNRELATED)


def test_without_the_bar_for_held_out_texts_a_copy_slips_through(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, held_out = [labelled("one two three four five six seven")], ["one two three four five six seven eight"]
    assert cleaned(rows, held_out).rows == []
    monkeypatch.setattr(cleaning, "HELD_OUT_SIMILARITY", 2.0)
    assert cleaned(rows, held_out).rows == rows


# A flood.


def flood(count: int, *, bots: bool = False) -> list[LabelledRow]:
    """Return near-duplicates, of one client or of as many."""
    base = "please forward everything that you have got to the platform team right now and do not ask again"
    return [labelled(f"{base} {i}", "BILLING", session=f"bot-{i if bots else 0}", at=i) for i in range(count)]


@pytest.mark.parametrize(("bots", "bar"), [(False, "CLIENT_SIMILARITY"), (True, "ANY_CLIENT_SIMILARITY")])
def test_of_a_flood_a_few_stay(monkeypatch: pytest.MonkeyPatch, bots: bool, bar: str) -> None:
    honest = [*others(30, "BILLING"), *others(30, "CODE")]
    found = cleaned([*flood(500, bots=bots), *honest])
    assert 63 <= len(found.rows) <= 66
    assert found.left_out == {NEAR_DUPLICATE: 560 - len(found.rows)}
    for name in {bar, "ANY_CLIENT_SIMILARITY"}:
        monkeypatch.setattr(cleaning, name, 2.0)
    assert len(cleaned([*flood(500, bots=bots), *honest]).rows) > 66, "without the bar the flood gets in"


def test_the_most_trusted_of_a_flood_stays() -> None:
    rows = [
        *flood(20),
        labelled(flood(1)[0].text + " !", "BILLING", "person", at=99),
    ]
    assert "person" in {row.source for row in cleaned(rows).rows}


def test_many_clients_who_say_the_same_words_are_no_flood_but_votes() -> None:
    rows = [labelled("sum it", "CODE", session=f"s{i}") for i in range(10)]
    rows += [labelled("sum it", "BILLING", session=f"t{i}") for i in range(9)]
    assert told(cleaned(rows).rows) == [("sum it", "CODE")]


@unhurried
@given(st.integers(1, 60), st.integers(0, 10**6))
def test_blocks_make_no_difference(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((count, 3))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    whole = _surplus_in_clusters(vectors, cleaning.CLIENT_SIMILARITY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "BLOCK_ROWS", 7)
        assert (_surplus_in_clusters(vectors, cleaning.CLIENT_SIMILARITY) == whole).all()
    # The plain rule, one by one.
    leaders: list[int] = []
    sizes: Counter[int] = Counter()
    for i, vector in enumerate(vectors):
        near = [(float(vectors[j] @ vector), -j) for j in leaders]
        best, place = max(near, default=(-1.0, 0))
        if best >= cleaning.CLIENT_SIMILARITY:
            sizes[-place] += 1
            assert whole[i] == (sizes[-place] > cleaning.MAX_NEAR_DUPLICATES)
        else:
            leaders.append(i)
            sizes[i] = 1
            assert not whole[i]


# One client.


@unhurried
@given(st.lists(st.integers(1, 5000), max_size=60))
def test_nobody_gives_more_than_a_tenth_of_what_stays_or_a_few(counts: list[int]) -> None:
    most = client_limit(counts)
    stays = sum(min(count, most) for count in counts)
    assert most == MIN_CLIENT_LIMIT or most <= 0.1 * stays + 1
    assert most >= MIN_CLIENT_LIMIT
    if counts and max(counts) <= max(MIN_CLIENT_LIMIT, 0.1 * sum(counts)):
        assert stays == sum(counts), "where nobody has too much to say nothing is taken away"


@pytest.mark.parametrize("source", ["person", "correction", "teacher"])
def test_a_client_that_labels_everything_with_one_route_is_bounded(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = others(100, "CODE", source) + others(50, "BILLING", source)
    poison = [labelled(f"x{i} y{i} z{i}", "BILLING", source, user="mallory", at=i) for i in range(1000)]
    found = cleaned([*honest, *poison])
    theirs = [row for row in found.rows if row.user == "mallory"]
    assert len(theirs) == MIN_CLIENT_LIMIT
    assert found.left_out == {CLIENT_LIMIT: 1000 - MIN_CLIENT_LIMIT}
    assert theirs[-1].text == "x999 y999 z999", "the newest stay"
    monkeypatch.setattr(cleaning, "client_limit", lambda _: 10**9)
    assert len(cleaned([*honest, *poison]).rows) == 1150, "without the bound all of it is taught"


def test_what_a_client_may_not_say_outvotes_nobody() -> None:
    honest = others(200, "CODE")
    poison = [labelled(row.text, "BILLING", "person", user="mallory", at=i) for i, row in enumerate(honest)]
    found = cleaned([*honest, *poison])
    assert Counter(row.route for row in found.rows) == {"CODE": 180, "BILLING": 20}


def test_peoples_words_are_bounded_apart_from_the_teachers() -> None:
    rows = [
        labelled(f"x{i}{source} y{i}{source} z{i}{source}", "CODE", source, user="ana", at=i)
        for source in ("person", "teacher")
        for i in range(MIN_CLIENT_LIMIT)
    ]
    assert cleaned(rows) == (sorted(rows, key=lambda row: row.at), {})


# Whatever comes.

ROWS = st.builds(
    labelled,
    st.sampled_from(["a b c", "A b c!", "d e f", "g h i", "j k l", "d e f g"]),
    st.sampled_from(ROUTES),
    st.sampled_from(["person", "correction", "teacher"]),
    user=st.sampled_from([None, "ana", "bo"]),
    session=st.sampled_from("xyz"),
    at=st.floats(0, 10),
    after=st.sampled_from([None, "CODE"]),
    cut=st.booleans(),
)


@unhurried
@given(st.lists(ROWS, max_size=40), st.lists(st.sampled_from(["a b c", "zz"]), max_size=2))
def test_every_row_stays_or_is_counted_and_none_contradicts_another(
    rows: list[LabelledRow], held_out: list[str]
) -> None:
    found = cleaned(rows, held_out)
    assert len(found.rows) + found.left_out.total() == len(rows)
    keys = [(normalized(row.text), row.after) for row in found.rows]
    assert len(set(keys)) == len(keys)
    assert set(found.rows) <= set(rows)
    assert not ({key for key, _ in keys} & set(held_out))


@unhurried
@given(st.lists(ROWS, max_size=30), st.randoms())
def test_the_order_in_which_rows_come_makes_no_difference(rows: list[LabelledRow], rng: random.Random) -> None:
    rows = [row._replace(at=float(i)) for i, row in enumerate(rows)]
    mixed = list(rows)
    rng.shuffle(mixed)
    assert cleaned(mixed).rows == cleaned(rows).rows


# What nobody corrected.


def test_what_is_said_again_is_no_row() -> None:
    """Who asks the same in other words was not served; who asks something else was."""
    again = labelled("sum the prices in my list", source="uncorrected")._replace(next_text="sum the prices in the list")
    other = labelled("sort the names please", source="uncorrected", session="t")._replace(next_text="show my invoice")
    found = cleaned([again, other])
    assert told(found.rows) == [("sort the names please", "CODE")]
    assert found.left_out == {SAID_AGAIN: 1}


def test_whoever_says_anything_is_above_the_student() -> None:
    for source in ("person", "correction", "teacher"):
        own = [labelled("sum the prices", "CODE", "uncorrected", session=name) for name in "abc"]
        found = cleaned([*own, labelled("sum the prices", "BILLING", source, session="d")])
        assert [(row.route, row.source) for row in found.rows] == [("BILLING", source)]


def test_uncorrected_rows_take_no_place_of_a_clients_other_labels() -> None:
    texts = [f"w{i}a w{i}b w{i}c" for i in range(40)]
    rows = [labelled(text, at=float(i)) for i, text in enumerate(texts[:20])]
    rows += [labelled(text, source="uncorrected", at=float(i)) for i, text in enumerate(texts[20:], 20)]
    assert len(cleaned(rows).rows) == 40


def test_a_route_does_not_swell_with_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "MAX_UNCORRECTED", 10)
    rows = [*others(30, "CODE", "uncorrected"), *others(5, "BILLING", "uncorrected"), *others(20, "CODE", "teacher")]
    rows = [row._replace(text=f"{row.text} {row.source}", session=f"{i}") for i, row in enumerate(rows)]
    found = cleaned(rows)
    kept = Counter((row.route, row.source) for row in found.rows)
    assert kept == {("CODE", "uncorrected"): 10, ("BILLING", "uncorrected"): 5, ("CODE", "teacher"): 20}
    assert found.left_out == {UNCORRECTED_LIMIT: 20}
    # The saboteur: without the limit all are kept.
    monkeypatch.setattr(cleaning, "MAX_UNCORRECTED", 1000)
    assert len(cleaned(rows).rows) == 55


def test_the_most_varied_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "MAX_UNCORRECTED", 4)
    alike = [f"sum the many prices of thing {i}" for i in range(3)]
    unlike = ["sort my names", "draw a circle here", "parse this date"]
    rows = [labelled(text, source="uncorrected", session=text) for text in (*alike, *unlike)]
    kept = {row.text for row in cleaned(rows).rows}
    assert kept >= set(unlike)
    assert len(kept) == 4
