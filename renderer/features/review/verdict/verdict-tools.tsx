import { FilePenLine, Flag, SkipForward, SquarePen, Undo2 } from "lucide-react";
import { memo } from "react";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { Button } from "../../../ui/button.tsx";
import { runCommand } from "../../../ui/commands.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { OnPopover } from "../item/popovers.ts";
import { EverybodysVerdicts } from "./everybodys-verdicts.tsx";
import type { VerdictActions } from "./use-verdict-actions.ts";
import { VerdictHistory } from "./verdict-history.tsx";

interface VerdictToolsProps {
  form: VerdictForm;
  flagged: boolean;
  /** Whether a corrected SQL is being looked at, or there is one. */
  corrected: "open" | "given" | "none";
  actions: VerdictActions;
  /** The item whose history, or whose other verdicts, are open; null: closed. */
  historyOf: number | null;
  othersOf: number | null;
  onPopover: OnPopover;
}

/** Flag, history, other reviewers, undo. */
export const VerdictTools = memo(function VerdictTools(props: VerdictToolsProps) {
  const { form, flagged, corrected, actions, historyOf, othersOf, onPopover } = props;
  return (
    <div className="flex shrink-0 items-center gap-0.5">
      <IconButton
        icon={Flag}
        label={flagged ? "Remove flag" : "Flag for discussion"}
        keys="f"
        side="top"
        pressed={flagged}
        onClick={actions.toggleFlag}
      />
      <IconButton
        icon={corrected === "none" ? SquarePen : FilePenLine}
        label={corrected === "given" ? "Corrected SQL (given)" : "Corrected SQL"}
        keys="x"
        side="top"
        pressed={corrected === "open"}
        onClick={() => runCommand("view.corrected")}
      />
      <VerdictHistory form={form} itemId={historyOf} onOpenChange={(open) => onPopover("history", open)} />
      <EverybodysVerdicts form={form} itemId={othersOf} onOpenChange={(open) => onPopover("others", open)} />
      <IconButton
        icon={Undo2}
        label="Undo the latest verdict"
        keys="u"
        side="top"
        onClick={() => actions.undo("undo")}
      />
    </div>
  );
});

/** Skip, and save and go on. */
export const SaveButtons = memo(function SaveButtons({
  actions,
  disabled,
}: {
  actions: VerdictActions;
  disabled: boolean;
}) {
  return (
    <>
      <Button icon={SkipForward} keys="s" onClick={actions.skip}>
        Skip
      </Button>
      <Button variant="primary" keys="mod+Enter" onClick={actions.saveAndNext} disabled={disabled}>
        Save and next
      </Button>
    </>
  );
});
