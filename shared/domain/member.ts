import { z } from "zod";

/** What a person does in a project: a lead sees to people, settings and exports, and may do what the others may. */
export const ProjectRole = z.enum(["lead", "annotator", "reviewer", "adjudicator"]);
export type ProjectRole = z.infer<typeof ProjectRole>;

/** Whether a person with these roles says anything of predictions; who does not holds no items. */
export const mayJudge = (roles: readonly ProjectRole[]): boolean =>
  roles.some((role) => role !== "annotator");

/** How long, in days, a link for signing in waits for its owner, and how long a browser stays signed in after its last work. */
export const signInDays = { link: 7, session: 14 } as const;

/** A person who works over a team host, as the leads of one project see them. */
export const TeamMember = z.object({
  account: z.string(),
  name: z.string(),
  /** In the project that was asked about. */
  roles: z.array(ProjectRole),
  /** ISO 8601 in UTC, as all times here. */
  addedAt: z.string(),
  /** Of the newest sign-in link: whether it can still be used, and until when. */
  link: z
    .object({ state: z.enum(["open", "spent", "expired", "revoked"]), expiresAt: z.string() })
    .nullable(),
  /** How many browsers are signed in, and when one of them was last at work. */
  sessions: z.number().int(),
  lastSeenAt: z.string().nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** What the audit log records. */
export const AuditAction = z.enum([
  "invite",
  "new-link",
  "sign-in",
  "sign-out",
  "end-sessions",
  "set-roles",
  "remove",
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** Something that concerned who may do what; the log only grows. */
export const AuditEvent = z.object({
  at: z.string(),
  /** Who did it, and to whom, by name. */
  actor: z.string(),
  action: AuditAction,
  member: z.string().nullable(),
  /** "annotator, reviewer" or the address of a sign-in. */
  detail: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;
