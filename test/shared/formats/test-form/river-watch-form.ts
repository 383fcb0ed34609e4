import type { TestForm } from "#shared/domain/test-form.ts";

/** A form with a check of each kind that holds once the management tasks 1 and 2 of the river-watch pack are solved. */
export const riverWatchForm: TestForm = {
  checks: [
    {
      kind: "object-exists",
      object: "view",
      name: "watch_list",
      columns: ["station_code", "name", "battery_v", "open_tickets"],
    },
    { kind: "object-exists", object: "function", name: "phosphorus_load", columns: null },
    { kind: "object-exists", object: "table", name: "station", columns: null },
    { kind: "row-count", table: "watch_list", count: 24 },
    { kind: "query-returns", sql: "SELECT 1 FROM watch_list", expected: { kind: "some-rows" } },
    {
      kind: "query-returns",
      sql: "SELECT station_code\nFROM watch_list\nGROUP BY station_code HAVING COUNT(*) > 1",
      expected: { kind: "no-rows" },
    },
    {
      kind: "query-returns",
      sql: "SELECT 'a' AS name, 1.504, NULL, true UNION ALL SELECT 'b', 2, 3, false ORDER BY name",
      expected: {
        kind: "rows",
        rows: [
          [{ text: "a" }, { number: "1.50" }, null, true],
          [{ text: "b" }, { number: "2" }, { number: "3" }, false],
        ],
        isOrdered: true,
        tolerance: "0.01",
      },
    },
    { kind: "value-within", sql: "SELECT 2.0 / 3", value: "0.667", tolerance: "0.001" },
    {
      kind: "function-returns",
      name: "phosphorus_load",
      cases: [
        { arguments: ["0.1", "'6.30 m3/s'"], expected: { number: "54.432" } },
        { arguments: ["0.1", "NULL"], expected: null },
      ],
      tolerance: "0.0001",
    },
    { kind: "unchanged", table: "(SELECT 1 WHERE false)", rows: 0, fingerprint: "" },
  ],
};
