import { DatabaseSync, type StatementSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equivalentBy, normalForm } from "#shared/certificate/equivalence/equivalent-by.ts";
import { equivalenceRules } from "#shared/certificate/equivalence/registry.ts";
import type { DatabaseSchema, SchemaColumn } from "#shared/domain/schema.ts";
import { mutantsWithin } from "#shared/sql/mutate/mutants.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";

/** Ports, ships and calls, with every constraint that a rule stands on, and columns without any. */
const ddl = `
CREATE TABLE port (id INTEGER PRIMARY KEY, name TEXT NOT NULL, depth INTEGER);
CREATE TABLE ship (id INTEGER PRIMARY KEY, home INTEGER NOT NULL REFERENCES port(id), flag TEXT, tons INTEGER);
CREATE TABLE stop (ship_id INTEGER NOT NULL REFERENCES ship(id), day INTEGER NOT NULL, port_id INTEGER REFERENCES port(id),
  fee INTEGER, PRIMARY KEY (ship_id, day));`;

const column = (name: string, more: Partial<SchemaColumn> = {}): SchemaColumn => ({
  ...{ name, declaredType: "INTEGER", primaryKey: false, notNull: false, references: null, description: "" },
  ...more,
});
const to = (table: string) => ({ references: { table, column: "id" } });
const key = { primaryKey: true, notNull: true };
const text = { declaredType: "TEXT" };
const schema: DatabaseSchema = {
  dbId: "d",
  tables: [
    {
      ...{ name: "port", kind: "table", description: "" },
      columns: [column("id", key), column("name", { ...text, notNull: true }), column("depth")],
    },
    {
      ...{ name: "ship", kind: "table", description: "" },
      columns: [
        column("id", key),
        column("home", { notNull: true, ...to("port") }),
        column("flag", text),
        column("tons"),
      ],
    },
    {
      ...{ name: "stop", kind: "table", description: "" },
      columns: [
        column("ship_id", { ...key, ...to("ship") }),
        column("day", key),
        column("port_id", to("port")),
        column("fee"),
      ],
    },
  ],
};

const small = fc.integer({ min: 0, max: 3 });
const orNull = fc.option(small, { nil: null, freq: 3 });
const letter = fc.option(fc.constantFrom("a", "b"), { nil: null, freq: 3 });
const databases = fc.record({
  ports: fc.array(fc.tuple(fc.constantFrom("a", "b"), orNull), { minLength: 1, maxLength: 3 }),
  ships: fc.array(fc.tuple(small, letter, orNull), { maxLength: 4 }),
  stops: fc.array(fc.tuple(small, small, orNull, orNull), { maxLength: 6 }),
});
type Rows = typeof databases extends fc.Arbitrary<infer Value> ? Value : never;

function fill(db: DatabaseSync, { ports, ships, stops }: Rows): void {
  db.exec("DELETE FROM stop; DELETE FROM ship; DELETE FROM port");
  for (const [at, [name, depth]] of ports.entries())
    db.prepare("INSERT INTO port VALUES (?, ?, ?)").run(at, name, depth);
  for (const [at, [home, flag, tons]] of ships.entries())
    db.prepare("INSERT INTO ship VALUES (?, ?, ?, ?)").run(at, home % ports.length, flag, tons);
  for (const [ship, day, port, fee] of stops)
    if (ships.length > 0)
      db.prepare("INSERT OR IGNORE INTO stop VALUES (?, ?, ?, ?)").run(
        ...[ship % ships.length, day, port === null ? null : port % ports.length, fee],
      );
}

/** Texts that give the rules something to do, and others like them that must stay apart. */
const queries = [
  "SELECT DISTINCT s.id, s.flag FROM ship s WHERE s.tons > 1",
  "SELECT DISTINCT s.flag, p.name FROM ship s JOIN port p ON p.id = s.home",
  "SELECT DISTINCT t.ship_id, t.day, p.name FROM stop t LEFT JOIN port p ON p.id = t.port_id",
  "SELECT p.name, COUNT(s.id) AS n FROM port p JOIN ship s ON s.home = p.id GROUP BY p.id, p.name ORDER BY n DESC, p.name",
  "SELECT p.name, COUNT(s.tons), COUNT(DISTINCT s.id) FROM port p LEFT JOIN ship s ON s.home = p.id GROUP BY p.id, p.name",
  "SELECT s.flag, MAX(s.tons), SUM(DISTINCT s.tons) FROM ship s GROUP BY s.flag HAVING COUNT(*) > 1",
  "SELECT COALESCE(p.name, '-'), COALESCE(p.depth, 0) FROM ship s LEFT JOIN port p ON p.id = s.home",
  "SELECT s.id FROM ship s LEFT JOIN stop t ON t.ship_id = s.id WHERE t.fee > 0",
  "SELECT s.id, t.day FROM ship s LEFT JOIN stop t ON t.ship_id = s.id JOIN port p ON p.id = t.port_id",
  "SELECT s.id, t.day FROM ship s FULL JOIN stop t ON t.ship_id = s.id WHERE s.tons > 0 OR s.flag = 'a'",
  "SELECT s.id, p.name FROM ship s RIGHT JOIN port p ON p.id = s.home WHERE s.tons IS NOT NULL",
  "SELECT t.day FROM stop t WHERE t.fee IS NOT NULL AND t.fee > 1 AND t.port_id = 1",
  "SELECT t.day FROM stop t JOIN ship s ON s.id = t.ship_id AND s.tons IS NOT NULL WHERE s.tons > 1 AND t.fee > 0",
  "SELECT s.id FROM ship s WHERE NOT (s.tons > 1 AND s.home = 1 AND s.tons IS NOT NULL)",
  "SELECT s.id, s.tons FROM ship s ORDER BY s.id, s.flag DESC LIMIT 2",
  "SELECT p.name, p.depth FROM port p ORDER BY p.name DESC NULLS LAST, p.depth NULLS FIRST, p.id",
  "SELECT MAX(s.tons) FROM ship s ORDER BY 1 LIMIT 1",
  "WITH fees AS (SELECT ship_id, SUM(fee) AS total, COUNT(fee) AS n FROM stop WHERE fee IS NOT NULL GROUP BY ship_id) SELECT s.flag, AVG(COALESCE(f.total, 0)), SUM(f.n) FROM fees f JOIN ship s ON s.id = f.ship_id GROUP BY s.flag ORDER BY s.flag NULLS FIRST",
  "WITH big AS (SELECT id, home, tons FROM ship WHERE tons >= 1) SELECT p.name, AVG(b.tons) FROM port p LEFT JOIN big b ON b.home = p.id GROUP BY p.id HAVING AVG(b.tons) > 1",
  "WITH home AS (SELECT s.id, s.tons, p.depth FROM ship s JOIN port p ON p.id = s.home WHERE p.depth > 0) SELECT h.tons, COUNT(*) FROM home h GROUP BY h.tons",
  "SELECT d.n FROM (SELECT flag, COUNT(*) AS n FROM ship GROUP BY flag) d WHERE d.n > 1 ORDER BY d.n DESC",
  "SELECT s.id FROM ship s WHERE s.tons > 0 AND (s.flag = 'a' AND 0 < s.tons) AND s.home = 1",
  "SELECT s.id FROM ship s JOIN stop t ON (t.ship_id, t.day) = (s.id, s.tons) WHERE t.fee > 0",
  "SELECT s.id FROM ship s WHERE num_nonnulls(s.tons, s.flag) = 2 AND s.home = 1",
  "WITH x AS (SELECT ship_id, MAX(fee) AS top, MIN(port_id) AS low FROM stop WHERE fee IS NOT NULL GROUP BY ship_id), y AS (SELECT ship_id, top * 2 AS twice, low FROM x WHERE num_nonnulls(ship_id, top) = 2) SELECT s.flag, AVG(y.twice) FROM y JOIN ship s ON s.id = y.ship_id GROUP BY s.flag HAVING AVG(y.twice) > 1",
  "WITH x AS (SELECT ship_id, MAX(fee) AS top, MIN(fee + port_id) AS low FROM stop WHERE fee IS NOT NULL GROUP BY ship_id) SELECT x.ship_id, x.low FROM x WHERE x.top IS NOT NULL",
  "WITH x AS (SELECT id, CASE WHEN flag = 'a' THEN tons ELSE tons * 2 END AS size FROM ship WHERE tons IS NOT NULL AND flag IS NOT NULL) SELECT t.day, MIN(x.size) FROM x JOIN stop t ON t.ship_id = x.id GROUP BY t.day HAVING MIN(x.size) > 0",
  "WITH x AS (SELECT id, tons + home AS size FROM ship WHERE tons IS NOT NULL) SELECT t.day, MIN(x.size) FROM x JOIN stop t ON t.ship_id = x.id WHERE x.size > 0 GROUP BY t.day",
  "WITH x AS (SELECT DISTINCT ship_id, fee FROM stop) SELECT x.ship_id, MAX(x.fee) FROM x GROUP BY x.ship_id",
  "SELECT p.id, COUNT(s.home), COUNT(s.tons) FROM port p LEFT JOIN ship s ON s.home = p.id GROUP BY p.id",
  "SELECT s.flag FROM ship s GROUP BY s.flag HAVING SUM(s.tons) > 1 ORDER BY SUM(s.tons) DESC NULLS LAST, s.flag",
  "WITH x AS (SELECT s.id, s.home FROM ship s WHERE s.tons > 0) SELECT p.name, COUNT(*) AS n FROM x JOIN port p ON p.id = x.home GROUP BY p.name",
  "SELECT a.id FROM ship a JOIN ship b ON b.id = a.id JOIN stop t ON t.ship_id = b.id WHERE t.ship_id = 1",
];

const surroundings = { schema, knowledge: [], meanings: [] };

/** Reads all rows of queries, each prepared once: in their order where that is asked, else sorted. */
function reader(db: DatabaseSync): (sql: string, ordered: boolean) => string {
  const prepared = new Map<string, StatementSync>();
  return (sql, ordered) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    const rows = statement.all().map((row) => JSON.stringify(Object.values(row)));
    return (ordered ? rows : rows.sort()).join("\n");
  };
}

interface Pair {
  one: string;
  other: string;
  rules: string[];
}

/** Queries and what the rules make of them; queries and the mutants that the rules call equivalent. */
function pairs(): Pair[] {
  return queries.flatMap((sql) => {
    const tree = parseTree(sql, "sqlite");
    const alone = equivalenceRules.flatMap((rule): Pair[] => {
      const { tree: form } = normalForm(tree, schema, [rule]);
      return form.sql === sql ? [] : [{ one: sql, other: form.sql, rules: [rule.id] }];
    });
    const mutants = mutantsWithin(tree, { from: 0, to: sql.length }, surroundings).flatMap(
      (mutant): Pair[] => {
        const rules = equivalentBy([tree], [parseTree(mutant.sql, "sqlite")], schema);
        return rules === null ? [] : [{ one: sql, other: mutant.sql, rules: rules.map(({ id }) => id) }];
      },
    );
    return [...alone, ...mutants];
  });
}

describe("rules of equivalence", () => {
  const all = pairs();

  it("each have something to rewrite here", () => {
    const used = new Set(all.flatMap(({ rules }) => rules));
    expect(equivalenceRules.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
    expect(all.length).toBeGreaterThan(60);
  });

  it("change no result on 1,000 random databases that meet the constraints", () => {
    const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
    db.exec(ddl);
    db.function(
      "num_nonnulls",
      { varargs: true },
      (...values) => values.filter((one) => one !== null).length,
    );
    const read = reader(db);
    fc.assert(
      fc.property(databases, (rows) => {
        fill(db, rows);
        for (const { one, other, rules } of all) {
          const ordered = hasOutermostOrderBy(one, "sqlite") && rules.includes("sorted-anyway");
          if (read(one, ordered) === read(other, ordered)) continue;
          expect(`${rules.join(" ")}: ${other}`).toBe(`equivalent to ${one}`);
        }
      }),
      { numRuns: 1000, seed: 7 },
    );
    db.close();
  });

  it("keep apart what a constraint would be needed for", () => {
    const apart = [
      [
        "SELECT id FROM ship WHERE NOT (tons > 1 AND tons IS NOT NULL)",
        "SELECT id FROM ship WHERE NOT (tons > 1)",
      ],
      ["SELECT flag FROM ship", "SELECT DISTINCT flag FROM ship"],
      ["SELECT COUNT(tons) FROM ship", "SELECT COUNT(*) FROM ship"],
      [
        "SELECT t.day FROM stop t JOIN port p ON p.id = t.port_id",
        "SELECT t.day FROM stop t LEFT JOIN port p ON p.id = t.port_id",
      ],
      [
        "SELECT id FROM ship WHERE tons > 1 OR flag = 'a'",
        "SELECT id FROM ship WHERE (tons > 1 OR flag = 'a') AND tons IS NOT NULL",
      ],
      [
        "SELECT s.id FROM ship s LEFT JOIN stop t ON t.ship_id = s.id",
        "SELECT s.id FROM ship s LEFT JOIN stop t ON t.ship_id = s.id WHERE t.ship_id IS NOT NULL",
      ],
      ["SELECT id FROM ship WHERE tons > 1", "SELECT id FROM ship WHERE tons >= 2"],
      [
        "WITH x AS (SELECT ship_id, fee FROM stop WHERE fee IS NOT NULL) SELECT x.ship_id, AVG(x.fee) FROM x GROUP BY x.ship_id",
        "WITH x AS (SELECT ship_id, fee FROM stop) SELECT x.ship_id, AVG(x.fee) FROM x GROUP BY x.ship_id",
      ],
      [
        "WITH x AS (SELECT ship_id, fee FROM stop WHERE fee IS NOT NULL) SELECT s.id, MAX(x.fee) AS m FROM ship s LEFT JOIN x ON x.ship_id = s.id WHERE x.fee > 0 OR x.fee IS NULL GROUP BY s.id",
        "WITH x AS (SELECT ship_id, fee FROM stop) SELECT s.id, MAX(x.fee) AS m FROM ship s LEFT JOIN x ON x.ship_id = s.id WHERE x.fee > 0 OR x.fee IS NULL GROUP BY s.id",
      ],
      [
        "WITH x AS (SELECT DISTINCT ship_id, fee FROM stop) SELECT x.ship_id, SUM(x.fee) FROM x GROUP BY x.ship_id",
        "WITH x AS (SELECT ship_id, fee FROM stop) SELECT x.ship_id, SUM(x.fee) FROM x GROUP BY x.ship_id",
      ],
      [
        "SELECT p.id, COUNT(s.tons) FROM port p LEFT JOIN ship s ON s.home = p.id GROUP BY p.id",
        "SELECT p.id, COUNT(s.id) FROM port p LEFT JOIN ship s ON s.home = p.id GROUP BY p.id",
      ],
      ["SELECT name FROM port GROUP BY name, depth", "SELECT name FROM port GROUP BY name"],
    ];
    for (const [one, other] of apart)
      expect(
        equivalentBy([parseTree(one ?? "", "sqlite")], [parseTree(other ?? "", "sqlite")], schema),
      ).toBeNull();
  });
});
