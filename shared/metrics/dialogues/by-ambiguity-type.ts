import type { Dialogue } from "../../domain/dialogue.ts";
import { type Estimate, estimate, isSolved } from "./estimate.ts";

/** A task by the types of its ambiguities. */
export interface TypedTask {
  instanceId: string;
  ambiguities: readonly { type: string }[];
}

/** The share of solved dialogues about tasks that have an ambiguity of a type; a task counts for each of its types. */
export interface TypeFigure {
  type: string;
  tasks: number;
  solved: Estimate;
}

/** Success by type of ambiguity, in alphabetical order; dialogues whose task is not among the given ones do not count. */
export function byAmbiguityType(
  dialogues: readonly Dialogue[],
  tasks: readonly TypedTask[],
  seed: number,
): TypeFigure[] {
  const typesOf = new Map(
    tasks.map(({ instanceId, ambiguities }) => [instanceId, new Set(ambiguities.map(({ type }) => type))]),
  );
  const types = new Set(dialogues.flatMap(({ instanceId }) => [...(typesOf.get(instanceId) ?? [])]));
  return [...types].sort().map((type) => {
    const own = dialogues.filter(({ instanceId }) => typesOf.get(instanceId)?.has(type));
    const solved = estimate(own, (one) => Number(isSolved(one)), seed);
    return { type, tasks: new Set(own.map(({ instanceId }) => instanceId)).size, solved };
  });
}
