import type { SimulatorScore } from "#shared/metrics/simulator-score.ts";
import { countText, percentText } from "../../../../ui/time-text.ts";
import { Tooltip } from "../../../../ui/tooltip.tsx";

const classWords = {
  AMB: "questions about an ambiguity",
  LOC: "questions about a part of the gold that is clear",
  UNA: "questions that a user would not answer: they are refused",
};

/** How many questions of each class are taken for what they should be about, and for which class the others are taken. */
export function BatteryScore({ score }: { score: SimulatorScore }) {
  const { questions, right, classes, confusion } = score;
  const taken = (expected: string, given: string): number =>
    confusion.find((cell) => cell.expected === expected && cell.given === given)?.count ?? 0;
  return (
    <div className="border-b bg-panel px-3 py-1.5 text-sm">
      <p className="text-muted">
        Each is asked first; {right} of {countText(questions, "question")} are read as they should be.
      </p>
      {classes.map(({ action, of, rate }) => {
        // The columns say for which class each is taken: what is taken for the right one can still miss what it is about.
        const missed = taken(action, action) - Math.round((rate ?? 0) * of);
        return missed === 0 ? null : (
          <p key={action} className="text-warning">
            {countText(missed, "question")} of {action} {missed === 1 ? "is" : "are"} read as {action}, but
            about the wrong {action === "AMB" ? "ambiguity" : "part of the gold"}.
          </p>
        );
      })}
      <table
        aria-label="Score by class: what questions are about, and what the simulator reads them as"
        className="mt-1 tabular-nums whitespace-nowrap"
      >
        <thead className="text-faint">
          <tr>
            <th className="pr-3 text-left font-normal">About</th>
            <th className="pr-3 text-right font-normal">right</th>
            {classes.map(({ action }) => (
              <th key={action} className="pr-3 text-right font-normal">
                {action}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {classes.map(({ action, of, rate }) => (
            <tr key={action}>
              <th className="pr-3 text-left font-normal">
                <Tooltip content={classWords[action]}>
                  <span>{action}</span>
                </Tooltip>
              </th>
              <td className="pr-3 text-right">
                {rate === null ? "–" : `${percentText(rate * of, of)} of ${of}`}
              </td>
              {classes.map(({ action: given }) => (
                <td
                  key={given}
                  className={given === action ? "pr-3 text-right" : "pr-3 text-right text-muted"}
                >
                  {taken(action, given)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
