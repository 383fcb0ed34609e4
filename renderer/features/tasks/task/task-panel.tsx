import type { ReactNode } from "react";
import { useThreads } from "../../../data/comments.ts";
import { useOpensThreads } from "../../../results/comments/asked-threads.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { isOpen } from "./certificate/mutants/mutant-outcomes.ts";
import { MutantsPane } from "./certificate/mutants/mutants-pane.tsx";
import { TaskComments } from "./comments/task-comments.tsx";
import { targetText } from "./findings/finding-target.ts";
import { FindingsPane } from "./findings/findings-pane.tsx";
import { SeverityBadges } from "./findings/severity-badges.tsx";
import { severityCounts } from "./findings/shown-findings.ts";
import { useQuickFixOf } from "./findings/use-quick-fix.ts";
import { KnowledgeGraphPane } from "./knowledge/graph/knowledge-graph-pane.tsx";
import { ProvenancePane } from "./provenance/provenance-pane.tsx";
import { RunPane } from "./run/run-pane.tsx";
import { SchemaPanel } from "./schema/schema-panel.tsx";
import { TaskScratchPane } from "./scratch/task-scratch-pane.tsx";
import { useTaskEditor } from "./store/task-editor-context.ts";
import { usePane } from "./store/use-jump-target.ts";
import type { TaskViewState } from "./task-view-state.ts";
import { TestsPane } from "./tests/tests-pane.tsx";

type PanelName = TaskViewState["panel"];

const panels: Record<PanelName, { title: string; keys: string; pane: ReactNode }> = {
  findings: { title: "Findings", keys: "alt+f", pane: <TaskFindings /> },
  run: { title: "Run", keys: "alt+r", pane: <RunPane /> },
  tests: { title: "Tests", keys: "alt+t", pane: <TestsPane /> },
  scratch: { title: "Scratch SQL", keys: "q", pane: <TaskScratchPane /> },
  schema: { title: "Database", keys: "shift+d", pane: <SchemaPanel /> },
  graph: { title: "Knowledge graph", keys: "shift+k", pane: <KnowledgeGraphPane /> },
  provenance: { title: "Provenance", keys: "alt+o", pane: <ProvenancePane /> },
  mutants: { title: "Mutants", keys: "shift+m", pane: <MutantsPane /> },
  comments: { title: "Comments", keys: "alt+b", pane: <CommentsOfTask /> },
};

const spinner = <span className="spinner text-accent" />;

/** Below the parts of the task: what was found, what ran, and SQL of the person's own. */
export function TaskPanel() {
  const { taskId, panel, setViewState, findings, running, testsRun, survivors } = useTaskEditor((state) => ({
    taskId: state.taskId,
    ...{ panel: state.viewState.panel, setViewState: state.setViewState, findings: state.findings },
    running: state.running,
    testsRun: state.tests.run?.state === "running",
    survivors: state.certificate.mutants?.filter(({ outcome }) => isOpen(outcome)).length ?? 0,
  }));
  useOpensThreads({ taskId }, () => setViewState({ panel: "comments" }));
  const openThreads = useThreads({ taskId }).data?.filter(({ resolved }) => resolved === null).length ?? 0;
  const badges: Partial<Record<PanelName, ReactNode>> = {
    findings: findings.length > 0 && <SeverityBadges counts={severityCounts(findings)} />,
    run: running && spinner,
    tests: testsRun && spinner,
    comments: openThreads > 0 && <span className="text-faint">{openThreads}</span>,
    mutants: survivors > 0 && <OpenMutants count={survivors} />,
  };
  return (
    <Tabs<PanelName>
      label="Findings and runs"
      tabs={(Object.keys(panels) as PanelName[]).map((value) => {
        const { title, keys } = panels[value];
        return { value, title, keys, badge: badges[value] };
      })}
      value={panel}
      onChange={(chosen) => setViewState({ panel: chosen })}
    >
      {panels[panel].pane}
    </Tabs>
  );
}

function CommentsOfTask() {
  const taskId = useTaskEditor((state) => state.taskId);
  return <TaskComments key={taskId} />;
}

function OpenMutants({ count }: { count: number }) {
  return (
    <span
      className="inline-flex items-center gap-1 text-sm"
      title="Survivors that a test could catch, or that nobody can explain"
    >
      <span aria-hidden className="code-dot code-dot-unexplained" />
      {count}
    </span>
  );
}

function TaskFindings() {
  const { findings, byLocation, documents, active, onJump, isChecked } = useTaskEditor((state) => ({
    ...{ findings: state.findings, byLocation: state.byLocation, documents: state.documents },
    active: state.location.finding,
    onJump: state.jumps.toFinding,
    isChecked: state.isChecked || state.view.findings.some(({ origin }) => origin === "check"),
  }));
  return (
    <FindingsPane
      findings={findings}
      locationOf={(shown) => targetText(byLocation.targetOf(shown), shown.finding.where, documents)}
      active={active}
      onJump={onJump}
      fixOf={useQuickFixOf()}
      region={usePane("panel findings")}
      isChecked={isChecked}
    />
  );
}
