"""Documents: read, cut into passages, indexed, and searched by words and by meaning."""
