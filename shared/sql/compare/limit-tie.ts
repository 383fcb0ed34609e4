import type { RowSource } from "./row-source.ts";

/** Runs a query on the database of the comparison; throws or gives null where it does not run within the limits. */
export type Probe = (sql: string) => RowSource | null;

/** Evidence that rows differ only among those that tie with the last place of a LIMIT. */
export interface LimitTie {
  /** Whose LIMIT cuts through the tie. */
  side: "predicted" | "gold" | "both";
  limit: number;
  /** How many rows share the last place, and how many of them the LIMIT lets through. */
  tiedRows: number;
  tiedWithin: number;
}

export function limitTie(
  _predicted: RowSource,
  _gold: RowSource,
  context: { probe?: Probe; predictedSql: string; goldSql: string },
): LimitTie | null {
  if (context.probe === undefined) return null;
  return null;
}
