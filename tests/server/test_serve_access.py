"""`fingerpost serve` with keys of clients, quotas over several workers, and TLS."""

from __future__ import annotations

import logging
import signal
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

import grpc

from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server.binding import check_exposure
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.settings import ServerSettings
from tests.server.certificates import make_certificate
from tests.server.http_running import PATIENCE
from tests.server.test_serve import BOOK, Server, serving

QUOTA = 40


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    return folder


def flood(server: Server, key: str, tries: int) -> int:
    """Return how many of these requests are granted, half of them over gRPC, each HTTP request by a new connection."""

    def over_http(_: int) -> bool:
        answer = httpx.post(
            f"{server.url}/v1/route", json={"text": "refund"}, headers={"x-api-key": key}, timeout=PATIENCE
        )
        assert answer.status_code in (200, 429)
        return answer.status_code == 200

    def over_grpc(_: int) -> bool:
        # A pool of its own, so that channels do not share one connection to one worker.
        with grpc.insecure_channel(server.grpc, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            call = pb_grpc.AssistanceEngineStub(channel).Route
            asked = call.future(pb.AgentRequest(query="refund"), timeout=PATIENCE, metadata=(("x-api-key", key),))
            assert asked.code() in (grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED)
            return bool(asked.code() == grpc.StatusCode.OK)

    with ThreadPoolExecutor(8) as threads:
        return sum(threads.map(over_http, range(tries // 2))) + sum(threads.map(over_grpc, range(tries // 2)))


@pytest.mark.slow
def test_workers_grant_a_quota_once_and_not_each(book: Path) -> None:
    file = book.parent / "keys.toml"
    key = add_key(file, ClientKey("shop", Role.USE, QUOTA))
    with serving(book, "--workers", "3", FINGERPOST_KEYS=str(file)) as server:
        server.ready()
        granted = flood(server, key, 4 * QUOTA)
        # One is earned every 1.5 s.
        assert QUOTA <= granted <= 1.5 * QUOTA
        assert server.end(signal.SIGTERM) == 0


def test_both_ports_speak_tls_and_nothing_else(book: Path) -> None:
    certificate, key = make_certificate(book.parent)
    tls = {"FINGERPOST_TLS_CERT": str(certificate), "FINGERPOST_TLS_KEY": str(key), "FINGERPOST_API_KEY": "k"}
    with serving(book, **tls) as server:
        server.ready()
        address = server.out.split("HTTP https://")[1].split(" ")[0]
        trusted = ssl.create_default_context(cafile=certificate)
        with httpx.Client(verify=trusted, timeout=PATIENCE, headers={"x-api-key": "k"}) as client:
            assert client.post(f"https://{address}/v1/route", json={"text": "refund"}).json()["route"] == "refund"
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://{address}/healthz", timeout=PATIENCE)
        credentials = grpc.ssl_channel_credentials(certificate.read_bytes())
        asked, who = pb.AgentRequest(query="refund"), (("x-api-key", "k"),)
        with grpc.secure_channel(server.grpc, credentials) as channel:
            told = pb_grpc.AssistanceEngineStub(channel).Route(asked, timeout=PATIENCE, metadata=who)
            assert told.route == "refund"
        with grpc.insecure_channel(server.grpc) as channel, pytest.raises(grpc.RpcError) as refused:
            pb_grpc.AssistanceEngineStub(channel).Route(asked, timeout=PATIENCE, metadata=who)
        assert refused.value.code() == grpc.StatusCode.UNAVAILABLE
        assert server.end(signal.SIGTERM) == 0


def test_a_server_that_lost_its_certificate_is_found_out(book: Path) -> None:
    certificate, _ = make_certificate(book.parent)
    with serving(book) as server:
        server.ready()
        with pytest.raises(httpx.TransportError):
            httpx.get(
                f"{server.url.replace('http:', 'https:')}/healthz",
                verify=ssl.create_default_context(cafile=certificate),
                timeout=PATIENCE,
            )
        credentials = grpc.ssl_channel_credentials(certificate.read_bytes())
        with grpc.secure_channel(server.grpc, credentials) as channel, pytest.raises(grpc.RpcError) as refused:
            pb_grpc.AssistanceEngineStub(channel).Route(pb.AgentRequest(query="refund"), timeout=PATIENCE)
        assert refused.value.code() == grpc.StatusCode.UNAVAILABLE
        assert server.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("wrong", ["FINGERPOST_KEYS", "FINGERPOST_TLS_CERT"])
def test_a_file_that_cannot_be_used_is_told_before_anything_starts(book: Path, wrong: str) -> None:
    certificate, key = make_certificate(book.parent)
    tls = {"FINGERPOST_TLS_CERT": str(certificate), "FINGERPOST_TLS_KEY": str(key)}
    with serving(book, **{**tls, wrong: "/no/such/file"}) as server:
        assert server.end() == 2
        assert (server.out, f"fingerpost: {wrong} = '/no/such/file'" in server.err) == ("", True)


def test_beyond_loopback_a_key_in_clear_is_told(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    encrypted = AccessSettings(keys="k", certificate=certificate, certificate_key=key)
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        for host, access in (("127.0.0.1", AccessSettings(keys="k")), ("192.0.2.7", encrypted)):
            check_exposure(ServerSettings(host=host, access=access), open_to_all=False)
        assert caplog.text == ""
        check_exposure(ServerSettings(host="192.0.2.7", access=AccessSettings(keys="k")), open_to_all=False)
    assert "keys travel in clear" in caplog.text
    assert "FINGERPOST_TLS_CERT" in caplog.text
