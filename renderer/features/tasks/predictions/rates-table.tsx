import type { TaskRates } from "#shared/contract/task-runs.ts";
import { numberText } from "../../../ui/time-text.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";

const definitions = {
  rate: "Success rate: tasks of which the phase passed, of all tasks of the group. A phase 2 that was not reached did not pass.",
  reward:
    "Normalised reward: the mean reward of a task × 100. A task earns 0.7 for phase 1 and 0.3 for phase 2.",
  shipped: "As the evaluator is published, with its faults",
  fixed: "With the evaluator's known faults put right",
};

const groupNames: Record<TaskRates["group"], string> = {
  all: "All",
  BI: "BI (queries)",
  DM: "DM (management)",
};

/** Success rates and rewards, BI and DM apart, as shipped and fixed. */
export function RatesTable({ rates }: { rates: readonly TaskRates[] }) {
  return (
    <table className="text-sm" aria-label="Success rates and rewards">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="pr-4 text-left font-medium">
            Tasks
          </th>
          <Heading title="Phase 1" definition={definitions.rate} />
          <Heading title="fixed" definition={definitions.fixed} />
          <Heading title="Phase 2" definition={definitions.rate} />
          <Heading title="fixed" definition={definitions.fixed} />
          <Heading title="Reward" definition={definitions.reward} />
          <Heading title="fixed" definition={definitions.fixed} />
        </tr>
      </thead>
      <tbody>
        {rates.map(({ group, tasks, phase1, phase2, reward }) => (
          <tr key={group} className="border-t">
            <th scope="row" className="py-1 pr-4 text-left font-medium whitespace-nowrap">
              {groupNames[group]} <span className="font-normal text-muted">{numberText(tasks)}</span>
            </th>
            <Rate passed={phase1.passed} total={phase1.total} />
            <Rate passed={phase1.passedFixed} total={phase1.total} />
            <Rate passed={phase2.passed} total={phase2.total} />
            <Rate passed={phase2.passedFixed} total={phase2.total} />
            <td className="px-3 text-right">{rewardText(reward.shipped)}</td>
            <td className="px-3 text-right">{rewardText(reward.fixed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading({ title, definition }: { title: string; definition: string }) {
  return (
    <th scope="col" className="px-3 text-right font-medium">
      <Tooltip content={definition}>
        <span>{title}</span>
      </Tooltip>
    </th>
  );
}

function Rate({ passed, total }: { passed: number; total: number }) {
  return (
    <td className="px-3 text-right whitespace-nowrap">
      {rateText(passed, total)}{" "}
      <span className="text-muted">
        {numberText(passed)}/{numberText(total)}
      </span>
    </td>
  );
}

/** A share as a percentage with one decimal; of nothing there is none. */
export const rateText = (passed: number, total: number): string =>
  total === 0 ? "–" : `${((100 * passed) / total).toFixed(1)} %`;

/** A reward of 0 to 100 with one decimal. */
export const rewardText = (reward: number | null): string => (reward === null ? "–" : reward.toFixed(1));
