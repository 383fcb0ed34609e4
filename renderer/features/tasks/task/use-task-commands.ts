import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";
import type { TaskDocument } from "./documents/task-documents.ts";
import type { ShownFinding } from "./findings/shown-findings.ts";
import { useTaskEditor } from "./store/task-editor-context.ts";
import type { TaskLocation } from "./store/task-editor-state.ts";
import type { TaskViewState } from "./task-view-state.ts";

/** What the commands of a task act on. */
export interface TaskHandles {
  location: TaskLocation;
  documents: readonly TaskDocument[];
  findings: readonly ShownFinding[];
  ambiguities: number;
  viewState: TaskViewState;
  profile: EvaluatorProfile;
  running: boolean;
  canRun: boolean;
  setViewState(change: Partial<TaskViewState>): void;
  showDocument(id: string): void;
  toFinding(shown: ShownFinding): void;
  toAmbiguity(index: number | null): void;
  startRun(checks: boolean): void;
  cancelRun(): void;
  /** Opens a panel or a side and puts the focus into it. */
  openPanel(panel: TaskViewState["panel"]): void;
  openSide(side: TaskViewState["side"]): void;
}

/** Makes everything that can be done in a task a command with its keys. */
export function useTaskCommands(): void {
  const handles = useTaskEditor((state): TaskHandles => {
    const { location, documents, findings, task, viewState, profile, running } = state;
    const { setViewState, showDocument, startRun, cancelRun, openPanel, openSide, jumps } = state;
    return {
      ...{ location, documents, findings, viewState, profile, running },
      ...{ setViewState, showDocument, startRun, cancelRun, openPanel, openSide },
      toFinding: jumps.toFinding,
      toAmbiguity: jumps.toAmbiguity,
      ambiguities: task.ambiguities.length,
      canRun: task.goldSql.length > 0,
    };
  });
  useCommands("Task", taskCommands(handles));
}

/** The commands of a task: run, walk through it, choose what is shown. */
export function taskCommands(handles: TaskHandles): Command[] {
  return [...runCommands(handles), ...walkCommands(handles), ...viewCommands(handles)];
}

function runCommands(handles: TaskHandles): Command[] {
  const { running, canRun, profile, viewState, startRun, cancelRun, setViewState } = handles;
  const profiles = EvaluatorProfile.options;
  const next = profiles[(profiles.indexOf(profile) + 1) % profiles.length] ?? profile;
  return [
    { id: "task.run", title: "Run the gold", keys: ["r"], enabled: canRun, run: () => startRun(false) },
    {
      id: "task.check",
      title: "Run the gold and check it on the data",
      keys: ["shift+r"],
      enabled: canRun,
      run: () => startRun(true),
    },
    {
      id: "task.cancel",
      title: "Cancel the run",
      keys: ["mod+."],
      inInputs: true,
      enabled: running,
      run: cancelRun,
    },
    {
      id: "task.run-while-typing",
      title: viewState.runWhileTyping ? "Run only when asked" : "Run while typing",
      keys: ["alt+shift+r"],
      run: () => setViewState({ runWhileTyping: !viewState.runWhileTyping }),
    },
    {
      id: "task.profile",
      title: `Run under the evaluator ${next}`,
      keys: ["p"],
      run: () => setViewState({ profile: next }),
    },
  ];
}

function walkCommands(handles: TaskHandles): Command[] {
  const { location, documents, findings, ambiguities, showDocument, toFinding, toAmbiguity } = handles;
  const walk = (step: 1 | -1) => ({
    finding: () => {
      const at = findings.findIndex(({ key }) => key === location.finding);
      const shown = findings[stepped(at, step, findings.length)];
      if (shown !== undefined) toFinding(shown);
    },
    ambiguity: () => {
      if (ambiguities > 0) toAmbiguity(stepped(location.ambiguity ?? -1, step, ambiguities));
    },
    document: () => {
      const at = documents.findIndex(({ id }) => id === location.document);
      const document = documents[stepped(at, step, documents.length)];
      if (document !== undefined) showDocument(document.id);
    },
  });
  return [
    { id: "task.next-finding", title: "Next finding", keys: [".", "F8"], run: walk(1).finding },
    {
      id: "task.previous-finding",
      title: "Previous finding",
      keys: [",", "shift+F8"],
      run: walk(-1).finding,
    },
    { id: "task.next-ambiguity", title: "Next ambiguity", keys: ["a"], run: walk(1).ambiguity },
    {
      id: "task.previous-ambiguity",
      title: "Previous ambiguity",
      keys: ["shift+a"],
      run: walk(-1).ambiguity,
    },
    {
      id: "task.no-ambiguity",
      title: "Deselect the ambiguity",
      keys: ["Escape"],
      enabled: location.ambiguity !== null,
      run: () => toAmbiguity(null),
    },
    { id: "task.next-code", title: "Next document: gold, tests…", keys: ["]"], run: walk(1).document },
    { id: "task.previous-code", title: "Previous document", keys: ["["], run: walk(-1).document },
  ];
}

/** The next position in a ring of `count`; from none (-1) to the first or the last. */
function stepped(at: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  return at < 0 && step === -1 ? count - 1 : (at + step + count) % count;
}

function viewCommands({ viewState, setViewState, openPanel, openSide }: TaskHandles): Command[] {
  return [
    { id: "task.findings", title: "Findings", keys: ["alt+f"], run: () => openPanel("findings") },
    { id: "task.results", title: "Run and its results", keys: ["alt+r"], run: () => openPanel("run") },
    { id: "task.tests", title: "Test scripts", keys: ["alt+t"], run: () => openPanel("tests") },
    {
      id: "task.scratch",
      title: "Scratch SQL on the task's state",
      keys: ["q"],
      run: () => openPanel("scratch"),
    },
    { id: "task.ambiguities", title: "Ambiguities", keys: ["alt+a"], run: () => openSide("ambiguities") },
    { id: "task.knowledge", title: "Knowledge", keys: ["alt+k"], run: () => openSide("knowledge") },
    {
      id: "task.schema",
      title: "Database: tables, columns, meanings",
      keys: ["shift+d"],
      run: () => openPanel("schema"),
    },
    { id: "task.graph", title: "Knowledge as a graph", keys: ["shift+k"], run: () => openPanel("graph") },
    {
      id: "task.wrap",
      title: viewState.wrap ? "Scroll long lines" : "Wrap long lines",
      keys: ["w"],
      run: () => setViewState({ wrap: !viewState.wrap }),
    },
  ];
}
