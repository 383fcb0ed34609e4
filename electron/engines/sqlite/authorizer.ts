import { constants } from "node:sqlite";

const { SQLITE_OK, SQLITE_DENY, SQLITE_IGNORE } = constants;

/** What each denied action is called in a refusal; the code's own arguments say of what. */
const deniedActions: Record<number, string> = {
  1: "CREATE INDEX",
  2: "CREATE TABLE",
  3: "CREATE TEMP INDEX",
  4: "CREATE TEMP TABLE",
  5: "CREATE TEMP TRIGGER",
  6: "CREATE TEMP VIEW",
  7: "CREATE TRIGGER",
  8: "CREATE VIEW",
  9: "DELETE from",
  10: "DROP INDEX",
  11: "DROP TABLE",
  16: "DROP TRIGGER",
  17: "DROP VIEW",
  18: "INSERT into",
  19: "PRAGMA",
  22: "transaction",
  23: "UPDATE of",
  24: "ATTACH",
  25: "DETACH",
  26: "ALTER TABLE",
  27: "REINDEX",
  28: "ANALYZE",
  29: "CREATE VIRTUAL TABLE",
  30: "DROP VIRTUAL TABLE",
  31: "function",
  32: "SAVEPOINT",
};

/** Allows a statement to read and to compute, and nothing else; remembers what it denied, for the refusal's words. */
export interface Authorizer {
  decide(code: number, first: string | null, second: string | null): number;
  /** What was denied since the last call, or null; forgets it. */
  takeDenied(): string | null;
}

/** The authorizer of one connection for SQL under test. */
export function createReadAuthorizer(): Authorizer {
  let denied: string | null = null;
  return {
    decide(code, first, second) {
      if (allows(code, first, second)) return SQLITE_OK;
      denied ??= [deniedActions[code] ?? `action ${code}`, first, second].filter(Boolean).join(" ");
      return SQLITE_DENY;
    },
    takeDenied() {
      const taken = denied;
      denied = null;
      return taken;
    },
  };
}

function allows(code: number, first: string | null, second: string | null): boolean {
  if (code === action.read || code === action.select || code === action.recursive) return true;
  if (code === action.function) return !refusedFunctions.has((second ?? "").toLowerCase());
  return code === action.pragma && harmlessPragmas.has((first ?? "").toLowerCase());
}

/** Action codes of sqlite3_set_authorizer (sqlite.org/c3ref/c_alter_table.html), those that a rule here names. */
const action = {
  pragma: 19,
  read: 20,
  select: 21,
  attach: 24,
  detach: 25,
  function: 31,
  recursive: 33,
} as const;

/**
 * PRAGMAs that only describe the schema: allowed as table-valued functions (`pragma_table_info('t')`), which some predictions
 * use. `data_version` and `page_size` are asked by full-text tables while they are read. None names the file or sets anything.
 */
const harmlessPragmas: ReadonlySet<string> = new Set([
  ...[
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "index_xinfo",
    "foreign_key_list",
  ],
  ...["function_list", "collation_list", "data_version", "page_size", "encoding"],
]);

/** Functions that reach out of the database. */
const refusedFunctions: ReadonlySet<string> = new Set(["load_extension", "fts3_tokenizer"]);

const readingActions: readonly number[] = [
  action.pragma,
  action.read,
  action.select,
  action.function,
  action.recursive,
];

/** Lets a statement do what it likes with its own database, and nothing beyond: no other file, no setting, no code. */
export interface StateAuthorizer {
  decide(code: number, first: string | null, second: string | null): number;
  /** What was denied since the last call, or null; forgets it. */
  takeDenied(): string | null;
  /** Whether anything but reading was asked for since the last call; forgets it. */
  takeWrote(): boolean;
}

/** The authorizer of one private database of a task. */
export function createStateAuthorizer(): StateAuthorizer {
  let denied: string | null = null;
  let wrote = false;
  return {
    decide(code, first, second) {
      const refusal = refusalOf(code, first, second);
      if (refusal !== null) {
        denied ??= refusal;
        return SQLITE_DENY;
      }
      wrote ||= !readingActions.includes(code);
      return SQLITE_OK;
    },
    takeDenied() {
      const taken = denied;
      denied = null;
      return taken;
    },
    takeWrote() {
      const taken = wrote;
      wrote = false;
      return taken;
    },
  };
}

function refusalOf(code: number, first: string | null, second: string | null): string | null {
  if (code === action.attach || code === action.detach)
    return "ATTACH, DETACH or VACUUM: other databases are out of reach";
  if (code === action.function && refusedFunctions.has((second ?? "").toLowerCase()))
    return `function ${second}`;
  if (code === action.pragma && !allowsPragma((first ?? "").toLowerCase(), second)) return `PRAGMA ${first}`;
  return null;
}

/**
 * Looking for broken references takes reading only. Full-text tables ask for the page size while they are made; who sets it in a
 * database without tables moves the bound on its size, which counts pages.
 */
const allowsPragma = (name: string, value: string | null): boolean =>
  (harmlessPragmas.has(name) && (name !== "page_size" || value === null)) || name === "foreign_key_check";

/** What a dump may set: the rest of what dumps set is about how they are loaded, which is ours to say. */
const pragmasOfDumps: ReadonlySet<string> = new Set(["user_version", "application_id", "encoding"]);

/** Lets a dump fill the database that it is loaded into, and reach nothing else; what it sets for its loading is passed over. */
export function createLoadAuthorizer(): Authorizer {
  const state = createStateAuthorizer();
  return {
    decide(code, first, second) {
      const name = code === action.pragma ? (first ?? "").toLowerCase() : null;
      if (name !== null && pragmasOfDumps.has(name)) return SQLITE_OK;
      if (name !== null && !allowsPragma(name, second)) return SQLITE_IGNORE;
      return state.decide(code, first, second);
    },
    takeDenied: () => state.takeDenied(),
  };
}
