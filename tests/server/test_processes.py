"""The file in which workers count quotas: made for keys of clients alone, and again where it was cleaned away."""

from __future__ import annotations

import logging
import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost.server.processes import with_quotas
from fingerpost.server.quotas import SIZE, quotas_in
from fingerpost.settings import Settings


def _settings(keys: str | None) -> Settings:
    settings = Settings.from_environment({})
    serving = settings.serving
    return replace(settings, serving=replace(serving, access=replace(serving.access, keys=keys)))


def _file(settings: Settings) -> Path:
    file = settings.serving.access.quotas
    assert file is not None
    return file


def test_without_keys_there_is_no_file() -> None:
    settings = _settings(None)
    with ExitStack() as stack:
        assert with_quotas(settings, stack) is settings
    assert settings.serving.access.quotas is None


def test_all_workers_have_one_file_that_is_removed_in_the_end() -> None:
    with ExitStack() as stack:
        first = with_quotas(_settings("keys.toml"), stack)
        assert with_quotas(first, stack) is first
        file = _file(first)
        assert file.read_bytes() == bytes(SIZE)
    assert not file.parent.exists()


@pytest.mark.parametrize("gone", ["file", "folder"])
def test_a_worker_that_is_started_after_the_file_was_cleaned_away_has_another(
    gone: str, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as stack:
        first = with_quotas(_settings("keys.toml"), stack)
        if gone == "file":
            _file(first).unlink()
        else:
            shutil.rmtree(_file(first).parent)
        with pytest.raises(FileNotFoundError):
            # What a worker would die of, each time that it is started.
            quotas_in(_file(first))
        again = with_quotas(first, stack)
        assert quotas_in(_file(again)).take(b"12345678", 5) == 0
    assert caplog.text.count("is gone: workers that start from now count the quotas of keys apart") == 1


def test_where_no_file_can_be_made_each_worker_counts_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with caplog.at_level(logging.ERROR, logger="fingerpost"), ExitStack() as stack:
        assert with_quotas(_settings("keys.toml"), stack).serving.access.quotas is None
    assert "each worker counts the quotas of keys for itself: set TMPDIR" in caplog.text
