import { useMemo } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import { fieldClasses, LabelledField } from "../../../../ui/field.tsx";
import { goldOf, type WordsQuestion } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** What the simulated user answers to a question about an ambiguity; the built-in sentence stands there until words are written. */
export function ClarificationField({ index, ambiguity }: { index: number; ambiguity: Ambiguity }) {
  const change = useTaskEditor(({ authoring }) => authoring.change);
  const id = `ambiguity-clarification-${index}`;
  return (
    <LabelledField
      id={id}
      label="Words of the clarification"
      hint="What the simulated user answers. Left empty, it says the sentence shown."
    >
      <textarea
        id={id}
        dir="auto"
        rows={3}
        value={ambiguity.words ?? ""}
        placeholder={useBuiltInWords(index) ?? ""}
        aria-describedby={`${id}-note`}
        onChange={({ target: { value } }) => change(index, { ...ambiguity, words: value || null })}
        className={`${fieldClasses} resize-y py-1`}
      />
    </LabelledField>
  );
}

/** The built-in sentence of an ambiguity's snippet, worked out beside the window; null until it is known. */
function useBuiltInWords(ambiguity: number): string | null {
  const { taskId, task, dialect, knowledge } = useTaskEditor(({ taskId, task, dialect, knowledge }) => ({
    ...{ taskId, task, dialect, knowledge },
  }));
  const question = useMemo<WordsQuestion | null>(() => {
    if (knowledge === undefined) return null;
    const gold = goldOf(task);
    if (tracedLength({ 1: task.goldSql, 2: [] }, 1) > longestTraced) return null;
    const { nodes, schema, columnMeanings: meanings } = knowledge;
    const known = { nodes: nodes.length === 0 ? null : nodes, database: { schema, meanings } };
    return { about: "words", gold, task, dialect, ambiguity, ...known };
  }, [task, dialect, knowledge, ambiguity]);
  return useLastAnalysis(taskId, question).answer;
}
