"""Check list, a mini-app for Fingerpost."""
