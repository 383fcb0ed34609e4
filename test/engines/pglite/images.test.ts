import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { StateHash } from "../../../electron/engines/engine.ts";
import { type Cluster, startCluster } from "../../../electron/engines/pglite/cluster.ts";
import type { Image } from "../../../electron/engines/pglite/image.ts";
import { firstDatabase } from "../../../electron/engines/pglite/instance.ts";
import { hashPgliteState } from "../../../electron/engines/pglite/state-hash.ts";
import { writePgliteTemplate } from "../../../electron/engines/pglite/template.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const changes = [
  "INSERT INTO calls SELECT n, repeat('Kiel ', 400) FROM generate_series(1, 300) AS n",
  "UPDATE calls SET port = 'Rotterdam' WHERE id % 2 = 0",
  "DELETE FROM calls WHERE id % 3 = 0",
  "CREATE TABLE IF NOT EXISTS berths AS SELECT n AS berth FROM generate_series(1, 2000) AS n",
  "DROP TABLE IF EXISTS berths",
  "TRUNCATE calls",
  "SELECT count(*) FROM (SELECT repeat('x', 200) AS x FROM generate_series(1, 60000) ORDER BY x) AS large",
];

describe("images of a PGlite", () => {
  const folder = temporaryFolder();
  let cluster: Cluster;
  beforeAll(async () => {
    const sql = path.join(folder, "harbour.sql");
    writeFileSync(sql, "CREATE TABLE calls (id int, port text); INSERT INTO calls VALUES (1, 'Kiel');");
    const template = path.join(folder, "harbour.template");
    await writePgliteTemplate({ kind: "sql-file", path: sql }, template, () => undefined, null);
    cluster = await startCluster(template, firstDatabase, "harbour");
  });

  it("bring back every moment, in whatever order, after whatever was written and dropped", () => {
    const { connection, images, pristine } = cluster;
    const hash = () => hashPgliteState(connection);
    const first = hash();
    const step = fc.oneof(
      fc.record({ run: fc.constantFrom(...changes) }),
      fc.record({ capture: fc.constant(true) }),
      fc.record({ restore: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
        images.restore(pristine);
        const moments: { image: Image; hash: StateHash }[] = [{ image: pristine, hash: first }];
        for (const one of steps) {
          if ("run" in one) connection.query(one.run);
          else if ("capture" in one) moments.push({ hash: hash(), image: images.capture() });
          else {
            const moment = moments[one.restore % moments.length];
            if (moment !== undefined) images.restore(moment.image);
            expect(hash()).toEqual(moment?.hash);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("leave the memory alone that PostgreSQL never asked for", () => {
    const { db, connection, images, pristine } = cluster;
    images.restore(pristine);
    const end = db.heapEnd();
    const [memory] = [(db.Module as unknown as { HEAPU8: Uint8Array }).HEAPU8];
    expect(end).toBeLessThan(memory.length / 2);
    expect(memory.subarray(end).every((byte) => byte === 0)).toBe(true);
    connection.query("SELECT array_length(array_agg(repeat('x', 1000)), 1) FROM generate_series(1, 20000)");
    const grown = db.heapEnd();
    expect(grown).toBeGreaterThan(end);
    images.restore(pristine);
    expect(memory.subarray(end, grown).every((byte) => byte === 0)).toBe(true);
  });
});
