import { useMemo } from "react";
import type { ChainStep } from "#shared/domain/ambiguity-chain.ts";
import { type KnowledgeGraph, knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { type Mask, maskContext, maskOf } from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { AmbiguityCard } from "./ambiguity-card.tsx";
import { AmbiguityChains } from "./ambiguity-chains.tsx";
import { stepsBehind } from "./chain-tree.ts";
import { DataProposalList } from "./data-proposal-list.tsx";
import { LeadsTo } from "./leads-to.tsx";
import { ProposalList } from "./proposal-list.tsx";
import { useChains } from "./use-chains.ts";

/** The ambiguities of a task in the order of their numbers, which leads to which, and what is proposed. */
export function AmbiguitiesPane() {
  const { task, proposals, accept } = useTaskEditor(({ task, proposals, authoring }) => ({
    ...{ task, proposals, accept: authoring.accept },
  }));
  const graph = useTaskGraph();
  const chains = useChains();
  const toStep = useStepJump();
  const masks = useMemo(() => masksOf(task, graph), [task, graph]);
  const question = task.ambiguousQuestion ?? task.clearQuestion ?? "";
  return (
    <section
      ref={usePane<HTMLElement>("side ambiguities")}
      tabIndex={-1}
      aria-label="Ambiguities"
      className="min-h-0 flex-1 overflow-auto outline-none"
    >
      {task.ambiguities.length === 0 && (
        <p className="p-3 text-muted">No ambiguities: there is nothing to clarify.</p>
      )}
      <ul>
        {task.ambiguities.map((ambiguity, index) => (
          <AmbiguityCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an ambiguity is its position in the list (rule A1).
            key={index}
            ambiguity={ambiguity}
            index={index}
            mask={masks[index] ?? null}
          >
            <LeadsTo task={task} graph={graph} steps={stepsBehind(chains, index)} onStep={toStep} />
          </AmbiguityCard>
        ))}
      </ul>
      <AmbiguityChains task={task} graph={graph} chains={chains} onStep={toStep} />
      <ProposalList proposals={proposals} question={question} onAccept={accept} />
      <DataProposalList question={question} onAccept={accept} />
    </section>
  );
}

/** The knowledge of the task's database as a graph; null until it is known. */
function useTaskGraph(): KnowledgeGraph | null {
  const nodes = useTaskEditor(({ knowledge }) => knowledge?.nodes);
  return useMemo(() => (nodes === undefined ? null : knowledgeGraph(nodes)), [nodes]);
}

/** Leads to what a step of a chain speaks of. */
function useStepJump(): (step: ChainStep) => void {
  const { toAmbiguity, toKnowledge } = useTaskEditor(({ jumps }) => jumps);
  return (step) => {
    if (step.kind === "ambiguity") toAmbiguity(step.index);
    else if (step.kind === "knowledge") toKnowledge(step.nodes[0] as number);
  };
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
