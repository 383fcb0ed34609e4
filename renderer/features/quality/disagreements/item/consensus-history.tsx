import { History } from "lucide-react";
import type { Disagreement } from "#shared/contract/disagreements.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { ruleWords, SettlementText } from "../../../../results/verdict/settlement-text.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Popover } from "../../../../ui/popover.tsx";
import { TimeAgo } from "../../../../ui/time-ago.tsx";

const actionWords: Record<Disagreement["history"][number]["action"], string> = {
  settle: "settled",
  reopen: "reopened",
  undo: "undone",
  redo: "redone",
  import: "imported",
  rename: "renamed",
  "take-back": "put back, because its import was taken back",
};

interface ConsensusHistoryProps {
  history: Disagreement["history"];
  form: VerdictForm;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Every change of what the item was settled as, the newest first. */
export function ConsensusHistory({ history, form, open, onOpenChange }: ConsensusHistoryProps) {
  return (
    <Popover
      label="History of the consensus"
      side="top"
      align="end"
      className="w-96"
      open={open}
      onOpenChange={onOpenChange}
      trigger={<IconButton icon={History} label="History of the consensus" keys="h" side="top" />}
    >
      {history.length === 0 ? (
        <p className="text-muted">This item was never settled.</p>
      ) : (
        <ol className="flex flex-col divide-y">
          {history.map(({ revision, action, at, consensus }) => (
            <li key={revision} className="py-2 first:pt-0 last:pb-0">
              <div className="flex justify-between text-sm text-muted">
                <span>
                  {actionWords[action]}
                  {consensus !== null && ` · ${ruleWords[consensus.rule]}`}
                  {consensus !== null && consensus.settledBy !== null && ` · ${consensus.settledBy}`}
                </span>
                <TimeAgo at={at} />
              </div>
              {consensus === null ? "open" : <SettlementText settlement={consensus} form={form} />}
            </li>
          ))}
        </ol>
      )}
    </Popover>
  );
}
