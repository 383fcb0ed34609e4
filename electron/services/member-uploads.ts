import { uploadIdIn } from "#shared/domain/transfer.ts";
import { withPathsInPlace } from "../contract-paths.ts";
import { projectByName } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { Transfers, WaitingFile } from "../transfers.ts";
import { fieldFault, ServiceFault } from "./fault.ts";

/** A host's files on their way, and which folders of databases may be read for the workspace. */
export interface UploadAccess {
  workspace: Workspace;
  /** null: nobody can upload anything here. */
  transfers: Transfers | null;
  mayRead(folder: string): boolean;
}

/** A member's call as the services take it. */
export interface UploadedInput {
  input: unknown;
  /** Takes the folders in which the uploads lie out of a text. */
  withoutFolders(text: string): string;
  /** To be called when the call has ended, however it did. */
  end(): Promise<void>;
}

/** What only looks into files: it is asked again, so they stay. */
const looks: ReadonlySet<string> = new Set([
  "bundles.previewWork",
  "projects.preview",
  "tasks.previewImport",
]);

/**
 * The input of a member's call with the paths of their uploads in place of the references to these, and the project's own folder of
 * databases in place of any other. Whatever else is named as a path is refused: a member knows none of this machine.
 */
export async function withUploads(
  call: string,
  input: unknown,
  account: string,
  { workspace, transfers, mayRead }: UploadAccess,
): Promise<UploadedInput> {
  const { projectName } = (input ?? {}) as { projectName?: unknown };
  const project =
    projectName === undefined ? null : await workspace.read((db) => projectByName(db, String(projectName)));
  const held: WaitingFile[] = [];
  const end = async () => {
    for (const { id } of held) await transfers?.release(id, !looks.has(call));
  };
  const read = (named: string): string => {
    const id = uploadIdIn(named);
    const file = id === null ? null : (transfers?.hold(account, id) ?? null);
    if (file === null) throw notUploaded();
    held.push(file);
    return file.path;
  };
  const stored = { items: project?.databasesDir ?? "", tasks: project?.taskSettings.databasesDir ?? "" };
  try {
    return {
      input: withPathsInPlace(call, input, {
        read,
        write: () => {
          throw notUploaded();
        },
        begin: "",
        databases(folder, of) {
          if (stored[of] === "") throw noFolder(of);
          if (!mayRead(stored[of])) throw notAllowed();
          // Tasks stay where they are: to name a folder would choose their engine anew.
          return of === "tasks" ? (null as typeof folder) : (stored[of] as typeof folder);
        },
      }),
      withoutFolders: (text) => held.reduce((now, { path, name }) => now.replaceAll(path, name), text),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

const notUploaded = () =>
  fieldFault({
    field: "upload",
    reason: "This file is not on the host any more.",
    fix: "Choose it again.",
  });

const noFolder = (of: "items" | "tasks") =>
  fieldFault({
    field: "databasesDir",
    reason: `This project has no folder for the databases of its ${of} yet.`,
    fix: "Ask whoever runs the host to set it there, in the project's settings.",
  });

const notAllowed = () =>
  new ServiceFault(
    "FORBIDDEN",
    "Whoever runs this host has not allowed it to read this project's databases. Ask them to start it with --allow.",
    { needs: [] },
  );
