import { z } from "zod";
import { AuditEvent, ProjectRole, TeamMember } from "../domain/member.ts";
import { base } from "./base.ts";

const projectId = z.number().int();
const ofMember = z.object({ projectId, account: z.string() });

/** A sign-in link as it is handed over, once: nobody can read it again. */
export const SignInLink = z.object({
  account: z.string(),
  /** What follows "#join=" in the address of the team host. */
  token: z.string(),
  expiresAt: z.string(),
});
export type SignInLink = z.infer<typeof SignInLink>;

/** Who works in a project over a team host: for its leads, and for whoever runs the host. */
export const members = {
  list: base.input(z.object({ projectId })).output(z.array(TeamMember)),
  /** Lets a person in by name; one who is known already gets the roles in this project. Answers a link for signing in, once. */
  invite: base
    .input(
      z.object({
        projectId,
        name: z.string().trim().min(1).max(100),
        roles: z.array(ProjectRole).min(1),
      }),
    )
    .output(SignInLink),
  /** Another link for the same person; an open one is revoked. */
  newLink: base.input(ofMember).output(SignInLink),
  /** What a person may do in the project from now on; no role: they are out of it. A project's only lead stays its lead (BAD_INPUT). */
  setRoles: base.input(ofMember.extend({ roles: z.array(ProjectRole) })).output(z.void()),
  /** Signs a person out everywhere and revokes their link. */
  endSessions: base.input(ofMember).output(z.void()),
  /** Who let whom in and out of the project, the newest first. */
  audit: base.input(z.object({ projectId })).output(z.array(AuditEvent)),
};
