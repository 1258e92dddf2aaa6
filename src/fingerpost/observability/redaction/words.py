"""The words by which redaction knows what a string is, in three languages, without accents; parts of patterns each."""

from __future__ import annotations


def _any_of(words: str) -> str:
    """Return the pattern of words that commas part, for a verbose pattern."""
    return "|".join("\\ ".join(word.split()) for word in words.split(","))


PASSWORDS = _any_of("""passw(?:[o0]r)?d, passwd, pwd, pswd?, (?<![^\\W_])pw(?![a-z]), passcode, passphrase, contrasena,
    senha, palavra[-_ ]?passe, api[-_ ]?key, secret, client[-_ ]?secret,
    (?:access|private|secret|signing|encryption|account|shared ?access)[-_ ]?key,
    clave (?:secreta|privada|de acceso|api), chave (?:secreta|privada|de acesso|de api|da api)""")
"""Names of what is always a secret."""

CODES = _any_of("""clave, pin, pass, cvv2?, cvc2?, otp,
    (?:security|verification|access|login|sms|2fa|auth(?:entication)?) code,
    cod(?:igo)? (?:de )?(?:seguridad|verificacion|acceso|confirmacion|seguranca|verificacao|acesso|confirmacao|sms),
    (?:backup|recovery) codes?""")
"""Names of secrets that may be digits alone; some mean other things too."""

KEYS = _any_of("""(?:(?:access|auth|refresh|session|bearer|api|id|csrf)[-_ ]?)?token, chave, key, sig, credentials?,
    credenciales, credenciais, j?session[-_ ]?id, phpsessid""")
"""Names of secrets that mean other things too."""

_NAME_HINTS = """pass pwd psw pw contrasen senha palavra clave chave pin key token secret cvv cvc otp codigo code cod
    credenci credential sig session phpsess seed recovery semilla recuperac semente mnemonic"""
SECRET_HINTS = tuple(_NAME_HINTS.split())
"""One of these is in every text that names a secret."""

STATES = _any_of("""not, no, nao, too, very, muy, muito, also, tambien, tambem, still, aun, ainda, already, ya, ja,
    the, la, el, o, a, an, una?, uma?, in, on, wrong, right, (?:in)?correct\\w*, (?:in)?valid\\w*, weak, strong, safe,
    secure, empty, missing, long, short, old, new, same, ok\\w*, fine, bad, good, unknown, public, private, secret,
    different, case, mal, bien, bem, vaci[oa], vazi[oa], debil, fac[ri]\\w*, dificil, larg[oa], cort[oa], long[oa],
    curt[oa], igual, mism[oa], mesm[oa], nuev[oa], nov[oa], viej[oa], velh[oa], segur[oa], fort[ei], fuerte, frac[oa],
    complicad[oa], errad[oa], easy, hard, simple, what, que, cual, qual, where, donde, onde, how, como, obligator\\w*,
    obrigator\\w*, necess?ari\\w*, \\w\\w+(?:ed|ing|ada|ado|ida|ido|able|ible|ivel|avel)""")
"""What is said of a password, as against what it is."""

STAND_INS = _any_of("""none, null, nil, true, false, undefined, string, str, text, int, varchar, bool\\w*, required,
    optional, your[-\\w]*, tu, sua, seu, changeme, todo, self, args, env, input, getpass, n/?a""")
"""What stands in code and instructions where a secret would."""

OTHER_NAMES = _any_of("""len, min, max, polic, expir, day, field, count, size, label, col, type, name, reset, try,
    attempt, strength, rule, manager""")
"""What comes after `password_` in the name of something else."""

IDENTIFIERS = _any_of("""cpf, cnpj, dni, nie, nif, cif, nipc, nuip, curp, rfc, cuit, cuil, niss, nss, cnh, ssn, itin,
    ein, nino, rg, rut, pis, pasep, nit, iban, swift, cedula, contribuinte, passport, pasaporte, passaporte,
    social security, seguridad social, seguranca social, national insurance, cartao d[eo] cidadao,
    bilhete de identidade, identidade?, titulo de eleitor, driver'?s? licen[sc]e, carne[t]? de conducir, tax id,
    id card, vat (?:no|number|id|reg\\w*),
    (?:account|cuenta|conta) (?:bancaria|corriente|corrente|poupanca|number|numero|no?|n[ro]), routing number""")
"""Names of what stands for a person, a company or an account."""

_IDENTIFIER_HINTS = """cpf cnpj dni nie nif cif nip nuip curp rfc cui nis nss cnh ssn tin ein nino rg rut pis pasep nit
    iban swift cedula contrib pass pasap social insurance cidad ident eleitor licen conducir tax card vat account cuenta
    conta routing"""
IDENTIFIER_HINTS = tuple(_IDENTIFIER_HINTS.split())
"""One of these is in every text that names such a thing."""

CARDS = _any_of("cards?, tarjetas?, cartao, cartoes, visa, mastercard, amex")
PHONES = _any_of("""tel(?:e[fm]\\w+)?, (?:tele)?phone, mobile, cell(?:phone)?, movil, celular, whats(?:app)?, wpp,
    zap, fax, call, ring, llama\\w*, lig(?:a|ar|ue), text""")

NUMBERED_THINGS = _any_of("""orders?, pedidos?, encomendas?, compras?, purchase, invoices?, facturas?, faturas?,
    recibos?, receipt, ref(?:erence|erencia)?[.]?, postal, zip, cep, tracking, rastrei[oa]\\w*, rastreamento,
    seguimiento, envio, shipment, parcel, dhl, ups, fedex, usps, correos, correios, ctt, seur, gls, awb, container,
    tickets?, case, caso, chamado, protocolo, incidencia, expediente, issue, booking, reserva, lote, batch, sku, isbn,
    issn, ean, gtin, upc, asin, doi, product[oe]?s?, produtos?, articulo, artigo, item, part, serial, serie,
    model[oe]?, albaran, quote, quotation, presupuesto, orcamento, nota fiscal, nf-?e, po, commit, sha-?\\d*, md5,
    hash, checksum, digest, etag, build, version, versao, release, firmware, uuid, guid, request, trace, row, fila,
    linha, line, job, run, timestamp, epoch, transac\\w*, lat\\w*, lon\\w*, barcode, codigo de barras, stock, estoque,
    rgb""")
"""Things that have numbers."""
