import { ambiguityGuide } from "#shared/domain/taxonomy.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
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
          <li
            key={`${proposal.statement} ${proposal.type} ${proposal.anchor.range.from}`}
            className="border-b px-3 pt-1 pb-2"
          >
            <TypeChip type={proposal.type} />
            <code className="mt-1 line-clamp-3 text-sm break-words whitespace-pre-wrap">
              {proposal.snippet}
            </code>
            <p className="mt-1 text-sm break-words text-muted">{wordingText(proposal, question)}</p>
            <div className="mt-1.5 flex gap-1.5">
              <Button
                size="sm"
                keys={at === 0 ? "alt+y" : undefined}
                disabled={!isCurrent}
                onClick={() => onAccept(proposal)}
              >
                Accept
              </Button>
              <Button
                size="sm"
                variant="quiet"
                keys={at === 0 ? "alt+d" : undefined}
                onClick={() => dismiss(proposal)}
              >
                Dismiss
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TypeChip({ type }: { type: string }) {
  const guide = ambiguityGuide("non-critical", type);
  return <Chip definition={guide?.definition}>{guide?.label ?? type}</Chip>;
}

/** What accepting does to the question, in words. */
function wordingText({ rewording, term }: Proposal, question: string): string {
  const words = term === null ? "No words of the question speak of it" : `Marks “${term}”`;
  if (rewording === null) return `${words}; the question stays.`;
  const cut = question.slice(rewording.from, rewording.to).trim();
  return `${words}; the question loses “${cut}”.`;
}
