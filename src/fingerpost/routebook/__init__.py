"""Routebooks: the model, loading from a folder, checking, packing, and the guards, extensions and apps they declare."""
