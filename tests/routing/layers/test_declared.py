"""The route that a caller declares: in any case, and refused by name where it does not exist."""

from __future__ import annotations

import pytest

from fingerpost import Message, Route, Router
from fingerpost.errors import MessageError
from fingerpost.routebook.check import build
from fingerpost.routing.layers.declared import read_declared

BOOK = build("shop", [Route("Refunds"), Route("SHIPPING")])


@pytest.mark.parametrize("name", ["Refunds", "refunds", "REFUNDS", " refunds\n"])
def test_a_route_is_declared_in_any_case(name: str) -> None:
    verdict = read_declared(BOOK, name)
    assert (verdict.route, verdict.accepted, verdict.confidence) == ("Refunds", True, 1.0)


@pytest.mark.parametrize("name", ["refund", "", "x" * 200])
def test_a_route_that_does_not_exist_is_refused_with_those_that_do(name: str) -> None:
    with pytest.raises(MessageError, match="does not exist; routes: Refunds, SHIPPING") as error:
        read_declared(BOOK, name)
    assert len(str(error.value)) < 200


def test_the_router_takes_it_over_every_layer(avap: Router) -> None:
    decision = avap.route(Message("You are a direct and concise assistant", declared="code_generation"))
    assert (decision.route, decision.layer) == ("CODE_GENERATION", "declared")
