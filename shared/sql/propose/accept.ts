import type { Ambiguity } from "../../domain/ambiguity.ts";
import { noClarification } from "../../domain/reading.ts";
import type { Task } from "../../domain/task.ts";
import type { TaskEdit } from "../../domain/task-edit.ts";
import type { EnvironmentalProposal } from "./environmental.ts";
import type { Proposal } from "./proposals.ts";
import { reworded } from "./wording.ts";

/**
 * The edit that takes a proposal up, as one action: the question is reworded (a clear one becomes the ambiguous one) and the
 * ambiguity is added behind the others of its kind. `term` replaces the proposed words; without either the term is empty.
 */
export function acceptProposal(
  task: Task,
  proposal: Proposal | EnvironmentalProposal,
  term: string = proposal.term ?? "",
): TaskEdit {
  const shared = {
    ...{ term, sqlSnippet: proposal.snippet, isMask: false, type: proposal.type, origin: null },
    ...noClarification,
  };
  const ambiguity: Ambiguity =
    proposal.kind === "environmental"
      ? { kind: "environmental", ...shared, column: proposal.column }
      : { kind: "non-critical", ...shared };
  const add = { kind: "add-ambiguity", index: task.ambiguities.length, ambiguity } as const;
  const question = task.ambiguousQuestion ?? task.clearQuestion;
  if (question === null) return [add];
  const { rewording } = proposal;
  const ambiguousQuestion = rewording === null ? question : reworded(question, rewording);
  const isSame = ambiguousQuestion === task.ambiguousQuestion;
  return isSame ? [add] : [{ kind: "set-fields", fields: { ambiguousQuestion } }, add];
}
