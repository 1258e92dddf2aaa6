"""Build the students that ship with routebooks, if examples, thresholds or encoder have changed."""

from __future__ import annotations

from fingerpost.models.factory import embedded_encoder
from fingerpost.routebook.load import installed_routebooks, read_folder
from fingerpost.routing.student import serialization
from fingerpost.routing.student.cache import SHIPPED, fit_for, is_current
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
        student = fit_for(book, book.examples, encoder, settings.cache)
        serialization.save(student, folder / SHIPPED)
        print(f"{name}: fitted on {len(book.examples)} examples: {student.notes}")


if __name__ == "__main__":
    main()
