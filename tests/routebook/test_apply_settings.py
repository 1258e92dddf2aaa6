"""A routebook is changed by the settings that name something of it, and by no others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from fingerpost import Route, Router
from fingerpost.routebook.apply_settings import configured
from fingerpost.routebook.check import build
from fingerpost.routebook.extensions import ProbeResult
from fingerpost.routebook.load import load
from fingerpost.routebook.model import BEHIND, Routebook
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Message, Resolved

PLAIN = Settings(cache=None)


@dataclass(frozen=True)
class NamingExtension:
    """Finds the assistant's name of the settings."""

    word: str = "nothing"
    name: str = "named"
    fields: tuple[str, ...] = ()

    def configured(self, settings: Settings) -> NamingExtension:
        return NamingExtension(settings.assistant_name or self.word)

    def digest(self) -> str:
        return self.word

    def probe(self, _: Message, resolved: Resolved) -> ProbeResult:
        return ProbeResult(self.word in resolved.text)

    def prompt(self, _: Resolved) -> str:
        return ""

    def read_answer(self, _: Mapping[str, tuple[str, ...]]) -> None:
        return None

    def wire_fields(self, _: Decision) -> Mapping[str, Any]:
        return {}


@pytest.fixture(scope="module")
def miniapps() -> Routebook:
    return load("miniapps")


def small(**more: Any) -> Routebook:
    return build("small", [Route("ask"), Route("buy")], **more)


def test_settings_that_name_nothing_leave_a_routebook_as_it_is(miniapps: Routebook) -> None:
    assert configured(miniapps, PLAIN) is miniapps
    assert configured(miniapps, replace(PLAIN, answer_timeout=1.0)) is miniapps


def test_extensions_are_configured() -> None:
    book = small(extensions=[NamingExtension()])
    [extension] = configured(book, replace(PLAIN, assistant_name="Rita")).extensions
    assert extension.digest() == "Rita"
    assert book.extensions[0].digest() == "nothing", "the given routebook stays as it was"


def test_the_router_configures_its_routebook() -> None:
    book = small(extensions=[NamingExtension()])
    router = Router.from_routebook(book, encoder=WordEncoder(), settings=replace(PLAIN, assistant_name="Rita"))
    assert router.routebook.extensions[0].digest() == "Rita"


def test_the_assistant_gets_the_name_of_the_settings(miniapps: Routebook) -> None:
    assert miniapps.assistant not in (None, "Rita")
    assert configured(miniapps, replace(PLAIN, assistant_name="Rita")).assistant == "Rita"


def test_an_assistant_that_nobody_addresses_stays_without_a_name() -> None:
    book = small()
    assert book.assistant is None
    assert configured(book, replace(PLAIN, assistant_name="Rita")).assistant is None


def test_behind_apps_another_routebook_answers_all_that_is_not_for_an_app(miniapps: Routebook) -> None:
    found = configured(miniapps, replace(PLAIN, behind="avap"))
    for before, after in zip(miniapps.routes, found.routes, strict=True):
        if before.app or before.opens_as:
            assert after == before
        else:
            assert after == replace(before, handler=BEHIND)
    changed = [route.name for route in found.routes if route.handler == BEHIND]
    assert changed
    assert len(changed) < len(found.routes)


def test_without_apps_nobody_answers_behind() -> None:
    book = small()
    assert configured(book, replace(PLAIN, behind="avap")).routes == book.routes


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(("value", "asked_first"), [("on", True), ("off", False), ("", None)])
def test_a_setting_switches_whether_the_model_is_asked_first(own: bool, value: str, asked_first: bool | None) -> None:
    settings = Settings.from_environment({"ROUTER_LLM_FIRST": value, "FINGERPOST_CACHE": "off"})
    book = build("b", [Route("a", examples=["x"]), Route("b", examples=["y"])], llm_first=own)
    assert configured(book, settings).llm_first is (own if asked_first is None else asked_first)
