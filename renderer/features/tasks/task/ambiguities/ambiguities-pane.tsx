import { CornerDownRight } from "lucide-react";
import { useMemo } from "react";
import type { AmbiguityChain, ChainStep } from "#shared/domain/ambiguity-chain.ts";
import { type KnowledgeGraph, knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { type Mask, maskContext, maskOf } from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import { type ChainsQuestion, goldOf } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { AmbiguityCard } from "./ambiguity-card.tsx";
import { AmbiguityChains } from "./ambiguity-chains.tsx";
import { type ChainContext, ChainStepSign, stepText } from "./chain-step.tsx";
import { stepsBehind } from "./chain-tree.ts";
import { DataProposalList } from "./data-proposal-list.tsx";
import { ProposalList } from "./proposal-list.tsx";

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

interface LeadsToProps extends ChainContext {
  steps: readonly ChainStep[];
  onStep(step: ChainStep): void;
}

/** On an ambiguity: what has to be asked, read or looked at once it is answered. */
function LeadsTo({ steps, onStep, ...context }: LeadsToProps) {
  if (steps.length === 0) return null;
  return (
    <div className="mt-1 flex gap-1 text-sm text-muted">
      <CornerDownRight size={13} aria-hidden className="mt-0.5 shrink-0" />
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-0.5">
        <span className="sr-only">Leads to</span>
        {steps.map((step) => (
          <button
            key={JSON.stringify(step)}
            type="button"
            disabled={step.kind === "column"}
            onClick={() => onStep(step)}
            className="flex max-w-full min-w-0 items-center gap-1 rounded-sm enabled:hover:text-ink enabled:hover:underline"
          >
            <ChainStepSign step={step} />
            <span className="truncate">{stepText(step, context)}</span>
          </button>
        ))}
      </p>
    </div>
  );
}

const none: readonly AmbiguityChain[] = [];

/** Which clarification of a task leads on to which, worked out beside the window. */
function useChains(): readonly AmbiguityChain[] {
  const { taskId, task, dialect, knowledge } = useTaskEditor(({ taskId, task, dialect, knowledge }) => ({
    ...{ taskId, task, dialect, knowledge },
  }));
  const question = useMemo<ChainsQuestion | null>(() => {
    if (knowledge === undefined || task.ambiguities.length === 0) return null;
    // A gold of a megabyte would keep the anchors waiting.
    if (tracedLength({ 1: task.goldSql, 2: [] }, 1) > longestTraced) return null;
    const nodes = knowledge.nodes.length === 0 ? null : knowledge.nodes;
    return { about: "chains", gold: goldOf(task), task, dialect, nodes };
  }, [task, dialect, knowledge]);
  return useLastAnalysis(taskId, question).answer ?? none;
}
