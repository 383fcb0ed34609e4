import { History } from "lucide-react";
import type { VerdictChange } from "#shared/contract/verdicts.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { errorText } from "../../../data/faults.ts";
import { useVerdictHistory } from "../../../data/verdicts.ts";
import { JudgementText } from "../../../results/verdict/judgement-text.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";

interface VerdictHistoryProps {
  form: VerdictForm;
  /** null: closed. */
  itemId: number | null;
  onOpenChange(open: boolean): void;
}

const actionNames: Record<VerdictChange["action"], string> = {
  save: "saved",
  undo: "undone",
  redo: "redone",
  import: "imported",
  rename: "renamed",
  "take-back": "put back, because its import was taken back",
};

/** Every change of the reviewer's verdict on the item, the newest first. */
export function VerdictHistory({ form, itemId, onOpenChange }: VerdictHistoryProps) {
  return (
    <Popover
      label="History of this verdict"
      side="top"
      align="end"
      className="w-96"
      open={itemId !== null}
      onOpenChange={onOpenChange}
      trigger={<IconButton icon={History} label="History of this verdict" keys="h" side="top" />}
    >
      {itemId !== null && <Changes form={form} itemId={itemId} />}
    </Popover>
  );
}

function Changes({ form, itemId }: { form: VerdictForm; itemId: number }) {
  const { data, error } = useVerdictHistory(itemId);
  if (error) return <InlineError title="The history could not be read.">{errorText(error)}</InlineError>;
  if (data === undefined) return <SkeletonLines lines={3} />;
  if (data.length === 0) return <p className="text-muted">No verdict has been saved for this item yet.</p>;
  return (
    <ol className="flex flex-col divide-y">
      {data.map(({ revision, action, actor, at, judgement, guidelines }) => (
        <li key={revision} className="py-2 first:pt-0 last:pb-0">
          <div className="flex justify-between text-sm text-muted">
            <span>
              {actionNames[action]} by {actor}
              {guidelines !== null && ` · guidelines ${guidelines}`}
            </span>
            <TimeAgo at={at} />
          </div>
          <JudgementText form={form} judgement={judgement} />
        </li>
      ))}
    </ol>
  );
}
