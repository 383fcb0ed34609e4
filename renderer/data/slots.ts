import { useMutation } from "@tanstack/react-query";
import type { HandOutChoice } from "#shared/contract/slots.ts";
import type { SlotPlan } from "#shared/domain/slot.ts";
import { useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** What is the person's own to judge in a project; null where it has no slots, undefined until it is known. */
export const useOwnSlots = (projectId: number, enabled: boolean) =>
  useAnswer(
    [...keys.slots(projectId), "mine"],
    (client, options) => client.slots.mine({ projectId }, options),
    {
      enabled,
    },
  );

/** Who is to judge what, and how far everybody is. */
export const useAssignment = (projectId: number) =>
  useAnswer([...keys.slots(projectId), "plan"], (client, options) =>
    client.slots.plan({ projectId }, options),
  );

/** What a hand-out would give to whom. */
export const useHandOutPreview = (choice: HandOutChoice, enabled: boolean) =>
  useAnswer(
    [...keys.slots(choice.projectId), "preview", choice],
    (client, options) => client.slots.previewHandOut(choice, options),
    { enabled },
  );

/** Calls that change who holds what; what they change is heard of like any change. */
export function useSlotChange<Input, Answer>(change: (client: Client, input: Input) => Promise<Answer>) {
  const client = useClient();
  return useMutation({ mutationFn: (input: Input) => change(client, input) });
}

/** What is expected of a person; one call after the other, so that the one that was made last counts. */
export function useSetShare(projectId: number, reviewer: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (share: { quota: number | null; dueOn: string | null }) =>
      client.slots.setShare({ projectId, reviewer, ...share }),
    scope: { id: `share of ${reviewer} in ${projectId}` },
  });
}

/** Takes the next item. */
export const useClaim = (projectId: number) =>
  useSlotChange((client, _: undefined) => client.slots.claim({ projectId }));

/** Says how many opinions each item is to get; null: takes the slots away. */
export const useSetPlan = (projectId: number) =>
  useSlotChange((client, plan: SlotPlan | null) => client.slots.setPlan({ projectId, plan }));
