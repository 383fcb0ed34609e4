import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

const keysOfModels = [...keys.settings, "model-keys"];

/** Where the keys of the person's language models are; variables change without a word. */
export const useModelKeys = () =>
  useAnswer(keysOfModels, (client, options) => client.models.keys(undefined, options), neverFresh);

/** Puts the key of an address into the key store; an empty one takes it out. */
export function useSetModelKey() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { url: string; key: string }) => client.models.setKey(what),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysOfModels }),
  });
}

/** Asks a model for one word. */
export function useAskOneWord() {
  const client = useClient();
  return useMutation({ mutationFn: (endpoint: ModelEndpoint) => client.models.askOneWord(endpoint) });
}
