import { constants } from "node:sqlite";

const { SQLITE_OK, SQLITE_DENY } = constants;

/** Action codes of sqlite3_set_authorizer (sqlite.org/c3ref/c_alter_table.html). */
const action = { pragma: 19, read: 20, select: 21, attach: 24, detach: 25, function: 31, recursive: 33 };

/** PRAGMAs that only describe the schema. */
const harmlessPragmas = new Set([
  ...[
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "index_xinfo",
    "foreign_key_list",
  ],
  ...["foreign_key_check", "function_list", "collation_list", "data_version", "page_size", "encoding"],
]);

const refusedFunctions = new Set(["load_extension", "fts3_tokenizer"]);

/** Lets a statement do what it likes with its own database, and nothing beyond: no other file, no setting, no code. */
export interface TaskAuthorizer {
  decide(code: number, first: string | null, second: string | null): number;
  /** What was denied since the last call, or null; forgets it. */
  takeDenied(): string | null;
  /** Whether anything but reading was asked for since the last call; forgets it. */
  takeWrote(): boolean;
}

export function createTaskAuthorizer(): TaskAuthorizer {
  let denied: string | null = null;
  let wrote = false;
  return {
    decide(code, first, second) {
      const refusal = refusalOf(code, first, second);
      if (refusal !== null) {
        denied ??= refusal;
        return SQLITE_DENY;
      }
      wrote ||= ![action.pragma, action.read, action.select, action.function, action.recursive].includes(
        code,
      );
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
    return "ATTACH, DETACH or VACUUM: no other database is reached";
  if (code === action.function && refusedFunctions.has((second ?? "").toLowerCase()))
    return `function ${second}`;
  if (code === action.pragma && !harmlessPragmas.has((first ?? "").toLowerCase())) return `PRAGMA ${first}`;
  return null;
}
