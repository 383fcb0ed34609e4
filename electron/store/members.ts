import type { AuditAction, AuditEvent, ProjectRole, TeamMember } from "#shared/domain/member.ts";
import { among } from "./dialect.ts";
import type { QueryHandle, ReadHandle, WriteHandle } from "./handles.ts";
import { renamePerson, reviewerName } from "./people.ts";
import { compiledOnce, query } from "./query.ts";

/** A person's account by the name that the workspace knows them by, or null; of members alone. */
export async function memberByName(db: ReadHandle, name: string): Promise<string | null> {
  const found = await db.first(
    query
      .selectFrom("member")
      .innerJoin("person", "person.account", "member.account")
      .select("member.account")
      .where("person.name", "=", name),
  );
  return found?.account ?? null;
}

/** Adds a member under a name; false where the name is somebody else's. */
export async function addMember(
  db: WriteHandle,
  { account, name, by, at }: { account: string; name: string; by: string; at: string },
): Promise<boolean> {
  await db.run(query.insertInto("member").values({ account, added_by: by, added_at: at }));
  return renamePerson(db, account, name);
}

/** The names of members with whom an account has no project in common. */
export const strangersTo = (db: ReadHandle, account: string): Promise<string[]> =>
  db.values(
    query
      .selectFrom("member")
      .innerJoin("person", "person.account", "member.account")
      .select("person.name")
      .where("member.account", "!=", account)
      .where("member.account", "not in", (of) =>
        of
          .selectFrom("member_role")
          .select("account")
          .where("project_id", "in", (own) =>
            own.selectFrom("member_role as own").select("own.project_id").where("own.account", "=", account),
          ),
      ),
  );

/** What an account may do in a project; nothing where it is no member. */
export async function rolesOf(db: QueryHandle, account: string, projectId: number): Promise<ProjectRole[]> {
  return db.values(rolesQuery({ account, projectId }));
}

const rolesQuery = compiledOnce(
  ({ account, projectId }: { account: string; projectId: number }) =>
    query
      .selectFrom("member_role")
      .select("role")
      .where("account", "=", account)
      .where("project_id", "=", projectId)
      .orderBy("role"),
  { isRemembered: true },
);

/** The roles of an account in each project in which it has any. */
export const rolesByProject = async (
  db: QueryHandle,
  account: string,
): Promise<Record<string, ProjectRole[]>> =>
  byProject(
    await db.all(
      query
        .selectFrom("member_role")
        .select(["project_id as projectId", "role"])
        .where("account", "=", account)
        .orderBy("project_id")
        .orderBy("role"),
    ),
  );

const byProject = (given: readonly { projectId: number; role: ProjectRole }[]) =>
  Object.fromEntries(
    [...Map.groupBy(given, ({ projectId }) => projectId)].map(([projectId, roles]) => [
      projectId,
      roles.map(({ role }) => role),
    ]),
  );

/** Somebody who has signed in, with their roles in each project. */
export interface SignedIn {
  account: string;
  roles: Record<string, ProjectRole[]>;
}

/** Whose sessions these are, by digest; without those that have ended or are nobody's. */
export async function signedInBy(
  db: QueryHandle,
  digests: readonly string[],
  now: string,
): Promise<Map<string, SignedIn>> {
  const rows = await db.all(
    query
      .selectFrom("member_session as s")
      .leftJoin("member_role as r", "r.account", "s.account")
      .select(["s.digest", "s.account", "r.project_id as projectId", "r.role"])
      .where("s.digest", "in", among(digests))
      .where("s.ended_at", "is", null)
      .where("s.expires_at", ">", now)
      .orderBy("r.project_id")
      .orderBy("r.role"),
  );
  const sessions = Map.groupBy(rows, ({ digest }) => digest);
  return new Map(
    [...sessions].map(([digest, ofSession]) => [
      digest,
      {
        account: ofSession[0]?.account ?? "",
        roles: byProject(
          ofSession.flatMap(({ projectId, role }) =>
            projectId === null || role === null ? [] : [{ projectId, role }],
          ),
        ),
      },
    ]),
  );
}

/** The projects in which an account has a role. */
export async function projectsOfMember(db: ReadHandle, account: string): Promise<number[]> {
  return db.values(
    query.selectFrom("member_role").select("project_id").distinct().where("account", "=", account),
  );
}

/** Puts the roles of an account in a project in place of those that it had. */
export async function putRoles(
  db: WriteHandle,
  { account, projectId }: { account: string; projectId: number },
  roles: readonly ProjectRole[],
): Promise<void> {
  await db.run(
    query.deleteFrom("member_role").where("account", "=", account).where("project_id", "=", projectId),
  );
  for (const role of new Set(roles))
    await db.run(query.insertInto("member_role").values({ account, project_id: projectId, role }));
}

/** The accounts that lead a project. */
export async function leadsOf(db: ReadHandle, projectId: number): Promise<string[]> {
  return db.values(
    query
      .selectFrom("member_role")
      .select("account")
      .where("project_id", "=", projectId)
      .where("role", "=", "lead"),
  );
}

/** The members with a role in a project, by name. */
export async function teamMembersOf(db: ReadHandle, projectId: number, now: string): Promise<TeamMember[]> {
  const accounts = await db.all(
    query
      .selectFrom("member")
      .select(["member.account", "member.added_at as addedAt"])
      .where("member.account", "in", (of) =>
        of.selectFrom("member_role").select("account").where("project_id", "=", projectId),
      ),
  );
  return (
    await Array.fromAsync(accounts, async ({ account, addedAt }) => ({
      ...{
        account,
        addedAt,
        name: await reviewerName(db, account),
        roles: await rolesOf(db, account, projectId),
      },
      ...{ link: await newestLink(db, account, now), ...(await openSessions(db, account, now)) },
    }))
  ).sort((one, other) => one.name.localeCompare(other.name));
}

async function newestLink(db: ReadHandle, account: string, now: string): Promise<TeamMember["link"]> {
  const link = await db.first(
    query
      .selectFrom("sign_in_link")
      .select(["expires_at as expiresAt", "spent_at as spentAt", "revoked_at as revokedAt"])
      .where("account", "=", account)
      .orderBy("made_at", "desc")
      .limit(1),
  );
  if (link === undefined) return null;
  const { expiresAt, spentAt, revokedAt } = link;
  if (spentAt !== null) return { state: "spent", expiresAt };
  if (revokedAt !== null) return { state: "revoked", expiresAt };
  return { state: expiresAt <= now ? "expired" : "open", expiresAt };
}

async function openSessions(
  db: ReadHandle,
  account: string,
  now: string,
): Promise<Pick<TeamMember, "sessions" | "lastSeenAt">> {
  const seen = await db.all(
    query
      .selectFrom("member_session")
      .select(["seen_at as seenAt", "expires_at as expiresAt", "ended_at as endedAt"])
      .where("account", "=", account)
      .orderBy("seen_at", "desc"),
  );
  const open = seen.filter(({ endedAt, expiresAt }) => endedAt === null && expiresAt > now);
  return { sessions: open.length, lastSeenAt: seen[0]?.seenAt ?? null };
}

/** A link or a session as it is stored: the digest of its secret, never that itself. */
export interface StoredSecret {
  digest: string;
  account: string;
  at: string;
  expiresAt: string;
}

/** Adds a link by which an account signs in once, in place of those that are open. */
export async function addLink(
  db: WriteHandle,
  { digest, account, at, expiresAt }: StoredSecret,
  by: string,
): Promise<void> {
  await revokeLinks(db, account, at);
  await db.run(
    query
      .insertInto("sign_in_link")
      .values({ digest, account, made_by: by, made_at: at, expires_at: expiresAt }),
  );
}

export async function revokeLinks(db: WriteHandle, account: string, at: string): Promise<void> {
  await db.run(
    query
      .updateTable("sign_in_link")
      .set({ revoked_at: at })
      .where("account", "=", account)
      .where("spent_at", "is", null)
      .where("revoked_at", "is", null),
  );
}

/** Spends a link: its account, or null where it is unknown, spent, revoked or too old. */
export async function spendLink(db: WriteHandle, digest: string, now: string): Promise<string | null> {
  const spent = await db.run(
    query
      .updateTable("sign_in_link")
      .set({ spent_at: now })
      .where("digest", "=", digest)
      .where("spent_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now),
  );
  if (spent === 0) return null;
  const link = await db.first(
    query.selectFrom("sign_in_link").select("account").where("digest", "=", digest),
  );
  return link?.account ?? null;
}

/** Whether a link was ever made: then it is spent, revoked or too old where it cannot be spent. */
export const isKnownLink = async (db: ReadHandle, digest: string): Promise<boolean> =>
  (await db.first(query.selectFrom("sign_in_link").select("account").where("digest", "=", digest))) !==
  undefined;

export async function addSession(
  db: WriteHandle,
  { digest, account, at, expiresAt }: StoredSecret,
): Promise<void> {
  await db.run(
    query
      .insertInto("member_session")
      .values({ digest, account, begun_at: at, seen_at: at, expires_at: expiresAt }),
  );
}

/** The account whose session it is, and what it may do; null where it has ended or is nobody's. */
export async function accountOfSession(db: ReadHandle, digest: string, now: string): Promise<string | null> {
  const session = await db.first(
    query
      .selectFrom("member_session")
      .select("account")
      .where("digest", "=", digest)
      .where("ended_at", "is", null)
      .where("expires_at", ">", now),
  );
  return session?.account ?? null;
}

/** Records that a session was at work, and lets it last longer. */
export async function touchSession(
  db: WriteHandle,
  digest: string,
  at: string,
  expiresAt: string,
): Promise<void> {
  await db.run(
    query
      .updateTable("member_session")
      .set({ seen_at: at, expires_at: expiresAt })
      .where("digest", "=", digest),
  );
}

/** Ends one session, or all of an account. */
export async function endSessions(
  db: WriteHandle,
  whose: { digest: string } | { account: string },
  at: string,
): Promise<void> {
  const [column, value] =
    "digest" in whose ? (["digest", whose.digest] as const) : (["account", whose.account] as const);
  await db.run(
    query
      .updateTable("member_session")
      .set({ ended_at: at })
      .where(column, "=", value)
      .where("ended_at", "is", null),
  );
}

/** What the audit log takes: who did what to whom; accounts. */
export interface AuditEntry {
  at: string;
  actor: string;
  action: AuditAction;
  account: string | null;
  projectId: number | null;
  detail: string;
}

export async function appendAudit(db: WriteHandle, { projectId, ...entry }: AuditEntry): Promise<void> {
  await db.run(query.insertInto("audit_event").values({ ...entry, project_id: projectId }));
}

/** What concerned a project, and the sign-ins of its members, of those who were removed until then; the newest first. */
export async function auditOf(db: ReadHandle, projectId: number): Promise<AuditEvent[]> {
  return Array.fromAsync(
    await db.all(
      query
        .selectFrom("audit_event")
        .select(["at", "actor", "action", "account", "detail"])
        .where((of) =>
          of.or([
            of("project_id", "=", projectId),
            of.and([
              of("project_id", "is", null),
              of.or([
                of(
                  "account",
                  "in",
                  of.selectFrom("member_role").select("account").where("project_id", "=", projectId),
                ),
                of.exists(
                  of
                    .selectFrom("audit_event as later")
                    .select("later.seq")
                    .where("later.project_id", "=", projectId)
                    .where("later.action", "=", "remove")
                    .whereRef("later.account", "=", "audit_event.account")
                    .whereRef("later.seq", ">", "audit_event.seq"),
                ),
              ]),
            ]),
          ]),
        )
        .orderBy("seq", "desc")
        .limit(500),
    ),
    async ({ at, actor, action, account, detail }) => ({
      ...{ at, action, detail, actor: await reviewerName(db, actor) },
      member: account === null ? null : await reviewerName(db, account),
    }),
  );
}
