import { type RefObject, useMemo } from "react";
import type { AmbiguityChain, ChainStep } from "#shared/domain/ambiguity-chain.ts";
import type { KnowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { type Mask, maskContext, maskOf } from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import { countText } from "../../../../ui/time-text.ts";
import { inDocument, type TaskDocument } from "../documents/task-documents.ts";
import type { ShownFinding } from "../findings/shown-findings.ts";
import type { Authoring } from "../use-authoring.ts";
import { AmbiguityCard } from "./ambiguity-card.tsx";
import { AmbiguityChains } from "./ambiguity-chains.tsx";
import { AmbiguityForm } from "./ambiguity-form.tsx";
import { stepsBehind } from "./chain-tree.ts";
import { DataProposalList } from "./data-proposal-list.tsx";
import { LeadsTo } from "./leads-to.tsx";
import { ProposalList } from "./proposal-list.tsx";

export interface AmbiguitiesPaneProps {
  task: Task;
  gold: TaskDocument;
  graph: KnowledgeGraph | null;
  places: readonly SnippetLocations[] | null;
  /** The gold reads as SQL; else the places are those of before. */
  isRead: boolean;
  /** For each snippet that stands nowhere, the part of the gold to take in its place. */
  instead: readonly (string | null)[];
  chains: readonly AmbiguityChain[];
  active: number | null;
  findingsOf(index: number): readonly ShownFinding[];
  authoring: Pick<
    Authoring,
    "proposals" | "dataProposals" | "change" | "move" | "remove" | "accept" | "insteadAt" | "takeInstead"
  >;
  onSelect(index: number | null): void;
  onSnippet(index: number): void;
  onKnowledge(node: number): void;
  onFinding(shown: ShownFinding): void;
  region: RefObject<HTMLElement | null>;
}

/** The ambiguities of a task in the order of their numbers. */
export function AmbiguitiesPane(props: AmbiguitiesPaneProps) {
  const { task, gold, graph, places, active, findingsOf, authoring, onSelect, onSnippet, region } = props;
  const { isRead, chains } = props;
  const toStep = (step: ChainStep) => {
    if (step.kind === "ambiguity") onSelect(step.index);
    else if (step.kind === "knowledge") props.onKnowledge(step.nodes[0] as number);
  };
  const insteadOf = (index: number) => {
    const text = props.instead[index] ?? null;
    const keys = index === authoring.insteadAt ? "alt+j" : undefined;
    return text === null ? null : { text, keys, take: () => authoring.takeInstead(index) };
  };
  const masks = useMemo(() => masksOf(task, graph), [task, graph]);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Ambiguities"
      className="min-h-0 flex-1 overflow-auto outline-none"
    >
      {task.ambiguities.length === 0 && (
        <p className="p-3 text-muted">This task has no ambiguities: nothing has to be clarified.</p>
      )}
      <ul>
        {task.ambiguities.map((ambiguity, index) => (
          <AmbiguityCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an ambiguity is its place in the list (rule A1).
            key={index}
            ambiguity={ambiguity}
            index={index}
            active={index === active}
            places={places?.[index]}
            placeText={placeText(gold, places?.[index], isRead)}
            instead={insteadOf(index)}
            mask={masks[index] ?? null}
            findings={findingsOf(index)}
            onSelect={() => onSelect(index === active ? null : index)}
            onSnippet={() => onSnippet(index)}
            onKnowledge={props.onKnowledge}
            onFinding={props.onFinding}
          >
            <LeadsTo task={task} graph={graph} steps={stepsBehind(chains, index)} onStep={toStep} />
            {index === active && (
              <AmbiguityForm
                task={task}
                index={index}
                ambiguity={ambiguity}
                onChange={(changed) => authoring.change(index, changed)}
                onMove={(by) => authoring.move(index, by)}
                onRemove={() => authoring.remove(index)}
              />
            )}
          </AmbiguityCard>
        ))}
      </ul>
      <AmbiguityChains task={task} graph={graph} chains={chains} onStep={toStep} />
      <ProposalList
        proposals={authoring.proposals}
        question={task.ambiguousQuestion ?? task.clearQuestion ?? ""}
        onAccept={authoring.accept}
      />
      <DataProposalList
        proposals={authoring.dataProposals}
        question={task.ambiguousQuestion ?? task.clearQuestion ?? ""}
        onAccept={authoring.accept}
      />
    </section>
  );
}

function masksOf(task: Task, graph: KnowledgeGraph | null): ((Mask & { name: string }) | null)[] {
  if (graph === null) return [];
  const context = maskContext(task, graph);
  return task.ambiguities.map((ambiguity) => {
    const id = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
    const node = id === null ? undefined : graph.nodes.get(id);
    return node === undefined ? null : { ...maskOf(context, node.id), name: node.name };
  });
}

/** Where a snippet stands, in words: "line 24", "3 places", "not in the gold". */
function placeText(gold: TaskDocument, places: SnippetLocations | undefined, isRead: boolean): string {
  if (gold.text === "") return "there is no gold";
  if (places === undefined) return "…";
  const { matches, nearest } = places;
  const lineAt = (statement: number, from: number) =>
    gold.text.slice(0, inDocument(gold, statement, { from, to: from }).from).split("\n").length;
  const [first] = matches;
  if (!isRead && first !== undefined)
    return `line ${lineAt(first.statement, first.anchor.range.from)}, not SQL yet`;
  if (!isRead) return "the gold is not SQL yet";
  if (matches.length > 1) return `${countText(matches.length, "place")} in the gold`;
  if (first !== undefined) return `line ${lineAt(first.statement, first.anchor.range.from)} of the gold`;
  if (nearest === null) return "not in the gold";
  return `not in the gold; nearest to it is line ${lineAt(nearest.statement, nearest.anchor.range.from)}`;
}
