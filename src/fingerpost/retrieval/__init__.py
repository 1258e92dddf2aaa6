"""Document retrieval: reading files, splitting into passages, indexing, and hybrid search (BM25 and vectors)."""
