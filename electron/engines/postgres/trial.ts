import type { StateHash } from "../engine.ts";
import type { PostgresConnection } from "./connection.ts";
import { hashPostgresState, hashSettings } from "./state-hash.ts";
import { textWords } from "./steady-text.ts";
import type { TemplateTraits } from "./template-traits.ts";

/** A text that has run in a trial; `isGood`: each of its statements was "ok". */
export interface TriedText {
  sql: string;
  isGood: boolean;
}

/**
 * Texts that have run on a pristine clone inside one transaction, each in a savepoint, so that a reset need only roll back. To
 * the texts it looks as if each had been committed; where that would no longer hold, the transaction is committed in earnest.
 * One thing differs: room that a text has freed is not filled by the next one, so that rows which nothing orders may lie in
 * another order than on a copy. A run that is repeated finds them in the same order again.
 */
export interface Trial {
  /** The texts that were run since the trial began and whether each went through, to run them again should the session be lost. */
  readonly texts: readonly TriedText[];
  note(text: TriedText): void;
  /** The hash of the state as the texts see it; null where they may not read all of it. */
  hash(): Promise<StateHash | null>;
  /** Commits all texts; false where the session was lost, and the texts with it. */
  commit(): Promise<boolean>;
  /** Rolls everything back and tidies what outlives a rollback: sequences, dead rows, all that a session keeps. False where the clone is better thrown away. */
  revert(): Promise<boolean>;
}

const small = { rows: 10_000, bytes: 1 << 20, timeMs: 60_000 };

/** Characters of SQL that are remembered of a trial. */
const mostText = 64 * 2 ** 20;

/** What the hash of a state may take to read: the definitions of a large database. */
const large = { rows: 1_000_000, bytes: 256 * 2 ** 20, timeMs: 60_000 };

/** The role of the texts may not read something: a table of an extension, one with row security. */
class HashRefused extends Error {}

/** Begins a trial on a session that is in no transaction. */
export async function beginTrial(session: PostgresConnection, traits: TemplateTraits): Promise<Trial> {
  const texts: TriedText[] = [];
  await session.send("BEGIN", "text", small);

  /** Sends an order of ours; null where it failed or the session is lost. */
  async function order(sql: string): Promise<(string | null)[][] | null> {
    if (session.isLost) return null;
    const { error, outputs } = await session.send(sql, "one", small);
    return error === null ? (outputs[0]?.rows ?? []) : null;
  }

  /** The tables in which rolled-back rows would lie, or that were altered: vacuumed, they are as in a fresh copy. */
  async function touchedTables(): Promise<string[] | null> {
    const written = await order(writtenTables(traits));
    if (written === null) return null;
    const oids = new Set(written.map(([oid]) => oid));
    const words = textWords(texts.map(({ sql }) => sql).join("\n"));
    return traits.tables
      .filter((table) => oids.has(table.oid) || table.words.every((word) => words.has(word)))
      .map(({ name }) => name);
  }

  /** All rows that a question gives, by the names of their columns. */
  async function ask<Row>(sql: string): Promise<Row[]> {
    const { error, outputs } = await session.send(sql, "one", large);
    const [output] = outputs;
    if (error || !output || output.rowCount > output.rows.length) throw new HashRefused();
    return output.rows.map(
      (row) => Object.fromEntries(output.columns.map(({ name }, at) => [name, row[at]])) as Row,
    );
  }

  return {
    texts,
    async hash() {
      await session.send(`SAVEPOINT hash; ${hashSettings}; SET LOCAL statement_timeout = 0`, "text", small);
      try {
        return await hashPostgresState(ask, { largeObjects: false });
      } catch (error) {
        if (error instanceof HashRefused) return null;
        throw error;
      } finally {
        await session.send("ROLLBACK TO hash; RELEASE hash", "text", small);
      }
    },
    note: (text) => void texts.push(text),
    async commit() {
      return (await order("COMMIT")) !== null;
    },
    async revert() {
      const touched = traits.tables.length === 0 ? [] : await touchedTables();
      if (touched === null) return false;
      const steps = ["ROLLBACK", "DISCARD ALL", "RESET ROLE"];
      if (traits.putSequencesBack !== null) steps.push(traits.putSequencesBack);
      if (touched.length > 0) steps.push(`VACUUM ${touched.join(", ")}`);
      for (const step of steps) if ((await order(step)) === null) return false;
      return true;
    },
  };
}

/** Whether so much SQL has been tried that it is better committed than remembered. */
export function isLongTrial({ texts }: Trial): boolean {
  return texts.reduce((length, { sql }) => length + sql.length, 0) > mostText;
}

function writtenTables({ tables }: TemplateTraits): string {
  return `SELECT t FROM pg_catalog.unnest('{${tables.map(({ oid }) => oid)}}'::pg_catalog.oid[]) AS t
    WHERE pg_catalog.pg_stat_get_xact_tuples_inserted(t) OPERATOR(pg_catalog.>) 0
       OR pg_catalog.pg_stat_get_xact_tuples_updated(t) OPERATOR(pg_catalog.>) 0
       OR pg_catalog.pg_stat_get_xact_tuples_deleted(t) OPERATOR(pg_catalog.>) 0`;
}
