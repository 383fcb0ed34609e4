"""Cells of a result as Python values: for PostgreSQL as psycopg2 gives them, for SQLite as the sqlite3 module does."""

from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from json import loads
import re


def read_rows(columns, rows, engine):
    """Rows of cells as tuples of values; `columns` hold each column's declared type."""
    if not rows:
        return []
    read_column = _sqlite_column if engine == "sqlite" else _postgres_column
    return list(zip(*[read_column(cells, column["declaredType"]) for cells, column in zip(zip(*rows), columns)]))


def _sqlite_column(cells, _):
    return [None if cell is None else _sqlite_value(cell) for cell in cells]


def _sqlite_value(cell):
    tag, text = cell[0], cell[1:]
    if tag == "i":
        return int(text)
    if tag == "r":
        return float(text)
    if tag in "bx":
        return bytes.fromhex(text)
    return text


def _postgres_column(cells, declared_type):
    """Of one type; what psycopg2 does not know it gives as the server's text, arrays of such types too."""
    if declared_type.endswith("[]") and declared_type[:-2] in _IN_ARRAYS:
        element = _TEXT_READERS.get(declared_type[:-2], str)
        return [None if cell is None else _array(cell[1:], element) for cell in cells]
    read = _TEXT_READERS.get(declared_type)
    if read is None:
        return [None if cell is None else _tagged(cell) for cell in cells]
    return [None if cell is None else read(cell[1:]) for cell in cells]


def _tagged(cell):
    tag, text = cell[0], cell[1:]
    if tag == "t":
        return text
    if tag == "i":
        return int(text)
    if tag == "r":
        return float(text)
    if tag == "d":
        return Decimal(text)
    if tag == "b":
        return memoryview(bytes.fromhex(text))
    return bytes.fromhex(text).decode("utf-8", "surrogateescape")


def _date(text):
    if text == "infinity":
        return date.max
    if text == "-infinity":
        return date.min
    return date.fromisoformat(_in_range(text))


def _datetime(text):
    if text == "infinity":
        return datetime.max
    if text == "-infinity":
        return datetime.min
    return datetime.fromisoformat(_in_range(text))


def _datetime_with_zone(text):
    if text == "infinity":
        return datetime.max.replace(tzinfo=timezone.utc)
    if text == "-infinity":
        return datetime.min.replace(tzinfo=timezone.utc)
    return datetime.fromisoformat(_in_range(text))


def _in_range(text):
    if text.endswith(" BC") or not text[4:5] == "-":
        raise ValueError(f"year of {text} is out of range")
    return text


def _time(text):
    # PostgreSQL's last moment of a day is Python's first.
    return time.fromisoformat("00" + text[2:] if text.startswith("24") else text)


_INTERVAL = re.compile(
    r"(?:(-?\d+) years? ?)?(?:([-+]?\d+) mons? ?)?(?:([-+]?\d+) days? ?)?"
    r"(?:([-+]?)(\d+):(\d+):(\d+)(?:\.(\d+))?)?$"
)


def _interval(text):
    match = _INTERVAL.match(text)
    if match is None:
        raise ValueError(f"unexpected interval {text}")
    years, months, days, sign, hours, minutes, seconds, fraction = match.groups()
    day_count = int(years or 0) * 365 + int(months or 0) * 30 + int(days or 0)
    clock = timedelta(
        hours=int(hours or 0),
        minutes=int(minutes or 0),
        seconds=int(seconds or 0),
        microseconds=int((fraction or "").ljust(6, "0")),
    )
    return timedelta(days=day_count) + (-clock if sign == "-" else clock)


def _bytes(hexadecimal):
    return memoryview(bytes.fromhex(hexadecimal))


def _array_bytes(text):
    return _bytes(text[2:])


_TEXT_READERS = {
    "boolean": lambda text: text == "t",
    "smallint": int,
    "integer": int,
    "bigint": int,
    "oid": int,
    "numeric": Decimal,
    "real": float,
    "double precision": float,
    "date": _date,
    "timestamp without time zone": _datetime,
    "timestamp with time zone": _datetime_with_zone,
    "time without time zone": _time,
    "time with time zone": _time,
    "interval": _interval,
    "json": loads,
    "jsonb": loads,
    "bytea": _bytes,
}

# The types whose arrays psycopg2 gives as lists.
_IN_ARRAYS = {*_TEXT_READERS, "text", "character varying", "character", '"char"', "name", "inet", "cidr", "macaddr"}

_ARRAY_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{},])|([^{},"]+)')


def _array(text, element):
    """The server's text form of an array as nested lists; bounds in front of it ("[0:1]={…}") are left out."""
    if element is _bytes:
        element = _array_bytes
    stack = [[]]
    for quoted, mark, plain in _ARRAY_TOKEN.findall(text[text.index("{"):]):
        if mark == "{":
            stack.append([])
        elif mark == "}":
            stack[-2].append(stack.pop())
        elif plain:
            stack[-1].append(None if plain == "NULL" else element(plain))
        elif mark != ",":
            stack[-1].append(element(re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)))
    return stack[0][0]
