import { type RefObject, useState } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import type { CodeInputHandle } from "../../../ui/code-editor/index.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { targetText } from "./findings/finding-target.ts";
import { FindingsPane } from "./findings/findings-pane.tsx";
import { SeverityBadges } from "./findings/severity-badges.tsx";
import { severityCounts } from "./findings/shown-findings.ts";
import { TaskKnowledgeGraph } from "./knowledge/graph/knowledge-graph.tsx";
import { ProvenancePane } from "./provenance/provenance-pane.tsx";
import type { ProvenanceMap } from "./provenance/use-provenance-map.ts";
import { RunPane } from "./run/run-pane.tsx";
import { insertName } from "./schema/insert-name.ts";
import { SchemaPanel } from "./schema/schema-panel.tsx";
import { TaskScratchPane } from "./scratch/task-scratch-pane.tsx";
import type { TaskViewState } from "./task-view-state.ts";
import { TestsPane } from "./tests/tests-pane.tsx";
import { useTestsCommands } from "./tests/use-tests-commands.ts";
import { useTestsEditor } from "./tests/use-tests-editor.ts";
import type { TaskEditorState } from "./use-task-editor.ts";

export interface TaskPanelProps {
  view: TaskDetails;
  desk: TaskEditorState;
  provenance: ProvenanceMap;
  /** The person opened the scratch SQL by its keys, so that it takes the focus. */
  scratchOpened: boolean;
  /** Opens the scratch SQL with the focus in it. */
  onOpenScratch(): void;
  /** The editor of the task's SQL. */
  editor: RefObject<CodeInputHandle | null>;
  onLeave(): void;
  region: RefObject<HTMLElement | null>;
}

/** Below the parts of the task: what was found, what ran, and SQL of the person's own. */
export function TaskPanel(props: TaskPanelProps) {
  const { view, desk, provenance, scratchOpened, onOpenScratch, editor, onLeave, region } = props;
  const { findings, byPlace, documents, place, look, onLook, jumps, run, running } = desk;
  const [scratch, setScratch] = useState({ taskId: view.taskId, sql: "" });
  const sql = scratch.taskId === view.taskId ? scratch.sql : "";
  const setSql = (text: string) => setScratch({ taskId: view.taskId, sql: text });
  const tests = useTestsEditor(view, desk);
  useTestsCommands(tests, running);
  return (
    <Tabs<TaskViewState["panel"]>
      label="Findings and runs"
      tabs={[
        {
          value: "findings",
          title: "Findings",
          badge: findings.length > 0 && <SeverityBadges counts={severityCounts(findings)} />,
          keys: "alt+f",
        },
        {
          value: "run",
          title: "Run",
          badge: running && <span className="spinner text-accent" />,
          keys: "alt+r",
        },
        {
          value: "tests",
          title: "Tests",
          badge: tests.run?.state === "running" && <span className="spinner text-accent" />,
          keys: "alt+t",
        },
        { value: "scratch", title: "Scratch SQL", keys: "q" },
        { value: "schema", title: "Database", keys: "shift+d" },
        { value: "graph", title: "Knowledge graph", keys: "shift+k" },
        { value: "provenance", title: "Provenance", keys: "alt+o" },
      ]}
      value={look.panel}
      onChange={(panel) => onLook({ panel })}
    >
      {look.panel === "findings" && (
        <FindingsPane
          findings={findings}
          placeOf={(shown) => targetText(byPlace.targetOf(shown), shown.finding.where, documents)}
          active={place.finding}
          onJump={jumps.toFinding}
          region={region}
          isChecked={desk.isChecked || view.findings.some(({ origin }) => origin === "check")}
        />
      )}
      {look.panel === "run" && (
        <RunPane
          shown={run}
          follows={look.runWhileTyping}
          onFollows={(runWhileTyping) => onLook({ runWhileTyping })}
          onCancel={desk.cancelRun}
          onLine={jumps.toLine}
          region={region}
        />
      )}
      {look.panel === "tests" && <TestsPane tests={tests} desk={desk} onLeave={onLeave} region={region} />}
      {look.panel === "scratch" && (
        <TaskScratchPane
          key={view.taskId}
          taskId={view.taskId}
          task={view.task}
          dialect={desk.dialect}
          sql={sql}
          onSql={setSql}
          autoFocus={scratchOpened}
          onLeave={onLeave}
          region={region}
        />
      )}
      {look.panel === "schema" && (
        <SchemaPanel
          view={view}
          dialect={desk.dialect}
          onInsert={(name) => insertName(name, desk.shown, editor.current)}
          onScratch={(query) => {
            setSql(query);
            onOpenScratch();
          }}
          onLeave={onLeave}
          region={region}
        />
      )}
      {look.panel === "graph" && (
        <TaskKnowledgeGraph view={view} edit={desk.edit} onNode={jumps.toKnowledge} region={region} />
      )}
      {look.panel === "provenance" && (
        <ProvenancePane
          provenance={provenance}
          isColoured={provenance.isColoured}
          onColoured={provenance.setColoured}
          onPart={provenance.toPart}
          region={region}
        />
      )}
    </Tabs>
  );
}
