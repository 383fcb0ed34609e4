import { copyDatabase, dropDatabase, type Server } from "./server.ts";

/** Copies of changed databases, from which states are brought back. */
export interface Snapshots {
  /** Copies a database that nobody is connected to; the copy's id. */
  take(database: string): Promise<string>;
  /** The database that holds a snapshot; throws when it was dropped. */
  find(id: string): string;
  /** Drops a snapshot in the background. */
  drop(id: string): void;
}

export function createSnapshots(server: Server, prefix: string): Snapshots {
  const databases = new Map<string, string>();
  let taken = 0;
  return {
    async take(database) {
      taken += 1;
      const id = String(taken);
      const copy = `${prefix}s_${id}`;
      await copyDatabase(server, database, copy, { more: "ALLOW_CONNECTIONS false" });
      databases.set(id, copy);
      return id;
    },
    find(id) {
      const database = databases.get(id);
      if (database === undefined)
        throw new Error(
          `Snapshot ${id} no longer exists: it was dropped with the database state that it was taken of.`,
        );
      return database;
    },
    drop(id) {
      const database = databases.get(id);
      databases.delete(id);
      // What cannot be dropped now goes with everything else of this start.
      if (database !== undefined) dropDatabase(server, database).catch(() => {});
    },
  };
}
