import type { RunError } from "#shared/domain/result.ts";
import { TaskEngineProblem } from "../task-engine-problem.ts";
import type { ServerError } from "./bounded-query.ts";

/** The SQLSTATEs that are told apart (PostgreSQL manual, appendix A). */
export const sqlState = {
  readOnlyTransaction: "25006",
  queryCanceled: "57014",
  insufficientPrivilege: "42501",
  objectInUse: "55006",
  undefinedObject: "42704",
} as const;

/** A server's error as the one a person is shown; `from` is where the text that was sent begins in the SQL as written. */
export function runError(error: ServerError, sent: string, from: number): RunError {
  const position = Number(error.position);
  const offset = position > 0 ? from + utf16Offset(sent, position - 1) : null;
  return { message: error.message, kind: kindOf(error.code ?? ""), offset };
}

function kindOf(code: string): RunError["kind"] {
  if (code === sqlState.insufficientPrivilege) return "refused";
  // 53: insufficient resources (temporary files, memory, disk); 54: program limit exceeded.
  if (code.startsWith("53") || code.startsWith("54")) return "limit";
  // 08: connection; 57P: operator intervention; 58: system error; XX: internal error.
  if (/^(08|57P|58|XX)/.test(code)) return "engine";
  return "sql";
}

/** The server counts characters, JavaScript UTF-16 units. */
function utf16Offset(text: string, characters: number): number {
  let units = 0;
  for (let seen = 0; seen < characters && units < text.length; seen += 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

/** The server that tasks run on cannot be used: not reachable, refusing the login, or gone in the middle. */
export class ServerUnavailable extends TaskEngineProblem {
  constructor(place: string, cause: unknown) {
    super(
      `The PostgreSQL server at ${place} cannot be used: ${cause instanceof Error ? cause.message || cause.name : String(cause)}. ` +
        "Check that it runs and that the connection in the settings is right, then run again.",
      { engine: "postgres", reason: "unreachable", database: null },
      { cause },
    );
    this.name = "ServerUnavailable";
  }
}
