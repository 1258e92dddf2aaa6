"""Messages that set their own file aside: "ignore the attachment", "mandei a foto errada", "el pdf no va".

Such a message is decided as if it had come without the file, by what else it says.
"""

from __future__ import annotations

import re

from fingerpost.language.text import fold

_FILE = (
    r"(?:anexos?|arquivos?|archivos?|ficheiros?|adjuntos?|attachments?|files?|pdfs?|xml|csv|imag(?:e[mn]s?|es)|fotos?"
    r"|photos?|pictures?|prints?|screenshots?|planilhas?|spreadsheets?|documentos?|documents?|docs?|uploads?|scans?)"
)
_PAPER = (
    r"(?:invoices?|bills?|receipts?|quot(?:e|ation)s?|purchase orders?|notas?(?: fisca(?:l|is))?|nf-?e?|faturas?"
    r"|boletos?|recibos?|orcamentos?|facturas?|presupuestos?|cotizaci(?:on|ones)|compro(?:v|b)antes?"
    r"|(?:pedido|orden) de compra)"
)
_SENT = r"(?:anexei|mandei|enviei|subi|passei|adjunte|envie|mande|pase|sent|attached|uploaded)"
_WHAT_CAME = rf"(?:(?:what|o que|lo que)(?: i| eu| te| le)?(?: just)? {_SENT})"
_PART = (
    r"(?:['’]s| (?:numbers?|dates?|headers?|lines?|items?|totals?|discounts?|tax(?:es)?|currency|amounts?|fields?)\b)"
)
_THING = rf"(?:{_FILE}|{_PAPER}|{_WHAT_CAME})\b(?!{_PART})"
_ATTACHED = r"(?:adjunt[oa]s?|anexad[oa]s?|anex[oa]s?|attached|uploaded|em anexo)"
_SMALL = (
    r"(?:\W+(?:the|this|that|my|at|to|in|on|o|os|a|as|ao|um|este|esta|esse|essa|meu|minha|no|na|do|da|pro|pra|para|el|la"
    rf"|about|por|com|con|los|las|lo|al|del|de|ese|esa|mi|un|un[ao]s?|em|en|whole|{_ATTACHED}))*\W+"
)
_READ = (
    r"(?:l[ae]r|leia|olh\w+|abr\w+|ve[jr]a?|consider\w+|us[ae]r?|mir\w+|le[ea]\w*|tom\w+"
    r"|anali[sz]\w+|proces\w+|revis\w+|preocup\w+"
    r"|read|open|look|use|bother|mind|worry|check|analy[sz]e"
    r"|(?:lev\w+|ten\w+|tom\w+) (?:em|en) (?:conta|cuenta)|hag\w+ caso|pay\w* attention)"
)
_NOT = r"(?:nao|no|nunca|never|don.?t|do not|no need to|sem|sin|without)"
_NOT_READ = (
    rf"{_NOT}(?: (?:precisa\w*|hace falta|need to|lo|la|o|a|it|te|se|me))? (?:{_READ}|reading|opening|looking|using)"
)
_LEAVE = (
    r"(?:ignor\w+|desconsider\w+|esquec\w+|olvid\w+|forget(?: about)?|disregard|skip|never ?mind|descart\w+|deixa|deixe"
    r"|deja|caso omiso)"
)
_WITHOUT = (
    # Who says what to leave out in it means it.
    rf"(?:{_LEAVE}(?!\W+(?:in|en|em|na|no)\b)|{_NOT_READ}|regardless of|apart from|independent\w*"
    r"|(?:leav|deja|deix)\w* (?:aside|de lado|de fora)"
    r"|(?:not|isn.?t|nao e|no es|nao tem a ver|no tiene que ver) (?:about|for|sobre|com|con))"
)
_WRONG = r"(?:errad[oa]s?|equivocad[oa]s?|wrong|sem querer|(?:por|foi|fue) (?:engano|error)|by (?:mistake|accident))"
_UNRELATED = r"(?:unrelated|irrelevant\w*|nada (?:a|que) ver|nothing to do)(?:\W+(?:with|com|con)\b.*)?"
_OTHER = rf"(?:{_WRONG}|{_UNRELATED}|(?:not|isn.?t|nao e|no es) (?:for|about|para|pra|sobre|meant)|de (?:outr|otr)\w+)"
_BESIDE = (
    rf"(?: (?:{_ATTACHED}|(?:pra|para) la|de lado|aside|por favor|please|(?:that |que )?(?:i |eu |te |le )?{_SENT}))*"
)
_UP_TO_3 = r"(?:\W+(?!\d)\w+){0,3}?\W+"
_IT = r"(?:\W+(?:it|that|isso|ele|lo|eso|esto))?"
_PATTERNS = [
    re.compile(pattern)
    for pattern in (
        rf"\b{_WITHOUT}{_SMALL}{_THING}\b{_BESIDE}",
        rf"\b(?:set|put|leav|poni|coloc)\w*{_SMALL}{_THING}\b(?: {_ATTACHED})? (?:aside|away|alone|aparte|de lado)\b",
        rf"\b{_FILE}\b{_UP_TO_3}{_OTHER}\b",
        rf"\b{_PAPER}\b{_UP_TO_3}{_UNRELATED}\b",
        rf"\b{_FILE}\b{_UP_TO_3}(?:later|depois|despues|luego|mais tarde|mas tarde)\W*$",
        rf"\b{_THING}\b{_UP_TO_3}(?:{_LEAVE}|{_NOT_READ}){_IT}(?=\W*$| (?:and|e|y)\b)",
        rf"\bwrong{_SMALL}{_FILE}\b",
        rf"\b{_SENT}\b{_UP_TO_3}{_WRONG}(?:\W+{_FILE})?\b",
        rf"^\W*(?:please )?(?:{_LEAVE}|{_NOT_READ}){_IT}\W*$",
        rf"\b(?:nao|no|don.?t|do not)\W+(?:lo|o)\W+{_READ}\b",
    )
]
_KEPT = re.compile(
    # "don't ignore the file" and "which line in the file is wrong" mean the file.
    rf"\b(?:{_NOT}|can.?t|cannot)(?: (?:te|se|me|you|to|just))*\W+$"
    r"|\b(?:in|of|from|de|en|na|da|do|del)"
    r"(?: (?:the|this|that|my|el|la|los|las|est[ea]|es[ea]|ess[ea]|mi|meu|minha))?\W+$"
)
_SORRY = re.compile(
    r"^\W*(?:(?:foi|fue|it was|was|um|un|a|my|me)\W+)*"
    r"(?:engano|error|mistake|bad|sem querer|sorry|desculp\w+|perdon|equivoque|kk+|enfim|please|por favor)\W*$"
)
_EARLIER = re.compile(
    r"\b(?:antes|before|anterior(?:es)?|previous|earlier|last|ultim[oa]|old|primeir[oa]|primer[oa]?|first)\b"
)
_WORD = re.compile(r"\w")
_CLAUSE = re.compile(r"[^.,;:!?()\n–—]+[.,;:!?()\n–—]*|[.,;:!?()\n–—]+")
_JOINED = re.compile(r"^\W*(?:and|but|y|e|mas|pero|so|just|only|solo|apenas)?\b\W*", re.IGNORECASE)


def without_file(text: str) -> str | None:
    """Return what a message says beside that its file is to be left aside, perhaps nothing; None if it does not say so.

    Only for messages that came with a file: "ignore it" would mean something else without one.
    """
    clauses = _CLAUSE.findall(text)
    if not any(_found(fold(clause)) for clause in clauses):
        return None
    rest = "".join(map(_rest, clauses)).strip()
    return rest if _WORD.search(rest) else ""


def _rest(clause: str) -> str:
    """Return a clause without the words that set the file aside."""
    folded = fold(clause)
    if _SORRY.match(folded):
        return ""
    found = _found(folded)
    if found is None:
        return clause
    # Folding may change the length of a text; then the words cannot be found in it again.
    after = _JOINED.sub("", clause[found.end() :]) if len(folded) == len(clause) else ""
    return after if len(after.split()) > 1 else ""


def _found(folded: str) -> re.Match[str] | None:
    """Return where a clause sets the file aside; not one that speaks of an earlier file."""
    if _EARLIER.search(folded):
        return None
    found = (pattern.search(folded) for pattern in _PATTERNS)
    return next((one for one in found if one and not _KEPT.search(folded[: one.start()])), None)
