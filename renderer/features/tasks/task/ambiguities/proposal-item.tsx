import type { AmbiguityKind } from "#shared/domain/ambiguity.ts";
import { ambiguityGuide } from "#shared/domain/taxonomy.ts";
import type { Rewording } from "#shared/sql/propose/wording.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";

export interface ProposalItemProps {
  kind: AmbiguityKind;
  type: string;
  /** What it is about besides its snippet, and what shows it. */
  about?: { name: string; evidence: string };
  snippet: string;
  rewording: Rewording | null;
  term: string | null;
  /** The question that it rewords. */
  question: string;
  /** The keys that accept and dismiss it; undefined where they act on another one. */
  keys: { accept: string; dismiss: string } | undefined;
  /** It is of the task as it is. */
  canAccept: boolean;
  onAccept(): void;
  onDismiss(): void;
}

/** A proposed ambiguity: its type, what shows it, its snippet, and what accepting it does to the question. */
export function ProposalItem(props: ProposalItemProps) {
  const { kind, type, about, snippet, keys, canAccept, onAccept, onDismiss } = props;
  const guide = ambiguityGuide(kind, type);
  return (
    <li className="border-b px-3 pt-1 pb-2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Chip definition={guide?.definition}>{guide?.label ?? type}</Chip>
        {about && <code className="min-w-0 text-sm break-words">{about.name}</code>}
      </p>
      {about && <p className="mt-1 text-sm break-words">{about.evidence}</p>}
      <code className="mt-1 line-clamp-3 text-sm break-words whitespace-pre-wrap">{snippet}</code>
      <p className="mt-1 text-sm break-words text-muted">{wordingText(props)}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <Button size="sm" keys={keys?.accept} disabled={!canAccept} onClick={onAccept}>
          Accept
        </Button>
        <Button size="sm" variant="quiet" keys={keys?.dismiss} onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </li>
  );
}

/** What accepting does to the question, in words. */
function wordingText({ rewording, term, question }: ProposalItemProps): string {
  const words = term === null ? "No words of the question refer to it" : `Marks “${term}”`;
  if (rewording === null) return `${words}; the question does not change.`;
  const cut = question.slice(rewording.from, rewording.to).trim();
  return `${words}; the question loses “${cut}”.`;
}
