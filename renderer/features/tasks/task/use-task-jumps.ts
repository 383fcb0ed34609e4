import { useCallback } from "react";
import type { TextRange } from "#shared/domain/finding.ts";
import { runCommand } from "../../../ui/commands.ts";
import { goldId, lineOf, type TaskDocument } from "./documents/task-documents.ts";
import type { FindingsByLocation } from "./findings/findings-by-location.ts";
import type { ShownFinding } from "./findings/shown-findings.ts";
import { ambiguityElement, bringIntoView, knowledgeElement, questionElement } from "./part-elements.ts";
import type { TaskViewState } from "./task-view-state.ts";
import type { TaskLocation } from "./use-task-location.ts";

interface Surroundings {
  documents: readonly TaskDocument[];
  byPlace: FindingsByLocation;
  go(change: Partial<TaskLocation>): void;
  onLook(change: Partial<TaskViewState>): void;
}

/** The ways from one part of a task to another: to a finding's place, an ambiguity, a knowledge node, a line. */
export function useTaskJumps({ documents, byPlace, go, onLook }: Surroundings) {
  const toAmbiguity = useCallback(
    (index: number | null) => {
      if (index === null) {
        go({ ambiguity: null });
        return;
      }
      onLook({ side: "ambiguities" });
      go({ ambiguity: index, document: goldId(1), reveal: { snippetOf: index } });
      bringIntoView(ambiguityElement(index));
    },
    [go, onLook],
  );
  /** The cursor went into a snippet, or out of all of them: the code stays where it is. */
  const chooseAmbiguity = useCallback(
    (index: number | null) => {
      go({ ambiguity: index });
      if (index !== null) bringIntoView(ambiguityElement(index));
    },
    [go],
  );
  const toKnowledge = useCallback(
    (node: number) => {
      onLook({ side: "knowledge" });
      bringIntoView(knowledgeElement(node), true);
    },
    [onLook],
  );
  const toFinding = useCallback(
    (shown: ShownFinding) => {
      const target = byPlace.targetOf(shown);
      go({ finding: shown.key });
      if (target.kind === "document")
        go({ document: target.id, reveal: target.range && { ...target.range, focus: false } });
      else if (target.kind === "question") bringIntoView(questionElement(target.question));
      else if (target.kind === "ambiguity") toAmbiguity(target.index);
      else if (target.kind === "knowledge") {
        onLook({ side: "knowledge" });
        bringIntoView(knowledgeElement(target.node));
      } else if (target.kind === "fields") runCommand(target.command);
    },
    [byPlace, go, onLook, toAmbiguity],
  );
  const toLine = useCallback(
    (id: string, line: number) => {
      const document = documents.find((candidate) => candidate.id === id);
      if (document !== undefined) go({ document: id, reveal: { ...lineOf(document, line), focus: true } });
    },
    [documents, go],
  );
  /** The focus goes into the code, where the cursor stands there: at its beginning, or where one was last. */
  const toCode = useCallback((id: string) => go({ document: id, reveal: { from: null, focus: true } }), [go]);
  /** A range of a document is brought into view. */
  const toRange = useCallback(
    (document: string, range: TextRange, focus: boolean) => go({ document, reveal: { ...range, focus } }),
    [go],
  );
  /** A part of the gold is selected there. */
  const toPart = useCallback(
    (range: TextRange) => go({ document: goldId(1), reveal: { ...range, focus: true } }),
    [go],
  );
  return { toCode, toPart, toRange, toAmbiguity, chooseAmbiguity, toKnowledge, toFinding, toLine };
}
