import { errorDetails, errorText, problemsOf } from "../../data/faults.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { numberText } from "../../ui/time-text.ts";

/** How many problems are drawn; all of them can be copied. */
const shownAtMost = 20;

/** Why something was refused: what is wrong with what was given, where, and what to do. */
export function RefusedInput({ error }: { error: unknown }) {
  const problems = problemsOf(error);
  const title =
    problems.length > 1
      ? `${numberText(problems.length)} lines cannot be imported, so nothing was.`
      : errorText(error);
  return (
    <InlineError title={title} details={errorDetails(error)}>
      {problems.length > 0 && (
        <ul className="max-h-32 overflow-auto">
          {problems.slice(0, shownAtMost).map(({ row, field, reason, fix }) => (
            <li key={`${row} ${field} ${reason}`}>
              {row === null ? "" : `Line ${row}${field === null ? "" : `, ${field}`}: `}
              {reason} {fix}
            </li>
          ))}
          {problems.length > shownAtMost && <li>… and {numberText(problems.length - shownAtMost)} more.</li>}
        </ul>
      )}
    </InlineError>
  );
}
