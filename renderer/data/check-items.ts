import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import type { CheckKind } from "#shared/domain/check-item.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { useViewState } from "./view-state.ts";

/** Whether this person chooses items with known answers: nobody else is to meet them unawares. */
const choosing = viewState("checks.choosing", z.boolean(), false);
export const useChoosesChecks = () => useViewState(choosing);

/** The items of a project with known answers. */
export const useCheckItems = (projectId: number) =>
  useAnswer([...keys.checkItems(projectId), "list"], (client, options) =>
    client.checkItems.list({ projectId }, options),
  );

/** How the person at this window stands. */
export const useOwnChecks = (projectId: number) =>
  useAnswer([...keys.checkItems(projectId), "own"], (client, options) =>
    client.checkItems.own({ projectId }, options),
  );

/** How each reviewer did. */
export const usePeopleChecks = (projectId: number) =>
  useAnswer([...keys.checkItems(projectId), "people"], (client, options) =>
    client.checkItems.people({ projectId }, options),
  );

/** Gives an item a known answer, or takes it away. */
export function useSetCheckItem(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { itemId: number; kind: CheckKind | null; expected: string }) =>
      client.checkItems.set(change),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.checkItems(projectId) }),
  });
}

/** Somebody has looked at what a reviewer got wrong. */
export function useClearAttention(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reviewer: string) => client.checkItems.clear({ projectId, reviewer }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.checkItems(projectId) }),
  });
}
