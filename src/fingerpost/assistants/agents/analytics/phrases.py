"""Phrases of the analytics agent in three languages."""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "pt": {
        "understood": "Entendi assim: {how}",
        "by_model": "Um modelo de linguagem escreveu esta consulta: confira o SQL antes de usar o número.",
        "refused": "Essa consulta não pode ser executada: {why}",
        "not_understood": "Não entendi a pergunta com segurança: {why}",
        "can": "Sei responder contagens, somas, médias, mínimos e máximos, valores distintos, os n maiores ou menores, "
        "por mês, ano ou grupo, com filtros.",
        "no_database": "Nenhum banco de dados está configurado (FINGERPOST_ANALYTICS_URL). Eu executaria:",
        "no_planner": "Só escrevo consultas para SQLite, PostgreSQL e DuckDB, e este banco de dados é {dialect}: envie "
        "o SELECT pronto, ou configure um modelo principal (OLLAMA_URL e OLLAMA_MODEL_NAME) que o escreva.",
        "failed": "A consulta não foi concluída: {why}",
        "nothing": "A consulta não encontrou nenhuma linha.",
        "more": "… e mais {count} linhas.",
        "cut": "… e há mais linhas: peça um recorte menor.",
    },
    "en": {
        "understood": "Understood as: {how}",
        "by_model": "A language model wrote this query: read the SQL before you use the figure.",
        "refused": "That query may not be run: {why}",
        "not_understood": "I did not understand the question with certainty: {why}",
        "can": "I can answer counts, sums, averages, smallest and largest, distinct values, the top or bottom n, by "
        "month, year or group, with filters.",
        "no_database": "No database is set (FINGERPOST_ANALYTICS_URL). I would run:",
        "no_planner": "I write queries for SQLite, PostgreSQL and DuckDB alone, and this database is {dialect}: send "
        "the SELECT itself, or set a main model (OLLAMA_URL and OLLAMA_MODEL_NAME) to write it.",
        "failed": "The query did not finish: {why}",
        "nothing": "The query found no rows.",
        "more": "… and {count} more rows.",
        "cut": "… and there are more rows: ask for a smaller part.",
    },
    "es": {
        "understood": "Lo entendí así: {how}",
        "by_model": "Un modelo de lenguaje escribió esta consulta: revisa el SQL antes de usar la cifra.",
        "refused": "Esa consulta no se puede ejecutar: {why}",
        "not_understood": "No entendí la pregunta con certeza: {why}",
        "can": "Sé responder conteos, sumas, promedios, mínimos y máximos, valores distintos, los n mayores o menores, "
        "por mes, año o grupo, con filtros.",
        "no_database": "No hay ninguna base de datos configurada (FINGERPOST_ANALYTICS_URL). Ejecutaría:",
        "no_planner": "Solo escribo consultas para SQLite, PostgreSQL y DuckDB, y esta base de datos es {dialect}: "
        "envía el SELECT ya escrito, o configura un modelo principal (OLLAMA_URL y OLLAMA_MODEL_NAME) que lo escriba.",
        "failed": "La consulta no terminó: {why}",
        "nothing": "La consulta no encontró ninguna fila.",
        "more": "… y {count} filas más.",
        "cut": "… y hay más filas: pide una parte más pequeña.",
    },
}
