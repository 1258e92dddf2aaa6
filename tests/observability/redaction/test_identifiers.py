"""Numbers of persons, companies and accounts."""

from __future__ import annotations

import pytest

from fingerpost.observability.redaction import identifiers, redact

GONE = [
    ("Oi, meu CPF é 111.444.777-35 e quero a segunda via", "111.444"),
    ("pode emitir nota para o CNPJ 45.723.174/0001-10?", "45.723"),
    ("CPF do titular: 39053344705", "390533"),
    ("el NIF de la empresa es B-83376343", "83376343"),
    ("NIE: Y-7654321-G", "7654321"),
    ("tengo el dni 98765432M caducado", "98765432"),
    ("Hi, my social is 536-90-4399", "536-90"),
    ("my SSN: 536 90 4399", "4399"),
    ("Transfiere a ES7921000813610123456789", "210008"),
    ("o meu IBAN: PT50002700000001234567833", "0027"),
    ("send it to FR14 2004 1010 0505 0001 3M02 606", "2004"),
    ("ｃｐｆ １１１．４４４．７７７－３５", "４４４"),
    ("passport: PA1234567", "1234567"),
    ("RG 44.567.890-1", "567"),
    ("mi CUIL es 20-34567890-3", "34567890"),
    ("my driver's license is D1234567", "D1234567"),
    ("contribuinte 213456789", "213456789"),
    ("nº de contribuinte: 213 456 789", "213 456"),
    ("DNI nº 12345678-Z", "12345678"),
    ("mi número de DNI es 44556677L", "44556677"),
    ("documento: 12345678Z", "12345678"),
    ("con NIF 87654321X", "8765"),
    ("meu cpf: 111 444 777 35", "444"),
    ("CPF/CNPJ: 11144477735", "111444"),
    ("inscrita no CNPJ sob o nº 45.723.174/0001-10", "45.723"),
    ("cnpj 45723174000110", "457231"),
    ("novo CNPJ: A1.B2C.3D4/0001-55", "B2C"),
    ("NIF PT 213456789", "213456789"),
    ("my social security no. is 536904399", "5369"),
    ("ss# 536-90-4399", "4399"),
    ("account IBAN GB82 WEST 1234 5698 7654 32", "WEST"),
    ("IBAN:DE89 3704 0044 0532 0130 00", "3704"),
    ("iban es91 2100 0418 4502 0005 1332", "2100"),
    ("IBAN: ES91 2100 0418 4502 0005 1332", "2100 0418"),
    ("mi iban es ES91-2100-0418-4502-0005-1332 gracias", "2100"),
    ("PT50 0002 0123 1234 5678 9015 4", "0002 0123"),
    ("BR1800360305000010009795493C1", "0036"),
    ("GB29 NWBK 6016 1331 9268 19", "6016"),
    ("de89370400440532013000", "3704"),
    ("meu CPF é 529.982.247-25", "529"),
    ("cpf 52998224725", "52998"),
    ("CPF: 123.456.789-00", "123"),
    ("529 982 247 25", "529"),
    ("o CNPJ da empresa é 11.222.333/0001-81", "11.222"),
    ("11222333000181", "11222333"),
    ("CNPJ 12.ABC.345/01DE-35", "ABC"),
    ("12ABC34501DE35 é o cnpj novo; cnpj: 12ABC34501DE35", "cnpj: 12ABC"),
    ("mi DNI es 12345678Z", "12345678"),
    ("DNI: 12.345.678-Z", "345"),
    ("12345678-Z", "12345678"),
    ("NIE X1234567L", "1234567"),
    ("x-1234567-l", "1234567"),
    ("mi nif es 12345678Z y vivo en Madrid", "12345678"),
    ("o meu NIF é 123456789", "123456789"),
    ("NIF 501 964 843", "501"),
    ("cartão de cidadão 12345678 9 ZZ4", "12345678"),
    ("my SSN is 078-05-1120", "078"),
    ("SSN 078051120", "07805"),
    ("social security number: 219-09-9999", "219"),
    ("123-45-6789", "6789"),
    ("CURP GARC850101HDFRRL09", "GARC"),
    ("passport number X12345678", "12345678"),
    ("mi pasaporte es AAB123456", "123456"),
    ("my NI number is QQ 12 34 56 C, really AB123456C", "AB123456C"),
    ("CUIT 20-12345678-6", "12345678"),
    ("meu RG é 12.345.678-9", "345"),
    ("IBAN ES76 2077 0024 0031 0257 5767", "2077"),
    ("DNI 12345678", "12345"),
    ("VAT number ESB12345674", "12345"),
    ("account number 12345678", "12345"),
    ("conta 0001 12345-6, chave pix 529.982.247-25", "529"),
]
"""What is written, and the part of it that nobody may read later."""

KEPT = [
    "ISBN 0-306-40615-2",
    "ISBN-13: 978-0-13-468599-1",
    "ISBN 9780306406157",
    "ISSN 2049-3630",
    "CAS 7732-18-5",
    "VIN 1HGCM82633A004352",
    "DNI electrónico 4.0",
    "NIF obligatorio desde 2024",
    "CPF na nota?",
    "IBAN structure: 24 characters",
    "social security office opens at 9",
    "12345678",
    "123456789",
    "ref. 123 456 789",
    "caso 123-45-6789",
    "RFC 2616 and ISO 27001",
    "rfc 7231",
    "DNI renovación cita previa",
    "cómo saco el NIE",
    "what is an IBAN?",
    "CPF inválido",
    "NF-e 000.123.456",
    "nota fiscal 000123456",
    "my account is blocked",
    "account settings page 3",
    "conta de luz de 2024",
    "cuenta 2024",
    "cuenta 12345 pedidos",
    "MSKU1234567",
    "IVA 21000",
    "VAT 21000 EUR",
]


@pytest.mark.parametrize(("text", "secret"), GONE)
def test_it_is_redacted(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_none_stays(text: str) -> None:
    assert redact(text) == text


CHECKED = {
    "ES92 2100 0418 4502 0005 1332": "ES91 2100 0418 4502 0005 1332", "529 982 247 26": "529 982 247 25",
    "11222333000182": "11222333000181", "12345678A": "12345678Z", "X1234567A": "X1234567L", "501 964 844": "501 964 843",
    "B12345675": "B12345674", "27123456789": "27123456780",
}  # fmt: skip
"""Numbers with a wrong check digit, and with the right one."""


@pytest.mark.parametrize("wrong", CHECKED)
def test_the_check_digit_decides(wrong: str) -> None:
    assert redact(f"it says {wrong} there") == f"it says {wrong} there"
    assert redact(f"it says {CHECKED[wrong]} there") in ("it says [id] there", "it says [iban] there")


def test_saboteur_without_check_digits_other_numbers_go(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = tuple((form, None) for form, _ in identifiers._FORMS)
    monkeypatch.setattr(identifiers, "_FORMS", forms)
    assert redact("12345678A") == "[id]"
    assert redact("20261115103000") == "[id]"


def test_saboteur_without_the_words_before_a_case_is_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifiers, "names_a_thing", lambda *_: False)
    assert redact("caso 123-45-6789") == "caso [id]"
