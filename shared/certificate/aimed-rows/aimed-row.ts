/** So many rows at most are written or taken away to part a survivor from the gold. */
export const mostAimedRows = 5;

/** Where these do not, so many: some differ only where a whole group of rows is alike, or nothing else is there. */
export const mostRowsOfGroup = 14;

/** A row to insert, or values for a row that is there, none to take it away: by column as text, null for NULL. */
export interface AimedRow {
  table: string;
  values: Readonly<Record<string, string | null>>;
  /** The key of the row that takes these values, or goes; null for a new row. */
  at: Readonly<Record<string, string>> | null;
}

/** Rows that only make sense together, parents first, and what they aim at: "a row of berth with depth = 5". */
export interface AimedUnit {
  aim: string;
  rows: readonly AimedRow[];
}

/** Units that are tried at once, since they differ in the same column. */
export interface AimedBatch {
  table: string;
  /** The column that differs, in small letters; null for copies as they are. */
  column: string | null;
  units: readonly AimedUnit[];
}

/** A row of a table as text, by column. */
export type SampledRow = Readonly<Record<string, string | null>>;

/** Rows of a table to be copied, and values that its columns have. */
export interface CopiedTable {
  rows: readonly SampledRow[];
  /** Rows that share a parent, by the column that refers to it. */
  families: Readonly<Record<string, readonly SampledRow[]>>;
  /** Some values of each column. */
  values: Readonly<Record<string, readonly string[]>>;
  /** The largest value of a key of one whole number; null for other keys. */
  largestKey: string | null;
}
