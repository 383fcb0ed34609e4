import { connectPglite, type PgliteConnection } from "./connection.ts";
import { createImages, type Image, type Images, type PgliteModule } from "./image.ts";
import { type ClosedPGlite, firstDatabase, readDataFolder, startInstance } from "./instance.ts";
import { enterTaskRole } from "./role.ts";

/** A running cluster and what it is put back to. */
export interface Cluster {
  db: ClosedPGlite;
  connection: PgliteConnection;
  images: Images;
  pristine: Image;
}

/** Code of the server that is loaded when it is first used; loaded before the image is taken, as it cannot be put back. */
const preload = "DO $$ BEGIN PERFORM 1; END $$; SELECT pg_catalog.to_tsvector('english', 'cats')";

/** Starts the cluster of a file, whose database is called `found`, and calls it `name` as its tasks do. */
export async function startCluster(file: string, found: string, name: string): Promise<Cluster> {
  const db = await startInstance(readDataFolder(file), found);
  const connection = connectPglite(db);
  const machine = db.Module as unknown as PgliteModule;
  if (found !== name)
    connection.query(
      `UPDATE pg_catalog.pg_database SET datname = '${name.replaceAll("'", "''")}' WHERE datname = '${found}'`,
    );
  connection.query(preload);
  enterTaskRole(connection, machine);
  connection.query("DISCARD ALL");
  const images = createImages(machine, () => db.heapEnd());
  return { db, connection, images, pristine: images.capture() };
}

/** A name of 64 bytes or more is none to PostgreSQL, and a cluster's own databases keep theirs. */
export function databaseName(wanted: string): string {
  const isTaken = wanted === "" || wanted === "template0" || wanted === "template1";
  return isTaken || Buffer.byteLength(wanted) > 63 ? firstDatabase : wanted;
}
