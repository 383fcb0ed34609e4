import { Plus, Route, WrapText } from "lucide-react";
import { type ReactNode, type Ref, useMemo } from "react";
import type { TextRange } from "#shared/domain/finding.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import {
  type CodeAction,
  CodeInput,
  type CodeInputHandle,
  type CodeMark,
  type Reveal,
} from "../../../../ui/code-editor/index.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { findingMarks } from "../findings/finding-marks.ts";
import type { FindingsHere } from "../findings/findings-by-location.ts";
import { SeverityIcon } from "../findings/severity-icon.tsx";
import { worstSeverity } from "../findings/shown-findings.ts";
import { TestCode } from "../tests/test-code.tsx";
import type { TaskDocument } from "./task-documents.ts";

export interface DocumentsPaneProps {
  taskId: number;
  documents: readonly TaskDocument[];
  shown: TaskDocument;
  onShow(id: string): void;
  /** Texts that the task does not have yet, and how one is begun. */
  missing: readonly TaskDocument[];
  onBegin(id: string): void;
  /** The gold is coloured by where its parts come from. */
  isMap: boolean;
  onMap(isMap: boolean): void;
  wrap: boolean;
  /** Whose names test scripts are offered. */
  profile: EvaluatorProfile;
  onWrap(wrap: boolean): void;
  /** Marks besides findings: the snippets of the ambiguities. */
  /** null while they are worked out. */
  marks: readonly CodeMark[] | null;
  findingsOf(id: string): FindingsHere;
  reveal: Reveal | null;
  /** The text was edited. */
  onChange(text: string): void;
  /** The person put the cursor somewhere (an empty range) or selected something. */
  onSelect(range: TextRange): void;
  actions: readonly CodeAction[];
  onRun(): void;
  /** Escape in the SQL. */
  onLeave(): void;
  /** Below the code. */
  below: ReactNode;
  /** The editor of the SQL. */
  editor: Ref<CodeInputHandle>;
}

/** The code of a task, one text at a time: gold, test scripts, what is run around it. */
export function DocumentsPane(props: DocumentsPaneProps) {
  const { documents, shown, onShow, missing, onBegin, wrap, onWrap, marks, findingsOf } = props;
  const { located: placed } = findingsOf(shown.id);
  const all = useMemo(
    () => marks && [...marks, ...findingMarks(shown.text, placed)],
    [marks, shown.text, placed],
  );
  const tabs = documents.map(({ id, title }) => {
    const { located: inside, whole } = findingsOf(id);
    const worst = worstSeverity([...inside, ...whole]);
    return { value: id, title, badge: worst && <SeverityIcon severity={worst} size={12} /> };
  });
  return (
    <Tabs
      label="Code of the task"
      tabs={tabs}
      value={shown.id}
      onChange={onShow}
      tools={
        <>
          <IconButton
            size="sm"
            icon={Route}
            label="Colour the gold by where it comes from"
            keys="o"
            pressed={props.isMap}
            onClick={() => props.onMap(!props.isMap)}
          />
          {missing.length > 0 && (
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Plus} label="Add SQL around phase 1" />}
              entries={missing.map(({ id, title, kind }) => ({
                title,
                detail: stateWords[kind],
                run: () => onBegin(id),
              }))}
            />
          )}
          <IconButton
            size="sm"
            icon={WrapText}
            label="Wrap long lines"
            keys="w"
            pressed={wrap}
            onClick={() => onWrap(!wrap)}
          />
          <CopyButton text={shown.text} label={`Copy ${shown.title.toLowerCase()}`} />
        </>
      }
    >
      <div className="relative min-h-0 flex-1">
        <Code {...props} marks={all} />
        {shown.text === "" && (
          <p className="pointer-events-none absolute top-2 left-14 text-faint">{emptyWords(shown.kind)}</p>
        )}
      </div>
      {props.below}
    </Tabs>
  );
}

const stateWords: Partial<Record<TaskDocument["kind"], string>> = {
  preprocess: "runs before phase 1",
  "clean-up": "runs after it",
};

function emptyWords(kind: TaskDocument["kind"]): string {
  if (kind === "gold") return "No gold SQL yet, or it is withheld. Write it here.";
  const words = stateWords[kind];
  return words === undefined ? "Empty" : `What ${words} can be written here.`;
}

/** SQL or a test script, to be written. */
function Code(props: DocumentsPaneProps) {
  const { taskId, shown, marks, wrap, reveal, profile, findingsOf } = props;
  const { onChange, onSelect, actions, onRun, onLeave } = props;
  if (shown.kind === "test")
    return (
      <TestCode
        key={shown.id}
        script={shown.text}
        label={shown.title}
        {...{ profile, wrap, reveal, onChange, onRun, onLeave }}
        placed={findingsOf(shown.id).located}
      />
    );
  return (
    <CodeInput
      value={shown.text}
      of={`${taskId} ${shown.id}`}
      marks={marks}
      wrap={wrap}
      label={shown.title}
      reveal={reveal}
      autoFocus={false}
      onChange={onChange}
      onSelect={onSelect}
      actions={actions}
      onRun={onRun}
      onLeave={onLeave}
      ref={props.editor}
    />
  );
}
