"""Settings of who may reach a server, and how a bad value is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.runtime.access_settings import AccessSettings
from fingerpost.settings import Settings


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
