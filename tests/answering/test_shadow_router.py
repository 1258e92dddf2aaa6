"""What a trace holds of the challenger's decision."""

from __future__ import annotations

from fingerpost import Message, Router
from fingerpost.answering.shadow_router import ShadowRouter


def test_the_decision_of_the_challenger_is_told_beside_its_number(shop: Router) -> None:
    decision = shop.route("where is my parcel")
    assert ShadowRouter(7, shop).trace_values(Message("where is my parcel")) == {
        "shadow": {
            "student": 7,
            "route": "shipping",
            "accepted": decision.accepted,
            "confidence": round(decision.confidence, 4),
            "layer": decision.layer,
        }
    }
