"""Names of columns: their words, what is personal, and which table they mean."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.analytics.column_names import (
    closeness,
    is_personal_name,
    is_table_of_people,
    means_people,
    words_of,
)


def test_words() -> None:
    """Capitals, underscores, spaces and accents make no difference."""
    assert {words_of(name) for name in ("idCliente", "ID_CLIENTE", "id cliente", "Id-Clienté")} == {("id", "cliente")}


@pytest.mark.parametrize(
    ("column", "table"),
    [
        ("member_id", "members"), ("id_prop", "propietarios"), ("vet_id", "veterinarios"), ("prof_id", "professores"),
        ("cod_art", "articulos"), ("loc_id", "locations"), ("home_loc", "locations"), ("emprest_aluno", "alunos"),
        ("mbr", "members"), ("matr_id", "matriculas"), ("idCliente", "clientes"), ("codcli", "clientes"),
        ("order_item_id", "order_items"), ("venta_id", "ventas_tienda"), ("categoria", "tbl_categorias"),
        ("ID Cliente", "Clientes"), ("inscricao_id", "inscrições"),
    ],
)  # fmt: skip
def test_columns_that_mean_a_table(column: str, table: str) -> None:
    """Whole names, names with a word before them, beginnings, and letters left out."""
    assert closeness(column, table) > 0


@pytest.mark.parametrize(
    ("column", "table"),
    [
        ("status", "members"), ("mes", "mesas"), ("total", "totales_x"), ("capacity", "cities"), ("id", "members"),
        ("city", "citas"), ("prio", "propietarios"), ("lote", "locations"), ("cat", "members"),
    ],
)  # fmt: skip
def test_columns_that_do_not(column: str, table: str) -> None:
    """Units of time, other words with the same letters, and a bare `id`."""
    assert closeness(column, table) == 0


def test_the_nearer_name_wins() -> None:
    """The whole name is nearer than an abbreviation."""
    assert closeness("order_id", "orders") > closeness("order_id", "order_items") > closeness("ord_id", "customers")


@pytest.mark.parametrize(
    "name",
    ["email", "e_mail", "correo", "tfno", "celular", "Phone Number", "apellidos", "ape1", "sobrenome", "last_name", "dni", "cpf",
     "fecha_nac", "dt_nasc", "birth_date", "senha", "password_hash", "api_token", "endereço", "Dirección", "num_coleg",
     "full_name", "customer_zip_code_prefix"],
)  # fmt: skip
def test_personal_names(name: str) -> None:
    """Three languages, with accents and abbreviations."""
    assert is_personal_name(name)


@pytest.mark.parametrize("name", ["status", "ciudad", "city", "motivo", "categoria", "nome", "especie", "nacional"])
def test_names_that_are_not_personal(name: str) -> None:
    """Categories and places."""
    assert not is_personal_name(name)


def test_people() -> None:
    """Words for people by what they do."""
    people = ["professores", "veterinarios", "members", "alunos", "employees", "vendedor", "dentistas", "socios"]
    things = ["locations", "plans", "cursos", "articulos", "turmas", "invoices", "books"]
    assert [means_people(name) for name in people] == [True] * len(people)
    assert [means_people(name) for name in things] == [False] * len(things)
    assert is_table_of_people("tbl_Clientes")
    assert not is_table_of_people("client_types")
