import { propertyNames } from "#shared/domain/certificate.ts";
import { useCommands } from "../../../../ui/commands.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import type { ShownFinding } from "./shown-findings.ts";

/** Applies the quick fix of a finding as an edit; null where it offers none, or the task has been edited since. */
export type QuickFixOf = (shown: ShownFinding) => (() => void) | null;

/** The quick fixes of findings. They are of the task as it was linted and checked, which is the one on screen once it is saved. */
export function useQuickFixOf(): QuickFixOf {
  const { isSaved, edit } = useTaskEditor(({ draft, edit }) => ({
    isSaved: draft.saveState === "saved",
    edit,
  }));
  return ({ finding, isCurrent, isNew }) => {
    const step = finding.fix?.edit;
    return step === undefined || !isSaved || !isCurrent || isNew ? null : () => edit(step);
  };
}

/** Fixes the finding of the list or of the certificate that was jumped to last, by a key. */
export function useQuickFixCommand(): void {
  const fixOf = useQuickFixOf();
  const { findings, certificate, active } = useTaskEditor((state) => ({
    ...{ findings: state.findings, certificate: state.certificate, active: state.location.finding },
  }));
  const shown = [...findings, ...propertyNames.flatMap(certificate.findingsOf)].find(
    ({ key }) => key === active,
  );
  const fix = shown === undefined ? null : fixOf(shown);
  useCommands("Task", [
    {
      id: "task.quick-fix",
      title: fix === null ? "Fix the finding" : `Fix: ${shown?.finding.fix?.description}`,
      keys: ["f"],
      enabled: fix !== null,
      run: () => fix?.(),
    },
  ]);
}
