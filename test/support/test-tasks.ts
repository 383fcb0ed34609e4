import { writeFileSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import type { TaskImportEvent } from "../../shared/contract/task-import.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { type TestServices, testServices } from "./test-services.ts";

const anna = { actor: "anna" };

/** A task row as BIRD-Interact writes it, on the database harbour. */
export function taskRow(id: string, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    instance_id: id,
    selected_database: "harbour",
    query: "How many ships have a name?",
    amb_user_query: "How many ships are there?",
    preprocess_sql: [],
    clean_up_sqls: [],
    sol_sql: ["SELECT count(name) FROM ship"],
    external_knowledge: [],
    test_cases: [],
    user_query_ambiguity: {
      critical_ambiguity: [
        { term: "ships", sql_snippet: "count(name)", is_mask: false, type: "semantic_ambiguity" },
      ],
      non_critical_ambiguity: [],
    },
    knowledge_ambiguity: [],
    category: "Query",
    conditions: { decimal: -1, distinct: false, order: false },
    follow_up: {
      query: "And how many in all?",
      sol_sql: ["SELECT count(*) FROM ship"],
      external_knowledge: [],
      type: "aggregation",
      test_cases: [],
      category: "Query",
      conditions: { decimal: -1, distinct: false, order: false },
    },
    ...fields,
  });
}

/** An empty workspace with its services, and a folder for files beside it. */
export interface TestTasks {
  folder: string;
  workspace: Workspace;
  services: TestServices;
  /** Writes a file into the folder and answers its path. */
  file(name: string, lines: readonly string[]): string;
  /** Imports the file into the project "tasks", rows that can be read only; answers the last event. */
  importFile(tasks: string, more?: Partial<ImportInput>): Promise<Imported>;
}

type ImportInput = Parameters<TestServices["tasks"]["import"]>[0];
export type Imported = Extract<TaskImportEvent, { type: "done" }>;

/** Opens the workspace; it is closed when the test has finished. */
export function testTasks(): TestTasks {
  const folder = temporaryFolder();
  const workspace = openWorkspace(path.join(folder, "workspace.querent"));
  onTestFinished(() => workspace.close());
  const services = testServices(workspace);
  return {
    folder,
    workspace,
    services,
    file(name, lines) {
      const file = path.join(folder, name);
      writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
      return file;
    },
    async importFile(tasks, { files, ...more } = {}) {
      const input: ImportInput = {
        projectName: "tasks",
        databasesDir: null,
        skipUnreadable: false,
        existing: "keep",
        ...more,
        files: { ...files, tasks },
      };
      for await (const event of services.tasks.import(input, anna)) if (event.type === "done") return event;
      throw new Error("the import ended without a result");
    },
  };
}
