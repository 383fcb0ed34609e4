import { type RefObject, useMemo } from "react";
import type { KnowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { type Mask, maskContext, maskOf } from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SnippetPlaces } from "#shared/sql/anchor/snippet-search.ts";
import { countText } from "../../../../ui/time-text.ts";
import { inDocument, type TaskDocument } from "../documents/task-documents.ts";
import type { ShownFinding } from "../findings/shown-findings.ts";
import type { Authoring } from "../use-authoring.ts";
import { AmbiguityCard } from "./ambiguity-card.tsx";
import { AmbiguityForm } from "./ambiguity-form.tsx";
import { ProposalList } from "./proposal-list.tsx";

export interface AmbiguitiesPaneProps {
  task: Task;
  gold: TaskDocument;
  graph: KnowledgeGraph | null;
  places: readonly SnippetPlaces[] | null;
  active: number | null;
  findingsOf(index: number): readonly ShownFinding[];
  authoring: Pick<Authoring, "proposals" | "change" | "move" | "remove" | "accept">;
  onSelect(index: number | null): void;
  onSnippet(index: number): void;
  onKnowledge(node: number): void;
  onFinding(shown: ShownFinding): void;
  region: RefObject<HTMLElement | null>;
}

/** The ambiguities of a task in the order of their numbers. */
export function AmbiguitiesPane(props: AmbiguitiesPaneProps) {
  const { task, gold, graph, places, active, findingsOf, authoring, onSelect, onSnippet, region } = props;
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
            placeText={placeText(gold, places?.[index])}
            mask={masks[index] ?? null}
            findings={findingsOf(index)}
            onSelect={() => onSelect(index === active ? null : index)}
            onSnippet={() => onSnippet(index)}
            onKnowledge={props.onKnowledge}
            onFinding={props.onFinding}
          >
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
      <ProposalList
        proposals={authoring.proposals}
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
function placeText(gold: TaskDocument, places: SnippetPlaces | undefined): string {
  if (gold.text === "") return "the gold is withheld";
  if (places === undefined) return "…";
  const { matches, nearest } = places;
  const lineAt = (statement: number, from: number) =>
    gold.text.slice(0, inDocument(gold, statement, { from, to: from }).from).split("\n").length;
  const [first] = matches;
  if (matches.length > 1) return `${countText(matches.length, "place")} in the gold`;
  if (first !== undefined) return `line ${lineAt(first.statement, first.anchor.range.from)} of the gold`;
  if (nearest === null) return "not in the gold";
  return `not in the gold; nearest to it is line ${lineAt(nearest.statement, nearest.anchor.range.from)}`;
}
