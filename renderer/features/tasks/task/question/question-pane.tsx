import { Eraser, MessageCircleQuestionMark } from "lucide-react";
import { type Ref, useMemo } from "react";
import { followUpGuide } from "#shared/domain/follow-up-guide.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { wordDiff } from "#shared/text/word-diff.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import type { CodeMark } from "../../../../ui/code-editor/index.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import type { QuestionName } from "../findings/finding-target.ts";
import type { FindingsHere } from "../findings/findings-by-location.ts";
import type { Authoring } from "../use-authoring.ts";
import { ConditionsPopover } from "./conditions-popover.tsx";
import { ConditionsText } from "./conditions-text.tsx";
import { AddFollowUp, FollowUpTools } from "./follow-up-tools.tsx";
import { QuestionText } from "./question-text.tsx";
import { termMarks } from "./term-marks.ts";

export interface QuestionPaneProps {
  task: Task;
  /** The knowledge base of the task's database; empty until it is known. */
  nodes: readonly KnowledgeNode[];
  /** The ambiguity that is looked at, by its place in the task's list. */
  active: number | null;
  onAmbiguity(index: number): void;
  findingsOf(question: QuestionName): FindingsHere;
  edit(edit: TaskEdit): void;
  authoring: Pick<
    Authoring,
    "selected" | "onWords" | "fromWords" | "makeAmbiguous" | "toFollowUp" | "removeFollowUp"
  >;
  /** What scrolls. */
  region: Ref<HTMLDivElement>;
}

/** What is asked: the ambiguous question against the clear one, and the follow-up. */
export function QuestionPane(props: QuestionPaneProps) {
  const { task, nodes, active, onAmbiguity, findingsOf, edit, authoring } = props;
  const { clearQuestion, ambiguousQuestion, ambiguities, followUp, conditions } = task;
  const diff = useMemo(
    () => differenceMarks(clearQuestion, ambiguousQuestion),
    [clearQuestion, ambiguousQuestion],
  );
  const ambiguousMarks = useMemo(
    () => [...diff.ambiguous, ...termMarks(ambiguousQuestion ?? "", ambiguities, active)],
    [diff, ambiguousQuestion, ambiguities, active],
  );
  const onTag = (label: string) => onAmbiguity(Number(label) - 1);
  return (
    <div ref={props.region} className="@container min-h-0 flex-1 overflow-auto">
      <div className="divide-y @xl:grid @xl:grid-cols-2 @xl:divide-x @xl:divide-y-0">
        <QuestionText
          question="ambiguous"
          title="Ambiguous question"
          text={ambiguousQuestion}
          missing={<MakeAmbiguous onMake={authoring.makeAmbiguous} />}
          marks={ambiguousMarks}
          findings={findingsOf("ambiguous")}
          onChange={(text) => edit([{ kind: "set-fields", fields: { ambiguousQuestion: text } }])}
          onSelect={authoring.onWords}
          onTag={onTag}
          tools={
            ambiguousQuestion !== null && (
              <AmbiguousTools
                selected={authoring.selected}
                onNew={authoring.fromWords}
                onClear={() => edit([{ kind: "set-fields", fields: { ambiguousQuestion: null } }])}
              />
            )
          }
        />
        <QuestionText
          question="clear"
          title="Clear question"
          text={clearQuestion}
          missing={
            <p>
              The file withholds it.{" "}
              <Button
                size="sm"
                onClick={() =>
                  edit([{ kind: "set-fields", fields: { clearQuestion: ambiguousQuestion ?? "" } }])
                }
              >
                Write it
              </Button>
            </p>
          }
          marks={diff.clear}
          findings={findingsOf("clear")}
          onChange={(text) => edit([{ kind: "set-fields", fields: { clearQuestion: text } }])}
          onTag={onTag}
          facts={<ConditionsText conditions={conditions} />}
          tools={
            <ConditionsPopover
              label="Conditions"
              command={{
                id: "task.conditions",
                title: "Set the conditions: order, duplicates, decimals",
                keys: "alt+i",
              }}
              conditions={conditions}
              onChange={(changed) => edit([{ kind: "set-fields", fields: { conditions: changed } }])}
            />
          }
        />
      </div>
      <div className="border-t">
        <QuestionText
          question="follow-up"
          title="Follow-up"
          text={followUp?.question ?? null}
          missing={<AddFollowUp onAdd={authoring.toFollowUp} />}
          marks={noMarks}
          findings={findingsOf("follow-up")}
          onChange={(text) => edit([{ kind: "set-follow-up-fields", fields: { question: text } }])}
          onTag={onTag}
          facts={
            followUp !== null && (
              <>
                <FollowUpType type={followUp.type} />
                {followUp.category !== null && <Chip>{followUp.category}</Chip>}
                <ConditionsText conditions={followUp.conditions} />
              </>
            )
          }
          tools={
            followUp !== null && (
              <FollowUpTools
                followUp={followUp}
                nodes={nodes}
                edit={edit}
                onRemove={authoring.removeFollowUp}
              />
            )
          }
        />
      </div>
    </div>
  );
}

function MakeAmbiguous({ onMake }: { onMake(): void }) {
  return (
    <p>
      None: this is a clear task.{" "}
      <Button size="sm" keys="alt+q" onClick={onMake}>
        Make it ambiguous
      </Button>
    </p>
  );
}

interface AmbiguousToolsProps {
  selected: string;
  onNew(): void;
  onClear(): void;
}

function AmbiguousTools({ selected, onNew, onClear }: AmbiguousToolsProps) {
  return (
    <>
      <IconButton
        size="sm"
        icon={MessageCircleQuestionMark}
        label={selected === "" ? "New ambiguity" : `New ambiguity: ${selected}`}
        keys="alt+n"
        // The words stay selected.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onNew}
      />
      <IconButton size="sm" icon={Eraser} label="Without an ambiguous question" onClick={onClear} />
    </>
  );
}

function FollowUpType({ type }: { type: string | null }) {
  if (type === null) return null;
  const guide = followUpGuide(type);
  return (
    <Chip definition={guide?.definition ?? `"${type}" is outside the taxonomy of follow-ups.`}>
      {guide?.label ?? type}
    </Chip>
  );
}

const noMarks: CodeMark[] = [];

/** The words that only one of the two questions has. */
function differenceMarks(clear: string | null, ambiguous: string | null) {
  if (clear === null || ambiguous === null) return { clear: noMarks, ambiguous: noMarks };
  const { a, b } = wordDiff(clear, ambiguous);
  return {
    clear: a.map((range): CodeMark => ({ ...range, kind: "removed", message: "only in the clear question" })),
    ambiguous: b.map(
      (range): CodeMark => ({ ...range, kind: "added", message: "only in the ambiguous question" }),
    ),
  };
}
