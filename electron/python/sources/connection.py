"""What scripts see of psycopg2: a connection with cursors, and the errors that they may want to catch."""

import sys
import types

from querent import host
from querent.values import read_rows


class Error(Exception):
    pgcode = None


class DatabaseError(Error):
    pass


class InterfaceError(Error):
    pass


class OperationalError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class QueryCanceled(OperationalError):
    pgcode = "57014"


class Closable:
    """Closing leaves nothing behind: the run's state of the database goes as a whole."""

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class Connection(Closable):
    """Of the database under test. Every text is committed as it ends, so that there is nothing to commit or to roll back."""

    def __init__(self, engine):
        self.engine = engine
        self.autocommit = True

    def cursor(self, *_, **__):
        return Cursor(self)

    def results(self, sql):
        """(names of the columns, rows) of each statement of a text that gives rows."""
        shown = []
        for result in _checked(sql):
            if result["columns"]:
                cursor = Cursor(self)
                cursor.show(result)
                shown.append(([name for name, *_ in cursor.description], cursor.fetchall()))
        return shown

    def commit(self):
        pass

    def rollback(self):
        pass


def _checked(sql):
    """The results of a text's statements; raises what psycopg2 raises where one of them fails."""
    if not isinstance(sql, str):
        raise TypeError(f"SQL has to be a string, not {type(sql).__name__}")
    reply = host.ask({"execute": [sql]}) if sql.strip() else {"results": []}
    if not reply["results"]:
        raise ProgrammingError("can't execute an empty query")
    last = reply["results"][-1]
    if last["status"] == "timeout":
        raise QueryCanceled("canceling statement due to statement timeout")
    if last["status"] != "ok":
        raise DatabaseError(last["error"] or last["status"])
    return reply["results"]


class Cursor(Closable):
    """Runs texts; parameters are not filled in, as no evaluator uses them."""

    def __init__(self, connection):
        self.connection = connection
        self.description = None
        self.rowcount = -1
        self._rows = None
        self._next = 0

    def execute(self, sql, parameters=None):
        if parameters:
            raise InterfaceError("parameters of a statement are not supported: write the values into the SQL")
        self.description, self._rows, self._next, self.rowcount = None, None, 0, -1
        self.show(_checked(sql)[-1])

    def show(self, result):
        """Makes the rows of a result those to fetch."""
        if result["columns"]:
            self.description = [(column["name"],) + (None,) * 6 for column in result["columns"]]
            self._rows = read_rows(result["columns"], result["rows"], self.connection.engine)
        self.rowcount = result["rowCount"] if result["columns"] else result["affected"]

    def _remaining(self):
        if self._rows is None:
            raise ProgrammingError("no results to fetch")
        return len(self._rows) - self._next

    def fetchmany(self, size=1):
        count = min(size, self._remaining())
        self._next += count
        return self._rows[self._next - count:self._next]

    def fetchall(self):
        return self.fetchmany(self._remaining())

    def fetchone(self):
        return next(iter(self.fetchmany(1)), None)

    def __iter__(self):
        return iter(self.fetchall())


def _publish():
    """Under the name by which scripts import it."""
    psycopg2 = types.ModuleType("psycopg2")
    errors = types.ModuleType("psycopg2.errors")
    for one in (Error, DatabaseError, InterfaceError, OperationalError, ProgrammingError):
        setattr(psycopg2, one.__name__, one)
    errors.QueryCanceled = QueryCanceled
    psycopg2.errors = errors
    sys.modules["psycopg2"], sys.modules["psycopg2.errors"] = psycopg2, errors


_publish()
