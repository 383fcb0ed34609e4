import { useMemo } from "react";
import type { DialogueView } from "#shared/contract/dialogues.ts";
import { pairObstacle, type Submission } from "#shared/dialogue/submission.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { longerLimitMs } from "../../../data/settings.ts";
import { useSubmissionPair, useSubmissionVerdict } from "../../../data/submissions.ts";
import { useViewStateParts } from "../../../data/view-state.ts";
import { type ComparisonHandles, resultCommands, sqlCommands } from "../../../results/comparison-commands.ts";
import { copySql } from "../../../results/copy-sql.ts";
import { DifferenceBar } from "../../../results/difference-bar.tsx";
import { PassedSign } from "../../../results/passed-sign.tsx";
import { ResultPair } from "../../../results/result-pair.tsx";
import { SqlPair } from "../../../results/sql-pair.tsx";
import { useDifferenceSteps } from "../../../results/use-difference-steps.ts";
import { useGridModels } from "../../../results/use-grid-models.ts";
import { useCommands } from "../../../ui/commands.ts";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { submissionViewState } from "../dialogues-view.ts";
import { SubmissionTests } from "./submission-tests.tsx";
import { joinedSql } from "./turn-texts.ts";

interface SubmissionComparisonProps {
  view: DialogueView;
  project: Project;
  settings: DialogueSettings;
  submission: Submission;
  /** Of the run. */
  engine: EngineKind;
}

/** A submission beside the gold: both SQL texts, both results with what differs, and the tests, run again when it is looked at. */
export function SubmissionComparison(props: SubmissionComparisonProps) {
  const { view, project, settings, submission, engine } = props;
  const { obstacle, texts, comparison, handles, run, models, reveal, judged } = useComparison(props);
  const { timeLimitMs } = project.taskSettings;
  const isOneText = submission.submitted.length === 1 && submission.gold.length === 1;
  return (
    <section aria-label={`Submission of turn ${submission.turn}`} className="flex min-h-0 flex-1 flex-col">
      <Heading {...submission} />
      <Panes id="dialogues.submission" direction="vertical">
        <Pane id="sql" size="32%" min={90} label="Both SQL texts">
          <ErrorBoundary area="The SQL">
            <SqlPair
              item={texts}
              title="Submitted"
              opensAtDifference
              dialect={dialectOf(engine)}
              run={isOneText ? run : undefined}
              schema={undefined}
              view={comparison}
              onView={handles.onView}
              onNode={nothing}
            />
          </ErrorBoundary>
        </Pane>
        <PaneHandle label="Height of the SQL" />
        {obstacle === null && (
          <Pane id="results" min={120} label="Both results">
            <Results {...{ run, models, reveal, comparison, handles, timeLimitMs }} />
          </Pane>
        )}
        {obstacle === null && <PaneHandle label="Height of the results" />}
        <Pane
          id="tests"
          {...(obstacle === null ? { size: "24%" } : {})}
          min={90}
          label="The tests of the submission"
        >
          {obstacle !== null && <p className="border-b px-3 py-2 text-muted">{obstacle}</p>}
          <SubmissionTests
            identity={`${view.dialogueId} ${submission.turn}`}
            verdict={judged}
            behaviour={settings.behaviour}
            inDialogue={submission.passed}
          />
        </Pane>
      </Panes>
    </section>
  );
}

type Compared = ReturnType<typeof useComparison>;

function Results(
  props: Pick<Compared, "run" | "models" | "reveal" | "comparison" | "handles"> & { timeLimitMs: number },
) {
  const { run, models, reveal, comparison, handles, timeLimitMs } = props;
  return (
    <ErrorBoundary area="The results">
      <ResultPair
        run={run}
        models={models}
        reveal={reveal}
        title="Submitted"
        timeLimitMs={timeLimitMs}
        onCancel={handles.cancel}
        onRerun={handles.onRerun}
      />
      <DifferenceBar
        run={run}
        view={comparison}
        onView={handles.onView}
        onDifference={handles.goToDifference}
      />
    </ErrorBoundary>
  );
}

function Heading({ turn, phase, passed }: Submission) {
  return (
    <div className="flex h-7 shrink-0 items-center gap-3 border-b bg-panel px-3 text-sm">
      <h3 className="font-medium text-muted">
        Turn {turn}, phase {phase}
      </h3>
      {passed !== null && <PassedSign passed={passed} />}
    </div>
  );
}

/** What can be done where no results are laid side by side. */
const withoutResults = new Set(["result.rerun", "result.cancel"]);

const nothing = (): void => undefined;

/** What runs for a submission, how it is shown, and what can be done with it by key. */
function useComparison({ view, project, settings, submission, engine }: SubmissionComparisonProps) {
  const { task, dialogueId } = view;
  const [comparison, onView] = useViewStateParts(submissionViewState);
  const obstacle = useMemo(
    () => pairObstacle(task, submission, settings, dialectOf(engine)),
    [task, submission, settings, engine],
  );
  const { turn, submitted, gold } = submission;
  const texts = useMemo(
    () => ({ predictedSql: joinedSql(submitted).text, goldSql: joinedSql(gold).text }),
    [submitted, gold],
  );
  const id = { dialogueId, turn };
  const { run, again, cancel } = useSubmissionPair(id, obstacle !== null);
  const { verdict, judgeAgain, cancelJudging } = useSubmissionVerdict(id);
  const models = useGridModels(run, comparison, again);
  const { reveal, goToDifference } = useDifferenceSteps(`${dialogueId} ${turn}`, models.aligned);
  const handles: ComparisonHandles & { onRerun(timeMs?: number): void } = {
    onView,
    goToDifference,
    onRerun(timeMs) {
      if (obstacle === null) again(timeMs);
      judgeAgain();
    },
    rerun: (longer) => handles.onRerun(longer ? longerLimitMs(project.taskSettings.timeLimitMs) : undefined),
    cancel() {
      cancel();
      cancelJudging();
    },
    copySql: (side) =>
      side === "gold" ? copySql(texts.goldSql, "gold") : copySql(texts.predictedSql, "submitted"),
  };
  useCommands("Submission", [
    ...resultCommands(comparison, handles).filter(({ id }) => obstacle === null || withoutResults.has(id)),
    ...sqlCommands(comparison, handles, "submitted"),
  ]);
  return { obstacle, texts, comparison, handles, run, models, reveal, judged: verdict };
}
