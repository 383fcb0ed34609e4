import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Parts } from "../../electron/compose.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { TaskImportEvent } from "../../shared/contract/task-import.ts";
import { newWorkspace } from "./new-workspace.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { type TestServices, testServices } from "./test-services.ts";

const anna = { actor: "anna" };

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
export async function testTasks(own: Partial<Parts> = {}): Promise<TestTasks> {
  const folder = temporaryFolder();
  const workspace = await newWorkspace(folder);
  const services = testServices(workspace, own);
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
