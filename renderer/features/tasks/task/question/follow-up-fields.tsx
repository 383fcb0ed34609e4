import { useState } from "react";
import type { FollowUp } from "#shared/domain/follow-up.ts";
import { followUpGuide, followUpGuides } from "#shared/domain/follow-up-guide.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import { taskCategories } from "#shared/domain/task.ts";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";

export interface FollowUpFieldsProps {
  followUp: FollowUp;
  /** The knowledge base of the task's database. */
  nodes: readonly KnowledgeNode[];
  set(fields: Partial<FollowUp>): void;
}

/** What a follow-up says of itself: its type with what that means, its category, the knowledge that its gold uses. */
export function FollowUpFields({ followUp, nodes, set }: FollowUpFieldsProps) {
  const { type, category, knowledgeIds } = followUp;
  const types = withOwn(
    followUpGuides.map((guide) => guide.type),
    type,
  );
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Type"
        value={type ?? ""}
        options={[
          { value: "", title: "none" },
          ...types.map((value) => ({ value, title: followUpGuide(value)?.label ?? value })),
        ]}
        onChange={(value) => set({ type: value === "" ? null : value })}
      />
      <Guide type={type} />
      <Select
        label="Category"
        value={category ?? ""}
        options={[
          { value: "", title: "none" },
          ...withOwn(taskCategories, category).map((value) => ({ value, title: value })),
        ]}
        onChange={(value) => set({ category: value === "" ? null : value })}
      />
      <KnowledgeField ids={knowledgeIds} nodes={nodes} onChange={(ids) => set({ knowledgeIds: ids })} />
    </div>
  );
}

/** The known words, and the one that a file uses instead. */
function withOwn(known: readonly string[], own: string | null): string[] {
  return [...new Set(own === null ? known : [...known, own])];
}

function Guide({ type }: { type: string | null }) {
  const guide = followUpGuide(type ?? "");
  if (guide === null) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-sm [&_dt]:text-muted">
      <dt>Is</dt>
      <dd>{guide.definition}</dd>
      <dt>Where</dt>
      <dd>{guide.condition}</dd>
      <dt>First</dt>
      <dd>{guide.example.first}</dd>
      <dt>Then</dt>
      <dd>{guide.example.followUp}</dd>
    </dl>
  );
}

interface KnowledgeFieldProps {
  ids: readonly number[];
  nodes: readonly KnowledgeNode[];
  onChange(ids: number[]): void;
}

/** Ids of knowledge nodes as a list to type, with their names below. */
function KnowledgeField({ ids, nodes, onChange }: KnowledgeFieldProps) {
  const [text, setText] = useState(ids.join(", "));
  return (
    <div>
      <TextField
        label="Knowledge that its gold uses"
        mono
        hint="Ids from the knowledge base, separated by commas."
        error={idsIn(text) === null ? "Enter numbers separated by commas, such as 3, 7." : null}
        value={text}
        onChange={(value) => {
          setText(value);
          const typed = idsIn(value);
          if (typed !== null) onChange(typed);
        }}
      />
      <ul className="mt-1 text-sm text-muted">
        {ids.map((id) => (
          <li key={id} className="truncate">
            <span className="tabular-nums">{id}</span>{" "}
            {nodes.find((node) => node.id === id)?.name ?? "is not in the knowledge base"}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The ids of a typed list, each once; null for a text that is no list of numbers. */
function idsIn(text: string): number[] | null {
  if (!/^\s*(?:\d{1,9}\s*(?:,\s*\d{1,9}\s*)*,?\s*)?$/.test(text)) return null;
  return [...new Set((text.match(/\d+/g) ?? []).map(Number))];
}
