import type { Settlement } from "#shared/domain/consensus.ts";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { JudgementText } from "./judgement-text.tsx";

/** How an item was settled, in words. */
export const ruleWords: Record<Settlement["rule"], string> = {
  imported: "imported",
  unanimous: "all opinions alike",
  majority: "by majority",
  adjudicated: "adjudicated",
};

/** What an item is settled as, in a line or two. */
export function SettlementText({ settlement, form }: { settlement: Settlement; form: VerdictForm }) {
  const { label, diagnoses, notes } = settlement;
  return (
    <JudgementText
      judgement={{ ...emptyJudgement, label, diagnoses, note: notes.join("\n\n") }}
      form={form}
    />
  );
}
