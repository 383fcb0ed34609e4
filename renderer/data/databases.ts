import { useAnswer } from "./answers.ts";
import { keys } from "./keys.ts";

/** The schema of a database; its error is NOT_FOUND where the file is missing. */
export const useDatabaseSchema = (projectId: number, dbId: string) =>
  useAnswer([...keys.databases(projectId), dbId, "schema"], (client, options) =>
    client.databases.schema({ projectId, dbId }, options),
  );

/** How many rows a table has and some values of each column; asked for once the table is looked at. */
export const useTableSample = (projectId: number, dbId: string, table: string, enabled: boolean) =>
  useAnswer(
    [...keys.databases(projectId), dbId, "sample", table],
    (client, options) => client.databases.sample({ projectId, dbId, table }, options),
    {
      enabled,
    },
  );
