"""The files of deploy/ agree with each other and with the server: settings, ports, paths, users and times."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from fingerpost.server.processes import CLOSE_TIMEOUT
from fingerpost.server.worker import GRACE_PERIOD
from fingerpost.settings import ServerSettings
from tests.deploy.containerfile import FILE, ROOT, image

DEPLOY = ROOT / "deploy"
VARIABLE = re.compile(r"\b(?:FINGERPOST|OLLAMA|ELASTICSEARCH|DATABASE)_[A-Z_]+\b")
OF_COMPOSE = {"FINGERPOST_VERSION"}
"""What the compose file itself asks for."""


def unknown_settings(text: str, source: str) -> set[str]:
    """Return the settings that a file names and no module reads."""
    return set(VARIABLE.findall(text)) - OF_COMPOSE - set(VARIABLE.findall(source))


@pytest.fixture(scope="module")
def source() -> str:
    package = ROOT / "src" / "fingerpost"
    return "".join(file.read_text(encoding="utf-8") for file in sorted(package.rglob("*.py")))


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "fingerpost.service", "kubernetes/fingerpost.yaml"])
def test_settings_are_those_that_the_server_reads(name: str, source: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert VARIABLE.search(text)
    assert unknown_settings(text, source) == set()


def test_saboteur_a_setting_that_nobody_reads_is_noticed(source: str) -> None:
    assert unknown_settings("FINGERPOST_WORKER=2", source) == {"FINGERPOST_WORKER"}


def _kubernetes() -> dict[str, Any]:
    text = (DEPLOY / "kubernetes" / "fingerpost.yaml").read_text(encoding="utf-8")
    return {document["kind"]: document for document in yaml.safe_load_all(text)}


def _compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def _unit() -> dict[str, str]:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "fingerpost.service", encoding="utf-8")
    return dict(unit["Service"])


def test_every_file_gives_a_server_the_time_it_may_need_to_end() -> None:
    needed = GRACE_PERIOD + CLOSE_TIMEOUT
    pod = _kubernetes()["Deployment"]["spec"]["template"]["spec"]
    assert int(_unit()["timeoutstopsec"]) > needed
    assert int(_compose()["services"]["fingerpost"]["stop_grace_period"].removesuffix("s")) > needed
    assert pod["terminationGracePeriodSeconds"] > needed + 5, "preStop waits for five of them"


def test_ports_and_probes_are_those_of_the_server() -> None:
    serving, found = ServerSettings(), _kubernetes()
    [container] = found["Deployment"]["spec"]["template"]["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert ports == {"http": serving.http_port, "grpc": serving.grpc_port}
    assert {port["targetPort"] for port in found["Service"]["spec"]["ports"]} == set(ports)
    probes = {name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")}
    assert probes == {"startup": "/readyz", "liveness": "/healthz", "readiness": "/readyz"}
    assert _compose()["services"]["fingerpost"]["ports"] == [
        f"127.0.0.1:{port}:{port}" for port in (serving.http_port, serving.grpc_port)
    ]
    assert f"EXPOSE {serving.http_port} {serving.grpc_port}" in FILE.read_text(encoding="utf-8")
    assert f":{serving.http_port}/healthz" in " ".join(image(FILE.read_text(encoding="utf-8")).health)


def test_nobody_has_more_rights_than_needed() -> None:
    pod = _kubernetes()["Deployment"]["spec"]["template"]["spec"]
    [container] = pod["containers"]
    user = image(FILE.read_text(encoding="utf-8")).user
    assert (pod["securityContext"]["runAsUser"], pod["securityContext"]["runAsNonRoot"]) == (user, True)
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}
    }  # fmt: skip
    service = _compose()["services"]["fingerpost"]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    unit = _unit()
    assert (unit["dynamicuser"], unit["protectsystem"], unit["nonewprivileges"]) == ("yes", "strict", "yes")


def test_labels_lead_from_one_manifest_to_another() -> None:
    found = _kubernetes()
    label = found["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert found["Service"]["spec"]["selector"] == label
    assert found["Deployment"]["spec"]["selector"]["matchLabels"] == label
    assert found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == label
    assert found["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"] == found["Deployment"]["metadata"]["name"]
    secret = yaml.safe_load((DEPLOY / "kubernetes" / "secret.yaml").read_text(encoding="utf-8"))
    assert set(secret["stringData"]) == {"database-url", "keys.toml"}
    text = (DEPLOY / "kubernetes" / "fingerpost.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"key: (\S+)$", text, re.MULTILINE)) == set(secret["stringData"])


def test_every_secret_of_the_compose_file_is_a_file_and_used() -> None:
    compose = _compose()
    used = {
        each if isinstance(each, str) else each["source"]
        for service in compose["services"].values()
        for each in service.get("secrets", [])
    }
    assert used == set(compose["secrets"])
    assert {Path(secret["file"]).parent.name for secret in compose["secrets"].values()} == {"secrets"}
    assert all("healthcheck" in service for name, service in compose["services"].items() if name != "fingerpost")


def test_the_proxy_passes_on_the_host_with_its_port() -> None:
    """The server compares the origin of a page with it: without the port no page on another one could sign in."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert re.findall(r"proxy_set_header Host (\S+);", text) == ["$http_host"]
