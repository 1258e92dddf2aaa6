"""Error messages of files that cannot be read as a document, with remedies, in three languages."""

from __future__ import annotations

FAULTS: dict[str, dict[str, str]] = {
    "empty": {
        "en": "the file is empty: send it again",
        "es": "el archivo está vacío: envíalo de nuevo",
        "pt": "o arquivo está vazio: envie de novo",
    },
    "large": {
        "en": "{0} MB are more than the {1} MB that are read: send only the pages of the document",
        "es": "{0} MB son más que los {1} MB que se leen: envía solo las páginas del documento",
        "pt": "{0} MB são mais que os {1} MB que são lidos: envie só as páginas do documento",
    },
    "nothing": {
        "en": "holds neither lines with prices nor a total: send an invoice, an order, a quote or a receipt",
        "es": "no tiene líneas con precios ni un total: envía una factura, un pedido, un presupuesto o un recibo",
        "pt": "não tem linhas com preços nem um total: envie uma nota fiscal, um pedido, um orçamento ou um recibo",
    },
    "old_office": {
        "en": "is an old Office file, which is not read: export it as PDF or CSV",
        "es": "es un archivo antiguo de Office, que no se lee: expórtalo como PDF o CSV",
        "pt": "é um arquivo antigo do Office, que não é lido: exporte como PDF ou CSV",
    },
    "workbook": {
        "en": "is an Excel workbook, which is not read: save the sheet as CSV (File, Save as, CSV UTF-8) and send that",
        "es": "es un libro de Excel, que no se lee: guarda la hoja como CSV (Archivo, Guardar como, CSV UTF-8) y "
        "envíala",
        "pt": "é uma pasta do Excel, que não é lida: salve a planilha como CSV (Arquivo, Salvar como, CSV UTF-8) e "
        "envie",
    },
    "word": {
        "en": "is a Word document, which is not read: save it as PDF and send that",
        "es": "es un documento de Word, que no se lee: guárdalo como PDF y envíalo",
        "pt": "é um documento do Word, que não é lido: salve como PDF e envie",
    },
    "zip": {
        "en": "is a zip archive, which is never unpacked: send the file that is in it",
        "es": "es un archivo zip, que nunca se descomprime: envía el archivo que contiene",
        "pt": "é um arquivo zip, que nunca é descompactado: envie o arquivo que está dentro",
    },
    "web_page": {
        "en": "is a web page, which is not read: print it as PDF, or paste its text",
        "es": "es una página web, que no se lee: imprímela como PDF o pega su texto",
        "pt": "é uma página da web, que não é lida: imprima como PDF ou cole o texto",
    },
    "binary": {
        "en": "is binary and of no kind that is read: send a PDF, a CSV or plain text",
        "es": "es binario y de ningún tipo que se lea: envía un PDF, un CSV o texto",
        "pt": "é binário e de nenhum tipo que seja lido: envie um PDF, um CSV ou texto",
    },
    "table": {
        "en": "is no table that can be read ({0}): save it again as CSV UTF-8",
        "es": "no es una tabla que se pueda leer ({0}): guárdala de nuevo como CSV UTF-8",
        "pt": "não é uma tabela que possa ser lida ({0}): salve de novo como CSV UTF-8",
    },
    "image": {
        "en": "is an image ({0}), which needs OCR, and no engine is installed: send a PDF with text, paste the text, "
        "or install tesseract and `pip install pytesseract`",
        "es": "es una imagen ({0}), que necesita OCR, y no hay ningún motor instalado: envía un PDF con texto, pega el "
        "texto, o instala tesseract y `pip install pytesseract`",
        "pt": "é uma imagem ({0}), que precisa de OCR, e nenhum motor está instalado: envie um PDF com texto, cole o "
        "texto, ou instale o tesseract e `pip install pytesseract`",
    },
    "ocr_failed": {
        "en": "OCR could not read the image ({0}): send a sharper one, or a PDF with text",
        "es": "el OCR no pudo leer la imagen ({0}): envía una más nítida o un PDF con texto",
        "pt": "o OCR não conseguiu ler a imagem ({0}): envie uma mais nítida ou um PDF com texto",
    },
    "ocr_empty": {
        "en": "OCR found no text in the image: send a sharper one, or a PDF with text",
        "es": "el OCR no encontró texto en la imagen: envía una más nítida o un PDF con texto",
        "pt": "o OCR não encontrou texto na imagem: envie uma mais nítida ou um PDF com texto",
    },
    "no_pdf": {
        "en": "is no PDF, though it is named so: send the PDF itself, or name it .txt or .csv",
        "es": "no es un PDF, aunque se llame así: envía el PDF mismo o nómbralo .txt o .csv",
        "pt": "não é um PDF, embora tenha esse nome: envie o próprio PDF ou dê o nome .txt ou .csv",
    },
    "pdf_package": {
        "en": "is a PDF, which needs one more package: pip install 'fingerpost[pdf]'",
        "es": "es un PDF, que necesita un paquete más: pip install 'fingerpost[pdf]'",
        "pt": "é um PDF, que precisa de mais um pacote: pip install 'fingerpost[pdf]'",
    },
    "pdf_locked": {
        "en": "is locked with a password: save it without one and send it again",
        "es": "está protegido con contraseña: guárdalo sin ella y envíalo de nuevo",
        "pt": "está protegido com senha: salve sem ela e envie de novo",
    },
    "pdf_broken": {
        "en": "cannot be read as a PDF ({0}): save it again",
        "es": "no se puede leer como PDF ({0}): guárdalo de nuevo",
        "pt": "não pode ser lido como PDF ({0}): salve de novo",
    },
    "pdf_pages": {
        "en": "has no pages: send it again",
        "es": "no tiene páginas: envíalo de nuevo",
        "pt": "não tem páginas: envie de novo",
    },
    "pdf_scan": {
        "en": "has no text layer: it is a scan, which needs OCR: send the PDF that the invoice program made, or paste "
        "the text",
        "es": "no tiene capa de texto: es un escaneo, que necesita OCR: envía el PDF que hizo el programa de facturas "
        "o pega el texto",
        "pt": "não tem camada de texto: é uma digitalização, que precisa de OCR: envie o PDF que o programa de notas "
        "gerou ou cole o texto",
    },
    "pdf_unfolds": {
        "en": "a page unfolds to more than {0} MB: print it to a new PDF and send that",
        "es": "una página se despliega a más de {0} MB: imprímela en un PDF nuevo y envíalo",
        "pt": "uma página se expande a mais de {0} MB: imprima em um PDF novo e envie",
    },
    "pdf_endless": {
        "en": "a page takes too long to draw (more than {0} steps): print it to a new PDF and send that",
        "es": "una página tarda demasiado en dibujarse (más de {0} pasos): imprímela en un PDF nuevo y envíalo",
        "pt": "uma página demora demais para ser desenhada (mais de {0} passos): imprima em um PDF novo e envie",
    },
    "xml_other": {
        "en": "is XML, but no NF-e: send the XML that the tax office gave, the PDF of the invoice, or paste its text",
        "es": "es XML, pero no una NF-e: envía el XML que dio la autoridad fiscal, el PDF de la factura o pega su "
        "texto",
        "pt": "é XML, mas não uma NF-e: envie o XML que a Receita deu, o PDF da nota ou cole o texto",
    },
    "xml_declares": {
        "en": "declares a document type or an entity, which an NF-e never does: send the XML that the tax office gave, "
        "the PDF of the invoice, or paste its text",
        "es": "declara un tipo de documento o una entidad, lo que una NF-e nunca hace: envía el XML que dio la "
        "autoridad fiscal, el PDF de la factura o pega su texto",
        "pt": "declara um tipo de documento ou uma entidade, o que uma NF-e nunca faz: envie o XML que a Receita deu, "
        "o PDF da nota ou cole o texto",
    },
    "xml_elements": {
        "en": "has more elements or attributes than an NF-e can have: send the XML that the tax office gave, the "
        "PDF of the invoice, or paste its text",
        "es": "tiene más elementos o atributos de los que puede tener una NF-e: envía el XML que dio la autoridad "
        "fiscal, el PDF de la factura o pega su texto",
        "pt": "tem mais elementos ou atributos do que uma NF-e pode ter: envie o XML que a Receita deu, o PDF da "
        "nota ou cole o texto",
    },
    "xml_lines": {
        "en": "has {0} items, and an NF-e has at most {1}: send the XML that the tax office gave, or each invoice in "
        "a file of its own",
        "es": "tiene {0} artículos, y una NF-e tiene como máximo {1}: envía el XML que dio la autoridad fiscal o cada "
        "factura en su propio archivo",
        "pt": "tem {0} itens, e uma NF-e tem no máximo {1}: envie o XML que a Receita deu ou cada nota em um arquivo "
        "próprio",
    },
    "xml_broken": {
        "en": "is XML that cannot be read ({0}): send the XML that the tax office gave, the PDF of the invoice, or "
        "paste its text",
        "es": "es XML que no se puede leer ({0}): envía el XML que dio la autoridad fiscal, el PDF de la factura o "
        "pega su texto",
        "pt": "é XML que não pode ser lido ({0}): envie o XML que a Receita deu, o PDF da nota ou cole o texto",
    },
}
