import { Users } from "lucide-react";
import type { Consensus } from "#shared/domain/consensus.ts";
import type { Verdict } from "#shared/domain/verdict.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { errorText } from "../../../data/faults.ts";
import { useOthersVerdicts } from "../../../data/verdicts.ts";
import { JudgementText } from "../../../results/verdict/judgement-text.tsx";
import { ruleWords, SettlementText } from "../../../results/verdict/settlement-text.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";

interface EverybodysVerdictsProps {
  form: VerdictForm;
  /** null: closed. */
  itemId: number | null;
  onOpenChange(open: boolean): void;
}

/** What others said of the item and what it is settled as; hidden until it is asked for, so that a second opinion stays blind. */
export function EverybodysVerdicts({ form, itemId, onOpenChange }: EverybodysVerdictsProps) {
  return (
    <Popover
      label="Other reviewers' verdicts"
      side="top"
      align="end"
      className="w-96"
      open={itemId !== null}
      onOpenChange={onOpenChange}
      trigger={<IconButton icon={Users} label="Show other reviewers' verdicts" keys="o" side="top" />}
    >
      {itemId !== null && <Others form={form} itemId={itemId} />}
    </Popover>
  );
}

function Others({ form, itemId }: { form: VerdictForm; itemId: number }) {
  const { data: others, error } = useOthersVerdicts(itemId);
  if (error) return <InlineError title="The verdicts could not be read.">{errorText(error)}</InlineError>;
  if (others === undefined) return <SkeletonLines lines={3} />;
  if (others === null)
    return (
      <p className="text-muted">
        You cannot see what others said of this item yet, so that opinions stay independent. You can once you
        have judged it, unless the settings of the project keep it from all reviewers.
      </p>
    );
  const { verdicts, consensus } = others;
  return (
    <div className="flex max-h-96 flex-col gap-2 overflow-auto">
      {consensus !== null && <SettledAs consensus={consensus} form={form} />}
      <Verdicts verdicts={verdicts} form={form} />
    </div>
  );
}

/** What the item is settled as. */
function SettledAs({ consensus, form }: { consensus: Consensus; form: VerdictForm }) {
  const { rule, settledBy, at } = consensus;
  return (
    <section aria-label="Consensus" className="rounded-md border bg-panel px-2 py-1.5">
      <div className="flex justify-between gap-2 text-sm text-muted">
        <span>
          Settled, {ruleWords[rule]}
          {settledBy !== null && ` · ${settledBy}`}
        </span>
        <TimeAgo at={at} />
      </div>
      <SettlementText settlement={consensus} form={form} />
    </section>
  );
}

function Verdicts({ verdicts, form }: { verdicts: readonly Verdict[]; form: VerdictForm }) {
  if (verdicts.length === 0) return <p className="text-muted">Nobody else has judged this item.</p>;
  return (
    <ul className="flex flex-col divide-y">
      {verdicts.map((verdict) => (
        <li key={verdict.reviewer} className="py-2 first:pt-0 last:pb-0">
          <div className="text-sm text-muted">{verdict.reviewer}</div>
          <JudgementText form={form} judgement={verdict} />
        </li>
      ))}
    </ul>
  );
}
