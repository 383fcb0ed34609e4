import { randomUUID } from "node:crypto";
import { Option } from "@commander-js/extra-typings";
import { ProjectRole } from "#shared/domain/member.ts";
import { ServiceFault } from "../services/fault.ts";
import { createMembersService } from "../services/members.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CommandContext } from "./command.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

const membersIn = (workspace: Workspace) =>
  createMembersService({ workspace, now: () => new Date(), newId: randomUUID, publish: () => {} });

/** Lets a person into a project, and prints the link by which they sign in. */
export const peopleInvite = defineCommand(
  (command) =>
    command
      .description("let a person into a project of a team host, and print their link for signing in, once")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .requiredOption("--name <name>", "the person's name, as verdicts show it")
      .addOption(
        new Option("--role <roles...>", "what they do in the project")
          .choices(ProjectRole.options)
          .makeOptionMandatory(),
      )
      .option("--url <url>", "where people reach the host, for the link", "http://127.0.0.1:7350"),
  ({ workspace: file, project, name, role, url }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { host, result } = context;
      const projectId = await existingProjectId(workspace, project);
      const members = membersIn(workspace);
      const caller = { actor: host.account() };
      const there = (await members.list({ projectId })).find((one) => one.name === name);
      const roles = [...new Set([...(there?.roles ?? []), ...role])];
      if (there !== undefined) {
        context.note(`${name} is in ${project} already: this is a new link for the same person.`);
        await members.setRoles({ projectId, account: there.account, roles }, caller);
      }
      const { token, expiresAt } =
        there === undefined
          ? await members.invite({ projectId, name, roles }, caller)
          : await members.newLink({ projectId, account: there.account }, caller);
      result("sign-in-link", {
        name,
        roles,
        link: `${url.replace(/\/$/, "")}/#join=${token}`,
        expiresAt,
      });
      return exitCodes.done;
    }),
);

/** Lists the people of a project. */
export const peopleList = defineCommand(
  (command) =>
    command
      .description("list the people of a project, and what they may do")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project"),
  ({ workspace: file, project }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const projectId = await existingProjectId(workspace, project);
      for (const member of await membersIn(workspace).list({ projectId })) {
        const { name, roles, link, sessions, lastSeenAt } = member;
        context.result("member", { name, roles, link: link?.state ?? null, sessions, lastSeenAt });
      }
      return exitCodes.done;
    }),
);

/** Takes a person out of a project, and signs them out. */
export const peopleRemove = defineCommand(
  (command) =>
    command
      .description("take a person out of a project and sign them out; what they said stays")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .requiredOption("--name <name>", "the person's name"),
  ({ workspace: file, project, name }, context) =>
    inExistingWorkspace(file, context, remove({ project, name }, context)),
);

const remove =
  ({ project, name }: { project: string; name: string }, { host, result }: CommandContext) =>
  async (workspace: Workspace) => {
    const projectId = await existingProjectId(workspace, project);
    const members = membersIn(workspace);
    const all = await members.list({ projectId });
    const member = all.find((one) => one.name === name);
    if (member === undefined)
      throw new ServiceFault(
        "NOT_FOUND",
        `Nobody in ${project} is called ${name}. Its people: ${all.map((one) => one.name).join(", ") || "nobody"}.`,
        { what: "member" },
      );
    const caller = { actor: host.account() };
    await members.setRoles({ projectId, account: member.account, roles: [] }, caller);
    result("member", { name, roles: [], link: "revoked", sessions: 0, lastSeenAt: member.lastSeenAt });
    return exitCodes.done;
  };
