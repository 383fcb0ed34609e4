import { CornerDownRight } from "lucide-react";
import type { ChainStep } from "#shared/domain/ambiguity-chain.ts";
import { type ChainContext, ChainStepSign, stepText } from "./chain-step.tsx";

export interface LeadsToProps extends ChainContext {
  steps: readonly ChainStep[];
  onStep(step: ChainStep): void;
}

/** On an ambiguity: what has to be asked, read or looked at once it is answered. */
export function LeadsTo({ steps, onStep, ...context }: LeadsToProps) {
  if (steps.length === 0) return null;
  return (
    <div className="mt-1 flex gap-1 text-sm text-muted">
      <CornerDownRight size={13} aria-hidden className="mt-0.5 shrink-0" />
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-0.5">
        <span className="sr-only">Leads to</span>
        {steps.map((step) => (
          <button
            key={JSON.stringify(step)}
            type="button"
            disabled={step.kind === "column"}
            onClick={() => onStep(step)}
            className="flex max-w-full min-w-0 items-center gap-1 rounded-sm enabled:hover:text-ink enabled:hover:underline"
          >
            <ChainStepSign step={step} />
            <span className="truncate">{stepText(step, context)}</span>
          </button>
        ))}
      </p>
    </div>
  );
}
