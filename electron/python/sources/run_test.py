"""Runs one job: compiles a test script, or calls its test_case, and tells what came of it."""

import contextlib
import gc
import sys
import traceback

from querent import evaluators
from querent import host

_FILE = "<test>"
_LONGEST_MESSAGE = 4000
_LONGEST_TRACEBACK = 50
_LONGEST_LINE = 500

# What leads from Python to the JavaScript that runs it.
_LEADING_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes")


def seal():
    """Takes away the modules that belong to the host; the import gate stands behind this."""
    for name in [name for name in sys.modules if name.split(".")[0] in _LEADING_OUT]:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if "pyodide" not in type(finder).__module__]
    sys.meta_path.insert(0, _Absent)
    gc.collect()
    gc.freeze()


class _Absent:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] in _LEADING_OUT:
            raise ModuleNotFoundError(f"No module named {name!r}: test scripts have no way to their host", name=name)
        return None


def warm_up():
    """Loads what nearly every script uses, so that it stands in the snapshot."""
    import collections, datetime, decimal, functools, itertools, json, math, re, statistics, string  # noqa: F401, E401


def main():
    job = host.receive()
    streams = sys.stdout, sys.stderr
    outcome = _outcome(_compiled if job["kind"] == "compile" else _tested, job)
    for stream in streams:
        # A script may have closed it.
        with contextlib.suppress(ValueError):
            stream.flush()
    host.tell_outcome(outcome)


def _compiled(job):
    compile(job["script"], _FILE, "exec")


def _tested(job):
    evaluators.run(compile(job["script"], _FILE, "exec"), job)


def _outcome(run, job):
    try:
        run(job)
        return {"status": "passed", "message": None, "traceback": []}
    except BaseException as error:
        return _failure(error, job["script"])


def _failure(error, script):
    lines = _lines(error, script.split("\n"))
    if isinstance(error, (SyntaxError, ValueError)) and not lines:
        # compile() raises ValueError for a NUL in the source.
        line = getattr(error, "lineno", None)
        at = [{"line": line, "text": (getattr(error, "text", None) or "").rstrip("\n")[:_LONGEST_LINE]}] if line else []
        return {"status": "does-not-compile", "message": _text(error), "traceback": at}
    if isinstance(error, MemoryError):
        return {"status": "memory", "message": "MemoryError", "traceback": lines}
    if isinstance(error, AssertionError):
        message = _text(error, bare=True) or (lines[-1]["text"].strip() if lines else "AssertionError")
        return {"status": "failed", "message": message, "traceback": lines}
    return {"status": "error", "message": _text(error), "traceback": lines}


def _text(error, bare=False):
    """What the exception says; a script may have written it, so that even this may raise."""
    try:
        words = str(error.msg) if isinstance(error, SyntaxError) else str(error)
    except BaseException:
        words = ""
    notes = [note for note in getattr(error, "__notes__", None) or [] if isinstance(note, str)]
    words = " – ".join([words, *notes])[:_LONGEST_MESSAGE]
    if bare:
        return words
    name = type(error).__name__
    return f"{name}: {words}" if words else name


def _lines(error, source):
    """The lines of the script that were under way, the innermost last."""
    found = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == _FILE and line and line <= len(source):
            found.append({"line": line, "text": source[line - 1][:_LONGEST_LINE]})
    return found[-_LONGEST_TRACEBACK:]
