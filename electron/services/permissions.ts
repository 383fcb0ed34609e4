import type { Change } from "#shared/contract/changes.ts";
import type { StoredRun } from "#shared/contract/dialogues.ts";
import type { Contract } from "#shared/contract/index.ts";
import type { Job } from "#shared/contract/jobs.ts";
import { type Permission, permissions } from "#shared/contract/permissions.ts";
import type { Session } from "#shared/contract/session.ts";
import type { TaskImportPreview } from "#shared/contract/task-import.ts";
import type { ProjectRole } from "#shared/domain/member.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import type { Project } from "#shared/domain/project.ts";
import { personSettings, projectSettings } from "#shared/settings/settings-table.ts";
import type { QueryHandle, ReadHandle } from "../store/handles.ts";
import { projectsOfMember, rolesOf, strangersTo } from "../store/members.ts";
import { workspaceName } from "../store/open-workspace.ts";
import { openQuestionsTo } from "../store/opinion-questions.ts";
import { isIdField, projectsOf } from "../store/project-of.ts";
import { idOfProject } from "../store/projects.ts";
import type { CallContext } from "./call-context.ts";
import { asFault, ServiceFault } from "./fault.ts";
import { type HostTexts, withoutHostReasons, withoutHostTexts } from "./host-texts.ts";
import type { JobShares } from "./job-shares.ts";
import { type UploadAccess, type UploadedInput, withUploads } from "./member-uploads.ts";
import { type Turns, takesTurn } from "./turns.ts";
import { blindItems, itemsInSight, type Viewer, viewerOf } from "./visibility.ts";

type Call = (input: unknown, context: CallContext | undefined) => unknown;

/**
 * The services, as the people of a team host may use them: each call is allowed by their roles in the projects that it is about
 * (shared/contract/permissions.ts), and answers say nothing of the machine that the host runs on. Callers on that machine pass.
 */
export function withPermissions<Services extends object>(services: Services, gate: Gate): Services {
  const areas = Object.entries(services as unknown as Record<string, Record<string, Call>>);
  const wrapped = areas.map(([area, calls]) => {
    const own = Object.entries(calls).map(([name, call]) => [
      name,
      (input: unknown, context: CallContext | undefined) =>
        context?.isMember ? forMember({ ...gate, area, name, call }, input, context) : call(input, context),
    ]);
    return [area, Object.fromEntries(own)];
  });
  return Object.fromEntries(wrapped) as Services;
}

/** What stands between members and the services. */
export type Gate = UploadAccess &
  HostTexts & {
    turns: Turns;
    jobShares: JobShares;
    /** The work in the background that is known now. */
    jobs(): readonly Job[];
  };

interface Guarded extends Gate {
  area: string;
  name: string;
  call: Call;
}

async function forMember(guarded: Guarded, input: unknown, context: CallContext) {
  const { workspace, area, name, jobs } = guarded;
  const path = `${area}.${name}`;
  const projects = await projectsNamed(workspace.autocommit, input, jobs());
  await allow(workspace.autocommit, permissionOf(area, name), projects, context.actor);
  refuseForeignSettings(path, input);
  const endTurn = takesTurn(path) ? await guarded.turns.take(context.actor, context.signal) : null;
  try {
    guarded.jobShares.refuseMore(path, { input, projects }, context.actor);
    return await answerMember(guarded, input, context, endTurn ?? (() => undefined));
  } catch (error) {
    endTurn?.();
    throw error;
  }
}

async function answerMember(guarded: Guarded, input: unknown, context: CallContext, endTurn: () => void) {
  const { workspace, area, name, call } = guarded;
  const path = `${area}.${name}`;
  const uploaded = await withUploads(path, input, context.actor, guarded);
  const end = async () => {
    endTurn();
    await uploaded.end();
  };
  const shown = { ...guarded, uploaded, path, context };
  try {
    const answer = await call(uploaded.input, context);
    if (isAsyncIterable(answer)) return endingWith(shownEvents(answer, shown), end);
    const told = await workspace.read((db) => answerFor(path, answer, db, context.actor, guarded));
    await end();
    return told;
  } catch (error) {
    await end();
    throw await explainedToMember(error, shown);
  }
}

/** The same events; `end` is called once nothing more of them is taken, also where nothing ever was. */
function endingWith(
  events: AsyncGenerator<unknown>,
  end: () => Promise<void>,
): AsyncIterableIterator<unknown> {
  const last = async <Result extends IteratorResult<unknown>>(result: Result): Promise<Result> => {
    if (result.done) await end();
    return result;
  };
  const failed = async (error: unknown): Promise<never> => {
    await end();
    throw error;
  };
  return {
    next: () => events.next().then(last, failed),
    return: () => events.return(undefined).then(last, failed),
    throw: (error) => events.throw(error).then(last, failed),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
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
  db: QueryHandle,
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
const withArticle = (role: ProjectRole) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;
const forbidden = (needs: readonly ProjectRole[]) =>
  new ServiceFault(
    "FORBIDDEN",
    `Your role in this project does not include this; it takes ${needs.toReversed().map(withArticle).join(" or ")}. Ask a lead of the project.`,
    { needs: [...needs] },
  );
const notThere = () =>
  new ServiceFault("NOT_FOUND", "This does not exist, or is in a project in which you have no role.", {
    what: "project",
  });

/** The projects that an input names or whose things it names, however deep. */
async function projectsNamed(
  db: QueryHandle,
  input: unknown,
  jobs: readonly Job[],
  found: Set<number> = new Set(),
): Promise<number[]> {
  if (typeof input !== "object" || input === null) return [...found];
  for (const [key, value] of Object.entries(input)) {
    const ids = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "number");
    const field = key.replace(/Ids$/, "Id");
    if (key === "projectId") for (const id of ids) found.add(id);
    else if (key === "projectName") found.add((await idOfProject(db, String(value).trim())) ?? 0);
    else if (key === "jobId")
      for (const job of jobs.filter(({ id }) => id === value)) found.add(job.projectId);
    else if (isIdField(field)) for (const id of await projectsOf(db, field, ids)) found.add(id);
    else await projectsNamed(db, value, jobs, found);
  }
  return [...found];
}

const operatorsOf = (table: Readonly<Record<string, { operatorOnly?: true }>>): string[] =>
  Object.keys(table).filter((key) => table[key]?.operatorOnly);

/** What only whoever runs the host sets: where databases are and on what SQL runs, whom models are asked of, and what people are called. */
const operatorsSettings = {
  "settings.setOfPerson": operatorsOf(personSettings),
  "settings.setOfProject": operatorsOf(projectSettings),
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

/** Where a database was found is nothing that members are told; that it was, is. */
const hideTemplates = (preview: TaskImportPreview): TaskImportPreview => ({
  ...preview,
  folderBefore: null,
  databases: preview.databases.map((one) => ({
    ...one,
    template: one.template === null ? null : "on the host",
  })),
});

/** A run without the addresses of its language models and what leads to their keys; why tasks were left out may name a folder. */
const hideModel = (endpoint: ModelEndpoint): ModelEndpoint => ({
  ...endpoint,
  ...{ url: "on the host", keyVariable: null },
});
const hideModels = (run: StoredRun): StoredRun => ({
  ...run,
  plan: {
    ...run.plan,
    modelSystems: run.plan.modelSystems.map(hideModel),
    modelSimulator: run.plan.modelSimulator && hideModel(run.plan.modelSimulator),
  },
});

/** What members are answered otherwise than whoever is on the host's machine. */
const answersForMembers: Record<string, (answer: never, db: ReadHandle, account: string) => unknown> = {
  "session.open": async (session: Session) => ({
    ...session,
    workspacePath: workspaceName(session.workspacePath),
  }),
  "session.waiting": async () => null,
  "session.damage": async () => null,
  "comments.people": async (names: string[], db, account) => {
    const strangers = new Set(await strangersTo(db, account));
    return names.filter((name) => !strangers.has(name));
  },
  "projects.list": async (projects: Project[], db, account) => {
    const own = await projectsOfMember(db, account);
    return projects.filter(({ id }) => own.includes(id)).map(hideProject);
  },
  "projects.rename": hideProject,
  "dialogues.runs": (runs: StoredRun[]) => runs.map(hideModels),
  "jobs.list": async (jobs: Job[], db, account) => {
    const own = await Array.fromAsync(jobs, (job) => isOwnChange(db, { type: "job", job }, account));
    return jobs.filter((_, index) => own[index]);
  },
  "settings.ofProject": hideDatabases,
  "settings.setOfProject": hideDatabases,
  "tasks.previewImport": hideTemplates,
};

async function answerFor(path: string, answer: unknown, db: ReadHandle, account: string, host: HostTexts) {
  const told = await (answersForMembers[path] ?? same)(answer as never, db, account);
  return withoutHostReasons(db, told, host);
}

interface Watching extends Gate {
  uploaded: UploadedInput;
  path: string;
  context: CallContext;
}

/** The events of a stream, for as long as the roles of the caller allow the call. */
async function* shownEvents(events: AsyncIterable<unknown>, watching: Watching) {
  const { workspace, path, context } = watching;
  try {
    for await (const event of events) {
      const told = await workspace.read((db) => eventFor(db, path, event, context.actor, watching));
      if (told !== null) yield told;
    }
  } catch (error) {
    throw await explainedToMember(error, watching);
  }
}

/** An event as a member is told it; null where they are not. */
async function eventFor(db: ReadHandle, path: string, event: unknown, account: string, host: HostTexts) {
  if (path !== "changes.watch") {
    const { project } = event as { project?: Project };
    const told = project === undefined ? event : { ...(event as object), project: hideProject(project) };
    return withoutHostReasons(db, told, host);
  }
  const change = event as Change;
  if (!(await isOwnChange(db, change, account))) return null;
  return withoutHostReasons(db, change, host);
}

/** How far these are follows from what was said. */
const jobsOfOpinions: readonly Job["kind"][] = ["agreement", "settle", "revert-settling"];

/** Whether a change is of a project of theirs, and says nothing of opinions that they may not see. */
async function isOwnChange(db: ReadHandle, change: Change, account: string): Promise<boolean> {
  const projectId =
    change.type === "job" ? change.job.projectId : "projectId" in change ? change.projectId : null;
  if (change.type === "waiting") return change.account === account;
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
  // Whoever is asked about their opinion hears of the question.
  if (change.type === "disagreements" && (await isAsked(db, viewer, change.itemId))) return true;
  if (viewer.sees === "all" && (await blindItems(db, viewer)).size === 0) return true;
  if (viewer.sees === "all" && change.type !== "job")
    return change.type !== "disagreements" || change.itemId === null || (await inSight(change.itemId));
  const isOfOpinions = ["disagreements", "agreement"].includes(change.type);
  return !isOfOpinions && !(change.type === "job" && jobsOfOpinions.includes(change.job.kind));
}

async function isAsked(db: ReadHandle, { projectId, name }: Viewer, asked: number | null): Promise<boolean> {
  return (await openQuestionsTo(db, projectId, name)).some(({ itemId }) => itemId === asked);
}

/** An error in words that hold nothing of the host's machine. */
async function explainedToMember(
  error: unknown,
  { workspace, uploaded, ...host }: Watching,
): Promise<unknown> {
  const fault = asFault(error);
  if (fault === null) return error;
  const { message, data } = fault;
  const own = JSON.parse(uploaded.withoutFolders(JSON.stringify({ message, data })));
  const told = await workspace.read((db) => withoutHostTexts(db, own, { ...host, workspace }));
  return new ServiceFault(fault.code, told.message, told.data);
}
