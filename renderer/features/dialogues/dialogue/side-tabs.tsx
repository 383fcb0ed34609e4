import type { DialogueView, ShownDialogue } from "#shared/contract/dialogues.ts";
import { submissionAt } from "#shared/dialogue/submission.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { useViewStateParts } from "../../../data/view-state.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { dialoguesViewState } from "../dialogues-view.ts";
import { GoldPane, ReadingsPane, SubmissionPane } from "./side-panes.tsx";
import { SubmissionComparison } from "./submission-comparison.tsx";
import type { DialogueSteps } from "./use-dialogue-steps.ts";

interface SideProps {
  view: DialogueView;
  dialogue: ShownDialogue;
  steps: DialogueSteps;
  project: Project;
  /** Of the run. */
  engine: EngineKind;
}

/** Beside the transcript: the gold with what is settled of it, or the last submission beside the gold with its results and tests. */
export function SideTabs(props: SideProps) {
  const [{ side }, onView] = useViewStateParts(dialoguesViewState);
  const other = { gold: "submission", submission: "gold" } as const;
  return (
    <Tabs
      label="Beside the transcript"
      tabs={[
        { value: "gold", title: "Gold and readings", keys: other[side] === "gold" ? "s" : undefined },
        {
          ...{ value: "submission", title: "Submission and results" },
          keys: other[side] === "submission" ? "s" : undefined,
        },
      ]}
      value={side}
      onChange={(next) => onView({ side: next })}
    >
      {side === "gold" ? <GoldAndReadings {...props} /> : <LastSubmission {...props} />}
    </Tabs>
  );
}

function GoldAndReadings({ view, steps: { turns, readings, current } }: SideProps) {
  const written = readings.slice(0, current + 1).findLast((reading) => reading.written !== null)?.written;
  return (
    <Panes id="dialogues.side" direction="vertical">
      <Pane id="gold" size="40%" min={90} label="The gold">
        <GoldPane view={view} turn={turns[current]} />
      </Pane>
      <PaneHandle label="Height of the gold" />
      <Pane id="submission" min={90} label="The submitted SQL">
        <SubmissionPane view={view} turns={turns.slice(0, current + 1)} />
      </Pane>
      <PaneHandle label="Height of the readings" />
      <Pane id="readings" size="28%" min={90} label="The readings">
        <ReadingsPane task={view.task} reading={readings[current]} written={written ?? null} />
      </Pane>
    </Panes>
  );
}

/** The last submission up to the turn one stands at. */
function LastSubmission({ view, dialogue, project, engine, steps: { turns, current } }: SideProps) {
  const turn = turns.slice(0, current + 1).findLast(({ action }) => action.kind === "submit")?.turn;
  const submission = turn === undefined ? null : submissionAt(view.task, dialogue.turns, turn);
  if (submission === null)
    return (
      <EmptyState title="Nothing has been submitted up to this turn">
        Step on to a submission: its SQL, its result and its tests are then laid beside the gold.
      </EmptyState>
    );
  return (
    <SubmissionComparison
      key={`${view.dialogueId} ${turn}`}
      view={view}
      project={project}
      settings={dialogue.settings}
      submission={submission}
      engine={engine}
    />
  );
}
