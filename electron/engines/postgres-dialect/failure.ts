import type { RunError } from "#shared/domain/result.ts";
import { boundedError } from "../engine.ts";

/** The SQLSTATEs that are distinguished (PostgreSQL manual, appendix A). */
export const sqlState = {
  readOnlyTransaction: "25006",
  queryCanceled: "57014",
  syntaxError: "42601",
  insufficientPrivilege: "42501",
  objectInUse: "55006",
  undefinedObject: "42704",
  configuredLimit: "53400",
} as const;

/** What a server says of an error, by its fields; the position counts characters of the text sent, from 1. */
export interface ServerMessage {
  message: string;
  code?: string | undefined;
  position?: string | undefined;
  /** The function of the server that raised it. */
  routine?: string | undefined;
}

/**
 * A server's error as the one a person is shown; `from` is where the text that was sent begins in the SQL as written, `isShared`
 * whether others use the server, too.
 */
export function postgresqlError(
  { message, code = "", position, routine = "" }: ServerMessage,
  { sent, from, isShared }: { sent: string; from: number; isShared: boolean },
): RunError {
  const character = Number(position);
  const offset = character > 0 ? from + utf16Offset(sent, character - 1) : null;
  return boundedError({
    message,
    kind: speakOfTheSql.includes(routine) ? "sql" : kindOf(code, isShared),
    offset,
  });
}

/**
 * Whatever code their errors carry says nothing of the server: they look for a library that the SQL names, with LOAD or a setting, or
 * raise what a function or DO block says, which may be that the disk is full.
 */
const speakOfTheSql = [
  "internal_load_library",
  "expand_dynamic_library_name",
  "load_file",
  "exec_stmt_raise",
];

/** A text with a NUL character is not sent: it would end there. Null where there is none. */
export function nulError(sql: string): RunError | null {
  const offset = sql.indexOf("\0");
  if (offset < 0) return null;
  return {
    message: "the SQL contains a NUL character, which PostgreSQL does not accept",
    kind: "sql",
    offset,
  };
}

function kindOf(code: string, isShared: boolean): RunError["kind"] {
  if (code === sqlState.insufficientPrivilege) return "refused";
  // 54: program limit exceeded; 53400: the limit of a role, as of its temporary files.
  if (code.startsWith("54") || code === sqlState.configuredLimit) return "limit";
  // 53: insufficient resources: a server that several use may have been filled by another of them.
  if (code.startsWith("53")) return isShared ? "machine" : "limit";
  // 58: the system around the server, as a disk that fails.
  if (code.startsWith("58")) return "machine";
  // 08: connection; 57P: operator intervention; XX001, XX002: damaged data. XX000 is the server's word for what a statement made impossible.
  return /^(08|57P|XX00[12])/.test(code) ? "engine" : "sql";
}

/** The server counts characters, JavaScript UTF-16 units. */
function utf16Offset(text: string, characters: number): number {
  let units = 0;
  for (let seen = 0; seen < characters && units < text.length; seen += 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}
