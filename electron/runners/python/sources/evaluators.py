"""The functions that each reference evaluator hands to a test script, under the names and with the results it gives them."""

import json

from querent import host
from querent.connection import Connection, Cursor, QueryCanceled

ROW_LIMIT = 10_000


def _query(sql, connection):
    """The rows of a text's last statement, at most 10,000; None where it gives none."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return None if cursor.description is None else cursor.fetchmany(ROW_LIMIT)


def execute_queries(queries, db_name, conn, *_, **__):
    """Runs texts one after another: (rows of the last one that ran, whether one failed, whether one took too long)."""
    rows, failed, timed_out = None, False, False
    for query in [queries] if isinstance(queries, str) else queries:
        try:
            rows = _query(query, conn)
        except QueryCanceled:
            timed_out = True
            break
        except Exception:
            failed = True
            break
    return rows, failed, timed_out


def names(job):
    """What stands ready in the namespace of a script."""
    connection = Connection(job["engine"])
    ready = {"execute_queries": execute_queries, "pred_query_result": _predicted(job, connection)}
    if job["profile"] == "conv":
        ready["json"] = json
    return ready, connection


def _predicted(job, connection):
    result = job["predictedResult"]
    if result is None:
        return None
    cursor = Cursor(connection)
    cursor.show(result)
    return None if cursor.description is None else cursor.fetchmany(ROW_LIMIT)
