import { type Finding, inPhase, type SubTaskLocation } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";

/** A question of a task, and where a finding about it stands. */
export interface AskedText {
  text: string;
  /** "The clear question". */
  name: string;
  where: Finding["where"];
}

const whole: SubTaskLocation = { kind: "question", range: null };

/** The questions of a phase that a system or a reader may take it from: in phase 1 the ambiguous and the clear one. */
export function askedTexts({ task }: ProvenanceContext, phase: Phase): AskedText[] {
  if (phase === 2)
    return task.followUp === null
      ? []
      : [{ text: task.followUp.question, name: "The follow-up", where: inPhase(2, whole) }];
  const { ambiguousQuestion, clearQuestion } = task;
  return [
    ...(ambiguousQuestion === null
      ? []
      : [
          {
            text: ambiguousQuestion,
            name: "The ambiguous question",
            where: { kind: "ambiguous-question", range: null } as const,
          },
        ]),
    ...(clearQuestion === null ? [] : [{ text: clearQuestion, name: "The clear question", where: whole }]),
  ];
}
