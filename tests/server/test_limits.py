"""The limits that an operator can set."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.server.limits import DEFAULTS, Limits
from fingerpost.settings import VARIABLES, Settings

GIVEN = {
    "MAX_URL": ("url_bytes", 500), "MAX_HEAD": ("head_bytes", 5_000), "MAX_HEADERS": ("headers", 20),
    "HEAD_TIMEOUT": ("head_seconds", 7), "BODY_TIMEOUT": ("body_seconds", 2.5), "MAX_CONNECTIONS": ("connections", 9),
    "MAX_REQUESTS": ("requests", 3), "MAX_WAIT": ("wait_seconds", 0.25), "MAX_ITEMS": ("items", 11),
    "MAX_VALUES": ("values", 999),
}  # fmt: skip


def test_every_limit_has_a_variable_that_sets_it_alone() -> None:
    assert {name for name, _ in GIVEN.values()} == {field.name for field in fields(Limits)}
    assert set(Limits.variables) == {f"FINGERPOST_{name}" for name in GIVEN}
    assert set(Limits.variables) <= VARIABLES, "the doctor knows them"
    assert Settings.from_environment({}).section(Limits) == DEFAULTS
    for name, (field, value) in GIVEN.items():
        found = Settings.from_environment({f"FINGERPOST_{name}": str(value)}).section(Limits)
        assert {each.name for each in fields(Limits) if getattr(found, each.name) != getattr(DEFAULTS, each.name)} == {
            field
        }
        assert getattr(found, field) == value


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("value", ["many", "-1", "0", "1e12"])
def test_a_bad_limit_is_told_by_its_name(name: str, value: str) -> None:
    settings = Settings.from_environment({f"FINGERPOST_{name}": value})
    with pytest.raises(SettingsError, match=f"FINGERPOST_{name} = "):
        settings.section(Limits)


def test_the_defaults_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    for name, (field, _) in GIVEN.items():
        [line] = [line for line in page.splitlines() if line.startswith(f"| `FINGERPOST_{name}`")]
        assert line.split("|")[3].strip() == f"{getattr(DEFAULTS, field):g}"
