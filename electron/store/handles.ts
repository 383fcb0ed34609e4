import type Database from "better-sqlite3";
import type { Compilable } from "kysely";

/** A call of the store that nobody awaited came after its transaction. */
export class LateQuery extends Error {
  constructor() {
    super("A query came after the end of its transaction: await every call of the store.");
  }
}

/** The query of `one` found nothing. */
export class NoRow extends Error {
  constructor(statement: string) {
    super(`No row came of ${statement}`);
  }
}

/** A statement, prepared once per connection. */
type PreparedStatement = Database.Statement<unknown[], unknown>;

declare const reads: unique symbol;
declare const writes: unique symbol;

/** On which single queries (query.ts) are asked; whatever asks one takes one of these. */
export interface QueryHandle {
  readonly [reads]: true;
  /** Every row. */
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** The row of a query that always has one, as a count does. */
  one<Row>(query: Compilable<Row>): Promise<Row>;
  /** The one column of every row. */
  values<Row>(query: Compilable<Row>): Promise<Row[keyof Row][]>;
}

/** A connection inside an open transaction, whose queries see one commit; whatever only reads takes one of these. */
export interface ReadHandle extends QueryHandle {
  /** One row after the other; nothing is written meanwhile. */
  each<Row>(query: Compilable<Row>): AsyncIterable<Row>;
}

/** A connection inside an open write transaction: only `Workspace.write` and the import hand one out. */
export interface WriteHandle extends ReadHandle {
  readonly [writes]: true;
  /** Changes rows and answers how many. */
  run(query: Compilable): Promise<number>;
  /** Runs `work`, and takes back what it alone did where it throws. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The transactions of one connection, which come one after the other: each is committed, or taken back where `work` throws. Its handle
 * ends with it, so that whoever asks later, because an `await` was forgotten, is refused.
 */
export interface Transactions {
  read<T>(work: (db: ReadHandle) => Promise<T> | T): Promise<T>;
  /** `isEnding` is called once nothing more is asked: the next write may begin, though it waits on the server for this one's commit. */
  write<T>(work: (db: WriteHandle) => Promise<T> | T, isEnding?: () => void): Promise<T>;
}

/**
 * Awaits all of what was asked at once, then throws the first error: what ran on beside a failed part would write behind the end of
 * its savepoint.
 */
export async function allOf<Parts extends readonly unknown[]>(
  parts: Parts,
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

/** Each query in what `ask` hands out for it. */
export function autocommitBy(ask: <T>(query: (db: QueryHandle) => Promise<T>) => Promise<T>): QueryHandle {
  const handle: Omit<QueryHandle, typeof reads> = {
    all: (query) => ask((db) => db.all(query)),
    first: (query) => ask((db) => db.first(query)),
    one: (query) => ask((db) => db.one(query)),
    values: (query) => ask((db) => db.values(query)),
  };
  return handle as QueryHandle;
}

/**
 * The transactions of a connection to a SQLite file; `beginWriting` takes the write lock. A query runs when it is asked, and its answer
 * comes with the next microtask.
 */
export function transactionsOn(
  connection: Database.Database,
  beginWriting: () => unknown = () => connection.exec("BEGIN IMMEDIATE"),
): Transactions {
  const prepared = onceForEachText((text) => connection.prepare<unknown[], unknown>(text));
  const plucked = onceForEachText((text) => connection.prepare<unknown[], unknown>(text).pluck());
  const transaction = async <T>(begin: () => unknown, work: (db: WriteHandle) => Promise<T> | T) => {
    await begin();
    const state = { hasEnded: false };
    try {
      const answer = await work(handleOn(connection, state, prepared, plucked));
      state.hasEnded = true;
      connection.exec("COMMIT");
      return answer;
    } catch (error) {
      state.hasEnded = true;
      // A full disk may have ended the transaction already.
      if (connection.inTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    read: (work) => transaction(() => connection.exec("BEGIN"), work),
    write: (work) => transaction(beginWriting, work),
  };
}

type Prepare = (text: string) => PreparedStatement;

function handleOn(
  connection: Database.Database,
  transaction: { hasEnded: boolean },
  prepared: Prepare,
  plucked: Prepare,
): WriteHandle {
  const ready = (query: Compilable, prepare: Prepare) => {
    if (transaction.hasEnded) throw new LateQuery();
    const { sql, parameters } = query.compile();
    return { statement: prepare(sql), parameters };
  };
  const handle = {
    async all(query: Compilable) {
      const { statement, parameters } = ready(query, prepared);
      return statement.all(...parameters);
    },
    async first(query: Compilable) {
      const { statement, parameters } = ready(query, prepared);
      return statement.get(...parameters);
    },
    async one(query: Compilable) {
      const { statement, parameters } = ready(query, prepared);
      const row = statement.get(...parameters);
      if (row === undefined) throw new NoRow(statement.source);
      return row;
    },
    async values(query: Compilable) {
      const { statement, parameters } = ready(query, plucked);
      return statement.all(...parameters);
    },
    async *each(query: Compilable) {
      const { statement, parameters } = ready(query, prepared);
      yield* statement.iterate(...parameters);
    },
    async run(query: Compilable) {
      const { statement, parameters } = ready(query, prepared);
      return statement.run(...parameters).changes;
    },
    async savepoint<T>(work: () => Promise<T>): Promise<T> {
      connection.exec("SAVEPOINT part");
      try {
        return await work();
      } catch (error) {
        if (connection.inTransaction) connection.exec("ROLLBACK TO part");
        throw error;
      } finally {
        if (connection.inTransaction) connection.exec("RELEASE part");
      }
    },
  };
  // Rows are what the types of their queries say: the tables of those are compared with a migrated workspace in the tests.
  return handle as unknown as WriteHandle;
}

function onceForEachText(prepare: (text: string) => PreparedStatement): (text: string) => PreparedStatement {
  const statements = new Map<string, PreparedStatement>();
  return (text) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const statement = prepare(text);
    statements.set(text, statement);
    return statement;
  };
}
