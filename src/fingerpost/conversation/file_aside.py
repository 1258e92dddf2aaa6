"""Messages that set their own file aside: "ignore the attachment", "mandei a foto errada", "el pdf no va".

Such a message is decided as if it had come without the file, by what else it says.
"""

from __future__ import annotations

import re

from fingerpost.language.text import fold

_FILE = (
    r"(?:anexos?|arquivos?|archivos?|ficheiros?|adjuntos?|attachments?|files?|pdfs?|xml|csv|imag(?:e[mn]s?|es)|fotos?"
    r"|photos?|pictures?|prints?|screenshots?|planilhas?|spreadsheets?|documentos?|documents?)"
)
_SMALL = (
    r"(?:\W+(?:the|this|that|my|at|to|in|on|o|os|a|as|ao|um|este|esta|esse|essa|meu|minha|no|na|do|da|pro|pra|para|el|la"
    r"|los|las|lo|al|del|de|ese|esa|mi|un|un[ao]s?|em|en))*\W+"
)
_READ = (
    r"(?:l[ae]r|leia|olh\w+|abr\w+|ve[jr]a?|consider\w+|us[ae]r?|mir\w+|le[ea]\w*|tom\w+"
    r"|read|open|look|use|bother|mind)"
)
_LEAVE = (
    r"(?:ignor\w+|desconsider\w+|esquec\w+|olvid\w+|forget(?: about)?|disregard|skip|never ?mind|descart\w+|deixa|deixe"
    r"|deja|caso omiso|(?:nao|no|don.?t|do not|no need to|sem|sin|without)(?: (?:precisa\w*|hace falta|need to))? "
    rf"(?:{_READ}|reading|opening|looking|using))"
)
_WRONG = r"(?:errad[oa]s?|equivocad[oa]s?|wrong|sem querer|(?:por|foi|fue) (?:engano|error)|by (?:mistake|accident))"
_OTHER = (
    rf"(?:{_WRONG}|unrelated|irrelevant\w*|(?:not|isn.?t|nao e|no es) (?:for|about|para|pra|sobre|meant)"
    r"|nada (?:a|que) ver|de (?:outr|otr)\w+)"
)
_SENT = r"(?:anexei|mandei|enviei|adjunte|envie|mande|sent|attached)"
_IT = r"(?:\W+(?:it|that|isso|ele|lo|eso|esto))?"
_PATTERNS = [
    re.compile(pattern)
    for pattern in (
        rf"\b{_LEAVE}{_SMALL}{_FILE}\b(?: (?:em anexo|adjunto|attached|(?:pra|para) la|de lado|por favor|please))*",
        rf"\b{_FILE}\b(?:\W+(?!\d)\w+){{0,3}}?\W+{_OTHER}\b",
        rf"\bwrong{_SMALL}{_FILE}\b",
        rf"\b{_SENT}\b(?:\W+\w+){{0,3}}?\W+{_WRONG}(?:\W+{_FILE})?\b",
        rf"^\W*(?:please )?{_LEAVE}{_IT}\W*$",
        rf"\b(?:nao|no|don.?t|do not)\W+(?:lo|o)\W+{_READ}\b",
    )
]
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
    return next((found for pattern in _PATTERNS if (found := pattern.search(folded))), None)
