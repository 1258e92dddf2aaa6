"""Build the students that ship with routebooks, if examples, thresholds or encoder have changed."""

from __future__ import annotations

from fingerpost.models.factory import embedded_encoder
from fingerpost.routebook.load import installed_routebooks, read_folder
from fingerpost.routing.student import serialization
from fingerpost.routing.student.cache import SHIPPED, is_current
from fingerpost.routing.student.training import fit
from fingerpost.settings import Settings


def main() -> None:
    """Fit and write every student that is not current."""
    settings = Settings.from_environment()
    for name, folder in sorted(installed_routebooks().items()):
        book = read_folder(folder)
        encoder = embedded_encoder(settings, book.encoder)
        if is_current(book, encoder.fingerprint):
            print(f"{name}: current")
            continue
        error = book.thresholds.accept_error
        student = fit(book.examples, encoder, out_of_scope=book.out_of_scope, accept_error=error, cache=settings.cache)
        serialization.save(student, folder / SHIPPED)
        print(f"{name}: fitted on {len(book.examples)} examples: {student.notes}")


if __name__ == "__main__":
    main()
