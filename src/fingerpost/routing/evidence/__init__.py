"""Evidence for a decision: probes, document search, and the supervisor whose guards act on them."""
