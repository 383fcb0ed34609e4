"""What only the older evaluator of single instances handed to a script, besides the names that the others have."""

import datetime
import decimal


def preprocess_results(results):
    """Rows with dates as text (YYYY-MM-DD, times cut off); None becomes no rows."""
    return [tuple(map(_as_text_where_date, row)) for row in results or []]


def _as_text_where_date(value):
    return value.strftime("%Y-%m-%d") if isinstance(value, datetime.date) else value


def process_decimals(results, decimal_places):
    """Rows with decimals rounded half up and floats half to even, as Python's round does."""
    places = decimal.Decimal(1).scaleb(-decimal_places)

    def rounded(value):
        if isinstance(value, decimal.Decimal):
            return value.quantize(places, rounding=decimal.ROUND_HALF_UP)
        return round(value, decimal_places) if isinstance(value, float) else value

    return [tuple(map(rounded, row)) for row in results]


def check_sql_function_usage(sqls, required_keywords):
    """1 where every keyword occurs somewhere in the texts, in whatever case, even in a comment or a literal; else 0."""
    if not sqls or not required_keywords:
        return 0
    text = " ".join([sqls] if isinstance(sqls, str) else sqls).lower()
    return int(all(keyword.lower() in text for keyword in required_keywords))


def _plan_cost(texts, connection):
    """The sum of the planner's total costs of these texts in one transaction that is undone; what has no plan is run."""
    planned = ("select", "with", "insert", "update", "delete", "merge")
    statements = [text.strip().rstrip(";") for text in texts]
    explained = [
        f"EXPLAIN (FORMAT JSON) {text}" if text.lower().startswith(planned) else text for text in statements
    ]
    plans = connection.results("\n;\n".join([*explained, "ROLLBACK"]))
    costs = [rows[0][0][0]["Plan"]["Total Cost"] for names, rows in plans if names == ["QUERY PLAN"]]
    return sum(map(float, costs))


def older_names(query):
    """`query` runs one text on a connection and gives its rows."""

    def perform_query_on_postgresql_databases(text, db_name, conn=None):
        """(rows, connection); raises what the database raises."""
        return query(text, conn), conn

    def performance_compare_by_qep(old_sqls, sol_sqls, db_name, conn):
        """1 where the plans of the solution cost less than those of the old SQL, each from the same state; else 0."""
        if not old_sqls or not sol_sqls:
            return 0
        return int(_plan_cost(sol_sqls, conn) < _plan_cost(old_sqls, conn))

    return {
        "perform_query_on_postgresql_databases": perform_query_on_postgresql_databases,
        "performance_compare_by_qep": performance_compare_by_qep,
        "check_sql_function_usage": check_sql_function_usage,
        "preprocess_results": preprocess_results,
        "process_decimals": process_decimals,
        "date": datetime.date,
    }
