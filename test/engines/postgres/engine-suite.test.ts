import { afterAll, describe } from "vitest";
import { describeTaskEngine } from "../engine-suite.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { openEngine } from "./fixture.ts";

describe.skipIf(postgresPrograms() === null)(
  `the suite of every engine (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster | undefined;
    afterAll(() => cluster?.stop());

    describeTaskEngine({
      name: "PostgreSQL",
      dialect: "postgres",
      start: async () => {
        // As a server is set up by default: PREPARE TRANSACTION is refused.
        cluster = startCluster(["max_prepared_transactions=0"]);
        return openEngine(cluster);
      },
    });
  },
);
