import { errorDetails, errorText, problemsOf } from "../../data/faults.ts";
import type { ImportState } from "../../data/import-run.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { Progress } from "../../ui/progress.tsx";
import { countText, numberText } from "../../ui/time-text.ts";
import { ProblemTable, problemsText } from "./problem-table.tsx";

/** How far an import is; `saving` says what is being saved. */
export function ImportProgressBar({ state, saving }: { state: ImportState; saving: string }) {
  if (state.step !== "running") return null;
  const words = state.phase === "read" ? "Reading the file" : saving;
  return (
    <div role="status">
      <p className="mb-1 text-sm text-muted">
        {words}
        {state.total > 0 ? ` · ${numberText(state.done)} of ${numberText(state.total)}` : "…"}
      </p>
      <Progress label={words} done={state.total > 0 ? state.done : null} total={state.total} />
    </div>
  );
}

/** Problems of the file as a table, one of the whole file as a sentence; anything else as an error with its details. */
export function ImportFailure({ error }: { error: unknown }) {
  const problems = problemsOf(error);
  const [only] = problems;
  if (only && problems.length === 1 && only.row === null)
    return (
      <InlineError title={only.reason} details={problemsText(problems)}>
        {only.fix}
      </InlineError>
    );
  if (problems.length > 0) {
    const files = new Set(problems.map(({ file }) => file));
    const where = files.size > 1 ? countText(files.size, "file") : (only?.file ?? "");
    return (
      <ProblemTable
        problems={problems}
        title={`Nothing was imported: ${countText(problems.length, "problem")} in ${where || "the file"}`}
        namesFiles={files.size > 1}
      />
    );
  }
  return (
    <InlineError title={errorText(error)} details={errorDetails(error)}>
      Nothing was imported. Check the path of the file and the folder, then try again.
    </InlineError>
  );
}
