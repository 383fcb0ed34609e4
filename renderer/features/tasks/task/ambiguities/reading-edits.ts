import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";

/** What the results of the readings of an ambiguity (0-based) hold for: its snippet and the gold. */
export const ranIn = ({ ambiguities, goldSql }: Task, ambiguity: number): string =>
  JSON.stringify([ambiguities[ambiguity]?.sqlSnippet, goldSql]);

/** The readings of an ambiguity as they are listed: those of a run in its order, each as it is stored by now, then what was stored since. */
export function listedReadings(stored: readonly Reading[], ran: readonly Reading[] | null): Reading[] {
  const bySql = new Map(stored.map((reading) => [reading.sql, reading]));
  // What a run had from the task and the task has no longer was taken back: it is a proposal again, unless a person or a model wrote it.
  const listed = (ran ?? []).flatMap((reading): Reading | Reading[] => {
    const proposed: Reading = { ...reading, status: "proposed", reason: null };
    const isWritten = reading.source === "person" || reading.source === "model";
    return bySql.get(reading.sql) ?? (isWritten ? [] : proposed);
  });
  const known = new Set(listed.map(({ sql }) => sql));
  return [...listed, ...stored.filter(({ sql }) => !known.has(sql))];
}

/** The ambiguity with a reading stored in it, in place of the one of that SQL where there is one. */
export function withReading(ambiguity: Ambiguity, reading: Reading): Ambiguity {
  const { readings } = ambiguity;
  const isThere = readings.some(({ sql }) => sql === reading.sql);
  return {
    ...ambiguity,
    readings: isThere
      ? readings.map((other) => (other.sql === reading.sql ? reading : other))
      : [...readings, reading],
  };
}

/** A reading that a person wrote; it counts from the beginning. */
export function ownReading(sql: string, meaning: string): Reading {
  return { sql, meaning, source: "person", operator: null, status: "kept", reason: null };
}
