import type { ServerStatement } from "../query.ts";

/** The rows of a statement, and how many it changed. */
export interface ServerAnswer {
  rows: Record<string, unknown>[];
  changed: number;
}

/** A session of the server that holds a workspace. */
export interface ServerSession {
  /** Asks one statement. */
  ask(statement: ServerStatement): Promise<ServerAnswer>;
  /** Runs statements without parameters, one after the other. */
  run(text: string): Promise<void>;
}

/** The sessions of a workspace on a server: as many as are in use at the same time. */
export interface ServerSessions {
  /** Hands out a session until `work` ends; one whose connection is lost is not handed out again. */
  reading<T>(work: (session: ServerSession) => Promise<T>): Promise<T>;
  /** The same for whoever writes: there is one at a time, beside one that ends. */
  writing<T>(work: (session: ServerSession) => Promise<T>): Promise<T>;
  /** Listens on a channel until the workspace is closed; `heard` gets the payload, null where something may have been missed. */
  listen(channel: string, heard: (payload: string | null) => void): Promise<void>;
  close(): Promise<void>;
}

/** Types of PostgreSQL whose values come as numbers, as they do on SQLite: whole numbers up to 64 bits, sums, floating point. */
export const numberTypes: readonly number[] = [20, 21, 23, 700, 701, 1700];
export const booleanType = 16;

// PostgreSQL refuses a NUL in a text, which SQLite stores: it goes as two characters, and so does the one that begins these.
const sign = "\u0001";

/** A parameter as the server stores it. */
export function toServer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toServer);
  return typeof value === "string" ? value.replaceAll(sign, `${sign}1`).replaceAll("\0", `${sign}0`) : value;
}

/** A text as it was before it was stored. */
export const fromServer = (text: string): string =>
  text.includes(sign) ? text.replaceAll(`${sign}0`, "\0").replaceAll(`${sign}1`, sign) : text;
