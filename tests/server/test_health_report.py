"""`/v1/health`: roles, what only administrators see, no secret, and checks that are not made again for each call."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fingerpost import Router
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import health_report
from fingerpost.server.child_commands import CommandResult
from fingerpost.server.health_checks import HealthCheck, QuickHealth
from fingerpost.server.health_report import (
    DoctorValues,
    DriftValues,
    HealthValues,
    doctor_values,
    drift_values,
    quick_values,
)
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.settings import ServerSettings, Slot
from tests.server.http_running import Place, running, settings_in

SECRET = "sk-very-secret"  # noqa: S105 - of nobody
PATHS = ("/v1/health", "/v1/health/doctor", "/v1/health/drift")


@pytest.fixture(scope="module")
def keys() -> dict[Role, str]:
    return {}


@pytest.fixture(scope="module")
def place(
    new_shop: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory, keys: dict[Role, str]
) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("health")
    file = folder / "keys.toml"
    keys.update({role: add_key(file, ClientKey(role.title, role)) for role in Role})
    slot = Slot(f"http://user:{SECRET}@127.0.0.1:9/v1", "big", SECRET)
    settings = settings_in(
        folder, own_cache, traces="store", slots={"main": slot, "conversational": slot},
        serving=ServerSettings(access=AccessSettings(keys=str(file))),
    )  # fmt: skip
    ran = {"doctor": 0, "drift": 0}

    def doctor(*_: object) -> CommandResult:
        ran["doctor"] += 1
        rows = [("store", True, f"{folder}/store.sqlite"), (f"routebook {folder}/shop", False, f"{folder}: broken")]
        return CommandResult({"checks": [{"check": check, "ok": ok, "result": text} for check, ok, text in rows]})

    def drift(*_: object) -> CommandResult:
        ran["drift"] += 1
        return CommandResult({"drift": {"says": "No significant drift", "messages": 9}})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health_report, "run_doctor", doctor)
        patch.setattr(health_report, "run_drift", drift)
        with running(new_shop, settings) as place:
            place.app.state.ran = ran
            place.app.state.folder = str(folder)
            yield place


def get(place: Place, path: str, key: str | None) -> httpx.Response:
    return httpx.get(place.url + path, headers={} if key is None else {"authorization": f"Bearer {key}"}, timeout=60)


@pytest.mark.parametrize("path", PATHS)
def test_roles(place: Place, keys: dict[Role, str], path: str) -> None:
    assert [get(place, path, keys[role]).status_code for role in (Role.USE, Role.REVIEW, Role.ADMINISTER)] == [
        403, 200, 200,
    ]  # fmt: skip
    assert get(place, path, None).status_code == 401
    assert (
        path
        in httpx.get(f"{place.url}/openapi.json", headers={"authorization": f"Bearer {keys[Role.USE]}"}).json()["paths"]
    )


def test_paths_and_addresses_are_for_administrators_and_secrets_for_nobody(place: Place, keys: dict[Role, str]) -> None:
    folder = place.app.state.folder
    for path in PATHS:
        reviewed, administered = (get(place, path, keys[role]).text for role in (Role.REVIEW, Role.ADMINISTER))
        assert folder not in reviewed
        assert "127.0.0.1" not in reviewed
        assert SECRET not in reviewed + administered
        assert keys[Role.ADMINISTER] not in administered
    assert folder in get(place, "/v1/health/doctor", keys[Role.ADMINISTER]).text
    assert "127.0.0.1:9" in get(place, "/v1/health", keys[Role.ADMINISTER]).text


def test_values_are_as_described(place: Place, keys: dict[Role, str]) -> None:
    key = keys[Role.ADMINISTER]
    health = HealthValues.model_validate(get(place, PATHS[0], key).json())
    assert health.ready
    assert len(health.checks) > 8
    doctor = DoctorValues.model_validate(get(place, PATHS[1], key).json())
    assert [check.ok for check in doctor.checks] == [True, False]
    drift = DriftValues.model_validate(get(place, PATHS[2], key).json())
    assert drift.drift == {"says": "No significant drift", "messages": 9}


def test_checks_are_not_made_again_however_often_they_are_asked_for(
    place: Place, keys: dict[Role, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(6):
        for path in PATHS:
            assert get(place, path, keys[Role.REVIEW]).status_code == 200
    assert place.app.state.ran == {"doctor": 1, "drift": 1}
    times = {get(place, "/v1/health", keys[Role.REVIEW]).json()["at"] for _ in range(5)}
    assert len(times) <= 2


def test_what_is_not_there_in_time_says_so() -> None:
    slow = quick_values(None, details=True)
    assert (slow["ready"], slow["checks"][0]["state"]) == (False, "fault")
    assert doctor_values(None, details=True) == {"ready": False, "fault": "", "checks": []}
    assert drift_values(None, details=True) == {"ready": False, "fault": "", "drift": None}


def test_details_of_a_fault_are_for_administrators() -> None:
    failed = CommandResult(None, "it gave no result", "/srv/shop: broken")
    values: tuple[Any, ...] = (doctor_values, drift_values)
    for made in values:
        assert made(failed, details=False)["fault"] == "it gave no result"
        assert made(failed, details=True)["fault"] == "it gave no result: /srv/shop: broken"
    check = HealthCheck("store", "Writes", "fault", "gone", "start it", "x", "/srv/store.sqlite")
    health = QuickHealth(1.0, [check], [])
    assert quick_values(health, details=False)["checks"][0]["detail"] == ""
    assert quick_values(health, details=True)["checks"][0]["detail"] == "/srv/store.sqlite"
