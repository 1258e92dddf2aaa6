"""Fixed replies: what a routebook may say, how placeholders are filled, and what is refused with file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from fingerpost import Message, Route, RoutebookError
from fingerpost.conversation.resolve import resolve
from fingerpost.routebook.check import build
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Rule
from fingerpost.routebook.replies import MAX_VALUE, named_values, placeholders, plain_value, reply_for, title_of

ORDER = Rule("order", "ship", patterns=(re.compile(r"\b(?:order|pedido|encomenda) (?P<order>\S+)"),))


def _values(text: str, *rules: Rule) -> dict[str, str]:
    return named_values(rules or (ORDER,), resolve(Message(text)))


def _loaded(folder: Path, route: str, rules: str = "") -> Route:
    folder.mkdir(exist_ok=True)
    (folder / "routebook.toml").write_text(f'[[routes]]\nname = "ship"\n{route}\n{rules}', encoding="utf-8")
    return load(folder)["ship"]


def test_the_forms_of_a_reply(tmp_path: Path) -> None:
    assert reply_for(_loaded(tmp_path, 'reply = "Soon."'), "es", {}) == ("Soon.", [])
    both = _loaded(tmp_path, '[routes.reply]\nes = "Pronto."\nen = "Soon."')
    assert [reply_for(both, language, {})[0] for language in ("en", "es", "pt", None)] == [
        "Soon.", "Pronto.", "Pronto.", "Pronto.",
    ]  # fmt: skip
    rule = "[[rules]]\nname = 'o'\nroute = 'ship'\npatterns = ['order (?P<order>\\d+)']"
    listed = _loaded(tmp_path, 'reply = ["{order} for {user} left.", "{order} left.", "Which?"]', rule)
    known = [{"order": "7", "user": "ana"}, {"order": "7", "user": ""}, {"user": "ana"}]
    assert [reply_for(listed, "en", values)[0] for values in known] == ["7 for ana left.", "7 left.", "Which?"]


def test_a_reply_without_its_values_names_what_is_missing() -> None:
    assert reply_for(Route("ship", reply="{order} of {day} left."), "en", {"day": "Friday"}) == ("", ["order"])


def test_braces_are_doubled_and_a_value_is_not_read_again() -> None:
    route = Route("ship", reply="{{{order}}} }}")
    assert reply_for(route, "en", {"order": "{user} {0.__class__}", "user": "ana"}) == ("{{user} {0.__class__}} }", [])


def test_titles() -> None:
    assert title_of(Route("ship"), "es") == "ship"
    assert title_of(Route("ship", title="Shipping"), "es") == "Shipping"
    assert title_of(Route("ship", title=" By  post "), "es") == "By post"
    by_language = Route("ship", title={"en": "Shipping", "es": "Envíos"})
    assert [title_of(by_language, language) for language in ("es", "pt", None)] == ["Envíos", "Shipping", "Shipping"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("where is order AB-12", "AB-12"),
        ("¿dónde está mi pedido Ñandú-7", "Ñandú-7"),
        ("cadê a encomenda 12\u0301A3", "12a3"),
        ("order [x](http://a.b) now", "x(http://a.b)"),
        ("order <b>`7`</b>", "b7/b"),
        ("order " + "9" * 500, "9" * (MAX_VALUE - 1) + "…"),
    ],
)
def test_a_value_is_plain_text_as_the_person_wrote_it(text: str, value: str) -> None:
    assert _values(text) == {"order": value}


def test_the_first_rule_with_a_value_counts_and_words_that_keep_a_rule_from_firing_do_not() -> None:
    first = Rule("a", "ship", patterns=(re.compile(r"no (?P<order>\d+)"),), unless=frozenset({"refund"}))
    assert _values("refund no 1 order 2", first, ORDER) == {"order": "1"}
    assert _values("order []`` no 3", ORDER, first) == {"order": "3"}
    assert _values("hello") == {}
    optional = Rule("b", "ship", patterns=(re.compile(r"parcel(?: (?P<order>\d+))?"),))
    assert _values("my parcel", optional) == {}


@given(some.text(max_size=300))
def test_a_value_is_short_in_one_line_and_without_markup(value: str) -> None:
    plain = plain_value(value)
    assert len(plain) <= MAX_VALUE
    assert plain.splitlines() in ([], [plain])
    assert not set(plain) & set("<>[]`*\\")


@given(some.text(alphabet="{}ab_1 ", max_size=20), some.text(max_size=20))
def test_a_checked_reply_can_always_be_filled(text: str, value: str) -> None:
    names = {"a", "b", "ab", "_", *placeholders(text)}
    rules = [Rule("r", "ship", patterns=(re.compile("".join(f"(?P<{name}>x)" for name in sorted(names))),))]
    try:
        book = build("shop", [Route("ship", reply=text)], rules=rules)
    except RoutebookError:
        return
    filled, missing = reply_for(book["ship"], "en", dict.fromkeys(names, value or "-"))
    assert missing == []
    assert filled or not text


@pytest.mark.parametrize(
    ("toml", "key", "remedy"),
    [
        ('reply = ""', "routes[0].reply", "is empty"),
        ('reply = "  "', "routes[0].reply", "must be a string"),
        ("reply = 5", "routes[0].reply", "must be a string"),
        ("reply = []", "routes[0].reply", "is empty"),
        ('reply = ["a", 5]', "routes[0].reply", "must be a string"),
        ("reply = {}", "routes[0].reply", "is empty"),
        ('reply = { fr = "bientôt" }', "routes[0].reply.fr", "unknown key"),
        ('reply = { en = "" }', "routes[0].reply.en", "must be a string"),
        ('reply = "Soon."\nretrieval = true', "routes[0].reply", "leave retrieval and handler out"),
        ('reply = "Soon."\nhandler = "request"', "routes[0].reply", "leave retrieval and handler out"),
        ('handler = "reply"', "routes[0].handler", "give the route a reply"),
        ('title = ""', "routes[0].title", "is empty"),
        ('title = ["a"]', "routes[0].title", "must be a string"),
        ('title = { en = " " }', "routes[0].title.en", "must be a string"),
        ('reply = "Hi {ordre}."', "routes[0].reply (line 3)", "nothing gives {ordre} a value: add (?P<ordre>…)"),
        ('[routes.reply]\nen = "a"\nes = "b {x}"', "routes[0].reply.es (line 5)", "or use one of {route}, {user}"),
        ('reply = "{order number}"', "routes[0].reply (line 3)", "a brace stands alone"),
        ('reply = "{user.name}"', "routes[0].reply (line 3)", "a brace stands alone"),
        ('reply = "{0}"', "routes[0].reply (line 3)", "a brace stands alone"),
        ('reply = "10 }"', "routes[0].reply (line 3)", "a brace stands alone"),
    ],
)
def test_what_is_refused_names_file_line_and_remedy(tmp_path: Path, toml: str, key: str, remedy: str) -> None:
    with pytest.raises(RoutebookError) as caught:
        _loaded(tmp_path, toml)
    assert caught.value.file == str(tmp_path / "routebook.toml")
    assert caught.value.key == key
    assert remedy in caught.value.remedy


@pytest.mark.parametrize("reply", [5, b"x", {"en": 5}, {"fr": "x"}, ["", "a"], "{x}"])
def test_a_route_in_python_is_checked_too(reply: Any) -> None:
    with pytest.raises(RoutebookError, match=r"routes\[0\].reply"):
        build("shop", [Route("ship", reply=reply)])


@pytest.mark.parametrize(
    ("one", "two", "language"),
    [
        ("Account", " account. ", "pt"),
        ({"en": "Account", "es": "Cuenta"}, {"en": "Billing", "es": "cuenta"}, "es"),
        ({"en": "Account"}, {"en": "Billing", "es": "Account"}, "es"),
    ],
)
def test_two_routes_with_one_title_in_a_language_are_refused(one: Any, two: Any, language: str) -> None:
    routes = [Route("a", title=one), Route("b"), Route("c", title=two)]
    with pytest.raises(RoutebookError, match=rf'routes\[2\].title.*title of a too, in the language "{language}"'):
        build("shop", routes)
    assert build("shop", routes, ask_back=False).names == ["a", "b", "c"]
    apart = [Route("a", title={"en": "Bill", "es": "C"}), Route("b", title={"en": "C", "es": "C#"})]
    assert build("shop", apart).names == ["a", "b"]


@pytest.mark.parametrize("name", [None, 5, b"ship", ["ship"], "", " "])
def test_a_route_in_python_needs_a_name_that_is_text(name: Any) -> None:
    with pytest.raises(RoutebookError, match=r"routes\[1\].name = .*must be a string that is not empty"):
        build("shop", [Route("a", examples=["x"]), Route(name, examples=["y"])])


def test_an_edit_of_a_reply_or_title_changes_the_digest() -> None:
    digests = {
        build("shop", [route]).digest()
        for route in (Route("ship"), Route("ship", reply="a"), Route("ship", reply="b"), Route("ship", title="a"))
    }
    assert len(digests) == 4
