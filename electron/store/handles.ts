import type Database from "better-sqlite3";
import type { Compilable } from "kysely";

/** A statement, prepared once per connection. */
type PreparedStatement = Database.Statement<unknown[], unknown>;

declare const reads: unique symbol;
declare const writes: unique symbol;

/** A connection on which queries (query.ts) may be asked; whatever only reads takes one of these. */
export interface ReadHandle {
  readonly [reads]: true;
  /** Every row. */
  all<Row>(query: Compilable<Row>): Row[];
  /** The first row, or undefined. */
  first<Row>(query: Compilable<Row>): Row | undefined;
  /** The row of a query that always has one, as a count does. */
  one<Row>(query: Compilable<Row>): Row;
  /** The one column of every row. */
  values<Row>(query: Compilable<Row>): Row[keyof Row][];
  /** One row after the other; nothing is written meanwhile. */
  each<Row>(query: Compilable<Row>): IterableIterator<Row>;
}

/** A connection inside an open write transaction: only `Workspace.write` and the import hand one out. */
export interface WriteHandle extends ReadHandle {
  readonly [writes]: true;
  /** Changes rows and answers how many. */
  run(query: Compilable): number;
}

/** A handle on a connection. The caller sees to it that a write handle is used inside a transaction alone. */
export function handleOn(connection: Database.Database): WriteHandle {
  const prepared = onceForEachText((text) => connection.prepare<unknown[], unknown>(text));
  const plucked = onceForEachText((text) => connection.prepare<unknown[], unknown>(text).pluck());
  const first = (query: Compilable) => {
    const compiled = query.compile();
    return prepared(compiled.sql).get(...compiled.parameters);
  };
  const handle = {
    first,
    all(query: Compilable) {
      const compiled = query.compile();
      return prepared(compiled.sql).all(...compiled.parameters);
    },
    one(query: Compilable) {
      const row = first(query);
      if (row === undefined) throw new Error(`No row came of ${query.compile().sql}`);
      return row;
    },
    values(query: Compilable) {
      const compiled = query.compile();
      return plucked(compiled.sql).all(...compiled.parameters);
    },
    each(query: Compilable) {
      const compiled = query.compile();
      return prepared(compiled.sql).iterate(...compiled.parameters);
    },
    run(query: Compilable) {
      const compiled = query.compile();
      return prepared(compiled.sql).run(...compiled.parameters).changes;
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
