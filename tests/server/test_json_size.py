"""How many values JSON has, told without parsing it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from fingerpost.server import json_size
from fingerpost.server.json_size import has_more_values

MANY = {
    "empty objects": b"[" + b"{}," * 200_000 + b"{}]",
    "empty lists": b"[" * 100_000 + b"]" * 100_000,
    "names": b"{" + b",".join(b'"%d":0' % i for i in range(100_000)) + b"}",
    "short strings": b"[" + b'"a",' * 200_000 + b'"a"]',
    "turns": json.dumps([{"role": "user", "content": "hi, you: {}"}] * 100_000).encode(),
}


@pytest.mark.parametrize("name", MANY)
def test_many_values_are_seen(name: str) -> None:
    assert has_more_values(MANY[name], 50_000)


@pytest.mark.parametrize(
    "text", ["a, b: [c] {d}" * 100_000, 'she said \\"no\\", {}' * 100_000, "\\" * 300_001, ",\n" * 200_000]
)
def test_signs_within_strings_are_no_values(text: str) -> None:
    assert not has_more_values(json.dumps({"text": "hello", "editor": text}).encode(), 50_000)
    assert has_more_values(json.dumps([text[0]] * 60_000).encode(), 50_000), "outside of strings they are"


def test_strings_without_a_sign_between_them_end_it_early(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, steps = json_size._STRING, []

    class Counting:
        def finditer(self, body: bytes) -> Iterator[re.Match[bytes]]:
            return (steps.append(1) or found for found in pattern.finditer(body))  # type: ignore[func-returns-value]

    monkeypatch.setattr(json_size, "_STRING", Counting())
    assert has_more_values(b'""' * 100_000 + b"," * 5_001, 5_000)
    assert len(steps) == 5_002
    assert not has_more_values(json.dumps(["a,"] * 5_000).encode(), 5_000), "in JSON a string comes after a sign"


@pytest.mark.parametrize("value", [[], {}, [1, 2, 3], {"a": [{}, {}, "x,y"]}, [[[[]]]], {"a": {"b": {"c": None}}}])
def test_the_bound_is_exact_enough(value: Any) -> None:
    text = json.dumps(value).encode()

    def values(each: Any) -> int:
        if isinstance(each, dict):
            return 1 + sum(1 + values(inner) for inner in each.values())
        return 1 + sum(map(values, each)) if isinstance(each, list) else 1

    assert not has_more_values(text, 2 * values(value))
    assert has_more_values(text * 3, values(value))


@pytest.mark.parametrize("body", [b'["abc', b'"\\', b'{"a": "' + b"x" * 100, b"\xff\xfe,,,", b""])
def test_what_is_no_json_is_counted_all_the_same(body: bytes) -> None:
    assert not has_more_values(body, 10)
    assert has_more_values(b"[," * 10 + body, 10)
