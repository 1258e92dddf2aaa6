"""Secrets known by their form: private keys, tokens of known services, passwords in addresses, random strings."""

from __future__ import annotations

import pytest

from fingerpost.observability.redaction import redact, tokens

GONE = [
    ("xoxp-2345-6789-abcdef", "xoxp"),
    (
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n-----END OPENSSH PRIVATE KEY-----",
        "b3Bl",
    ),
    ("mongodb+srv://root:Pa$$w0rd@cluster0.abc.mongodb.net/db", "Pa$$"),
    ("https://user:tok3n@github.com/x.git", "tok3n"),
    ("AKIAI44QH8DHBEXAMPLE / je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY", "je7Mt"),
    ("npm_abcdefghijklmnopqrstuvwx1234", "npm_ab"),
    ("ya29.a0AfH6SMBxyz1234567890abc", "a0AfH6"),
    ("ghs_abcdefghijklmnopqrstuvwxyz0123456789", "ghs"),
    ("eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln", "eyJ0"),
    ("-----BEGIN CERTIFICATE-----MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa-----END CERTIFICATE-----", "MIID"),
    ("curl -u ana:hunter2 https://x.example", "hunter2"),
    ("https://ana:hunter2@db.example/x", "hunter2"),
    ("postgres://u:p@ss@host/db", "p@ss"),
    ("AWS key AKIAIOSFODNN7EXAMPLE", "AKIA"),
    ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp"),
    ("sk-proj-abc123DEF456ghi789JKL", "proj"),
    ("sk_live_4eC39HqLyjWDarjtT1zdp7dc", "4eC3"),
    ("xoxb-123456789012-abcdefABCDEF", "xoxb"),
    ("AIzaSyA1234567890abcdefghijklmnopqrstuvw", "AIza"),
    ("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", "ngeV"),
    ("glpat-abcdefghij1234567890", "glpat"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1234\nabcd\n-----END RSA PRIVATE KEY----- gracias", "MIIE"),
    ("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "MIIE"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123", "eyJ"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNl"),
    ("Bearer abcdef1234567890", "abcdef12"),
]
"""What is written, and the part of it that nobody may read later."""

KEPT = [
    "lat/long -23.550520, -46.633308",
    "SELECT sum(total) FROM orders WHERE created_at > '2026-01-01'",
    "expediente 2024/00123",
    "factura F-2024/001234",
    "fatura FT 2024/567",
    "md5 9e107d9d372bb6826bd81d3542a419d6",
    "order uuid 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfd4bed6",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "session 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "s3://bucket/path/2026/03/04/file.parquet",
    "/var/log/app-2026-03-04.log",
    "https://example.com/products/1234567890123",
    "call center 24/7",
    "16 GB / 512 GB SSD",
    "resolution 2560x1440",
    "INV/2026/03/0042",
    "tracking JD0002254896321478",
    "código LP00123456789CN",
    "error 0x80070005",
    "user_id 123456",
    "DOI 10.1000/182",
    "uuid 9f1c2e34-56ab-4cde-8f01-23456789abcd",
    '{"order_id": "9f1c2e34-56ab-4cde-8f01-23456789abcd"}',
    "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "x86_64-linux-gnu",
    "application/vnd.openxmlformats-officedocument",
    "my_function_name_with_many_words_2",
    "CamelCaseClassNameForTesting",
    'AVAP registerEndpoint("/users/1")',
    "order id 550e8400-e29b-41d4-a716-446655440000",
    "request_id=550e8400-e29b-41d4-a716-446655440000",
    "550e8400-e29b-41d4-a716-446655440000",
    "tracking 1Z999AA10123456784",
    "seguimiento LX123456789ES",
    "rastreio BR123456789BR",
    "AA123456789BR",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "md5: d41d8cd98f00b204e9800998ecf8427e",
    "1080x1920 at 60 Hz",
    "0x1F4A3B2C",
    "A-12345678-B",
]


@pytest.mark.parametrize(("text", "secret"), GONE)
def test_it_is_redacted(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_none_stays(text: str) -> None:
    assert redact(text) == text


def test_saboteur_without_the_words_before_a_commit_looks_like_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "commit 9fceb02d0ae598e95dc970b74767f19372d61af8"
    monkeypatch.setattr(tokens, "names_a_thing", lambda *_: False)
    assert redact(text) == "commit [key]"
