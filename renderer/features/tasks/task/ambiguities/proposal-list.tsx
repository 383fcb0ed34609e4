import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { Button } from "../../../../ui/button.tsx";
import { ProposalItem } from "./proposal-item.tsx";
import type { Proposals } from "./use-proposals.ts";

export interface ProposalListProps {
  proposals: Proposals;
  /** The question that a proposal rewords. */
  question: string;
  onAccept(proposal: Proposal): void;
}

/** Ambiguities that the gold lets one annotate, with how the question would be reworded; keys take the first. */
export function ProposalList({ proposals, question, onAccept }: ProposalListProps) {
  const { list, isCurrent, dismissed, dismiss, restore } = proposals;
  if (list.length === 0 && dismissed === 0) return null;
  return (
    <section aria-label="Proposed from the gold" className="border-t">
      <h3 className="flex min-h-8 items-center justify-between gap-2 px-3 pt-1 text-sm font-medium text-muted">
        Proposed from the gold
        {dismissed > 0 && (
          <Button size="sm" variant="quiet" onClick={restore}>
            Show {dismissed} dismissed
          </Button>
        )}
      </h3>
      <ul>
        {list.map((proposal, at) => (
          <ProposalItem
            key={`${proposal.statement} ${proposal.type} ${proposal.anchor.range.from}`}
            {...proposal}
            kind="non-critical"
            question={question}
            keys={at === 0 ? { accept: "alt+y", dismiss: "alt+d" } : undefined}
            canAccept={isCurrent}
            onAccept={() => onAccept(proposal)}
            onDismiss={() => dismiss(proposal)}
          />
        ))}
      </ul>
    </section>
  );
}
