"""The text or the cells of a document become its fields: layout, goods, parties, sums, taxes and dates."""
