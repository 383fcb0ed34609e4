import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseState, StatementResult } from "../../electron/engines/engine.ts";
import { queryResult } from "../engines/statement-result.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openLab } from "./lab.ts";
import {
  callOf,
  databaseOf,
  type Interpreters,
  noDatabase,
  startInterpreters,
  testCase,
  testLimits,
} from "./support.ts";

/** Values of PostgreSQL, each with what repr() says of it once psycopg2 2.9 has fetched it (recorded with PostgreSQL 15). */
const postgresValues: [sql: string, shown: string][] = [
  ["true", "True"],
  ["7::smallint", "7"],
  ["12::oid", "12"],
  ["1.50::numeric", "Decimal('1.50')"],
  ["'NaN'::numeric", "Decimal('NaN')"],
  ["0.00000000000000000000012345678901234567890::numeric", "Decimal('1.2345678901234567890E-22')"],
  ["1::real/3", "0.3333333333333333"],
  ["0.1::double precision", "0.1"],
  ["'NaN'::float8", "nan"],
  ["'-Infinity'::float8", "-inf"],
  ["DATE '2024-02-29'", "datetime.date(2024, 2, 29)"],
  ["'infinity'::date", "datetime.date(9999, 12, 31)"],
  ["'-infinity'::date", "datetime.date(1, 1, 1)"],
  ["TIMESTAMP '2024-02-29 12:34:56.789'", "datetime.datetime(2024, 2, 29, 12, 34, 56, 789000)"],
  ["TIMESTAMP '2024-02-29 12:34:56'", "datetime.datetime(2024, 2, 29, 12, 34, 56)"],
  ["'infinity'::timestamp", "datetime.datetime(9999, 12, 31, 23, 59, 59, 999999)"],
  [
    "TIMESTAMPTZ '2024-07-01 12:00:00+02'",
    "datetime.datetime(2024, 7, 1, 10, 0, tzinfo=datetime.timezone.utc)",
  ],
  [
    "'infinity'::timestamptz",
    "datetime.datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=datetime.timezone.utc)",
  ],
  ["TIME '23:59:59.5'", "datetime.time(23, 59, 59, 500000)"],
  ["TIME '24:00:00'", "datetime.time(0, 0)"],
  [
    "TIMETZ '10:00:00+05:30'",
    "datetime.time(10, 0, tzinfo=datetime.timezone(datetime.timedelta(seconds=19800)))",
  ],
  [
    "INTERVAL '1 year 2 mons 3 days 04:05:06.5'",
    "datetime.timedelta(days=428, seconds=14706, microseconds=500000)",
  ],
  ["INTERVAL '-1 days +02:03:04'", "datetime.timedelta(days=-1, seconds=7384)"],
  ["INTERVAL '-04:05:06.000001'", "datetime.timedelta(days=-1, seconds=71693, microseconds=999999)"],
  ["INTERVAL '100 hours'", "datetime.timedelta(days=4, seconds=14400)"],
  ["INTERVAL '0'", "datetime.timedelta(0)"],
  ["'\\xdeadbeef'::bytea", "memoryview deadbeef"],
  ['\'{"a":[1,2.5,null,true],"b":"ü"}\'::json', "{'a': [1, 2.5, None, True], 'b': 'ü'}"],
  ['\'{"b":1,"a":1.10}\'::jsonb', "{'a': 1.1, 'b': 1}"],
  ["'null'::jsonb", "None"],
  ["ARRAY[1,2,NULL]", "[1, 2, None]"],
  ["ARRAY[[1,2],[3,4]]", "[[1, 2], [3, 4]]"],
  ["ARRAY[1.5,2.25]::numeric[]", "[Decimal('1.5'), Decimal('2.25')]"],
  ["ARRAY['a,b','c\"d','e\\f',NULL,'NULL','',' x ']", "['a,b', 'c\"d', 'e\\\\f', None, 'NULL', '', ' x ']"],
  ["ARRAY[true,false]", "[True, False]"],
  ["ARRAY[DATE '2024-01-01']", "[datetime.date(2024, 1, 1)]"],
  ["ARRAY[TIMESTAMP '2024-01-01 10:00:00']", "[datetime.datetime(2024, 1, 1, 10, 0)]"],
  [
    "ARRAY[TIMESTAMPTZ '2024-01-01 10:00:00+00']",
    "[datetime.datetime(2024, 1, 1, 10, 0, tzinfo=datetime.timezone.utc)]",
  ],
  ["ARRAY['{\"a\":1}'::jsonb]", "[{'a': 1}]"],
  ["ARRAY[INTERVAL '1 day']", "[datetime.timedelta(days=1)]"],
  ["ARRAY[0.5::float8,'NaN']", "[0.5, nan]"],
  ["ARRAY['a'::name]", "['a']"],
  ["ARRAY['a'::varchar(3)]", "['a']"],
  ["ARRAY['a'::char(3)]", "['a  ']"],
  ["ARRAY['1.2.3.4'::inet]", "['1.2.3.4']"],
  ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"],
  ["ARRAY['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid]", "'{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'"],
  ["'10.00'::money", "'$10.00'"],
  ["B'101'", "'101'"],
  ["'<a/>'::xml", "'<a/>'"],
  ["point '(1,2)'", "'(1,2)'"],
  ["ROW(1,'a')", "'(1,a)'"],
  ["'pg_class'::regclass", "'pg_class'"],
  ["'a'::char(3)", "'a  '"],
  ["'x'::\"char\"", "'x'"],
  ["'abc'::text", "'abc'"],
  ["''::text", "''"],
  ["'{}'::int[]", "[]"],
  ["ARRAY[1,2]::int2vector", "'1 2'"],
  ["'[0:1]={1,2}'::int[]", "[1, 2]"],
  ["to_tsvector('english','a fat cat')", "\"'cat':3 'fat':2\""],
  ["NULL", "None"],
  ["'1.2.3.4/24'::inet", "'1.2.3.4/24'"],
  ["array_agg(x) from (values (1),(2)) t(x)", "[1, 2]"],
  ["ARRAY[TIME '10:00']", "[datetime.time(10, 0)]"],
  ["10.0::numeric(10,3)", "Decimal('10.000')"],
  ["1e30::numeric", "Decimal('1000000000000000000000000000000')"],
  ["'00:00:01'::interval(0)", "datetime.timedelta(seconds=1)"],
  [
    "TIMESTAMPTZ '1800-01-01 00:00:00+00'",
    "datetime.datetime(1800, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)",
  ],
  ["INTERVAL '-1 year -2 mons +3 days -04:05:06'", "datetime.timedelta(days=-423, seconds=71694)"],
  ["'2024-01-01'::date - '2023-01-01'::date", "365"],
  ["json_build_object('x', 1.0)", "{'x': 1.0}"],
  ["'NaN'::float4", "nan"],
  [
    "1e400::numeric",
    "Decimal('10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000')",
  ],
  ["'Infinity'::numeric", "Decimal('Infinity')"],
];

const sqliteValues: [sql: string, shown: string][] = [
  ["9223372036854775807", "9223372036854775807"],
  ["0.1", "0.1"],
  ["9e999", "inf"],
  ["'2024-01-01'", "'2024-01-01'"],
  ["x'00ff'", "b'\\x00\\xff'"],
  ["NULL", "None"],
  ["1 = 1", "1"],
];

let interpreters: Interpreters;
const lab = openLab(temporaryFolder());
beforeAll(async () => {
  interpreters = startInterpreters(temporaryFolder());
  await interpreters.runner.compile("");
  await lab.state("pglite");
  await lab.state("sqlite");
}, 240_000);
afterAll(async () => {
  await interpreters.runner.close();
  await lab.close();
});

/** What repr() says of each value, as a script sees them; `noted` for a memoryview shows its bytes. */
const show = testCase(`
    import json
    shown = []
    for sql in pred_sqls:
        cursor = conn.cursor()
        cursor.execute("SELECT " + sql)
        value = cursor.fetchall()[0][0]
        shown.append("memoryview " + bytes(value).hex() if isinstance(value, memoryview) else repr(value))
    print(json.dumps(shown))`);

async function shown(state: DatabaseState, sql: string[]): Promise<string[]> {
  const call = callOf(show, { predictedSql: sql });
  const outcome = await interpreters.runner.run(call, databaseOf(state), { limits: testLimits });
  expect(outcome).toMatchObject({ status: "passed", message: null });
  return JSON.parse(outcome.stdout);
}

describe("values reach a script as its evaluator's library gives them (rule Y6)", () => {
  it("from PostgreSQL as psycopg2 does", async () => {
    const state = await lab.state("pglite");
    await state.run(["SET TimeZone = 'UTC'"], { limits: { ...testLimits, rows: 1, cellBytes: 1000 } });
    const seen = await shown(
      state,
      postgresValues.map(([sql]) => sql),
    );
    expect(postgresValues.map(([sql], at) => [sql, seen[at]])).toEqual(postgresValues);
  });

  it("from SQLite as Python's sqlite3 does", async () => {
    const seen = await shown(
      await lab.state("sqlite"),
      sqliteValues.map(([sql]) => sql),
    );
    expect(sqliteValues.map(([sql], at) => [sql, seen[at]])).toEqual(sqliteValues);
  });

  it("and raise where Python has no such value", async () => {
    const years = ["DATE '0044-03-15 BC'", "TIMESTAMP '12024-03-15 10:00'"];
    for (const sql of years) {
      const call = callOf(testCase(`conn.cursor().execute("SELECT ${sql}")`));
      const outcome = await interpreters.runner.run(call, databaseOf(await lab.state("pglite")), {
        limits: testLimits,
      });
      expect(outcome).toMatchObject({
        status: "error",
        message: expect.stringMatching(/ValueError: year .* out of range/),
      });
    }
  });

  it("ten thousand rows of them, exactly", async () => {
    const body = `
      rows, error, timeout = execute_queries("SELECT g, g / 7.0, 'text ' || g FROM generate_series(1, 12000) g", db_name, conn)
      from decimal import Decimal
      assert len(rows) == 10_000 and not error
      assert rows[-1][0] == 10_000 and rows[-1][1] == Decimal("1428.5714285714285714") and rows[-1][2] == "text 10000", rows[-1]`;
    const call = callOf(testCase(body));
    expect(
      await interpreters.runner.run(call, databaseOf(await lab.state("pglite")), { limits: testLimits }),
    ).toMatchObject({ status: "passed", message: null });
  });

  it("in pred_query_result, too", async () => {
    const result = queryResult(["numeric"], [["d1.50"], [null]]);
    const look = callOf(testCase("print(pred_query_result)"));
    const seen = async (predictedResult: StatementResult | null) =>
      (await interpreters.runner.run({ ...look, predictedResult }, noDatabase, { limits: testLimits }))
        .stdout;
    expect(await seen(result)).toBe("[(Decimal('1.50'),), (None,)]\n");
    expect(await seen({ ...result, columns: [], rows: [] })).toBe("None\n");
    expect(await seen(null)).toBe("None\n");
  });
});
