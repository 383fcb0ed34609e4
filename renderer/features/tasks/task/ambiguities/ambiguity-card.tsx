import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Mask } from "#shared/domain/mask.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { classes } from "../../../../ui/classes.ts";
import { SeverityIcon } from "../findings/severity-icon.tsx";
import type { ShownFinding } from "../findings/shown-findings.ts";
import { ambiguityElement } from "../part-elements.ts";
import { ambiguityTag, kindDefinitions, typeWords } from "./ambiguity-words.ts";

export interface AmbiguityCardProps {
  ambiguity: Ambiguity;
  index: number;
  active: boolean;
  /** Where the snippet stands in the gold; undefined until it is known. */
  places: SnippetLocations | undefined;
  /** The lines of those places, in words. */
  placeText: string;
  /** Where the snippet stands nowhere: the part of the gold to take in its place, and the keys that take it. */
  instead: { text: string; keys: string | undefined; take(): void } | null;
  /** What hiding the node does; null for other kinds, and where the knowledge base does not know the node. */
  mask: (Mask & { name: string }) | null;
  findings: readonly ShownFinding[];
  onSelect(): void;
  onSnippet(): void;
  onKnowledge(node: number): void;
  onFinding(shown: ShownFinding): void;
  /** Below what is said of it: its form. */
  children: ReactNode;
}

/** One ambiguity: its term, its kind and type, the snippet of the gold that clarifies it, and what is wrong with it. */
export function AmbiguityCard(props: AmbiguityCardProps) {
  const { ambiguity, index, active, findings, onSelect, onFinding, children } = props;
  const { label, hue } = ambiguityTag(index);
  return (
    <li
      id={ambiguityElement(index)}
      tabIndex={-1}
      className={classes("border-b px-3 py-2", active && "bg-selected")}
    >
      <button
        type="button"
        aria-pressed={active}
        onClick={onSelect}
        className="flex w-full items-baseline gap-1.5 rounded-sm text-left"
      >
        <span className={`tag-badge tag-${hue} shrink-0`}>{label}</span>
        <span className="min-w-0 flex-1 font-medium break-words select-text">
          {ambiguity.term || "no term"}
        </span>
      </button>
      <Facts ambiguity={ambiguity} />
      <Snippet {...props} />
      <Instead {...props} />
      {ambiguity.kind === "knowledge" && <MaskedNode {...props} />}
      {ambiguity.kind === "environmental" && ambiguity.column !== null && (
        <p className="mt-1 text-sm text-muted">
          Column <code>{ambiguity.column}</code>
        </p>
      )}
      {findings.map((shown) => (
        <button
          key={shown.key}
          type="button"
          onClick={() => onFinding(shown)}
          className="mt-1 flex w-full gap-1.5 rounded-sm text-left text-sm hover:underline"
        >
          <span className="mt-0.5">
            <SeverityIcon severity={shown.finding.severity} size={12} />
          </span>
          <span className="min-w-0 break-words">{shown.finding.message}</span>
        </button>
      ))}
      {children}
    </li>
  );
}

function Facts({ ambiguity }: { ambiguity: Ambiguity }) {
  const { kind, isMask } = ambiguity;
  const { label, definition } = typeWords(ambiguity);
  return (
    <p className="mt-1 flex flex-wrap gap-1">
      <Chip definition={kindDefinitions[kind]}>{kind}</Chip>
      {label.toLowerCase() !== kind && <Chip definition={definition}>{label}</Chip>}
      {isMask !== null && (
        <Chip
          icon={isMask ? EyeOff : undefined}
          definition={
            isMask
              ? "is_mask: the snippet is hidden until the system asks about it."
              : "is_mask is false: the snippet need not be asked about."
          }
        >
          {isMask ? "masked" : "not masked"}
        </Chip>
      )}
    </p>
  );
}

function Snippet({ ambiguity, places, placeText, onSnippet }: AmbiguityCardProps) {
  const found = (places?.matches.length ?? 0) > 0;
  if (ambiguity.sqlSnippet === "") return <p className="mt-1 text-sm text-muted">No snippet</p>;
  return (
    <button
      type="button"
      disabled={!found}
      onClick={onSnippet}
      title={found ? "Show it in the gold" : undefined}
      className="group mt-1.5 block w-full rounded-md border bg-sunken px-2 py-1 text-left enabled:hover:border-line-control"
    >
      <code className="line-clamp-4 text-sm break-words whitespace-pre-wrap">{ambiguity.sqlSnippet}</code>
      <span className="block text-sm text-muted group-enabled:group-hover:underline">{placeText}</span>
    </button>
  );
}

function Instead({ instead }: AmbiguityCardProps) {
  if (instead === null) return null;
  return (
    <div className="mt-1 flex items-start gap-2">
      <code className="line-clamp-4 min-w-0 flex-1 text-sm break-words whitespace-pre-wrap">
        {instead.text}
      </code>
      <Button size="sm" keys={instead.keys} onClick={instead.take}>
        Take this part
      </Button>
    </div>
  );
}

function MaskedNode({ ambiguity, mask, onKnowledge }: AmbiguityCardProps) {
  const node = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
  if (node === null) return <p className="mt-1 text-sm text-muted">Hides no knowledge node</p>;
  return (
    <p className="mt-1 text-sm text-muted">
      Hides{" "}
      <button
        type="button"
        onClick={() => onKnowledge(node)}
        className="rounded-sm text-accent hover:underline"
      >
        {node} {mask?.name ?? ""}
      </button>
      {mask !== null && `, ${mask.kind}`}
    </p>
  );
}
