"""Values of an action: what is missing, unclear, told twice or implied."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.language.money import Money
from fingerpost.reading import Declaration, declare
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.filling import Filled, fill, implied_choices
from fingerpost.reading.marks import mark
from fingerpost.reading.values import Held

HELD = Held(["call the bank", "buy stamps", "buy bread"], ["Ana", "Tom"])
TODAY = date(2026, 11, 16)


def filled(declaration: Declaration, action: str, text: str, *spans: tuple[str, str], held: Held = HELD) -> Filled:
    marked = mark(text, held.items, held.people, TODAY)
    placed = [ValueSpan(text.index(words), text.index(words) + len(words), name) for words, name in spans]
    return fill(declaration.actions[action], placed, marked, 0, len(text), held, TODAY)


def test_values_and_their_words(tasks: Declaration) -> None:
    found = filled(
        tasks,
        "assign",
        "Tom does the stamps and the bank",
        ("Tom", "person"),
        ("the stamps", "tasks"),
        ("the bank", "tasks"),
    )
    assert found.values == {"tasks": ["buy stamps", "call the bank"], "person": "Tom"}
    assert found.words["tasks"] == ["the stamps", "the bank"]
    assert not found.missing


def test_a_required_item_is_sought_among_what_is_known(tasks: Declaration) -> None:
    found = filled(tasks, "assign", "the stamps go to Tom", ("Tom", "person"))
    assert found.values == {"person": "Tom", "tasks": ["buy stamps"]}


def test_what_is_missing_or_unclear_is_told(tasks: Declaration) -> None:
    assert filled(tasks, "assign", "Tom does it all day", ("Tom", "person")).missing == ["tasks"]
    unclear = filled(tasks, "remove", "remove buy", ("buy", "tasks"))
    assert unclear.unclear == {"tasks": ("buy stamps", "buy bread")}
    assert not unclear.values


def test_a_second_value_of_one_is_counted_and_no_value_unread(tasks: Declaration) -> None:
    twice = filled(tasks, "assign", "stamps for Ana and Tom", ("stamps", "tasks"), ("Ana", "person"), ("Tom", "person"))
    assert (twice.values["person"], twice.twice) == ("Ana", 1)
    assert filled(tasks, "add", "add x someday", ("x", "tasks"), ("someday", "due")).unread == ["due"]


def test_a_choice_is_implied_by_the_nearest_example(tasks: Declaration) -> None:
    found = filled(tasks, "mark", "finished the stamps", ("the stamps", "tasks"))
    assert found.missing == ["state"]
    implied_choices(tasks.actions["mark"], found, [0.2, 0.9], [{"state": "open"}, {"state": "done"}])
    assert found.values["state"] == "done"
    assert not found.missing


TOURS = declare(
    {
        "actions": {
            "pay": {
                "parameters": {
                    "amount": {"type": "amount", "required": True},
                    "who": {"type": "person"},
                    "among": {"type": "person", "many": True},
                },
                "examples": ["[Ana](who) paid [30 €](amount) for [Tom](among)"],
            },
            "move": {
                "parameters": {
                    "places": {"type": "item", "many": True, "required": True},
                    "day": {"type": ["number", "date"]},
                },
                "examples": ["move [the fort](places) to [day 2](day)"],
            },
            "rename": {
                "parameters": {"place": {"type": "item", "required": True}, "name": {"type": "name", "required": True}},
                "examples": ["call [the fort](place) [Old Fort](name)"],
            },
        }
    }
)
PLACES = Held(
    ["Old Fort", "Blue Lake", "Main Square"],
    ["Ana", "Dave", "Eva"],
    [1, 2],
    1,
    [{"day": 2, "category": "castle"}, {"day": "2026-11-20"}, {}],
)


@pytest.mark.parametrize(
    ("text", "part", "day"),
    [
        ("move the lake to 14/12/2026", "14", "2026-12-14"),
        ("move the lake to 20 December", "20", "2026-12-20"),
        ("mueve Blue Lake al 3 de diciembre", "diciembre", "2026-12-03"),
        ("muda Blue Lake para 3 de dezembro", "3", "2026-12-03"),
    ],
)
def test_a_part_of_a_date_stands_for_all_of_it(text: str, part: str, day: str) -> None:
    assert filled(TOURS, "move", text, (part, "day"), held=PLACES).values["day"] == day


def test_a_part_of_an_amount_stands_for_all_of_it() -> None:
    found = filled(TOURS, "pay", "Ana paid 1,234.50 €", ("1", "amount"), held=PLACES)
    assert found.values["amount"] == Money(123_450, "EUR")


def test_widening_takes_no_words_of_another_value() -> None:
    found = filled(TOURS, "rename", "call Old Fort New Fort", ("Old", "place"), ("New Fort", "name"), held=PLACES)
    assert found.values == {"place": "Old Fort", "name": "New Fort"}


@pytest.mark.parametrize(
    ("text", "first", "left_out", "meant"),
    [
        ("30 € for everyone except Dave", "everyone", "Dave", ["Ana", "Eva"]),
        ("30 € for everyone but Dave and Eva", "everyone", "Dave and Eva", ["Ana"]),
        ("30 € para todos menos Dave", "todos", "Dave", ["Ana", "Eva"]),
        ("30 € pra todo mundo exceto Dave", "todo mundo", "Dave", ["Ana", "Eva"]),
    ],
)
def test_everyone_except_one(text: str, first: str, left_out: str, meant: list[str]) -> None:
    apart = filled(TOURS, "pay", text, ("30 €", "amount"), (first, "among"), (left_out, "among"), held=PLACES)
    assert apart.values["among"] == meant
    whole = text[text.index(first) :]
    assert filled(TOURS, "pay", text, ("30 €", "amount"), (whole, "among"), held=PLACES).values["among"] == meant


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("for all but Dave", "all but"),
        ("para todos menos Dave", "todos menos"),
        ("pra todos exceto Dave", "todos exceto"),
    ],
)
def test_the_word_for_except_may_end_the_first_part(text: str, first: str) -> None:
    found = filled(TOURS, "pay", f"30 € {text}", ("30 €", "amount"), (first, "among"), ("Dave", "among"), held=PLACES)
    assert found.values["among"] == ["Ana", "Eva"]


def test_everyone_except_somebody_unknown_is_asked() -> None:
    found = filled(TOURS, "pay", "30 € for everyone except Zoe", ("everyone except Zoe", "among"), held=PLACES)
    assert "among" in found.unclear
    assert "among" not in found.values


@pytest.mark.parametrize(
    ("text", "denied", "cents"),
    [
        ("it wasn't 30, 33", "30", 3300),
        ("no fueron 30 sino 33", "30", 3300),
        ("it was 33, not 30", "30", 3300),
        ("no eran 30, eran 33", "30", 3300),
        ("não foi 30, foi 33", "30", 3300),
    ],
)
def test_what_is_denied_is_no_value(text: str, denied: str, cents: int) -> None:
    both = filled(TOURS, "pay", text, (denied, "amount"), ("33", "amount"), held=PLACES)
    assert (both.values["amount"].cents, both.twice) == (cents, 0)


def test_what_is_denied_gives_way_to_the_only_other() -> None:
    found = filled(TOURS, "pay", "it wasn't 30 €, 33 €", ("30 €", "amount"), held=PLACES)
    assert found.values["amount"] == Money(3300, "EUR")
    person = filled(TOURS, "pay", "not Ana, Eva paid 3 €", ("Ana", "who"), ("3 €", "amount"), held=PLACES)
    assert person.values["who"] == "Eva"


def test_what_is_not_denied_stays() -> None:
    found = filled(TOURS, "pay", "no, it was 33", ("33", "amount"), held=PLACES)
    assert found.values["amount"].cents == 3300


@pytest.mark.parametrize(
    ("text", "pronoun"),
    [
        ("Eva came and she paid 30 €", "she"),
        ("Ana and Eva came, she paid 30 €", "she"),
        ("vino Eva y ella pagó 30 €", "ella"),
        ("a Eva veio e ela pagou 30 €", "ela"),
    ],
)
def test_a_pronoun_means_who_was_named_last(text: str, pronoun: str) -> None:
    found = filled(TOURS, "pay", text, (pronoun, "who"), ("30 €", "amount"), held=PLACES)
    assert found.values["who"] == "Eva"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("move Main Square to the same day as the fort", 2),
        ("move Main Square to the day after the fort", 3),
        ("mueve Main Square al mismo día que Old Fort", 2),
        ("muda Main Square pro mesmo dia que Old Fort", 2),
        ("move Main Square to the same day as the lake", "2026-11-20"),
        ("move Main Square to the day after the lake", "2026-11-21"),
        ("move Main Square to that same day", "2026-11-20"),
    ],
)
def test_the_same_day_as_something(text: str, day: int | str) -> None:
    found = filled(TOURS, "move", text, ("Main Square", "places"), held=PLACES)
    assert (found.values["day"], found.values["places"]) == (day, ["Main Square"])


def test_the_same_day_as_what_has_none_is_no_day() -> None:
    text = "move Old Fort to the same day as Main Square"
    alone = PLACES._replace(recent=[])
    assert "day" not in filled(TOURS, "move", text, ("Old Fort", "places"), held=alone).values


def test_what_is_not_named_is_what_was_touched_last() -> None:
    found = filled(TOURS, "move", "move to day 3", ("day 3", "day"), held=PLACES)
    assert (found.values, found.assumed) == ({"places": ["Blue Lake"], "day": 3}, ["places"])
    both = filled(TOURS, "move", "move to day 3", ("day 3", "day"), held=PLACES._replace(last=2))
    assert both.values["places"] == ["Blue Lake", "Main Square"]
    assert filled(TOURS, "move", "move to day 3", ("day 3", "day"), held=Held(["Old Fort"])).assumed == ["places"]


def test_nothing_is_assumed_where_it_cannot_be_told() -> None:
    untouched = PLACES._replace(recent=[])
    assert filled(TOURS, "move", "move to day 3", ("day 3", "day"), held=untouched).missing == ["places"]
    text = "rename to Fort"
    one = filled(TOURS, "rename", text, ("Fort", "name"), held=Held(["A lake", "A sea"], (), [0, 1], 2))
    assert one.missing == ["place"], "two were touched at once, and one is asked for"
    unknown = filled(TOURS, "move", "move the zoo to day 3", ("the zoo", "places"), ("day 3", "day"), held=PLACES)
    assert "places" not in unknown.values, "a name that is not there is not what was touched last"
    assert (unknown.missing, unknown.unread) == (["places"], ["places"])


@pytest.mark.parametrize("text", ["And bread too", "y bread también", "e bread também"])
def test_what_joins_a_request_to_the_last_one_is_no_part_of_a_name(tasks: Declaration, text: str) -> None:
    joined = " ".join(text.split()[:2])
    assert filled(tasks, "add", text, (joined, "tasks")).values == {"tasks": ["bread"]}
    inside = filled(tasks, "add", "add salt and pepper", ("salt and pepper", "tasks"))
    assert "pepper" in " ".join(inside.values["tasks"]), "one that stands inside stays"


@pytest.mark.parametrize(
    ("text", "said", "garbled"),
    [
        ("add x for 1/2 euro", "1/2 euro", True),
        ("add x for ½ euro", "½ euro", True),
        ("add x for 2½ euro", "2½ euro", False),
        ("add x for five hundred trillion euros", "five hundred trillion euros", True),
        ("añade x por dos billones de euros", "dos billones de euros", True),
        ("adiciona x por dois bilhões de euros", "dois bilhões de euros", True),
        (f"add x for {'9' * 400} euros", f"{'9' * 400} euros", True),
        (f"add x for {'9' * 400} euros", "", True),
        ("add x for ½ euro", "", True),
        ("add x for 12 euros", "12 euros", False),
        ("add x for NaN euros", "NaN euros", True),
        ("add x for soon", "", False),
    ],
)
def test_a_number_that_nobody_can_read_is_told(text: str, said: str, garbled: bool) -> None:
    action = {"parameters": {"what": "name", "price": "amount"}, "examples": ["add [x](what)"]}
    spans = [("x", "what"), *([(said, "price")] if said else [])]
    assert filled(declare({"actions": {"add": action}}), "add", text, *spans).garbled == garbled


def test_a_name_with_strange_figures_is_taken_as_it_is() -> None:
    action = {"parameters": {"what": "name"}, "examples": ["add [x](what)"]}
    found = filled(declare({"actions": {"add": action}}), "add", "add Platform 9¾", ("Platform 9¾", "what"))
    assert (found.values, found.garbled) == ({"what": "Platform 9¾"}, False)


def test_a_minus_belongs_to_its_figure() -> None:
    plant = {"type": "item", "required": True}
    action = {"parameters": {"plant": plant, "stars": "rating"}, "examples": ["rate [x](plant) [3](stars)"]}
    app, held = declare({"actions": {"rate": action}}), Held(["fern", "ivy"])
    found = filled(app, "rate", "rate fern -3", ("fern -", "plant"), ("3", "stars"), held=held)
    assert (found.values, found.garbled) == ({"plant": "fern"}, True)
    found = filled(app, "rate", "rate fern - 3", ("fern", "plant"), ("3", "stars"), held=held)
    assert (found.values, found.garbled) == ({"plant": "fern", "stars": 3}, False)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("watered the rose the same day as the fern", "rose", "fern"),
        ("regué la rose el mismo día que el fern", "rose", "fern"),
        ("reguei a rose no mesmo dia que o fern", "rose", "fern"),
    ],
)
def test_an_item_that_tells_a_day_is_not_meant_itself(text: str, first: str, second: str) -> None:
    plants = {"type": "item", "many": True, "required": True}
    action = {"parameters": {"plants": plants, "date": "date"}, "examples": ["watered [x](plants)"]}
    app, spans = declare({"actions": {"water": action}}), [(first, "plants"), (second, "plants")]
    found = filled(app, "water", text, *spans, held=Held(["rose", "fern"]))
    assert (found.values, found.garbled) == ({"plants": ["rose"]}, True)
    known = Held(["rose", "fern"], known=[{}, {"date": "2026-11-02"}])
    found = filled(app, "water", text, *spans, held=known)
    assert (found.values, found.garbled) == ({"plants": ["rose"], "date": "2026-11-02"}, False)


def test_items_beside_a_day_are_all_meant() -> None:
    plants = {"type": "item", "many": True, "required": True}
    action = {"parameters": {"plants": plants, "date": "date"}, "examples": ["watered [x](plants)"]}
    spans = [("rose", "plants"), ("fern", "plants")]
    text = "watered the rose and the same day the fern"
    found = filled(declare({"actions": {"water": action}}), "water", text, *spans, held=Held(["rose", "fern"]))
    assert found.values["plants"] == ["rose", "fern"]
