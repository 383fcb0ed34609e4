import { phasePlans } from "#shared/domain/phase-plan.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { choiceTexts } from "../../../../results/run-words.ts";
import { countText } from "../../../../ui/time-text.ts";

export interface DefaultTestNoteProps {
  task: Task;
  phase: Phase;
  profile: EvaluatorProfile;
}

/** What judges a phase that has no test script: the default test, and what it does with the conditions. */
export function DefaultTestNote({ task, phase, profile }: DefaultTestNoteProps) {
  const plan = phasePlans(task, profile).find(({ part }) => part.phase === phase);
  if (plan === undefined) return null;
  const { order, distinct, decimals } = plan.conditions;
  return (
    <section
      aria-label="The default test"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is scrolled by keys, too.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto p-3 select-text"
    >
      <p className="font-medium">There is no test script, so the default test runs here: soft exact match.</p>
      <p className="mt-1 max-w-160 text-muted">
        It removes comments, DISTINCT and ROUND from the answer and the gold, runs both, and compares their
        rows. It cannot see what an answer changes in the database; write a test script for that.
      </p>
      <dl className="mt-3 grid max-w-160 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 [&_dt]:text-muted">
        <dt>Order</dt>
        <dd>{order ? "counts: rows are compared as a list" : "does not count: rows are compared as sets"}</dd>
        <dt>Decimals</dt>
        <dd>
          {decimals === null || decimals === 2
            ? "numbers count to 2 places"
            : `numbers count to ${countText(decimals, "place")}; as shipped to 2`}
        </dd>
        <dt>Duplicates</dt>
        <dd>{distinct ? "count; as shipped they do not" : "do not count"}</dd>
        <dt>Evaluator</dt>
        <dd>
          {profile} judges this phase by {choiceTexts[plan.choice]}
          {profile === "conv" && phase === 2 && ", under the conditions of phase 1"}
        </dd>
      </dl>
    </section>
  );
}
