import { constants } from "node:sqlite";
import { action, harmlessPragmas, refusedFunctions } from "./authorizer-actions.ts";

const { SQLITE_OK, SQLITE_DENY } = constants;

const readingActions: readonly number[] = [
  action.pragma,
  action.read,
  action.select,
  action.function,
  action.recursive,
];

/** Lets a statement do what it likes with its own database, and nothing beyond: no other file, no setting, no code. */
export interface TaskAuthorizer {
  decide(code: number, first: string | null, second: string | null): number;
  /** What was denied since the last call, or null; forgets it. */
  takeDenied(): string | null;
  /** Whether anything but reading was asked for since the last call; forgets it. */
  takeWrote(): boolean;
}

/** The authorizer of one private database of a task. */
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
    return "ATTACH, DETACH or VACUUM: no other database is reached";
  if (code === action.function && refusedFunctions.has((second ?? "").toLowerCase()))
    return `function ${second}`;
  if (code === action.pragma && !allowsPragma((first ?? "").toLowerCase())) return `PRAGMA ${first}`;
  return null;
}

/** Looking for broken references takes reading only. */
const allowsPragma = (name: string): boolean => harmlessPragmas.has(name) || name === "foreign_key_check";
