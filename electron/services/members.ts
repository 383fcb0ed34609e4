import type { Change } from "#shared/contract/changes.ts";
import type { SignInLink } from "#shared/contract/members.ts";
import {
  type AuditEvent,
  mayJudge,
  type ProjectRole,
  signInDays,
  type TeamMember,
} from "#shared/domain/member.ts";
import { digestOf, newSecret } from "../secret.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import {
  type AuditEntry,
  addLink,
  addMember,
  appendAudit,
  auditOf,
  endSessions,
  leadsOf,
  memberByName,
  projectsOfMember,
  putRoles,
  revokeLinks,
  rolesOf,
  teamMembersOf,
} from "../store/members.ts";
import { reviewerName } from "../store/people.ts";
import { allProjects } from "../store/projects.ts";
import { freeSlotsOf } from "../store/slot-plans.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault, ServiceFault } from "./fault.ts";

/** How long a link waits for its owner. */
const linkLifetimeMs = signInDays.link * 24 * 3_600_000;

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
}

interface OfMember {
  projectId: number;
  account: string;
}

/** Lets people in who work over a team host, and out again. Who may call what is checked before (permissions.ts). */
export function createMembersService(dependencies: Dependencies) {
  const { workspace, newId } = dependencies;
  const { at, makeLink, change, changeMember } = recordedChanges(dependencies);
  return {
    list: async ({ projectId }: { projectId: number }): Promise<TeamMember[]> =>
      workspace.read((db) => teamMembersOf(db, projectId, at())),

    audit: async ({ projectId }: { projectId: number }): Promise<AuditEvent[]> =>
      workspace.read((db) => auditOf(db, projectId)),

    invite: (
      { projectId, name, roles }: { projectId: number; name: string; roles: ProjectRole[] },
      caller: CallContext,
    ): Promise<SignInLink> => {
      const { actor } = caller;
      return change({ actor, action: "invite", projectId, detail: roles.join(", ") }, async (db) => {
        const known = await memberByName(db, name);
        if (known !== null) {
          if ((await rolesOf(db, known, projectId)).length > 0) throw isThere(name);
          await refuseForeignLink(db, known, caller);
        }
        const account = known ?? `member-${newId()}`;
        if (known === null && !(await addMember(db, { account, name, by: actor, at: at() })))
          throw nameTaken(name);
        await putRoles(db, { account, projectId }, [...(await rolesOf(db, account, projectId)), ...roles]);
        return { account, answer: await makeLink(db, account, actor) };
      });
    },

    newLink: (member: OfMember, caller: CallContext): Promise<SignInLink> =>
      changeMember(member, { actor: caller.actor, action: "new-link", detail: "" }, async (db) => {
        await refuseForeignLink(db, member.account, caller);
        return makeLink(db, member.account, caller.actor);
      }),

    setRoles: (member: OfMember & { roles: ProjectRole[] }, { actor }: CallContext): Promise<void> => {
      const { projectId, account, roles } = member;
      const action = roles.length === 0 ? "remove" : "set-roles";
      return changeMember(member, { actor, action, detail: roles.join(", ") }, async (db) => {
        if (!roles.includes("lead") && (await leadsOf(db, projectId)).join() === account) throw onlyLead();
        await putRoles(db, { account, projectId }, roles);
        if (roles.length === 0) await signOut(db, account, at());
        // Who judges no more gives back what they hold; what they said stays.
        if (!mayJudge(roles))
          await freeSlotsOf(db, { projectId, reviewer: await reviewerName(db, account) }, "return", {
            actor,
            at: at(),
          });
      });
    },

    endSessions: (member: OfMember, { actor }: CallContext): Promise<void> =>
      changeMember(member, { actor, action: "end-sessions", detail: "" }, async (db) => {
        await signOut(db, member.account, at());
      }),
  };
}

/** Ends every session and revokes every link, as after a restore: a backup remembers those that were ended since. */
export async function signEverybodyOut(
  { workspace, now }: Pick<Dependencies, "workspace" | "now">,
  actor: string,
): Promise<void> {
  const at = now().toISOString();
  await workspace.write(async (db) => {
    for (const { id: projectId } of await allProjects(db))
      for (const { account } of await teamMembersOf(db, projectId, at)) {
        await signOut(db, account, at);
        await appendAudit(db, { at, actor, action: "end-sessions", account, projectId, detail: "" });
      }
  });
}

async function signOut(db: WriteHandle, account: string, at: string): Promise<void> {
  await endSessions(db, { account }, at);
  await revokeLinks(db, account, at);
}

/** Changes that concern a person, each with its entry in the audit log. */
function recordedChanges({ workspace, now, publish }: Dependencies) {
  const at = () => now().toISOString();

  async function change<Answer>(
    record: Pick<AuditEntry, "actor" | "action" | "projectId" | "detail">,
    work: (db: WriteHandle) => Promise<{ account: string; answer: Answer }>,
  ): Promise<Answer> {
    const answer = await workspace.write(async (db) => {
      const done = await work(db);
      await appendAudit(db, { ...record, at: at(), account: done.account });
      return done.answer;
    });
    publish({ type: "members" });
    return answer;
  }

  return {
    ...{ at, change },
    async makeLink(db: WriteHandle, account: string, by: string): Promise<SignInLink> {
      const token = newSecret();
      const expiresAt = new Date(now().getTime() + linkLifetimeMs).toISOString();
      await addLink(db, { digest: digestOf(token), account, at: at(), expiresAt }, by);
      return { account, token, expiresAt };
    },
    /** The same for somebody who is in the project. */
    changeMember: <Answer>(
      { projectId, account }: OfMember,
      record: Pick<AuditEntry, "actor" | "action" | "detail">,
      work: (db: WriteHandle) => Promise<Answer>,
    ): Promise<Answer> =>
      change({ ...record, projectId }, async (db) => {
        await requireMember(db, { projectId, account });
        return { account, answer: await work(db) };
      }),
  };
}

/** A lead reaches nobody but the people of the own project. */
async function requireMember(db: ReadHandle, { projectId, account }: OfMember): Promise<void> {
  if ((await rolesOf(db, account, projectId)).length > 0) return;
  throw new ServiceFault("NOT_FOUND", "This person is not in the project any more.", { what: "member" });
}

/** Whoever makes a link could sign in by it: a lead makes none for somebody who has a role where they themselves lead nothing. */
async function refuseForeignLink(
  db: ReadHandle,
  account: string,
  { actor, isMember }: CallContext,
): Promise<void> {
  if (!isMember) return;
  for (const projectId of await projectsOfMember(db, account))
    if (!(await leadsOf(db, projectId)).includes(actor)) throw worksElsewhere();
}

const worksElsewhere = () =>
  fieldFault({
    field: "name",
    reason: "This person also works in a project that you do not lead, and a link would open that, too.",
    fix: "Ask whoever runs this host to let them in, or to make the link.",
  });

const isThere = (name: string) =>
  fieldFault({
    field: "name",
    reason: `${name} is in the project already.`,
    fix: "Make them a new link or change their roles in the list of people; for somebody else choose another name.",
  });

const nameTaken = (name: string) =>
  fieldFault({
    field: "name",
    reason: `${name} is the name of somebody who works on the host's own machine.`,
    fix: "Choose another name.",
  });

const onlyLead = () =>
  fieldFault({
    field: "roles",
    reason: "The project would be without a lead.",
    fix: "Make somebody else a lead first.",
  });
