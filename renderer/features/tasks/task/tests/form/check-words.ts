import type { TestCheck } from "#shared/domain/test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { MenuEntry } from "../../../../../ui/menu.tsx";

type Kind = TestCheck["kind"];

/** What a check is called, and what it says of an answer. */
export const checkWords: Record<Kind, { title: string; detail: string }> = {
  "query-returns": {
    title: "A query returns",
    detail: "rows, no rows, or exactly these",
  },
  "object-exists": {
    title: "An object exists",
    detail: "with these columns",
  },
  "row-count": { title: "Rows of a table", detail: "an exact number" },
  "value-within": { title: "A value within a tolerance", detail: "one number of a query" },
  "function-returns": { title: "A function returns", detail: "values for arguments" },
  unchanged: {
    title: "State unchanged elsewhere",
    detail: "a table has not changed",
  },
};

export const checkKinds = Object.keys(checkWords) as Kind[];

/** The kinds of check to choose from in a menu; a kind that the engine has nothing for says so. */
export function checkEntries(dialect: SqlDialect, choose: (kind: Kind) => void): MenuEntry[] {
  return checkKinds.map((kind) => ({
    ...checkWords[kind],
    ...(dialect === "sqlite" && kind === "function-returns"
      ? { disabled: true, detail: "SQLite has no stored functions" }
      : {}),
    run: () => choose(kind),
  }));
}

/** What a gold seems to speak of: the first object that it makes, and the first table that it names. */
export interface GoldNames {
  made: { object: "table" | "view" | "function"; name: string } | null;
  table: string;
}

const objectMade =
  /\bcreate\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unlogged\s+|materialized\s+)*(table|view|function|procedure)\s+(?:if\s+not\s+exists\s+)?((?:"[^"]+"|[\p{L}\p{N}_$.])+)/iu;
const tableNamed =
  /\b(?:from|join|update|into|table)\s+(?:only\s+|if\s+(?:not\s+)?exists\s+)?((?:"[^"]+"|[\p{L}\p{N}_$.])+)/iu;

/** A first guess at the names in a gold, for a form that is to be corrected by a person. */
export function goldNames(gold: string): GoldNames {
  const [, object = "", name = ""] = objectMade.exec(gold) ?? [];
  const [, table = "table_name"] = tableNamed.exec(gold) ?? [];
  const kind = object.toLowerCase();
  if (name === "") return { made: null, table };
  return {
    made: { object: kind === "table" || kind === "view" ? kind : "function", name },
    table: kind === "table" || kind === "view" ? name : table,
  };
}

/** A check of a kind, filled in as far as the gold lets one guess. */
export function newCheck(kind: Kind, gold: readonly string[]): TestCheck {
  const { made, table } = goldNames(gold.join("\n"));
  switch (kind) {
    case "query-returns":
      return { kind, sql: `SELECT * FROM ${table}`, expected: { kind: "some-rows" } };
    case "object-exists":
      return { kind, object: made?.object ?? "table", name: made?.name ?? table, columns: null };
    case "row-count":
      return { kind, table, count: 0 };
    case "value-within":
      return { kind, sql: `SELECT COUNT(*) FROM ${table}`, value: "0", tolerance: "0.01" };
    case "function-returns": {
      const name = made?.object === "function" ? made.name : "function_name";
      return { kind, name, cases: [{ arguments: [], expected: null }], tolerance: "0.01" };
    }
    case "unchanged":
      return { kind, table: made === null ? "table_name" : table, rows: 0, fingerprint: "" };
  }
}
