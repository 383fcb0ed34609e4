import type { StoreApi } from "zustand";
import type { DatabaseKnowledge, TaskDetails } from "#shared/contract/tasks.ts";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { PropertyName } from "#shared/domain/certificate.ts";
import type { Location, TextRange } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { EnvironmentalProposal } from "#shared/sql/propose/environmental.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import type { EditableTask } from "../../../../data/task-draft.ts";
import type { ReadingsRuns } from "../../../../data/task-readings.ts";
import type { TaskRunState, useTaskRuns } from "../../../../data/task-runs.ts";
import type { CodeInputHandle, Reveal } from "../../../../ui/code-editor/index.ts";
import type { UndoDirection } from "../../../../ui/undo.ts";
import type { Proposals } from "../ambiguities/use-proposals.ts";
import type { ShownMutant } from "../certificate/mutants/shown-mutants.ts";
import type { CertificateOfTask } from "../certificate/use-certificate-of-task.ts";
import type { TaskDocument } from "../documents/task-documents.ts";
import type { FindingsByLocation } from "../findings/findings-by-location.ts";
import type { ShownFinding } from "../findings/shown-findings.ts";
import type { SelectedPart } from "../gold/use-selected-part.ts";
import type { SnippetsInGold } from "../gold/use-snippet-locations.ts";
import type { Provenance } from "../provenance/use-provenance.ts";
import type { ShownRun } from "../run/shown-run.ts";
import type { TaskViewState } from "../task-view-state.ts";
import type { TestsEditor } from "../tests/use-tests-editor.ts";
import type { JumpTargets } from "./jump-targets.ts";

/** What comes to the editor from outside: the task, what is known of its database, how it is set up, its runs. */
export interface TaskEditorInputs {
  draft: EditableTask;
  /** What the project knows of the task's database; undefined until it has come. */
  knowledge: DatabaseKnowledge | undefined;
  knowledgeError: unknown;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  viewState: TaskViewState;
  setViewState(change: Partial<TaskViewState>): void;
  runs: ReturnType<typeof useTaskRuns>;
  live: TaskRunState | undefined;
}

/** What follows from that and from where the person is. */
export interface Derived {
  taskId: number;
  task: Task;
  view: TaskDetails;
  documents: readonly TaskDocument[];
  /** The document in the editor. */
  shown: TaskDocument;
  /** That of the gold of phase 1. */
  gold: TaskDocument;
  findings: readonly ShownFinding[];
  byLocation: FindingsByLocation;
  run: ShownRun | null;
  running: boolean;
  /** The gold was checked on the data in this window. */
  isChecked: boolean;
}

/** What of a task the person is at. */
export interface TaskLocation {
  /** The id of the document in the editor. */
  document: string;
  /** What of it to bring into view: a range, the cursor, or an ambiguity's snippet once it is found; a new object asks again. */
  reveal: Reveal | { snippetOf: number } | null;
  /** The ambiguity that is taken up. */
  ambiguity: number | null;
  /** The key of the finding that was jumped to last. */
  finding: string | null;
}

/** What the person does in the editor; another task begins anew. */
export interface Own {
  location: TaskLocation;
  /** The words selected in the ambiguous question as it was then. */
  words: (TextRange & { question: string | null }) | null;
  /** Where in a coloured gold the cursor was put last. */
  cursor: { document: string; offset: number } | null;
  /** What is selected in a SQL document, or (an empty range) where its cursor is. */
  selected: { document: string; text: string; range: TextRange } | null;
  /** SQL of the person's own; opened by its keys it takes the focus. */
  scratch: { sql: string; isOpened: boolean };
  /** The dialog about conflicts comes by itself, can be put off, and comes again with the next edit. */
  isConflictPutOff: boolean;
  isHistoryOpen: boolean;
  /** The key of the mutant in focus. */
  mutant: string | null;
  letPass: { done: readonly LetPassStep[]; undone: readonly LetPassStep[] };
}

/** Something that was let pass in the certificate, or taken back, as one step of the task's undo. */
export interface LetPassStep {
  /** "The exception". */
  title: string;
  /** The task when it was done: an edit after that is undone first. */
  task: Task;
  back(): Promise<unknown>;
  again(): Promise<unknown>;
}

/** What is worked out of the task as it is, each published by the hook that follows it (task-editor-feeds.tsx). */
export interface Feeds {
  snippets: SnippetsInGold;
  part: SelectedPart;
  proposals: Proposals;
  provenance: Provenance;
  tests: TestsEditor;
  readings: ReadingsRuns;
  certificate: CertificateOfTask;
}

export interface Actions {
  /** Takes in what came from outside. */
  publish(inputs: TaskEditorInputs): void;
  set(change: Partial<Own>): void;
  go(change: Partial<TaskLocation>): void;
  showDocument(id: string): void;
  /** Edits the task; an edit that does not fit it changes nothing. */
  edit(edit: TaskEdit): void;
  /** Takes the last edit back, or does it again, and says which parts changed. */
  undo(direction: UndoDirection): void;
  /** Opens a panel or a side with the focus in it. */
  openPanel(panel: TaskViewState["panel"]): void;
  openSide(side: TaskViewState["side"]): void;
  openHistory(): void;
  startRun(checks: boolean): void;
  /** Runs and checks anew without turning to the run. */
  rerun(): void;
  cancelRun(): void;
  /** Certifies anew what was certified and has been edited since. */
  recertify(): void;
  /** The next or previous of the listed mutants comes into focus. */
  stepMutant(step: 1 | -1): void;
  /** What was just let pass, or taken back, can be undone. */
  rememberLetPass(step: Omit<LetPassStep, "task">): void;
}

/** The ways from one part of a task to another. */
export interface Jumps {
  toAmbiguity(index: number | null): void;
  /** The cursor went into a snippet: the code stays where it is. */
  chooseAmbiguity(index: number): void;
  toKnowledge(node: number): void;
  toFinding(shown: ShownFinding): void;
  /** What is at a location comes into view. */
  toLocation(where: Location): void;
  /** The focus goes to a property of the certificate, which opens; null: to the certificate. */
  toProperty(name: PropertyName | null): void;
  /** A mutant comes into focus: in the list, with its detail, and in place in the gold. */
  toMutant(shown: ShownMutant): void;
  /** The focus goes into a line of a document (1-based). */
  toLine(document: string, line: number): void;
  /** The focus goes into the code, at its beginning, or where the cursor was last. */
  toCode(document: string): void;
  /** A range of a document is brought into view. */
  toRange(document: string, range: TextRange, focus: boolean): void;
}

/** How the ambiguities of a task come about: from words, from parts of the gold, from proposals. */
export interface Authoring {
  makeAmbiguous(): void;
  toFollowUp(): void;
  removeFollowUp(): void;
  /** An ambiguity of the words that are selected in the question. */
  fromWords(): void;
  /** The part of the gold becomes the snippet of an ambiguity, of a new one for null. */
  takePart(index: number | null): void;
  /** A snippet that is nowhere in the gold is mended by the part that is offered. */
  takeInstead(index: number): void;
  change(index: number, ambiguity: Ambiguity): void;
  /** Which clarification rests on which, with the focus there. */
  toChains(): void;
  /** The readings of the ambiguity that is taken up, or else of the first. */
  toReadings(): void;
  /** Proposes and runs them, too. */
  runReadings(): void;
  move(index: number, by: 1 | -1): void;
  remove(index: number): void;
  accept(proposal: Proposal | EnvironmentalProposal): void;
}

export interface TaskEditorState extends TaskEditorInputs, Derived, Own, Feeds, Actions {
  jumps: Jumps;
  targets: JumpTargets;
  authoring: Authoring;
  /** The editor of the task's SQL. */
  editor: { current: CodeInputHandle | null };
  /** The element of the whole task, which has the focus when an editor is left. */
  region: { current: HTMLElement | null };
}

export type TaskEditorStore = StoreApi<TaskEditorState>;
