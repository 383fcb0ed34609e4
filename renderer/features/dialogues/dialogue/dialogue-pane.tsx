import { useRef } from "react";
import type { DialogueView, PersonTurn, ShownDialogue } from "#shared/contract/dialogues.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { useDialogue } from "../../../data/dialogues.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useViewStateParts } from "../../../data/view-state.ts";
import { classes } from "../../../ui/classes.ts";
import { CommandsWait } from "../../../ui/commands.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { dialoguesViewState } from "../dialogues-view.ts";
import { DialogueBar, StepTools } from "./dialogue-bar.tsx";
import { ForkBar } from "./fork-bar.tsx";
import { HandedOverPane } from "./handed-over-pane.tsx";
import { PersonAsSystem } from "./person-as-system.tsx";
import { PersonAsUser } from "./person-as-user.tsx";
import { SideTabs } from "./side-tabs.tsx";
import { Transcript } from "./transcript.tsx";
import { useDialogueCommands, useDialogueSteps } from "./use-dialogue-steps.ts";

interface DialoguePaneProps {
  project: Project;
  /** Of the run. */
  engine: EngineKind;
  dialogueId: number;
  onTask(taskId: number): void;
}

/** One dialogue: its transcript, and beside it the gold, what was submitted, and the readings settled so far. */
export function DialoguePane({ project, engine, dialogueId, onTask }: DialoguePaneProps) {
  const { data: view, error } = useDialogue(project.id, dialogueId);
  if (view === undefined)
    return error === null ? (
      <SkeletonLines lines={10} />
    ) : (
      <InlineError className="m-3" title="The dialogue could not be read." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (view.dialogue === null)
    return (
      <EmptyState title="This dialogue has not been played yet">
        Its turns appear here as soon as the run has come to it.
      </EmptyState>
    );
  const isStale = view.dialogueId !== dialogueId;
  return (
    <CommandsWait value={isStale}>
      <OpenDialogue {...{ view, project, engine, isStale, onTask }} dialogue={view.dialogue} />
    </CommandsWait>
  );
}

interface OpenDialogueProps {
  view: DialogueView;
  dialogue: ShownDialogue;
  project: Project;
  engine: EngineKind;
  isStale: boolean;
  onTask(taskId: number): void;
}

function OpenDialogue({ view, dialogue, project, engine, isStale, onTask }: OpenDialogueProps) {
  const steps = useDialogueSteps(view, project.id);
  const searchField = useRef<HTMLInputElement>(null);
  useDialogueCommands(steps, () => searchField.current?.focus());
  const { turns, current, forkedAt } = steps;
  // Whoever is asked to solve the task must not see its gold.
  const isSystem = view.personTurn !== null && view.personTurn.question === null;
  const [{ side }] = useViewStateParts(dialoguesViewState);
  return (
    <section
      aria-label={`Dialogue of ${dialogue.system} about ${dialogue.instanceId}`}
      aria-busy={isStale}
      className={classes("flex min-h-0 flex-1 flex-col", isStale && "opacity-60")}
    >
      <DialogueBar view={view} dialogue={dialogue} steps={steps} onTask={onTask} />
      <Panes key={side} id={side === "gold" ? "dialogues.dialogue" : "dialogues.compared"}>
        <Pane id="transcript" min={320} label="The transcript">
          <StepTools steps={steps} searchField={searchField} />
          <Transcript
            key={view.dialogueId}
            view={view}
            dialogue={dialogue}
            turns={turns}
            current={current}
            onCurrent={steps.setCurrent}
            wanted={steps.wanted}
            found={steps.found}
            forkedAt={forkedAt}
          />
          {forkedAt !== null && (
            <ForkBar
              turn={forkedAt}
              busy={steps.asking}
              error={steps.askError}
              onAsk={steps.ask}
              onClose={steps.leaveFork}
            />
          )}
          {forkedAt === null && view.personTurn !== null && (
            <PersonBar
              key={`${view.dialogueId} ${view.dialogue?.turns.length}`}
              view={view}
              turn={view.personTurn}
              projectId={project.id}
            />
          )}
        </Pane>
        <PaneHandle label="Width of the gold and the submission" />
        <Pane id="side" size={side === "gold" ? "44%" : "62%"} min={280} label="The gold and the submission">
          {isSystem ? (
            <HandedOverPane given={view.personTurn?.given ?? null} />
          ) : (
            <SideTabs view={view} dialogue={dialogue} steps={steps} project={project} engine={engine} />
          )}
        </Pane>
      </Panes>
    </section>
  );
}

interface PersonBarProps {
  view: DialogueView;
  turn: PersonTurn;
  projectId: number;
}

/** A person's turn in a dialogue: what they do as the system, or answer as the user. */
function PersonBar({ view, turn, projectId }: PersonBarProps) {
  const { dialogueId, dialogue, task } = view;
  if (turn.question !== null)
    return <PersonAsUser {...{ projectId, dialogueId, task, turn }} question={turn.question} />;
  return (
    <PersonAsSystem
      {...{ projectId, dialogueId }}
      protocol={dialogue?.settings.protocol ?? "c"}
      left={dialogue?.turns.at(-1)?.budgetAfter ?? dialogue?.budget.left ?? 0}
    />
  );
}
