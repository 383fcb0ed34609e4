import { useMemo } from "react";
import { errorText } from "../../../../data/faults.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { KnowledgeCard } from "./knowledge-card.tsx";
import { type TaskKnowledgeNode, taskKnowledge } from "./task-knowledge.ts";

/** The knowledge that a task has to do with: hidden nodes, used ones, and what these build on. */
export function KnowledgePane() {
  const { task, knowledge, error } = useTaskEditor(({ task, knowledge, knowledgeError }) => ({
    ...{ task, knowledge, error: knowledgeError },
  }));
  const region = usePane<HTMLElement>("side knowledge");
  const groups = useMemo(() => {
    const { masked, used, below } = taskKnowledge(task, knowledge?.nodes ?? []);
    return [
      { title: "Hidden from the system", nodes: masked },
      { title: "Used by the gold", nodes: used },
      { title: "What these build on", nodes: below },
    ].filter(({ nodes }) => nodes.length > 0);
  }, [task, knowledge]);
  if (error)
    return (
      <InlineError className="m-3" title="The knowledge could not be read.">
        {errorText(error)}
      </InlineError>
    );
  if (knowledge === undefined) return <SkeletonLines lines={6} />;
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Knowledge"
      className="min-h-0 flex-1 overflow-auto outline-none"
    >
      {knowledge.nodes.length === 0 && (
        <p className="p-3 text-muted">
          No knowledge base of {task.database} was imported. Import the tasks again with its {task.database}
          _kb.jsonl to see definitions and what masks hide.
        </p>
      )}
      {groups.length === 0 && knowledge.nodes.length > 0 && (
        <p className="p-3 text-muted">This task uses no knowledge.</p>
      )}
      {groups.map(({ title, nodes }) => (
        <Group key={title} title={title} nodes={nodes} />
      ))}
    </section>
  );
}

function Group({ title, nodes }: { title: string; nodes: readonly TaskKnowledgeNode[] }) {
  return (
    <>
      <h3 className="sticky top-0 border-b bg-panel px-3 py-1 text-sm font-medium text-muted">
        {title} <span className="font-normal">({nodes.length})</span>
      </h3>
      <ul>
        {nodes.map((known) => (
          <KnowledgeCard key={known.id} known={known} />
        ))}
      </ul>
    </>
  );
}
