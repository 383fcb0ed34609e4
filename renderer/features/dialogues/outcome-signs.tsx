import { Check, CircleDashed, CircleHelp, Keyboard, Minus, Unplug, X } from "lucide-react";
import type { DialogueHead } from "#shared/contract/dialogues.ts";

type Outcome = Partial<Pick<DialogueHead, "isWaiting">> &
  Pick<DialogueHead, "end" | "phase1Passed" | "phase2Passed" | "hasFollowUp">;

/** How both phases of a dialogue ended, by form and colour; a dash is a phase that was not reached. */
export function OutcomeSigns({ outcome }: { outcome: Outcome }) {
  const words = outcomeText(outcome);
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex w-8 shrink-0 items-center">
      <Signs {...outcome} />
    </span>
  );
}

function Signs({ end, phase1Passed, phase2Passed, hasFollowUp, isWaiting = false }: Outcome) {
  if (isWaiting) return <Keyboard size={14} className="text-accent" aria-hidden />;
  if (end === null) return <CircleDashed size={14} className="text-faint" aria-hidden />;
  if (end === "infrastructure") return <Unplug size={14} className="text-warning" aria-hidden />;
  if (end === "not-judged") return <CircleHelp size={14} className="text-muted" aria-hidden />;
  return (
    <>
      <PhaseSign passed={phase1Passed} />
      {hasFollowUp && <PhaseSign passed={phase1Passed ? phase2Passed : null} />}
    </>
  );
}

function PhaseSign({ passed }: { passed: boolean | null }) {
  if (passed === null) return <Minus size={14} className="text-faint" aria-hidden />;
  return passed ? (
    <Check size={14} strokeWidth={2.5} className="text-added" aria-hidden />
  ) : (
    <X size={14} strokeWidth={2.5} className="text-removed" aria-hidden />
  );
}

/** How both phases of a dialogue ended, in words. */
function outcomeText({ end, phase1Passed, phase2Passed, hasFollowUp, isWaiting }: Outcome): string {
  if (isWaiting) return "your turn";
  if (end === null) return "not played yet";
  if (end === "infrastructure") return "infrastructure failure";
  if (end === "not-judged") return "not judged";
  const first = `phase 1 ${phase1Passed ? "passed" : "failed"}`;
  if (!hasFollowUp) return first;
  return `${first}, phase 2 ${!phase1Passed ? "not reached" : phase2Passed ? "passed" : "failed"}`;
}
