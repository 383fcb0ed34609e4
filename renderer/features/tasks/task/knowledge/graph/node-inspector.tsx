import { Eye, EyeOff } from "lucide-react";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Mask } from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { Button } from "../../../../../ui/button.tsx";
import { Checkbox } from "../../../../../ui/checkbox.tsx";
import { MathText } from "../../../../../ui/math-text/index.ts";
import { hideEdit, maskTerm, showEdit, termEdit, usageEdit } from "../knowledge-edits.ts";
import { TermPicker } from "./term-picker.tsx";

export interface NodeInspectorProps {
  task: Task;
  node: KnowledgeNode;
  mask: Mask | null;
  edit(edit: TaskEdit): void;
}

/** The node that is looked at: what it says, which phases use it, and whether it is hidden and by which words. */
export function NodeInspector({ task, node, mask, edit }: NodeInspectorProps) {
  const term = maskTerm(task, node.id);
  const uses = [
    { phase: 1 as const, ids: task.knowledgeIds },
    ...(task.followUp === null ? [] : [{ phase: 2 as const, ids: task.followUp.knowledgeIds }]),
  ];
  return (
    <section aria-label={`Node ${node.id}`} className="w-72 shrink-0 overflow-auto border-l p-3">
      <h3 dir="auto" className="font-medium">
        <span className="font-mono text-sm text-muted">{node.id}</span> {node.name}
      </h3>
      <p
        dir="auto"
        className="mt-1 rounded-md bg-sunken px-2 py-1 break-words whitespace-pre-wrap select-text"
      >
        <MathText text={node.definition} />
      </p>
      <div className="mt-2 flex flex-wrap gap-x-3">
        {uses.map(({ phase, ids }) => (
          <Checkbox
            key={phase}
            checked={ids.includes(node.id)}
            onChange={(isUsed) => edit(usageEdit(task, phase, node.id, isUsed))}
          >
            used in phase {phase}
          </Checkbox>
        ))}
      </div>
      <div className="mt-2">
        {term === null ? (
          <Button icon={EyeOff} keys="m" onClick={() => edit(hideEdit(task, node))}>
            Hide from the system
          </Button>
        ) : (
          <Button icon={Eye} keys="m" onClick={() => edit(showEdit(task, node.id))}>
            Show to the system
          </Button>
        )}
        {mask !== null && <p className="mt-1 text-sm text-muted">Hidden, {mask.kind}.</p>}
      </div>
      {term !== null && (
        <>
          {task.ambiguousQuestion !== null && (
            <TermPicker
              key={node.id}
              question={task.ambiguousQuestion}
              term={term}
              onTerm={(words) => edit(termEdit(task, node.id, words))}
            />
          )}
          <p className="mt-1 text-sm text-muted">
            Its term is “<bdi>{term}</bdi>”.
          </p>
        </>
      )}
    </section>
  );
}
