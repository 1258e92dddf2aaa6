"""Loads what every server loads as it starts, into the process that servers are forked from."""

from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS

EmbeddedEncoder(EMBEDDED_ENCODERS[0]).encode(["hello"])
