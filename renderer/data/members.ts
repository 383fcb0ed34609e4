import { useMutation } from "@tanstack/react-query";
import type { Contract } from "#shared/contract/index.ts";
import { permissions } from "#shared/contract/permissions.ts";
import type { ProjectRole } from "#shared/domain/member.ts";
import { useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { useSession } from "./session.ts";

/**
 * Whether the person at this window may call a procedure in a project, by the same table as the back end's; on the host's own
 * machine they may everything.
 */
export function useMay(): <Area extends keyof Contract>(
  area: Area,
  name: keyof Contract[Area],
  projectId: number | null,
) => boolean {
  const { roles } = useSession();
  return (area, name, projectId) => {
    if (roles === null) return true;
    const permission = permissions[area][name];
    if (typeof permission === "string" && permission !== "leads") return permission === "everybody";
    const own = roles[String(projectId)] ?? [];
    const needed: readonly ProjectRole[] = permission === "leads" ? [] : permission;
    return own.some((role) => role === "lead" || needed.includes(role));
  };
}

/**
 * Gives back the function that makes a call of the contract in a project, or null where this person may not make it. A button, a
 * command or an entry of a menu compiles only where it leaves a null out.
 */
export function useIfMay(projectId: number) {
  const may = useMay();
  return <Area extends keyof Contract, Action>(
    area: Area,
    name: keyof Contract[Area],
    action: Action,
  ): Action | null => (may(area, name, projectId) ? action : null);
}

/** The people of a project. */
export const useMembers = (projectId: number) =>
  useAnswer([...keys.members, projectId], (client, options) => client.members.list({ projectId }, options));

/** Who let whom in and out, the newest first. */
export const useAuditLog = (projectId: number) =>
  useAnswer([...keys.members, projectId, "audit"], (client, options) =>
    client.members.audit({ projectId }, options),
  );

/** Calls that change who is in a project; what they change is heard of like any change. */
export function useMemberChange<Input, Answer>(change: (client: Client, input: Input) => Promise<Answer>) {
  const client = useClient();
  return useMutation({ mutationFn: (input: Input) => change(client, input) });
}
