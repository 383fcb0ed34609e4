import type { PredictionRates } from "#shared/contract/task-runs.ts";
import { numberText } from "../../../ui/time-text.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";

const definitions = {
  phase1: "Success rate: the share of the group's tasks that passed phase 1",
  phase2:
    "Success rate: the share of the tasks with a follow-up that passed both phases. Failing phase 1 ends a task.",
  reward:
    "Normalised reward of a-Interact: the mean reward of a task × 100. A task earns 0.7 for phase 1 and 0.3 more for phase 2.",
  shipped: "The evaluator as published, with its known faults",
  fixed: "The evaluator with its known faults fixed",
};

const groupNames: Record<PredictionRates["group"], string> = {
  all: "All",
  BI: "BI (queries)",
  DM: "DM (management)",
};

/** Success rates and rewards, BI and DM apart, as shipped and fixed. */
export function RatesTable({ rates }: { rates: readonly PredictionRates[] }) {
  return (
    <table className="text-sm" aria-label="Success rates and rewards">
      <thead className="text-muted">
        <tr>
          <th rowSpan={2} scope="col" className="pr-4 text-left align-bottom font-medium">
            Tasks
          </th>
          <Group title="Phase 1" definition={definitions.phase1} />
          <Group title="Phase 2" definition={definitions.phase2} />
          <Group title="Reward" definition={definitions.reward} />
        </tr>
        <tr>
          {["Phase 1", "Phase 2", "Reward"].flatMap((of) => [
            <Column key={`${of} shipped`} title="as shipped" definition={definitions.shipped} />,
            <Column key={`${of} fixed`} title="fixed" definition={definitions.fixed} />,
          ])}
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

interface HeadingProps {
  title: string;
  definition: string;
}

/** What two columns, as shipped and fixed, are of. */
function Group({ title, definition }: HeadingProps) {
  return (
    <th colSpan={2} scope="colgroup" className="px-3 text-center font-medium">
      <Tooltip content={definition}>
        <span>{title}</span>
      </Tooltip>
    </th>
  );
}

function Column({ title, definition }: HeadingProps) {
  return (
    <th scope="col" className="px-3 text-right font-normal">
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
