"""What Fingerpost costs and what it gets right, beside its peers, in one run."""
