"""Reading: an action and its typed values out of a message, for any app that declares its actions."""

from fingerpost.reading.declaration import Declaration, DeclarationError, declare, load
from fingerpost.reading.reader import Command, Reader, Reading, read
from fingerpost.reading.values import Held

__all__ = ["Command", "Declaration", "DeclarationError", "Held", "Reader", "Reading", "declare", "load", "read"]
