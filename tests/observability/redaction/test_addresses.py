"""E-mail and IP addresses."""

from __future__ import annotations

import re

import pytest

from fingerpost.observability.redaction import addresses, redact

GONE = [
    ("escríbeme a maria.lopez@correo.com.mx", "maria"),
    ("contato@empresa.com.br", "contato"),
    ("joao.silva[at]gmail.com", "silva"),
    ("server at 8.8.4.4 is slow", "8.8.4.4"),
    ("se conecta desde 190.12.45.201 cada noche", "190.12"),
    ("ip: 2a02:9130:8c3a::1", "9130"),
    ("ana_maria99@sub.dominio.org", "ana_maria"),
    ("e-mail: J.Doe@EXAMPLE.ORG", "J.Doe"),
    ("pedro arroba gmail.com", "pedro"),
    ("access from 181.44.9.130 blocked", "181.44"),
    ("X-Forwarded-For: 203.0.113.195, 70.41.3.18", "70.41"),
    ("2001:db8::ff00:42:8329", "ff00"),
    ("[2001:db8::1]:443", "db8"),
    ("ip 83.45.120.7", "83.45"),
    ("conéctate desde 192.168.1.45", "192.168"),
    ("my address is 2001:0db8:85a3:0000:0000:8a2e:0370:7334", "85a3"),
    ("fe80::1ff:fe23:4567:890a", "fe23"),
    ("from 203.0.113.9:443", "203"),
    ("ana＠example.com", "ana"),
    ("an\u200ba@exam\u200bple.com", "exam"),
    ("ana (at) example (dot) com", "example"),
    ("ana arroba ejemplo punto com", "ejemplo"),
    ("ana [at] example.com", "example"),
    ("ana at example dot com", "example"),
]
"""What is written, and the part of it that nobody may read later."""

KEPT = [
    "Python 3.12.4, Node 20.11.1",
    "kernel 5.15.0-91-generic",
    "upgrade from 1.2.3.4 to 1.2.3.5",
    "meeting on 2026-03-04 at 15:30",
    "el 04/03/2026 a las 15:30:12",
    "entre 01.02.2026 y 28.02.2026",
    "ZIP 94103-1234",
    "ISO/IEC 27001:2022",
    "http://localhost:8080/v1/orders/12345?page=2",
    "https://docs.example.com/en/v2.1.0/install",
    "IP65 housing",
    "IPv4 and IPv6",
    "10.0.0.0/8",
    "wait 5:30:00",
    "C++ std::map<int,int>::iterator",
    "18.5.1 release",
    "order SO-10045 shipped 03/12",
    "v2.15.0-rc.1",
    "Windows 10.0.22631.3296",
    "iOS 17.4.1",
    "Firefox 124.0.1",
    "nginx/1.24.0",
    "OpenSSL 3.0.13",
    "09:00-18:00",
    "duración 01:23:45",
    "1.500.000 COP",
    "ratio 1:10000",
    "arXiv:2401.12345",
    "model iPhone14,3",
    "MAC 3c:22:fb:aa:bb:cc",
    "192.168.0.0/16",
    "version 8.8.8.8",
    "localhost:5432",
    "127.0.0.1",
    "0.0.0.0 is every address",
    "version 10.0.19045.1",
    "v1.2.3.4",
    "firmware 2.4.1.0",
    "Chrome/120.0.6099.109",
    "localhost 127.0.0.1:8080",
    "listen on 0.0.0.0:80",
    "mask 255.255.255.0",
    "::1",
    "at 10:20:30 and 11:22:33:44",
    "std::vector<int> and a::b::c",
    "2026-11-15T10:20:30Z",
    "lodash@4.17.21",
    "icon@2x.png",
    "git@github.com:org/repo.git",
    "@ana look",
    "user@localhost",
    "12:30:45.678",
    "R$ 1.234.567.890,00",
    "chapter 1.2.3.4",
    "section 4.3.2.1",
    "00:1B:44:11:3A:B7",
    "look at example dot notation",
]


@pytest.mark.parametrize(("text", "secret"), GONE)
def test_it_is_redacted(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_none_stays(text: str) -> None:
    assert redact(text) == text


def test_saboteur_without_the_words_before_a_version_is_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_VERSION", re.compile("(?!)"))
    assert redact("version 10.20.30.40") == "version [ip]"


def test_saboteur_without_the_check_a_mask_is_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_is_somebodys", lambda _: True)
    assert redact("mask 255.255.255.0 at 127.0.0.1") == "mask [ip] at [ip]"
