import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormRename } from "#shared/contract/verdict-forms.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** What saved verdicts of a project say and a form does not have; null asks nothing. */
export const useOrphanedParts = (asked: { projectId: number; form: VerdictForm } | null) =>
  useAnswer(
    [...keys.settings, "orphaned-parts", asked],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with a form.
    (client, options) => client.verdictForms.orphans(asked!, options),
    { enabled: asked !== null, ...neverFresh },
  );

/** Changes the form of a project, after renames in all its verdicts. */
export function useChangeVerdictForm(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { form: VerdictForm; renames: FormRename[] }) =>
      client.verdictForms.change({ projectId, ...change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.settings }),
  });
}
