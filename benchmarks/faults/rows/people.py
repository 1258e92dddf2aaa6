"""Rows of people and their data: sessions of others, what is written about them, locks of packages, TLS."""

from __future__ import annotations

import json
import ssl
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path

import grpc

from benchmarks.faults.campaign import Measured
from benchmarks.faults.rows.serving import Row, folder_of_own, serving
from benchmarks.faults.rows.stores import QUESTION, turns

SECRETS = {
    # Text, and what must not be left of it.
    "my IBAN is ES91 2100 0418 4502 0005 1332": "0418 4502",
    "IBAN: DE89370400440532013000": "370400440532",
    "meu IBAN é PT50 0002 0123 1234 5678 9015 4": "0123 1234",
    "FR14 2004 1010 0505 0001 3M02 606 es mi cuenta": "1010 0505",
    "o meu CPF é 529.982.247-25": "529.982.247",
    "CPF 52998224725": "52998224725",
    "CNPJ 11.222.333/0001-81": "11.222.333",
    "cnpj: 11222333000181": "11222333000181",
    "mi DNI es 12345678Z": "12345678Z",
    "DNI 12.345.678-Z": "12.345.678",
    "NIE X1234567L": "X1234567L",
    "mi NIE: Y-1234567-X": "1234567-X",
    "o meu NIF é 123456789": "123456789",
    "my SSN is 219-09-9999": "219-09-9999",
    "social security number: 219 09 9999": "219 09 9999",
    "the server is 203.0.113.57": "203.0.113.57",
    "client 2001:db8:85a3::8a2e:370:7334 failed": "8a2e:370:7334",
    "from 198.51.100.23:443": "198.51.100.23",
    "card 4111 1111 1111 1111": "1111 1111",
    "card 4111-1111-1111-1111": "1111-1111",
    "card 4111.1111.1111.1111": "1111.1111",
    "tarjeta 4111111111111111": "4111111111111111",
    "cartão 5500 0000 0000 0004": "0000 0004",
    "amex 3782 822463 10005": "822463",
    "write to ana.perez@example.com": "ana.perez@",
    "mi correo: ana_perez+x@example.org": "ana_perez+x@",
    "e-mail ANA@EXAMPLE.COM please": "ANA@EXAMPLE",
    "call +34 612 345 678": "612 345 678",
    "telefone (11) 91234-5678": "91234-5678",
    "my number is +1 415-555-2671": "555-2671",
    "tel. +351 912 345 678": "912 345 678",
    "llámame al 612345678": "612345678",
    "password=hunter2secret": "hunter2secret",
    "pwd=hunter2secret": "hunter2secret",
    "my password is hunter2secret": "hunter2secret",
    "la contraseña es hunter2secret": "hunter2secret",
    "a senha é hunter2secret": "hunter2secret",
    "clave: hunter2secret": "hunter2secret",
    "token ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5": "aB3dE5fG7hI9",
    "token 8f3a9c1e7b2d4f6a8c0e2b4d6f8a0c2e": "8f3a9c1e7b2d",
    "api_key=sk-proj-aB3dE5fG7hI9jK1lM3nO5pQ7": "aB3dE5fG7hI9",
    "API key: AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q": "A1b2C3d4E5f6",
    "Authorization: Bearer abcdef0123456789abcdef0123456789": "abcdef0123456789",
    "AKIAIOSFODNN7EXAMPLE is the id": "IOSFODNN7",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY": "wJalrXUtnFEMI",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----": "MIIEvQIBADAN",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq3\n-----END RSA PRIVATE KEY-----": "MIIEpAIBAAKC",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U": "dozjgNryP4J3",
    "postgresql://ana:hunter2secret@db.example.com/x": "hunter2secret",
    "https://ana:hunter2secret@example.com/": "hunter2secret",
    "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44=hunter2secret": "hunter2secret",
    "card \uff14\uff11\uff11\uff11" + " \uff11\uff11\uff11\uff11" * 3: "\uff11\uff11\uff11\uff11 \uff11",
    "ana\uff20example.com": "ana\uff20example",
    "ana\u200b@example.com": "ana\u200b@example",
    "4111\u200b1111\u200b1111\u200b1111": "1111\u200b1111",
    "pass\u00adword=hunter2secret": "hunter2secret",
    "+34\u00a0612\u00a0345\u00a0678": "612\u00a0345",
    "DNI １２３４５６７８Z": "１２３４５６７８",
    "my pin is 4921, passcode 884213": "884213",
    "client_secret: Zx9-Qw8_Er7Ty6Ui5Op4As3": "Zx9-Qw8",
}
GONE = 0.97
"""The share of secrets that must be gone."""


def guessed_session(source: Path) -> Measured:
    """Row 9: the session of a user in a room, named by another."""
    with serving(source) as served:
        served.ask(QUESTION, user="ana", room="kitchen", request_id="hers")
        served.ask("what does addParam do?", user="bob", session="ana:kitchen", request_id="his")
        word = {"request_id": "hers", "session": "ana:kitchen", "route": "PLATFORM"}
        feedback = served.post("/v1/feedback", word).status
        found = {request: session for session, request, _ in turns(served.database)}
    shares = found.get("hers") == found.get("his")
    figures = f"the other {'is' if shares else 'is not'} in the session, feedback {feedback}"
    faults = ["the session of another is entered"] if shares else []
    return Measured(figures, faults + (["feedback on an answer of another"] if feedback == 200 else []))


def redaction(source: Path) -> Measured:
    """Row 17: what traces keep of secrets."""
    with folder_of_own() as folder:
        file = folder / "traces.jsonl"
        with serving(source, folder=folder, FINGERPOST_TRACES=str(file)) as served:
            for number, text in enumerate(SECRETS):
                served.post("/v1/route", {"text": text, "session": f"s{number}", "request_id": f"r{number}"})
            served.stop()
        kept = file.read_text(encoding="utf-8")
    written = " ".join(json.dumps(json.loads(line), ensure_ascii=False) for line in kept.splitlines())
    traces = len(kept.splitlines())
    left = [text for text, secret in SECRETS.items() if json.dumps(secret, ensure_ascii=False)[1:-1] in written]
    share = 1 - len(left) / len(SECRETS)
    faults = [f"{len(left)} are left"] if share < GONE or traces < len(SECRETS) else []
    return Measured(
        f"{len(left)} of {len(SECRETS)} secrets left in {traces} traces", [*faults, *left[:4]] if faults else []
    )


def locked_packages(source: Path) -> Measured:
    """Row 22."""
    files = sorted((source / "requirements").glob("*.txt"))
    hashes = sum(file.read_text(encoding="utf-8").count("--hash=") for file in files)
    return Measured(f"{len(files)} lock files with {hashes} hashes", [] if hashes else ["no lock"])


def encrypted(source: Path) -> Measured:
    """Row 23."""
    from tests.server.certificates import make_certificate

    with folder_of_own() as folder:
        certificate, key = make_certificate(folder)
        with serving(
            source, folder=folder, FINGERPOST_TLS_CERT=str(certificate), FINGERPOST_TLS_KEY=str(key)
        ) as served:
            trusted = ssl.create_default_context(cafile=str(certificate))
            with closing(HTTPSConnection("localhost", served.port, timeout=20, context=trusted)) as connection:
                try:
                    connection.request("GET", "/healthz")
                    http = str(connection.getresponse().status)
                except OSError as error:
                    http = type(error).__name__
            plain = served.request("GET", "/healthz").status
            credentials = grpc.ssl_channel_credentials(certificate.read_bytes())
            with grpc.secure_channel(f"localhost:{served.grpc_port}", credentials) as channel:
                try:
                    grpc.channel_ready_future(channel).result(10)
                    over_grpc = "ready"
                except grpc.FutureTimeoutError:
                    over_grpc = "no TLS"
    figures = f"HTTPS {http}, gRPC {over_grpc}, in clear {plain}"
    return Measured(figures, [] if (http, over_grpc, plain) == ("200", "ready", 0) else ["the key travels in clear"])


ROWS = [
    Row(9, "the session of a user in a room, named by another", "not entered, no feedback", guessed_session),
    Row(17, f"{len(SECRETS)} secrets and identifiers in traces", f"{GONE:g} of them gone", redaction),
    Row(22, "lock files", "with hashes", locked_packages),
    Row(23, "a certificate in the settings", "TLS on both ports, and nothing in clear", encrypted),
]
