import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import type { QueryRunner } from "../queries/query-runner.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import type { Workspace } from "../store/workspace.ts";
import { describedSchema, readDescriptions } from "./database-descriptions.ts";
import { ServiceFault } from "./fault.ts";
import { type ReviewDatabases, reviewDatabase } from "./review-database.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  runner: QueryRunner;
  tools: ReviewDatabases;
  analysis: SqlAnalysis;
}

interface Database {
  projectId: number;
  dbId: string;
}

/** The databases under test: what they hold, with the descriptions that lie beside them. */
export function createDatabasesService({ workspace, runner, tools, analysis }: Dependencies) {
  async function find({ projectId, dbId }: Database): Promise<{ dir: string; database: DatabaseRef }> {
    const project = await storedProject(workspace, projectId);
    const { databasesDir: dir } = project;
    const database = await reviewDatabase(tools, project, dbId);
    if (database) return { dir, database };
    throw new ServiceFault(
      "NOT_FOUND",
      `There is no database ${dbId} in ${dir}. Put its file there, or choose another databases folder.`,
      { what: `database ${dbId}` },
    );
  }
  return {
    async schema(input: Database): Promise<DatabaseSchema> {
      const { dir, database } = await find(input);
      const [schema, descriptions] = await Promise.all([
        runner.describe(database),
        readDescriptions(dir, database, analysis),
      ]);
      return describedSchema(schema, descriptions);
    },
    async sample({ table, ...input }: Database & { table: string }) {
      const { database } = await find(input);
      return runner.sample(database, table);
    },
  };
}
