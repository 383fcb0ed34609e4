import { BookOpen, Columns3 } from "lucide-react";
import type { ChainStep } from "#shared/domain/ambiguity-chain.ts";
import type { KnowledgeGraph } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { ambiguityTag } from "../../../../results/task/ambiguity-words.ts";

export interface ChainContext {
  task: Task;
  graph: KnowledgeGraph | null;
}

/** A step of a chain in words: the term that is asked about, the nodes that are read, the column that is looked at. */
export function stepText(step: ChainStep, { task, graph }: ChainContext): string {
  switch (step.kind) {
    case "ambiguity":
      return task.ambiguities[step.index]?.term || `ambiguity ${step.index + 1}`;
    case "knowledge":
      return step.nodes.map((id) => graph?.nodes.get(id)?.name ?? `node ${id}`).join(" › ");
    case "column":
      return step.column;
  }
}

/** The sign of a step, an ambiguity's number or an icon, before its words. */
export function ChainStepSign({ step }: { step: ChainStep }) {
  if (step.kind === "ambiguity") {
    const { label, hue } = ambiguityTag(step.index);
    return <span className={`tag-badge tag-${hue} shrink-0`}>{label}</span>;
  }
  const Icon = step.kind === "knowledge" ? BookOpen : Columns3;
  return <Icon size={13} strokeWidth={1.75} aria-hidden className="shrink-0 text-muted" />;
}
