"""Validators by language: Python and SQL are built in, others come by entry point."""

from __future__ import annotations

import pytest

from fingerpost import SettingsError
from fingerpost.settings import Settings
from fingerpost.validation.validators import Validator, open_validator

SETTINGS = Settings(cache=None)


@pytest.fixture(scope="module", params=["python", "sql"])
def language(request: pytest.FixtureRequest) -> str:
    if request.param == "sql":
        pytest.importorskip("sqlglot", reason="SQL is checked with the extra fingerpost[sql]")
    return str(request.param)


SOUND = {
    "python": ["x = 1\nprint(x)", "def f(a):\n    return a + 1", "", "async def g():\n    await h()"],
    "sql": ["SELECT a, b FROM t WHERE c = 1", "INSERT INTO t (a) VALUES (1)", "with x as (select 1) select * from x"],
}
BROKEN = {
    "python": [("x = 1\ny = (", 2), ("def f(:\n  pass", 1), ("a = 1\nb = 2\nfor in x:\n  pass", 3), ("x = '\x00'", 1)],
    "sql": [("SELECT FROM WHERE", 1), ("SELECT a\nFROM t\nWHERE (c = 1", 3), ("hello there, how are you", 1), ("", 1)],
}


async def test_sound_code_passes(language: str) -> None:
    validator = open_validator(language, SETTINGS)
    for code in SOUND[language]:
        checked = await validator.check(code, timeout=1)
        assert checked.valid, (code, checked.text)
        assert checked.version


async def test_broken_code_is_named_with_its_line(language: str) -> None:
    validator = open_validator(language, SETTINGS)
    for code, line in BROKEN[language]:
        checked = await validator.check(code, timeout=1)
        assert not checked.valid, code
        assert checked.trace[0].line == line, (code, checked)
        assert checked.text.startswith(f"Line {line}: ")


async def test_deep_nesting_is_a_fault_and_no_crash(language: str) -> None:
    checked = await open_validator(language, SETTINGS).check("(" * 5000 + "1", timeout=1)
    assert not checked.valid


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(SettingsError, match=r"cobol.*avap, python, sql"):
        open_validator("cobol", SETTINGS)


def test_prose_is_no_code_and_nothing_has_to_be_closed(language: str) -> None:
    validator: Validator = open_validator(language, SETTINGS)
    assert validator.language == language
    assert not validator.remote
    assert list(validator.code_lines("just words\nand more")) == [False, False]
