import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { type Criterion, criterionSpecs } from "#shared/domain/cross-check.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskPart } from "#shared/domain/task-part.ts";
import { useDatabaseKnowledge } from "../../../data/tasks.ts";
import { ambiguityTag, typeWords } from "../../../results/task/ambiguity-words.ts";
import { ConditionsText } from "../../../results/task/conditions-text.tsx";
import { termMarks } from "../../../results/task/term-marks.ts";
import { Chip } from "../../../ui/chip.tsx";
import { classes } from "../../../ui/classes.ts";
import { annotatedPieces, CodeViewer, markClasses } from "../../../ui/code-editor/index.ts";
import { MathText } from "../../../ui/math-text/index.ts";

interface CheckedTaskProps {
  projectId: number;
  task: Task;
  /** The criterion in front: the parts that it speaks of are marked, and come into view. */
  criterion: Criterion | null;
}

/** A task to be read by whoever checks it: everything that the criteria speak of, in their order. */
export function CheckedTask({ projectId, task, criterion }: CheckedTaskProps) {
  const { data: known } = useDatabaseKnowledge(projectId, task.database);
  const nodes = known?.nodes ?? [];
  const { followUp } = task;
  const [first] = criterion === null ? [] : criterionSpecs[criterion].parts;
  const part = (name: TaskPart, title: string, content: ReactNode) => (
    <Part
      title={title}
      isMeant={criterion !== null && criterionSpecs[criterion].parts.includes(name)}
      isFirst={first === name}
    >
      {content}
    </Part>
  );
  const sql = (name: "goldSql" | "preprocessSql" | "cleanUpSql", title: string) =>
    task[name].length > 0 && part(name, title, <Statements statements={task[name]} label={title} />);
  return (
    <div className="flex flex-col gap-4 px-4 py-3">
      {part("clearQuestion", "Clear question", <Prose text={task.clearQuestion ?? "It is withheld."} />)}
      {task.ambiguousQuestion !== null &&
        part("ambiguousQuestion", "Ambiguous question", <AmbiguousQuestion task={task} />)}
      {task.ambiguities.length > 0 &&
        part("ambiguities", "Ambiguities", <AmbiguityList task={task} nodes={nodes} />)}
      {sql("preprocessSql", "SQL before the gold")}
      {sql("goldSql", "Gold SQL")}
      {sql("cleanUpSql", "SQL after the tests")}
      {part("conditions", "Conditions", <Conditions conditions={task.conditions} />)}
      {task.knowledgeIds.length > 0 &&
        part(
          "knowledgeIds",
          "Knowledge that the gold uses",
          <Knowledge ids={task.knowledgeIds} nodes={nodes} />,
        )}
      {part("tests", "Tests", <Tests tests={task.tests} />)}
      {followUp !== null &&
        part(
          "followUp",
          `Follow-up${followUp.type === null ? "" : `: ${followUp.type.replaceAll("_", " ")}`}`,
          <div className="flex flex-col gap-2">
            <Prose text={followUp.question} />
            <Statements statements={followUp.goldSql} label="Gold SQL of the follow-up" />
            <Conditions conditions={followUp.conditions} />
            <Tests tests={followUp.tests} />
          </div>,
        )}
    </div>
  );
}

interface PartProps {
  title: string;
  isMeant: boolean;
  isFirst: boolean;
  children: ReactNode;
}

function Part({ title, isMeant, isFirst, children }: PartProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFirst) section.current?.scrollIntoView({ block: "nearest" });
  }, [isFirst]);
  return (
    <section
      ref={section}
      aria-label={title}
      className={classes(
        "min-w-0 scroll-mt-2 border-l-2 pl-3",
        isMeant ? "border-accent" : "border-transparent",
      )}
    >
      <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

const Prose = ({ text }: { text: string }) => (
  <p dir="auto" className="max-w-160 break-words whitespace-pre-wrap select-text">
    {text}
  </p>
);

/** The ambiguous question with its terms under the numbers of their ambiguities. */
function AmbiguousQuestion({ task: { ambiguousQuestion, ambiguities } }: { task: Task }) {
  const text = ambiguousQuestion ?? "";
  const marks = useMemo(() => termMarks(text, ambiguities, null), [text, ambiguities]);
  return (
    <p dir="auto" className="max-w-160 break-words whitespace-pre-wrap select-text">
      {annotatedPieces(text, marks, []).map(({ from, text: piece, marks: own }) => (
        <span key={from}>
          {own.map(
            (mark) =>
              mark.kind === "tag" &&
              mark.from === from && (
                <span key={mark.label} className={`tag-badge tag-${mark.hue}`}>
                  {mark.label}
                </span>
              ),
          )}
          <span className={own.map(markClasses).join(" ")}>{piece}</span>
        </span>
      ))}
    </p>
  );
}

function AmbiguityList({ task, nodes }: { task: Task; nodes: readonly KnowledgeNode[] }) {
  return (
    <ol className="flex flex-col gap-2.5">
      {task.ambiguities.map((ambiguity, index) => {
        const { label, hue } = ambiguityTag(index);
        const hidden = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an ambiguity's number is its identity.
          <li key={index} className="flex gap-2">
            <span className={`tag-badge tag-${hue} mt-0.5 shrink-0 self-start`}>{label}</span>
            <div className="min-w-0 flex-1 select-text">
              <p className="flex flex-wrap items-center gap-1">
                <span className="mr-1 font-medium break-words">{ambiguity.term || "no term"}</span>
                <Chip>{ambiguity.kind}</Chip>
                <Chip definition={typeWords(ambiguity).definition}>{typeWords(ambiguity).label}</Chip>
              </p>
              <code className="mt-0.5 block font-mono text-sm break-words whitespace-pre-wrap">
                {ambiguity.sqlSnippet}
              </code>
              {hidden !== null && (
                <p className="text-sm text-muted">Hidden from the system: {nameOf(nodes, hidden)}</p>
              )}
              {ambiguity.words !== null && (
                <p className="text-sm text-muted">The user answers: “{ambiguity.words}”</p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

const nameOf = (nodes: readonly KnowledgeNode[], id: number): string =>
  nodes.find((node) => node.id === id)?.name ?? `node ${id}`;

function Knowledge({ ids, nodes }: { ids: readonly number[]; nodes: readonly KnowledgeNode[] }) {
  return (
    <ul className="flex flex-col gap-1 select-text">
      {ids.map((id) => {
        const node = nodes.find((one) => one.id === id);
        return (
          <li key={id}>
            <span className="font-medium">{nameOf(nodes, id)}</span>
            {node !== undefined && (
              <span className="text-muted">
                {" "}
                <MathText text={node.definition} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const Conditions = ({ conditions }: { conditions: Task["conditions"] }) => (
  <p className="flex flex-wrap gap-1">
    <ConditionsText conditions={conditions} />
  </p>
);

function Statements({ statements, label }: { statements: readonly string[]; label: string }) {
  return <CodeBlock text={statements.join("\n\n")} label={label} />;
}

function Tests({ tests }: { tests: readonly string[] }) {
  if (tests.length === 0)
    return <p className="text-muted">No tests of its own: the evaluator compares results with the gold's.</p>;
  return (
    <div className="flex flex-col gap-2">
      {tests.map((test, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests have no other identity than their order.
        <CodeBlock key={index} text={test} label={`Test ${index + 1}`} language="python" />
      ))}
    </div>
  );
}

const lineHeight = 19;
const padding = 16;
/** About how many letters a line holds before it wraps. */
const lineLetters = 88;
/** A longer text scrolls within its block. */
const mostLines = 40;

const none: never[] = [];
const nothing = (): void => undefined;

/** Code among other parts of a task, as high as its text. */
function CodeBlock({ text, label, language }: { text: string; label: string; language?: "python" }) {
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLetters)), 0);
  return (
    <div
      className="overflow-hidden rounded-md border"
      style={{ height: Math.min(lines, mostLines) * lineHeight + padding }}
    >
      <CodeViewer
        value={text}
        label={label}
        marks={none}
        links={none}
        wrap
        onLink={nothing}
        {...(language === undefined ? {} : { language })}
      />
    </div>
  );
}
