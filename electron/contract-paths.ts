import path from "node:path";
import type { InferContractRouterInputs } from "@orpc/contract";
import type { Contract } from "#shared/contract/index.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import { serverFiles } from "./engines/postgres/server.ts";
import type { PathGrants } from "./path-grants.ts";
import { ServiceFault } from "./services/fault.ts";

type Inputs = InferContractRouterInputs<Contract>;

/** What stands for each path that a call names: the path itself, or another in its place. */
export interface PathsInPlace {
  read(file: string): string;
  write(file: string): string;
  /** The folder that is listed where a call names none. */
  begin: string;
  /** The folder of a project's databases; null: none was named. */
  databases<Folder extends string | null>(folder: Folder, of: "items" | "tasks"): Folder;
}

type WithPaths<Input> = (input: Input, paths: PathsInPlace) => Input;

const withTaskPaths = <Input extends { files: TaskFiles; databasesDir: string | null }>(
  input: Input,
  paths: PathsInPlace,
): Input => {
  const files = Object.entries(input.files).map(([kind, named]: [string, string | string[] | undefined]) => [
    kind,
    Array.isArray(named) ? named.map(paths.read) : named && paths.read(named),
  ]);
  const databasesDir = paths.databases(input.databasesDir, "tasks");
  return { ...input, files: Object.fromEntries(files), databasesDir };
};

const withImportPaths: WithPaths<Inputs["projects"]["preview"] & Inputs["projects"]["import"]> = (
  input,
  paths,
) => ({
  ...input,
  files: input.files.map((file) => ({ ...file, path: paths.read(file.path) })),
  databasesDir: paths.databases(input.databasesDir, "items"),
});

const withReadPath = <Input extends { path: string }>(input: Input, { read }: PathsInPlace): Input => ({
  ...input,
  path: read(input.path),
});
const withWrittenPath = <Input extends { path: string }>(input: Input, { write }: PathsInPlace): Input => ({
  ...input,
  path: write(input.path),
});

type PathsOf = {
  [Area in keyof Inputs]?: { [Name in keyof Inputs[Area]]?: WithPaths<Inputs[Area][Name]> };
};

/** Every call of the contract that names a path of the back end's machine. */
const pathsOf: PathsOf = {
  bundles: {
    toFile: withWrittenPath,
    outline: withReadPath,
    open: (input, paths) => ({
      ...withReadPath(input, paths),
      databasesDir: paths.databases(input.databasesDir, "items"),
    }),
    previewWork: withReadPath,
    importWork: withReadPath,
  },
  certificates: { importExceptions: withReadPath },
  exports: { toFile: withWrittenPath },
  files: {
    list: (input, { read, begin }) => ({ ...input, path: read(input.path === "" ? begin : input.path) }),
  },
  judges: { import: withReadPath },
  projects: { preview: withImportPaths, import: withImportPaths },
  session: { saveCopy: (input, { write }) => ({ ...input, folder: write(input.folder) }) },
  settings: {
    setOfProject(input, { read }) {
      const { values } = input;
      const folders = [values["items.databasesDir"], values["tasks.databasesDir"]];
      for (const file of [...folders, ...serverFiles(values["tasks.serverUrl"] ?? "")]) if (file) read(file);
      return input;
    },
  },
  taskRuns: { evaluatePredictions: withReadPath },
  tasks: { previewImport: withTaskPaths, import: withTaskPaths, exportToFile: withWrittenPath },
};

/** The input of a call with other paths in place of those that it names. */
export function withPathsInPlace<Input>(call: string, input: Input, paths: PathsInPlace): Input {
  const [area = "", name = ""] = call.split(".");
  const own = (pathsOf as Record<string, Record<string, WithPaths<Input>>>)[area]?.[name];
  return own === undefined ? input : own(input, paths);
}

/** Throws `ServiceFault` where a call names a path that nobody has granted to the window. */
export async function refuseUngranted(call: string, input: unknown, grants: PathGrants): Promise<void> {
  const read: string[] = [];
  const write: string[] = [];
  const into =
    (named: string[]) =>
    <File extends string | null>(file: File): File => {
      if (file) named.push(file);
      return file;
    };
  withPathsInPlace(call, input, {
    ...{ read: into(read), write: into(write), databases: into(read) },
    begin: grants.begin,
  });
  for (const file of read) if (!(await grants.mayRead(file))) throw notGranted(file, grants);
  for (const file of write) if (!grants.mayWrite(file)) throw notGranted(file, grants);
}

function notGranted(file: string, { advice }: PathGrants): ServiceFault {
  const reason = `${path.resolve(file)} has not been chosen for this window.`;
  const problem = { file: "", row: null, field: null, reason, fix: advice };
  return new ServiceFault("BAD_INPUT", `${reason} ${advice}`, { problems: [problem] });
}
