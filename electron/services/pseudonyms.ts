import { createHmac } from "node:crypto";
import { type Pseudonyms, pseudonymsFor } from "#shared/formats/verdict-export/pseudonymised.ts";
import { newSecret } from "../secret.ts";
import { namesOfPeople } from "../store/people.ts";
import { preferencesOf, putPreference } from "../store/preferences.ts";
import { reviewersOf } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";

/** Where the workspace has its key: with what belongs to no account. */
const keptAt = { account: "", key: "export.pseudonym-key" };

/**
 * Pseudonyms for the people of a workspace: the same for a name in every export of it, whatever else it holds, and nothing that
 * somebody without the workspace could work out from a name.
 */
export async function pseudonymsOf(workspace: Workspace, projectId: number): Promise<Pseudonyms> {
  const { key, names } = await workspace.write(async (db) => {
    const known = (await preferencesOf(db, keptAt.account))[keptAt.key];
    const own = typeof known === "string" ? known : newSecret();
    if (own !== known) await putPreference(db, keptAt.account, keptAt.key, own);
    const reviewers = (await reviewersOf(db, projectId)).map(({ reviewer }) => reviewer);
    return { key: own, names: [...(await namesOfPeople(db)), ...reviewers] };
  });
  const digest = (name: string) => createHmac("sha256", key).update(name).digest("hex");
  return pseudonymsFor(names, (name) => `person-${digest(name).slice(0, 10)}`);
}
