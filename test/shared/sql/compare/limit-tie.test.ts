import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { type ComparableRows, memoryRows } from "#shared/sql/compare/comparable-rows.ts";
import { compareResults } from "#shared/sql/compare/compare-results.ts";
import { limitProbe } from "#shared/sql/compare/limit-probe.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";

const database = new DatabaseSync(":memory:");
database.exec(`create table port (id integer, name text, calls integer, country text);
  insert into port values (1,'Oslo',40,'no'),(2,'Bergen',40,'no'),(3,'Malmo',40,'se'),(4,'Aarhus',90,'dk'),(5,'Turku',10,'fi')`);

function run(sql: string): ComparableRows {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => ({ name, declaredType: "" }));
  const rows = statement.all() as unknown as (string | number | null)[][];
  return memoryRows(
    columns,
    rows.map((row) =>
      row.map((value): Cell => (value === null ? null : `${typeof value === "string" ? "t" : "i"}${value}`)),
    ),
  );
}

function difference(
  predictedSql: string,
  goldSql: string,
  probe: ((sql: string) => ComparableRows) | null = run,
) {
  const goldOrdered = hasOutermostOrderBy(goldSql);
  const context = { predictedSql, goldSql, goldOrdered, ...(probe === null ? {} : { probe }) };
  return compareResults(run(predictedSql), run(goldSql), context).difference;
}

const second = "select name from port order by calls desc, id limit 2";

describe("a tie cut by LIMIT", () => {
  it.each([
    ["select name from port order by calls desc limit 2", second.replace(", id", ", id desc")],
    ["select name from port order by calls desc limit 1 offset 1", "select 'Malmo' as name"],
    ["select name, calls from port order by 2 desc limit 1, 1", "select 'Malmo', 40"],
    [
      "select name n, calls as c from port order by c desc limit 2",
      "select 'Aarhus', 90 union all select 'Bergen', 40",
    ],
    [
      "select distinct p.name, p.calls from port p order by p.calls desc limit 2",
      "select name, calls from port where id in (4, 3)",
    ],
    [
      "select name from port group by name order by sum(calls) desc nulls last limit 2",
      "select name from port where id in (3, 4)",
    ],
    [
      "select name, calls from port union select name, 0 from port order by calls desc limit 2",
      "select name, calls from port where id in (3, 4)",
    ],
    [
      "with p as (select * from port order by id) select name from p order by calls desc limit 2 -- tail",
      "select name from port where id in (2, 4)",
    ],
  ])("C12: is seen in %s", (goldSql, predictedSql) => {
    expect(difference(predictedSql, goldSql)).toMatchObject({
      kind: "limit-tie",
      detail: { side: "gold", tiedRows: 3, tiedWithin: 1 },
    });
  });

  it("C12: the prediction's LIMIT may cut what the gold gives whole", () => {
    const goldSql = "select name from port where calls >= 40";
    expect(difference("select name from port order by calls desc limit 3", goldSql)).toMatchObject({
      kind: "limit-tie",
      detail: { side: "predicted", limit: 3, tiedRows: 3, tiedWithin: 2 },
    });
  });

  it("C12: is not claimed without a probe, or where the probe fails", () => {
    const predictedSql = "select name from port where id in (3, 4)";
    const goldSql = "select name from port order by calls desc limit 2";
    expect(difference(predictedSql, goldSql).kind).toBe("limit-tie");
    expect(difference(predictedSql, goldSql, null).kind).toBe("different");
    const failing = () => {
      throw new Error("time limit");
    };
    expect(difference(predictedSql, goldSql, failing).kind).toBe("different");
  });

  it.each([
    [
      "a row from outside the tie",
      "select name from port where id in (4, 5)",
      "select name from port order by calls desc limit 2",
    ],
    [
      "a missing row from before the tie",
      "select name from port where id in (2, 3)",
      "select name from port order by calls desc limit 2",
    ],
    [
      "no tie at the last place",
      "select name from port where id = 3",
      "select name from port order by calls desc limit 1",
    ],
    [
      "no LIMIT",
      "select name from port where id in (1, 2, 3, 4, 5) and id > 1",
      "select name from port order by calls",
    ],
    ["keys that are broken by id", "select name from port where id in (3, 4)", second],
    [
      "a LIMIT inside",
      "select name from port where id = 3",
      "select name from (select name from port order by calls limit 1)",
    ],
    ["DISTINCT without its key", "select 'xx'", "select distinct country from port order by id % 2 limit 1"],
  ])("C12: is not claimed for %s", (_, predictedSql, goldSql) => {
    expect(difference(predictedSql, goldSql).kind).not.toBe("limit-tie");
  });
});

describe("limitProbe", () => {
  it("adds the keys behind the SELECT list and takes the LIMIT off, the rest stays as written", () => {
    expect(limitProbe("SELECT a AS x -- c\nFROM t ORDER BY x DESC, length(b) LIMIT 3", 1)).toEqual({
      sql: "SELECT a AS x, (length(b))  -- c\nFROM t ORDER BY x DESC, length(b) ",
      keyColumns: [0, 1],
      limit: 3,
      offset: 0,
    });
  });

  it("refuses where a key cannot be added without changing what is said", () => {
    expect(limitProbe("select distinct a from t order by b limit 1", 1)).toBeNull();
    expect(limitProbe("select a from t union select a from u order by a + 1 limit 1", 1)).toBeNull();
    expect(limitProbe("select a from t limit 1", 1)).toBeNull();
    expect(limitProbe("select 1 order by 1 limit 1", 1)).toBeNull();
  });
});
