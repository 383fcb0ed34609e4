import { errorDetails, errorText, problemsOf } from "../../data/faults.ts";
import { InlineError } from "../../ui/inline-error.tsx";

/** Why something was refused: what is wrong with what was given, where, and what to do. */
export function RefusedInput({ error }: { error: unknown }) {
  const problems = problemsOf(error);
  return (
    <InlineError title={errorText(error)} details={errorDetails(error)}>
      {problems.length > 0 && (
        <ul className="max-h-32 overflow-auto">
          {problems.map(({ row, field, reason, fix }) => (
            <li key={`${row} ${field} ${reason}`}>
              {row === null ? "" : `Line ${row}: `}
              {reason} {fix}
            </li>
          ))}
        </ul>
      )}
    </InlineError>
  );
}
