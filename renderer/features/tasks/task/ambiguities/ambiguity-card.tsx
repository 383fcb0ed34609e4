import { EyeOff } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Mask } from "#shared/domain/mask.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import { ambiguityTag, kindDefinitions, typeWords } from "../../../../results/task/ambiguity-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { classes } from "../../../../ui/classes.ts";
import { countText } from "../../../../ui/time-text.ts";
import { inDocument, lineAt, type TaskDocument } from "../documents/task-documents.ts";
import { SeverityIcon } from "../findings/severity-icon.tsx";
import { mendedAt } from "../store/authoring.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";
import { ActiveAmbiguity } from "./active-ambiguity.tsx";

export interface AmbiguityCardProps {
  ambiguity: Ambiguity;
  index: number;
  /** What hiding the node does; null for other kinds, and where the knowledge base does not know the node. */
  mask: (Mask & { name: string }) | null;
  /** Below what is said of it. */
  children: ReactNode;
}

/** One ambiguity: its term, its kind and type, the snippet of the gold that clarifies it, and what is wrong with it; a form where it is taken up. */
export function AmbiguityCard({ ambiguity, index, mask, children }: AmbiguityCardProps) {
  const { isActive, jumps } = useTaskEditor(({ location, jumps }) => ({
    isActive: location.ambiguity === index,
    jumps,
  }));
  const { label, hue } = ambiguityTag(index);
  const head = (
    <>
      <button
        type="button"
        aria-pressed={isActive}
        onClick={() => jumps.toAmbiguity(isActive ? null : index)}
        className="flex w-full items-baseline gap-1.5 rounded-sm text-left"
      >
        <span className={`tag-badge tag-${hue} shrink-0`}>{label}</span>
        <span className="min-w-0 flex-1 font-medium break-words select-text">
          {ambiguity.term || "no term"}
        </span>
      </button>
      <Facts ambiguity={ambiguity} />
      <Snippet index={index} sqlSnippet={ambiguity.sqlSnippet} />
      <Instead index={index} />
    </>
  );
  const details = (
    <>
      {ambiguity.kind === "knowledge" && <MaskedNode node={ambiguity.deletedKnowledge} mask={mask} />}
      {ambiguity.kind === "environmental" && ambiguity.column !== null && (
        <p className="mt-1 text-sm text-muted">
          Column <code>{ambiguity.column}</code>
        </p>
      )}
      <CardFindings index={index} />
      {children}
    </>
  );
  return (
    <li
      id={`task-ambiguity-${index}`}
      ref={useJumpTarget(`ambiguity ${index}`)}
      tabIndex={-1}
      className={classes("border-b px-3 py-2", isActive && "bg-selected")}
    >
      {isActive ? (
        <ActiveAmbiguity index={index} ambiguity={ambiguity} head={head} details={details} />
      ) : (
        <>
          {head}
          {details}
        </>
      )}
    </li>
  );
}

/** What is wrong with the ambiguity. */
function CardFindings({ index }: { index: number }) {
  const { findings, toFinding } = useTaskEditor(({ byLocation, jumps }) => ({
    findings: byLocation.onAmbiguity(index),
    toFinding: jumps.toFinding,
  }));
  return findings.map((shown) => (
    <button
      key={shown.key}
      type="button"
      onClick={() => toFinding(shown)}
      className="mt-1 flex w-full gap-1.5 rounded-sm text-left text-sm hover:underline"
    >
      <span className="mt-0.5">
        <SeverityIcon severity={shown.finding.severity} size={12} />
      </span>
      <span className="min-w-0 break-words">{shown.finding.message}</span>
    </button>
  ));
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
              : "is_mask is false: the system does not have to ask about the snippet."
          }
        >
          {isMask ? "masked" : "not masked"}
        </Chip>
      )}
    </p>
  );
}

/** The snippet, with its lines in the gold. */
function Snippet({ index, sqlSnippet }: { index: number; sqlSnippet: string }) {
  const { gold, locations, isRead, toAmbiguity } = useTaskEditor(({ gold, snippets, jumps }) => ({
    ...{
      gold,
      locations: snippets.locations?.[index],
      isRead: snippets.isRead,
      toAmbiguity: jumps.toAmbiguity,
    },
  }));
  const isFound = (locations?.matches.length ?? 0) > 0;
  // The locations are those of the gold that was asked about: their lines are told when they come, not at each key until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const where = useMemo(() => locationText(gold, locations, isRead), [locations, isRead, gold.text === ""]);
  if (sqlSnippet === "") return <p className="mt-1 text-sm text-muted">No snippet</p>;
  return (
    <button
      type="button"
      disabled={!isFound}
      onClick={() => toAmbiguity(index)}
      title={isFound ? "Show it in the gold" : undefined}
      className="group mt-1.5 block w-full rounded-md border bg-sunken px-2 py-1 text-left enabled:hover:border-line-control"
    >
      <code className="line-clamp-4 text-sm break-words whitespace-pre-wrap">{sqlSnippet}</code>
      <span className="block text-sm text-muted group-enabled:group-hover:underline">{where}</span>
    </button>
  );
}

/** Where a snippet is, in words: "line 24", "3 places", "not in the gold". */
function locationText(gold: TaskDocument, locations: SnippetLocations | undefined, isRead: boolean): string {
  if (gold.text === "") return "there is no gold";
  if (locations === undefined) return "…";
  const { matches, nearest } = locations;
  const lineOf = (statement: number, from: number) =>
    lineAt(gold, inDocument(gold, statement, { from, to: from }).from);
  const [first] = matches;
  if (!isRead && first !== undefined)
    return `line ${lineOf(first.statement, first.anchor.range.from)}, not valid SQL yet`;
  if (!isRead) return "the gold is not valid SQL yet";
  if (matches.length > 1) return `${countText(matches.length, "place")} in the gold`;
  if (first !== undefined) return `line ${lineOf(first.statement, first.anchor.range.from)} of the gold`;
  if (nearest === null) return "not in the gold";
  return `not in the gold; the closest match is line ${lineOf(nearest.statement, nearest.anchor.range.from)}`;
}

/** Where the snippet is nowhere in the gold: the part of the gold to take in its place. */
function Instead({ index }: { index: number }) {
  const { text, isMended, takeInstead } = useTaskEditor((state) => ({
    text: state.snippets.instead[index] ?? null,
    isMended: mendedAt(state) === index,
    takeInstead: state.authoring.takeInstead,
  }));
  if (text === null) return null;
  return (
    <div className="mt-1 flex items-start gap-2">
      <code className="line-clamp-4 min-w-0 flex-1 text-sm break-words whitespace-pre-wrap">{text}</code>
      <Button size="sm" keys={isMended ? "alt+j" : undefined} onClick={() => takeInstead(index)}>
        Use this part
      </Button>
    </div>
  );
}

function MaskedNode({ node, mask }: { node: number | null; mask: AmbiguityCardProps["mask"] }) {
  const toKnowledge = useTaskEditor(({ jumps }) => jumps.toKnowledge);
  if (node === null) return <p className="mt-1 text-sm text-muted">Hides no knowledge node</p>;
  return (
    <p className="mt-1 text-sm text-muted">
      Hides{" "}
      <button
        type="button"
        onClick={() => toKnowledge(node)}
        className="rounded-sm text-accent hover:underline"
      >
        {node} {mask?.name ?? ""}
      </button>
      {mask !== null && `, ${mask.kind}`}
    </p>
  );
}
