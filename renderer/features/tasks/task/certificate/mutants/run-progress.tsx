import type { ReactNode } from "react";
import { errorDetails, errorText } from "../../../../../data/faults.ts";
import type { Streamed } from "../../../../../data/streams.ts";
import { InlineError } from "../../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../../ui/loading-text.ts";

interface RunProgressProps {
  run: Streamed<object>;
  /** What it does while it runs: "Trying tests on the gold and on the mutant". */
  doing: string;
  /** What is said above the reason where it failed. */
  failed: string;
  children: ReactNode;
}

/** A run on the mutant in focus: what it does, why it failed, or what it came to. */
export function RunProgress({ run: { state, loading, error }, doing, failed, children }: RunProgressProps) {
  if (state === "failed")
    return (
      <InlineError title={failed} details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (state === "running")
    return (
      <output className="flex items-center gap-2 text-sm">
        <span className="spinner text-accent" />
        {loading === null ? doing : loadingText(loading)}
      </output>
    );
  return children;
}
