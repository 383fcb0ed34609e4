import { constants } from "node:sqlite";
import { action, harmlessPragmas, refusedFunctions } from "./authorizer-actions.ts";

const { SQLITE_OK, SQLITE_DENY } = constants;

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
export function createAuthorizer(): Authorizer {
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
