import os from "node:os";
import path from "node:path";
import type { InferContractRouterInputs } from "@orpc/contract";
import type { Contract } from "#shared/contract/index.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import { serverFiles } from "./engines/postgres/server.ts";
import type { PathGrants } from "./path-grants.ts";
import { ServiceFault } from "./services/fault.ts";

type Inputs = InferContractRouterInputs<Contract>;

/** The paths that a call names, for reading and for writing. */
interface NamedPaths {
  read?: readonly (string | null | undefined)[];
  write?: readonly string[];
}

const taskPaths = (files: TaskFiles, databasesDir: string | null) => ({
  read: [...Object.values(files).flat(), databasesDir],
});

const importPaths = ({ files, databasesDir }: Inputs["projects"]["preview"]): NamedPaths => ({
  read: [...files.map((file) => file.path), databasesDir],
});

type PathsOf = {
  [Area in keyof Inputs]?: { [Name in keyof Inputs[Area]]?: (input: Inputs[Area][Name]) => NamedPaths };
};

/** Every call of the contract that names a path of the back end's machine. */
const pathsOf: PathsOf = {
  certificates: { importExceptions: ({ path: file }) => ({ read: [file] }) },
  exports: { toFile: ({ path: file }) => ({ write: [file] }) },
  files: { list: ({ path: folder }) => ({ read: [folder === "" ? os.homedir() : folder] }) },
  judges: { import: ({ path: file }) => ({ read: [file] }) },
  projects: { preview: importPaths, import: importPaths },
  session: { saveCopy: ({ folder }) => ({ write: [folder] }) },
  settings: {
    setOfProject: ({ values }) => ({
      read: [
        ...[values["items.databasesDir"], values["tasks.databasesDir"]],
        ...serverFiles(values["tasks.serverUrl"] ?? ""),
      ],
    }),
  },
  taskRuns: { evaluatePredictions: ({ path: file }) => ({ read: [file] }) },
  tasks: {
    previewImport: ({ files, databasesDir }) => taskPaths(files, databasesDir),
    import: ({ files, databasesDir }) => taskPaths(files, databasesDir),
    exportToFile: ({ path: file }) => ({ write: [file] }),
  },
};

/** Throws `ServiceFault` where a call names a path that nobody has granted to the window. */
export async function refuseUngranted(call: string, input: unknown, grants: PathGrants): Promise<void> {
  const [area = "", name = ""] = call.split(".");
  const named = (pathsOf as Record<string, Record<string, (input: unknown) => NamedPaths>>)[area]?.[name];
  if (named === undefined) return;
  const { read = [], write = [] } = named(input);
  for (const file of read) if (file && !(await grants.mayRead(file))) throw notGranted(file, grants);
  for (const file of write) if (!grants.mayWrite(file)) throw notGranted(file, grants);
}

function notGranted(file: string, { advice }: PathGrants): ServiceFault {
  const reason = `${path.resolve(file)} has not been chosen for this window.`;
  const problem = { file: "", row: null, field: null, reason, fix: advice };
  return new ServiceFault("BAD_INPUT", `${reason} ${advice}`, { problems: [problem] });
}
