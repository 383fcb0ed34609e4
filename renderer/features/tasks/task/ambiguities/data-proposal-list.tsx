import { Database, Square } from "lucide-react";
import { type RefObject, useRef } from "react";
import type { EnvironmentalProposal } from "#shared/sql/propose/environmental.ts";
import type { ColumnProfilingState } from "../../../../data/column-profiling.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import { Button } from "../../../../ui/button.tsx";
import { useCommands } from "../../../../ui/commands.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { Progress } from "../../../../ui/progress.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { ProposalItem } from "./proposal-item.tsx";
import { type DataProposals, useDataProposals } from "./use-data-proposals.ts";

export interface DataProposalListProps {
  /** The question that a proposal rewords. */
  question: string;
  onAccept(proposal: EnvironmentalProposal): void;
}

const keys = { accept: "alt+shift+y", dismiss: "alt+shift+d" };

/** Ambiguities that the data lets one annotate, once the person has it looked at; keys take the first. */
export function DataProposalList({ question, onAccept }: DataProposalListProps) {
  const proposals = useDataProposals();
  const { list, isCurrent, dismissed, dismiss, restore, profiling, unseen, start, cancel } = proposals;
  const isRunning = profiling?.state === "running";
  const region = useDataCommands(proposals, onAccept);
  return (
    <section aria-label="Proposed from the data" className="border-t">
      <h3 className="flex min-h-8 items-center gap-2 px-3 pt-1 text-sm font-medium text-muted">
        <span className="flex-1">Proposed from the data</span>
        {dismissed > 0 && (
          <Button size="sm" variant="quiet" onClick={restore}>
            Show {dismissed} dismissed
          </Button>
        )}
      </h3>
      <div ref={region} className="flex flex-col gap-1 px-3 pb-2 text-sm">
        <ProfilingState profiling={profiling} found={list.length + dismissed} unseen={unseen} />
        <span>
          {isRunning ? (
            <Button size="sm" icon={Square} onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button size="sm" icon={Database} keys="alt+l" onClick={start}>
              {profiling === undefined ? "Profile the data" : "Profile again"}
            </Button>
          )}
        </span>
      </div>
      <ul>
        {list.map((proposal, at) => (
          <ProposalItem
            key={`${proposal.column} ${proposal.type}`}
            {...proposal}
            about={{ name: proposal.column, evidence: proposal.evidence }}
            question={question}
            keys={at === 0 ? keys : undefined}
            canAccept={isCurrent}
            onAccept={() => onAccept(proposal)}
            onDismiss={() => dismiss(proposal)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Makes what can be done here commands with their keys; gives back what profiling brings into view. */
function useDataCommands(
  { list, isCurrent, dismiss, profiling, start }: DataProposals,
  onAccept: (proposal: EnvironmentalProposal) => void,
): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  const [first] = list;
  useCommands("Task", [
    {
      id: "task.profile-data",
      title: "Profile the data for ambiguities",
      keys: ["alt+l"],
      enabled: profiling?.state !== "running",
      run: () => {
        region.current?.scrollIntoView({ block: "nearest" });
        start();
      },
    },
    {
      id: "task.accept-data-proposal",
      title: "Accept the first proposal from the data",
      keys: [keys.accept],
      enabled: first !== undefined && isCurrent,
      run: () => first && onAccept(first),
    },
    {
      id: "task.dismiss-data-proposal",
      title: "Dismiss the first proposal from the data",
      keys: [keys.dismiss],
      enabled: first !== undefined,
      run: () => first && dismiss(first),
    },
  ]);
  return region;
}

interface ProfilingStateProps {
  profiling: ColumnProfilingState | undefined;
  found: number;
  unseen: number;
}

/** What profiling is about, how far it is, or what came of it. */
function ProfilingState({ profiling, found, unseen }: ProfilingStateProps) {
  if (profiling === undefined)
    return (
      <p className="text-muted">
        Searches the columns that the gold uses for missing values, numbers stored as text with units, and
        names with several spellings.
      </p>
    );
  const { state, done, total, unread, error } = profiling;
  if (state === "running")
    return (
      <>
        <output className="text-muted">{progressText(profiling)}</output>
        <Progress label="Profiling the data" done={total === null ? null : done} total={total ?? 0} />
      </>
    );
  if (state === "failed")
    return (
      <InlineError title="The data could not be profiled." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  const seen = `${countText(done, "column")} profiled`;
  return (
    <>
      <p className="text-muted">
        {state === "cancelled" ? `Cancelled; ${seen}.` : `${seen}${found === 0 ? ": no noise found" : ""}.`}
        {unseen > 0 && ` The gold now uses ${unseen} more.`}
      </p>
      {unread.map(({ table, column, reason }) => (
        <p key={`${table}.${column}`} className="break-words text-warning">
          {table}.{column} could not be read: {reason}
        </p>
      ))}
    </>
  );
}

function progressText({ loading, done, total }: ColumnProfilingState): string {
  if (loading !== null) return loadingText(loading);
  return total === null ? "Reading the tables" : `${done} of ${countText(total, "column")} profiled`;
}
