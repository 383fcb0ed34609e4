import type { Session } from "./session.ts";
import { wordsOf } from "./steady-text.ts";
import type { TemplateTraits } from "./template-traits.ts";

export interface TriedText {
  sql: string;
  isGood: boolean;
}

/**
 * Texts that have run on a pristine clone inside one transaction, each in a savepoint, so that a reset need only roll back. To
 * the texts it looks as if each had been committed; where that would no longer hold, the transaction is committed in earnest.
 */
export interface Trial {
  /** The texts that were run since the trial began and whether each went through, to run them again should the session be lost. */
  readonly texts: readonly TriedText[];
  note(text: TriedText): void;
  /** Commits all texts; false where the session was lost, and the texts with it. */
  commit(): Promise<boolean>;
  /** Rolls everything back and tidies what outlives a rollback: sequences, dead rows, all that a session keeps. False where the clone is better thrown away. */
  revert(): Promise<boolean>;
}

const small = { rows: 10_000, bytes: 1 << 20, timeMs: 60_000 };

/** Begins a trial on a session that is in no transaction. */
export async function beginTrial(session: Session, traits: TemplateTraits): Promise<Trial> {
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
    const words = wordsOf(texts.map(({ sql }) => sql).join("\n"));
    return traits.tables
      .filter((table) => oids.has(table.oid) || table.words.every((word) => words.has(word)))
      .map(({ name }) => name);
  }

  return {
    texts,
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

function writtenTables({ tables }: TemplateTraits): string {
  return `SELECT t FROM pg_catalog.unnest('{${tables.map(({ oid }) => oid)}}'::pg_catalog.oid[]) AS t
    WHERE pg_catalog.pg_stat_get_xact_tuples_inserted(t) OPERATOR(pg_catalog.>) 0
       OR pg_catalog.pg_stat_get_xact_tuples_updated(t) OPERATOR(pg_catalog.>) 0
       OR pg_catalog.pg_stat_get_xact_tuples_deleted(t) OPERATOR(pg_catalog.>) 0`;
}
