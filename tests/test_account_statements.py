"""The statements about accounts: their arithmetic holds where they are right, and does not where they are wrong."""

from __future__ import annotations

import ast
import json
import operator
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import fmean

import pytest
from benchmarks.account_figures import checks

FOLDER = Path(__file__).parent.parent / "training" / "accounts"
ACCOUNTS = sorted(FOLDER.rglob("*.json"))
ROUNDED = 0.05
"""The share by which a figure that holds may be rounded."""
SLIP = 0.01
"""The share by which a wrong figure differs at least."""

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[[list[float]], float]] = {"sum": sum, "max": max, "min": min, "avg": fmean, "count": len}
_DAYS = re.compile(r"days\(\s*([\d-]+)\s*,\s*([\d-]+)\s*\)")


def value(expression: str) -> float:
    """Return what an expression of a claim comes to."""

    def days(found: re.Match[str]) -> str:
        first, last = map(date.fromisoformat, found.groups())
        return f"({(last - first).days})"

    return _value(ast.parse(_DAYS.sub(days, expression.strip()), mode="eval").body)


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)](_value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return float(_FUNCTIONS[node.func.id]([_value(one) for one in node.args]))
    raise ValueError(ast.dump(node))


def holds(claim: str) -> bool:
    """Whether what a claim says is so, whether it says that it is or that it is not."""
    if claim.endswith("?"):
        return False
    for sign, compare in ((">", operator.gt), ("<", operator.lt)):
        if f" {sign} " in claim:
            left, right = claim.replace(" not ", " ").split(f" {sign} ")
            return bool(compare(value(left), value(right)))
    told, reckoned = map(value, claim.replace("!=", "=").split(" = "))
    share = SLIP if " != " in claim else ROUNDED
    # A share may be told in percent.
    return any(abs(told * scale - reckoned) <= share * abs(reckoned) + 1e-9 for scale in (1, 100, 0.01))


def is_denied(claim: str) -> bool:
    """Whether a claim is written as one that does not hold."""
    return " != " in claim or " not " in claim or claim.endswith("?")


@pytest.mark.parametrize("file", ACCOUNTS, ids=lambda file: file.stem)
def test_an_account_has_right_and_wrong_statements(file: Path) -> None:
    account = json.loads(file.read_text(encoding="utf-8"))
    assert account["data"].strip()
    assert Counter(one["right"] for one in account["statements"]) == {True: 6, False: 6}
    for one in account["statements"]:
        assert one["lang"] in ("en", "es", "pt")
        assert one["text"].strip()
        denied = [claim for claim in one["claims"] if is_denied(claim)]
        assert bool(denied) is not one["right"], one["text"]
        assert [claim for claim in one["claims"] if holds(claim) is is_denied(claim)] == [], one["text"]
        if not one["right"]:
            assert one["correct"] != one["text"]


def test_there_are_as_many_as_the_page_says() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"{len(ACCOUNTS)} accounts" in page
    assert len(list((FOLDER / "held_out").glob("*.json"))) == 20


@pytest.mark.parametrize(
    ("claim", "whether"),
    [
        ("65 = 100 * 324000 / 500000", True),
        ("0.65 = 324000 / 500000", True),
        ("13 = days(2025-03-18, 2025-03-31)", True),
        ("7 = avg(6, 8) * count(1)", True),
        ("12 = 10 + 1", False),
        ("12 != 10 + 1", False),
        ("11.05 != 10 + 1", True),
        ("3 > 1 + 1", True),
        ("3 not < 1 + 1", False),
        ("Premium ?", False),
    ],
)
def test_what_holds(claim: str, whether: bool) -> None:
    assert holds(claim) is whether


def test_the_check_in_use_is_measured_on_a_folder(tmp_path: Path) -> None:
    account = {
        "data": json.dumps({"requests": {"limit": 500, "used": 320}}),
        "statements": [
            {"lang": "en", "question": "", "text": "You have used 320 of 500 requests.", "right": True, "claims": []},
            {"lang": "en", "question": "", "text": "You have used 410 requests.", "right": False, "correct": None},
        ],
    }
    (tmp_path / "one.json").write_text(json.dumps(account), encoding="utf-8")
    assert [check.value for check in checks(tmp_path)][:2] == [1.0, 1.0]
