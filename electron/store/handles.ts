import type Database from "better-sqlite3";

/** A statement of the workspace database, prepared once per connection. */
export type PreparedStatement = Database.Statement<unknown[], unknown>;

declare const reads: unique symbol;
declare const writes: unique symbol;

/** A connection on which queries may be asked; whatever only reads takes one of these. */
export interface ReadHandle {
  readonly [reads]: true;
  /** The prepared statement for this SQL text; preparing happens once. */
  sql(text: string): PreparedStatement;
}

/** A connection inside an open write transaction: only `Workspace.write` and the import hand one out. */
export interface WriteHandle extends ReadHandle {
  readonly [writes]: true;
}

/** A handle on a connection. The caller sees to it that a write handle is used inside a transaction alone. */
export function handleOn(connection: Database.Database): WriteHandle {
  const statements = new Map<string, PreparedStatement>();
  const handle = {
    sql(text: string): PreparedStatement {
      let statement = statements.get(text);
      if (!statement) {
        statement = connection.prepare<unknown[], unknown>(text);
        statements.set(text, statement);
      }
      return statement;
    },
  };
  return handle as WriteHandle;
}
