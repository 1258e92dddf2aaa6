"""TLS: files that cannot be used are told before a server starts, and both ports speak it."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server.tls import check_certificate, grpc_credentials, http_options
from tests.server.certificates import make_certificate


def access(certificate: Path, key: Path) -> AccessSettings:
    return AccessSettings(certificate=certificate, certificate_key=key)


def test_a_certificate_with_its_key_can_be_used(tmp_path: Path) -> None:
    settings = access(*make_certificate(tmp_path))
    check_certificate(settings)
    assert http_options(settings) == {"ssl_certfile": tmp_path / "own.pem", "ssl_keyfile": tmp_path / "own.key"}
    assert grpc_credentials(settings) is not None


def test_without_one_there_is_no_tls() -> None:
    check_certificate(AccessSettings())
    assert (http_options(AccessSettings()), grpc_credentials(AccessSettings())) == ({}, None)


def unusable(folder: Path) -> dict[str, AccessSettings]:
    certificate, key = make_certificate(folder)
    _, other = make_certificate(folder, "other")
    _, locked = make_certificate(folder, "locked", b"secret")
    garbage = folder / "garbage.pem"
    garbage.write_bytes(b"\x00garbage")
    return {
        "No such file or directory: name a PEM file": access(folder / "none.pem", key),
        "FINGERPOST_TLS_KEY = ": access(certificate, folder / "none.key"),
        "Is a directory": access(folder, key),
        "key values mismatch": access(certificate, other),
        "the unencrypted key that belongs to it": access(certificate, locked),
        "both as PEM": access(garbage, key),
    }


def test_files_that_cannot_be_used_are_told_by_their_variable(tmp_path: Path) -> None:
    for says, settings in unusable(tmp_path).items():
        with pytest.raises(SettingsError) as told:
            check_certificate(settings)
        assert says in str(told.value)
        assert "FINGERPOST_TLS_" in str(told.value)


def test_a_check_that_does_not_load_them_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", lambda *_, **__: None)
    check_certificate(unusable(tmp_path)["key values mismatch"])
