import type { Location } from "#shared/domain/finding.ts";
import { runCommand } from "../../../../ui/commands.ts";
import { goldId, lineOf } from "../documents/task-documents.ts";
import { targetOf } from "../findings/finding-target.ts";
import type { Jumps, TaskEditorStore } from "./task-editor-state.ts";

/** The jumps, in the task as it is when they are done. */
export function jumps(get: TaskEditorStore["getState"]): Jumps {
  const toAmbiguity = (index: number | null): void => {
    const { go, setViewState, targets } = get();
    if (index === null) {
      go({ ambiguity: null });
      return;
    }
    setViewState({ side: "ambiguities" });
    go({ ambiguity: index, document: goldId(1), reveal: { snippetOf: index } });
    targets.jump(`ambiguity ${index}`);
  };
  const toLocation = (where: Location): void => {
    const { documents, go, targets } = get();
    const target = targetOf(where, documents);
    if (target.kind === "document")
      go({ document: target.id, reveal: target.range && { ...target.range, focus: false } });
    else if (target.kind === "question") targets.jump(`question ${target.question}`);
    else if (target.kind === "ambiguity") toAmbiguity(target.index);
    else if (target.kind === "knowledge") toKnowledge(target.node, false);
    else if (target.kind === "fields") runCommand(target.command);
  };
  const toKnowledge = (node: number, focus: boolean): void => {
    get().setViewState({ side: "knowledge" });
    get().targets.jump(`knowledge ${node}`, focus);
  };
  return {
    toAmbiguity,
    chooseAmbiguity: (index) => {
      get().go({ ambiguity: index });
      get().targets.jump(`ambiguity ${index}`);
    },
    toKnowledge: (node) => toKnowledge(node, true),
    toLocation,
    toFinding: ({ key, finding }) => {
      get().go({ finding: key });
      toLocation(finding.where);
    },
    toProperty: (name) => {
      get().setViewState({ side: "certificate" });
      get().targets.jump(name === null ? "side certificate" : `property ${name}`, true);
    },
    toMutant: ({ key, document, range }) => {
      const { set, go, setViewState, targets } = get();
      set({ mutant: key });
      setViewState({ panel: "mutants" });
      go({ document, reveal: range && { from: range.from, to: range.from, focus: false } });
      targets.jump("panel mutants");
    },
    toLine: (id, line) => {
      const document = get().documents.find((candidate) => candidate.id === id);
      if (document !== undefined)
        get().go({ document: id, reveal: { ...lineOf(document, line), focus: true } });
    },
    toCode: (id) => get().go({ document: id, reveal: { from: null, focus: true } }),
    toRange: (document, range, focus) => get().go({ document, reveal: { ...range, focus } }),
  };
}
