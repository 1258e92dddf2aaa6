"""Number words of three languages with their values.

A row holds every spelling of a number; the first one is the usual one. `number_words` returns those that a reader
needs, so that a pattern or a table elsewhere names a range of numbers and no words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fingerpost.language.text import fold

LANGUAGES = ("en", "es", "pt")

CARDINALS: Mapping[str, Mapping[int, str]] = {
    "en": {
        0: "zero", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
        9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen",
        16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty", 30: "thirty", 40: "forty",
        50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety",
    },
    "es": {
        0: "cero", 1: "uno una un", 2: "dos", 3: "tres", 4: "cuatro", 5: "cinco", 6: "seis", 7: "siete",
        8: "ocho", 9: "nueve", 10: "diez", 11: "once", 12: "doce", 13: "trece", 14: "catorce", 15: "quince",
        16: "dieciséis", 17: "diecisiete", 18: "dieciocho", 19: "diecinueve", 20: "veinte",
        21: "veintiuno veintiún veintiuna", 22: "veintidós", 23: "veintitrés", 24: "veinticuatro",
        25: "veinticinco", 26: "veintiséis", 27: "veintisiete", 28: "veintiocho", 29: "veintinueve",
        30: "treinta", 40: "cuarenta", 50: "cincuenta", 60: "sesenta", 70: "setenta", 80: "ochenta",
        90: "noventa", 100: "cien ciento", 200: "doscientos doscientas", 300: "trescientos trescientas",
        400: "cuatrocientos cuatrocientas", 500: "quinientos quinientas", 600: "seiscientos seiscientas",
        700: "setecientos setecientas", 800: "ochocientos ochocientas", 900: "novecientos novecientas",
    },
    "pt": {
        0: "zero", 1: "um uma", 2: "dois duas", 3: "três", 4: "quatro", 5: "cinco", 6: "seis", 7: "sete",
        8: "oito", 9: "nove", 10: "dez", 11: "onze", 12: "doze", 13: "treze", 14: "catorze quatorze",
        15: "quinze", 16: "dezesseis dezasseis", 17: "dezessete dezassete", 18: "dezoito",
        19: "dezenove dezanove", 20: "vinte", 30: "trinta", 40: "quarenta", 50: "cinquenta", 60: "sessenta",
        70: "setenta", 80: "oitenta", 90: "noventa", 100: "cem cento", 200: "duzentos duzentas",
        300: "trezentos trezentas", 400: "quatrocentos quatrocentas", 500: "quinhentos quinhentas",
        600: "seiscentos seiscentas", 700: "setecentos setecentas", 800: "oitocentos oitocentas",
        900: "novecentos novecentas",
    },
}  # fmt: skip

MULTIPLIERS: Mapping[str, Mapping[int, str]] = {
    "en": {12: "dozen dozens", 100: "hundred", 10**3: "thousand", 10**6: "million", 10**9: "billion",
           10**12: "trillion"},
    "es": {12: "docena docenas", 10**3: "mil", 10**6: "millón millones"},
    "pt": {12: "dúzia dúzias", 10**3: "mil", 10**6: "milhão milhões", 10**9: "bilhão bilhões"},
}  # fmt: skip
"""Words that multiply the number before them."""

ORDINALS: Mapping[str, Mapping[int, str]] = {
    "en": {
        1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth",
        9: "ninth", 10: "tenth", -1: "last latest newest", -2: "penultimate",
    },
    "es": {
        1: "primero primera primer primeros primeras", 2: "segundo segunda", 3: "tercero tercera tercer",
        4: "cuarto cuarta", 5: "quinto quinta", 6: "sexto sexta", 7: "séptimo séptima", 8: "octavo octava",
        9: "noveno novena", 10: "décimo décima", -1: "último última últimos últimas",
        -2: "penúltimo penúltima",
    },
    "pt": {
        1: "primeiro primeira primeiros primeiras", 2: "segundo segunda", 3: "terceiro terceira",
        4: "quarto quarta", 5: "quinto quinta", 6: "sexto sexta", 7: "sétimo sétima", 8: "oitavo oitava",
        9: "nono nona", 10: "décimo décima", -1: "último última últimos últimas", -2: "penúltimo penúltima",
    },
}  # fmt: skip
"""Ranks; negative ones count from the end."""


def number_words(
    values: Iterable[int],
    *,
    languages: Iterable[str] = LANGUAGES,
    accents: bool = False,
    table: Mapping[str, Mapping[int, str]] = CARDINALS,
) -> dict[str, int]:
    """Return the words for some numbers with their values, by language and then by value; without accents if folded.

    The order is that of an alternation in a pattern: `"|".join(number_words(range(2, 5)))`.
    """
    wanted = tuple(values)
    return {
        word if accents else fold(word): value
        for language in languages
        for value in wanted
        for word in table[language].get(value, "").split()
    }
