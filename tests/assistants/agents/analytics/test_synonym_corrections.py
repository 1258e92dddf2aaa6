"""A correction is told from a question, finds what it names, and becomes a synonym."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.synonym_corrections import (
    CorrectionError,
    Target,
    find_target,
    proposals,
    split_correction,
    with_synonym,
)

RENTALS = Allowlist(
    (
        AllowedTable(
            "contratos",
            (
                AllowedColumn("aluguel_mes", "number", proposed=("renta", "rent")),
                AllowedColumn("situação", values=("ativo", "encerrado")),
                AllowedColumn("zona"),
            ),
            synonyms=("leases",),
        ),
        AllowedTable("imoveis", (AllowedColumn("zona"), AllowedColumn("bairro")), proposed=("casas",)),
    )
)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("rent = aluguel_mes", ("rent", "aluguel_mes")),
        ("lo que pagan=contratos.aluguel_mes", ("lo que pagan", "contratos.aluguel_mes")),
        ("caídos = situação = encerrado", ("caídos", "situação = encerrado")),
        ("how many contracts with status = ended", None),
        ("quantos contratos com zona = norte", None),
        ("¿cuántos hay?", None),
        ("rent >= 10", None),
        ("rent == 10", None),
        ("= aluguel_mes", None),
        ("rent =", None),
        ("a b c d e = zona", None),
    ],
)
def test_a_correction_is_told_from_a_question(line: str, found: tuple[str, str] | None) -> None:
    assert split_correction(line) == found


@pytest.mark.parametrize(
    ("meant", "target"),
    [
        ("imoveis", Target("imoveis")),
        ("Imóveis", Target("imoveis")),
        ("leases", Target("contratos")),
        ("contrato", Target("contratos")),
        ("lease.zonas", Target("contratos", "zona")),
        ("aluguel_mes", Target("contratos", "aluguel_mes")),
        ("aluguel mes", Target("contratos", "aluguel_mes")),
        ("imoveis.zona", Target("imoveis", "zona")),
        ("ENCERRADO", Target("contratos", "situação", "encerrado")),
        ("situacao = Ativo", Target("contratos", "situação", "ativo")),
        ("imoveis.zona = Norte", Target("imoveis", "zona", "Norte")),
    ],
)
def test_what_a_correction_names(meant: str, target: Target) -> None:
    assert find_target(RENTALS, meant) == target
    assert find_target(RENTALS, str(target)) == target, "it is shown as it can be written"


def test_a_correction_that_names_several_things_lists_them() -> None:
    with pytest.raises(CorrectionError, match=r"write contratos\.zona or imoveis\.zona"):
        find_target(RENTALS, "zona")


@pytest.mark.parametrize("meant", ["nada", "10", "contratos.nada", "nada = x", "zona ="])
def test_a_correction_that_names_nothing_says_what_can_be_written(meant: str) -> None:
    with pytest.raises(CorrectionError, match=r"`word = table\.column`.*tables: contratos, imoveis"):
        find_target(RENTALS, meant)


def test_a_synonym_is_added_once_and_accepts_what_was_proposed() -> None:
    rent = Target("contratos", "aluguel_mes")
    assert proposals(RENTALS, "RENT") == [rent]
    assert proposals(RENTALS, "casas") == [Target("imoveis")]
    once = with_synonym(RENTALS, "Rent", rent)
    column = once.tables[0].columns[0]
    assert (column.synonyms, column.proposed) == (("Rent",), ("renta",))
    assert with_synonym(once, "rent", rent) == once
    assert with_synonym(RENTALS, "casas", Target("imoveis")).tables[1].synonyms == ("casas",)
    assert once.tables[1] == RENTALS.tables[1], "nothing else changes"


def test_a_word_for_a_value() -> None:
    ended = Target("contratos", "situação", "encerrado")
    twice = with_synonym(with_synonym(RENTALS, "caídos", ended), "terminados", ended)
    assert twice.tables[0].columns[1].value_synonyms == (("encerrado", ("caídos", "terminados")),)
    assert twice.needed("quantos caidos")[0] == "contratos", "routing knows the word too"
