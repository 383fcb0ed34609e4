"""The one way from a script to the program that runs it: JSON texts on a descriptor that the program answers."""

import os
from json import dumps as _dumps
from json import loads as _loads

_DESCRIPTOR = 1000
_CHUNK = 1 << 18


def receive():
    """The job at first; after a request its answer."""
    chunks = []
    while chunk := os.read(_DESCRIPTOR, _CHUNK):
        chunks.append(chunk)
    return _loads(b"".join(chunks))


class RequestRefused(Exception):
    """The program gave no answer: the request was none that it knows, or the database of the test is lost."""


def ask(request):
    """Sends a request, waits for the answer."""
    os.write(_DESCRIPTOR, _dumps(request).encode())
    reply = receive()
    if "refused" in reply:
        raise RequestRefused(reply["refused"])
    return reply


def tell_outcome(outcome):
    os.write(_DESCRIPTOR, _dumps({"outcome": outcome}, separators=(",", ":")).encode())
