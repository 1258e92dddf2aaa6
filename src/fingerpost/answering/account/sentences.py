"""Sentences made from the data of an account, with what follows from it, in the person's language."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.answering.account.derive import Days, Resource, days_of, resources
from fingerpost.answering.account.figures import MONEY
from fingerpost.answering.account.quantities import AccountData, DataDate, Quantity
from fingerpost.answering.account.vocabulary import KEPT_THINGS, LEFT, LIMIT, PERIODS, PLAN_CUES, USED, name_of, written
from fingerpost.answering.account.writing import date_text, number_text, percent_text, value_text
from fingerpost.language.tokens import listed, words_of

_TEMPLATES = {
    "en": {
        "used": "{name}You have used {used} of {limit} ({share}), which leaves {left}.",
        "over": "{name}You have used {used}, {over} more than the limit of {limit} ({share}).",
        "share": "{name}You have used {share}, and {left} is left.",
        "limit": "{name}The limit is {limit}.",
        "left": "{name}You have {left} left.",
        "alone": "{name}You have used {used}.",
        "count": "You have {value}.",
        "current": "In the current period there are {value}.",
        "previous": "In the previous period there were {value}.",
        "rate": "{name}That is about {rate} a day so far; at this pace it will be about {projected} at the end of the period.",
        "runs_out": "{name}That is about {rate} a day so far; at this pace the limit is reached in about {days} days.",
        "spare": "{name}That leaves about {rate} a day for the {days} days that remain.",
        "plan": "Your plan is {value}.",
        "renews": "It renews on {date}.",
        "due": "It is due on {date}.",
        "starts": "It starts on {date}.",
        "ends": "It ends on {date}.",
    },
    "es": {
        "used": "{name}Has usado {used} de {limit} ({share}), lo que deja {left}.",
        "over": "{name}Has usado {used}, {over} más que el límite de {limit} ({share}).",
        "share": "{name}Has usado el {share} y queda el {left}.",
        "limit": "{name}El límite es de {limit}.",
        "left": "{name}Te quedan {left}.",
        "alone": "{name}Has usado {used}.",
        "count": "Tienes {value}.",
        "current": "En el periodo actual son {value}.",
        "previous": "En el periodo anterior fueron {value}.",
        "rate": "{name}Son unas {rate} al día hasta ahora; a este ritmo serán unas {projected} al final del periodo.",
        "runs_out": "{name}Son unas {rate} al día hasta ahora; a este ritmo se llega al límite en unos {days} días.",
        "spare": "{name}Quedan unas {rate} al día para los {days} días que restan.",
        "plan": "Tu plan es {value}.",
        "renews": "Se renueva el {date}.",
        "due": "Vence el {date}.",
        "starts": "Empieza el {date}.",
        "ends": "Termina el {date}.",
    },
    "pt": {
        "used": "{name}Você usou {used} de {limit} ({share}), o que deixa {left}.",
        "over": "{name}Você usou {used}, {over} a mais que o limite de {limit} ({share}).",
        "share": "{name}Você usou {share} e restam {left}.",
        "limit": "{name}O limite é de {limit}.",
        "left": "{name}Restam {left}.",
        "alone": "{name}Você usou {used}.",
        "count": "Você tem {value}.",
        "current": "No período atual são {value}.",
        "previous": "No período anterior foram {value}.",
        "rate": "{name}São cerca de {rate} por dia até agora; nesse ritmo serão cerca de {projected} no fim do período.",
        "runs_out": "{name}São cerca de {rate} por dia até agora; nesse ritmo o limite chega em cerca de {days} dias.",
        "spare": "{name}Restam cerca de {rate} por dia para os {days} dias que faltam.",
        "plan": "Seu plano é {value}.",
        "renews": "Renova em {date}.",
        "due": "Vence em {date}.",
        "starts": "Começa em {date}.",
        "ends": "Termina em {date}.",
    },
}
_KEYS_OF_OTHERS = listed("currency moneda divisa moeda unit unidad unidade name resource metric type id")
"""Keys whose texts are told with the figures beside them."""


def data_sentences(data: AccountData, language: str) -> list[str]:
    """Return what the data says and what follows from it, the most telling first."""
    known, days = resources(data), days_of(data)
    told = [one for one in known if one.parts]
    said: list[str] = []
    for one in told:
        said += _of_resource(one, language)
    for one in told:
        said += _of_time(one, days, language)
    used = {id(part) for one in told for part in one.parts}
    said += [_of_quantity(one, language) for one in data.quantities if id(one) not in used]
    for key, value in data.texts:
        named = {word.folded for word in words_of(key.rpartition(" / ")[2])}
        if named & _KEYS_OF_OTHERS:
            continue
        is_plan = bool(PLAN_CUES & named)
        said.append(_TEMPLATES[language]["plan"].format(value=value) if is_plan else f"{_label(key)}: {value}.")
    said += [text for one in data.dates if (text := _of_date(one, language))]
    return list(dict.fromkeys(said))


def _of_resource(one: Resource, language: str) -> Iterator[str]:
    """Yield the sentence of a resource: used, allowed, share and left, as far as they are known."""
    templates = _TEMPLATES[language]

    def shown(value: float, *, bare: bool = False) -> str:
        return _amount(abs(value), one.unit, one.currency, "" if bare else _thing(one, language), language)

    values = {"name": _name(one)}
    if one.used is not None and one.limit is not None and one.left is not None and one.share is not None:
        values |= {"limit": shown(one.limit), "share": percent_text(one.share, language)}
        kind = "used" if one.left >= 0 else "over"
        left = shown(one.left, bare=True)
        yield templates[kind].format(used=shown(one.used, bare=kind == "used"), left=left, over=left, **values)
    elif one.share is not None:
        left = percent_text(max(100 - one.share, 0.0), language)
        yield templates["share"].format(share=percent_text(one.share, language), left=left, **values)
    else:
        for kind, value in (("alone", one.used), ("limit", one.limit), ("left", one.left)):
            if value is not None:
                field = "used" if kind == "alone" else kind
                yield templates[kind].format(**{field: shown(value)}, **values)


def _of_time(one: Resource, days: Days, language: str) -> Iterator[str]:
    """Yield how fast a resource is used, where that leads, and what is left for each day."""
    if one.used is None or one.limit is None or one.left is None or one.unit == MONEY:
        return
    if one.things & KEPT_THINGS or "previous" in one.labels:
        return
    templates, thing = _TEMPLATES[language], _thing(one, language)
    if days.elapsed and one.used:
        rate = one.used / days.elapsed[0]
        shown = _amount(_rounded(rate), one.unit, one.currency, thing, language)
        lasts = one.left / rate
        ends = days.left[0] if days.left else None
        if one.left > 0 and (ends is None or lasts <= ends):
            text = number_text(_rounded(lasts), language)
            yield templates["runs_out"].format(name=_name(one), rate=shown, days=text)
        elif days.cycle:
            projected = number_text(_rounded(rate * days.cycle[0]), language)
            yield templates["rate"].format(name=_name(one), rate=shown, projected=projected)
    if days.left and one.left > 0:
        shown = _amount(_rounded(one.left / days.left[0]), one.unit, one.currency, thing, language)
        yield templates["spare"].format(name=_name(one), rate=shown, days=number_text(days.left[0], language))


def _rounded(value: float) -> float:
    """Return a value without decimals where it is large enough."""
    return float(round(value)) if value >= 10 else round(value, 1)


def _of_quantity(one: Quantity, language: str) -> str:
    """Return the sentence of a figure that is no part of a resource."""
    thing = next(iter(sorted(one.things)), "")
    plain = one.unit == "" and not one.per and one.role in ("", USED, LEFT, LIMIT) and thing and len(one.things) == 1
    if plain and thing not in PERIODS and one.role == "" and one.labels <= {"current", "previous"}:
        kind = next(iter(one.labels), "count")
        value = _amount(one.value, "", "", written(thing, language), language)
        return _TEMPLATES[language][kind].format(value=value)
    key, colon, value = one.shown.partition(": ")
    value = value or value_text(one.value, one.unit, one.currency, language)
    text = f"{_label(key)}: {value}" if colon else one.shown
    return f"{text.strip().rstrip('.;')}."


def _of_date(one: DataDate, language: str) -> str:
    if not one.day[2] or one.kind == "today":
        return ""
    text = date_text(one.day, language)
    template = _TEMPLATES[language].get(one.kind)
    return template.format(date=text) if template else f"{_label(one.key)}: {text}." if one.key else ""


def _thing(one: Resource, language: str) -> str:
    """Return the noun of a resource: the finest of its things, a GB rather than storage."""
    things = sorted(one.things, key=lambda thing: (len(written(thing, language)), thing))
    return written(things[0], language) if things else ""


def _amount(value: float, unit: str, currency: str, thing: str, language: str) -> str:
    text = value_text(value, unit, currency, language)
    return text if unit == MONEY else f"{text} {thing}".strip()


def _name(one: Resource) -> str:
    """Return what a resource is called where its noun does not tell it from others."""
    part = one.parts[0]
    key, colon, _ = part.shown.partition(": ")
    if not colon or part.role == LIMIT or not part.labels - {"current"}:
        return ""
    if part.labels & {"previous", "current"}:
        return f"{_label(key)}: "
    named = [
        word.text for word in words_of(key) if word.is_letters and name_of(word.folded) in part.labels | part.things
    ]
    return f"{_label(' '.join(named))}: " if named else ""


def _label(key: str) -> str:
    text = " ".join(key.rpartition(" / ")[2].split()) or key
    return text[:1].upper() + text[1:]
