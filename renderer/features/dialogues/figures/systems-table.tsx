import type { Estimate } from "#shared/metrics/dialogues/estimate.ts";
import { useEdgeFade } from "../../../ui/edge-fade.ts";
import { numberText } from "../../../ui/time-text.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { intervalText, type SystemColumn, shareText } from "./run-figures.ts";

const columnsOfTable = [
  { title: "System", definition: "The system under test" },
  {
    title: "n",
    definition: "Judged dialogues: without infrastructure failures and those that were not judged",
  },
  {
    title: "Phase 1",
    definition: "Share of judged dialogues that passed phase 1, with its 95 % interval by resampling tasks",
  },
  {
    title: "Phase 2",
    definition:
      "Share of judged dialogues whose task has a follow-up that passed both phases, with its 95 % interval by resampling tasks",
  },
  {
    title: "Solved",
    definition:
      "Share of judged dialogues that passed every phase of their task, with its 95 % interval by resampling tasks",
  },
  {
    title: "Reward × 100",
    definition: "Mean reward of a judged dialogue × 100, with its 95 % interval by resampling tasks",
  },
  {
    title: "Pass@k",
    definition:
      "The chance that at least one of k trials solves the task: the mean over tasks, for the largest k that every task has trials for",
  },
  {
    title: "Pass^k",
    definition:
      "The chance that all of k trials solve the task: the mean over tasks, for the largest k that every task has trials for",
  },
  {
    title: "Turns",
    definition: "Mean number of turns of a judged dialogue, with its 95 % interval by resampling tasks",
  },
  {
    title: "Spent",
    definition:
      "Mean number of turns (c-Interact) or coins (a-Interact) of the budget that a judged dialogue used up, with its 95 % interval by resampling tasks",
  },
  {
    title: "Excluded",
    definition: "Infrastructure failures, and dialogues that were not judged: they are in no other figure",
  },
];

/** Each system of a run: success per phase and reward with their intervals, and what is counted apart. */
export function SystemsTable({ columns }: { columns: readonly SystemColumn[] }) {
  const { ref, maskImage } = useEdgeFade<HTMLElement>();
  return (
    <section
      ref={ref}
      style={{ maskImage }}
      aria-label="Systems"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table aria-label="Systems of the run" className="border-separate border-spacing-0 text-sm">
        <thead className="text-muted">
          <tr>
            {columnsOfTable.map(({ title, definition }, at) => (
              <th
                key={title}
                scope="col"
                className={`border-b pb-1 font-medium whitespace-nowrap ${at === 0 ? "pr-6 text-left" : "px-2 text-right"}`}
              >
                <Tooltip content={definition}>
                  <span>{title}</span>
                </Tooltip>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <SystemRow key={column.system} {...column} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SystemRow({ system, figures, turns, spent }: SystemColumn) {
  const { dialogues, infrastructure, notJudged, phase1, phase2, solved, reward, trials } = figures;
  const most = trials.at(-1);
  const judged = dialogues - infrastructure - notJudged;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="border-b py-1.5 pr-6 text-left font-medium whitespace-nowrap">
        {system}
      </th>
      <Cell>{numberText(judged)}</Cell>
      <Figure judged={judged} text={shareText(phase1)} estimate={phase1} />
      <Figure judged={judged} text={shareText(phase2)} estimate={phase2} />
      <Figure judged={judged} text={shareText(solved)} estimate={solved} />
      <Figure
        judged={judged}
        text={reward.value === null ? "–" : reward.value.toFixed(1)}
        estimate={reward}
        times={1}
      />
      <Cell note={most && `k = ${most.k} ${intervalText({ interval: most.passAtInterval })}`}>
        {most ? percent(most.passAt) : "–"}
      </Cell>
      <Cell note={most && `k = ${most.k} ${intervalText({ interval: most.passHatInterval })}`}>
        {most ? percent(most.passHat) : "–"}
      </Cell>
      <Cell note={amountNote(turns)}>{amountText(turns)}</Cell>
      <Cell note={amountNote(spent)}>{amountText(spent)}</Cell>
      <Cell note={notJudged > 0 ? `${notJudged} not judged` : undefined}>
        {infrastructure > 0 ? (
          <span className="text-warning">{infrastructure} failed</span>
        ) : notJudged > 0 ? (
          ""
        ) : (
          "–"
        )}
      </Cell>
    </tr>
  );
}

interface FigureProps {
  text: string;
  estimate: Estimate;
  /** How many dialogues were judged, which stands beside: a figure of others says of how many. */
  judged: number;
  times?: number;
}

function Figure({ text, estimate, judged, times = 100 }: FigureProps) {
  const { of, lower, upper, value } = estimate;
  const bound = (share: number | null) => (share === null ? "–" : (share * times).toFixed(1));
  const isBounded = lower !== value || upper !== value;
  return (
    <Cell
      note={
        value === null
          ? undefined
          : `${intervalText(estimate, times)}${of === judged ? "" : ` n ${numberText(of)}`}`
      }
    >
      {text}
      {isBounded && (
        <Tooltip content="With each infrastructure failure counted as failed, and as passed">
          <span className="text-warning">
            {" "}
            {bound(lower)}–{bound(upper)}
          </span>
        </Tooltip>
      )}
    </Cell>
  );
}

const amountText = ({ value }: SystemColumn["turns"]): string => (value === null ? "–" : value.toFixed(1));

const amountNote = (amount: SystemColumn["turns"]): string | undefined =>
  amount.value === null ? undefined : intervalText(amount, 1);

function Cell({ children, note }: { children: React.ReactNode; note?: string | undefined }) {
  return (
    <td className="border-b px-2 py-1.5 text-right align-top whitespace-nowrap">
      <div>{children}</div>
      {note !== undefined && <div className="text-xs text-muted">{note}</div>}
    </td>
  );
}
