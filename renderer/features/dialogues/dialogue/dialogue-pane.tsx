import { useRef } from "react";
import type { DialogueView } from "#shared/contract/dialogues.ts";
import type { Dialogue } from "#shared/domain/dialogue.ts";
import { useDialogue } from "../../../data/dialogues.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { classes } from "../../../ui/classes.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { DialogueBar, StepTools } from "./dialogue-bar.tsx";
import { ForkBar } from "./fork-bar.tsx";
import { GoldPane, ReadingsPane, SubmissionPane } from "./side-panes.tsx";
import { Transcript } from "./transcript.tsx";
import { useDialogueCommands, useDialogueSteps } from "./use-dialogue-steps.ts";

interface DialoguePaneProps {
  projectId: number;
  dialogueId: number;
  onTask(taskId: number): void;
}

/** One dialogue: its transcript, and beside it the gold, what was submitted, and the readings settled so far. */
export function DialoguePane({ projectId, dialogueId, onTask }: DialoguePaneProps) {
  const { data: view, error } = useDialogue(projectId, dialogueId);
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
  return (
    <OpenDialogue
      view={view}
      dialogue={view.dialogue}
      isStale={view.dialogueId !== dialogueId}
      onTask={onTask}
    />
  );
}

interface OpenDialogueProps {
  view: DialogueView;
  dialogue: Dialogue;
  isStale: boolean;
  onTask(taskId: number): void;
}

function OpenDialogue({ view, dialogue, isStale, onTask }: OpenDialogueProps) {
  const steps = useDialogueSteps(view);
  const searchField = useRef<HTMLInputElement>(null);
  useDialogueCommands(steps, () => searchField.current?.focus());
  const { turns, readings, current, forkedAt } = steps;
  const past = turns.slice(0, current + 1);
  const written = readings.slice(0, current + 1).findLast((reading) => reading.written !== null)?.written;
  return (
    <section
      aria-label={`Dialogue of ${dialogue.system} about ${dialogue.instanceId}`}
      aria-busy={isStale}
      className={classes("flex min-h-0 flex-1 flex-col", isStale && "opacity-60")}
    >
      <DialogueBar view={view} dialogue={dialogue} steps={steps} onTask={onTask} />
      <Panes id="dialogues.dialogue">
        <Pane id="transcript" min={320} label="The transcript">
          <StepTools steps={steps} searchField={searchField} />
          <Transcript
            key={view.dialogueId}
            task={view.task}
            dialogue={dialogue}
            turns={turns}
            current={current}
            onCurrent={steps.setCurrent}
            wanted={steps.wanted}
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
        </Pane>
        <PaneHandle label="Width of the gold" />
        <Pane id="side" size="44%" min={280} label="The gold and the readings">
          <Panes id="dialogues.side" direction="vertical">
            <Pane id="gold" size="40%" min={90} label="The gold">
              <GoldPane view={view} turn={turns[current]} />
            </Pane>
            <PaneHandle label="Height of the gold" />
            <Pane id="submission" min={90} label="The submitted SQL">
              <SubmissionPane view={view} turns={past} />
            </Pane>
            <PaneHandle label="Height of the readings" />
            <Pane id="readings" size="28%" min={90} label="The readings">
              <ReadingsPane task={view.task} reading={readings[current]} written={written ?? null} />
            </Pane>
          </Panes>
        </Pane>
      </Panes>
    </section>
  );
}
