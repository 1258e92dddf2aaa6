"""Settings of a server: who may reach it, the limits that an operator can set, and how a bad value is told."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import variables_of
from fingerpost.runtime.server_settings import DEFAULTS, AccessSettings, Limits, ServerSettings
from fingerpost.settings import VARIABLES, Settings


def read(**env: str) -> AccessSettings:
    return AccessSettings.from_environment({f"FINGERPOST_{name}": value for name, value in env.items()})


def test_by_default_there_are_no_keys_no_more_names_and_no_certificate() -> None:
    assert read() == AccessSettings()
    assert Settings.from_environment({}).serving.access == AccessSettings()


def test_names_and_origins_are_lists_in_any_case() -> None:
    found = read(HOSTS="Assistant.Example.com, box  10.0.0.5", ORIGINS="https://App.example.com,http://localhost:3000")
    assert found.hosts == ("assistant.example.com", "box", "10.0.0.5")
    assert found.origins == ("https://app.example.com", "http://localhost:3000")


@pytest.mark.parametrize("origin", ["vscode-webview://0a1b", "chrome-extension://abcdef", "tauri://localhost"])
def test_origins_of_editors_extensions_and_apps_have_schemes_of_their_own(origin: str) -> None:
    assert read(ORIGINS=origin).origins == (origin,)


@pytest.mark.parametrize("host", ["https://a.example", "a/b", "*.example.com", "user@host"])
def test_a_host_is_a_name_alone(host: str) -> None:
    with pytest.raises(SettingsError, match=r"FINGERPOST_HOSTS has .*give names without scheme and path"):
        read(HOSTS=host)


@pytest.mark.parametrize(
    "origin", ["null", "*", "app.example.com", "https://a.example/", "file:///x", "https://", "://a"]
)
def test_an_origin_is_as_browsers_send_it(origin: str) -> None:
    with pytest.raises(SettingsError, match=r"FINGERPOST_ORIGINS has .*as browsers send them"):
        read(ORIGINS=origin)


def test_a_certificate_needs_its_key() -> None:
    both = read(TLS_CERT="c.pem", TLS_KEY="k.pem")
    assert (both.certificate, both.certificate_key) == (Path("c.pem"), Path("k.pem"))
    with pytest.raises(SettingsError, match="FINGERPOST_TLS_KEY is not set"):
        read(TLS_CERT="c.pem")
    with pytest.raises(SettingsError, match="FINGERPOST_TLS_CERT is not set"):
        read(TLS_KEY="k.pem")


def test_keys_in_the_environment_do_not_show() -> None:
    assert "sha256" not in repr(read(KEYS='{"shop": {"hash": "sha256:00"}}'))


# Limits.

GIVEN = {
    "MAX_URL": ("url_bytes", 500), "MAX_HEAD": ("head_bytes", 5_000), "MAX_HEADERS": ("headers", 20),
    "HEAD_TIMEOUT": ("head_seconds", 7), "BODY_TIMEOUT": ("body_seconds", 2.5), "MAX_CONNECTIONS": ("connections", 9),
    "MAX_REQUESTS": ("requests", 3), "MAX_WAIT": ("wait_seconds", 0.25), "MAX_ITEMS": ("items", 11),
    "MAX_VALUES": ("values", 999),
}  # fmt: skip


def test_every_limit_has_a_variable_that_sets_it_alone() -> None:
    assert {name for name, _ in GIVEN.values()} == {field.name for field in fields(Limits)}
    names = {variable.name for variable in variables_of(Limits)}
    assert names == {f"FINGERPOST_{name}" for name in GIVEN}
    assert names <= VARIABLES, "the doctor knows them"
    assert Settings.from_environment({}).serving == ServerSettings()
    for name, (field, value) in GIVEN.items():
        found = Settings.from_environment({f"FINGERPOST_{name}": str(value)}).serving.limits
        assert {each.name for each in fields(Limits) if getattr(found, each.name) != getattr(DEFAULTS, each.name)} == {
            field
        }
        assert getattr(found, field) == value


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("value", ["many", "-1", "0", "1e12"])
def test_a_bad_limit_is_told_by_its_name_with_all_other_settings(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"FINGERPOST_{name} = "):
        Settings.from_environment({f"FINGERPOST_{name}": value})


def test_the_defaults_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    for name, (field, _) in GIVEN.items():
        [line] = [line for line in page.splitlines() if line.startswith(f"| `FINGERPOST_{name}`")]
        assert line.split("|")[3].strip() == f"{getattr(DEFAULTS, field):g}"
