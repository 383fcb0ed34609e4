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
  withSession<T>(work: (session: ServerSession) => Promise<T>): Promise<T>;
  /** Listens on a channel until the workspace is closed; `heard` gets the payload, null where something may have been missed. */
  listen(channel: string, heard: (payload: string | null) => void): Promise<void>;
  close(): Promise<void>;
}

/** Types of PostgreSQL whose values come as numbers, as they do on SQLite: whole numbers up to 64 bits, sums, floating point. */
export const numberTypes: readonly number[] = [20, 21, 23, 700, 701, 1700];
export const booleanType = 16;

// PostgreSQL refuses a NUL in a text, which SQLite stores: it goes as two characters, and so does the one that begins these.
const escaped: Record<string, string> = { "\0": "\u{1}0", "\u{1}": "\u{1}1" };

/** A parameter as the server stores it. */
export function toServer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toServer);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  return typeof value === "string" ? value.replaceAll(/[\0\u{1}]/gu, (letter) => escaped[letter] ?? "") : value;
}

/** A text as it was before it was stored. */
export const fromServer = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  text.replaceAll(/\u{1}([01])/gu, (_pair, digit) => (digit === "0" ? "\0" : "\u{1}"));
