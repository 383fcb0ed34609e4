"""The names that each reference evaluator shows to a test script, and how it calls the script.

All of them execute a script with two namespaces: their own names are the globals, what the script defines or imports at
its top level goes into locals that are then dropped. A name of the script itself is therefore unknown inside its
test_case, which shows as a NameError; imports belong into the function.
"""

import collections
import datetime
import decimal
import itertools
import json
import math
import operator
import os
import re
import sys

from querent import host
from querent.connection import Connection, Cursor, QueryCanceled
from querent.older_evaluator import older_names

ROW_LIMIT = 10_000


def run(code, job):
    """Executes a compiled script as its evaluator does; a script without test_case is passed over, as it is there."""
    connection = Connection(job["engine"])
    given = _names(job, connection)
    own = {}
    try:
        exec(code, given, own)
        test_case = own.get("test_case")
        if callable(test_case):
            test_case(job["predictedSql"], job["goldSql"], job["database"], connection)
    except NameError as error:
        if getattr(error, "name", None) in own:
            error.add_note(
                f"The evaluators do not show a test_case what its script has at the top level: put {error.name} into the function"
            )
        raise


def query(sql, connection):
    """
    One text, committed. What begins with SELECT or WITH has to give rows, of which at most 10,000 are fetched; what
    begins otherwise, be it with a comment, may give none (None) or all of them.
    """
    cursor = connection.cursor()
    cursor.execute(sql)
    if sql.strip().lower().startswith(("select", "with")):
        return cursor.fetchmany(ROW_LIMIT)
    return None if cursor.description is None else cursor.fetchall()


def _execute_each(queries, conn):
    """(rows of the last text that ran, whether one failed, whether one took too long); ends with the first that fails."""
    rows = None
    for text in queries:
        try:
            rows = query(text, conn)
        except QueryCanceled:
            return rows, False, True
        except Exception:
            return rows, True, False
    return rows, False, False


def execute_queries_conv(queries, db_name, conn, logger=None, section_title=""):
    """The conversational evaluator takes a bare string for a list of its characters, the first of which fails."""
    return _execute_each(queries, conn)


def execute_queries_agent(queries, db_name, conn, logger=None, section_title=""):
    return _execute_each([queries] if isinstance(queries, str) else queries, conn)


def execute_queries_adk(queries, db_name, conn=None):
    """The microservice passes over blank texts, keeps no rows where a later text fails, and flags an error by its words."""
    texts = [queries] if isinstance(queries, str) else queries
    rows = None
    for text in texts or []:
        if not text or not text.strip():
            continue
        try:
            rows = query(text, conn)
        except QueryCanceled:
            return None, None, True
        except Exception as error:
            return None, str(error), False
    return rows, None, False


def ex_base(pred_sqls, sol_sqls, db_name, conn, conditions=None):
    """1 where both lists give the same under soft exact match, else 0; the program that runs this compares."""
    sides = {"predicted": list(pred_sqls or []), "gold": list(sol_sqls or [])}
    reply = host.ask({"softExactMatch": {**sides, "conditions": conditions or {}}})
    return 1 if reply["match"] else 0


def remove_comments(sql_list):
    return host.ask({"rewrite": {"how": "removeComments", "sql": list(sql_list)}})["sql"]


def remove_distinct(sql_list):
    return host.ask({"rewrite": {"how": "removeDistinct", "sql": list(sql_list)}})["sql"]


def remove_round(sql_list):
    return host.ask({"rewrite": {"how": "removeRound", "sql": list(sql_list)}})["sql"]


def test_case_default(pred_sqls, sol_sqls, db_name, conn, conditions=None):
    """The default test: soft exact match once comments, DISTINCT and ROUND are taken out of both lists."""
    predicted, gold = (remove_round(remove_distinct(remove_comments(sql))) for sql in (pred_sqls, sol_sqls))
    result = ex_base(predicted, gold, db_name, conn, conditions)
    assert result == 1, f"the results differ: ex_base gives {result} instead of 1"
    return result


def _conv_names():
    return {"execute_queries": execute_queries_conv, "test_case_default": test_case_default, "json": json}


def _agent_names():
    """The agent's evaluator executes scripts among the names of its own module, what that imports included."""
    return {
        "execute_queries": execute_queries_agent,
        "test_case_default": test_case_default,
        "json": json,
        "math": math,
        "os": os,
        "re": re,
        "psycopg2": sys.modules["psycopg2"],
        "date": datetime.date,
        "datetime": datetime.datetime,
        "Decimal": decimal.Decimal,
        "ROUND_HALF_UP": decimal.ROUND_HALF_UP,
        "Counter": collections.Counter,
        "chain": itertools.chain,
        "groupby": itertools.groupby,
        "itemgetter": operator.itemgetter,
    }


def _adk_names():
    return {
        "execute_queries": execute_queries_adk,
        "ex_base": ex_base,
        "remove_distinct": remove_distinct,
        "remove_comments": remove_comments,
        "remove_round": remove_round,
    }


_PROFILES = {"conv": _conv_names, "agent": _agent_names, "adk": _adk_names}


def _names(job, connection):
    names = _PROFILES[job["profile"]]()
    if job["olderHelpers"]:
        shared = {"ex_base": ex_base, "remove_comments": remove_comments}
        shared |= {"remove_distinct": remove_distinct, "remove_round": remove_round}
        names = {**names, **shared, **older_names(query), "execute_queries": execute_queries_agent}
    return {**names, "pred_query_result": _predicted(job["predictedResult"], connection)}


def _predicted(result, connection):
    """What the predicted SQL gave before the test."""
    if result is None or result["status"] != "ok":
        return None
    cursor = Cursor(connection)
    cursor.show(result)
    return None if cursor.description is None else cursor.fetchmany(ROW_LIMIT)
