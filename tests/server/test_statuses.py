"""The table of statuses: every error and refusal has one, in HTTP and in gRPC."""

from __future__ import annotations

import grpc
import pytest

from fingerpost.errors import AccessError, NotFoundError, RequestIdError, SettingsError
from fingerpost.server import statuses
from fingerpost.server.responses import error_status
from fingerpost.server.statuses import DENIED, ERRORS, GRPC_CODES, error_entry


def test_every_status_of_http_has_one_of_grpc() -> None:
    used = {status for status, _ in ERRORS.values()} | set(DENIED.values())
    assert used == set(GRPC_CODES)
    assert len(set(GRPC_CODES.values())) == len(GRPC_CODES)


def test_the_most_special_error_comes_before_its_base() -> None:
    """The first entry that fits counts."""
    for number, kind in enumerate(ERRORS):
        assert not any(issubclass(kind, other) for other in list(ERRORS)[:number]), kind


@pytest.mark.parametrize(
    ("error", "status"),
    [(AccessError("no"), 403), (NotFoundError("none"), 404), (RequestIdError("r", "session s"), 400)],
)
def test_an_error_is_found_by_its_class(error: Exception, status: int) -> None:
    found = error_entry(error)
    assert found is not None
    assert found[0] == status


def test_an_error_without_a_status_of_its_own_has_none() -> None:
    assert error_entry(SettingsError("x")) is None
    assert error_entry(ValueError("x")) is None


def test_saboteur_http_and_grpc_read_this_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(statuses.ERRORS, AccessError, (404, ""))
    assert error_status(AccessError("no"), "r")[0] == 404
    assert GRPC_CODES[(error_entry(AccessError("no")) or (0, ""))[0]] is grpc.StatusCode.NOT_FOUND
