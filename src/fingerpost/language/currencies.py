"""Currencies by their ISO codes: signs, names in three languages, and the decimal sign of their countries."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.language.text import fold, words

SIGNS: Mapping[str, str] = {
    "EUR": "€", "GBP": "£", "JPY": "¥ 円", "USD": "$ us$ u$s u$d usd$", "BRL": "r$", "MXN": "mx$ mxn$",
    "ARS": "ar$", "CLP": "cl$ clp$", "COP": "col$", "CAD": "ca$ c$ cad$", "AUD": "a$ au$ aud$", "NZD": "nz$",
    "HKD": "hk$", "SGD": "sg$", "INR": "₹", "KRW": "₩", "RUB": "₽", "TRY": "₺", "ILS": "₪", "THB": "฿",
    "VND": "₫", "UAH": "₴", "PHP": "₱", "CRC": "₡", "PEN": "s/",
}  # fmt: skip
"""Signs that stand beside an amount, in lower case; the first one is the usual one."""

NAMES: Mapping[str, str] = {
    "EUR": "euro euros eur eurito euritos pavo pavos", "USD": "usd dollar dollars dólar dólares buck bucks",
    "GBP": "gbp pound pounds quid libra libras", "BRL": "brl real reais conto contos pila pilas",
    "JPY": "jpy yen yens yenes iene ienes", "CHF": "chf franc francs franco francos", "PEN": "sol soles",
    "INR": "inr rupee rupees rupia rupias", "KRW": "krw won wons", "CNY": "cny rmb yuan yuanes",
    "THB": "thb baht bahts", "PLN": "pln zloty zlotys zlotis", "TRY": "lira liras", "CAD": "cad",
    "AUD": "aud", "NZD": "nzd", "MXN": "mxn", "CLP": "clp", "UYU": "uyu", "HKD": "hkd", "SGD": "sgd",
    "SEK": "sek", "NOK": "nok", "DKK": "dkk", "CZK": "czk", "HUF": "huf", "VND": "vnd", "IDR": "idr",
}  # fmt: skip
"""Names and codes that count in lower case too, slang among them."""

COUNTRIES: Mapping[str, str] = {
    "USD": "us american americano americanos estadounidense estadounidenses", "GBP": "british esterlina esterlinas",
    "CAD": "canadian canadiense canadienses canadense canadenses", "AUD": "australian australiano australianos",
    "NZD": "kiwi neozelandés neozelandeses neozelandês", "SGD": "singapore singapur singapura singapurenses",
    "HKD": "hong kong hongkong", "TWD": "taiwan taiwanese taiwaneses", "MXN": "mexican mexicano mexicanos",
    "ARS": "argentine argentinian argentino argentinos", "CLP": "chilean chileno chilenos chilena",
    "COP": "colombian colombiano colombianos", "UYU": "uruguayan uruguayo uruguayos uruguaio uruguaios",
    "DOP": "dominican dominicano dominicanos", "CUP": "cuban cubano cubanos", "PHP": "philippine filipino filipinos",
    "CHF": "swiss suizo suizos suíço suíços", "SEK": "swedish sueca suecas", "NOK": "norwegian noruega noruegas",
    "DKK": "danish danesa danesas dinamarquesa dinamarquesas", "CZK": "czech checa checas",
    "ISK": "icelandic islandesa islandesas", "INR": "indian india indias indiana indianas",
    "PKR": "pakistani pakistaní pakistaníes paquistanesa paquistanesas", "LKR": "lankan", "NPR": "nepalese nepali",
    "IDR": "indonesian indonesia indonesias indonésia indonésias", "TRY": "turkish turca turcas",
    "EGP": "egyptian egipcia egipcias egípcia egípcias", "MAD": "moroccan marroquí marroquíes marroquino marroquinos",
    "AED": "emirati emiratíes uae", "KES": "kenyan keniano kenianos queniano quenianos", "UGX": "ugandan",
    "TZS": "tanzanian", "CVE": "cabo verdiano verdianos caboverdiano caboverdianos", "PEN": "peruvian peruano peruanos",
    "BRL": "brazilian brasileño brasileños brasileiro brasileiros", "JPY": "japanese japonés japoneses", "THB": "thai",
    "ZAR": "african sudafricano sudafricanos", "CNY": "chinese chino chinos chinês", "KRW": "korean coreano coreanos",
}  # fmt: skip
"""Words that tell of which country the dollars, pesos, crowns … are."""

SHARED_NAMES = words("peso pesos luca lucas plata mango mangos corona coronas coroa coroas crown crowns kr")
"""Names of currencies that several countries have: they do not tell which one."""

SLANG = words("buck bucks quid pavo pavos eurito euritos conto contos pila pilas")
"""Names that people say and do not write on a bill."""

DECIMAL_POINT = frozenset({"USD", "GBP", "MXN", "PEN", "CAD", "AUD", "CHF", "INR"})
DECIMAL_COMMA = frozenset({"BRL", "EUR", "ARS", "CLP", "COP", "UYU"})


def codes(table: Mapping[str, str]) -> dict[str, str]:
    """Return the code for each sign or name of a table, in lower case without accents."""
    return {fold(word): code for code, row in table.items() for word in row.split()}
