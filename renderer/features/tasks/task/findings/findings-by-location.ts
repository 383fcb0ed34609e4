import type { TaskDocument } from "../documents/task-documents.ts";
import type { LocatedFinding } from "./finding-marks.ts";
import { type QuestionName, type Target, targetOf } from "./finding-target.ts";
import type { ShownFinding } from "./shown-findings.ts";

/** The findings on one text: those with a range in it, and those that speak of the whole. */
export interface FindingsHere {
  located: readonly LocatedFinding[];
  whole: readonly ShownFinding[];
}

/** The findings of a task, each beside what it speaks of. */
export interface FindingsByLocation {
  targetOf(shown: ShownFinding): Target;
  onDocument(id: string): FindingsHere;
  onQuestion(question: QuestionName): FindingsHere;
  onAmbiguity(index: number): readonly ShownFinding[];
  onKnowledge(node: number): readonly ShownFinding[];
}

const nothing: FindingsHere = { located: [], whole: [] };

/** Sorts findings by their locations; the same lists come back as long as the findings are the same. */
export function findingsByLocation(
  findings: readonly ShownFinding[],
  documents: readonly TaskDocument[],
): FindingsByLocation {
  const targets = new Map(findings.map((shown) => [shown.key, targetOf(shown.finding.where, documents)]));
  const here = new Map<string, { located: LocatedFinding[]; whole: ShownFinding[] }>();
  for (const shown of findings) {
    const target = targets.get(shown.key) as Target;
    const key = locationKey(target);
    const known = here.get(key) ?? { located: [], whole: [] };
    here.set(key, known);
    const range = "range" in target ? target.range : null;
    if (range === null) known.whole.push(shown);
    else known.located.push({ ...shown, range });
  }
  const at = (target: Target): FindingsHere => here.get(locationKey(target)) ?? nothing;
  return {
    targetOf: ({ key }) => targets.get(key) ?? { kind: "task" },
    onDocument: (id) => at({ kind: "document", id, range: null }),
    onQuestion: (question) => at({ kind: "question", question, range: null }),
    onAmbiguity: (index) => at({ kind: "ambiguity", index }).whole,
    onKnowledge: (node) => at({ kind: "knowledge", node }).whole,
  };
}

function locationKey(target: Target): string {
  switch (target.kind) {
    case "document":
      return `document ${target.id}`;
    case "question":
      return `question ${target.question}`;
    case "ambiguity":
      return `ambiguity ${target.index}`;
    case "knowledge":
      return `knowledge ${target.node}`;
    case "fields":
    case "task":
      return target.kind;
  }
}
