import type { Change } from "#shared/contract/changes.ts";
import type { Contract } from "#shared/contract/index.ts";
import type { Job } from "#shared/contract/jobs.ts";
import { type Permission, permissions } from "#shared/contract/permissions.ts";
import type { Session } from "#shared/contract/session.ts";
import type { ProjectRole } from "#shared/domain/member.ts";
import type { Project } from "#shared/domain/project.ts";
import type { ReadHandle } from "../store/handles.ts";
import { projectsOfMember, rolesOf } from "../store/members.ts";
import { workspaceName } from "../store/open-workspace.ts";
import { isIdField, projectsOf } from "../store/project-of.ts";
import { allProjects } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { asFault, ServiceFault } from "./fault.ts";
import { blindItems, itemsInSight, viewerOf } from "./visibility.ts";

type Call = (input: unknown, context: CallContext | undefined) => unknown;

/**
 * The services, as the people of a team host may use them: each call is allowed by their roles in the projects that it is about
 * (shared/contract/permissions.ts), and answers say nothing of the machine that the host runs on. Callers on that machine pass.
 */
export function withPermissions<Services extends object>(services: Services, workspace: Workspace): Services {
  const areas = Object.entries(services as unknown as Record<string, Record<string, Call>>);
  const wrapped = areas.map(([area, calls]) => {
    const own = Object.entries(calls).map(([name, call]) => [
      name,
      (input: unknown, context: CallContext | undefined) =>
        context?.isMember ? forMember({ workspace, area, name, call }, input, context) : call(input, context),
    ]);
    return [area, Object.fromEntries(own)];
  });
  return Object.fromEntries(wrapped) as Services;
}

interface Guarded {
  workspace: Workspace;
  area: string;
  name: string;
  call: Call;
}

async function forMember({ workspace, area, name, call }: Guarded, input: unknown, context: CallContext) {
  const path = `${area}.${name}`;
  await workspace.read(async (db) => {
    await allow(db, permissionOf(area, name), await projectsNamed(db, input), context.actor);
    refuseForeignSettings(path, input);
  });
  try {
    const answer = await call(input, context);
    if (isAsyncIterable(answer)) return shownEvents(answer, { workspace, path, context });
    return await workspace.read((db) =>
      (answersForMembers[path] ?? same)(answer as never, db, context.actor),
    );
  } catch (error) {
    throw await withoutHostPaths(error, workspace);
  }
}

const same = (answer: unknown) => answer;
const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

const permissionOf = (area: string, name: string): Permission => {
  const permission = (permissions[area as keyof Contract] as Record<string, Permission>)[name];
  return permission ?? "operator";
};

/** Throws `FORBIDDEN` where the roles of the account do not do, `NOT_FOUND` where it has nothing to do with the project. */
async function allow(
  db: ReadHandle,
  permission: Permission,
  projects: readonly number[],
  account: string,
): Promise<void> {
  if (permission === "everybody") return;
  if (permission === "operator") throw forTheOperator();
  const needed: readonly ProjectRole[] = permission === "leads" ? ["lead"] : ["lead", ...permission];
  for (const projectId of projects) {
    const roles = await rolesOf(db, account, projectId);
    if (roles.length === 0) throw notThere();
    if (!roles.some((role) => needed.includes(role))) throw forbidden(needed);
  }
  // What names no project, or nothing that is there, is about no project of theirs.
  if (projects.length === 0) throw notThere();
}

const forTheOperator = () =>
  new ServiceFault(
    "FORBIDDEN",
    "Only whoever runs this host can do that, on its own machine. Ask them, or send them the file.",
    { needs: [] },
  );
const forbidden = (needs: readonly ProjectRole[]) =>
  new ServiceFault(
    "FORBIDDEN",
    `Your role in this project does not include this; it takes a ${needs.toReversed().join(" or a ")}. Ask a lead of the project.`,
    { needs: [...needs] },
  );
const notThere = () =>
  new ServiceFault("NOT_FOUND", "This is not there, or not in a project of yours.", { what: "project" });

/** The projects that an input names or whose things it names, however deep. */
async function projectsNamed(
  db: ReadHandle,
  input: unknown,
  found: Set<number> = new Set(),
): Promise<number[]> {
  if (typeof input !== "object" || input === null) return [...found];
  for (const [key, value] of Object.entries(input)) {
    const ids = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "number");
    const field = key.replace(/Ids$/, "Id");
    if (key === "projectId") for (const id of ids) found.add(id);
    else if (isIdField(field)) for (const id of await projectsOf(db, field, ids)) found.add(id);
    else await projectsNamed(db, value, found);
  }
  return [...found];
}

/** What only whoever runs the host sets: where databases are and on what SQL runs, whom models are asked of, and what people are called. */
const operatorsSettings = {
  "settings.setOfPerson": ["reviewer.name", "models.endpoints"],
  "settings.setOfProject": [
    ...["items.databasesDir", "items.engine", "tasks.databasesDir", "tasks.engine", "tasks.serverUrl"],
  ],
};

function refuseForeignSettings(path: string, input: unknown): void {
  if (!Object.hasOwn(operatorsSettings, path)) return;
  const values = (input as { values?: object }).values ?? (input as object);
  const keys = operatorsSettings[path as keyof typeof operatorsSettings];
  if (keys.some((key) => Object.hasOwn(values, key))) throw forTheOperator();
}

/** Where databases lie on the host's machine, and its server, are nothing that its people are told. */
const hideDatabases = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      key,
      /(^|\.)(databasesDir|serverUrl)$/.test(key) && value !== "" ? "on the host" : value,
    ]),
  );
const hideProject = (project: Project) => ({
  ...(hideDatabases(project) as Project),
  taskSettings: hideDatabases(project.taskSettings),
});

/** What members are answered otherwise than whoever is on the host's machine. */
const answersForMembers: Record<string, (answer: never, db: ReadHandle, account: string) => unknown> = {
  "session.open": async (session: Session) => ({
    ...session,
    workspacePath: workspaceName(session.workspacePath),
  }),
  "session.waiting": async () => null,
  "session.damage": async () => null,
  "projects.list": async (projects: Project[], db, account) => {
    const own = await projectsOfMember(db, account);
    return projects.filter(({ id }) => own.includes(id)).map(hideProject);
  },
  "projects.rename": hideProject,
  "jobs.list": async (jobs: Job[], db, account) => {
    const own = await Array.fromAsync(jobs, (job) => isOwnChange(db, { type: "job", job }, account));
    return jobs.filter((_, index) => own[index]);
  },
  "settings.ofProject": hideDatabases,
  "settings.setOfProject": hideDatabases,
};

interface Watching {
  workspace: Workspace;
  path: string;
  context: CallContext;
}

/** The events of a stream, for as long as the roles of the caller allow the call. */
async function* shownEvents(events: AsyncIterable<unknown>, { workspace, path, context }: Watching) {
  try {
    for await (const event of events)
      if (
        path !== "changes.watch" ||
        (await workspace.read((db) => isOwnChange(db, event as Change, context.actor)))
      )
        yield event;
  } catch (error) {
    throw await withoutHostPaths(error, workspace);
  }
}

/** How far these are follows from what was said. */
const jobsOfOpinions: readonly Job["kind"][] = ["agreement", "settle", "revert-settling"];

/** Whether a change is of a project of theirs, and says nothing of opinions that they may not see. */
async function isOwnChange(db: ReadHandle, change: Change, account: string): Promise<boolean> {
  const projectId =
    change.type === "job" ? change.job.projectId : "projectId" in change ? change.projectId : null;
  if (projectId === null) return true;
  const roles = await rolesOf(db, account, projectId);
  if (roles.length === 0) return false;
  const viewer = await viewerOf(db, projectId, account);
  if (change.type === "slots")
    return change.reviewer === null || change.reviewer === viewer.name || roles.includes("lead");
  const inSight = async (itemId: number) => (await itemsInSight(db, viewer, [itemId])).has(itemId);
  if (change.type === "verdict") return change.reviewer === viewer.name || (await inSight(change.itemId));
  // Comments are heard of where they may be read.
  if (change.type === "comments") return change.itemId === null || (await inSight(change.itemId));
  if (viewer.sees === "all" && (await blindItems(db, viewer)).size === 0) return true;
  if (viewer.sees === "all" && change.type !== "job")
    return change.type !== "disagreements" || change.itemId === null || (await inSight(change.itemId));
  const isOfOpinions = ["disagreements", "agreement"].includes(change.type);
  return !isOfOpinions && !(change.type === "job" && jobsOfOpinions.includes(change.job.kind));
}

/** An error in words that hold no folder of the host's machine. */
async function withoutHostPaths(error: unknown, workspace: Workspace): Promise<unknown> {
  const fault = asFault(error);
  if (fault === null) return error;
  const folders = await workspace.read(async (db) =>
    (await allProjects(db)).flatMap(({ databasesDir, taskSettings }) => [
      databasesDir,
      taskSettings.databasesDir,
    ]),
  );
  const hidden = [workspace.path, ...folders.filter((folder) => folder !== "")];
  const text = (said: string) => hidden.reduce((now, path) => now.replaceAll(path, "on the host"), said);
  return new ServiceFault(fault.code, text(fault.message), JSON.parse(text(JSON.stringify(fault.data))));
}
