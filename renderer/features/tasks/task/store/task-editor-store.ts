import { createStore } from "zustand";
import type { Task } from "#shared/domain/task.ts";
import { changedParts } from "#shared/domain/task-part.ts";
import { titleOf } from "../../../../results/task/task-part-words.ts";
import { noticeUndone } from "../../../../ui/undo.ts";
import { steppedMutant } from "../certificate/mutants/shown-mutants.ts";
import { goldId, type TaskDocument, taskDocuments } from "../documents/task-documents.ts";
import { findingsByLocation } from "../findings/findings-by-location.ts";
import { shownFindings } from "../findings/shown-findings.ts";
import { shownRun } from "../run/shown-run.ts";
import { authoring } from "./authoring.ts";
import { JumpTargets } from "./jump-targets.ts";
import { jumps } from "./jumps.ts";
import type {
  Actions,
  Derived,
  Feeds,
  Own,
  TaskEditorInputs,
  TaskEditorState,
  TaskEditorStore,
} from "./task-editor-state.ts";
import { undoneLetPass } from "./undone-let-pass.ts";

const atFirst: Own = {
  location: { document: goldId(1), reveal: null, ambiguity: null, finding: null },
  words: null,
  cursor: null,
  selected: null,
  scratch: { sql: "", isOpened: false },
  isConflictPutOff: false,
  isHistoryOpen: false,
  mutant: null,
  letPass: { done: [], undone: [] },
};

/** Nothing but the feeds is drawn before each has published for the first time. */
const unfed = {} as Feeds;

/** Everything that the parts of one task share; each part selects what it needs. */
export function createTaskEditorStore(inputs: TaskEditorInputs): TaskEditorStore {
  const derive = derivation();
  return createStore<TaskEditorState>()((set, get) => {
    const put = (change: Partial<TaskEditorInputs & Own>): void =>
      set((state) => ({ ...change, ...derive({ ...state, ...change }) }));
    return {
      ...inputs,
      ...atFirst,
      ...unfed,
      ...derive({ ...inputs, ...atFirst }),
      publish: (next) => put({ ...next, ...(next.draft.view.taskId !== get().taskId && atFirst) }),
      set: put,
      go: (change) => put({ location: { ...get().location, ...change } }),
      showDocument: (id) => get().go({ document: id, reveal: null }),
      edit: (edit) => {
        put({ isConflictPutOff: false });
        get().draft.edit(edit);
      },
      undo: (direction) =>
        void noticeUndone(direction, undoneLetPass(get, direction) ?? changedBy(get().draft.undo(direction))),
      rememberLetPass: (step) => {
        const { letPass, task } = get();
        put({ letPass: { done: [...letPass.done, { ...step, task }], undone: [] } });
      },
      ...panelActions(get),
      ...runActions(get),
      recertify: () => {
        const { certificate, view } = get();
        const { stored } = certificate;
        if (stored != null && stored.revision !== view.revision.revision) certificate.start(false);
      },
      stepMutant: (step) => {
        const { certificate, mutant } = get();
        const next = steppedMutant(certificate.mutants ?? [], certificate.listed, mutant, step);
        if (next !== null) get().jumps.toMutant(next);
      },
      jumps: jumps(get),
      targets: new JumpTargets(),
      authoring: authoring(get),
      editor: { current: null },
      region: { current: null },
    };
  });
}

/** The parts of the task that an undo changed, by their titles. */
function changedBy(turn: { before: Task; after: Task } | null): string | null {
  return turn && changedParts(turn.before, turn.after).map(titleOf).join(", ");
}

type Get = TaskEditorStore["getState"];

function panelActions(get: Get): Pick<Actions, "openPanel" | "openSide" | "openHistory"> {
  return {
    openPanel: (panel) => {
      const { set, setViewState, scratch, targets } = get();
      setViewState({ panel });
      set({ scratch: { ...scratch, isOpened: panel === "scratch" } });
      // The scratch editor takes the focus itself.
      if (panel !== "scratch") targets.jump(`panel ${panel}`, true);
    },
    openSide: (side) => {
      get().setViewState({ side });
      get().targets.jump(`side ${side}`, true);
    },
    // What is typed is saved before, so that it is in the history.
    openHistory: () => {
      void get().draft.flush();
      get().set({ isHistoryOpen: true });
    },
  };
}

function runActions(get: Get): Pick<Actions, "startRun" | "rerun" | "cancelRun"> {
  const start = (checks: boolean) => {
    const { runs, taskId, profile } = get();
    return runs.run(taskId, { profile, checks });
  };
  return {
    startRun: (checks) => {
      get().setViewState({ panel: "run" });
      // What is on screen runs, not what was saved last.
      void get()
        .draft.flush()
        .then(() => start(checks));
    },
    rerun: () => void start(true),
    cancelRun: () => get().runs.cancel(get().taskId),
  };
}

const noFindings: [] = [];

/** Works out what follows from the state; what has not changed stays the same object, so that nobody is drawn again for it. */
function derivation(): (state: TaskEditorInputs & Own) => Derived {
  const documentsOf = unlessSame(taskDocuments);
  const findingsOf = unlessSame(shownFindings);
  const byLocationOf = unlessSame(findingsByLocation);
  const runOf = unlessSame(shownRun);
  return ({ draft: { task, view }, live, profile, location }) => {
    const documents = documentsOf(task, location.document);
    const isPartial = live?.state === "running" || live?.state === "cancelled";
    const findings = findingsOf(view.findings, isPartial ? live.findings : noFindings);
    const first = documents[0] as TaskDocument;
    return {
      taskId: view.taskId,
      task,
      view,
      documents,
      shown: documents.find(({ id }) => id === location.document) ?? first,
      gold: documents.find(({ id }) => id === goldId(1)) ?? first,
      findings,
      byLocation: byLocationOf(findings, documents),
      run: runOf(view.taskId, live, view.lastRuns, profile),
      running: live?.state === "running",
      isChecked: live?.state === "done" && live.checks,
    };
  };
}

/** The function, answering what it did last as long as it is asked the same. */
function unlessSame<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | null = null;
  return (...args) => {
    if (last === null || args.some((arg, at) => arg !== last?.args[at]))
      last = { args, result: work(...args) };
    return last.result;
  };
}
