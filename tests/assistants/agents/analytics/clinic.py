"""A small clinic with names of people and things that no allowlist holds, as an SQLite file and its allowlist."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist

TABLES = """
CREATE TABLE medicos (id INTEGER PRIMARY KEY, nombre TEXT, apellidos TEXT);
CREATE TABLE pacientes (id INTEGER PRIMARY KEY, nombre TEXT, ciudad TEXT);
CREATE TABLE salas (id INTEGER PRIMARY KEY, titulo TEXT);
CREATE TABLE citas (id INTEGER PRIMARY KEY, medico_id INTEGER, paciente_id INTEGER, sala_id INTEGER, fecha DATE,
 importe REAL, estado TEXT);
"""
DOCTORS = [("Lucía", "Ferrer"), ("Óscar", "Peña"), ("Inés", "Da Silva"), ("Marta", "Ferrer")]
PATIENTS = ["Lucía Ferrer", "João Núñez", "Ana Gómez", "Ana Ferrer", "Inés O'Brien", "Servicios Médicos"]
ROOMS = ["Jardim das Flores", "Torre Norte", "Café Central"]

CLINIC = Allowlist(
    (
        AllowedTable(
            "citas",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("medico_id", "integer", references=("medicos", "id")),
                AllowedColumn("paciente_id", "integer", references=("pacientes", "id")),
                AllowedColumn("sala_id", "integer", references=("salas", "id")),
                AllowedColumn("fecha", "date"),
                AllowedColumn("importe", "number"),
                AllowedColumn("estado", values=("hecha", "anulada")),
            ),
            date="fecha",
            amount="importe",
        ),
        AllowedTable(
            "medicos",
            (AllowedColumn("id", "integer", key=True), AllowedColumn("nombre"), AllowedColumn("apellidos")),
            label=("nombre", "apellidos"),
        ),
        AllowedTable(
            "pacientes",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("nombre"),
                AllowedColumn("ciudad", values=("Lima", "Vigo")),
            ),
            label=("nombre",),
        ),
        AllowedTable("salas", (AllowedColumn("id", "integer", key=True), AllowedColumn("titulo")), label=("titulo",)),
    )
)


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each table."""
    visits: list[tuple[object, ...]] = [
        (at + 1, at % 4 + 1, at % 6 + 1, at % 3 + 1, f"2025-{at % 12 + 1:02}-11", 10.0, ("hecha", "anulada")[at % 2])
        for at in range(60)
    ]
    return {
        "medicos": [(at, *names) for at, names in enumerate(DOCTORS, 1)],
        "pacientes": [(at, name, ("Lima", "Vigo")[at % 2]) for at, name in enumerate(PATIENTS, 1)],
        "salas": list(enumerate(ROOMS, 1)),
        "citas": visits,
    }


def make_clinic(file: Path) -> str:
    """Write the clinic into an SQLite file and return its URL."""
    raw = sqlite3.connect(file)
    raw.executescript(TABLES)
    for table, of_table in rows().items():
        marks = ", ".join("?" * len(of_table[0]))
        raw.executemany(f"INSERT INTO {table} VALUES ({marks})", of_table)  # noqa: S608 - our own names
    raw.commit()
    raw.close()
    return f"sqlite:///{file}"
