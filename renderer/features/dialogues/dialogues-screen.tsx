import { Hourglass, MessagesSquare, PanelLeft } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useJobs } from "../../data/jobs.ts";
import { useIfMay } from "../../data/members.ts";
import { useViewStateParts } from "../../data/view-state.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { HeaderContent } from "../../ui/header-content.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../ui/panes.tsx";
import { focusSearchOf } from "../../ui/search-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { StepBar } from "../../ui/step-bar.tsx";
import { type Marked, useMarked } from "./aligned/use-marked.ts";
import { type DialoguesView, dialoguesViewState } from "./dialogues-view.ts";
import { DialogueListPane } from "./list/dialogue-list-pane.tsx";
import { RunsPane } from "./list/runs-pane.tsx";
import { RunView } from "./run-view.tsx";
import { type DialogueList, useDialogueList } from "./use-dialogue-list.ts";
import { useDialoguesCommands } from "./use-dialogues-commands.ts";
import { useRunActions } from "./use-run-actions.ts";

interface DialoguesScreenProps {
  project: Project;
  /** The dialogue that the address names, or null. */
  itemId: number | null;
  onItem(dialogueId: number): void;
  onPlay(): void;
  onTask(taskId: number): void;
  onImportTasks(): void;
}

/** The runs of dialogues of a project: the dialogues of one of them, and one dialogue whole beside. */
export function DialoguesScreen({ project, itemId, onItem, ...actions }: DialoguesScreenProps) {
  // A button would hand over its event as the tasks to play.
  const onPlay = (): void => actions.onPlay();
  const list = useDialogueList(project.id, itemId, onItem);
  const { runs, error } = list;
  if (error)
    return (
      <InlineError className="m-2" title="The dialogues could not be read." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (runs === undefined) return <SkeletonLines lines={10} />;
  if (runs.length === 0)
    return <NoRuns project={project} onPlay={onPlay} onImportTasks={actions.onImportTasks} />;
  return <FilledScreen project={project} list={list} onPlay={onPlay} onTask={actions.onTask} />;
}

function NoRuns({
  project,
  onPlay,
  onImportTasks,
}: Pick<DialoguesScreenProps, "project" | "onPlay" | "onImportTasks">) {
  const hasTasks = project.taskCount > 0;
  const askFiles = useIfMay(project.id)("tasks", "import", onImportTasks);
  useDialoguesCommands({ list: null, onPlay: hasTasks ? onPlay : null });
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No dialogues have been played yet"
      actions={
        hasTasks ? (
          <Button variant="primary" keys="t p" onClick={onPlay}>
            Play dialogues…
          </Button>
        ) : (
          askFiles !== null && (
            <Button variant="primary" keys="mod+shift+o" onClick={askFiles}>
              Import tasks…
            </Button>
          )
        )
      }
    >
      A task is interactive only if a conversation can solve it. A run lets systems talk with a simulated user
      about your tasks: asks-everything should solve each of them, asks-nothing none.
      {hasTasks
        ? " It works offline."
        : ` This project has no tasks yet: ${askFiles === null ? "a lead imports them" : "import some, or open the sample on the Tasks screen (G T)"}.`}
    </EmptyState>
  );
}

interface FilledScreenProps {
  project: Project;
  list: DialogueList;
  onPlay(): void;
  onTask(taskId: number): void;
}

function FilledScreen({ project, list, onPlay, onTask }: FilledScreenProps) {
  const [view, onView] = useViewStateParts(dialoguesViewState);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const positionField = useRef<HTMLInputElement>(null);
  const { actions, failure } = useRunActions(project.id, onPlay);
  const marked = useMarked();
  const mark = (): void => markShown(list, marked);
  const showList = (): void => onView({ list: !view.list });
  useDialoguesCommands({
    ...{ list, onPlay, isListShown: view.list, showList },
    focusSearch: () => focusSearchOf(searchField, () => onView({ list: true })),
    focusPosition: () => positionField.current?.focus(),
    ...viewSwitches(view, onView),
    mark,
    toggleFilters: () => setFiltersOpen((open) => !open),
  });
  const { runs = [], run, chooseRun } = list;
  return (
    <>
      <ListHeader list={list} positionField={positionField} isShown={view.list} onShow={showList} />
      <RunTrouble projectId={project.id} />
      {failure ? <InlineError className="m-2" title={errorText(failure)} /> : null}
      <Panes id="dialogues.main">
        {view.list && (
          <Pane id="list" label="Runs and dialogues" size={320} min={240} max="40%">
            <Panes id="dialogues.lists" direction="vertical">
              <Pane id="runs" label="The runs" size={168} min={80}>
                <RunsPane
                  runs={runs}
                  run={run}
                  dialogueId={list.dialogueId}
                  onRun={chooseRun}
                  actions={actions}
                />
              </Pane>
              <PaneHandle label="Height of the runs" />
              <Pane id="dialogues" label="The dialogues" min={120}>
                <DialogueListPane
                  list={list}
                  marked={marked.ids}
                  searchField={searchField}
                  filtersOpen={filtersOpen}
                  onFiltersOpen={setFiltersOpen}
                />
              </Pane>
            </Panes>
          </Pane>
        )}
        {view.list && <PaneHandle label="Width of the list" />}
        <Pane id="dialogue" label="The dialogue" min={560}>
          <RunView project={project} list={list} marked={marked} onMark={mark} onTask={onTask} />
        </Pane>
      </Panes>
    </>
  );
}

/** Marks the dialogue on screen, or takes its mark away. */
function markShown({ heads, dialogueId }: DialogueList, marked: Marked): void {
  const head = heads.find((one) => one.dialogueId === dialogueId);
  if (head !== undefined) marked.toggle(head);
}

/** From one view of the run to another and back, by key. */
function viewSwitches({ show, side }: DialoguesView, onView: (change: Partial<DialoguesView>) => void) {
  const isSubmissionShown = show === "dialogue" && side === "submission";
  const toggle = (other: "aligned" | "figures") => () =>
    onView({ show: show === other ? "dialogue" : other });
  return {
    isFiguresShown: show === "figures",
    showFigures: toggle("figures"),
    isAlignedShown: show === "aligned",
    showAligned: toggle("aligned"),
    isSubmissionShown,
    showSubmission: () => onView({ show: "dialogue", side: isSubmissionShown ? "gold" : "submission" }),
  };
}

interface ListHeaderProps {
  list: DialogueList;
  positionField: RefObject<HTMLInputElement | null>;
  isShown: boolean;
  onShow(): void;
}

/** Where one is among the dialogues of the run, in the window's top bar. */
function ListHeader({ list, positionField, isShown, onShow }: ListHeaderProps) {
  const { index, ids, step, goToIndex } = list;
  return (
    <HeaderContent>
      <StepBar
        noun="dialogue"
        list="the dialogues of the run"
        index={index}
        count={ids.length}
        onStep={step}
        onIndex={goToIndex}
        positionField={positionField}
      />
      <IconButton icon={PanelLeft} label="Runs and dialogues" keys="b" pressed={isShown} onClick={onShow} />
    </HeaderContent>
  );
}

/** What the run that is being played waits for, or why the last one could not go on. */
function RunTrouble({ projectId }: { projectId: number }) {
  const job = useJobs().findLast((one) => one.projectId === projectId && one.kind === "dialogues");
  if (job?.state === "running" && job.message !== null)
    return (
      <p role="status" className="flex items-start gap-2 border-b bg-panel px-3 py-1.5 text-sm">
        <Hourglass size={14} className="mt-0.5 shrink-0 text-warning" aria-hidden />
        <span className="min-w-0 break-words">
          <span className="font-medium">Waiting for a language model.</span>{" "}
          <span className="text-muted">{job.message}</span>
        </span>
      </p>
    );
  if (job?.state !== "failed") return null;
  return (
    <InlineError className="m-2" title="The run stopped.">
      {job.message ?? "No reason was given."} Once that is put right, choose "Go on with this run".
    </InlineError>
  );
}
