import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { type Command, command, useCommands } from "../../../ui/commands.ts";
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
    command("task.run", "Run the gold", ["r"], () => startRun(false), { enabled: canRun }),
    command("task.check", "Run the gold and check it on the data", ["shift+r"], () => startRun(true), {
      enabled: canRun,
    }),
    command("task.cancel", "Cancel the run", ["mod+."], cancelRun, { enabled: running, inInputs: true }),
    command(
      "task.run-while-typing",
      viewState.runWhileTyping ? "Run only when asked" : "Run while typing",
      ["alt+shift+r"],
      () => setViewState({ runWhileTyping: !viewState.runWhileTyping }),
    ),
    command("task.profile", `Judge by the evaluator “${next}”`, ["p"], () => setViewState({ profile: next })),
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
    command("task.next-finding", "Next finding", [".", "F8"], walk(1).finding),
    command("task.previous-finding", "Previous finding", [",", "shift+F8"], walk(-1).finding),
    command("task.next-ambiguity", "Next ambiguity", ["a"], walk(1).ambiguity),
    command("task.previous-ambiguity", "Previous ambiguity", ["shift+a"], walk(-1).ambiguity),
    command("task.no-ambiguity", "Deselect the ambiguity", ["Escape"], () => toAmbiguity(null), {
      enabled: location.ambiguity !== null,
    }),
    command("task.next-code", "Next document: gold, tests…", ["]"], walk(1).document),
    command("task.previous-code", "Previous document", ["["], walk(-1).document),
  ];
}

/** The next position in a ring of `count`; from none (-1) to the first or the last. */
function stepped(at: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  return at < 0 && step === -1 ? count - 1 : (at + step + count) % count;
}

function viewCommands({ viewState, setViewState, openPanel, openSide }: TaskHandles): Command[] {
  return [
    command("task.findings", "Findings", ["alt+f"], () => openPanel("findings")),
    command("task.results", "Run and its results", ["alt+r"], () => openPanel("run")),
    command("task.tests", "Test scripts", ["alt+t"], () => openPanel("tests")),
    command("task.comments", "Comments on the task", ["alt+b"], () => openPanel("comments")),
    command("task.scratch", "Scratch SQL on the task's state", ["q"], () => openPanel("scratch")),
    command("task.ambiguities", "Ambiguities", ["alt+a"], () => openSide("ambiguities")),
    command("task.knowledge", "Knowledge", ["alt+k"], () => openSide("knowledge")),
    command("task.dialogue", "Preview of the dialogue", ["alt+p"], () => {
      setViewState({ dialogue: "preview" });
      openSide("dialogue");
    }),
    command("task.battery", "Battery of questions to the simulator", ["alt+shift+p"], () => {
      setViewState({ dialogue: "battery" });
      openSide("dialogue");
    }),
    command("task.schema", "Database: tables, columns, meanings", ["shift+d"], () => openPanel("schema")),
    command("task.graph", "Knowledge as a graph", ["shift+k"], () => openPanel("graph")),
    command("task.wrap", viewState.wrap ? "Scroll long lines" : "Wrap long lines", ["w"], () =>
      setViewState({ wrap: !viewState.wrap }),
    ),
  ];
}
