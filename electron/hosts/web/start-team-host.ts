import type { WaitingWork } from "#shared/contract/session.ts";
import { cacheFolder } from "../../cache-folder.ts";
import type { ServedTeam, ServeRequest } from "../../commands/command.ts";
import { compose, defaultTurns } from "../../compose.ts";
import { openConsents } from "../../consents.ts";
import type { StartProcess } from "../../processes/start-process.ts";
import type { ProgramPaths } from "../../program-paths.ts";
import { createChangesService } from "../../services/changes.ts";
import { signEverybodyOut } from "../../services/members.ts";
import { openWorkspaceAt } from "../../store/open-workspace.ts";
import { openTransfers } from "../../transfers.ts";
import { account } from "../account.ts";
import { consentsFile } from "../start-options.ts";
import { serveTeam } from "./team-host.ts";

/** Starts the back end of a workspace and serves it to its members; closing it closes both. */
export async function startTeamHost(
  { workspacePath, allow, signOut, note, turns = defaultTurns(), ...reach }: ServeRequest,
  program: { version: string; startProcess: StartProcess; paths: ProgramPaths; rendererDir: string },
): Promise<ServedTeam> {
  const { rendererDir, ...run } = program;
  const transfers = openTransfers({ root: cacheFolder() });
  const workspace = await openWorkspaceAt(workspacePath).catch((error: unknown) => {
    transfers.close();
    throw error;
  });
  const changes = createChangesService({ workspace });
  const backEnd = await compose(
    {
      ...{ ...run, workspacePath, cacheDir: cacheFolder(), secrets: null },
      ...{ transfers, turns, consents: openConsents(consentsFile(), workspacePath) },
      log: (message, error) => note(`${message}: ${error instanceof Error ? error.stack : String(error)}`),
    },
    { workspace, changes },
  );
  const close = async () => {
    await backEnd.close();
    transfers.close();
    changes.close();
    await workspace.close();
  };
  try {
    const { session } = backEnd.services;
    const caller = { actor: account() };
    if (signOut) await signEverybodyOut({ workspace, now: () => new Date() }, caller.actor);
    if (allow) await session.allowWaiting(undefined, caller);
    const waiting = await session.waiting(undefined, caller);
    if (waiting !== null)
      note(
        `This workspace is new on this machine. Until you start with --allow nobody can use ${waitingText(waiting)}.`,
      );
    const parts = { router: backEnd.router, workspace, changes, transfers, rendererDir };
    const served = await serveTeam({ ...reach, ...parts });
    return { url: served.address.origin, close: () => served.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

function waitingText({ jobs, servers, folders }: WaitingWork): string {
  const work = jobs === 0 ? [] : [jobs === 1 ? "one interrupted job" : `${jobs} interrupted jobs`];
  return [
    ...work,
    ...servers.map((server) => `the PostgreSQL server ${server}`),
    ...folders.map((folder) => `the databases in ${folder}`),
  ].join(", ");
}
